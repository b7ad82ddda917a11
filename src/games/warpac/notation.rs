//! FEN (rules.md 8), of full positions and of views. Tokens of actions are in `tokens.rs`.

use super::bench::POSITIONS;
use super::board::{SIZE, Square, Squares};
use super::pieces::{Cell, PieceKind};
use super::{Phase, Warpac, WarpacAction, WarpacRules};
use crate::game::text::{GREATEST_COUNTER, owner_by_case, read_number};
use crate::game::{ActionError, Charset, FenError, Notation, Player, TurnDue};
use std::fmt::Write;

/// The greatest number of surface pieces, and of submarines, of a side.
pub(super) const MOST_PIECES: u32 = 64;
const FIELDS: [&str; 8] =
    ["board", "side", "phase", "wings", "subs", "points", "halfmove", "fullmove"];
const FORM: &str =
    "expected `<board> <side> <phase> <wings> <subs> <points> <halfmove> <fullmove>`";
pub(super) const NAMES: [&str; 2] = ["White", "Black"];
/// The start of a variant that begins with the secret deployment.
pub(super) const DEPLOY: &str = "deploy";

/// The parts of a FEN that a view leaves open.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Unknown {
    /// By side, the number of submarines on unknown squares.
    pub subs: [Option<u32>; 2],
    /// By side, whether the points left are unknown.
    pub points: [bool; 2],
}

impl<R: WarpacRules> Notation for Warpac<R> {
    type Rules = R;

    const SIDES: &'static [&'static str] = &NAMES;
    const BENCH: &'static [&'static str] = POSITIONS[R::MAY_HAVE_SUBMARINES as usize];
    const BENCH_DEPTH: u32 = 6;

    fn start(rules: R) -> Self {
        match rules.numbers().start {
            DEPLOY => Self::deployment(rules),
            fen => Self::known_good(rules, fen),
        }
    }

    fn from_fen(rules: R, fen: &str) -> Result<Self, FenError> {
        let (game, unknown) = Self::read_fen(rules, fen)?;
        let texts: Vec<&str> = fen.split_ascii_whitespace().collect();
        let reason = "`?` stands only in what one player knows";
        if unknown.subs.iter().any(Option::is_some) {
            return Err(FenError::new("subs", texts[4], reason));
        }
        if unknown.points.contains(&true) {
            return Err(FenError::new("points", texts[5], reason));
        }
        Ok(game)
    }

    fn fen(&self) -> String {
        self.fen_with(Unknown::default())
    }

    fn parse_action(&self, token: &str) -> Result<WarpacAction, ActionError> {
        self.read_action(token)
    }

    fn reason(&self) -> Option<&'static str> {
        self.why_over()
    }

    fn action_token(&self, action: WarpacAction) -> String {
        self.write_action(action)
    }

    fn diagram(&self, charset: Charset) -> String {
        self.draw(charset, Unknown::default())
    }

    fn owner(sign: char) -> Option<Player> {
        owner_by_case(sign)
    }

    fn themes(&self, action: WarpacAction) -> Vec<&'static str> {
        self.themes_of(action)
    }

    fn tell(&self, action: WarpacAction) -> Option<String> {
        self.tell_action(action)
    }

    /// A turn is one action, except a deployment, which has no effects.
    fn effects(&self, turn: &[WarpacAction]) -> Vec<String> {
        turn.first().map(|action| self.effects_of(*action)).unwrap_or_default()
    }

    fn due(&self) -> Vec<TurnDue> {
        self.due_in_turn()
    }
}

impl<R: WarpacRules> Warpac<R> {
    /// The start of the deployment.
    pub(super) fn deployment(rules: R) -> Self {
        let mut game = Self::empty(rules);
        game.set_turn(Phase::Deployment, Player::ONE);
        game.points = [game.purse(); 2];
        game
    }

    fn known_good(rules: R, fen: &str) -> Self {
        match Self::from_fen(rules, fen) {
            Ok(game) => game,
            Err(error) => unreachable!("a starting position is refused: {error}"),
        }
    }

    /// Reads a FEN with optional unknown parts. Submarines on unknown squares are left off the board.
    pub(super) fn read_fen(rules: R, fen: &str) -> Result<(Self, Unknown), FenError> {
        let texts: Vec<&str> = fen.split_ascii_whitespace().collect();
        if let Some(extra) = texts.get(FIELDS.len()) {
            return Err(FenError::new("ninth", *extra, "expected eight fields"));
        }
        let &[board, side, phase, wings, subs, points, halfmove, fullmove] = texts.as_slice()
        else {
            return Err(FenError::new(FIELDS[texts.len().min(7)], "", FORM));
        };
        let mut game = Self::empty(rules);
        let mut unknown = Unknown::default();
        game.read_board(board)?;
        let side = match side {
            "w" => Player::ONE,
            "b" => Player::TWO,
            _ => return Err(FenError::new("side", side, "expected w or b")),
        };
        let phase = match phase {
            "d" => Phase::Deployment,
            "s" => Phase::Surface,
            "u" if game.has_submarines() => Phase::Underwater,
            _ => {
                let expected = match game.has_submarines() {
                    true => "expected d, s or u",
                    false => "expected d or s",
                };
                return Err(FenError::new("phase", phase, expected));
            }
        };
        game.read_wings(wings)?;
        game.read_subs(subs, &mut unknown)?;
        game.set_turn(phase, side);
        game.read_points(points, &mut unknown)?;
        let is_deployment = phase == Phase::Deployment;
        let most = |least| if is_deployment { least } else { GREATEST_COUNTER };
        game.halfmove = read_number("halfmove", halfmove, 0, most(0))?;
        game.fullmove = read_number("fullmove", fullmove, 1, most(1))?;
        game.validate(board, texts[2], &unknown)?;
        Ok((game, unknown))
    }

    fn read_board(&mut self, field: &str) -> Result<(), FenError> {
        let ranks: Vec<&str> = field.split('/').collect();
        if ranks.len() != SIZE as usize {
            let reason = format!("expected 16 ranks, found {}", ranks.len());
            return Err(FenError::new("board", field, reason));
        }
        for (text, rank) in ranks.into_iter().zip((0..SIZE).rev()) {
            self.read_rank(text, rank).map_err(|reason| {
                FenError::new("board", text, format!("rank {}: {reason}", rank + 1))
            })?;
        }
        for (side, name) in self.sides.iter().zip(NAMES) {
            let count = side.count();
            if count > MOST_PIECES {
                let reason = format!("{name} has {count} pieces, more than {MOST_PIECES}");
                return Err(FenError::new("board", field, reason));
            }
        }
        Ok(())
    }

    fn read_rank(&mut self, text: &str, rank: i32) -> Result<(), String> {
        let mut file = 0;
        let mut rest = text;
        while let Some(letter) = rest.chars().next() {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            if digits > 0 {
                let run = &rest[..digits];
                let is_plain = digits <= 2 && !run.starts_with('0');
                let squares: i32 = run.parse().ok().filter(|_| is_plain).unwrap_or(SIZE + 1);
                if file + squares > SIZE {
                    return Err(format!("a run of {run} does not fit"));
                }
                file += squares;
                rest = &rest[digits..];
                continue;
            }
            let Some(cell) = Cell::from_letter(letter) else {
                return Err(format!("`{letter}` is no piece and no run of empty squares"));
            };
            let square = Square::at(file, rank).ok_or("more than sixteen squares")?;
            self.put(square, cell);
            file += 1;
            rest = &rest[letter.len_utf8()..];
        }
        match file {
            SIZE => Ok(()),
            _ => Err(format!("expected sixteen squares, found {file}")),
        }
    }

    fn read_wings(&mut self, field: &str) -> Result<(), FenError> {
        let mut listed = Squares::NONE;
        if field != "-" {
            for text in field.split(',') {
                self.read_wing(text, &mut listed)
                    .map_err(|reason| FenError::new("wings", text, reason))?;
            }
        }
        let all = self.kinds[PieceKind::Squadron.index()];
        match (all & !listed).into_iter().next() {
            Some(squadron) => {
                let reason = format!("the squadron on {} has no carrier", squadron.name());
                Err(FenError::new("wings", field, reason))
            }
            None => Ok(()),
        }
    }

    /// One wing: `d2>e2` docked, `d2^e2` aloft, `d2^e2n` with its knight's move spent; `d2^-` if its carrier is sunk.
    /// Adds the squadron to those that are `listed`.
    fn read_wing(&mut self, text: &str, listed: &mut Squares) -> Result<(), String> {
        const WING: &str = "expected a wing such as d2>e2 or d2^e2";
        let (bare, is_spent) = match text.strip_suffix('n') {
            Some(bare) => (bare, true),
            None => (text, false),
        };
        let is_docked = bare.contains('>');
        let (squadron, carrier) = bare.split_once(['>', '^']).ok_or(WING)?;
        let squadron = Square::parse(squadron).ok_or(WING)?;
        let is_homeless = self.squadrons_stay() && carrier == "-" && !is_docked;
        let carrier = if is_homeless { squadron } else { Square::parse(carrier).ok_or(WING)? };
        let is_squadron = |cell: Cell| cell != Cell::EMPTY && cell.kind() == PieceKind::Squadron;
        if !is_squadron(self.cell(squadron)) {
            return Err(format!("there is no squadron on {}", squadron.name()));
        }
        if listed.has(squadron) {
            return Err(format!("the squadron on {} has a carrier already", squadron.name()));
        }
        let side = self.cell(squadron).side();
        if !is_homeless && self.cell(carrier) != Cell::new(side, PieceKind::Carrier) {
            return Err(format!("there is no carrier of that side on {}", carrier.name()));
        }
        if self.partner(carrier).is_some() {
            return Err(format!("the carrier on {} has a squadron already", carrier.name()));
        }
        if is_docked && squadron.distance(carrier) != 1 {
            return Err("a docked squadron stands next to its carrier".to_string());
        }
        if is_spent && !self.leaps_once() {
            let reason = match self.never_leaps() {
                true => "there are no knight's moves",
                false => "knight's moves are free",
            };
            return Err(format!("there is no n in this variant: {reason}"));
        }
        if is_spent && is_docked {
            return Err("a docked squadron has not spent its knight's move".to_string());
        }
        listed.insert(squadron);
        let has_none = is_spent || self.never_leaps();
        self.link_wing(squadron, carrier, [is_docked, has_none]);
        Ok(())
    }

    fn read_subs(&mut self, field: &str, unknown: &mut Unknown) -> Result<(), FenError> {
        let fault = |token: &str, reason: &str| Err(FenError::new("subs", token, reason));
        if !self.has_submarines() {
            let reason = "expected -: there are no submarines in this variant";
            return if field == "-" { Ok(()) } else { fault(field, reason) };
        }
        let lists: Vec<&str> = field.split('/').collect();
        if lists.len() != 2 {
            return fault(field, "expected White's and Black's squares, or -, with / between");
        }
        for (side, list) in lists.into_iter().enumerate() {
            if list == "-" {
                continue;
            }
            if let Some(number) = list.strip_prefix('?') {
                unknown.subs[side] = Some(read_number("subs", number, 0, MOST_PIECES)?);
                continue;
            }
            for text in list.split(',') {
                let Some(square) = Square::parse(text) else {
                    return fault(text, "expected a square from a1 to p16");
                };
                if self.subs[side].has(square) {
                    return fault(text, "two submarines of a side on one square");
                }
                self.toggle_sub(side, square);
            }
            let count = self.subs[side].count();
            if count > MOST_PIECES {
                let most =
                    format!("{} has {count} submarines, more than {MOST_PIECES}", NAMES[side]);
                return fault(list, &most);
            }
        }
        Ok(())
    }

    fn read_points(&mut self, field: &str, unknown: &mut Unknown) -> Result<(), FenError> {
        let fault = |reason: &str| Err(FenError::new("points", field, reason));
        if self.phase != Phase::Deployment {
            let reason = "expected -: points belong to the deployment";
            return if field == "-" { Ok(()) } else { fault(reason) };
        }
        let Some((white, black)) = field.split_once('/') else {
            return fault("expected White's and Black's points with / between");
        };
        for (side, text) in [white, black].into_iter().enumerate() {
            unknown.points[side] = text == "?";
            self.points[side] = match text {
                "?" => self.purse(),
                text => read_number("points", text, 0, self.purse().into())? as u8,
            };
        }
        Ok(())
    }

    /// Checks that the position is possible (rules.md 8); the texts are for messages.
    fn validate(&self, board: &str, phase: &str, unknown: &Unknown) -> Result<(), FenError> {
        let me = self.me();
        if self.phase == Phase::Underwater && !self.dives(me) && unknown.subs[me].unwrap_or(0) == 0
        {
            return Err(FenError::new("phase", phase, "the side to move has no submarine"));
        }
        let has_ships = self.ships(0).any() || self.ships(1).any();
        if self.phase != Phase::Deployment && !has_ships {
            return Err(FenError::new("board", board, "neither side has a surface ship"));
        }
        // An unseen fleet must not restrict the squares of the other fleet.
        let abroad = |side: usize| (self.sides[side] & !Squares::WATERS[side]).into_iter().next();
        let stranger = [0, 1].into_iter().find_map(abroad);
        if let Some(square) = stranger.filter(|_| self.phase == Phase::Deployment) {
            let reason = format!("in the deployment {} is outside own waters", square.name());
            return Err(FenError::new("board", board, reason));
        }
        Ok(())
    }

    /// The FEN, with the unknown parts left open.
    pub(super) fn fen_with(&self, unknown: Unknown) -> String {
        let side = ["w", "b"][self.me()];
        let phase = match self.phase {
            Phase::Deployment => "d",
            Phase::Surface => "s",
            Phase::Underwater => "u",
        };
        let points = match self.phase {
            Phase::Deployment => {
                let text = |side: usize| match unknown.points[side] {
                    true => "?".to_string(),
                    false => self.points[side].to_string(),
                };
                format!("{}/{}", text(0), text(1))
            }
            _ => "-".to_string(),
        };
        let subs = if self.has_submarines() {
            let text = |side: usize| match unknown.subs[side] {
                Some(number) => format!("?{number}"),
                None => names(self.subs[side]),
            };
            format!("{}/{}", text(0), text(1))
        } else {
            "-".to_string()
        };
        let (board, wings) = (self.board_field(), self.wings_field());
        format!(
            "{board} {side} {phase} {wings} {subs} {points} {} {}",
            self.halfmove, self.fullmove
        )
    }

    fn board_field(&self) -> String {
        let ranks = (0..SIZE).rev().map(|rank| {
            let mut text = String::new();
            let mut empty = 0;
            for square in (0..SIZE).filter_map(|file| Square::at(file, rank)) {
                let Some(letter) = self.cell(square).letter() else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    let _ = write!(text, "{empty}");
                    empty = 0;
                }
                text.push(letter);
            }
            if empty > 0 {
                let _ = write!(text, "{empty}");
            }
            text
        });
        ranks.collect::<Vec<_>>().join("/")
    }

    fn wings_field(&self) -> String {
        let squadrons = self.kinds[PieceKind::Squadron.index()].into_iter();
        let wings: Vec<String> = squadrons.map(|squadron| self.wing_text(squadron)).collect();
        if wings.is_empty() { "-".to_string() } else { wings.join(",") }
    }

    pub(super) fn wing_text(&self, squadron: Square) -> String {
        let mark = if self.docked.has(squadron) { '>' } else { '^' };
        let spent = if self.leaps_once() && self.spent.has(squadron) { "n" } else { "" };
        let carrier = self.partner(squadron).map_or("-".to_string(), Square::name);
        format!("{}{mark}{carrier}{spent}", squadron.name())
    }
}

/// The squares of a set, joined by commas; `-` if it is empty.
pub(super) fn names(squares: Squares) -> String {
    let names: Vec<String> = squares.into_iter().map(Square::name).collect();
    if names.is_empty() { "-".to_string() } else { names.join(",") }
}
