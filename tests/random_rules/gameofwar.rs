//! Random settings of A Game of War: figures, readings, maps and starts.

use super::{plain_perft, random_settings};
use crate::common::{Random, random_game};
use std::sync::atomic::AtomicBool;
use strategos::game::{Game, Learnable, Notation, Outcome, Settings, perft};
use strategos::games::gameofwar::{
    GameOfWar, GameOfWarOfFile, GameOfWarSettings, LoadedRules, SWITCHES, Side, Standard,
};
use strategos::games::{Playable, Ruleset, Variant};

/// The rules of rulebook and switches once more, slowly: found by squares, from a FEN.
mod naive {
    use std::collections::BTreeSet;
    use strategos::games::gameofwar::{
        Blockers, Cover, FireStops, GameOfWarSettings, Lost, Neighbours, Offline, OfflineUnits,
        RelaysLight,
    };

    pub type Square = (i32, i32);
    type Squares = BTreeSet<Square>;

    const AROUND: [Square; 8] =
        [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
    const LETTERS: &str = "ICKWRX";

    pub struct Board {
        /// By file and rank.
        cells: [[Option<char>; 20]; 25],
        ground: [[char; 20]; 25],
        arsenals: Squares,
        moved: Squares,
        retreat: Option<Square>,
        attacked: bool,
        pub side: usize,
        halfmove: u32,
        rules: GameOfWarSettings,
    }

    pub fn name((file, rank): Square) -> String {
        format!("{}{}", (b'a' + file as u8) as char, rank + 1)
    }

    pub fn square(name: &str) -> Square {
        let file = name.as_bytes()[0] - b'a';
        (i32::from(file), name[1..].parse::<i32>().unwrap() - 1)
    }

    fn squares(field: &str) -> Squares {
        field.split(',').filter(|name| *name != "-").map(square).collect()
    }

    /// The letters of a board, rank by rank from the north.
    fn grid(text: &str, plain: char) -> [[char; 20]; 25] {
        let mut grid = [[plain; 20]; 25];
        for (rank, text) in (0..20).rev().zip(text.split('/')) {
            let (mut file, mut run) = (0, 0);
            for letter in text.chars() {
                if let Some(digit) = letter.to_digit(10) {
                    run = 10 * run + digit as usize;
                    continue;
                }
                file += std::mem::take(&mut run);
                grid[file][rank] = letter;
                file += 1;
            }
        }
        grid
    }

    fn side_of(letter: char) -> usize {
        usize::from(letter.is_ascii_lowercase())
    }

    fn is_relay(letter: char) -> bool {
        "RX".contains(letter.to_ascii_uppercase())
    }

    fn is_combat(letter: char) -> bool {
        !is_relay(letter)
    }

    fn distance(one: Square, other: Square) -> i32 {
        (one.0 - other.0).abs().max((one.1 - other.1).abs())
    }

    impl Board {
        pub fn read(fen: &str, rules: GameOfWarSettings) -> Self {
            let fields: Vec<&str> = fen.split(' ').collect();
            let cells = grid(fields[0], ' ')
                .map(|file| file.map(|letter| Some(letter).filter(|letter| *letter != ' ')));
            Self {
                cells,
                ground: grid(rules.map, '.'),
                arsenals: squares(fields[2]),
                moved: squares(fields[3]),
                retreat: squares(fields[4]).into_iter().next(),
                attacked: fields[5] == "x",
                side: usize::from(fields[1] == "b"),
                halfmove: fields[7].parse().unwrap(),
                rules,
            }
        }

        fn ground(&self, (file, rank): Square) -> Option<char> {
            let on_board = (0..25).contains(&file) && (0..20).contains(&rank);
            on_board.then(|| self.ground[file as usize][rank as usize])
        }

        fn is_open(&self, at: Square) -> bool {
            self.ground(at).is_some_and(|ground| ground != '^')
        }

        fn unit(&self, at: Square) -> Option<char> {
            self.ground(at)?;
            self.cells[at.0 as usize][at.1 as usize]
        }

        pub fn units(&self, side: usize) -> Vec<(Square, char)> {
            let all = (0..20).flat_map(|rank| (0..25).map(move |file| (file, rank)));
            all.filter_map(|at| Some((at, self.unit(at)?)))
                .filter(|(_, letter)| side_of(*letter) == side)
                .collect()
        }

        fn traits(&self, letter: char) -> (i32, i32, i32, i32) {
            let kind = LETTERS.find(letter.to_ascii_uppercase()).unwrap();
            let traits = &self.rules.units[kind];
            let [attack, defence, steps, range] =
                [traits.attack, traits.defence, traits.steps, traits.range]
                    .map(|value| value as i32);
            (attack, defence, steps, range)
        }

        fn owner_of_arsenal(&self, at: Square) -> Option<usize> {
            let standing = self.arsenals.contains(&at);
            let sign = self.ground(at).filter(|_| standing)?;
            Some(usize::from(sign == 'a'))
        }

        /// Lit squares and units online, where `stops` says which enemy units end a line.
        fn network_if(&self, side: usize, stops: &dyn Fn(Square) -> bool) -> (Squares, Squares) {
            let own = self.units(side);
            let mut online = Squares::new();
            let mut lit = Squares::new();
            loop {
                let mut sources: Vec<Square> = self
                    .arsenals
                    .iter()
                    .copied()
                    .filter(|at| self.owner_of_arsenal(*at) == Some(side))
                    .collect();
                sources.extend(
                    own.iter().filter(|(_, letter)| is_relay(*letter)).map(|(at, _)| *at).filter(
                        |at| match self.rules.relays_light {
                            RelaysLight::Online => online.contains(at),
                            RelaysLight::Lit => lit.contains(at),
                        },
                    ),
                );
                let mut now_lit = Squares::new();
                for source in sources {
                    now_lit.insert(source);
                    for (file, rank) in AROUND {
                        let mut at = (source.0 + file, source.1 + rank);
                        while self.is_open(at) {
                            let enemy = self.unit(at).is_some_and(|letter| side_of(letter) != side);
                            if enemy && stops(at) {
                                break;
                            }
                            now_lit.insert(at);
                            at = (at.0 + file, at.1 + rank);
                        }
                    }
                }
                let mut now_online: Squares =
                    own.iter().map(|(at, _)| *at).filter(|at| now_lit.contains(at)).collect();
                let bases: Vec<Square> = match self.rules.neighbours {
                    Neighbours::Chain => now_online.union(&online).copied().collect(),
                    Neighbours::Once => now_online.iter().copied().collect(),
                    Neighbours::Never => Vec::new(),
                };
                for base in bases {
                    now_online.insert(base);
                    now_online.extend(
                        own.iter().map(|(at, _)| *at).filter(|at| distance(*at, base) == 1),
                    );
                }
                if now_online == online && now_lit == lit {
                    return (lit, online);
                }
                (lit, online) = (now_lit, now_online);
            }
        }

        pub fn network(&self, side: usize) -> (Squares, Squares) {
            let is_combat_on = |at: Square| self.unit(at).is_some_and(is_combat);
            match self.rules.line_blockers {
                Blockers::Combat => self.network_if(side, &is_combat_on),
                Blockers::All => self.network_if(side, &|_| true),
                Blockers::Nothing => self.network_if(side, &|_| false),
                Blockers::OnlineCombat => {
                    let among = |units: &Squares, side: usize| {
                        self.network_if(side, &|at| is_combat_on(at) && units.contains(&at))
                    };
                    let mut few = [0, 1].map(|side| self.network_if(side, &is_combat_on).1);
                    loop {
                        let many = [0, 1].map(|side| among(&few[1 - side], side).1);
                        let next = [0, 1].map(|side| among(&many[1 - side], side).1);
                        if next == few {
                            return among(&many[1 - side], side);
                        }
                        few = next;
                    }
                }
            }
        }

        /// The squares between two squares on a line; `None` if they are on no line.
        fn between(one: Square, other: Square) -> Option<Vec<Square>> {
            let (file, rank) = (other.0 - one.0, other.1 - one.1);
            let steps = distance(one, other);
            let is_line = file == 0 || rank == 0 || file.abs() == rank.abs();
            let at = |step: i32| (one.0 + file.signum() * step, one.1 + rank.signum() * step);
            (is_line && steps > 0).then(|| (1..steps).map(at).collect())
        }

        /// Whether a unit of `side` reaches a square with its fire or support.
        fn reaches(&self, side: usize, from: Square, to: Square, range: i32) -> bool {
            let (mountains, enemies) = match self.rules.fire_stopped_by {
                FireStops::Mountains => (true, false),
                FireStops::MountainsAndEnemies => (true, true),
                FireStops::Enemies => (false, true),
                FireStops::Nothing => (false, false),
            };
            let is_free = |at: &Square| {
                let enemy = self.unit(*at).is_some_and(|letter| side_of(letter) != side);
                !(mountains && !self.is_open(*at) || enemies && enemy)
            };
            distance(from, to) <= range
                && Self::between(from, to).is_some_and(|squares| squares.iter().all(is_free))
        }

        fn attackers(&self, side: usize) -> Vec<(Square, char)> {
            let (_, online) = self.network(side);
            let mut units = self.units(side);
            units.retain(|(at, letter)| {
                let retreated = side == self.side && self.retreat == Some(*at);
                is_combat(*letter)
                    && online.contains(at)
                    && (!retreated || self.rules.retreated_units_attack)
            });
            units
        }

        pub fn attack(&self, side: usize, target: Square) -> i32 {
            let attackers = self.attackers(side);
            let is_covered = matches!(self.ground(target), Some('#' | '='));
            let mut charging = Squares::new();
            for (file, rank) in AROUND {
                let mut at = (target.0 + file, target.1 + rank);
                let is_charger = |at: Square| {
                    attackers
                        .iter()
                        .any(|(from, letter)| *from == at && letter.eq_ignore_ascii_case(&'C'))
                        && (self.ground(at) != Some('#') || self.rules.fortress_cavalry_charges)
                };
                while !is_covered && is_charger(at) {
                    charging.insert(at);
                    at = (at.0 + file, at.1 + rank);
                }
            }
            let adds = |(at, letter): &(Square, char)| {
                let (attack, _, _, range) = self.traits(*letter);
                match charging.contains(at) {
                    true => self.rules.charge_attack as i32,
                    false if self.reaches(side, *at, target, range) => attack,
                    false => 0,
                }
            };
            attackers.iter().map(adds).sum()
        }

        pub fn defence(&self, side: usize, target: Square) -> i32 {
            let (_, online) = self.network(side);
            let cover = |at: Square| match self.ground(at) {
                Some('#') => self.rules.fortress_defence as i32,
                Some('=') => self.rules.pass_defence as i32,
                _ => 0,
            };
            let of_kind = |at: Square, letter: char| {
                let gains = "IKW".contains(letter.to_ascii_uppercase())
                    && self.rules.cover == Cover::InfantryAndCannons;
                self.traits(letter).1 + if gains { cover(at) } else { 0 }
            };
            let mut sum = 0;
            for (at, letter) in self.units(side) {
                let is_online = online.contains(&at);
                if at == target {
                    let stands = self.rules.offline_relays_defend && is_relay(letter);
                    sum += match is_online {
                        true => of_kind(at, letter),
                        false if stands => self.traits(letter).1,
                        false => 0,
                    };
                    sum += if self.rules.cover == Cover::Target { cover(at) } else { 0 };
                } else if is_online && self.reaches(side, at, target, self.traits(letter).3) {
                    sum += of_kind(at, letter);
                }
            }
            sum
        }

        fn is_beaten(&self, side: usize) -> bool {
            let units = self.units(side);
            let (_, online) = self.network(side);
            let arsenals =
                self.arsenals.iter().filter(|at| self.owner_of_arsenal(**at) == Some(side));
            let has = |of: fn(char) -> bool| units.iter().any(|(_, letter)| of(*letter));
            arsenals.count() == 0
                || match self.rules.beaten_without {
                    Lost::Combat => !has(is_combat),
                    Lost::All => units.is_empty(),
                    Lost::Never => false,
                }
                || match self.rules.beaten_offline {
                    Offline::WithoutRelays => online.is_empty() && !has(is_relay),
                    Offline::Always => online.is_empty(),
                    Offline::Never => false,
                }
        }

        /// The winner, 2 for a draw; `None` while the game goes on.
        pub fn winner(&self) -> Option<usize> {
            let last = if self.moved.is_empty() { 1 - self.side } else { self.side };
            if self.is_beaten(1 - last) {
                Some(last)
            } else if self.is_beaten(last) {
                Some(1 - last)
            } else {
                (self.halfmove >= self.rules.draw_turns).then_some(2)
            }
        }

        fn destroys(&self, letter: char) -> bool {
            is_combat(letter) || self.rules.relays_destroy_arsenals
        }

        /// Where a unit can go; a peaceful one destroys no arsenal.
        fn destinations(&self, from: Square, letter: char, peaceful: bool) -> Squares {
            let side = side_of(letter);
            let (lit, online) = self.network(side);
            let in_network = |at: Square| {
                lit.contains(&at) || online.iter().any(|unit| distance(*unit, at) <= 1)
            };
            let is_empty = |at: &Square| self.is_open(*at) && self.unit(*at).is_none();
            let near = |at: Square| AROUND.map(|(file, rank)| (at.0 + file, at.1 + rank));
            let mut found: Squares = near(from).into_iter().filter(is_empty).collect();
            if self.traits(letter).2 == 2 {
                for first in near(from) {
                    let own = self.unit(first).is_some_and(|other| side_of(other) == side);
                    let passable = is_empty(&first) || self.rules.passes_own_units && own;
                    if passable && (!self.rules.first_step_in_network || in_network(first)) {
                        found.extend(near(first).into_iter().filter(is_empty));
                    }
                }
            }
            found.remove(&from);
            let forbidden = |at: &Square| {
                peaceful && self.destroys(letter) && self.owner_of_arsenal(*at) == Some(1 - side)
            };
            found.into_iter().filter(|at| !forbidden(at)).collect()
        }

        fn may(units: OfflineUnits, letter: char) -> bool {
            match units {
                OfflineUnits::None => false,
                OfflineUnits::Relays => is_relay(letter),
                OfflineUnits::All => true,
            }
        }

        /// Whether the unit on a square can retreat when its turn comes.
        pub fn can_retreat(&self, at: Square) -> bool {
            let letter = self.unit(at).unwrap();
            let (_, online) = self.network(side_of(letter));
            let peaceful = !self.rules.retreat_destroys_arsenals;
            (online.contains(&at) || Self::may(self.rules.offline_retreats, letter))
                && !self.destinations(at, letter, peaceful).is_empty()
        }

        /// The enemy units that can be attacked.
        pub fn targets(&self) -> Vec<Square> {
            let attackers = self.attackers(self.side);
            let mut targets: Vec<Square> =
                self.units(1 - self.side).into_iter().map(|(at, _)| at).collect();
            targets.retain(|target| {
                attackers.iter().any(|(from, letter)| {
                    self.reaches(self.side, *from, *target, self.traits(*letter).3)
                }) && (!self.rules.attack_needs_surplus
                    || self.attack(self.side, *target) > self.defence(1 - self.side, *target))
            });
            targets
        }

        pub fn legal(&self) -> Vec<String> {
            if self.winner().is_some() {
                return Vec::new();
            }
            let rules = &self.rules;
            let pending = self.retreat.filter(|at| !self.moved.contains(at));
            let (_, online) = self.network(self.side);
            let has_attacked = self.attacked && rules.arsenal_is_attack;
            let mut tokens = Vec::new();
            let may_move = self.moved.len() < rules.moves_a_turn as usize
                && !(self.attacked && rules.arsenal_ends_moves);
            for (from, letter) in self.units(self.side) {
                let offline =
                    if pending.is_some() { rules.offline_retreats } else { rules.offline_moves };
                let mobile = online.contains(&from) || Self::may(offline, letter);
                if may_move
                    && mobile
                    && !self.moved.contains(&from)
                    && pending.is_none_or(|at| at == from)
                {
                    let retreats = self.retreat == Some(from);
                    let peaceful = has_attacked || retreats && !rules.retreat_destroys_arsenals;
                    let to = self.destinations(from, letter, peaceful);
                    tokens.extend(to.into_iter().map(|to| name(from) + &name(to)));
                }
            }
            if pending.is_none() {
                tokens.push("end".to_string());
                if !has_attacked {
                    tokens.extend(self.targets().into_iter().map(|at| format!("x{}", name(at))));
                }
            }
            tokens.sort();
            tokens
        }
    }
}

/// Two armies in the middle of a map with random ground, and settings that allow them.
fn random_rules(random: &mut Random) -> LoadedRules {
    loop {
        let mut settings = *random_settings(Standard.get(), &SWITCHES, random);
        let mut ground = [['.'; 25]; 20];
        for sign in "^^^^^^^^^^^^==##".chars() {
            ground[4 + random.below(12)][7 + random.below(11)] = sign;
        }
        for sign in "AAaa".chars() {
            let rank = if sign == 'A' { random.below(8) } else { 12 + random.below(8) };
            ground[19 - rank][random.below(25)] = sign;
        }
        let rows: Vec<String> = ground.iter().map(|row| row.iter().collect()).collect();
        settings.map = rows.join("/").leak();
        let mut board = [[' '; 25]; 20];
        let (mut combat, mut relays) = (15, 2);
        for (kind, letter) in "ICKWRX".chars().enumerate() {
            let left = if kind < 4 { &mut combat } else { &mut relays };
            let count = random.below(if kind < 2 { 6 } else { 2 }).min(*left);
            *left -= count;
            settings.units[kind].count = count as u32;
            for letter in [letter, letter.to_ascii_lowercase()] {
                for _ in 0..count {
                    let (row, file) = (3 + random.below(14), 6 + random.below(13));
                    if board[row][file] == ' ' && "^Aa".find(ground[row][file]).is_none() {
                        board[row][file] = letter;
                    }
                }
            }
        }
        let mut arsenals = Vec::new();
        for (rank, row) in ground.iter().rev().enumerate() {
            let files = row.iter().enumerate().filter(|(_, sign)| "Aa".contains(**sign));
            arsenals.extend(files.map(|(file, _)| naive::name((file as i32, rank as i32))));
        }
        let ranks: Vec<String> =
            board.iter().map(|row| runs(&row.iter().collect::<String>())).collect();
        let side = if settings.first_player == Side::South { "w" } else { "b" };
        let fen = format!("{} {side} {} - - - - 0 1", ranks.join("/"), arsenals.join(","));
        settings.start = fen.leak();
        let settings: &'static GameOfWarSettings = Box::leak(Box::new(settings));
        if (SWITCHES.check)(settings).is_ok() {
            return LoadedRules::from(settings);
        }
    }
}

/// A rank with the lengths of its runs of blanks.
fn runs(rank: &str) -> String {
    let mut text = String::new();
    let mut blank = 0;
    for letter in rank.chars().chain(std::iter::once('|')) {
        if letter == ' ' {
            blank += 1;
            continue;
        }
        if blank > 0 {
            text += &std::mem::take(&mut blank).to_string();
        }
        text.push(letter);
    }
    text.trim_end_matches('|').to_string()
}

/// What an attack does, against what the sums say.
fn check_attack(
    board: &naive::Board,
    after: &str,
    target: naive::Square,
    rules: &GameOfWarSettings,
) {
    let margin = board.attack(board.side, target) - board.defence(1 - board.side, target);
    let fields: Vec<&str> = after.split(' ').collect();
    let next = naive::Board::read(after, *rules);
    let survives = next.units(1 - board.side).iter().any(|(at, _)| *at == target);
    let forced =
        (1..rules.destroying_surplus as i32).contains(&margin) && board.can_retreat(target);
    assert_eq!(survives, margin < 1 || forced, "{after}: {margin}");
    let retreat = if forced { naive::name(target) } else { "-".to_string() };
    assert_eq!(fields[4], retreat, "{after}: {margin}");
}

#[test]
fn random_settings_keep_the_rules() {
    let mut random = Random::new(72);
    let (mut positions, mut attacks, mut arsenals) = (0, 0, 0);
    for _ in 0..120 {
        let rules = random_rules(&mut random);
        for played in random_game::<GameOfWarOfFile>(rules, &mut random, 60) {
            let game = played.state();
            let fen = game.fen();
            let told = || format!("{:?} {fen}", rules.get());
            positions += 1;
            let mut legal = Vec::new();
            game.actions(&mut legal);
            assert_eq!(game.count_actions(), legal.len() as u64, "{}", told());
            let read = GameOfWarOfFile::from_fen(rules, &fen).unwrap();
            assert_same(&read, game, &told());
            let board = naive::Board::read(&fen, *rules.get());
            let winner = game.outcome().map(|outcome| match outcome {
                Outcome::Win(player) => player.index(),
                _ => 2,
            });
            assert_eq!(board.winner(), winner, "{}", told());
            let mut tokens = Vec::new();
            for action in legal {
                let token = game.action_token(action);
                assert!(
                    game.is_legal(action) && game.parse_action(&token) == Ok(action),
                    "{token} {}",
                    told()
                );
                let mut after = game.clone();
                let undo = after.make(action);
                let next = after.fen();
                let again = GameOfWarOfFile::from_fen(rules, &next).unwrap();
                assert_same(&again, &after, &told());
                if let Some(target) =
                    token.strip_prefix('x').filter(|target| target.starts_with(char::is_alphabetic))
                {
                    check_attack(&board, &next, naive::square(target), rules.get());
                    attacks += 1;
                }
                arsenals += usize::from(next.split(' ').nth(5) == Some("x"));
                after.unmake(undo);
                assert!(after == *game, "{token} {}", told());
                tokens.push(token);
            }
            tokens.sort();
            assert_eq!(board.legal(), tokens, "{}", told());
            check_words(game, rules, &board, &told());
        }
    }
    assert!(
        positions > 3_000 && attacks > 1_000 && arsenals > 20,
        "{positions} {attacks} {arsenals}"
    );
}

/// Two states of one position. Their units may be numbered in another order.
fn assert_same<G: Playable>(one: &G, other: &GameOfWarOfFile, told: &str) {
    let ends = |fen: String, key, outcome| (fen, key, outcome);
    assert_eq!(
        ends(one.fen(), one.key(), one.outcome()),
        ends(other.fen(), other.key(), other.outcome()),
        "{told}"
    );
    assert_eq!(legal_tokens(one), legal_tokens(other), "{told}");
    let online = |answer: Option<Result<String, String>>| answer.unwrap().unwrap();
    for query in ["online", "lines"] {
        assert_eq!(
            online(one.game_query(query, &[])),
            online(other.game_query(query, &[])),
            "{query} {told}"
        );
    }
}

fn legal_tokens<G: Playable>(game: &G) -> Vec<String> {
    let mut actions = Vec::new();
    game.actions(&mut actions);
    let mut tokens: Vec<String> =
        actions.into_iter().map(|action| game.action_token(action)).collect();
    tokens.sort();
    tokens
}

/// The sums and the units online that queries tell, and that nothing that speaks of the position is empty.
fn check_words(game: &GameOfWarOfFile, rules: LoadedRules, board: &naive::Board, told: &str) {
    let query = |name: &str, arguments: &[&str]| game.game_query(name, arguments).unwrap().unwrap();
    let mut online: Vec<naive::Square> =
        (0..2).flat_map(|side| board.network(side).1.into_iter()).collect();
    online.sort_by_key(|(file, rank)| (*rank, *file));
    let names: Vec<String> = online.into_iter().map(naive::name).collect();
    assert_eq!(query("online", &[]), names.join(" "), "{told}");
    for side in 0..2 {
        for (at, _) in board.units(side) {
            let (attack, defence) = (board.attack(1 - side, at), board.defence(side, at));
            let name = naive::name(at);
            assert_eq!(
                query("combat", &[&name]),
                format!("attack {attack} defence {defence}"),
                "{name} {told}"
            );
            let parts = query("combatants", &[&name]);
            let sum = |part: &str| -> i32 {
                part.split(' ').filter_map(|word| word.parse::<i32>().ok()).sum()
            };
            let (first, second) = parts.split_once('/').unwrap();
            assert_eq!((sum(first), sum(second)), (attack, defence), "{parts} {told}");
        }
    }
    let mut legal = Vec::new();
    game.actions(&mut legal);
    for action in legal {
        let _ = (game.themes(action), game.tell(action), game.action_id(action));
        assert!(!game.effects(&[action]).iter().any(String::is_empty));
    }
    let kfen = query("kfen", &[]);
    assert!(matches!(GameOfWarOfFile::from_format(rules, "kfen", &kfen), Some(Ok(_) | Err(_))));
    assert!(!game.diagram(strategos::game::Charset::Ascii).is_empty());
}

#[test]
fn perft_by_generation_is_perft_by_hand_under_random_settings() {
    let mut random = Random::new(720);
    for _ in 0..30 {
        let rules = random_rules(&mut random);
        let games = random_game::<GameOfWarOfFile>(rules, &mut random, 30);
        for game in [games[games.len() / 2].state().clone(), GameOfWarOfFile::start(rules)] {
            let counted = perft(&mut game.clone(), 2, &AtomicBool::new(false)).unwrap();
            assert_eq!(counted, plain_perft(&game, 2), "{:?} {}", rules.get(), game.fen());
        }
    }
}

/// Deployments of other armies on other maps: planned and random ones, seen by both sides.
#[test]
fn random_armies_are_set_up_on_random_maps() {
    let mut random = Random::new(7200);
    for seed in 0..60 {
        let rules = random_rules(&mut random);
        let mut game = GameOfWarOfFile::deploy(rules).unwrap();
        while let Some(plan) = game.plan(seed) {
            let mover = game.player();
            let mut legal = Vec::new();
            game.actions(&mut legal);
            assert!(legal.contains(&plan[0]) && legal.len() as u64 == game.count_actions());
            let other = legal[random.below(legal.len())];
            game.make(if seed % 2 == 0 { plan[0] } else { other });
            let fen = game.fen();
            assert_same(&GameOfWarOfFile::from_fen(rules, &fen).unwrap(), &game, &fen);
            let seen = game.knowledge(mover.opponent()).unwrap();
            let hides = rules.get().deployment_is_hidden;
            let is_over = game.plan(seed).is_none();
            assert!(
                is_over || game.player() != mover || hides == (seen.fen() != fen),
                "{fen} {}",
                seen.fen()
            );
        }
        let side = rules.get().first_player as usize;
        assert_eq!(game.player().index(), side);
        let counts = rules.get().units.map(|kind| kind.count).iter().sum::<u32>();
        let board = game.fen();
        let units =
            board.split(' ').next().unwrap().chars().filter(|letter| letter.is_alphabetic());
        assert_eq!(units.count() as u32, 2 * counts, "{board}");
    }
}

/// The same settings in memory and as constants of a type are the same game.
#[test]
fn settings_in_memory_play_as_the_built_in_ones() {
    let rules = LoadedRules::from(Standard.get());
    let mut random = Random::new(7);
    for played in random_game::<GameOfWar>(Standard, &mut random, 150) {
        let fen = played.state().fen();
        assert_same(played.state(), &GameOfWarOfFile::from_fen(rules, &fen).unwrap(), &fen);
    }
    let made = Variant::GAMEOFWAR.ruleset().draft().unwrap().ruleset().unwrap();
    assert!(matches!(made, Ruleset::GameOfWarOfFile(kept) if kept == rules));
}
