//! What a turn does, in sentences for people: losses, launches, and attacks that it makes possible. They rest on the
//! surface pieces, the mover's submarines and the report of depth charges.

use super::actions::ActionKind;
use super::board::{Square, Squares};
use super::notation::NAMES;
use super::pieces::PieceKind;
use super::{Phase, Warpac, WarpacAction, WarpacRules};
use crate::game::text::{listed, listed_up_to};
use crate::game::{Game, Player};

/// Pieces that a sentence names; more are counted.
const MOST_NAMED: usize = 6;

impl<R: WarpacRules> Warpac<R> {
    /// What an action does.
    pub(super) fn effects_of(&self, action: WarpacAction) -> Vec<String> {
        if self.phase == Phase::Deployment {
            return Vec::new();
        }
        let mut after = self.clone();
        after.make(action);
        let mut told: Vec<String> = self.tell_action(action).into_iter().collect();
        told.extend(self.squadron_text(action));
        if after.outcome().is_none() {
            told.extend(self.attack_texts(action, &after));
        }
        told
    }

    /// What an action does, as far as its player can know before it: what depth charges hit is told after them.
    pub(super) fn effects_foreseen(&self, action: WarpacAction) -> Vec<String> {
        if action.kind() != ActionKind::DepthCharge || self.phase == Phase::Deployment {
            return self.effects_of(action);
        }
        let area = action.from();
        let corner = area.offset(1, 1).map(Square::name).unwrap_or_default();
        let mover = NAMES[self.me()];
        vec![format!(
            "{mover} drops depth charges on {} to {corner}. Both sides hear what they hit.",
            area.name()
        )]
    }

    /// A squadron that is launched, or that moves along with its carrier (rules.md 4).
    fn squadron_text(&self, action: WarpacAction) -> Option<String> {
        if action.kind() != ActionKind::Move {
            return None;
        }
        let (from, to) = (action.from(), action.to());
        if self.docked.has(from) {
            return Some("The squadron is launched.".to_string());
        }
        let is_carrier = self.cell(from).kind() == PieceKind::Carrier;
        let squadron = self.docked_squadron(from).filter(|_| is_carrier)?;
        let (files, ranks) = (to.file() - from.file(), to.rank() - from.rank());
        let beside = squadron.offset(files, ranks)?;
        Some(format!("Its squadron moves along, to {}.", beside.name()))
    }

    /// What the piece that has moved attacks from its new square, and what can take it there.
    fn attack_texts(&self, action: WarpacAction, after: &Self) -> Vec<String> {
        let (me, to) = (self.me(), action.to());
        match action.kind() {
            ActionKind::Move => {
                let attacked = after.surface_targets(me, to);
                let takers = after.takers(me ^ 1, to);
                let attacks = (attacked.any()).then(|| {
                    format!("From {} it attacks {}.", to.name(), after.pieces_text(attacked))
                });
                let danger = takers
                    .any()
                    .then(|| format!("It can be taken there by {}.", after.pieces_text(takers)));
                attacks.into_iter().chain(danger).collect()
            }
            ActionKind::Dive => {
                let reach = |state: &Self| state.torpedo_range(me);
                let new = reach(after) & !reach(self);
                let text = format!("Its torpedoes reach {} now.", after.pieces_text(new));
                new.any().then_some(text).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    /// The position with a turn of this kind for `side`.
    fn with_turn(&self, phase: Phase, side: usize) -> Self {
        let mut state = self.clone();
        state.set_turn(phase, Player::new(side));
        state
    }

    /// The enemy pieces that the piece of `side` on a square could take in a surface turn.
    fn surface_targets(&self, side: usize, from: Square) -> Squares {
        let state = self.with_turn(Phase::Surface, side);
        self.sides[side ^ 1].into_iter().filter(|to| state.reaches(from, *to)).collect()
    }

    /// The pieces of `side` that could take the piece on a square in a surface turn.
    fn takers(&self, side: usize, to: Square) -> Squares {
        let state = self.with_turn(Phase::Surface, side);
        self.sides[side].into_iter().filter(|from| state.reaches(*from, to)).collect()
    }

    /// The enemy ships that a submarine of `side` could torpedo in an underwater turn.
    fn torpedo_range(&self, side: usize) -> Squares {
        self.with_turn(Phase::Underwater, side).torpedo_targets()
    }

    /// Pieces by owner, such as `Black's destroyer on e5 and cruiser on h8`.
    fn pieces_text(&self, squares: Squares) -> String {
        let of_side = |side: usize| {
            let named = |square: Square| {
                format!("{} on {}", self.cell(square).kind().name(), square.name())
            };
            let own: Vec<String> = (squares & self.sides[side]).into_iter().map(named).collect();
            (!own.is_empty())
                .then(|| format!("{}'s {}", NAMES[side], listed_up_to(MOST_NAMED, &own)))
        };
        listed(&[0, 1].into_iter().filter_map(of_side).collect::<Vec<_>>())
    }
}
