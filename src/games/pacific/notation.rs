//! FEN, move tokens and the diagram (rules.md 3 and 7).

use super::board::{Direction, ENEMY_BACK_ROW, Point};
use super::{
    BLACK, CARRIERS, KAMIKAZE_KIND, PLANES, Pacific, PacificAction, PacificRules, PacificSettings,
    WAITING, WHITE,
};
use crate::game::{ActionError, Charset, FenError, Notation, Player, text};
use std::fmt::Write;

const POINTS_A_ROW: u32 = 4;
const MOST_AIRCRAFT: u32 = 8;
const MOST_PLANES_A_NUMBER: u32 = 2;

/// Positions from self-play, openings to endings, with and without Kamikazes.
const BENCH: &[&str] = &[
    PacificSettings::TYPE_A.start,
    "c41c2c1/p4p31p1/1c3p2p1/p42p2/P2P3P31/P1P11P4/1C31P4/C1C21C4 w 0 8",
    "1c31c1/c41c2p1/p4p3p2p1/p4p3p2P3/P2P12/P1C1P2P4/1C3P3P4/1C21C4 b 0 9",
    "1c31c1/p4c42/p31c2p1/p43/1P21p2/P1P1P3P4/C1C21C4/2C31 b 0 11",
    "3c1/1c4c31/1p3c2p1/p4p41p2/P11p2C4/P1P2P3C3/C1P21P4/1C22 w 0 14",
    "2c21/c41c3c1/1p2p2p1/3p1/2P3P4/p4p3P3C4/3P4/C11C31 w 0 15",
    "1c32/2P3c2/1c4c1p1/1p42/P21P4p1/C12C4/1C2P31/2C31 w 0 17",
    "2c21/2c3c1/c4P31p1/3p2/3P4/1p1p4P4/1p2C3C4/C13 w 0 18",
    "3c1/c4c32/1KP41/p4p31P3/3C4/4/4/k1C31 w 0 21",
    "4/1c31c1/1p3c2p1/c4C2P2p2/p31P4P4/2P21/k1C41/4 w 1 22",
    "1K2/3c1/1c31p1/C13/1p21P4/c21p11/3C4/1C21k w 0 27",
    "4/1P32/C31c1P3/c31C21/c41C41/1k2/p33/4 w 0 32",
];

impl<R: PacificRules> Notation for Pacific<R> {
    type Rules = R;

    const SIDES: &'static [&'static str] = &["White", "Black"];
    const BENCH: &'static [&'static str] = BENCH;
    const BENCH_DEPTH: u32 = 22;

    fn start(rules: R) -> Self {
        match Self::from_fen(rules, rules.get().start) {
            Ok(start) => start,
            Err(error) => unreachable!("the start position is refused: {error}"),
        }
    }

    fn from_fen(rules: R, fen: &str) -> Result<Self, FenError> {
        let fields: Vec<&str> = fen.split_ascii_whitespace().collect();
        let (board, side, counters) = match fields.as_slice() {
            [board, side, counters @ ..] if counters.len() <= 2 => (*board, *side, counters),
            [_, _, _, _, extra, ..] => {
                return Err(FenError::new("fifth", *extra, "expected four fields"));
            }
            _ => {
                return Err(FenError::new(
                    "side",
                    "",
                    "expected `<board> <side> <halfmove> <fullmove>`",
                ));
            }
        };
        let mut game = Self::read_board(rules, board)?;
        match side {
            "w" => {}
            "b" => game.change_sides(),
            _ => return Err(FenError::new("side", side, "expected w or b")),
        }
        game.halfmove = text::read_counter("halfmove", counters.first().unwrap_or(&"0"), 0)?;
        let fullmove = text::read_counter("fullmove", counters.get(1).unwrap_or(&"1"), 1)?;
        game.ply = 2 * fullmove + game.ply % 2;
        game.validate()?;
        game.find_waiting();
        Ok(game)
    }

    fn fen(&self) -> String {
        let side = if self.side() == Player::ONE { 'w' } else { 'b' };
        format!("{} {side} {} {}", self.board_field(), self.halfmove, self.fullmove())
    }

    fn parse_action(&self, token: &str) -> Result<PacificAction, ActionError> {
        let points = read_points(token)?;
        let mut legal = Vec::new();
        self.list_actions(&mut legal);
        let names_it = |action: &PacificAction| {
            action.from() == points[0] && action.landings().eq(points[1..].iter().copied())
        };
        match legal.iter().copied().find(names_it) {
            Some(action) => Ok(action),
            None => Err(ActionError::illegal(token, self.why_illegal(&points, &legal))),
        }
    }

    fn reason(&self) -> Option<&'static str> {
        self.why_over()
    }

    fn themes(&self, action: PacificAction) -> Vec<&'static str> {
        self.themes_of(action)
    }

    fn action_token(&self, action: PacificAction) -> String {
        let mut token = action.from().name();
        action.landings().for_each(|point| token.push_str(&point.name()));
        token
    }

    fn diagram(&self, _charset: Charset) -> String {
        let mut text = String::new();
        for row in (0..8).rev() {
            let _ = write!(text, "  {}  ", row + 1);
            for file in 0..8 {
                let cell = match Point::at(file, row) {
                    Some(point) => self.piece_text(point).unwrap_or_else(|| "+".to_string()),
                    None => ".".to_string(),
                };
                let _ = write!(text, " {cell:<2} ");
            }
            text.push_str(match row {
                7 => "   Black, lower case, moves down\n",
                0 => "   White, upper case, moves up\n",
                _ => "\n",
            });
        }
        text.push_str("\n      a   b   c   d   e   f   g   h\n");
        let waiting: Vec<String> = self.sets[WAITING].map(Point::name).collect();
        if !waiting.is_empty() {
            let _ = writeln!(text, "\nPlanes at their limit: {}", waiting.join(" "));
        }
        if self.must_attack() && self.outcome_is_open() {
            text.push_str("\nThe side to move must attack.\n");
        }
        text
    }

    fn owner(sign: char) -> Option<Player> {
        text::owner_by_case(sign)
    }

    /// A turn is one action.
    fn effects(&self, turn: &[PacificAction]) -> Vec<String> {
        turn.first().map(|action| self.effects_of(*action)).unwrap_or_default()
    }
}

impl<R: PacificRules> Pacific<R> {
    fn read_board(rules: R, field: &str) -> Result<Self, FenError> {
        let rows: Vec<&str> = field.split('/').collect();
        if rows.len() != 8 {
            let reason = format!("expected 8 rows, found {}", rows.len());
            return Err(FenError::new("board", field, reason));
        }
        let mut game = Self::empty(rules);
        for (text, row) in rows.into_iter().zip((0..8).rev()) {
            game.read_row(text, row).map_err(|reason| {
                FenError::new("board", text, format!("row {}: {reason}", row + 1))
            })?;
        }
        Ok(game)
    }

    fn read_row(&mut self, text: &str, row: u32) -> Result<(), String> {
        let mut column = 0;
        let mut after_run = false;
        let mut letters = text.chars().peekable();
        while let Some(letter) = letters.next() {
            if let run @ '1'..='4' = letter {
                if after_run {
                    return Err("two runs of empty points side by side".to_string());
                }
                column += run as u32 - '0' as u32;
                after_run = true;
                continue;
            }
            after_run = false;
            let player = if letter.is_ascii_uppercase() { Player::ONE } else { Player::TWO };
            let first_kind = match letter.to_ascii_uppercase() {
                'C' => 0,
                'P' => 4,
                'K' => KAMIKAZE_KIND,
                _ => return Err(format!("`{letter}` is no piece and no run of 1 to 4 points")),
            };
            let kind = if first_kind == KAMIKAZE_KIND {
                first_kind
            } else {
                match letters.next() {
                    Some(number @ '1'..='4') => first_kind + (number as usize - '1' as usize),
                    _ => return Err(format!("`{letter}` needs a number from 1 to 4")),
                }
            };
            let file = 2 * column + row % 2;
            let point = Point::at(file, row).ok_or("more than four points")?;
            self.put(player, kind, point, &mut |_| {});
            column += 1;
        }
        match column {
            POINTS_A_ROW => Ok(()),
            _ => Err(format!("expected four points, found {column}")),
        }
    }

    /// Checks that the position is possible (rules.md 3).
    fn validate(&self) -> Result<(), FenError> {
        let fault = |reason: String| Err(FenError::new("board", self.board_field(), reason));
        for (player, name) in [(WHITE, "White"), (BLACK, "Black")] {
            let mine = self.sets[player];
            for number in 1..=4 {
                let group = mine & self.of_number(number - 1);
                let carriers = (group & self.sets[CARRIERS]).count();
                let planes = (group & self.sets[PLANES]).count();
                if carriers > 1 {
                    return fault(format!("{name} has {carriers} carriers of number {number}"));
                }
                if planes > MOST_PLANES_A_NUMBER {
                    return fault(format!("{name} has {planes} planes of number {number}"));
                }
                if planes > 0 && carriers == 0 {
                    return fault(format!("{name}'s plane {number} has no carrier"));
                }
            }
            let aircraft = (mine & !self.sets[CARRIERS]).count();
            if aircraft > MOST_AIRCRAFT {
                return fault(format!(
                    "{name} has {aircraft} planes and Kamikazes, more than eight"
                ));
            }
            if let Some(point) = (mine & self.sets[PLANES] & ENEMY_BACK_ROW[player]).next() {
                let name = point.name();
                return fault(format!("the plane on {name} stands on the enemy back row"));
            }
        }
        Ok(())
    }

    /// All carriers and planes whose number less one is `number`.
    fn of_number(&self, number: usize) -> super::Points {
        let numbered = self.sets[CARRIERS] | self.sets[PLANES];
        numbered
            .filter(|point| self.number(*point) == number)
            .fold(super::Points::NONE, |set, point| set | point.bit())
    }

    fn board_field(&self) -> String {
        let rows = (0..8).rev().map(|row| {
            let mut text = String::new();
            let mut empty = 0;
            for column in 0..POINTS_A_ROW {
                let piece =
                    Point::at(2 * column + row % 2, row).and_then(|point| self.piece_text(point));
                if piece.is_some() && empty > 0 {
                    let _ = write!(text, "{empty}");
                    empty = 0;
                }
                match piece {
                    Some(piece) => text.push_str(&piece),
                    None => empty += 1,
                }
            }
            if empty > 0 {
                let _ = write!(text, "{empty}");
            }
            text
        });
        rows.collect::<Vec<_>>().join("/")
    }

    /// The piece on `point` as a FEN shows it.
    fn piece_text(&self, point: Point) -> Option<String> {
        let is_white = self.sets[WHITE].has(point);
        if !is_white && !self.sets[BLACK].has(point) {
            return None;
        }
        let text = match self.kind_of(point) {
            kind @ 0..4 => format!("C{}", kind + 1),
            kind @ 4..8 => format!("P{}", kind - 3),
            _ => "K".to_string(),
        };
        Some(if is_white { text } else { text.to_ascii_lowercase() })
    }

    fn outcome_is_open(&self) -> bool {
        crate::game::Game::outcome(self).is_none()
    }

    /// The rule that forbids visiting `points` in this order.
    fn why_illegal(&self, points: &[Point], legal: &[PacificAction]) -> String {
        let (from, to) = (points[0], points[1]);
        if let Some(outcome) = crate::game::Game::outcome(self) {
            return outcome.refusal();
        }
        if !self.own().has(from) {
            return format!("no piece of the side to move stands on {}", from.name());
        }
        let leg = Direction::between(from, to);
        let jumps = leg.is_some_and(|leg| from.neighbour(leg) != Some(to));
        if (if jumps { self.out_of_reach() } else { self.sets[WAITING] }).has(from) {
            return format!("the plane on {} is at its limit", from.name());
        }
        let goes_on = |action: &PacificAction| {
            action.from() == from
                && points.len() - 1 < action.landings().count()
                && action.landings().zip(&points[1..]).all(|(visited, named)| visited == *named)
        };
        if legal.iter().any(goes_on) {
            return "the attack must go on".to_string();
        }
        if self.must_attack() {
            return "an attack is open and compulsory, and this is none".to_string();
        }
        if leg.is_none() {
            return format!("{} is no step or jump from {}", to.name(), from.name());
        }
        if (self.own() | self.enemy()).has(to) {
            return format!("{} is occupied", to.name());
        }
        format!("the piece on {} does not move so", from.name())
    }
}

/// The points of a token, from two to thirteen.
fn read_points(token: &str) -> Result<Vec<Point>, ActionError> {
    let bytes = token.as_bytes();
    let is_place = |pair: &[u8]| matches!(pair, [b'a'..=b'z', b'0'..=b'9']);
    let is_list = bytes.len().is_multiple_of(2) && (4..=26).contains(&bytes.len());
    if !is_list || !bytes.chunks(2).all(is_place) {
        let expected = "two to thirteen points such as a3b4 or d4b6d8";
        return Err(ActionError::unreadable(token, expected));
    }
    let point = |pair: &[u8]| {
        let no_point = || {
            let name = String::from_utf8_lossy(pair);
            ActionError::illegal(token, format!("{name} is no point of the board"))
        };
        Point::parse(pair).ok_or_else(no_point)
    };
    bytes.chunks(2).map(point).collect()
}
