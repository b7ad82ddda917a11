//! FEN (rules.md 9). Tokens of actions are in `tokens.rs`, the diagram in `diagram.rs`.

use super::bench::POSITIONS;
use super::board::{HEIGHT, Square, WIDTH, has};
use super::deployment::Hand;
use super::tokens::write_action;
use super::units::{KINDS, UnitKind, Units, each};
use super::{ARSENALS_OF, GameOfWarAction, GameOfWarRules, GameOfWarSettings, Side, War};
use crate::game::{ActionError, Charset, FenError, Notation, Player, TurnDue, text};
use std::fmt::Write;

pub(super) const SIDES: [&str; 2] = ["South", "North"];
const SIDE_LETTERS: [&str; 2] = ["w", "b"];
const FORM: &str =
    "expected `<board> <side> <arsenals> <moved> <retreat> <attack> <hand> <halfmove> <fullmove>`";

impl<R: GameOfWarRules> Notation for War<R> {
    type Rules = R;

    const SIDES: &'static [&'static str] = &SIDES;
    const BENCH: &'static [&'static str] = POSITIONS;
    const BENCH_DEPTH: u32 = 9;

    fn start(rules: R) -> Self {
        match Self::from_fen(rules, &Self::start_text(rules)) {
            Ok(start) => start,
            Err(error) => unreachable!("the start position is refused: {error}"),
        }
    }

    fn from_fen(rules: R, fen: &str) -> Result<Self, FenError> {
        let fields: Vec<&str> = fen.split_ascii_whitespace().collect();
        let Ok(fields) = <[&str; 9]>::try_from(fields.as_slice()) else {
            let last = fields.last().copied().unwrap_or("");
            return Err(FenError::new(
                "last",
                last,
                format!("{FORM}, found {} fields", fields.len()),
            ));
        };
        let mut game = Self::empty(rules);
        game.read_board(fields[0])?;
        let side = SIDE_LETTERS.iter().position(|letter| *letter == fields[1]);
        let side = side.ok_or_else(|| FenError::new("side", fields[1], "expected w or b"))?;
        game.set_side(Player::new(side));
        game.read_arsenals(fields[2])?;
        game.read_hands(fields[6])?;
        game.now.halfmove = text::read_counter("halfmove", fields[7], 0)?;
        game.now.fullmove = text::read_counter("fullmove", fields[8], 0)?;
        game.validate_deployment(fields[6])?;
        let moved = read_squares("moved", fields[3])?;
        let retreat = read_squares("retreat", fields[4])?;
        let attacked = match fields[5] {
            "-" => false,
            "x" => true,
            other => return Err(FenError::new("attack", other, "expected x or -")),
        };
        game.finish(["moved", "retreat"], &moved, &retreat, attacked)?;
        Ok(game)
    }

    fn fen(&self) -> String {
        let now = &self.now;
        let list = |squares: &mut dyn Iterator<Item = Square>| {
            let mut squares: Vec<Square> = squares.collect();
            squares.sort_unstable();
            let names: Vec<String> = squares.into_iter().map(Square::name).collect();
            if names.is_empty() { "-".to_string() } else { names.join(",") }
        };
        let own = &now.squares[now.side.index()];
        [
            self.board_field(),
            SIDE_LETTERS[now.side.index()].to_string(),
            list(&mut (0..2).flat_map(|side| self.intact(side))),
            list(&mut each(now.moved).map(|unit| own[unit])),
            list(&mut each(now.retreat).map(|unit| own[unit])),
            if now.attacked { "x" } else { "-" }.to_string(),
            self.hand_field(),
            now.halfmove.to_string(),
            now.fullmove.to_string(),
        ]
        .join(" ")
    }

    fn parse_action(&self, token: &str) -> Result<GameOfWarAction, ActionError> {
        self.read_action(token)
    }

    fn reason(&self) -> Option<&'static str> {
        self.why_over()
    }

    fn action_token(&self, action: GameOfWarAction) -> String {
        write_action(action)
    }

    fn diagram(&self, charset: Charset) -> String {
        self.draw(charset)
    }

    fn owner(sign: char) -> Option<Player> {
        text::owner_by_case(sign)
    }

    fn themes(&self, action: GameOfWarAction) -> Vec<&'static str> {
        self.themes_of(action)
    }

    fn tell(&self, action: GameOfWarAction) -> Option<String> {
        self.tell_action(action)
    }

    fn effects(&self, turn: &[GameOfWarAction]) -> Vec<String> {
        self.effects_of(turn)
    }

    fn due(&self) -> Vec<TurnDue> {
        self.due_in_turn()
    }
}

impl<R: GameOfWarRules> War<R> {
    /// The FEN of the start. That of the built-in variant serves both sides: the one that begins is to move.
    pub(super) fn start_text(rules: R) -> String {
        let settings = rules.get();
        let is_usual = settings.start == GameOfWarSettings::STANDARD.start;
        match settings.first_player {
            Side::North if is_usual => settings.start.replacen(" w ", " b ", 1),
            _ => settings.start.to_string(),
        }
    }

    fn read_board(&mut self, field: &str) -> Result<(), FenError> {
        let ranks: Vec<&str> = field.split('/').collect();
        if ranks.len() != HEIGHT {
            let reason = format!("expected {HEIGHT} ranks, found {}", ranks.len());
            return Err(FenError::new("board", field, reason));
        }
        for (text, rank) in ranks.into_iter().zip((0..HEIGHT).rev()) {
            self.read_rank(text, rank).map_err(|reason| {
                FenError::new("board", text, format!("rank {}: {reason}", rank + 1))
            })?;
        }
        Ok(())
    }

    fn read_rank(&mut self, mut text: &str, rank: usize) -> Result<(), String> {
        let mut file = 0;
        while let Some(letter) = text.chars().next() {
            let digits = text.bytes().take_while(u8::is_ascii_digit).count();
            if digits > 0 {
                let (run, rest) = text.split_at(digits);
                let length = run.parse::<usize>().ok().filter(|_| !run.starts_with('0'));
                let is_run = |length: &usize| (1..=WIDTH).contains(length);
                file += length.filter(is_run).ok_or(format!("`{run}` is no run of squares"))?;
                text = rest;
                continue;
            }
            text = &text[letter.len_utf8()..];
            let square = Square::at(file, rank).ok_or("more than 25 squares")?;
            self.set_up(letter, square)?;
            file += 1;
        }
        if file == WIDTH { Ok(()) } else { Err(format!("expected 25 squares, found {file}")) }
    }

    fn read_arsenals(&mut self, field: &str) -> Result<(), FenError> {
        let mut intact = 0;
        for square in read_squares("arsenals", field)? {
            let index = self.rules.arsenals().iter().position(|arsenal| *arsenal == square);
            let none = || FenError::new("arsenals", field, format!("{square:?} is no arsenal"));
            intact |= 1 << index.ok_or_else(none)?;
        }
        self.set_arsenals(intact);
        Ok(())
    }

    fn read_hands(&mut self, field: &str) -> Result<(), FenError> {
        if field == "-" {
            return Ok(());
        }
        let form = "expected - or South's and North's part, such as I9C4K1W1R1X1/I9C4K1W1R1X1";
        let fault = || FenError::new("hand", field, form);
        let (south, north) = field.split_once('/').ok_or_else(fault)?;
        self.set_hands([read_hand(south).ok_or_else(fault)?, read_hand(north).ok_or_else(fault)?]);
        if self.now.hands.iter().any(|hand| hand.unseen) && !self.settings().deployment_is_hidden {
            return Err(FenError::new("hand", field, "each side sees the other's units here"));
        }
        if self.now.deploying { Ok(()) } else { Err(fault()) }
    }

    /// Puts a unit, named by its letter, on an empty square.
    ///
    /// # Errors
    /// If the letter names no unit, or the side already has all units of that kind.
    pub(super) fn set_up(&mut self, letter: char, square: Square) -> Result<(), String> {
        let kind = UnitKind::from_letter(letter.to_ascii_uppercase());
        let kind = kind.ok_or(format!("`{letter}` is no unit and no run of squares"))?;
        let side = usize::from(letter.is_ascii_lowercase());
        let free = self.army().units(kind) & !self.now.alive[side];
        if free == 0 {
            return Err(self.too_many(side, kind));
        }
        self.put(side, free.trailing_zeros() as usize, square);
        Ok(())
    }

    /// Completes a position whose board, side, arsenals and hands are set with the events of the turn. `names` are
    /// the names of the two lists for error messages.
    ///
    /// # Errors
    /// For every position that the rules forbid, except faults of the deployment.
    pub(super) fn finish(
        &mut self,
        names: [&'static str; 2],
        moved: &[Square],
        retreat: &[Square],
        attacked: bool,
    ) -> Result<(), FenError> {
        self.validate_board()?;
        self.rebuild_communications();
        let units = self.own_units(names[0], moved)?;
        if units.count_ones() > self.settings().moves_a_turn {
            let reason = format!("more than {} moved", self.moves_text());
            return Err(FenError::new(names[0], units.count_ones().to_string(), reason));
        }
        self.set_moved(units);
        if let [_, second, ..] = retreat {
            return Err(FenError::new(names[1], second.name(), "one unit retreats at most"));
        }
        let units = self.own_units(names[1], retreat)?;
        self.set_retreat(units);
        if attacked {
            self.set_attacked();
        }
        self.validate_turn(names)?;
        self.find_outcome();
        Ok(())
    }

    /// The units of the side to move on the squares of a list.
    fn own_units(&self, name: &'static str, squares: &[Square]) -> Result<Units, FenError> {
        let mut units = 0;
        for square in squares {
            match self.unit_on(*square) {
                Some((side, unit)) if side == self.now.side.index() => units |= 1 << unit,
                _ => {
                    let reason = "no unit of the side to move is there";
                    return Err(FenError::new(name, square.name(), reason));
                }
            }
        }
        Ok(units)
    }

    /// Checks the board.
    fn validate_board(&self) -> Result<(), FenError> {
        let fault = |token: String, reason: String| Err(FenError::new("board", token, reason));
        for side in 0..2 {
            let squares = self.now.squares[side].into_iter();
            let mut on_board = squares.filter(|square| *square != Square::NOWHERE);
            if let Some(square) =
                on_board.find(|square| has(&self.terrain().map.mountains, *square))
            {
                return fault(square.name(), "a unit is on a mountain".to_string());
            }
            for kind in UnitKind::ALL {
                let on_board =
                    (self.now.alive[side] & self.army().units(kind)).count_ones() as usize;
                let in_hand = usize::from(self.now.hands[side].counts[kind.index()]);
                if on_board + in_hand > self.army().count(kind) {
                    return fault(kind.letter().to_string(), self.too_many(side, kind));
                }
            }
            let is_entered = |square: &Square| {
                let unit = self.unit_on(*square);
                unit.is_some_and(|(owner, unit)| {
                    owner != side && 1 << unit & self.destroyers() != 0
                })
            };
            if let Some(square) = self.intact(side).find(is_entered) {
                let what =
                    if self.settings().relays_destroy_arsenals { "unit" } else { "combat unit" };
                let reason = format!("an enemy {what} is on an intact arsenal");
                return fault(square.name(), reason);
            }
        }
        Ok(())
    }

    /// Checks a position of the deployment.
    fn validate_deployment(&self, hand: &str) -> Result<(), FenError> {
        if !self.now.deploying {
            return Ok(());
        }
        let now = &self.now;
        let fault = |reason: &str| Err(FenError::new("hand", hand, reason));
        if self.hand().is_empty() {
            return fault("the side to move has nothing to set up");
        }
        let south_is_busy = now.hands[0].counts != [0; KINDS];
        if south_is_busy && (now.alive[1] != 0 || now.side == Player::TWO) {
            return fault("North sets up when South's hand is empty");
        }
        for (side, name) in SIDES.into_iter().enumerate() {
            let mut units = each(now.alive[side]).map(|unit| now.squares[side][unit]);
            if let Some(square) = units.find(|square| !Self::is_home(side, *square)) {
                let reason = format!("not in {name}'s own territory");
                return Err(FenError::new("board", square.name(), reason));
            }
            if now.hands[side].unseen && now.alive[side] != 0 {
                return fault("units of a side that sets up unseen are on the board");
            }
            if !self.fits(side) {
                return fault("what is still to be set up does not fit on the squares left for it");
            }
        }
        Ok(())
    }

    /// Whether both sides can set up what is still to be set up.
    pub(super) fn may_set_up(&self) -> bool {
        (0..2).all(|side| self.fits(side))
    }

    /// Whether squares remain for all units of a hand, in the canonical order. The squares for a kind are those above
    /// its highest unit. So two kinds compete only for the higher squares.
    fn fits(&self, side: usize) -> bool {
        let room = |kind: UnitKind| self.free_for(side, kind).count();
        let count = |kind: UnitKind| usize::from(self.now.hands[side].counts[kind.index()]);
        UnitKind::ALL.into_iter().filter(|kind| count(*kind) > 0).all(|kind| {
            let rivals = UnitKind::ALL.into_iter().filter(|other| room(*other) <= room(kind));
            rivals.map(count).sum::<usize>() <= room(kind)
        })
    }

    /// Checks the events of the turn; `names` are for error messages.
    fn validate_turn(&self, names: [&'static str; 2]) -> Result<(), FenError> {
        let now = &self.now;
        let named = |name, units: Units, reason: &str| {
            let square = each(units).map(|unit| now.squares[now.side.index()][unit].name()).next();
            Err(FenError::new(name, square.unwrap_or_default(), reason))
        };
        if now.deploying {
            let reason = "nothing moves or is attacked in the deployment";
            return match (now.moved, now.retreat, now.attacked) {
                (0, 0, false) => Ok(()),
                (0, 0, true) => Err(FenError::new("attack", "x", reason)),
                (0, retreat, _) => named(names[1], retreat, reason),
                (moved, ..) => named(names[0], moved, reason),
            };
        }
        let pending = self.pending_retreat();
        if pending != 0 {
            if now.moved != 0 {
                return named(names[1], pending, "the retreat is the first move of a turn");
            }
            let can_move = |unit: usize| self.targets_of(unit) != 0;
            if !each(self.movers()).any(can_move) {
                return named(names[1], pending, "this unit has no legal retreat");
            }
        }
        if now.attacked {
            let enemies = ARSENALS_OF[1 - now.side.index()];
            if now.moved == 0 {
                return Err(FenError::new("attack", "x", "no unit has moved onto an arsenal"));
            }
            if now.arsenals & enemies == enemies {
                let reason = "both arsenals of the other side are intact";
                return Err(FenError::new("attack", "x", reason));
            }
        }
        Ok(())
    }

    fn board_field(&self) -> String {
        let ranks = (0..HEIGHT).rev().map(|rank| {
            let mut text = String::new();
            let mut empty = 0;
            for square in (0..WIDTH).filter_map(|file| Square::at(file, rank)) {
                match self.letter_on(square) {
                    Some(letter) => {
                        if empty > 0 {
                            let _ = write!(text, "{empty}");
                        }
                        empty = 0;
                        text.push(letter);
                    }
                    None => empty += 1,
                }
            }
            if empty > 0 {
                let _ = write!(text, "{empty}");
            }
            text
        });
        ranks.collect::<Vec<_>>().join("/")
    }

    /// The letter of the unit on a square; upper case for South.
    pub(super) fn letter_on(&self, square: Square) -> Option<char> {
        let (side, unit) = self.unit_on(square)?;
        let letter = self.kind_of(unit).letter();
        Some(if side == 0 { letter } else { letter.to_ascii_lowercase() })
    }

    /// The moves of a turn as units, such as `five units have`.
    pub(super) fn moves_text(&self) -> String {
        match self.settings().moves_a_turn {
            1 => "one unit has".to_string(),
            5 => "five units have".to_string(),
            moves => format!("{moves} units have"),
        }
    }

    fn too_many(&self, side: usize, kind: UnitKind) -> String {
        let count = self.army().count(kind);
        format!("{} has more than {count} units of kind {}", SIDES[side], kind.name())
    }

    fn hand_field(&self) -> String {
        if !self.now.deploying {
            return "-".to_string();
        }
        self.now.hands.map(hand_text).join("/")
    }
}

fn hand_text(hand: Hand) -> String {
    if hand.unseen {
        return "?".to_string();
    }
    let mut text = String::new();
    for (kind, count) in UnitKind::ALL.into_iter().zip(hand.counts) {
        if count > 0 {
            let _ = write!(text, "{}{count}", kind.letter());
        }
    }
    if text.is_empty() { "-".to_string() } else { text }
}

/// The inverse of [`hand_text`]. Any other text gives `None`.
fn read_hand(text: &str) -> Option<Hand> {
    let mut hand = Hand::default();
    match text {
        "?" => hand = Hand::unseen(),
        "-" => {}
        _ => {
            let mut rest = text;
            while let Some(letter) = rest.chars().next() {
                let kind = UnitKind::from_letter(letter)?;
                let numbers = &rest[letter.len_utf8()..];
                let digits = numbers.bytes().take_while(u8::is_ascii_digit).count();
                let (count, others) = numbers.split_at(digits);
                hand.counts[kind.index()] = count.parse().ok()?;
                rest = others;
            }
        }
    }
    (hand_text(hand) == text).then_some(hand)
}

/// The squares of a list, which must be sorted.
fn read_squares(name: &'static str, field: &str) -> Result<Vec<Square>, FenError> {
    let mut squares = Vec::new();
    if field == "-" {
        return Ok(squares);
    }
    for text in field.split(',') {
        let unreadable = || FenError::new(name, field, format!("`{text}` is no square"));
        let square = Square::parse(text).ok_or_else(unreadable)?;
        if squares.last().is_some_and(|last| *last >= square) {
            let reason = format!("{text} does not come after the square before it");
            return Err(FenError::new(name, field, reason));
        }
        squares.push(square);
    }
    Ok(squares)
}
