//! FEN (rules.md 3.1). Tokens of actions are in `tokens.rs`, the diagram in `diagram.rs`.

use super::bench::positions;
use super::board::{Facing, Field, Fields};
use super::{Cru, CruAction, Family, GameKind, MOST_CHEVRONS, MOST_PLAYERS, TurnStage};
use crate::game::{ActionError, Charset, FenError, Notation, Player, TurnDue, text};
use std::fmt::Write;

/// Letters of the players' markers. Their chevrons are upper case.
pub(super) const LETTERS: [char; MOST_PLAYERS] = ['w', 'b', 'r', 'g'];
pub(super) const NAMES: [&str; MOST_PLAYERS] = ["White", "Black", "Red", "Green"];
const EVERY_NAME: &[&str] = &NAMES;
const FORM: &str = "expected `<board> <side> <turnstate> <halfmove> <fullmove>`";

impl<F: Family, const PLAYERS: usize> Notation for Cru<F, PLAYERS> {
    type Rules = F::Rules;

    const SIDES: &'static [&'static str] = EVERY_NAME.split_at(PLAYERS).0;
    const BENCH: &'static [&'static str] = positions(F::KIND, PLAYERS);
    const BENCH_DEPTH: u32 = match F::KIND {
        Some(GameKind::Azacru | GameKind::Shacru) => 8,
        _ if PLAYERS == 2 => 7,
        _ => 5,
    };

    fn start(rules: F::Rules) -> Self {
        match Self::from_fen(rules, F::settings::<PLAYERS>(rules).start) {
            Ok(start) => start,
            Err(error) => unreachable!("the start position is refused: {error}"),
        }
    }

    fn from_fen(rules: F::Rules, fen: &str) -> Result<Self, FenError> {
        let fields: Vec<&str> = fen.split_ascii_whitespace().collect();
        let (board, side, turnstate, counters) = match fields.as_slice() {
            [board, side, turnstate, counters @ ..] if counters.len() <= 2 => {
                (*board, *side, *turnstate, counters)
            }
            [_, _, _, _, _, extra, ..] => {
                return Err(FenError::new("sixth", *extra, "expected five fields"));
            }
            [_, _] => return Err(FenError::new("turnstate", "", FORM)),
            [_] => return Err(FenError::new("side", "", FORM)),
            _ => return Err(FenError::new("board", "", FORM)),
        };
        let mut game = Self::empty(rules);
        game.read_board(board)?;
        let Some(player) = Self::read_player(side) else {
            let reason = format!("expected one of {}", Self::letters());
            return Err(FenError::new("side", side, reason));
        };
        game.set_side(player);
        game.set_stage(game.read_stage(turnstate)?);
        game.halfmove = text::read_counter("halfmove", counters.first().unwrap_or(&"0"), 0)?;
        game.fullmove = text::read_counter("fullmove", counters.get(1).unwrap_or(&"1"), 1)?;
        game.outcome = game.find_outcome(None);
        game.validate(board, side, turnstate)?;
        Ok(game)
    }

    fn fen(&self) -> String {
        let side = LETTERS[self.side.index()];
        let stage = match self.stage {
            TurnStage::Turn => "-".to_string(),
            TurnStage::LastRound(player) => LETTERS[player.index()].to_string(),
            TurnStage::Bonus { barred } => {
                format!("m{}", barred.map_or(String::new(), Field::name))
            }
            TurnStage::Payment { left, last } => {
                format!("x{left}{}", last.map_or(String::new(), Field::name))
            }
        };
        format!("{} {side} {stage} {} {}", self.board_field(), self.halfmove, self.fullmove)
    }

    fn parse_action(&self, token: &str) -> Result<CruAction, ActionError> {
        self.read_action(token)
    }

    fn reason(&self) -> Option<&'static str> {
        self.why_over()
    }

    fn action_token(&self, action: CruAction) -> String {
        self.write_action(action)
    }

    fn diagram(&self, charset: Charset) -> String {
        self.draw(charset)
    }

    fn owner(sign: char) -> Option<Player> {
        let sign = sign.to_ascii_lowercase();
        LETTERS[..PLAYERS].iter().position(|letter| *letter == sign).map(Player::new)
    }

    fn themes(&self, action: CruAction) -> Vec<&'static str> {
        self.themes_of(action)
    }

    fn effects(&self, turn: &[CruAction]) -> Vec<String> {
        self.effects_of(turn)
    }

    fn due(&self) -> Vec<TurnDue> {
        self.due_in_turn()
    }
}

impl<F: Family, const PLAYERS: usize> Cru<F, PLAYERS> {
    /// The letters of the players of this variant, for messages.
    fn letters() -> String {
        LETTERS[..PLAYERS].iter().map(char::to_string).collect::<Vec<_>>().join(", ")
    }

    fn read_player(text: &str) -> Option<Player> {
        Self::players().find(|player| {
            let mut letters = text.chars();
            letters.next() == Some(LETTERS[player.index()]) && letters.next().is_none()
        })
    }

    fn read_board(&mut self, field: &str) -> Result<(), FenError> {
        let ranks: Vec<&str> = field.split('/').collect();
        if ranks.len() != 9 {
            let reason = format!("expected 9 ranks, found {}", ranks.len());
            return Err(FenError::new("board", field, reason));
        }
        for (text, rank) in ranks.into_iter().zip((0..9).rev()) {
            self.read_rank(text, rank).map_err(|reason| {
                FenError::new("board", text, format!("rank {}: {reason}", rank + 1))
            })?;
        }
        Ok(())
    }

    fn read_rank(&mut self, text: &str, rank: u32) -> Result<(), String> {
        let mut file = 0;
        let mut after_run = false;
        let mut letters = text.chars().peekable();
        while let Some(letter) = letters.next() {
            if let run @ '1'..='9' = letter {
                if after_run {
                    return Err("two runs of empty fields side by side".to_string());
                }
                file += run as u32 - '0' as u32;
                after_run = true;
                continue;
            }
            after_run = false;
            let lower = letter.to_ascii_lowercase();
            let player = LETTERS[..PLAYERS].iter().position(|name| *name == lower);
            let Some(player) = player else {
                return Err(format!("`{letter}` is no player of this game and no run of fields"));
            };
            let field = Field::at(file, rank).ok_or("more than nine fields")?;
            file += 1;
            if letter == lower {
                self.put_marker(player, field);
                continue;
            }
            let Some(facing @ '0'..='7') = letters.next() else {
                return Err(format!("`{letter}` needs a facing from 0 to 7"));
            };
            self.put_chevron(player, field, Facing::new(facing as u32 - '0' as u32));
            if letters.next_if_eq(&'*').is_some() {
                self.put_marker(player, field);
            }
        }
        match file {
            9 => Ok(()),
            _ => Err(format!("expected nine fields, found {file}")),
        }
    }

    fn read_stage(&self, text: &str) -> Result<TurnStage, FenError> {
        let fault = |reason: String| Err(FenError::new("turnstate", text, reason));
        if text == "-" {
            return Ok(TurnStage::Turn);
        }
        match self.kind() {
            GameKind::Shacru => fault("expected -".to_string()),
            GameKind::Azacru => match Self::read_player(text) {
                Some(player) => Ok(TurnStage::LastRound(player)),
                None => fault(format!("expected - or one of {}", Self::letters())),
            },
            GameKind::Pacru => self
                .read_part_of_turn(text.as_bytes())
                .map_or_else(|| fault(self.parts_of_turn()), Ok),
        }
    }

    /// The bonus or payment of Pacru that is due.
    fn read_part_of_turn(&self, text: &[u8]) -> Option<TurnStage> {
        let prices = self.payments();
        match text {
            b"m" => Some(TurnStage::Bonus { barred: None }),
            [b'm', field @ ..] if !self.settings().bonus_on_field_left => {
                Field::parse(field).map(|field| TurnStage::Bonus { barred: Some(field) })
            }
            [b'x', left @ b'1'..=b'9'] => {
                let left = left - b'0';
                prices.contains(&left).then_some(TurnStage::Payment { left, last: None })
            }
            [b'x', left @ b'1'..=b'9', last @ ..] => {
                let (left, last) = (left - b'0', Field::parse(last)?);
                let is_rest = prices.iter().any(|price| left < *price);
                is_rest.then_some(TurnStage::Payment { left, last: Some(last) })
            }
            _ => None,
        }
    }

    /// The numbers of markers that the rotations cost.
    fn payments(&self) -> Vec<u8> {
        [1, 2].into_iter().filter_map(|eighths| self.settings().rotation_price(eighths)).collect()
    }

    /// The turnstates of Pacru, for messages.
    fn parts_of_turn(&self) -> String {
        let mut payments = self.payments();
        payments.retain(|price| *price > 0);
        payments.dedup();
        let bonus = if self.settings().bonus_on_field_left { "m" } else { "m, m with a field" };
        let Some(most) = payments.iter().copied().max() else {
            return format!("expected - or {bonus}");
        };
        let whole: Vec<String> = payments.iter().map(|price| format!("x{price}")).collect();
        let rest = match most - 1 {
            0 => String::new(),
            1 => ", or x1 with a field".to_string(),
            rest => format!(", or x1 to x{rest} with a field"),
        };
        format!("expected -, {bonus}, {}{rest}", whole.join(", "))
    }

    /// Checks that the position is possible (rules.md 3.1). The three texts are for messages.
    fn validate(&self, board: &str, side: &str, turnstate: &str) -> Result<(), FenError> {
        for player in Self::players() {
            let chevrons = self.chevrons[player.index()].count();
            if chevrons > MOST_CHEVRONS {
                let name = NAMES[player.index()];
                let reason = format!("{name} has {chevrons} chevrons, more than {MOST_CHEVRONS}");
                return Err(FenError::new("board", board, reason));
            }
        }
        let me = self.side.index();
        let due = match self.stage {
            TurnStage::Turn | TurnStage::LastRound(_) => {
                if self.is_pacru() && self.outcome.is_none() && !self.can_move(me) {
                    let reason = "the side to move has no chevron that can move: it is out";
                    return Err(FenError::new("side", side, reason));
                }
                return Ok(());
            }
            TurnStage::Bonus { .. } => self.bonus_fields(),
            TurnStage::Payment { left, last } => {
                let free = self.free_markers();
                let later = last.map_or(free, |last| free.after(last));
                later.only_if(later.count() >= u32::from(left))
            }
        };
        let reason = match self.stage {
            _ if self.chevrons[me].is_empty() => "the side to move has no chevron",
            _ if due.any() => return Ok(()),
            TurnStage::Bonus { .. } => "no field is left for the bonus marker",
            _ => "fewer markers are left on later free fields than are due",
        };
        Err(FenError::new("turnstate", turnstate, reason))
    }

    fn board_field(&self) -> String {
        let digit = |facing: Facing| char::from(b'0' + facing.index() as u8);
        let ranks = (0..9).rev().map(|rank| {
            let mut text = String::new();
            let mut empty = 0;
            for file in 0..9 {
                let content = Field::at(file, rank).and_then(|field| self.field_text(field, digit));
                if content.is_some() && empty > 0 {
                    let _ = write!(text, "{empty}");
                    empty = 0;
                }
                match content {
                    Some(content) => text.push_str(&content),
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

    /// The text of `field` in a FEN, with the facing drawn by `facing_text`; `None` if it is empty.
    pub(super) fn field_text(
        &self,
        field: Field,
        facing_text: impl Fn(Facing) -> char,
    ) -> Option<String> {
        let owner = |sets: &[Fields; PLAYERS]| sets.iter().position(|set| set.has(field));
        let marker = owner(&self.markers);
        match owner(&self.chevrons) {
            Some(player) => {
                let letter = LETTERS[player].to_ascii_uppercase();
                let star = if marker.is_some() { "*" } else { "" };
                Some(format!("{letter}{}{star}", facing_text(self.facing(field))))
            }
            None => marker.map(|player| LETTERS[player].to_string()),
        }
    }
}
