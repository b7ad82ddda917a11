//! A game of one type: what [`GameState`] says, by the rules of the game.

use super::effects::{effects_of, effects_seen};
use super::error::EngineError;
use super::game_state::{GameState, Perft, ToldTurn, TurnDraft};
use super::player_view::{PlayerView, allows};
use super::position::{Position, Start};
use super::record::{PlayedAction, Record};
use crate::game::text::as_choice;
use crate::game::{
    Aborted, Beliefs, Charset, Knowledge, Outcome, Played, Player, TurnDue, perft, sample_numbers,
    turn_goes_on,
};
use crate::games::{Playable, Variant};
use std::any::Any;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

/// Sampled states of a belief: as many as a belief about submarines keeps.
const BELIEVED_STATES: usize = 512;

/// A game of one type. `views.rs` holds what its players know.
pub(crate) struct TypedGame<G: Playable> {
    variant: Variant,
    pub(super) rules: G::Rules,
    /// The full record. While there is a `partial` view, this is the last full record.
    pub(super) record: Record<G>,
    /// The view of one player, if the game is known only as far as this player knows it.
    pub(super) partial: Option<PlayerView<G>>,
    /// The player whose view was given. Only this player may search.
    pub(super) viewer: Option<Player>,
    /// What the viewer of a full record knows, if something may be hidden.
    viewed: Option<Box<dyn Knowledge<G>>>,
    /// Views of the players of a full record, computed on demand, so that the next one follows only the new tokens.
    pub(super) views: Mutex<Vec<PlayerView<G>>>,
}

impl<G: Playable> Clone for TypedGame<G> {
    fn clone(&self) -> Self {
        Self {
            record: self.record.clone(),
            partial: self.partial.clone(),
            viewed: self.viewed.as_ref().map(|knowledge| knowledge.boxed()),
            views: Mutex::new(self.views.lock().unwrap_or_else(PoisonError::into_inner).clone()),
            ..*self
        }
    }
}

impl<G: Playable> TypedGame<G> {
    /// A game at its start.
    pub fn new(variant: Variant, rules: G::Rules) -> Self {
        Self::with_record(variant, rules, Record::new(Start::StartPos, G::start(rules)))
    }

    /// A game with a full record.
    pub fn with_record(variant: Variant, rules: G::Rules, record: Record<G>) -> Self {
        let views = Mutex::default();
        Self { variant, rules, record, partial: None, viewer: None, viewed: None, views }
    }

    /// The state of the full record.
    pub fn state(&self) -> &G {
        self.record.played().state()
    }

    /// The full record.
    pub fn record(&self) -> &Record<G> {
        &self.record
    }

    /// What the viewer knows, if the position was given as a view.
    pub fn knowledge(&self) -> Option<&dyn Knowledge<G>> {
        match &self.partial {
            Some(view) => Some(view.knowledge()),
            None => self.viewed.as_deref(),
        }
    }

    /// The position with its history, if everything that matters is known.
    ///
    /// # Errors
    /// If something that matters is hidden from the viewer.
    pub fn known(&self) -> Result<Played<G>, EngineError> {
        match &self.partial {
            None => Ok(self.record.played().clone()),
            Some(view) => view.known().ok_or_else(|| unknown_to(view.viewer())),
        }
    }

    /// The position, if nothing on the board is hidden from the viewer.
    ///
    /// # Errors
    /// If something is hidden: submarines, or a deployment that is not over.
    pub fn seen(&self) -> Result<Played<G>, EngineError> {
        match self.knowledge() {
            Some(knowledge) if !knowledge.is_complete() => Err(unknown_to(knowledge.viewer())),
            _ => self.known(),
        }
    }

    /// Refuses the number of a player whom the game does not have.
    pub fn check_player(&self, number: usize) -> Result<(), EngineError> {
        if (1..=G::PLAYERS).contains(&number) {
            return Ok(());
        }
        let players = G::PLAYERS;
        Err(EngineError::new(format!("expected a player, 1 to {players} ({number})")))
    }

    fn first(&self, start: &Start) -> Result<G, EngineError> {
        match start {
            Start::StartPos => Ok(G::start(self.rules)),
            Start::Fen(fen) => Ok(G::from_fen(self.rules, fen)?),
            Start::Foreign(name, text) => {
                let unknown = || {
                    let variant = self.variant.name();
                    EngineError::new(format!("{variant} has no positions in this format ({name})"))
                };
                let (first, _) = G::from_format(self.rules, name, text).ok_or_else(unknown)??;
                Ok(first)
            }
            Start::Deploy => G::deploy(self.rules).ok_or_else(|| {
                EngineError::new(format!("{} has no deployment (deploy)", self.variant.name()))
            }),
        }
    }

    /// Goes to the position after a full list of moves.
    fn go_to(&mut self, position: &Position) -> Result<(), EngineError> {
        if self.record.start() == &position.start {
            return self.record.go_to(&position.moves);
        }
        let first = self.first(&position.start)?;
        let mut record = Record::new(position.start.clone(), first);
        record.play(&position.moves)?;
        self.record = record;
        Ok(())
    }

    /// The viewer's view after more tokens with parts that the viewer does not see; `None` if that cannot be.
    fn go_on_in_view(&self, tokens: &[String]) -> Option<PlayerView<G>> {
        let moves = self.record.tokens().chain(tokens).cloned().collect();
        let start = self.record.start().clone();
        let position = Position { view: Some(self.viewer?.number()), start, moves };
        self.follow(&position)?.ok()
    }

    /// Computes anew what the viewer of a full record knows.
    fn look(&mut self) {
        self.viewed = self.viewer.and_then(|viewer| self.state().knowledge(viewer));
    }
}

impl<G: Playable> GameState for TypedGame<G> {
    fn boxed(&self) -> Box<dyn GameState> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn variant(&self) -> Variant {
        self.variant
    }

    fn set_position(&mut self, position: &Position) -> Result<(), EngineError> {
        if let Some(player) = position.view {
            self.check_player(player)?;
        }
        match self.go_to(position) {
            Ok(()) => {
                self.partial = None;
                self.viewer = position.view.map(|number| Player::new(number - 1));
                self.look();
            }
            Err(error) => {
                let view = self.follow(position).ok_or(error)??;
                self.viewer = Some(view.viewer());
                self.partial = Some(view);
            }
        }
        Ok(())
    }

    fn remark_on(&self, start: &Start) -> Option<String> {
        let Start::Foreign(name, text) = start else { return None };
        G::from_format(self.rules, name, text)?.ok()?.1
    }

    fn play(&mut self, tokens: &[String]) -> Result<(), EngineError> {
        if let Some(view) = &mut self.partial {
            return view.observe(tokens);
        }
        match self.record.play(tokens) {
            Ok(()) => self.look(),
            Err(error) => self.partial = Some(self.go_on_in_view(tokens).ok_or(error)?),
        }
        Ok(())
    }

    fn play_by_action(&mut self, token: &str) -> Result<Vec<PlayedAction>, EngineError> {
        if self.partial.is_some() {
            return Err(EngineError::new("only the view of one player is known here"));
        }
        let actions = self.record.play_by_action(token)?;
        self.look();
        Ok(actions)
    }

    fn choose(&mut self, token: &str) -> Result<(), EngineError> {
        as_choice(token).map_err(|error| EngineError::new(error.to_string()))?;
        self.play(&[token.to_string()])
    }

    fn undo(&mut self) -> Result<(), EngineError> {
        let nothing = || EngineError::new("there is no move to take back");
        if let Some(view) = &mut self.partial {
            return view.undo().ok_or_else(nothing)?;
        }
        self.record.undo().ok_or_else(nothing)?;
        self.look();
        Ok(())
    }

    fn player(&self) -> Player {
        self.knowledge().map_or(self.state().player(), Knowledge::player)
    }

    fn turn_start(&self) -> bool {
        self.knowledge().map_or(self.state().turn_start(), Knowledge::turn_start)
    }

    fn is_deploying(&self) -> bool {
        match &self.partial {
            Some(view) => view.knowledge().is_deploying(),
            None => {
                let deployment = G::CAPABILITIES.deployment;
                deployment.is_some_and(|deployment| deployment.is_deploying(self.state()))
            }
        }
    }

    fn bystander(&self) -> Option<[usize; 2]> {
        let mover = self.player();
        let viewer = self.viewer.filter(|viewer| *viewer != mover);
        viewer.map(|viewer| [mover.number(), viewer.number()])
    }

    fn outcome(&self) -> Option<Outcome> {
        match &self.partial {
            Some(view) => view.outcome(),
            None => self.record.played().outcome(),
        }
    }

    fn reason(&self) -> Option<&'static str> {
        match &self.partial {
            Some(view) => view.knowledge().reason(),
            None => self.record.played().reason(),
        }
    }

    fn ranking(&self) -> Option<Vec<usize>> {
        let (first, actions) = (self.record.first(), self.record.actions());
        self.outcome().map(|outcome| first.ranking(actions, outcome))
    }

    fn due(&self) -> Vec<TurnDue> {
        match self.bystander() {
            None => self.known().map(|played| played.state().due()).unwrap_or_default(),
            Some(_) => Vec::new(),
        }
    }

    fn draft(&self, tokens: &[String], charset: Charset) -> Result<TurnDraft, EngineError> {
        let mut state = self.known()?.state().clone();
        let mover = state.player();
        let set = G::CAPABILITIES.any_order.ok_or_else(|| EngineError::new(NO_SET))?;
        let mut placed = Vec::new();
        for token in tokens {
            let place = set.place(&state, token).ok_or_else(|| EngineError::new(NO_SET))?;
            set.carry_out(&mut state, token).map_err(|error| EngineError(error.to_string()))?;
            placed.push((place, token.clone()));
        }
        sort_by_place(&mut placed);
        let knowledge = self.viewer.and_then(|viewer| state.knowledge(viewer));
        Ok(TurnDraft {
            tokens: placed.into_iter().map(|(_, token)| token).collect(),
            due: if turn_goes_on(&state, mover) { state.due() } else { Vec::new() },
            diagram: knowledge
                .map_or_else(|| state.diagram(charset), |known| known.diagram(charset)),
        })
    }

    fn legal_moves(&self) -> Vec<String> {
        let mut tokens = match self.knowledge() {
            _ if self.outcome().is_some() => Vec::new(),
            Some(knowledge) => knowledge.tokens(),
            None => {
                let actions = self.record.played().actions().into_iter();
                actions.map(|action| self.state().action_token(action)).collect()
            }
        };
        tokens.sort();
        tokens
    }

    fn is_legal(&self, token: &str) -> bool {
        match self.knowledge() {
            _ if self.outcome().is_some() => false,
            Some(knowledge) => allows(knowledge, token),
            None => Record::after(self.record.played().clone()).choose(token, 1).is_ok(),
        }
    }

    fn themes(&self, token: &str) -> Result<Vec<&'static str>, EngineError> {
        let known = self.known()?;
        let mut state = known.state().clone();
        let mut trial = Record::after(known);
        trial.choose(token, 1)?;
        let mut themes = Vec::new();
        for action in trial.actions() {
            for theme in state.themes(*action) {
                if !themes.contains(&theme) {
                    themes.push(theme);
                }
            }
            state.make(*action);
        }
        Ok(themes)
    }

    fn fen(&self) -> String {
        self.knowledge().map_or_else(|| self.state().fen(), Knowledge::fen)
    }

    fn key(&self) -> u64 {
        self.knowledge().map_or_else(|| self.state().key(), Knowledge::key)
    }

    fn key_for(&self, number: usize) -> Result<u64, EngineError> {
        let player = self.seat(number)?;
        if self.partial.is_some() {
            return Ok(self.key());
        }
        let knowledge = self.state().knowledge(player);
        Ok(knowledge.map_or_else(|| self.state().key(), |knowledge| knowledge.key()))
    }

    fn diagram(&self, charset: Charset) -> String {
        // What the record of the viewer tells is more than what the position alone tells.
        if let Some(view) = self.viewer.and_then(|viewer| self.view_of(viewer)) {
            return view.knowledge().diagram(charset);
        }
        match self.knowledge() {
            Some(knowledge) => knowledge.diagram(charset),
            None => self.state().diagram(charset),
        }
    }

    fn position(&self) -> Position {
        match &self.partial {
            Some(view) => view.record(),
            None => {
                let start = self.record.start().clone();
                Position { view: None, start, moves: self.record.turns() }
            }
        }
    }

    fn view(&self, number: usize) -> Result<String, EngineError> {
        let player = self.seat(number)?;
        if self.partial.is_some() {
            return Ok(self.fen());
        }
        let knowledge = self.state().knowledge(player);
        Ok(knowledge.map_or_else(|| self.state().fen(), |knowledge| knowledge.fen()))
    }

    fn record(&self, number: usize) -> Result<Position, EngineError> {
        let player = self.seat(number)?;
        Ok(self.partial.as_ref().map_or_else(|| self.record_for(player), PlayerView::record))
    }

    fn report(&self, attack: &str) -> Result<String, EngineError> {
        self.report_on(attack)
    }

    fn turn_told(&self, token: &str) -> Result<ToldTurn, EngineError> {
        self.told(token)
    }

    fn is_open(&self) -> bool {
        let mut players = (0..G::PLAYERS).map(Player::new);
        match &self.partial {
            Some(view) => view.knowledge().is_complete(),
            None => players.all(|player| {
                self.state().knowledge(player).is_none_or(|knowledge| knowledge.is_complete())
            }),
        }
    }

    fn is_told_all(&self, player: Player) -> bool {
        if let Some(view) = &self.partial {
            return view.viewer() == player;
        }
        if self.check_player(player.number()).is_err() {
            return false;
        }
        let (first, actions) = (self.record.first(), self.record.actions());
        let Some(at_first) = first.knowledge(player) else { return true };
        let told = self.record_for(player);
        let knows_start = told.start == *self.record.start() || at_first.is_complete();
        knows_start && first.tokens_seen(actions, None).is_none_or(|all| told.moves == all)
    }

    fn beliefs(&self, seed: u64) -> Result<Beliefs, EngineError> {
        let mut beliefs = Beliefs::default();
        if let Some(mut knowledge) = self.believer()?.map(PlayerView::into_knowledge) {
            for number in sample_numbers(seed, BELIEVED_STATES) {
                let state = knowledge.sample(number);
                beliefs.add(knowledge.hidden_pieces(&state));
            }
        }
        Ok(beliefs)
    }

    fn belief_diagram(&self, seed: u64, charset: Charset) -> Result<String, EngineError> {
        let beliefs = self.beliefs(seed)?;
        let believing = self.believing();
        let signs = match &self.partial {
            Some(view) => Some(view.knowledge().glyphs(charset)),
            None => self.state().knowledge(believing).map(|knowledge| knowledge.glyphs(charset)),
        };
        let caption = format!(
            "What {} does not see: the likeliest piece on each square, in per cent of \
             {BELIEVED_STATES} imagined positions",
            G::SIDES[believing.index()],
        );
        Ok(format!("\n{}\n{caption}", beliefs.diagram(&signs.unwrap_or_default())))
    }

    fn game_query(&self, name: &str, words: &[&str]) -> Result<Option<String>, EngineError> {
        if !G::CAPABILITIES.queries.iter().any(|query| query.name == name) {
            return Ok(None);
        }
        let answer = self.seen()?.state().game_query(name, words);
        answer.transpose().map_err(EngineError::new)
    }

    fn effects(&self, turns: &[String]) -> Result<Vec<Vec<String>>, EngineError> {
        match self.knowledge() {
            Some(knowledge) if !knowledge.is_complete() => effects_seen(knowledge.boxed(), turns),
            _ => effects_of(self.known()?, turns),
        }
    }

    fn perft(&self, depth: u32) -> Result<Perft, EngineError> {
        let root = self.known()?;
        Ok(Box::new(move |stop, told| divide(&root, depth, stop, told)))
    }
}

fn unknown_to(viewer: Player) -> EngineError {
    let viewer = viewer.number();
    EngineError::new(format!("player {viewer} does not know the whole position"))
}

/// Why a token is refused in a draft.
const NO_SET: &str = "the order of this action in its turn is not free";

/// Sorts the actions of a set.
fn sort_by_place(actions: &mut [(u32, String)]) {
    actions.sort_by_key(|(place, _)| *place);
}

/// A separate function, because sorting code is large and would be compiled for each game.
fn sort_by_token<A>(actions: &mut [(String, A)]) {
    actions.sort_by(|a, b| a.0.cmp(&b.0));
}

/// Perft by root action, in the order of the tokens.
fn divide<G: Playable>(
    root: &Played<G>,
    depth: u32,
    stop: &AtomicBool,
    told: &mut dyn FnMut(&str, u64),
) -> Result<u64, Aborted> {
    if depth == 0 {
        return Ok(1);
    }
    let named = |action| (root.state().action_token(action), action);
    let mut actions: Vec<(String, G::Action)> = root.actions().into_iter().map(named).collect();
    sort_by_token(&mut actions);
    let mut total = 0;
    for (token, action) in actions {
        let mut child = root.state().clone();
        child.make(action);
        let leaves = perft(&mut child, depth - 1, stop)?;
        told(&token, leaves);
        total += leaves;
    }
    Ok(total)
}
