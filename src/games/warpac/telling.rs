//! Losses and attacks in words, what is still open in a deployment, and drops in any order, for people.

use super::actions::{ActionKind, Droppable};
use super::board::Square;
use super::deploy::ORDER;
use super::notation::NAMES;
use super::pieces::PieceKind;
use super::tokens::Token;
use super::underwater::ChargeReport;
use super::{Phase, Warpac, WarpacAction, WarpacRules};
use crate::game::{ActionError, AnyOrder, TurnDue};

/// The plural of what can be dropped.
const fn plural(what: Droppable) -> &'static str {
    match what {
        Droppable::Piece(PieceKind::Carrier) => "carriers",
        Droppable::Piece(PieceKind::Squadron) => "squadrons",
        Droppable::Piece(PieceKind::Battleship) => "battleships",
        Droppable::Piece(PieceKind::Cruiser) => "cruisers",
        Droppable::Piece(PieceKind::Destroyer) => "destroyers",
        Droppable::Submarine => "submarines",
    }
}

/// A report of depth charges in words.
fn report_text(report: ChargeReport) -> String {
    let hit = match report.sunk {
        0 => "nothing is hit".to_string(),
        1 => "1 submarine is sunk".to_string(),
        sunk => format!("{sunk} submarines are sunk"),
    };
    let contact = match (report.sunk, report.contact) {
        (0, true) => ", but there is a contact around them",
        (_, true) => ", and there is a contact around them",
        (0, false) => ", and there is no contact",
        (_, false) => "",
    };
    hit + contact
}

impl<R: WarpacRules> Warpac<R> {
    /// A loss or an attack with depth charges in a sentence. It rests on the surface pieces and on the report, which
    /// both players hear.
    pub(super) fn tell_action(&self, action: WarpacAction) -> Option<String> {
        let mover = NAMES[self.me()];
        match action.kind() {
            ActionKind::Move => {
                let piece = self.cell(action.from()).kind().name();
                let loss = self.loss_text(self.target_of(action)?);
                Some(format!("{mover}'s {piece} sinks {loss}."))
            }
            ActionKind::Torpedo => {
                let loss = self.loss_text(self.target_of(action)?);
                Some(format!("A torpedo of {mover} sinks {loss}."))
            }
            ActionKind::DepthCharge => {
                let area = action.from();
                let corner = area.offset(1, 1)?;
                let report = report_text(self.report(action)?);
                let (area, corner) = (area.name(), corner.name());
                Some(format!("{mover} drops depth charges on {area} to {corner}: {report}."))
            }
            _ => None,
        }
    }

    /// The square of the surface piece that a move or a torpedo sinks.
    pub(super) fn target_of(&self, action: WarpacAction) -> Option<Square> {
        match action.kind() {
            ActionKind::Torpedo => Some(action.from()),
            _ if action.is_move() => {
                Some(action.to()).filter(|to| self.sides[self.me() ^ 1].has(*to))
            }
            _ => None,
        }
    }

    /// The piece on a square that is sunk, and the squadron that is lost with it.
    fn loss_text(&self, square: Square) -> String {
        let cell = self.cell(square);
        let (owner, name) = (NAMES[cell.side()], cell.kind().name());
        let is_carrier = cell.kind() == PieceKind::Carrier;
        let squadron = self.squadron_at_stake(square).filter(|_| is_carrier);
        let with =
            squadron.map(|at| format!(", and its squadron on {} is lost with it", at.name()));
        format!("{owner}'s {name} on {}{}", square.name(), with.unwrap_or_default())
    }

    /// What is still open in the deployment of the side to move.
    pub(super) fn due_in_turn(&self) -> Vec<TurnDue> {
        if self.phase != Phase::Deployment {
            return Vec::new();
        }
        let me = self.me();
        let missing = |what: Droppable| {
            let count = self.settings().basic(what).saturating_sub(self.number(me, what));
            TurnDue::must(count, what.name(), plural(what))
        };
        let points = TurnDue::may(self.points[me].into(), "point for extra pieces", EXTRA);
        ORDER.into_iter().filter_map(missing).chain(points).collect()
    }
}

const EXTRA: &str = "points for extra pieces";

/// The drops of a deployment.
pub(super) struct Drops;

impl<R: WarpacRules> AnyOrder<Warpac<R>> for Drops {
    fn place(&self, state: &Warpac<R>, token: &str) -> Option<u32> {
        match Token::read(token).filter(|_| state.phase == Phase::Deployment)? {
            Token::Drop(what, ..) => {
                ORDER.iter().position(|other| *other == what).map(|place| place as u32)
            }
            _ => None,
        }
    }

    fn carry_out(&self, state: &mut Warpac<R>, token: &str) -> Result<(), ActionError> {
        let illegal = |reason: String| Err(ActionError::illegal(token, reason));
        let Some(Token::Drop(what, square, carrier)) = Token::read(token) else {
            return illegal("this is no drop".to_string());
        };
        if state.phase != Phase::Deployment
            || !state.has_submarines() && what == Droppable::Submarine
        {
            return illegal("this is not dropped here".to_string());
        }
        state.may_have(what).map_err(|reason| ActionError::illegal(token, reason))?;
        if !state.can_place(what, square, carrier) {
            return illegal(state.why_not_on(what, square, carrier));
        }
        state.make_drop(WarpacAction::drop(what, square, carrier.unwrap_or(Square(0))));
        Ok(())
    }
}
