//! What orders of viewers do.

use super::clock::Millis;
use super::files;
use super::game::TableGame;
use super::message::{HostRequest, TableOutput, ViewerMessage};
use super::order::Order;
use super::seat::{MOST_MS, Seat, check, check_name};
use super::sight::Visibility;
use super::state::Sent;
use super::tree::ROOT;
use super::{MOST_VIEWERS, Table, Viewer};
use crate::engine::{EngineError, GameState, Position, effects_line};
use crate::protocol::{parse_position, variant_of};

const MOST_LINES: usize = 8;
/// The longest comment, in bytes.
const MOST_COMMENT_BYTES: usize = 10_000;
const MARKS: [&str; 7] = ["", "!", "?", "!!", "??", "!?", "?!"];

/// The reply to an order, if there is one, for its viewer alone.
pub(super) type Reply = Result<Option<ViewerMessage>, EngineError>;

pub(super) fn refuse(reason: impl AsRef<str>) -> Reply {
    Err(EngineError::new(reason))
}

impl Table {
    /// Carries an order out. The reply, if any, is for this viewer alone.
    pub(super) fn carry_out(&mut self, name: &str, order: Order, now: Millis) -> Reply {
        if let Order::Leave {} = order {
            self.viewers.remove(name);
            return Ok(None);
        }
        if let Order::Join { screen } = order {
            return self.join(name, screen);
        }
        if !self.viewers.contains_key(name) {
            self.join(name, String::new())?;
        }
        // The viewer is taken out, so that the table can be changed beside him.
        let Some(mut viewer) = self.viewers.remove(name) else { return Ok(None) };
        let done = self.carry_out_for(name, &mut viewer, order, now);
        self.viewers.insert(name.to_string(), viewer);
        done
    }

    fn join(&mut self, name: &str, screen: String) -> Reply {
        check_name(name)?;
        check_name(&screen)?;
        if !self.viewers.contains_key(name) && self.viewers.len() >= MOST_VIEWERS {
            return refuse(format!("there are {MOST_VIEWERS} viewers already (join)"));
        }
        let viewer = Viewer { screen, place: None, lines: 0, sent: Sent::default() };
        self.viewers.insert(name.to_string(), viewer);
        Ok(None)
    }

    fn carry_out_for(
        &mut self,
        name: &str,
        viewer: &mut Viewer,
        order: Order,
        now: Millis,
    ) -> Reply {
        match order {
            Order::Join { .. } | Order::Leave {} => Ok(None),
            Order::New { variant, start, seats, clock, open } => {
                self.new_game(viewer, &variant, start.as_deref(), seats, |game| {
                    game.open = open;
                    game.set_clock(clock)
                })
            }
            Order::Open { variant, position, names, seats } => {
                self.open_game(viewer, &variant, &position, &names, seats)
            }
            Order::Seat { player, seat } => self.change_seat(viewer, player, seat),
            Order::Play { token } => self.play(viewer, &token, now),
            Order::Go { engine } => self.go(viewer, engine),
            Order::Stop {} => match self.may_command(&viewer.screen) && self.hurry() {
                true => Ok(None),
                false => refuse("no engine thinks (stop)"),
            },
            Order::Pause {} => self.command(viewer, |table| {
                table.game.paused = true;
                Ok(())
            }),
            Order::Undo { count } => self.undo(viewer, count, now),
            Order::Redo { count } => self.redo(viewer, count, now),
            Order::Continue {} => self.go_on_from(viewer, now),
            Order::Step { to } => self.step(viewer, to),
            Order::Promote { node } => self.edit(viewer, node, |table| {
                table.game.tree.promote(node);
                Ok(())
            }),
            Order::Delete { node } => self.edit(viewer, node, |table| table.delete(node)),
            Order::Comment { node, text } => self.edit(viewer, node, |table| {
                check("the length of a comment", &(0..=MOST_COMMENT_BYTES), text.len())?;
                let node = table.game.tree.change(node);
                node.into_iter().for_each(|node| node.comment.clone_from(&text));
                Ok(())
            }),
            Order::Mark { node, mark } => self.edit(viewer, node, |table| {
                if !MARKS.contains(&mark.as_str()) {
                    let text = format!("a mark is one of {} ({mark})", MARKS.join(" ").trim());
                    return Err(EngineError::new(text));
                }
                let node = table.game.tree.change(node);
                node.into_iter().for_each(|node| node.mark.clone_from(&mark));
                Ok(())
            }),
            Order::Resign { player } => self.resign(viewer, player),
            Order::Analyse { lines } => {
                check("lines", &(0..=MOST_LINES), lines)?;
                viewer.lines = lines;
                Ok(None)
            }
            Order::Hint { movetime } => {
                check("movetime", &(1..=MOST_MS), movetime)?;
                if !self.may_play(viewer) || self.is_variation(viewer) {
                    return refuse("no person at this screen is to move (hint)");
                }
                self.ask_for_hint(name, movetime);
                Ok(None)
            }
            Order::Ask { query } => self.ask(viewer, query),
            Order::Uncover { player } => self.uncover(viewer, player),
            Order::Cover {} => {
                self.at_screen.remove(&viewer.screen);
                viewer.place = None;
                Ok(None)
            }
            Order::Save { form } => self.save(viewer, &form),
            Order::Load { text, seats } => self.load(viewer, &text, seats),
            Order::Pick { index, seats } => self.pick(viewer, index, seats),
        }
    }

    /// Carries out an order about the game, if this viewer may give one.
    pub(super) fn command(
        &mut self,
        viewer: &Viewer,
        order: impl FnOnce(&mut Self) -> Result<(), EngineError>,
    ) -> Reply {
        if !self.may_command(&viewer.screen) {
            return refuse("only people at the table can order this");
        }
        order(self)?;
        self.outputs.push(TableOutput::ToHost(HostRequest::Changed {}));
        Ok(None)
    }

    fn new_game(
        &mut self,
        viewer: &mut Viewer,
        variant: &str,
        start: Option<&str>,
        mut seats: Vec<Seat>,
        set_up: impl FnOnce(&mut TableGame) -> Result<(), EngineError>,
    ) -> Reply {
        let variant = variant_of(variant)?;
        let position = parsed(start.unwrap_or("startpos"))?;
        if !position.moves.is_empty() {
            return refuse("a game begins with a position without moves (start)");
        }
        if seats.is_empty() {
            seats = vec![person_at(&viewer.screen, ""); variant.players()];
        }
        let mut game = TableGame::new(variant, position.start, seats)?;
        set_up(&mut game)?;
        self.replace_game(viewer, game)
    }

    pub(super) fn replace_game(&mut self, viewer: &mut Viewer, game: TableGame) -> Reply {
        self.command(viewer, |table| {
            table.begin(game);
            Ok(())
        })?;
        viewer.place = None;
        viewer.sent.forget_tree();
        Ok(None)
    }

    fn open_game(
        &mut self,
        viewer: &mut Viewer,
        variant: &str,
        position: &str,
        names: &[String],
        seats: Vec<Seat>,
    ) -> Reply {
        let variant = variant_of(variant)?;
        let Position { start, moves, .. } = parsed(position)?;
        let game = files::game_of(variant, start, &moves, |player| {
            let name = names.get(player).map_or("", String::as_str);
            person_at(&viewer.screen, name)
        })?;
        self.show_game(viewer, game, seats)
    }

    /// Puts a game that was read on the table. Without seats it is there to look through, and everyone sees
    /// everything.
    pub(super) fn show_game(
        &mut self,
        viewer: &mut Viewer,
        mut game: TableGame,
        seats: Vec<Seat>,
    ) -> Reply {
        game.open = seats.is_empty();
        if !seats.is_empty() {
            game.set_seats(seats)?;
        }
        self.replace_game(viewer, game)
    }

    fn change_seat(&mut self, viewer: &Viewer, player: usize, seat: Seat) -> Reply {
        let players = self.game.seats.len();
        check("player", &(1..=players), player)?;
        seat.check()?;
        let before = &self.game.seats[player - 1];
        if before.is_person() && !before.is_at(&viewer.screen) {
            return refuse("a person at another screen has this seat (seat)");
        }
        // A person who takes over would see what was hidden from him.
        let is_newcomer = match (&seat, before) {
            (Seat::Engine(_), _) => false,
            (Seat::Person { screen, .. }, before) => !before.is_at(screen),
            (Seat::Outside(_), before) => !matches!(before, Seat::Outside(_)),
        };
        let has_begun = self.game.live.node() != ROOT;
        if self.is_guarded && has_begun && is_newcomer {
            return refuse("while something is hidden nobody new takes a seat (seat)");
        }
        self.command(viewer, |table| {
            table.game.seats[player - 1] = seat;
            Ok(())
        })
    }

    fn resign(&mut self, viewer: &Viewer, player: Option<usize>) -> Reply {
        if self.game.is_over() {
            return refuse("the game is over (resign)");
        }
        let persons = self.persons_at(&viewer.screen);
        let mover = self.game.mover().index();
        let looking = match self.sight(&viewer.screen) {
            Visibility::Player(player) => Some(player),
            _ => None,
        };
        let wanted = match player {
            Some(number) => number.checked_sub(1),
            None => looking.or(persons.contains(&mover).then_some(mover)).or(match persons[..] {
                [person] => Some(person),
                _ => None,
            }),
        };
        let Some(loser) = wanted.filter(|player| persons.contains(player)) else {
            return refuse("that player is no person at this screen (resign)");
        };
        self.command(viewer, |table| {
            table.game.lose(loser, "resignation");
            Ok(())
        })
    }

    fn ask(&self, viewer: &Viewer, query: String) -> Reply {
        let cursor = self.cursor(viewer);
        let known = match self.sight(&viewer.screen) {
            Visibility::Curtain => return refuse("the screen is covered (ask)"),
            Visibility::All => None,
            Visibility::Player(player) => Some(self.known_to(cursor, player)?),
        };
        let words: Vec<&str> = query.split_whitespace().collect();
        let Some((name, arguments)) = words.split_first() else {
            return refuse("a question is missing (ask)");
        };
        let game = known.as_deref().unwrap_or(cursor.game());
        let text = match *name {
            "effects" if arguments.is_empty() => return refuse("expected a move (effects)"),
            "effects" => {
                let turns: Vec<String> = arguments.iter().map(|turn| turn.to_string()).collect();
                effects_line(&game.effects(&turns)?)
            }
            "tablemoves" => match &self.endings {
                Some(endings) => endings(game)?,
                None => return refuse("there are no endgame tables here (tablemoves)"),
            },
            _ => self.own_answer(game, name, arguments)?,
        };
        Ok(Some(ViewerMessage::Answer { query, text }))
    }

    /// The answer to a query that only this game has.
    fn own_answer(
        &self,
        game: &dyn GameState,
        name: &str,
        arguments: &[&str],
    ) -> Result<String, EngineError> {
        let answer = game.game_query(name, arguments)?;
        let names = self.variant().game_queries();
        answer.ok_or_else(|| {
            EngineError::new(format!(
                "{} has no such question ({name}); it has: {}",
                self.variant(),
                ["effects", "tablemoves"]
                    .iter()
                    .chain(&names)
                    .copied()
                    .collect::<Vec<_>>()
                    .join(", ")
            ))
        })
    }

    fn uncover(&mut self, viewer: &mut Viewer, player: usize) -> Reply {
        let mover = self.game.mover().index();
        if player != mover + 1 || !self.game.seats[mover].is_at(&viewer.screen) {
            return refuse(format!(
                "player {player} is no person at this screen who is to move (uncover)"
            ));
        }
        self.at_screen.insert(viewer.screen.clone(), mover);
        viewer.place = None;
        Ok(None)
    }
}

/// A person without or with a name.
pub(super) fn person_at(screen: &str, name: &str) -> Seat {
    let name: String = name.chars().filter(|sign| !sign.is_control()).take(60).collect();
    Seat::Person { name, screen: screen.to_string() }
}

fn parsed(text: &str) -> Result<Position, EngineError> {
    if text.chars().any(char::is_control) {
        return Err(EngineError::new("a position is one line without control characters"));
    }
    parse_position(text.as_bytes()).map_err(|error| EngineError(error.to_string()))
}
