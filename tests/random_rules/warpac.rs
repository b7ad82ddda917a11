//! Random settings of War-in-the-Pacific Chess, without submarines and with them.

use super::{plain_perft, random_settings};
use crate::common::{Random, lively_action, random_game};
use crate::hidden::follow_random_games;
use std::sync::atomic::AtomicBool;
use strategos::game::{Game, Learnable, Notation, Planes, Settings, SwitchTable, perft};
use strategos::games::warpac::{
    SUBMARINE_SWITCHES, SWITCHES, Standard, Submarines, Surface, WarpacOfFile, WarpacRules,
    WarpacSettings,
};
use strategos::games::{Draft, Playable, Ruleset, Variant};
use strategos::search::Tactics;

/// The rules of rulebook and switches once more, slowly: the legal tokens of a position, and what they make of it.
mod naive {
    use std::collections::BTreeMap;
    use strategos::games::warpac::{Fate, KnightMoves, Sidestep, WarpacSettings};

    /// File and rank, from 1.
    type Square = (i32, i32);

    const ORDER: &str = "KQRBN";
    const STRAIGHT: [Square; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
    const DIAGONAL: [Square; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

    #[derive(Clone, Debug, PartialEq)]
    pub struct Wing {
        docked: bool,
        /// The square of the carrier, if there is one.
        carrier: Option<Square>,
        spent: bool,
    }

    #[derive(Clone, Debug, PartialEq)]
    pub struct Position {
        pieces: BTreeMap<Square, char>,
        white: bool,
        phase: char,
        /// By the square of the squadron.
        wings: BTreeMap<Square, Wing>,
        subs: [Vec<Square>; 2],
        points: [u32; 2],
        quiet: u32,
        rules: WarpacSettings,
    }

    fn name((file, rank): Square) -> String {
        format!("{}{rank}", (b'a' + file as u8 - 1) as char)
    }

    fn square(text: &str) -> Square {
        let file = i32::from(text.as_bytes()[0] - b'a') + 1;
        (file, text[1..].parse().unwrap())
    }

    fn is_on_board((file, rank): Square) -> bool {
        (1..=16).contains(&file) && (1..=16).contains(&rank)
    }

    fn squares() -> impl Iterator<Item = Square> {
        (1..=16).flat_map(|rank| (1..=16).map(move |file| (file, rank)))
    }

    fn distance(one: Square, other: Square) -> i32 {
        (one.0 - other.0).abs().max((one.1 - other.1).abs())
    }

    fn is_knights((file, rank): Square, (file2, rank2): Square) -> bool {
        let mut steps = [(file - file2).abs(), (rank - rank2).abs()];
        steps.sort();
        steps == [1, 2]
    }

    fn area((file, rank): Square) -> [Square; 4] {
        [(file, rank), (file + 1, rank), (file, rank + 1), (file + 1, rank + 1)]
    }

    /// The distance of a square from an area.
    fn gap(corner: Square, from: Square) -> i32 {
        area(corner).into_iter().map(|member| distance(member, from)).min().unwrap()
    }

    impl Position {
        pub fn read(fen: &str, rules: WarpacSettings) -> Self {
            let fields: Vec<&str> = fen.split(' ').collect();
            let mut pieces = BTreeMap::new();
            for (text, rank) in fields[0].split('/').zip((1..=16).rev()) {
                let (mut file, mut run) = (1, String::new());
                for letter in text.chars() {
                    if letter.is_ascii_digit() {
                        run.push(letter);
                        continue;
                    }
                    file += run.parse().unwrap_or(0);
                    run.clear();
                    pieces.insert((file, rank), letter);
                    file += 1;
                }
            }
            let wing = |text: &str| {
                let (squadron, rest) = text.split_once(['>', '^']).unwrap();
                let carrier = rest.trim_end_matches('n');
                let docked = text.contains('>');
                let carrier = (carrier != "-").then(|| square(carrier));
                (square(squadron), Wing { docked, carrier, spent: rest.ends_with('n') })
            };
            let list = |text: &str| {
                text.split(',').filter(|one| *one != "-").map(str::to_string).collect::<Vec<_>>()
            };
            let subs =
                fields[4].split('/').map(|side| list(side).iter().map(|one| square(one)).collect());
            let mut subs: Vec<Vec<Square>> = subs.collect();
            subs.resize(2, Vec::new());
            let points: Vec<u32> =
                fields[5].split('/').map(|one| one.parse().unwrap_or(0)).collect();
            Self {
                pieces,
                white: fields[1] == "w",
                phase: fields[2].chars().next().unwrap(),
                wings: list(fields[3]).iter().map(|one| wing(one)).collect(),
                subs: subs.try_into().unwrap(),
                points: if points.len() == 2 { [points[0], points[1]] } else { [0; 2] },
                quiet: fields[6].parse().unwrap(),
                rules,
            }
        }

        fn me(&self) -> usize {
            usize::from(!self.white)
        }

        fn is_of(&self, side: usize, letter: char) -> bool {
            letter.is_ascii_uppercase() == (side == 0)
        }

        fn is_mine(&self, at: Square) -> bool {
            self.pieces.get(&at).is_some_and(|letter| self.is_of(self.me(), *letter))
        }

        fn is_theirs(&self, at: Square) -> bool {
            self.pieces.contains_key(&at) && !self.is_mine(at)
        }

        fn of(&self, side: usize) -> Vec<(Square, char)> {
            let own = self.pieces.iter().filter(|(_, letter)| self.is_of(side, **letter));
            own.map(|(at, letter)| (*at, letter.to_ascii_uppercase())).collect()
        }

        fn ships(&self, side: usize) -> Vec<Square> {
            self.of(side).into_iter().filter(|(_, kind)| *kind != 'Q').map(|(at, _)| at).collect()
        }

        pub fn legal(&self) -> Vec<String> {
            let is_over = self.phase != 'd'
                && ([0, 1].iter().any(|side| self.ships(*side).is_empty())
                    || self.quiet >= self.rules.draw_turns);
            let mut found = match self.phase {
                _ if is_over => Vec::new(),
                'd' => self.drops(),
                's' => self.surface(),
                _ => self.underwater(),
            };
            found.sort();
            found
        }

        fn number(&self, kind: char) -> u32 {
            match kind {
                'S' => self.subs[self.me()].len() as u32,
                _ => self.of(self.me()).iter().filter(|(_, other)| *other == kind).count() as u32,
            }
        }

        fn basic(&self, kind: char) -> u32 {
            ORDER.find(kind).map_or(self.rules.submarines, |at| self.rules.basic_fleet[at])
        }

        fn price(&self, kind: char) -> u32 {
            self.rules.prices[ORDER.find(kind).unwrap()]
        }

        fn waters(&self, (_, rank): Square) -> bool {
            (rank <= 8) == self.white
        }

        fn drops(&self) -> Vec<String> {
            let kinds: Vec<char> =
                ORDER.chars().chain(self.rules.has_submarines.then_some('S')).collect();
            let mut found = Vec::new();
            for (place, kind) in kinds.iter().copied().enumerate() {
                let before = kinds[..place].iter().all(|one| self.number(*one) >= self.basic(*one));
                let after = kinds[place + 1..].iter().all(|one| self.number(*one) == 0);
                let is_basic = self.number(kind) < self.basic(kind);
                let is_paid = kind != 'S'
                    && self.points[self.me()] >= if kind == 'S' { 0 } else { self.price(kind) };
                if before && after && (is_basic || is_paid) {
                    found.extend(squares().flat_map(|at| self.drops_on(kind, at)));
                }
            }
            if kinds.iter().all(|one| self.number(*one) >= self.basic(*one)) || found.is_empty() {
                found.push("end".to_string());
            }
            found
        }

        fn drops_on(&self, kind: char, at: Square) -> Vec<String> {
            let mine = &self.subs[self.me()];
            let token = format!("{kind}@{}", name(at));
            if kind == 'S' {
                let abroad = mine.iter().filter(|one| !self.waters(**one)).count() as u32;
                let may = self.waters(at) || abroad < self.rules.submarines_abroad;
                return if may && !mine.contains(&at) { vec![token] } else { Vec::new() };
            }
            if !self.waters(at) || self.pieces.contains_key(&at) {
                return Vec::new();
            }
            if kind != 'Q' {
                return vec![token];
            }
            let has_wing =
                |carrier: Square| self.wings.values().any(|wing| wing.carrier == Some(carrier));
            let homes = self.of(self.me()).into_iter().filter(|(home, other)| {
                *other == 'K' && distance(*home, at) == 1 && !has_wing(*home)
            });
            homes.map(|(home, _)| format!("{token}>{}", name(home))).collect()
        }

        fn slides(&self, from: Square, ways: &[Square]) -> Vec<Square> {
            let mut found = Vec::new();
            for (files, ranks) in ways {
                let mut at = (from.0 + files, from.1 + ranks);
                while is_on_board(at) && !self.is_mine(at) {
                    found.push(at);
                    if self.pieces.contains_key(&at) {
                        break;
                    }
                    at = (at.0 + files, at.1 + ranks);
                }
            }
            found
        }

        fn targets(&self, from: Square, kind: char) -> Vec<Square> {
            let near = |wanted: &dyn Fn(Square) -> bool| {
                squares().filter(|to| wanted(*to)).collect::<Vec<_>>()
            };
            let leaps = || near(&|to| is_knights(from, to) && !self.is_mine(to));
            match kind {
                'N' => leaps(),
                'R' => self.slides(from, &STRAIGHT),
                'B' => {
                    let mut found = self.slides(from, &DIAGONAL);
                    found.extend(near(&|to| {
                        let is_beside = (from.0 - to.0).abs() + (from.1 - to.1).abs() == 1;
                        is_beside
                            && match self.rules.cruiser_step {
                                Sidestep::Never => false,
                                Sidestep::Empty => !self.pieces.contains_key(&to),
                                Sidestep::Takes => !self.is_mine(to),
                            }
                    }));
                    found
                }
                'Q' => {
                    let mut found = self.slides(from, &STRAIGHT);
                    found.extend(self.slides(from, &DIAGONAL));
                    let may_leap = match self.rules.knight_moves {
                        KnightMoves::Never => false,
                        KnightMoves::Once => !self.wings[&from].spent,
                        KnightMoves::Always => true,
                    };
                    if may_leap {
                        found.extend(leaps());
                    }
                    found
                }
                _ => near(&|to| distance(from, to) == 1 && self.carrier_may(from, to)),
            }
        }

        fn docked(&self, carrier: Square) -> Option<Square> {
            let mut wings = self.wings.iter();
            wings.find(|(_, wing)| wing.docked && wing.carrier == Some(carrier)).map(|(at, _)| *at)
        }

        fn carrier_may(&self, from: Square, to: Square) -> bool {
            let Some(squadron) = self.docked(from) else { return !self.is_mine(to) };
            let follow = (squadron.0 + to.0 - from.0, squadron.1 + to.1 - from.1);
            (to == squadron || !self.is_mine(to))
                && is_on_board(follow)
                && (follow == from || !self.pieces.contains_key(&follow))
        }

        fn charges(&self, sources: &[Square]) -> Vec<String> {
            let corners = squares().filter(|(file, rank)| *file < 16 && *rank < 16);
            let limit = self.rules.depth_charge_distance as i32;
            let near =
                corners.filter(|corner| sources.iter().any(|from| gap(*corner, *from) <= limit));
            near.map(|corner| format!("s{}", name(corner))).collect()
        }

        fn surface(&self) -> Vec<String> {
            let mut found = Vec::new();
            for (from, kind) in self.of(self.me()) {
                found.extend(self.targets(from, kind).into_iter().map(|to| name(from) + &name(to)));
            }
            if self.rules.has_submarines {
                found.extend(self.charges(&self.ships(self.me())));
            }
            if found.is_empty() {
                found.push("end".to_string());
            }
            found
        }

        fn underwater(&self) -> Vec<String> {
            let mine = &self.subs[self.me()];
            let mut found = vec!["end".to_string()];
            found.extend(self.charges(mine));
            let range = self.rules.torpedo_least as i32..=self.rules.torpedo_most as i32;
            for (target, kind) in self.of(1 - self.me()) {
                let may = kind != 'Q' || self.rules.torpedoes_hit_squadrons;
                if may && mine.iter().any(|from| range.contains(&distance(*from, target))) {
                    found.push(format!("x{}", name(target)));
                }
            }
            for from in mine {
                for (files, ranks) in STRAIGHT.into_iter().chain(DIAGONAL) {
                    for length in 1..=self.rules.submarine_squares as i32 {
                        let to = (from.0 + length * files, from.1 + length * ranks);
                        if !is_on_board(to) || mine.contains(&to) {
                            break;
                        }
                        found.push(name(*from) + &name(to));
                    }
                }
            }
            found
        }

        /// Whether a token is a surface move of one piece that sinks nothing.
        pub fn is_single_move(&self, token: &str) -> bool {
            let split = token.rfind(|letter: char| letter.is_ascii_lowercase()).unwrap_or(0);
            if self.phase != 's' || token.starts_with(['s', 'x']) || token == "end" {
                return false;
            }
            let (from, to) = (square(&token[..split]), square(&token[split..]));
            !self.pieces.contains_key(&to) && self.docked(from).is_none()
        }

        fn sink(&mut self, at: Square) {
            let letter = self.pieces.remove(&at).unwrap();
            self.quiet = 0;
            if letter.eq_ignore_ascii_case(&'Q') {
                self.wings.remove(&at);
            }
            let lost = self.wings.iter().find(|(_, wing)| wing.carrier == Some(at));
            if let Some((squadron, wing)) = lost.map(|(at, wing)| (*at, wing.clone())) {
                if wing.docked || self.rules.squadrons_aloft == Fate::Lost {
                    self.wings.remove(&squadron);
                    self.pieces.remove(&squadron);
                } else {
                    self.wings.insert(squadron, Wing { carrier: None, ..wing });
                }
            }
        }

        fn move_piece(&mut self, from: Square, to: Square) {
            if self.is_theirs(to) {
                self.sink(to);
            }
            let letter = self.pieces.remove(&from).unwrap();
            if letter.eq_ignore_ascii_case(&'Q') {
                let wing = self.wings.remove(&from).unwrap();
                let leaps = self.rules.knight_moves == KnightMoves::Once && is_knights(from, to);
                self.wings.insert(to, Wing { docked: false, spent: wing.spent || leaps, ..wing });
            } else if let Some(squadron) = self.docked(from) {
                let follow = (squadron.0 + to.0 - from.0, squadron.1 + to.1 - from.1);
                let piece = self.pieces.remove(&squadron).unwrap();
                let wing = self.wings.remove(&squadron).unwrap();
                self.pieces.insert(follow, piece);
                self.wings.insert(follow, Wing { carrier: Some(to), ..wing });
            } else if let Some(wing) =
                self.wings.values_mut().find(|wing| wing.carrier == Some(from))
            {
                wing.carrier = Some(to);
            }
            self.pieces.insert(to, letter);
        }

        /// The position after a token.
        pub fn after(&self, token: &str) -> Self {
            let mut after = self.clone();
            let me = self.me();
            after.quiet += 1;
            if self.phase == 'd' {
                after.drop_piece(token);
                return after;
            }
            if let Some(corner) = token.strip_prefix('s') {
                let area = area(square(corner));
                after.subs[1 - me].retain(|at| !area.contains(at));
                if after.subs != self.subs {
                    after.quiet = 0;
                }
            } else if let Some(target) = token.strip_prefix('x') {
                after.sink(square(target));
            } else if token != "end" {
                let split = token.rfind(|letter: char| letter.is_ascii_lowercase()).unwrap();
                let (from, to) = (square(&token[..split]), square(&token[split..]));
                if self.phase == 's' {
                    after.move_piece(from, to);
                } else {
                    after.subs[me].retain(|at| *at != from);
                    after.subs[me].push(to);
                    after.subs[me].sort_by_key(|(file, rank)| (*rank, *file));
                }
            }
            after.turn_over();
            after
        }

        fn drop_piece(&mut self, token: &str) {
            self.quiet = 0;
            let me = self.me();
            let Some((kind, place)) = token.split_once('@') else {
                (self.phase, self.white) = if self.white { ('d', false) } else { ('s', true) };
                if self.phase == 's' {
                    self.points = [0; 2];
                }
                return;
            };
            let kind = kind.chars().next().unwrap();
            if self.number(kind) >= self.basic(kind) {
                self.points[me] -= self.price(kind);
            }
            let (at, home) = place.split_once('>').unwrap_or((place, ""));
            let at = square(at);
            if kind == 'S' {
                self.subs[me].push(at);
                self.subs[me].sort_by_key(|(file, rank)| (*rank, *file));
                return;
            }
            self.pieces.insert(at, if me == 0 { kind } else { kind.to_ascii_lowercase() });
            if kind == 'Q' {
                self.wings
                    .insert(at, Wing { docked: true, carrier: Some(square(home)), spent: false });
            }
        }

        fn turn_over(&mut self) {
            let dives = [0, 1].map(|side| !self.subs[side].is_empty());
            (self.phase, self.white) = match (self.phase, self.white) {
                ('s', true) => ('s', false),
                ('s', false) if dives[0] => ('u', true),
                ('s', false) | ('u', true) if dives[1] => ('u', false),
                _ => ('s', true),
            };
        }
    }
}

/// A fight at close quarters.
const SKIRMISHES: [&str; 2] = [
    "16/16/16/16/16/4k1b1n7/3q2r1b7/5n10/5N10/3Q2R1B7/4K1B1N7/16/16/16/16/16 w s d7>e6,d10^e11 - - 0 1",
    "16/16/16/16/16/4k1b1n7/3q2r1b7/5n10/5N10/3Q2R1B7/4K1B1N7/16/16/16/16/16 w s d7>e6,d10^e11 f7,h8/e9,j10 - 0 1",
];

/// The settings of the built-in variants with their switches.
fn families() -> [(&'static WarpacSettings, SwitchTable<WarpacSettings>); 2] {
    [
        (Standard::<false>::ALWAYS.get(), SWITCHES),
        (Standard::<true>::ALWAYS.get(), SUBMARINE_SWITCHES),
    ]
}

/// Random settings that the rules accept, and one of three starts: the fixed one, a skirmish, the deployment.
fn settings_of(
    (draft, table): &(&'static WarpacSettings, SwitchTable<WarpacSettings>),
    random: &mut Random,
) -> &'static WarpacSettings {
    loop {
        let mut settings = *random_settings(*draft, table, random);
        settings.basic_fleet = std::array::from_fn(|_| random.below(4) as u32);
        settings.prices = std::array::from_fn(|_| 1 + random.below(12) as u32);
        settings.purse = random.below(40) as u32;
        settings.draw_turns = settings.draw_turns.min(1 + random.below(60) as u32);
        let skirmish = SKIRMISHES[usize::from(settings.has_submarines)];
        settings.start = [draft.start, skirmish, "deploy"][random.below(3)];
        let kept: &'static WarpacSettings = Box::leak(Box::new(settings));
        if (table.check)(kept).is_ok() {
            return kept;
        }
    }
}

/// The positions of a game in which something is sunk more often than by chance.
fn lively_game(settings: &'static WarpacSettings, random: &mut Random) -> Vec<WarpacOfFile> {
    let mut game = WarpacOfFile::start(settings);
    let mut positions = vec![game.clone()];
    // A deployment is long.
    let length = if settings.start == "deploy" { 160 } else { 50 };
    while let Some(action) = lively_action(&game, random).filter(|_| positions.len() < length) {
        game.make(action);
        positions.push(game.clone());
    }
    positions
}

fn check_position(game: &WarpacOfFile, settings: &'static WarpacSettings) {
    let fen = game.fen();
    let place = || format!("{settings:?} {fen}");
    let mut legal = Vec::new();
    game.actions(&mut legal);
    assert_eq!(game.count_actions(), legal.len() as u64, "{}", place());
    assert_eq!(game.outcome().is_none(), !legal.is_empty(), "{}", place());
    assert!(WarpacOfFile::from_fen(settings, &fen).unwrap() == *game, "{}", place());
    let position = naive::Position::read(&fen, *settings);
    let (mut tokens, mut ids) = (Vec::new(), Vec::new());
    for action in &legal {
        let action = *action;
        let token = game.action_token(action);
        assert!(
            game.is_legal(action) && game.parse_action(&token) == Ok(action),
            "{token}: {}",
            place()
        );
        let mut after = game.clone();
        let foreseen = game.key_after(action);
        let undo = after.make(action);
        let expected = position.after(&token);
        assert_eq!(
            naive::Position::read(&after.fen(), *settings),
            expected,
            "{token}: {}",
            place()
        );
        let again = WarpacOfFile::from_fen(settings, &after.fen());
        assert!(again.unwrap() == after, "{token}: {}", place());
        // It is exact for moves of a single piece that sink nothing.
        assert!(
            !position.is_single_move(&token) || foreseen == after.key(),
            "{token}: {}",
            place()
        );
        assert!(!game.effects(&[action]).iter().any(String::is_empty));
        assert!(game.tell(action).is_none_or(|text| text.ends_with('.')), "{token}: {}", place());
        assert!(game.themes(action).len() < 6);
        after.unmake(undo);
        assert!(after == *game, "{token}: {}", place());
        tokens.push(token);
        ids.push(game.action_id(action));
    }
    tokens.sort();
    assert_eq!(position.legal(), tokens, "{}", place());
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), legal.len(), "two actions have one id in {}", place());
    assert!(ids.iter().all(|id| *id < WarpacOfFile::ACTION_IDS));
    check_stages(game, legal);
}

/// Noisy and quiet actions are all actions.
fn check_stages(game: &WarpacOfFile, mut legal: Vec<<WarpacOfFile as Game>::Action>) {
    let mut staged = Vec::new();
    if game.outcome().is_none() {
        game.noisy(&mut staged);
        game.quiet(&mut staged);
    }
    let order = |action: &<WarpacOfFile as Game>::Action| game.action_token(*action);
    staged.sort_by_key(order);
    legal.sort_by_key(order);
    assert!(staged == legal, "{}", game.fen());
    let squares = WarpacOfFile::BOARD[0] * WarpacOfFile::BOARD[1];
    for player in [strategos::game::Player::ONE, strategos::game::Player::TWO] {
        let mut bytes = vec![0; squares * WarpacOfFile::planes().len()];
        game.observe(player, &[], &mut Planes::new(&mut bytes, squares));
    }
}

#[test]
fn random_settings_keep_the_rules() {
    let mut random = Random::new(72);
    let (mut positions, mut bereft) = (0, 0);
    for number in 0..60 {
        let settings = settings_of(&families()[number % 2], &mut random);
        for game in lively_game(settings, &mut random) {
            check_position(&game, settings);
            bereft += u32::from(game.fen().contains("^-"));
            positions += 1;
        }
    }
    assert!(positions > 1_500 && bereft > 50, "{positions} {bereft}");
}

#[test]
fn perft_by_generation_is_perft_by_hand_under_random_settings() {
    let mut random = Random::new(720);
    for number in 0..20 {
        let settings = settings_of(&families()[number % 2], &mut random);
        let games = random_game::<WarpacOfFile>(settings, &mut random, 40);
        let game = games[games.len() / 2].state();
        let counted = perft(&mut game.clone(), 2, &AtomicBool::new(false)).unwrap();
        assert_eq!(counted, plain_perft(game, 2), "{settings:?} {}", game.fen());
    }
}

/// What each player is shown agrees with the truth, in whole games with deployments and views.
#[test]
fn views_hold_the_truth_under_random_settings() {
    let mut random = Random::new(7200);
    for number in 0..12 {
        let settings = settings_of(&families()[number % 2], &mut random);
        follow_random_games::<WarpacOfFile>(settings, 2, 60);
    }
}

/// The engine's own fleets are legal whatever they cost, and they spend the points.
#[test]
fn own_fleets_are_legal_under_random_settings() {
    let mut random = Random::new(3);
    for number in 0..40 {
        let settings = settings_of(&families()[number % 2], &mut random);
        let mut game = WarpacOfFile::deploy(settings).unwrap();
        for seed in 0..2 {
            let plan = game.plan(seed).unwrap();
            for action in plan {
                assert!(game.is_legal(action), "{settings:?} {action:?} {}", game.fen());
                game.make(action);
                let points = naive_points(&game);
                assert!(points.iter().all(|left| *left <= settings.purse), "{settings:?}");
            }
        }
        assert!(game.plan(2).is_none(), "{settings:?} {}", game.fen());
    }
}

fn naive_points(game: &WarpacOfFile) -> Vec<u32> {
    let fen = game.fen();
    let field = fen.split(' ').nth(5).unwrap();
    field.split('/').map(|number| number.parse().unwrap_or(0)).collect()
}

/// The same settings in memory and as constants of a type are the same game.
fn play_alike<G: Playable<Rules = R>, R: WarpacRules>(rules: R) {
    let settings = rules.get();
    let mut random = Random::new(7);
    for played in random_game::<G>(rules, &mut random, 200) {
        let fen = played.state().fen();
        let other = WarpacOfFile::from_fen(settings, &fen).unwrap();
        let mut tokens = [Vec::new(), Vec::new()];
        let (mut actions, mut others) = (Vec::new(), Vec::new());
        played.state().actions(&mut actions);
        other.actions(&mut others);
        tokens[0].extend(actions.iter().map(|action| played.state().action_token(*action)));
        tokens[1].extend(others.iter().map(|action| other.action_token(*action)));
        assert_eq!(tokens[0], tokens[1], "{fen}");
        assert_eq!(
            (played.state().key(), played.state().outcome(), played.state().evaluate()),
            (other.key(), other.outcome(), other.evaluate())
        );
    }
}

#[test]
fn settings_in_memory_play_as_the_built_in_ones() {
    play_alike::<Surface, _>(Standard::ALWAYS);
    play_alike::<Surface, _>(Standard::ONCE);
    play_alike::<Submarines, _>(Standard::ALWAYS);
    play_alike::<Submarines, _>(Standard::ONCE);
    let made = |variant: Variant| {
        let draft: Option<Box<dyn Draft>> = variant.ruleset().draft();
        draft.unwrap().ruleset().unwrap()
    };
    let surface = Standard::<false>::ONCE.get();
    assert!(matches!(made(Variant::WARPAC_ONCE), Ruleset::SurfaceOfFile(kept) if kept == surface));
    let submarines = Standard::<true>::ALWAYS.get();
    assert!(
        matches!(made(Variant::WARPAC_SUBS), Ruleset::SubmarinesOfFile(kept) if kept == submarines)
    );
}
