//! Random settings of Pacific.

use super::{plain_perft, random_settings};
use crate::common::{Random, random_game};
use std::sync::atomic::AtomicBool;
use strategos::game::{Game, Notation, Settings, perft};
use strategos::games::pacific::{PacificA, PacificOfFile, PacificSettings, SWITCHES, TypeA};
use strategos::games::{Draft, Ruleset, Variant};

/// The rules of rulebook and switches once more, slowly: the legal tokens of a position, found by points.
mod naive {
    use strategos::games::pacific::{PacificSettings, Victims};

    /// (letter, number) of the piece on each square, by file and row; number 0 for a Kamikaze.
    #[derive(Clone)]
    pub struct Board {
        squares: [[Option<(char, u32)>; 8]; 8],
        white: bool,
        rules: PacificSettings,
        is_decided: bool,
    }

    type Square = (i32, i32);

    fn name((file, row): Square) -> String {
        format!("{}{}", (b'a' + file as u8) as char, row + 1)
    }

    impl Board {
        pub fn read(fen: &str, rules: PacificSettings) -> Self {
            let fields: Vec<&str> = fen.split(' ').collect();
            let mut squares = [[None; 8]; 8];
            for (row, text) in (0..8).rev().zip(fields[0].split('/')) {
                let mut column = 0;
                let mut letters = text.chars().peekable();
                while let Some(letter) = letters.next() {
                    if let Some(run) = letter.to_digit(10) {
                        column += run as usize;
                        continue;
                    }
                    let number = match letter {
                        'K' | 'k' => 0,
                        _ => letters.next().unwrap().to_digit(10).unwrap(),
                    };
                    squares[2 * column + row % 2][row] = Some((letter, number));
                    column += 1;
                }
            }
            let mut board = Self { squares, white: fields[1] == "w", rules, is_decided: false };
            let flies = |white: bool| {
                board.pieces().any(|(_, (letter, _))| {
                    letter.is_uppercase() == white && !"Cc".contains(letter)
                })
            };
            let plies: u32 = fields[2].parse().unwrap();
            board.is_decided = !flies(true) || !flies(false) || plies >= rules.draw_plies;
            board
        }

        fn pieces(&self) -> impl Iterator<Item = (Square, (char, u32))> + '_ {
            (0..8).flat_map(move |file| {
                (0..8).filter_map(move |row| {
                    self.squares[file as usize][row as usize].map(|piece| ((file, row), piece))
                })
            })
        }

        fn at(&self, (file, row): Square) -> Option<Option<(char, u32)>> {
            let on_board = (0..8).contains(&file) && (0..8).contains(&row);
            on_board.then(|| self.squares[file as usize][row as usize])
        }

        fn is_mine(&self, letter: char) -> bool {
            letter.is_uppercase() == self.white
        }

        fn forward(&self) -> i32 {
            if self.white { 1 } else { -1 }
        }

        /// Rows of a plane before its carrier; `None` for other pieces.
        fn ahead(&self, (_, row): Square, (letter, number): (char, u32)) -> Option<i32> {
            let carrier = if letter == 'P' { 'C' } else { 'c' };
            let is_plane = "Pp".contains(letter);
            let mut carriers = self.pieces().filter(|(_, piece)| *piece == (carrier, number));
            is_plane.then(|| (row - carriers.next().unwrap().0.1) * self.forward())
        }

        fn directions(&self, letter: char) -> Vec<Square> {
            let ahead = self.forward();
            match letter {
                'K' | 'k' => vec![(-1, 1), (1, 1), (-1, -1), (1, -1)],
                _ => vec![(-1, ahead), (1, ahead)],
            }
        }

        pub fn legal(&self) -> Vec<String> {
            if self.is_decided {
                return Vec::new();
            }
            let mine: Vec<_> =
                self.pieces().filter(|(_, (letter, _))| self.is_mine(*letter)).collect();
            let mut attacks = Vec::new();
            let mut steps = Vec::new();
            for (from, piece) in mine {
                let ahead = self.ahead(from, piece);
                if ahead.is_none_or(|ahead| ahead < self.rules.advance_rows as i32) {
                    for (file, row) in self.directions(piece.0) {
                        let to = (from.0 + file, from.1 + row);
                        if self.at(to) == Some(None) {
                            steps.push(name(from) + &name(to));
                        }
                    }
                }
                let may_attack = ahead.is_none_or(|ahead| ahead <= self.rules.attack_rows as i32);
                if !"Cc".contains(piece.0) && may_attack {
                    let mut board = self.clone();
                    board.squares[from.0 as usize][from.1 as usize] = None;
                    board.attacks(from, piece, name(from), true, &mut attacks);
                }
            }
            if attacks.is_empty() || !self.rules.attack_is_compulsory {
                attacks.extend(steps);
            }
            attacks.sort();
            attacks
        }

        /// The attacks of a piece that is taken off the board and flies.
        fn attacks(
            &self,
            at: Square,
            piece: (char, u32),
            token: String,
            is_first: bool,
            found: &mut Vec<String>,
        ) {
            let mut goes_on = false;
            for (file, row) in self.directions(piece.0) {
                let over = (at.0 + file, at.1 + row);
                let to = (at.0 + 2 * file, at.1 + 2 * row);
                let Some(Some(victim)) = self.at(over) else { continue };
                if self.is_mine(victim.0) || self.at(to) != Some(None) {
                    continue;
                }
                goes_on = true;
                let mut board = self.clone();
                let is_carrier = "Cc".contains(victim.0);
                let plane = if victim.0 == 'C' { 'P' } else { 'p' };
                for square in board.squares.iter_mut().flatten() {
                    if is_carrier && *square == Some((plane, victim.1)) {
                        *square = None;
                    }
                }
                board.squares[over.0 as usize][over.1 as usize] = None;
                let token = token.clone() + &name(to);
                let is_kamikaze = "Kk".contains(piece.0);
                let lost = is_kamikaze
                    && match self.rules.kamikaze_lost_with {
                        Victims::None => false,
                        Victims::Carriers => is_carrier,
                        Victims::All => true,
                    };
                let far_row = if self.white { 7 } else { 0 };
                let promoted = !is_kamikaze && to.1 == far_row;
                if lost || promoted && !self.rules.promoted_attacks_on {
                    found.push(token);
                } else {
                    let letter = if self.white { 'K' } else { 'k' };
                    let piece = if promoted { (letter, 0) } else { piece };
                    board.attacks(to, piece, token, false, found);
                }
            }
            if !goes_on && !is_first {
                found.push(token);
            }
        }
    }
}

#[test]
fn random_settings_keep_the_rules() {
    let mut random = Random::new(72);
    let mut positions = 0;
    for _ in 0..400 {
        let settings = random_settings(TypeA.get(), &SWITCHES, &mut random);
        for played in random_game::<PacificOfFile>(settings, &mut random, 60) {
            let game = played.state();
            let fen = game.fen();
            positions += 1;
            let mut legal = Vec::new();
            game.actions(&mut legal);
            assert_eq!(game.count_actions(), legal.len() as u64, "{settings:?} {fen}");
            assert_eq!(game.outcome().is_none(), !legal.is_empty(), "{settings:?} {fen}");
            let read = PacificOfFile::from_fen(settings, &fen).unwrap();
            assert!(read == *game, "{settings:?} {fen}");
            let mut tokens: Vec<String> = Vec::new();
            for action in legal {
                assert!(game.is_legal(action), "{settings:?} {fen} {action:?}");
                let token = game.action_token(action);
                assert!(game.parse_action(&token) == Ok(action), "{settings:?} {fen} {token}");
                let mut after = *game;
                let undo = after.make(action);
                let again = PacificOfFile::from_fen(settings, &after.fen()).unwrap();
                assert!(again == after, "{settings:?} {fen} {token}: {}", after.fen());
                assert!(!game.effects(&[action]).iter().any(String::is_empty));
                after.unmake(undo);
                assert!(after == *game, "{settings:?} {fen} {token}");
                tokens.push(token);
            }
            tokens.sort();
            assert_eq!(naive::Board::read(&fen, *settings).legal(), tokens, "{settings:?} {fen}");
        }
    }
    assert!(positions > 5_000, "{positions}");
}

#[test]
fn perft_by_generation_is_perft_by_hand_under_random_settings() {
    let mut random = Random::new(720);
    for _ in 0..60 {
        let settings = random_settings(TypeA.get(), &SWITCHES, &mut random);
        let games = random_game::<PacificOfFile>(settings, &mut random, 40);
        let mut game = *games[games.len() / 2].state();
        let counted = perft(&mut game.clone(), 3, &AtomicBool::new(false)).unwrap();
        assert_eq!(counted, plain_perft(&game, 3), "{settings:?} {}", game.fen());
        game = PacificOfFile::start(settings);
        let counted = perft(&mut game.clone(), 3, &AtomicBool::new(false)).unwrap();
        assert_eq!(counted, plain_perft(&game, 3), "{settings:?}");
    }
}

/// The same settings in memory and as constants of a type are the same game.
#[test]
fn settings_in_memory_play_as_the_built_in_ones() {
    let settings: &'static PacificSettings = TypeA.get();
    let mut random = Random::new(7);
    for played in random_game::<PacificA>(TypeA, &mut random, 200) {
        let fen = played.state().fen();
        let other = PacificOfFile::from_fen(settings, &fen).unwrap();
        let mut both = [Vec::new(), Vec::new()];
        played.state().actions(&mut both[0]);
        other.actions(&mut both[1]);
        assert_eq!(both[0], both[1], "{fen}");
        assert_eq!(
            (played.state().key(), played.state().outcome()),
            (other.key(), other.outcome())
        );
    }
    let ruleset: Option<Box<dyn Draft>> = Variant::PACIFIC_A.ruleset().draft();
    let made = ruleset.unwrap().ruleset().unwrap();
    assert!(matches!(made, Ruleset::PacificOfFile(kept) if kept == settings));
}
