//! The game at the table: its players, its moves, its clocks, and how it ended.

use super::clock::{GameClock, Millis, TimeControl};
use super::cursor::Cursor;
use super::message::Note;
use super::seat::Seat;
use super::tree::{ROOT, Tree};
use crate::engine::{EngineError, GameState, Position, Start};
use crate::game::Player;
use crate::games::Variant;
use serde::{Deserialize, Serialize};

/// A turn of the game: its actions as one token, its player, what a search said about it, what it did, and its last
/// node.
pub struct PlayedTurn {
    pub token: String,
    /// The number of the player.
    pub player: usize,
    pub note: Note,
    /// What its actions did, in sentences.
    pub told: Vec<String>,
    /// The number of its round, as in a FEN.
    pub round: u32,
    pub last: usize,
}

/// The end of a game that did not end by the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct End {
    /// `draw`, `p1win` to `p4win`, or `p1loss` to `p4loss`.
    pub result: String,
    /// Why.
    pub reason: String,
}

/// A game with seats and clocks. A node of its tree, the live one, is its present position.
pub struct TableGame {
    pub seats: Vec<Seat>,
    /// Whether everyone sees everything.
    pub open: bool,
    pub tree: Tree,
    pub live: Cursor,
    /// Nodes that were taken back, the last one first.
    pub undone: Vec<usize>,
    pub end: Option<End>,
    pub clock: Option<GameClock>,
    /// Whether engines and clocks rest.
    pub paused: bool,
    /// Whether something was hidden from somebody at any time.
    pub has_hidden: bool,
    /// The first position.
    first: Box<dyn GameState>,
}

impl TableGame {
    /// A game without moves.
    ///
    /// # Errors
    /// If the start is refused, or the number of seats is not that of the players. Without seats all are people.
    pub fn new(variant: Variant, start: Start, seats: Vec<Seat>) -> Result<Self, EngineError> {
        let mut first = variant.new_game();
        first.set_position(&Position::from_start(start))?;
        if first.position().view.is_some() {
            return Err(EngineError::new("a game at the table has to be known in full (start)"));
        }
        let people = vec![Seat::person(); variant.players()];
        let seats = if seats.is_empty() { people } else { checked(seats, variant)? };
        Ok(Self {
            seats,
            open: false,
            tree: Tree::new(),
            live: Cursor::new(first.clone()),
            undone: Vec::new(),
            end: None,
            clock: None,
            paused: false,
            has_hidden: false,
            first,
        })
    }

    /// Gives all seats anew.
    ///
    /// # Errors
    /// If their number is not that of the players, or one of them has a wrong value.
    pub fn set_seats(&mut self, seats: Vec<Seat>) -> Result<(), EngineError> {
        self.seats = checked(seats, self.variant())?;
        Ok(())
    }

    /// Gives the game clocks, which stand.
    ///
    /// # Errors
    /// If the time control makes no sense.
    pub fn set_clock(&mut self, control: Option<TimeControl>) -> Result<(), EngineError> {
        control.map_or(Ok(()), |control| control.check())?;
        self.clock = control.map(|control| GameClock::new(control, self.seats.len()));
        Ok(())
    }

    pub fn variant(&self) -> Variant {
        self.first.variant()
    }

    /// How the first position was given.
    pub fn start(&self) -> Start {
        self.first.position().start
    }

    /// The first position.
    pub fn first(&self) -> &dyn GameState {
        &*self.first
    }

    /// A cursor at the first position.
    pub fn cursor(&self) -> Cursor {
        Cursor::new(self.first.clone())
    }

    /// The present position.
    pub fn now(&self) -> &dyn GameState {
        self.live.game()
    }

    pub fn mover(&self) -> Player {
        self.now().player()
    }

    /// The seat of the player to move.
    pub fn seat_to_move(&self) -> &Seat {
        &self.seats[self.mover().index()]
    }

    pub fn is_over(&self) -> bool {
        self.end.is_some() || self.now().outcome().is_some()
    }

    /// The result as the runner's records have it.
    pub fn result(&self) -> String {
        let by_rules = || self.now().outcome().map_or("none".to_string(), |end| end.to_string());
        self.end.as_ref().map_or_else(by_rules, |end| end.result.clone())
    }

    /// Why the game is over; empty before the end.
    pub fn reason(&self) -> String {
        let by_rules = || self.now().reason().unwrap_or_default().to_string();
        self.end.as_ref().map_or_else(by_rules, |end| end.reason.clone())
    }

    /// The place of each player; empty before the end.
    pub fn ranking(&self) -> Vec<usize> {
        match &self.end {
            Some(end) => ranking_of(&end.result, self.seats.len()),
            None => self.now().ranking().unwrap_or_default(),
        }
    }

    /// Whether something is hidden from a player now, or the players deploy in secret.
    pub fn hides(&self) -> bool {
        if self.open || self.is_over() {
            return false;
        }
        let players = (0..self.seats.len()).map(Player::new);
        !self.now().is_open()
            || self.now().is_deploying()
            || !players.into_iter().all(|player| self.now().is_told_all(player))
    }

    /// Ends a game that the rules do not end: the player with this index has lost.
    pub fn lose(&mut self, loser: usize, reason: &str) {
        let result = match self.seats.len() {
            2 => format!("p{}win", 2 - loser),
            _ => format!("p{}loss", loser + 1),
        };
        self.end = Some(End { result, reason: reason.to_string() });
    }

    /// Plays a token in the game. `note` stands at its last action.
    ///
    /// # Errors
    /// Says why it is refused. Nothing has changed.
    pub fn play(&mut self, token: &str, note: Note, now: Millis) -> Result<(), EngineError> {
        let mover = self.mover().index();
        self.live.play(&mut self.tree, token, None)?;
        let after = self.live.node();
        self.tree.publish(after);
        self.tree.promote(after);
        self.undone.clear();
        if note != Note::default()
            && let Some(node) = self.tree.change(after)
        {
            node.note = note;
        }
        let has_ended_turn = self.now().turn_start() || self.now().player().index() != mover;
        if let Some(clock) = &mut self.clock
            && has_ended_turn
        {
            clock.end_turn(mover, now);
        }
        Ok(())
    }

    /// Whether the last turn goes on.
    pub fn is_midway(&self) -> bool {
        !self.now().turn_start() && !self.is_over()
    }

    /// The turns up to the present position.
    pub fn turns(&self) -> Vec<PlayedTurn> {
        let mut turns: Vec<PlayedTurn> = Vec::new();
        for node in self.tree.path(self.live.node()) {
            let Some(action) = self.tree.get(node) else { continue };
            match turns.last_mut().filter(|_| !action.begins_turn) {
                Some(turn) => {
                    turn.token.push(',');
                    turn.token.push_str(&action.token);
                    turn.last = node;
                    turn.told.extend(action.told.clone());
                    if action.note != Note::default() {
                        turn.note = action.note.clone();
                    }
                }
                None => turns.push(PlayedTurn {
                    token: action.token.clone(),
                    player: action.player,
                    note: action.note.clone(),
                    told: action.told.iter().cloned().collect(),
                    round: action.round,
                    last: node,
                }),
            }
        }
        turns
    }

    /// Goes back to an earlier node of the game, or to any node of the tree.
    ///
    /// # Errors
    /// If there is no such node.
    pub fn go_to(&mut self, node: usize, now: Millis) -> Result<(), EngineError> {
        self.live.go_to(&self.tree, node)?;
        self.end = None;
        if let Some(clock) = &mut self.clock {
            clock.stop(now);
        }
        Ok(())
    }

    /// The node to which one takeback leads; `None` if there is none. Against engines it is the last position in
    /// which a person was to move. What has told a player something hidden is not taken back: only the actions of a
    /// person's own unfinished turn are.
    pub fn undo_target(&self, screen: &str) -> Option<usize> {
        let mut node = self.tree.get(self.live.node()).filter(|_| self.live.node() != ROOT)?;
        let is_own_turn =
            !self.is_over() && !self.now().turn_start() && self.seat_to_move().is_at(screen);
        if self.has_hidden && !self.open && !is_own_turn {
            return None;
        }
        let persons = self.seats.iter().filter(|seat| seat.is_person()).count();
        if is_own_turn || persons == 0 || persons == self.seats.len() {
            return Some(node.parent);
        }
        loop {
            if self.seats[node.player - 1].is_person() {
                return Some(node.parent);
            }
            if node.parent == ROOT {
                return None;
            }
            node = self.tree.get(node.parent)?;
        }
    }
}

/// Seats whose number and values are right.
fn checked(seats: Vec<Seat>, variant: Variant) -> Result<Vec<Seat>, EngineError> {
    let (count, players) = (seats.len(), variant.players());
    if count != players {
        return Err(EngineError::new(format!("{variant} has {players} players (seats {count})")));
    }
    seats.iter().try_for_each(Seat::check)?;
    Ok(seats)
}

/// The places that follow from a result.
pub fn ranking_of(result: &str, players: usize) -> Vec<usize> {
    let number = |text: &str| text.parse().ok().filter(|number| (1..=players).contains(number));
    let named = |ending: &str| {
        result.strip_prefix('p').and_then(|rest| rest.strip_suffix(ending)).and_then(number)
    };
    let places = |own: usize, others: usize, player: usize| {
        (1..=players).map(|other| if other == player { own } else { others }).collect()
    };
    match (result, named("win"), named("loss")) {
        ("draw", ..) => vec![1; players],
        (_, Some(winner), _) => places(1, 2, winner),
        (_, _, Some(loser)) => places(players, 1, loser),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_gives_places() {
        assert_eq!(ranking_of("draw", 3), [1, 1, 1]);
        assert_eq!(ranking_of("p2win", 2), [2, 1]);
        assert_eq!(ranking_of("p3loss", 4), [1, 1, 4, 1]);
        assert_eq!(ranking_of("p3win", 2), [0; 0]);
        assert_eq!(ranking_of("void", 2), [0; 0]);
    }
}
