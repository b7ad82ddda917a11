//! Tokens of actions (rules.md 8), and the reasons why a token is illegal.

use super::actions::{DecodedAction, GameOfWarAction};
use super::board::{Square, has, window_bit};
use super::combat::offline;
use super::units::{COMBAT, UnitKind};
use super::{GameOfWarRules, War};
use crate::game::{ActionError, Game};

const FORMS: &str = "an action such as e5e6, xk12, end or I@c5";

/// The action that a token names, legal or not.
pub(super) fn read(token: &str) -> Option<GameOfWarAction> {
    match token {
        "end" => return Some(GameOfWarAction::END),
        "?" => return Some(GameOfWarAction::UNSEEN),
        _ => {}
    }
    if let Some((kind, square)) = token.split_once('@') {
        let mut letters = kind.chars();
        let kind = UnitKind::from_letter(letters.next()?).filter(|_| letters.next().is_none())?;
        return Some(GameOfWarAction::drop(kind, Square::parse(square)?));
    }
    if let Some(target) = token.strip_prefix('x').and_then(Square::parse) {
        return Some(GameOfWarAction::attack(target));
    }
    // The second square begins at the second letter.
    let second = token.char_indices().skip(1).find(|(_, letter)| letter.is_ascii_lowercase())?.0;
    let (from, to) = token.split_at(second);
    Some(GameOfWarAction::movement(Square::parse(from)?, Square::parse(to)?))
}

/// The token of an action.
pub(super) fn write_action(action: GameOfWarAction) -> String {
    match action.decoded() {
        DecodedAction::Move(from, to) => from.name() + &to.name(),
        DecodedAction::Attack(target) => format!("x{}", target.name()),
        DecodedAction::End => "end".to_string(),
        DecodedAction::Drop(kind, square) => format!("{}@{}", kind.letter(), square.name()),
        DecodedAction::Unseen => "?".to_string(),
    }
}

impl<R: GameOfWarRules> War<R> {
    pub(super) fn read_action(&self, token: &str) -> Result<GameOfWarAction, ActionError> {
        let action = read(token).ok_or_else(|| ActionError::unreadable(token, FORMS))?;
        if self.is_legal(action) {
            return Ok(action);
        }
        Err(ActionError::illegal(token, self.why_illegal(action.decoded())))
    }

    /// Splits a token into its actions. If it holds everything that a side still has to set up, its drops may come in
    /// any order.
    pub(super) fn split_drops(&self, token: &str) -> Vec<String> {
        let mut parts: Vec<&str> = token.split(',').collect();
        let drops: Option<Vec<_>> = parts
            .iter()
            .map(|part| match read(part)?.decoded() {
                DecodedAction::Drop(kind, square) => Some((kind.index(), square)),
                _ => None,
            })
            .collect();
        if let Some(drops) = drops.filter(|_| self.now.deploying) {
            let counts = UnitKind::ALL
                .map(|kind| drops.iter().filter(|(index, _)| *index == kind.index()).count());
            if counts == self.hand().counts.map(usize::from) {
                let mut order: Vec<usize> = (0..parts.len()).collect();
                order.sort_by_key(|index| drops[*index]);
                parts = order.into_iter().map(|index| parts[index]).collect();
            }
        }
        parts.into_iter().map(str::to_string).collect()
    }

    /// The rule that forbids an action.
    fn why_illegal(&self, decoded: DecodedAction) -> String {
        if let Some(outcome) = self.now.outcome {
            return outcome.refusal();
        }
        if self.now.deploying {
            return self.why_no_drop(decoded);
        }
        match decoded {
            DecodedAction::Drop(..) | DecodedAction::Unseen => "the deployment is over".to_string(),
            DecodedAction::Move(from, to) => self.why_no_move(from, to),
            _ if self.pending_retreat() != 0 => self.retreat_first(),
            DecodedAction::End => "the turn cannot be ended".to_string(),
            DecodedAction::Attack(target) => self.why_no_attack(target),
        }
    }

    fn retreat_first(&self) -> String {
        let unit = self.pending_retreat().trailing_zeros() as usize;
        let square = self.now.squares[self.now.side.index()][unit];
        format!("the unit on {square:?} must retreat first")
    }

    /// Why the side to move cannot set up a unit on a square, in any order; `None` if it can.
    pub(super) fn why_not_set_up(&self, kind: UnitKind, square: Square) -> Option<String> {
        if self.hand().counts[kind.index()] == 0 {
            Some(format!("no {} is left to be set up", kind.name()))
        } else if !Self::is_home(self.now.side.index(), square) {
            Some(format!("{square:?} is not in the own territory"))
        } else if has(&self.terrain().map.mountains, square) {
            Some(format!("{square:?} is a mountain"))
        } else if has(&self.now.blocked, square) {
            Some(format!("there is a unit on {square:?}"))
        } else {
            None
        }
    }

    fn why_no_drop(&self, decoded: DecodedAction) -> String {
        let side = self.now.side.index();
        let DecodedAction::Drop(kind, square) = decoded else {
            return match decoded {
                DecodedAction::Unseen => "? stands for South's whole deployment only".to_string(),
                _ => "units are still to be set up, such as I@c5".to_string(),
            };
        };
        let name = kind.name();
        if self.hand().unseen {
            "this deployment is not seen".to_string()
        } else if let Some(reason) = self.why_not_set_up(kind, square) {
            reason
        } else if !self.free_for(side, kind).any(|free| free == square) {
            format!("{square:?} does not come after the last {name}: the squares ascend")
        } else if UnitKind::ALL
            .into_iter()
            .take_while(|other| *other != kind)
            .any(|other| self.hand().counts[other.index()] > 0)
        {
            format!("the {name} comes later: the order is I C K W R X")
        } else {
            format!("too few squares come after {square:?} for the rest of the {name}")
        }
    }

    fn why_no_move(&self, from: Square, to: Square) -> String {
        let now = &self.now;
        let me = now.side.index();
        let Some((_, unit)) = self.unit_on(from).filter(|(side, _)| *side == me) else {
            return format!("no unit of the side to move is on {from:?}");
        };
        let bit = 1 << unit;
        if now.moved & bit != 0 {
            return format!("the unit on {from:?} has moved already");
        }
        let settings = self.settings();
        if now.moved.count_ones() >= settings.moves_a_turn {
            return format!("{} moved already", self.moves_text());
        }
        if settings.arsenal_ends_moves && now.attacked {
            return "an arsenal was destroyed, which ends the moves of the turn".to_string();
        }
        if self.pending_retreat() & !bit != 0 {
            return self.retreat_first();
        }
        let pending = self.pending_retreat();
        let units = if pending == 0 { settings.offline_moves } else { settings.offline_retreats };
        if (now.communications[me].online | offline(units)) & bit == 0 {
            return format!("the unit on {from:?} is offline");
        }
        if has(&self.terrain().map.mountains, to) {
            return format!("{to:?} is a mountain");
        }
        if from != to && has(&now.blocked, to) {
            return format!("there is a unit on {to:?}");
        }
        let is_hostile = self.intact(1 - me).any(|arsenal| arsenal == to);
        let reach = self.destinations(me, unit, false);
        if is_hostile && window_bit(from, 2, to).is_some_and(|at| reach >> at & 1 == 1) {
            let reason = if self.has_attacked() {
                "the attack of the turn is made"
            } else {
                "a retreat is no attack"
            };
            return format!("{to:?} is an arsenal of the other side, and {reason}");
        }
        let steps = if bit & self.army().swift != 0 { "two steps" } else { "a step" };
        format!("{to:?} is not within {steps} over empty squares from {from:?}")
    }

    fn why_no_attack(&self, target: Square) -> String {
        let me = self.now.side.index();
        if self.unit_on(target).is_none_or(|(side, _)| side == me) {
            return format!("no unit of the other side is on {target:?}");
        }
        if self.has_attacked() {
            return "an arsenal was destroyed, which is the attack of the turn".to_string();
        }
        let attacked = self.unit_on(target).map_or(0, |(_, unit)| 1 << unit);
        if self.in_range(me) & attacked != 0 {
            return format!("the attack on {target:?} has no surplus");
        }
        let online = self.now.communications[me].online & COMBAT != 0;
        let reason = if online { "in range on a clear line" } else { "online" };
        format!("no unit that can attack {target:?} is {reason}")
    }
}
