//! Orders that play moves, take them back, and play them again.

use super::clock::Millis;
use super::message::{HostRequest, Note, TableOutput};
use super::obey::{Reply, refuse};
use super::seat::{EngineSeat, Seat, check};
use super::sight::Visibility;
use super::{Table, Viewer};
use crate::engine::EngineError;

impl Table {
    pub(super) fn play(&mut self, viewer: &mut Viewer, token: &str, now: Millis) -> Reply {
        if !self.may_play(viewer) {
            return refuse(self.why_not(viewer));
        }
        if self.is_variation(viewer) {
            let owner = self.owner(viewer);
            let mut cursor = viewer.place.clone().unwrap_or_else(|| self.game.live.clone());
            crate::game::text::as_choice(token)
                .map_err(|error| EngineError::new(error.to_string()))?;
            cursor.play(&mut self.game.tree, token, owner.as_deref())?;
            viewer.place = (cursor.node() != self.game.live.node()).then_some(cursor);
            return Ok(None);
        }
        self.check_choice(token)?;
        self.game.play(token, Note::default(), now)?;
        self.outputs.push(TableOutput::ToHost(HostRequest::Changed {}));
        Ok(None)
    }

    /// Why a viewer cannot play.
    fn why_not(&self, viewer: &Viewer) -> &'static str {
        if self.is_guarded && self.sight(&viewer.screen) == Visibility::Curtain {
            return "the screen is covered (play)";
        }
        match self.cursor(viewer).game().outcome() {
            Some(_) => "the game is over (play)",
            None if self.is_guarded && viewer.place.is_some() => {
                "while something is hidden nothing is tried out (play)"
            }
            None => "no person at this screen is to move (play)",
        }
    }

    pub(super) fn go(&mut self, viewer: &Viewer, engine: EngineSeat) -> Reply {
        if self.game.is_over() {
            return refuse("the game is over (go)");
        }
        let is_persons_turn = self.game.seat_to_move().is_person();
        if is_persons_turn && !self.game.paused {
            if !self.may_play(viewer) || self.is_variation(viewer) {
                return refuse("no person at this screen is to move (go)");
            }
            let seat = Seat::Engine(engine);
            seat.check()?;
            self.searches.ask_at(self.game.live.node(), seat);
        }
        self.command(viewer, |table| {
            table.game.paused = false;
            Ok(())
        })
    }

    pub(super) fn undo(&mut self, viewer: &mut Viewer, count: usize, now: Millis) -> Reply {
        check("count", &(1..=1_000_000), count)?;
        let screen = viewer.screen.clone();
        let takes_back_end = self.game.end.is_some() && !self.game.has_hidden;
        self.command(viewer, |table| {
            if takes_back_end {
                table.game.end = None;
                return Ok(());
            }
            for done in 0..count {
                let Some(target) = table.game.undo_target(&screen) else {
                    return match done {
                        0 => Err(EngineError::new(table.why_no_undo())),
                        _ => Ok(()),
                    };
                };
                table.take_back_to(target, now)?;
            }
            Ok(())
        })?;
        viewer.place = None;
        Ok(None)
    }

    fn why_no_undo(&self) -> &'static str {
        if self.game.end.is_some() {
            return "the game was given up, and what was hidden is shown (undo)";
        }
        match self.game.has_hidden && !self.game.open {
            true => {
                "in a game with hidden parts only the actions of your own unfinished turn are taken back (undo)"
            }
            false => "there is no move of yours to take back (undo)",
        }
    }

    fn take_back_to(&mut self, target: usize, now: Millis) -> Result<(), EngineError> {
        let from = self.game.live.node();
        let mut path = self.game.tree.path(from);
        let kept = self.game.tree.path(target).len();
        self.game.go_to(target, now)?;
        if self.game.has_hidden && !self.game.open {
            // What a player tries in a hidden turn leaves no trace for others.
            path.get(kept).into_iter().for_each(|node| self.game.tree.delete(*node));
        } else {
            path.drain(..kept);
            self.game.undone.extend(path.into_iter().rev());
        }
        Ok(())
    }

    pub(super) fn redo(&mut self, viewer: &mut Viewer, count: usize, now: Millis) -> Reply {
        check("count", &(1..=1_000_000), count)?;
        if self.game.undone.is_empty() || self.is_guarded {
            return refuse("there is no move to play again (redo)");
        }
        self.command(viewer, |table| {
            for _ in 0..count {
                let Some(node) = table.game.undone.pop() else { break };
                // A line that was deleted since cannot be played again.
                if table.game.tree.get(node).is_none() {
                    table.game.undone.clear();
                    break;
                }
                table.game.go_to(node, now)?;
            }
            Ok(())
        })?;
        viewer.place = None;
        Ok(None)
    }

    pub(super) fn go_on_from(&mut self, viewer: &mut Viewer, now: Millis) -> Reply {
        if self.is_guarded || self.game.has_hidden && !self.game.open && !self.game.is_over() {
            return refuse("while something is hidden the game goes on where it is (continue)");
        }
        let Some(place) = viewer.place.take() else {
            return refuse("this is the present position of the game (continue)");
        };
        let node = place.node();
        let done = self.command(viewer, |table| {
            table.game.go_to(node, now)?;
            table.game.undone.clear();
            table.game.tree.publish(node);
            table.game.tree.promote(node);
            Ok(())
        });
        if done.is_err() {
            viewer.place = Some(place);
        }
        done
    }
}
