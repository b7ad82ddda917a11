//! Games by lines: what orders do in them.

use super::RoomOutput;
use super::board::{Followed, adviser};
use super::files::{GameFiles, KeptGame, missing};
use super::order::LinesOrder;
use super::sheet::{LinesMessage, LinesNews, LinesSheet};
use crate::engine::{EngineError, GameState, effects_line};
use crate::protocol::variant_of;
use crate::sealed::{
    Author, Next, SealedError, SealedGame, Sides, Surroundings, Terms, Transcript, audit,
};
use crate::table::{
    HostRequest, Order, Purpose, SearchLimits, SearchRequest, TableEvent, TableOutput,
    ViewerMessage,
};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The searches for games by lines have numbers from here on, which no table reaches.
const FIRST_SEARCH: u64 = 1 << 40;

/// The games by lines of all viewers.
pub struct ByLines {
    files: Box<dyn GameFiles>,
    around: Box<dyn Surroundings>,
    seats: BTreeMap<String, LinesSeat>,
    hints: BTreeMap<u64, Hint>,
    last_search: u64,
    outputs: Vec<RoomOutput>,
}

/// The game by lines on the board of a viewer.
struct LinesSeat {
    name: String,
    /// The actions of a turn that is not complete.
    part: Vec<String>,
    /// The node that is looked at, if it is not the last one.
    at: Option<usize>,
    followed: Option<Followed>,
}

impl LinesSeat {
    fn new(name: String) -> Self {
        Self { name, part: Vec::new(), at: None, followed: None }
    }

    /// Forgets what belongs to the last position.
    fn move_on(&mut self) {
        (self.part, self.at) = (Vec::new(), None);
    }
}

/// A search for advice, and the position that it is about.
struct Hint {
    viewer: String,
    name: String,
    position: String,
}

impl ByLines {
    pub fn new(files: Box<dyn GameFiles>, around: Box<dyn Surroundings>) -> Self {
        Self {
            files,
            around,
            seats: BTreeMap::new(),
            hints: BTreeMap::new(),
            last_search: FIRST_SEARCH,
            outputs: Vec::new(),
        }
    }

    /// Whether a viewer has a game by lines on the board.
    pub fn has_game(&self, viewer: &str) -> bool {
        self.seats.contains_key(viewer)
    }

    /// Takes the game from the board of a viewer. It stays where it is kept. Returns whether there was one.
    pub fn forget(&mut self, viewer: &str) -> bool {
        self.seats.remove(viewer).is_some()
    }

    /// Whether an order takes the game from the board.
    pub fn is_farewell(&self, order: &[u8]) -> bool {
        matches!(lines_order(order), Ok(LinesOrder::Leave {}))
    }

    /// Whether an event is that of a search for these games.
    pub fn is_about(&self, event: &TableEvent) -> bool {
        match event {
            TableEvent::Thought { search, .. }
            | TableEvent::Found { search, .. }
            | TableEvent::Failed { search, .. } => *search >= FIRST_SEARCH,
            _ => false,
        }
    }

    /// What there is to say since the last call. What the host is to keep comes first.
    pub fn outputs(&mut self) -> Vec<RoomOutput> {
        let kept = self.files.changes().into_iter().map(RoomOutput::Keep);
        kept.chain(std::mem::take(&mut self.outputs)).collect()
    }

    // --- Events ---

    /// Takes in a game that the host has kept. A viewer who has it on the board sees it anew.
    pub fn keep(&mut self, line: &[u8]) {
        if let Err(error) = self.keep_game(line) {
            let text = error.to_string();
            self.outputs.push(RoomOutput::Table(TableOutput::ToHost(HostRequest::Error { text })));
        }
    }

    fn keep_game(&mut self, line: &[u8]) -> Result<(), SealedError> {
        let mut object = object(line)?;
        object.remove("do");
        object.insert("type".to_string(), "keep".into());
        let kept: KeptGame = serde_json::from_value(Value::Object(object))
            .map_err(|error| SealedError::new(format!("keep: {error}")))?;
        let name = kept.game.clone();
        self.files.take(kept)?;
        let watching: Vec<String> = self.watching(&name);
        watching.into_iter().for_each(|viewer| self.show(&viewer));
        Ok(())
    }

    fn watching(&self, name: &str) -> Vec<String> {
        let of_game = self.seats.iter().filter(|(_, seat)| seat.name == name);
        of_game.map(|(viewer, _)| viewer.clone()).collect()
    }

    /// Takes in what a search has found.
    pub fn take_in(&mut self, event: TableEvent) {
        let (search, found) = match event {
            TableEvent::Found { search, token, line } => (search, Some((token, line))),
            TableEvent::Failed { search, .. } => (search, None),
            _ => return,
        };
        let Some(Hint { viewer, name, position }) = self.hints.remove(&search) else { return };
        let Some(seat) = self.seats.get(&viewer).filter(|seat| seat.name == name) else { return };
        let is_current = |followed: &Followed| followed.position(&seat.part) == position;
        if !seat.followed.as_ref().is_some_and(is_current) {
            return;
        }
        match found {
            Some((token, line)) if !token.is_empty() => {
                self.tell(&viewer, ViewerMessage::Hint { token, line });
            }
            _ => self.refuse(&viewer, "the engine has no advice"),
        }
    }

    // --- Orders ---

    /// Obeys an order of a viewer: `lines`, or one about the game by lines on the board.
    pub fn order(&mut self, viewer: &str, line: &[u8]) {
        let is_lines = matches!(name_of(line).as_deref(), Some("lines"));
        let done = match is_lines {
            true => lines_order(line).and_then(|order| self.by_lines(viewer, order)),
            false => board_order(line).and_then(|order| self.on_the_board(viewer, order)),
        };
        if let Err(error) = done {
            self.refuse(viewer, &error.to_string());
        }
    }

    fn tell(&mut self, viewer: &str, message: ViewerMessage) {
        let viewer = viewer.to_string();
        self.outputs.push(RoomOutput::Table(TableOutput::ToViewer { viewer, message }));
    }

    fn say(&mut self, viewer: &str, news: LinesNews) {
        let (viewer, message) = (viewer.to_string(), LinesMessage::new(news));
        self.outputs.push(RoomOutput::Lines { viewer, message });
    }

    fn refuse(&mut self, viewer: &str, text: &str) {
        self.tell(viewer, ViewerMessage::Error { text: text.to_string() });
    }

    fn by_lines(&mut self, viewer: &str, order: LinesOrder) -> Result<(), SealedError> {
        match order {
            LinesOrder::List {} => {
                let names = self.files.names();
                self.say(viewer, LinesNews::Games(names));
            }
            LinesOrder::Propose { variant, start, first, name } => {
                let terms = terms(&variant, &start, &first)?;
                let game = SealedGame::propose(&terms, &name, &mut *self.around)?;
                self.begin(viewer, game)?;
            }
            LinesOrder::Join { line, name } => {
                let game = SealedGame::join(line.trim(), &name, &mut *self.around)?;
                self.begin(viewer, game)?;
            }
            LinesOrder::Upload { text } => self.begin(viewer, SealedGame::from_text(&text)?)?,
            LinesOrder::Resume { game, part } => self.resume(viewer, game, part)?,
            LinesOrder::Receive { text } => {
                let received =
                    self.change(viewer, &mut |game, around| receive(game, &text, around));
                self.show(viewer);
                received?;
            }
            LinesOrder::Open {} => {
                self.change(viewer, &mut |game, around| game.open(around).map(drop))?;
                self.show(viewer);
            }
            LinesOrder::Audit { text } => self.audit(viewer, &text)?,
            LinesOrder::Download {} => {
                let name = self.seat(viewer)?.name.clone();
                let text = self.files.text(&name)?;
                self.tell(viewer, ViewerMessage::File { name: format!("{name}.sealed"), text });
            }
            LinesOrder::Remove { game } => self.remove(viewer, &game)?,
            LinesOrder::Leave {} => {}
        }
        Ok(())
    }

    fn seat(&mut self, viewer: &str) -> Result<&mut LinesSeat, SealedError> {
        seat_of(&mut self.seats, viewer)
    }

    /// Refuses a name that is none of a game that is kept, so that no other file is touched.
    fn check_is_kept(&self, name: &str) -> Result<(), SealedError> {
        if self.files.names().iter().any(|known| known == name) {
            return Ok(());
        }
        Err(missing(name))
    }

    /// Keeps a new game, and puts it on the board.
    fn begin(&mut self, viewer: &str, game: SealedGame) -> Result<(), SealedError> {
        let name = self.files.create(game)?;
        self.resume(viewer, name, Vec::new())
    }

    fn resume(&mut self, viewer: &str, name: String, part: Vec<String>) -> Result<(), SealedError> {
        self.check_is_kept(&name)?;
        let mut seat = LinesSeat::new(name.clone());
        self.files.visit(&name, &mut |game| {
            let followed = Followed::new(game, None)?;
            let can_go_on = game.next() == Next::Move && followed.after(&part).is_ok();
            seat.part = if can_go_on { part.clone() } else { Vec::new() };
            Ok(())
        })?;
        self.seats.insert(viewer.to_string(), seat);
        self.show(viewer);
        Ok(())
    }

    fn remove(&mut self, viewer: &str, name: &str) -> Result<(), SealedError> {
        if !self.watching(name).is_empty() {
            return Err(SealedError::new(format!("{name} is on a board: leave it first")));
        }
        self.check_is_kept(name)?;
        self.files.remove(name)?;
        let names = self.files.names();
        self.say(viewer, LinesNews::Games(names));
        Ok(())
    }

    /// Changes the game on the board of a viewer.
    fn change(
        &mut self,
        viewer: &str,
        act: &mut dyn FnMut(&mut SealedGame, &mut dyn Surroundings) -> Result<(), SealedError>,
    ) -> Result<(), SealedError> {
        let name = self.seat(viewer)?.name.clone();
        let around = &mut *self.around;
        self.files.visit(&name, &mut |game| act(game, around))?;
        self.seat(viewer)?.move_on();
        Ok(())
    }

    /// Audits the player's file alone, or with the other player's file or lines.
    fn audit(&mut self, viewer: &str, other: &str) -> Result<(), SealedError> {
        let name = self.seat(viewer)?.name.clone();
        let own = Transcript::parse(&self.files.text(&name)?)?;
        let other = match other.trim() {
            "" => None,
            _ => Some(Transcript::parse(other)?),
        };
        let found = audit(&own, other.as_ref())?;
        let mut report = found.json();
        report["text"] = found.to_string().into();
        self.say(viewer, LinesNews::Audit(report));
        Ok(())
    }

    // --- The board ---

    fn on_the_board(&mut self, viewer: &str, order: Order) -> Result<(), SealedError> {
        match order {
            Order::Play { token } => self.play(viewer, &token)?,
            Order::Undo { .. } if !self.seat(viewer)?.part.is_empty() => {
                self.seat(viewer)?.part.pop();
                self.show(viewer);
            }
            Order::Resign { .. } => {
                self.change(viewer, &mut |game, around| game.play("resign", around).map(drop))?;
                self.show(viewer);
            }
            Order::Step { to } => {
                self.seat(viewer)?.at = Some(to);
                self.show_state(viewer);
            }
            Order::Hint { movetime } => self.hint(viewer, movetime)?,
            Order::Ask { query } => self.ask(viewer, query)?,
            Order::Save { form } if form == "position" => self.save_position(viewer)?,
            Order::Save { .. } => {
                let text = "a game by lines is saved as the player's file (download)";
                return Err(SealedError::new(text));
            }
            // An analysis of what is hidden would be a guess, so there is none to end either.
            Order::Analyse { lines: 0 } => {}
            _ => return Err(SealedError::new("this cannot be done in a game by lines")),
        }
        Ok(())
    }

    /// Plays a turn or a part of one. A whole turn becomes a line.
    fn play(&mut self, viewer: &str, token: &str) -> Result<(), SealedError> {
        let Self { files, around, seats, .. } = self;
        let seat = seat_of(seats, viewer)?;
        let mut part = seat.part.clone();
        part.extend(token.split(',').map(str::to_string));
        let whole = part.join(",");
        let mut is_whole = false;
        files.visit(&seat.name, &mut |game| {
            if game.next() != Next::Move {
                return Err(SealedError::new("it is not your turn"));
            }
            let followed = Followed::new(game, seat.followed.take())?;
            let known = followed.game();
            match known.turn_told(&whole) {
                Ok(_) => is_whole = true,
                Err(_) if known.is_legal(&whole) => {}
                Err(error) => return Err(SealedError::new(error)),
            }
            seat.followed = Some(followed);
            if is_whole { game.play(&whole, &mut **around).map(drop) } else { Ok(()) }
        })?;
        seat.move_on();
        if !is_whole {
            seat.part = part;
        }
        self.show(viewer);
        Ok(())
    }

    /// Asks for what the engine would play. The seed is random: an opponent with the same engine could otherwise guess
    /// a deployment.
    fn hint(&mut self, viewer: &str, movetime: u64) -> Result<(), SealedError> {
        let [a, b, c, d, ..] = self.around.random()?;
        let seed = u64::from(u32::from_be_bytes([a, b, c, d]) >> 1);
        self.last_search += 1;
        let search = self.last_search;
        let request = self.with_board(viewer, &mut |game, seat, followed| {
            if game.next() != Next::Move || followed.live(&seat.part) != seat.at_or_live(followed) {
                return Err(SealedError::new("it is not your turn"));
            }
            let now = followed.after(&seat.part)?;
            Ok(SearchRequest {
                search,
                purpose: Purpose::Hint,
                variant: now.variant().to_string(),
                position: followed.position(&seat.part),
                player: now.player().number(),
                seat: adviser(),
                limits: SearchLimits { movetime: Some(movetime), ..SearchLimits::default() },
                multipv: 1,
                seed,
                // The table of another game's search must not help.
                fresh: true,
            })
        })?;
        let (name, position) = (self.seat(viewer)?.name.clone(), request.position.clone());
        self.hints.insert(search, Hint { viewer: viewer.to_string(), name, position });
        let request = HostRequest::Search(Box::new(request));
        self.outputs.push(RoomOutput::Table(TableOutput::ToHost(request)));
        Ok(())
    }

    /// Answers a question about the position, as far as the player can know it.
    fn ask(&mut self, viewer: &str, query: String) -> Result<(), SealedError> {
        let text = self.with_board(viewer, &mut |_, seat, followed| {
            let now = followed.after(&seat.part)?;
            answer(&*now, &query).map_err(SealedError::new)
        })?;
        self.tell(viewer, ViewerMessage::Answer { query, text });
        Ok(())
    }

    /// Saves the position as commands, as far as the player knows it.
    fn save_position(&mut self, viewer: &str) -> Result<(), SealedError> {
        let (variant, position) = self.with_board(viewer, &mut |_, seat, followed| {
            Ok((followed.game().variant(), followed.position(&seat.part)))
        })?;
        self.tell(viewer, ViewerMessage::position_file(variant, position));
        Ok(())
    }

    /// Looks at the game on the board of a viewer.
    fn with_board<T>(
        &mut self,
        viewer: &str,
        act: &mut dyn FnMut(&SealedGame, &LinesSeat, &Followed) -> Result<T, SealedError>,
    ) -> Result<T, SealedError> {
        let seat = seat_of(&mut self.seats, viewer)?;
        let mut found = None;
        self.files.visit(&seat.name.clone(), &mut |game| {
            let followed = Followed::new(game, seat.followed.take())?;
            found = Some(act(game, seat, &followed)?);
            seat.followed = Some(followed);
            Ok(())
        })?;
        found.ok_or_else(|| SealedError::new("the game cannot be looked at"))
    }

    /// Tells a viewer the moves, the state and the lines.
    fn show(&mut self, viewer: &str) {
        let told = self.with_board(viewer, &mut |game, seat, followed| {
            let tree = ViewerMessage::Tree(followed.tree(&seat.part));
            let state = followed.state(game, &seat.part, seat.at)?;
            let sheet = LinesSheet::of(&seat.name, game, &seat.part, followed.is_open(game));
            Ok((tree, ViewerMessage::State(Box::new(state)), LinesNews::Game(Box::new(sheet))))
        });
        match told {
            Ok((tree, state, sheet)) => {
                self.tell(viewer, tree);
                self.tell(viewer, state);
                self.say(viewer, sheet);
            }
            Err(error) => self.refuse(viewer, &error.to_string()),
        }
    }

    /// Tells a viewer the state alone.
    fn show_state(&mut self, viewer: &str) {
        let state = self.with_board(viewer, &mut |game, seat, followed| {
            followed.state(game, &seat.part, seat.at)
        });
        match state {
            Ok(state) => self.tell(viewer, ViewerMessage::State(Box::new(state))),
            Err(error) => self.refuse(viewer, &error.to_string()),
        }
    }
}

impl LinesSeat {
    /// The node that is looked at.
    fn at_or_live(&self, followed: &Followed) -> usize {
        let live = followed.live(&self.part);
        self.at.map_or(live, |at| at.min(live))
    }
}

/// The game by lines on the board of a viewer.
fn seat_of<'a>(
    seats: &'a mut BTreeMap<String, LinesSeat>,
    viewer: &str,
) -> Result<&'a mut LinesSeat, SealedError> {
    let seat = seats.get_mut(viewer);
    seat.ok_or_else(|| SealedError::new("no game by lines is on the board"))
}

/// The answer to a question about a position.
fn answer(game: &dyn GameState, query: &str) -> Result<String, EngineError> {
    let words: Vec<&str> = query.split_whitespace().collect();
    match &words[..] {
        [] => Err(EngineError::new("a question is missing (ask)")),
        ["effects"] => Err(EngineError::new("expected a move (effects)")),
        ["effects", turns @ ..] => {
            let turns: Vec<String> = turns.iter().map(|turn| turn.to_string()).collect();
            Ok(effects_line(&game.effects(&turns)?))
        }
        [name, words @ ..] => game.game_query(name, words)?.ok_or_else(|| {
            EngineError::new(format!("there is no such question in a game by lines ({name})"))
        }),
    }
}

/// Takes in the lines of a text. Those that are known are passed over.
fn receive(
    game: &mut SealedGame,
    text: &str,
    around: &mut dyn Surroundings,
) -> Result<(), SealedError> {
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if !game.knows(line) {
            game.receive(line, around)?;
        }
    }
    Ok(())
}

/// The terms of a proposal.
fn terms(variant: &str, start: &str, first: &str) -> Result<Terms, SealedError> {
    let variant = variant_of(variant).map_err(SealedError::new)?;
    let terms = Terms::from_start(variant, Some(start).filter(|start| !start.is_empty()))?;
    let sides = match first {
        "" => Sides::Toss,
        "me" => Sides::Agreed(Author::A),
        "other" => Sides::Agreed(Author::B),
        _ => return Err(SealedError::new(format!("expected me or other ({first:.20})"))),
    };
    Ok(Terms { sides, ..terms })
}

fn object(line: &[u8]) -> Result<Map<String, Value>, SealedError> {
    serde_json::from_slice(line).map_err(|error| SealedError::new(format!("no order: {error}")))
}

/// The name of an order.
fn name_of(line: &[u8]) -> Option<String> {
    Some(object(line).ok()?.get("do")?.as_str()?.to_string())
}

fn lines_order(line: &[u8]) -> Result<LinesOrder, SealedError> {
    let mut object = object(line)?;
    object.remove("viewer");
    object.remove("do");
    LinesOrder::read(object).map_err(SealedError::new)
}

fn board_order(line: &[u8]) -> Result<Order, SealedError> {
    let mut object = object(line)?;
    object.remove("viewer");
    Order::read(object).map_err(SealedError::new)
}
