//! The rules of Pacru, Azacru and Shacru once more, slowly: the legal tokens of a position and the position after each,
//! field by field, as rulebook and switches say.

use strategos::games::pacru::{
    BorderMarker, ChevronLostBy, CruSettings, GameKind, MeetingCounted, Rotations,
};

/// A field: file and rank from 0. The order is alphabetical.
type Field = (i32, i32);

const LETTERS: [char; 4] = ['w', 'b', 'r', 'g'];

/// By facing: the change of file and rank.
const STEPS: [(i32, i32); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

#[derive(Clone, Copy, Default)]
struct Cell {
    marker: Option<usize>,
    chevron: Option<(usize, i32)>,
}

#[derive(Clone)]
pub struct Board {
    cells: [[Cell; 9]; 9],
    side: usize,
    stage: String,
    halfmove: u32,
    fullmove: u32,
    players: usize,
    rules: CruSettings,
}

/// A destination of a chevron.
struct Way {
    from: Field,
    to: Field,
    facing: i32,
    connects: bool,
    captures: bool,
}

fn name((file, rank): Field) -> String {
    format!("{}{}", (b'a' + file as u8) as char, rank + 1)
}

fn parse(text: &str) -> Field {
    let bytes = text.as_bytes();
    (i32::from(bytes[0] - b'a'), i32::from(bytes[1] - b'1'))
}

fn every_field() -> impl Iterator<Item = Field> {
    (0..9).flat_map(|file| (0..9).map(move |rank| (file, rank)))
}

fn land((file, rank): Field) -> (i32, i32) {
    (file / 3, rank / 3)
}

fn step((file, rank): Field, facing: i32) -> Option<Field> {
    let (files, ranks) = STEPS[facing.rem_euclid(8) as usize];
    let to = (file + files, rank + ranks);
    ((0..9).contains(&to.0) && (0..9).contains(&to.1)).then_some(to)
}

fn between(from: Field, to: Field) -> Vec<Field> {
    let way = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
    let length = (to.0 - from.0).abs().max((to.1 - from.1).abs());
    (1..length).map(|steps| (from.0 + steps * way.0, from.1 + steps * way.1)).collect()
}

impl Board {
    pub fn read(fen: &str, players: usize, rules: CruSettings) -> Self {
        let parts: Vec<&str> = fen.split(' ').collect();
        let mut cells = [[Cell::default(); 9]; 9];
        for (rank, text) in (0..9).rev().zip(parts[0].split('/')) {
            let mut file = 0;
            let mut letters = text.chars().peekable();
            while let Some(letter) = letters.next() {
                if let Some(run) = letter.to_digit(10) {
                    file += run as usize;
                    continue;
                }
                let lower = letter.to_ascii_lowercase();
                let owner = LETTERS.iter().position(|other| *other == lower).unwrap();
                let cell: &mut Cell = &mut cells[file][rank];
                if letter == lower {
                    cell.marker = Some(owner);
                } else {
                    let facing = letters.next().unwrap().to_digit(10).unwrap();
                    cell.chevron = Some((owner, facing as i32));
                    cell.marker = letters.next_if_eq(&'*').map(|_| owner);
                }
                file += 1;
            }
        }
        let side = LETTERS.iter().position(|letter| parts[1].starts_with(*letter)).unwrap();
        let number = |part: usize| parts[part].parse().unwrap();
        let (halfmove, fullmove) = (number(3), number(4));
        Self { cells, side, stage: parts[2].to_string(), halfmove, fullmove, players, rules }
    }

    pub fn fen(&self) -> String {
        let rank = |rank: i32| {
            let mut text = String::new();
            let mut empty = 0;
            for file in 0..9 {
                let cell = self.at((file, rank));
                if cell.marker.is_none() && cell.chevron.is_none() {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    text += &empty.to_string();
                    empty = 0;
                }
                text += &match cell.chevron {
                    None => LETTERS[cell.marker.unwrap()].to_string(),
                    Some((owner, facing)) => {
                        let star = if cell.marker.is_some() { "*" } else { "" };
                        format!("{}{facing}{star}", LETTERS[owner].to_ascii_uppercase())
                    }
                };
            }
            if empty > 0 {
                text += &empty.to_string();
            }
            text
        };
        let ranks: Vec<String> = (0..9).rev().map(rank).collect();
        let (side, stage) = (LETTERS[self.side], &self.stage);
        format!("{} {side} {stage} {} {}", ranks.join("/"), self.halfmove, self.fullmove)
    }

    fn at(&self, (file, rank): Field) -> Cell {
        self.cells[file as usize][rank as usize]
    }

    fn cell(&mut self, (file, rank): Field) -> &mut Cell {
        &mut self.cells[file as usize][rank as usize]
    }

    fn markers(&self, player: usize) -> u32 {
        every_field().filter(|field| self.at(*field).marker == Some(player)).count() as u32
    }

    fn chevrons(&self, player: usize) -> Vec<(Field, i32)> {
        let own = |field: Field| match self.at(field).chevron {
            Some((owner, facing)) if owner == player => Some((field, facing)),
            _ => None,
        };
        every_field().filter_map(own).collect()
    }

    fn begins_turn(&self) -> bool {
        self.stage.len() == 1 && !self.stage.starts_with('m')
    }

    fn last_round_of(&self) -> Option<usize> {
        LETTERS.iter().position(|letter| self.stage == letter.to_string())
    }

    pub fn is_over(&self) -> bool {
        let over = match self.rules.kind {
            GameKind::Pacru => (0..self.players).any(|player| self.has_won(player)),
            GameKind::Azacru => self
                .last_round_of()
                .is_some_and(|first| first == self.side || !self.rules.last_round),
            GameKind::Shacru => !(0..self.players)
                .any(|player| !self.ways(player).is_empty() && self.has_live_chevron(player)),
        };
        over || self.begins_turn() && self.halfmove >= self.rules.stop_turns
    }

    fn has_won(&self, player: usize) -> bool {
        let alive: Vec<usize> =
            (0..self.players).filter(|player| !self.chevrons(*player).is_empty()).collect();
        self.markers(player) >= self.rules.markers_to_win || alive == [player]
    }

    /// Shacru: whether one chevron reaches a bare field if all others are gone.
    fn has_live_chevron(&self, player: usize) -> bool {
        let mut seen: Vec<(Field, i32)> = Vec::new();
        let mut next = self.chevrons(player);
        while let Some((from, pointing)) = next.pop() {
            if seen.contains(&(from, pointing)) {
                continue;
            }
            seen.push((from, pointing));
            for facing in [pointing + 7, pointing, pointing + 1] {
                let Some(to) = step(from, facing) else { continue };
                match self.at(to).marker {
                    None => return true,
                    Some(owner) if owner != player => continue,
                    Some(_) => {}
                }
                let twists = self.rules.twists && land(from) != land(to);
                let turns: &[i32] = if twists { &[7, 0, 1] } else { &[0] };
                next.extend(turns.iter().map(|turn| (to, (facing + turn) % 8)));
            }
        }
        false
    }

    fn power(&self, player: usize, from: Field) -> i32 {
        if self.rules.kind == GameKind::Shacru {
            return 1;
        }
        let own = |field: &Field| land(*field) == land(from);
        let markers = every_field().filter(own);
        let count = markers.filter(|field| self.at(*field).marker == Some(player)).count();
        (count.max(1) as i32).min(self.rules.most_power as i32)
    }

    /// Everything that a player's chevrons can do but rotate.
    fn ways(&self, player: usize) -> Vec<Way> {
        let is_mine = |field: Field| self.at(field).marker == Some(player);
        let mut ways = Vec::new();
        let mut attacks: Vec<Way> = Vec::new();
        for (from, pointing) in self.chevrons(player) {
            for facing in [(pointing + 7) % 8, pointing, (pointing + 1) % 8] {
                let mut to = from;
                let mut is_blocked = false;
                for length in 1..=self.power(player, from) {
                    let Some(next) = step(to, facing) else { break };
                    to = next;
                    let way = Way { from, to, facing, connects: false, captures: false };
                    let cell = self.at(to);
                    let anchored = is_mine(from) && is_mine(to);
                    match cell.chevron {
                        Some((owner, _)) => {
                            if !is_blocked && owner != player {
                                attacks.push(Way { captures: true, ..way });
                            }
                            is_blocked = true;
                        }
                        None if is_blocked && anchored && self.rules.connection_jumps => {
                            ways.push(way);
                        }
                        None if is_blocked => {}
                        None if cell.marker.is_none_or(|owner| owner == player) => {
                            ways.push(Way { connects: anchored && length > 1, ..way });
                        }
                        None => {}
                    }
                }
            }
        }
        if self.rules.kind == GameKind::Pacru {
            let targets: Vec<Field> = attacks.iter().map(|way| way.to).collect();
            let attackers = |to: Field| targets.iter().filter(|other| **other == to).count();
            attacks.retain(|way| attackers(way.to) > 1);
            ways.extend(attacks);
        }
        ways
    }

    pub fn legal(&self) -> Vec<String> {
        let mut tokens = match self.stage.as_bytes() {
            _ if self.is_over() => Vec::new(),
            [b'm', barred @ ..] => {
                self.bonuses((!barred.is_empty()).then(|| parse(&self.stage[1..])))
            }
            [b'x', ..] => self.payments(),
            _ if self.rules.kind == GameKind::Pacru => self.turn_of_pacru(),
            _ => self.plain_turn(),
        };
        tokens.sort();
        tokens
    }

    fn bonuses(&self, barred: Option<Field>) -> Vec<String> {
        let fields = every_field().filter(|field| {
            let cell = self.at(*field);
            cell.chevron.is_none() && cell.marker != Some(self.side) && Some(*field) != barred
        });
        fields.map(|field| format!("@{}", name(field))).collect()
    }

    fn funds(&self) -> Vec<Field> {
        let pays = |field: &Field| {
            let cell = self.at(*field);
            cell.marker == Some(self.side) && cell.chevron.is_none()
        };
        every_field().filter(pays).collect()
    }

    fn left_to_pay(&self) -> usize {
        self.stage[1..2].parse().unwrap()
    }

    fn payments(&self) -> Vec<String> {
        let mut funds = self.funds();
        if self.stage.len() > 2 {
            let last = parse(&self.stage[2..]);
            funds.retain(|field| *field > last);
        }
        funds.truncate((funds.len() + 1).saturating_sub(self.left_to_pay()));
        funds.into_iter().map(|field| format!("x{}", name(field))).collect()
    }

    /// By how many eighths a chevron may be turned, and the price.
    fn rotations(&self) -> Vec<(i32, u32)> {
        let [eighth, quarter] = self.rules.rotation_prices;
        let mut all = Vec::new();
        if self.rules.rotations != Rotations::None {
            all.extend([(1, eighth), (7, eighth)]);
        }
        if self.rules.rotations == Rotations::Quarter {
            all.extend([(2, quarter), (6, quarter)]);
        }
        all
    }

    fn turn_of_pacru(&self) -> Vec<String> {
        let mut tokens = Vec::new();
        for way in self.ways(self.side) {
            let token = name(way.from) + &name(way.to);
            let markers = self.border_markers(&way);
            if way.connects {
                tokens.push(format!("{token}~"));
            } else if markers.is_empty() {
                tokens.push(token.clone());
            }
            tokens.extend(markers.into_iter().map(|field| format!("{token}@{}", name(field))));
        }
        let funds = self.funds().len() as u32;
        for (from, facing) in self.chevrons(self.side) {
            for (eighths, price) in self.rotations() {
                if price <= funds {
                    tokens.push(format!("{}r{}", name(from), (facing + eighths) % 8));
                }
            }
        }
        tokens
    }

    /// The fields for the marker of a border crossing.
    fn border_markers(&self, way: &Way) -> Vec<Field> {
        if land(way.from) == land(way.to) || self.rules.border_marker == BorderMarker::None {
            return Vec::new();
        }
        let mut after = self.clone();
        after.carry_out(way);
        let inside: Vec<Field> =
            every_field().filter(|field| land(*field) == land(way.to)).collect();
        let is_bare = |field: &Field| after.at(*field).marker.is_none();
        let has_bare = inside.iter().any(is_bare);
        let serves = |field: &Field| {
            let cell = after.at(*field);
            let is_free = cell.chevron.is_none()
                || *field == way.to && self.rules.border_marker_under_chevron;
            let is_wanted = match cell.marker {
                None => true,
                Some(owner) => {
                    !has_bare && owner != self.side && self.rules.border_marker == BorderMarker::Any
                }
            };
            is_free && is_wanted
        };
        inside.into_iter().filter(serves).collect()
    }

    fn plain_turn(&self) -> Vec<String> {
        let mut tokens = Vec::new();
        for way in self.ways(self.side) {
            let connects = way.connects && self.rules.kind == GameKind::Azacru;
            let token = name(way.from) + &name(way.to) + if connects { "~" } else { "" };
            let crosses = land(way.from) != land(way.to);
            if self.rules.twists && crosses && !(connects && self.loses_chevron(&way)) {
                let turned = [(way.facing + 7) % 8, (way.facing + 1) % 8];
                tokens.extend(turned.map(|facing| format!("{token}r{facing}")));
            }
            tokens.push(token);
        }
        if tokens.is_empty() {
            tokens.push("end".to_string());
        }
        tokens
    }

    fn loses_chevron(&self, way: &Way) -> bool {
        let is_taken = |field: Field| self.at(field).marker.is_some_and(|owner| owner != self.side);
        match self.rules.chevron_lost_by {
            ChevronLostBy::Nothing => false,
            ChevronLostBy::Taking => between(way.from, way.to).into_iter().any(is_taken),
            ChevronLostBy::Connecting => true,
        }
    }

    /// Moves the chevron, with the marker of a capture.
    fn carry_out(&mut self, way: &Way) {
        let me = self.side;
        self.cell(way.from).chevron = None;
        let to = self.cell(way.to);
        to.chevron = Some((me, way.facing));
        if way.captures {
            to.marker = Some(me);
        }
    }

    /// The position after a legal token.
    pub fn after(&self, token: &str) -> Self {
        let mut next = self.clone();
        let me = self.side;
        match token.as_bytes() {
            b"end" => {
                if self.rules.kind == GameKind::Azacru && self.stage == "-" {
                    next.stage = LETTERS[me].to_string();
                }
                next.end_turn(false);
            }
            [b'@', ..] => {
                next.cell(parse(&token[1..])).marker = Some(me);
                next.stage = "-".to_string();
                next.end_turn(true);
            }
            [b'x', ..] => {
                next.cell(parse(&token[1..])).marker = None;
                let left = self.left_to_pay() - 1;
                if left == 0 {
                    next.stage = "-".to_string();
                    next.end_turn(true);
                } else {
                    next.stage = format!("x{left}{}", &token[1..]);
                }
            }
            [_, _, b'r', facing] => next.rotate(parse(token), i32::from(facing - b'0')),
            _ => {
                let is_it = |way: &Way| name(way.from) + &name(way.to) == token[..4];
                let way = self.ways(me).into_iter().find(is_it).unwrap();
                next.move_chevron(&way, &token[4..]);
            }
        }
        next
    }

    fn rotate(&mut self, from: Field, facing: i32) {
        let before = self.at(from).chevron.unwrap().1;
        let turn = (facing - before).rem_euclid(8);
        let (_, price) =
            self.rotations().into_iter().find(|(eighths, _)| *eighths == turn).unwrap();
        self.cell(from).chevron = Some((self.side, facing));
        if price == 0 {
            self.end_turn(false);
        } else {
            self.stage = format!("x{price}");
        }
    }

    fn is_met(&self) -> bool {
        let threshold = self.rules.meeting_threshold;
        let others = (0..self.players).filter(|player| *player != self.side);
        others.map(|player| self.markers(player)).any(|count| count >= threshold)
    }

    fn move_chevron(&mut self, way: &Way, suffix: &str) {
        let me = self.side;
        let before = self.clone();
        let loses = suffix.starts_with('~')
            && self.rules.kind == GameKind::Azacru
            && self.loses_chevron(way);
        self.carry_out(way);
        let was_met = self.is_met();
        let mut marked = Vec::new();
        if self.rules.kind != GameKind::Pacru {
            marked.push(way.to);
        }
        if suffix.starts_with('~') {
            marked.extend(between(way.from, way.to));
        }
        if let Some(field) = suffix.strip_prefix('@') {
            marked.push(parse(field));
        }
        if let Some((_, facing)) = suffix.split_once('r') {
            self.cell(way.to).chevron = Some((me, facing.parse().unwrap()));
        }
        for field in marked {
            self.cell(field).marker = Some(me);
        }
        if loses {
            self.cell(way.to).chevron = None;
        }
        let is_changed = |field: Field| self.at(field).marker != before.at(field).marker;
        let changed = loses || way.captures || every_field().any(is_changed);
        if self.rules.kind == GameKind::Pacru && self.brings_bonus(way, was_met) {
            let barred =
                if self.rules.bonus_on_field_left { String::new() } else { name(way.from) };
            self.stage = format!("m{barred}");
        } else {
            self.end_turn(changed);
        }
    }

    fn brings_bonus(&self, way: &Way, was_met: bool) -> bool {
        let Some(next) = step(way.to, way.facing) else { return false };
        let partner = Some((self.side, (way.facing + 4) % 8));
        let stands = |field: Field| self.at(field).marker == Some(self.side);
        let is_met = match self.rules.meeting_counted {
            MeetingCounted::Before => was_met,
            MeetingCounted::After => self.is_met(),
        };
        let barred = (!self.rules.bonus_on_field_left).then_some(way.from);
        stands(way.to)
            && stands(next)
            && self.at(next).chevron == partner
            && is_met
            && !self.bonuses(barred).is_empty()
            && !self.has_won(self.side)
    }

    fn end_turn(&mut self, changed: bool) {
        self.halfmove = if changed { 0 } else { self.halfmove + 1 };
        let me = self.side;
        let mut next = (me + 1) % self.players;
        if self.rules.kind == GameKind::Pacru {
            loop {
                while self.chevrons(next).is_empty() && next != me {
                    next = (next + 1) % self.players;
                }
                if self.has_won(me) || !self.ways(next).is_empty() {
                    break;
                }
                // One player remains, who need not be the mover.
                if (0..self.players).filter(|player| !self.chevrons(*player).is_empty()).count()
                    == 1
                {
                    break;
                }
                for (field, _) in self.chevrons(next) {
                    self.cell(field).chevron = None;
                }
                self.halfmove = 0;
                if next == me {
                    break;
                }
            }
        }
        if next <= me {
            self.fullmove += 1;
        }
        self.side = next;
    }
}
