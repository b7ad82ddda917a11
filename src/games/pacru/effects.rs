//! What a turn does, in sentences for people: markers, territories, captures, threats, chevrons that are locked in.

use super::board::{BORDERLANDS, Field, Fields};
use super::notation::NAMES;
use super::{Cru, CruAction, Family, TurnStage};
use crate::game::text::{counted, listed, listed_up_to};
use crate::game::{Game, PlayerElimination};

/// Fields that a sentence names; more are counted.
const MOST_NAMED: usize = 8;

/// Fields in a sentence.
fn names(fields: Fields) -> String {
    let names: Vec<String> = fields.into_iter().map(Field::name).collect();
    listed_up_to(MOST_NAMED, &names)
}

/// A borderland by its first and last field.
fn land_name(land: usize) -> String {
    let mut fields = Fields::BOARD.into_iter().filter(|field| field.borderland() == land);
    let first = fields.next().map(Field::name).unwrap_or_default();
    format!("{first} to {}", fields.last().map(Field::name).unwrap_or_default())
}

impl<F: Family, const PLAYERS: usize> Cru<F, PLAYERS> {
    /// What the actions of one turn do together.
    pub(super) fn effects_of(&self, turn: &[CruAction]) -> Vec<String> {
        let mut after = *self;
        let mut told = Vec::new();
        for action in turn {
            told.extend(after.event_text(*action));
            after.make(*action);
        }
        told.extend(self.marker_texts(&after));
        told.extend(self.territory_texts(&after));
        if after.outcome.is_none() {
            told.extend(self.threat_text(&after));
            told.extend(self.locked_text(&after));
        }
        told.extend(self.leaving_text(&after));
        told
    }

    /// What an action does beyond its markers (rules.md 5 to 9).
    fn event_text(&self, action: CruAction) -> Option<String> {
        let me = NAMES[self.side.index()];
        if action.is_bonus() {
            return Some(format!("Two chevrons of {me} meet, which brings a bonus marker."));
        }
        if action == CruAction::END {
            let begins = self.is_azacru() && self.stage == TurnStage::Turn;
            let what = match begins {
                true if self.settings().last_round => "the last round begins",
                true => "the game is over",
                false => "the turn is passed",
            };
            return Some(format!("{me} cannot move: {what}."));
        }
        if !action.is_move() {
            return None;
        }
        let (from, to) = (action.field(), action.to());
        if let Some(victim) = self.victim_of(action) {
            let (victim, to) = (NAMES[victim], to.name());
            return Some(format!("{me} captures {victim}'s chevron on {to}."));
        }
        let gap =
            if action.connects() { from.between(to, from.facing_along(to)) } else { Fields::NONE };
        let why = match self.takes_from_others(gap) {
            true => "takes markers of others",
            false => "costs the chevron",
        };
        let to = to.name();
        let leaves = || format!("The connection {why}, so the chevron on {to} leaves.");
        self.costs_chevron(gap).then(leaves)
    }

    /// The player whose chevron a move captures.
    pub(super) fn victim_of(&self, action: CruAction) -> Option<usize> {
        let takes = |player: &usize| self.chevrons[*player].has(action.to());
        (0..PLAYERS).filter(|_| action.is_move()).find(takes)
    }

    /// The markers that the mover wins and gives up, whose they were, and the count that matters in the end.
    fn marker_texts(&self, after: &Self) -> Vec<String> {
        let me = self.side.index();
        let gained = after.markers[me] & !self.markers[me];
        let given = self.markers[me] & !after.markers[me];
        let mut told = Vec::new();
        let mut tell = |verb: &str, fields: Fields| {
            if fields.any() {
                let count = counted(fields.count(), "marker");
                told.push(format!("{} {verb} {count}: {}.", NAMES[me], names(fields)));
            }
        };
        tell("gains", gained);
        tell("gives up", given);
        for (other, name) in NAMES[..PLAYERS].iter().enumerate().filter(|(other, _)| *other != me) {
            let taken = self.markers[other] & gained;
            match taken.count() {
                0 => {}
                1 => told.push(format!("The field {} was {name}'s.", names(taken))),
                _ => told.push(format!("The fields {} were {name}'s.", names(taken))),
            }
        }
        if (gained | given).any() {
            told.push(after.standing_text(me));
        }
        told
    }

    /// The count of markers: the mover's and the target in Pacru, where the target wins, and all in the other games.
    fn standing_text(&self, me: usize) -> String {
        let count = |player: usize| self.markers[player].count();
        if self.is_pacru() {
            return format!(
                "{} has {} of {} markers.",
                NAMES[me],
                count(me),
                self.settings().markers_to_win
            );
        }
        let counts: Vec<String> =
            (0..PLAYERS).map(|player| format!("{} {}", NAMES[player], count(player))).collect();
        format!("Markers: {}.", counts.join(", "))
    }

    /// The player with most markers in a borderland, if no other has as many.
    fn owner_of(&self, land: usize) -> Option<usize> {
        let count = |player: usize| self.counts[player][land];
        let owner = (0..PLAYERS).max_by_key(|player| count(*player))?;
        let is_alone = (0..PLAYERS).all(|other| other == owner || count(other) < count(owner));
        is_alone.then_some(owner)
    }

    /// The borderlands in which another player has most markers now.
    fn territory_texts(&self, after: &Self) -> Vec<String> {
        let changed = (0..BORDERLANDS).filter_map(|land| {
            let (before, now) = (self.owner_of(land), after.owner_of(land));
            let land = land_name(land);
            match (before, now) {
                _ if before == now => None,
                (_, Some(owner)) => {
                    Some(format!("{} has most markers in {land} now.", NAMES[owner]))
                }
                (Some(owner), None) => {
                    Some(format!("{} has most markers in {land} no more.", NAMES[owner]))
                }
                (None, None) => None,
            }
        });
        changed.collect()
    }

    /// The chevrons that two chevrons of the mover attack now, and did not before.
    fn threat_text(&self, after: &Self) -> Option<String> {
        if !self.is_pacru() {
            return None;
        }
        let me = self.side.index();
        let pincered = |state: &Self| state.attacks(&state.player_board(me), me).pincered;
        let threatened = pincered(after) & !pincered(self);
        let named = after.chevrons_text(threatened, |player| player != me)?;
        Some(format!("{} threatens to capture {named}.", NAMES[me]))
    }

    /// Chevrons on these fields by owner, such as `Black's chevron on e5`; `None` if there are none.
    fn chevrons_text(&self, fields: Fields, counts: impl Fn(usize) -> bool) -> Option<String> {
        let of_player = |player: usize| {
            let own = self.chevrons[player] & fields;
            let what = if own.count() == 1 { "chevron" } else { "chevrons" };
            own.any().then(|| format!("{}'s {what} on {}", NAMES[player], names(own)))
        };
        let texts: Vec<String> =
            (0..PLAYERS).filter(|player| counts(*player)).filter_map(of_player).collect();
        (!texts.is_empty()).then(|| listed(&texts))
    }

    /// A player's chevrons that have a destination or a capture.
    fn movable(&self, player: usize) -> Fields {
        let board = self.player_board(player);
        let pincered =
            if self.is_pacru() { self.attacks(&board, player).pincered } else { Fields::NONE };
        let moves = |from: &Field| {
            let reach = self.reach(&board, player, *from);
            (reach.targets | reach.attacked & pincered).any()
        };
        board.friends.into_iter().filter(moves).fold(Fields::NONE, |all, at| all | at.bit())
    }

    /// The other players' chevrons that could move before and cannot now.
    fn locked_text(&self, after: &Self) -> Option<String> {
        let me = self.side.index();
        let locked =
            (0..PLAYERS).filter(|player| *player != me).fold(Fields::NONE, |all, player| {
                all | self.movable(player) & after.chevrons[player] & !after.movable(player)
            });
        let named = after.chevrons_text(locked, |player| player != me)?;
        Some(format!("No move is left for {named}."))
    }

    /// The players who are out now (rules.md 7).
    fn leaving_text(&self, after: &Self) -> Option<String> {
        let is_leaving =
            |player: &crate::game::Player| !self.is_out(*player) && after.is_out(*player);
        let names: Vec<&str> =
            Self::players().filter(is_leaving).map(|player| NAMES[player.index()]).collect();
        let verb = if names.len() == 1 { "is" } else { "are" };
        (!names.is_empty()).then(|| format!("{} {verb} out of the game.", listed(&names)))
    }
}
