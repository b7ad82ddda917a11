//! What a turn does, in sentences for people.

use super::board::{ENEMY_BACK_ROW, Point, Points};
use super::{
    CARRIERS, KAMIKAZE_KIND, KAMIKAZES, PLANES, Pacific, PacificAction, PacificRules, Victims,
    WAITING,
};
use crate::game::text::{counted, listed};
use crate::game::{Game, Notation, Player};

impl<R: PacificRules> Pacific<R> {
    /// What an action does (rules.md 4 and 5), and whether the other side must then attack.
    pub(super) fn effects_of(&self, action: PacificAction) -> Vec<String> {
        let mut after = *self;
        let mut left = Points::NONE;
        after.make_with(action, &mut |change| {
            if !change.arrives && change.player != self.side() {
                left |= change.point.bit();
            }
        });
        let mut told = Vec::new();
        told.extend(self.captures_text(action, left));
        told.extend(self.arrival_text(action, &after));
        told.extend(self.freed_text(&after));
        if after.outcome().is_none() && after.must_attack() {
            told.push(format!("{} must attack now.", Self::name_of(after.side())));
        }
        told
    }

    fn name_of(player: Player) -> &'static str {
        Self::SIDES[player.index()]
    }

    /// The piece on a point, such as `plane 2`.
    fn piece_name(&self, point: Point) -> String {
        match self.kind_of(point) {
            KAMIKAZE_KIND => "Kamikaze".to_string(),
            kind @ 4.. => format!("plane {}", kind - 3),
            kind => format!("carrier {}", kind + 1),
        }
    }

    /// The pieces on these points, such as `plane 2 on c3 and carrier 1 on e5`.
    fn pieces_text(&self, points: impl Iterator<Item = Point>) -> String {
        let named = |point: Point| format!("{} on {}", self.piece_name(point), point.name());
        listed(&points.map(named).collect::<Vec<_>>())
    }

    /// What an attack takes, and the planes that are lost with a carrier. `left` are the points of all pieces that the
    /// other side loses.
    fn captures_text(&self, action: PacificAction, left: Points) -> Option<String> {
        if !action.is_attack() {
            return None;
        }
        let jumped: Vec<Point> = self.jumped(action).collect();
        let piece = self.piece_name(action.from());
        let (me, other) = (Self::name_of(self.side()), Self::name_of(self.side().opponent()));
        let taken = self.pieces_text(jumped.iter().copied());
        let text = format!("{me}'s {piece} takes {taken}.");
        let orphans = jumped.iter().fold(left, |orphans, point| orphans & !point.bit());
        if orphans.is_empty() {
            return Some(text);
        }
        let orphans = self.pieces_text(orphans.into_iter());
        Some(format!("{text} Without its carrier {other} loses {orphans}, too."))
    }

    /// The points over which an attack jumps, in order.
    fn jumped(&self, action: PacificAction) -> impl Iterator<Item = Point> {
        let mut at = action.from();
        action.path().map(move |direction| {
            let over = at.step(direction);
            at = over.step(direction);
            over
        })
    }

    /// What becomes of the piece that moves.
    fn arrival_text(&self, action: PacificAction, after: &Self) -> Option<String> {
        let to = action.landings().last()?;
        let (from, name, player) = (action.from(), to.name(), self.side().index());
        if !after.sets[player].has(to) {
            let victim = match self.settings().kamikaze_lost_with {
                Victims::All => "piece",
                Victims::None | Victims::Carriers => "carrier",
            };
            return Some(format!("The Kamikaze is lost with the {victim} that it destroys."));
        }
        if self.sets[PLANES].has(from) && after.sets[KAMIKAZES].has(to) {
            return Some(format!("The plane becomes a Kamikaze on {name}."));
        }
        if after.sets[WAITING].has(to) {
            let carrier = after.number(to) + 1;
            let rows = counted(self.settings().advance_rows, "row");
            return Some(format!(
                "On {name} it is at its limit, {rows} or more ahead of carrier {carrier}."
            ));
        }
        let is_home = self.sets[CARRIERS].has(from) && ENEMY_BACK_ROW[player].has(to);
        is_home.then(|| format!("On {name} the carrier can be taken no more."))
    }

    /// The mover's planes that were at their limit and are no more.
    fn freed_text(&self, after: &Self) -> Option<String> {
        let mine = after.sets[self.side().index()] & after.sets[PLANES];
        let freed = self.sets[WAITING] & mine & !after.sets[WAITING];
        if freed.is_empty() {
            return None;
        }
        let verb = if freed.count() == 1 { "is" } else { "are" };
        let planes = after.pieces_text(freed.into_iter());
        let me = Self::name_of(self.side());
        Some(format!("{me}'s {planes} {verb} at the limit no more."))
    }
}
