//! What the host is asked to search: moves of the game, analyses, hints.

use super::clock::Millis;
use super::message::{
    HostRequest, Purpose, PvLine, SearchLimits, SearchRequest, TableOutput, ViewerMessage,
};
use super::seat::{EngineSeat, OutsideSeat, Seat};
use super::sight::Visibility;
use super::{Table, Viewer, to};

/// Milliseconds for a move of an engine without limits.
const DEFAULT_MS: u64 = 1000;
/// The largest number of analyses at a time.
const MOST_ANALYSES: usize = 4;

/// The searches that run.
#[derive(Default)]
pub struct PendingSearches {
    /// The number of the last search.
    last: u64,
    moving: Option<Moving>,
    hints: Vec<Hint>,
    analyses: Vec<Analysis>,
    /// The node where a person has asked an engine to move for him, and that engine.
    asked_at: Option<(usize, Seat)>,
}

/// The search for a move of the game.
struct Moving {
    search: u64,
    node: usize,
    seat: Seat,
    player: usize,
}

/// A search for advice.
pub struct Hint {
    search: u64,
    pub viewer: String,
    node: usize,
}

/// The analysis of a position. Viewers who see the same share it.
struct Analysis {
    search: u64,
    subject: Subject,
    has_ended: bool,
}

/// What is analysed.
#[derive(Clone, PartialEq)]
struct Subject {
    node: usize,
    /// The number that viewers know the node by.
    at: usize,
    lines: usize,
    sight: Visibility,
}

impl PendingSearches {
    fn next(&mut self) -> u64 {
        self.last += 1;
        self.last
    }

    /// Whether an engine or somebody outside is asked for a move.
    pub fn is_moving(&self) -> bool {
        self.moving.is_some()
    }

    /// Remembers that the engine is to move for a person at this node.
    pub fn ask_at(&mut self, node: usize, engine: Seat) {
        self.asked_at = Some((node, engine));
    }

    /// The search for a move of the game.
    pub fn moving(&self) -> Option<u64> {
        self.moving.as_ref().map(|moving| moving.search)
    }

    /// Ends the wait for a move, if it is this search that has answered.
    pub fn take_moving(&mut self, search: u64) -> bool {
        self.asked_at = None;
        self.moving.take_if(|moving| moving.search == search).is_some()
    }

    /// Ends the wait for a hint.
    pub fn take_hint(&mut self, search: u64) -> Option<Hint> {
        let place = self.hints.iter().position(|hint| hint.search == search)?;
        Some(self.hints.swap_remove(place))
    }

    /// Notes that an analysis has ended by itself. It is not begun again.
    pub fn end_analysis(&mut self, search: u64) -> bool {
        let found = self.analyses.iter_mut().find(|analysis| analysis.search == search);
        found.map(|analysis| analysis.has_ended = true).is_some()
    }

    /// Forgets analyses that have ended, because another game has begun.
    pub fn forget_ended(&mut self) {
        self.analyses.retain(|analysis| !analysis.has_ended);
    }
}

impl Table {
    /// Asks for a move if an engine or somebody outside is to move, and ends a search that no longer fits.
    pub(super) fn ask_for_moves(&mut self, now: Millis) {
        let wanted = self.wanted_seat();
        let node = self.game.live.node();
        let is_fitting =
            |moving: &Moving| moving.node == node && Some(&moving.seat) == wanted.as_ref();
        match &self.searches.moving {
            Some(moving) if is_fitting(moving) => return,
            Some(moving) => {
                self.outputs.push(stop(moving.search));
                self.searches.moving = None;
            }
            None => {}
        }
        let Some(seat) = wanted else { return };
        let (search, player) = (self.searches.next(), self.game.mover().number());
        let limits = self.limits_of(&seat, now);
        self.searches.moving = Some(Moving { search, node, seat: seat.clone(), player });
        let request = self.request(search, Purpose::Move, &seat, limits);
        self.outputs.push(TableOutput::ToHost(HostRequest::Search(Box::new(request))));
    }

    /// The seat that is to be asked for a move of the game.
    fn wanted_seat(&self) -> Option<Seat> {
        if self.game.is_over() || self.game.paused {
            return None;
        }
        let seat = self.game.seat_to_move();
        if !seat.is_person() {
            return Some(seat.clone());
        }
        let asked = self.searches.asked_at.as_ref();
        asked.filter(|(node, _)| *node == self.game.live.node()).map(|(_, engine)| engine.clone())
    }

    fn limits_of(&self, seat: &Seat, now: Millis) -> SearchLimits {
        let clock = self.game.clock.as_ref().map(|clock| clock.limits(now));
        match seat {
            Seat::Engine(engine) => {
                let has_limit = engine.nodes.is_some() || engine.depth.is_some() || clock.is_some();
                let default = (!has_limit).then_some(DEFAULT_MS);
                SearchLimits {
                    movetime: engine.movetime.filter(|_| clock.is_none()).or(default),
                    nodes: engine.nodes,
                    depth: engine.depth,
                    clock,
                }
            }
            Seat::Outside(OutsideSeat { movetime, nodes, depth, .. }) => SearchLimits {
                movetime: movetime.filter(|_| clock.is_none()),
                nodes: *nodes,
                depth: *depth,
                clock,
            },
            Seat::Person { .. } => SearchLimits { clock, ..SearchLimits::default() },
        }
    }

    /// A search of the present position, from the view of the player to move.
    fn request(
        &self,
        search: u64,
        purpose: Purpose,
        seat: &Seat,
        limits: SearchLimits,
    ) -> SearchRequest {
        let mover = self.game.mover().index();
        let sight = if self.is_guarded { Visibility::Player(mover) } else { Visibility::All };
        let position = self.told(&self.game.live, sight).unwrap_or_default();
        let depth = self.game.tree.get(self.game.live.node()).map_or(0, |node| node.depth) as u64;
        SearchRequest {
            search,
            purpose,
            variant: self.game.variant().to_string(),
            position,
            player: mover + 1,
            seat: seat.clone(),
            limits,
            multipv: 1,
            seed: self.seed.wrapping_add(depth) % (1 << 31),
            fresh: false,
        }
    }

    /// Asks for advice about the present position of the game.
    pub(super) fn ask_for_hint(&mut self, viewer: &str, movetime: u64) {
        let search = self.searches.next();
        let node = self.game.live.node();
        let limits = SearchLimits { movetime: Some(movetime), ..SearchLimits::default() };
        let seat = Seat::Engine(EngineSeat::default());
        let mut request = self.request(search, Purpose::Hint, &seat, limits);
        request.seed = request.seed.wrapping_add(search) % (1 << 31);
        request.fresh = self.game.has_hidden;
        self.searches.hints.push(Hint { search, viewer: viewer.to_string(), node });
        self.outputs.push(TableOutput::ToHost(HostRequest::Search(Box::new(request))));
    }

    /// Whether a hint is about the present position, and its viewer may still see it.
    pub(super) fn is_current(&self, hint: &Hint) -> bool {
        let viewer = self.viewers.get(&hint.viewer);
        hint.node == self.game.live.node()
            && viewer.is_some_and(|viewer| {
                let mover = Visibility::Player(self.game.mover().index());
                let sight = self.sight(&viewer.screen);
                sight == Visibility::All || sight == mover
            })
    }

    /// Makes the engine that thinks answer soon.
    ///
    /// Returns whether one thinks.
    pub(super) fn hurry(&mut self) -> bool {
        let search = self.searches.moving();
        self.outputs.extend(search.map(stop));
        search.is_some()
    }

    /// Asks for the analyses that viewers want, and ends those that nobody wants any more.
    pub(super) fn ask_for_analyses(&mut self) {
        let mut subjects: Vec<Subject> = Vec::new();
        for viewer in self.viewers.values() {
            if let Some(subject) = self.subject(viewer)
                && !subjects.contains(&subject)
                && subjects.len() < MOST_ANALYSES
            {
                subjects.push(subject);
            }
        }
        let mut analyses = std::mem::take(&mut self.searches.analyses);
        analyses.retain(|analysis| {
            let is_wanted = subjects.contains(&analysis.subject);
            if !is_wanted && !analysis.has_ended {
                self.outputs.push(stop(analysis.search));
            }
            is_wanted
        });
        subjects.retain(|subject| !analyses.iter().any(|analysis| analysis.subject == *subject));
        for subject in subjects {
            let search = self.searches.next();
            if let Some(request) = self.analysis_request(search, &subject) {
                self.outputs.push(TableOutput::ToHost(HostRequest::Search(Box::new(request))));
                analyses.push(Analysis { search, subject, has_ended: false });
            }
        }
        self.searches.analyses = analyses;
    }

    /// What is to be analysed for a viewer.
    fn subject(&self, viewer: &Viewer) -> Option<Subject> {
        if viewer.lines == 0 || !self.may_analyse(viewer) {
            return None;
        }
        let (sight, node) = (self.sight(&viewer.screen), self.cursor(viewer).node());
        let at = match sight {
            Visibility::Player(player) => self.place_among(&self.known_turns(player), viewer),
            _ => node,
        };
        Some(Subject { node, at, lines: viewer.lines, sight })
    }

    fn analysis_request(&self, search: u64, subject: &Subject) -> Option<SearchRequest> {
        let mut cursor = self.game.live.clone();
        cursor.go_to(&self.game.tree, subject.node).ok()?;
        Some(SearchRequest {
            search,
            purpose: Purpose::Analysis,
            variant: self.game.variant().to_string(),
            position: self.told(&cursor, subject.sight)?,
            player: cursor.game().player().number(),
            seat: Seat::Engine(EngineSeat::default()),
            limits: SearchLimits::default(),
            multipv: subject.lines,
            seed: self.seed % (1 << 31),
            // The table of one player's search must not help another player.
            fresh: self.game.has_hidden,
        })
    }

    /// Passes the lines of a search on to the viewers who may see them.
    pub(super) fn pass_on(&mut self, search: u64, lines: &[PvLine]) {
        let moving = self.searches.moving.as_ref().filter(|moving| moving.search == search);
        let analysis = self.searches.analyses.iter().find(|analysis| analysis.search == search);
        let mut messages = Vec::new();
        for (name, viewer) in &self.viewers {
            let message = match (moving, analysis) {
                // While something is hidden, the thoughts of an engine are for nobody.
                (Some(moving), _)
                    if !self.is_guarded || self.sight(&viewer.screen) == Visibility::All =>
                {
                    ViewerMessage::Thought { player: moving.player, lines: lines.to_vec() }
                }
                (_, Some(analysis)) if self.subject(viewer).as_ref() == Some(&analysis.subject) => {
                    ViewerMessage::Analysis { at: analysis.subject.at, lines: lines.to_vec() }
                }
                _ => continue,
            };
            messages.push(to(name, message));
        }
        self.outputs.extend(messages);
    }
}

fn stop(search: u64) -> TableOutput {
    TableOutput::ToHost(HostRequest::Stop { search })
}
