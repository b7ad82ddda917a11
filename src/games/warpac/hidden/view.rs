//! A player's view of a game (rules.md 9). It hides the squares of the other side's submarines but not their number.
//! It hides an unfinished deployment of the other side completely.

use super::belief::Belief;
use super::expectation::expectations;
use super::exposure::payoff_matrix;
use crate::game::text::count_on;
use crate::game::{
    ActionError, Charset, ExpectedGain, FenError, Game, Glyph, HiddenPiece, Knowledge, Notation,
    Outcome, PayoffMatrix, Player, read_turn,
};
use crate::games::warpac::actions::{ActionKind, Droppable};
use crate::games::warpac::board::{AREA, SQUARES, Square, Squares};
use crate::games::warpac::notation::Unknown;
use crate::games::warpac::tokens::Token;
use crate::games::warpac::underwater::ChargeReport;
use crate::games::warpac::{Phase, Warpac, WarpacAction, WarpacRules};
use std::borrow::Cow;

/// The token of a hidden turn of the other side.
const HIDDEN_TURN: &str = "?";
/// The token of a submarine of the other side in a revealed deployment.
const HIDDEN_SUBMARINE: &str = "S@?";

/// Every this many particles, one is asked for the areas that the other side's submarines reach.
const GUESS_STEP: usize = 16;

/// The cost, in centipawns, of revealing by depth charges that a submarine is near.
const DISCLOSURE_CP: i32 = 20;

/// The knowledge of one player.
#[derive(Clone, Debug)]
pub(super) struct View<R: WarpacRules> {
    /// All that is seen. It does not contain the other side's submarines, so the order of turns follows
    /// [`View::dives`].
    state: Warpac<R>,
    viewer: Player,
    /// The number of the other side's submarines.
    hidden: u32,
    /// Their squares, while the viewer knows them from a public start.
    public: Option<Squares>,
    /// The belief about their squares. Unused in the deployment.
    pub(super) belief: Belief,
    /// The other side's belief about the viewer's own submarines, by what the other side was shown.
    pub(super) opponent_belief: Belief,
}

impl<R: WarpacRules> View<R> {
    pub fn of(full: &Warpac<R>, viewer: Player) -> Self {
        let other = viewer.opponent().index();
        let (settings, hidden) = (full.settings(), full.subs[other].count());
        let belief = Belief::anywhere(settings, hidden);
        let opponent_belief = Belief::anywhere(settings, full.subs[viewer.index()].count());
        let mut view =
            Self { state: full.clone(), viewer, hidden, public: None, belief, opponent_belief };
        view.conceal();
        view
    }

    /// The view of a position in which both players know where everything is.
    pub fn of_public(full: &Warpac<R>, viewer: Player) -> Self {
        let belief = Belief::public(full.settings(), full.subs[viewer.opponent().index()]);
        let opponent_belief = Belief::public(full.settings(), full.subs[viewer.index()]);
        let public = Some(full.subs[viewer.opponent().index()]);
        Self { public, belief, opponent_belief, ..Self::of(full, viewer) }
    }

    /// Removes what the viewer does not see from the state.
    fn conceal(&mut self) {
        let other = self.viewer.opponent().index();
        for square in self.state.subs[other] {
            self.state.toggle_sub(other, square);
        }
        if self.state.phase != Phase::Deployment {
            return;
        }
        self.hidden = 0;
        self.state.points[other] = self.state.purse();
        // Squadrons are removed with their carriers.
        for square in self.state.sides[other] {
            if self.state.sides[other].has(square) {
                self.state.sink(square);
            }
        }
    }

    pub fn from_fen(rules: R, fen: &str, viewer: Option<Player>) -> Result<Self, FenError> {
        let (state, unknown) = Warpac::read_fen(rules, fen)?;
        let hides = |side: usize| unknown.subs[side].is_some() || unknown.points[side];
        let fault = |reason: &str| {
            let texts: Vec<&str> = fen.split_ascii_whitespace().collect();
            let (name, index) =
                if unknown.points.contains(&true) { ("points", 5) } else { ("subs", 4) };
            Err(FenError::new(name, texts[index], reason))
        };
        let viewer = match (viewer, hides(0), hides(1)) {
            (_, true, true) => return fault("one side's parts are known in a view"),
            (None, true, false) => Player::TWO,
            (None, ..) => Player::ONE,
            (Some(viewer), ..) => viewer,
        };
        if hides(viewer.index()) {
            return fault("the viewer knows his own parts");
        }
        let other = viewer.opponent().index();
        let hidden = unknown.subs[other].unwrap_or(state.subs[other].count());
        let settings = state.settings();
        let belief = Belief::anywhere(settings, hidden);
        let opponent_belief = Belief::anywhere(settings, state.subs[viewer.index()].count());
        let mut view = Self { state, viewer, hidden, public: None, belief, opponent_belief };
        view.conceal();
        Ok(view)
    }

    /// The view without any part of the other side's deployment. The FEN of a deployment cannot express partial
    /// knowledge of the other side.
    fn untold(&self) -> Cow<'_, Self> {
        let mut view = Cow::Borrowed(self);
        let other = self.viewer.opponent().index();
        let is_told = self.hidden > 0 || self.state.sides[other].any();
        if self.state.phase == Phase::Deployment && is_told {
            view.to_mut().conceal();
        }
        view
    }

    fn unknown(&self) -> Unknown {
        let other = self.viewer.opponent().index();
        let mut unknown = Unknown::default();
        unknown.subs[other] = Some(self.hidden);
        unknown.points[other] = true;
        unknown
    }

    fn is_own_turn(&self) -> bool {
        self.state.side == self.viewer
    }

    /// Whether each side has an underwater turn.
    fn dives(&self) -> [bool; 2] {
        [Player::ONE, Player::TWO].map(|player| match player == self.viewer {
            true => self.state.dives(player.index()),
            false => self.hidden > 0,
        })
    }

    /// Plays an action that is fully seen; with `None`, a turn that is not seen at all.
    fn play(&mut self, action: Option<WarpacAction>) {
        let (phase, side, fullmove) = (self.state.phase, self.state.side, self.state.fullmove);
        match action {
            Some(action) => drop(self.state.make(action)),
            None => self.state.end_turn(false),
        }
        if phase != Phase::Deployment {
            let (next, is_new_round) = crate::games::warpac::next_turn(phase, side, self.dives());
            self.state.set_turn(next.0, next.1);
            self.state.fullmove = count_on(fullmove, is_new_round);
        } else if self.state.phase != Phase::Deployment {
            let other = self.viewer.opponent().index();
            let settings = self.state.settings();
            self.belief = Belief::deployed(settings, other, self.hidden);
            let own = self.viewer.index();
            self.opponent_belief = Belief::deployed(settings, own, self.state.subs[own].count());
        }
    }

    /// Plays an attack of the viewer. Its effect is known only by its report.
    fn play_own_attack(&mut self, action: WarpacAction, report: ChargeReport) {
        self.hidden -= report.sunk;
        self.belief.charged(action.from(), report);
        self.public = self.public.map(|squares| squares & !AREA[action.from().index()]);
        self.play(Some(action));
        if report.sunk > 0 {
            self.state.halfmove = 0;
        }
    }

    fn observe_own(&mut self, text: &str, token: Token) -> Result<(), ActionError> {
        let illegal = |reason: String| Err(ActionError::illegal(text, reason));
        let action = self.state.action_of(token);
        if !self.state.is_legal(action) {
            return illegal(self.state.why_illegal(token));
        }
        match token {
            Token::DepthCharge(_, None) => {
                illegal("in a view an own attack needs its report, such as sd4=1c".to_string())
            }
            Token::DepthCharge(_, Some(report)) => {
                if report.sunk + u32::from(report.contact) > self.hidden {
                    let left = self.hidden;
                    return illegal(format!("more is reported than the submarines left ({left})"));
                }
                self.show_own(action);
                self.play_own_attack(action, report);
                Ok(())
            }
            // The battle begins when White's fleet has been shown.
            Token::End if self.is_last_deployment() => {
                self.state.set_turn(Phase::Deployment, Player::ONE);
                Ok(())
            }
            _ => {
                self.show_own(action);
                self.play(Some(action));
                Ok(())
            }
        }
    }

    /// Updates the other side's belief for an own underwater action, before it is played.
    fn show_own(&mut self, action: WarpacAction) {
        if self.state.phase != Phase::Underwater {
            return;
        }
        let told = action.kind().is_told().then_some(action);
        let prey = self.state.torpedo_prey(self.viewer.opponent().index());
        self.opponent_belief.turn(told, prey);
    }

    /// The areas that the other side's submarines reach in more than half of the examined particles.
    fn reach_from_below(&mut self) -> Squares {
        let (settings, mut counts) = (self.state.settings(), [0; SQUARES]);
        let guesses = self.belief.particles().iter().step_by(GUESS_STEP);
        let number = guesses.len();
        for area in guesses.flat_map(|submarines| settings.areas_in_reach(*submarines)) {
            counts[area.index()] += 1;
        }
        let likely = |area: &Square| 2 * counts[area.index()] > number;
        Squares::AREAS.into_iter().filter(likely).collect()
    }

    /// Whether Black deploys and White's fleet has not been shown.
    fn is_last_deployment(&self) -> bool {
        let is_blacks = self.state.phase == Phase::Deployment && self.state.side == Player::TWO;
        is_blacks && self.state.ships(0).is_empty()
    }

    fn observe_other(&mut self, text: &str, token: Token) -> Result<(), ActionError> {
        let illegal = |reason: String| Err(ActionError::illegal(text, reason));
        if self.state.phase == Phase::Deployment {
            return self.observe_drop(text, token);
        }
        let action = self.state.action_of(token);
        let is_shown = match (self.state.phase, token) {
            (Phase::Underwater, Token::Torpedo(target)) => {
                self.state.torpedo_prey(self.viewer.index()).has(target)
            }
            (Phase::Underwater, Token::DepthCharge(area, _)) => Squares::AREAS.has(area),
            (Phase::Underwater, _) => {
                return illegal("the other side's submarine moves are seen as ?".to_string());
            }
            _ => self.state.is_legal(action),
        };
        if !is_shown {
            return illegal(self.state.why_illegal(token));
        }
        if let (Token::DepthCharge(_, Some(said)), Some(truth)) = (token, self.state.report(action))
            && said != truth
        {
            let truth = truth.text();
            return illegal(format!("the report contradicts the own submarines: it is {truth}"));
        }
        if let Some(report) = self.state.report(action) {
            self.opponent_belief.charged(action.from(), report);
        }
        if self.state.phase == Phase::Underwater {
            self.belief.turn(Some(action), self.state.torpedo_prey(self.viewer.index()));
        }
        self.play(Some(action));
        Ok(())
    }

    /// Takes in a drop of the other side, shown when both fleets are complete.
    fn observe_drop(&mut self, text: &str, token: Token) -> Result<(), ActionError> {
        let illegal = |reason: String| Err(ActionError::illegal(text, reason));
        let is_complete =
            self.missing_pieces().is_none() && self.hidden >= self.state.settings().submarines;
        // Carriers may leave no square for their squadrons. The deployment then ends as it is.
        let is_stuck = self.hidden == 0 && self.state.is_legal(WarpacAction::END);
        match token {
            Token::End if (is_complete || is_stuck) && !self.is_last_deployment() => {
                self.play(Some(WarpacAction::END));
                Ok(())
            }
            Token::Drop(Droppable::Piece(_), ..) if self.hidden == 0 => {
                let action = self.state.action_of(token);
                if !self.state.is_legal(action) {
                    return illegal(self.state.why_illegal(token));
                }
                self.play(Some(action));
                Ok(())
            }
            Token::End => illegal("the other side's fleet is not complete".to_string()),
            Token::Drop(Droppable::Submarine, ..) => {
                illegal(format!("the other side's submarines are seen as {HIDDEN_SUBMARINE}"))
            }
            Token::Drop(..) => illegal("submarines are dropped last".to_string()),
            _ => illegal("the fleet is still to be deployed".to_string()),
        }
    }

    /// The first kind of ships or squadrons below its basic number.
    fn missing_pieces(&self) -> Option<Droppable> {
        self.state.missing().filter(|what| *what != Droppable::Submarine)
    }

    fn observe_hidden_submarine(&mut self) -> Result<(), ActionError> {
        let illegal = |reason: &str| Err(ActionError::illegal(HIDDEN_SUBMARINE, reason));
        if !self.state.has_submarines()
            || self.state.phase != Phase::Deployment
            || self.is_own_turn()
        {
            return illegal("no submarine of the other side is dropped here");
        }
        if self.missing_pieces().is_some() {
            return illegal("the basic fleet comes first");
        }
        if self.hidden >= self.state.settings().submarines {
            return illegal("the other side has all its submarines already");
        }
        self.hidden += 1;
        Ok(())
    }

    fn observe_hidden_turn(&mut self) -> Result<(), ActionError> {
        let illegal = |reason: &str| Err(ActionError::illegal(HIDDEN_TURN, reason));
        if self.is_own_turn() {
            return illegal("a player's own turns are not hidden from him");
        }
        match self.state.phase {
            Phase::Surface => illegal("surface turns are seen by both"),
            Phase::Deployment if self.state.side == Player::TWO => illegal(AWAIT_FLEET),
            Phase::Deployment if self.has_seen_drops() => {
                illegal("this deployment is shown already")
            }
            Phase::Deployment => {
                self.play(Some(WarpacAction::END));
                Ok(())
            }
            Phase::Underwater => {
                self.belief.turn(None, self.state.torpedo_prey(self.viewer.index()));
                self.public = None;
                self.play(None);
                Ok(())
            }
        }
    }

    fn has_seen_drops(&self) -> bool {
        self.state.has_begun_deployment() || self.hidden > 0
    }
}

const NO_ATTACK_YET: &str = "there are no attacks in the deployment";
const AWAIT_FLEET: &str = "the other fleet is unknown: wait for the revealed deployment";

impl<R: WarpacRules> Knowledge<Warpac<R>> for View<R> {
    fn boxed(&self) -> Box<dyn Knowledge<Warpac<R>>> {
        Box::new(self.clone())
    }

    fn viewer(&self) -> Player {
        self.viewer
    }

    fn player(&self) -> Player {
        self.state.side
    }

    fn turn_start(&self) -> bool {
        self.state.turn_start()
    }

    fn is_deploying(&self) -> bool {
        self.state.is_deploying()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.state.outcome()
    }

    fn reason(&self) -> Option<&'static str> {
        self.state.reason()
    }

    fn tokens(&self) -> Vec<String> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        if self.is_own_turn() || self.state.phase == Phase::Surface {
            let mut actions = Vec::new();
            self.state.actions(&mut actions);
            return actions.into_iter().map(|action| self.state.write_action(action)).collect();
        }
        let mut tokens = vec![HIDDEN_TURN.to_string()];
        if self.state.phase == Phase::Underwater {
            let name =
                |prefix: &'static str| move |square: Square| format!("{prefix}{}", square.name());
            tokens.extend(Squares::AREAS.into_iter().map(name("s")));
            tokens.extend(self.state.torpedo_prey(self.viewer.index()).into_iter().map(name("x")));
        }
        tokens
    }

    fn knows_legal_actions(&self) -> bool {
        self.is_own_turn() || self.state.phase == Phase::Surface
    }

    fn observe(&mut self, text: &str) -> Result<(), ActionError> {
        if self.outcome().is_some() {
            return Err(ActionError::illegal(text, self.state.why_illegal(Token::End)));
        }
        match text {
            HIDDEN_TURN => return self.observe_hidden_turn(),
            HIDDEN_SUBMARINE => return self.observe_hidden_submarine(),
            _ => {}
        }
        let Some(token) = Token::read(text) else {
            let expected = "an action, or what is seen of one, such as e2e4, sd4=1c, xh12 or ?";
            return Err(ActionError::unreadable(text, expected));
        };
        if self.is_own_turn() {
            self.observe_own(text, token)
        } else {
            self.observe_other(text, token)
        }
    }

    fn effects(&self, turn: &[&str]) -> Result<Vec<String>, ActionError> {
        let actions = read_turn(&self.state, turn)?;
        let told = actions.first().map(|action| self.state.effects_foreseen(*action));
        Ok(told.unwrap_or_default())
    }

    fn fen(&self) -> String {
        let view = self.untold();
        view.state.fen_with(view.unknown())
    }

    fn key(&self) -> u64 {
        let view = self.untold();
        view.state.key() ^ u64::from(view.hidden)
    }

    fn diagram(&self, charset: Charset) -> String {
        let Some(squares) = self.public else {
            return self.state.draw(charset, self.unknown());
        };
        let mut state = self.state.clone();
        let other = self.viewer.opponent().index();
        squares.into_iter().for_each(|square| state.toggle_sub(other, square));
        state.draw(charset, Unknown::default())
    }

    fn report(&self, attack: &str) -> Result<String, ActionError> {
        let illegal = |reason: &str| Err(ActionError::illegal(attack, reason));
        let Some(token @ Token::DepthCharge(_, None)) = Token::read(attack) else {
            return illegal("expected depth charges without a report, such as sd4");
        };
        if self.is_own_turn() {
            return illegal("the other side reports on the viewer's own attacks");
        }
        let report = self.state.report(self.state.action_of(token));
        self.clone().observe(attack)?;
        report.map_or_else(|| illegal(NO_ATTACK_YET), |report| Ok(report.text()))
    }

    /// Nothing is hidden if no enemy submarine is left. A deployment does not depend on the enemy's fleet.
    fn state(&self) -> Option<Warpac<R>> {
        let is_deployment = self.state.phase == Phase::Deployment;
        (is_deployment || self.hidden == 0).then(|| self.state.clone())
    }

    fn is_complete(&self) -> bool {
        self.state.phase != Phase::Deployment && self.hidden == 0
    }

    fn sample(&mut self, number: u64) -> Warpac<R> {
        let mut state = self.state.clone();
        let other = self.viewer.opponent();
        if self.state.phase == Phase::Deployment {
            if self.is_own_turn() && self.is_last_deployment() {
                state.sample_fleet(number);
            }
        } else {
            for square in self.belief.particle(number) {
                state.toggle_sub(other.index(), square);
            }
        }
        state
    }

    fn admits(&self, state: &Warpac<R>) -> bool {
        let is_told = self.state.phase == Phase::Deployment;
        let submarines = state.subs[self.viewer.opponent().index()];
        Self::of(state, self.viewer).fen() == self.fen()
            && (is_told || self.belief.allows(submarines))
    }

    fn hidden_pieces(&self, imagined: &Warpac<R>) -> Vec<HiddenPiece> {
        let other = self.viewer.opponent().index();
        let ships = (imagined.sides[other] & !self.state.sides[other]).into_iter();
        let ships = ships.filter_map(|square| Some((square, imagined.cell(square).letter()?)));
        let submarines = (imagined.subs[other] & !self.state.subs[other]).into_iter();
        let submarines = submarines.map(|square| (square, ['S', 's'][other]));
        let unseen = |(square, letter): (Square, char)| {
            let (rank, file) = (square.rank() as u8, square.file() as u8);
            HiddenPiece { rank, file, letter }
        };
        ships.chain(submarines).map(unseen).collect()
    }

    fn glyphs(&self, charset: Charset) -> Vec<Vec<Glyph>> {
        self.state.glyphs(charset)
    }

    fn expected_gains(
        &mut self,
        actions: &[WarpacAction],
        samples: &[Warpac<R>],
    ) -> Vec<Option<ExpectedGain>> {
        let mut believed = expectations(self.state.settings(), self.belief.particles(), actions);
        if self.state.phase == Phase::Underwater {
            believed.iter_mut().flatten().for_each(|value| *value -= DISCLOSURE_CP);
        }
        let gain = |(action, believed): (&WarpacAction, Option<i32>)| {
            let sum: i32 = samples.iter().map(|sample| sample.exchange(*action)).sum();
            let by_samples = sum / samples.len().max(1) as i32;
            believed.map(|by_belief| ExpectedGain { by_belief, by_samples })
        };
        actions.iter().zip(believed).map(gain).collect()
    }

    fn payoff_matrix(&mut self, actions: &[WarpacAction]) -> Option<PayoffMatrix> {
        let submarines = self.state.subs[self.viewer.index()];
        if self.state.phase != Phase::Underwater || submarines.is_empty() {
            return None;
        }
        let ships = self.state.ships(self.viewer.opponent().index());
        let reach = self.state.settings().areas_in_reach(ships) | self.reach_from_below();
        let mut opponent_belief = self.opponent_belief.clone();
        let prey = self.state.torpedo_prey(self.viewer.opponent().index());
        opponent_belief.turn(None, prey);
        Some(payoff_matrix(actions, submarines, opponent_belief.particles(), reach))
    }
}

/// The tokens of `actions` as `player` sees them, one for each turn, with the reports of attacks. Without a `player`
/// they are complete.
pub fn tokens_seen<R: WarpacRules>(
    first: &Warpac<R>,
    actions: &[WarpacAction],
    player: Option<Player>,
) -> Vec<String> {
    let mut game = first.clone();
    let mut turns: Vec<ShownTurn> = Vec::new();
    for action in actions {
        let mut text = game.action_token(*action);
        let is_hidden_drop = action.kind() == ActionKind::Drop
            && action.dropped() == Droppable::Submarine
            && player.is_some_and(|player| player != game.side);
        if is_hidden_drop {
            text = HIDDEN_SUBMARINE.to_string();
        }
        if let Some(report) = game.report(*action) {
            text.push_str(&report.text());
        }
        match turns.last_mut() {
            Some(turn) if turn.side == game.side && game.phase == Phase::Deployment => {
                turn.text.push(',');
                turn.text.push_str(&text);
                turn.last = *action;
            }
            _ => turns.push(ShownTurn { side: game.side, phase: game.phase, text, last: *action }),
        }
        game.make(*action);
    }
    let is_deployed = game.phase != Phase::Deployment;
    turns.into_iter().filter_map(|turn| turn.seen_by(player, is_deployed)).collect()
}

/// One turn of a record.
struct ShownTurn {
    side: Player,
    phase: Phase,
    text: String,
    /// The last action of the turn.
    last: WarpacAction,
}

impl ShownTurn {
    /// The token that `player` is shown; `None` for an unfinished deployment.
    fn seen_by(self, player: Option<Player>, is_deployed: bool) -> Option<String> {
        if player.is_none_or(|player| player == self.side) {
            return Some(self.text);
        }
        match self.phase {
            Phase::Surface => Some(self.text),
            Phase::Underwater if self.last.kind().is_told() => Some(self.text),
            Phase::Deployment if is_deployed => Some(self.text),
            Phase::Deployment if self.last.kind() != ActionKind::End => None,
            Phase::Underwater | Phase::Deployment => Some(HIDDEN_TURN.to_string()),
        }
    }
}
