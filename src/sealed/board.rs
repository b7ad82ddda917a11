//! The game behind the lines, as one player knows it or as a referee does.

use crate::engine::{GameState, Position, Start, ToldTurn};
use crate::games::Variant;

/// What stands in a record for a hidden turn.
const HIDDEN_TURN: &str = "?";
/// The end of a shown token that awaits a report.
const REPORT_AWAITED: &str = "=?";

/// The game as one player knows it, or in full.
#[derive(Clone)]
pub(super) struct Board {
    game: Box<dyn GameState>,
    /// The player, from 1, whose knowledge this is; `None` for a referee.
    viewer: Option<usize>,
    /// The deployments as they are known here.
    deployments: [Option<ToldTurn>; 2],
    /// An attack that awaits its report.
    attack: Option<String>,
}

/// A deployment in its shown and its hidden part.
pub(super) struct SplitDeployment {
    pub shown: String,
    pub hidden: Option<String>,
}

/// Refuses terms under which no game can begin.
pub(super) fn check_terms(variant: Variant, start: &Start) -> Result<(), String> {
    if variant.players() != 2 {
        return Err(format!("{variant} is not a game for two players"));
    }
    let mut game = variant.new_game();
    game.set_position(&Position::from_start(start.clone())).map_err(|error| error.to_string())?;
    if game.bystander().is_some() || game.fen().contains('?') {
        return Err("a sealed game begins with a position that both players know".to_string());
    }
    if game.outcome().is_some() {
        return Err("the game is over at its start".to_string());
    }
    match (start, game.is_deploying()) {
        (Start::Deploy, _) | (_, false) => Ok(()),
        _ => Err("a deployment begins with `deploy`, not with a FEN".to_string()),
    }
}

impl Board {
    /// The game at its start. The terms have been checked.
    pub fn new(variant: Variant, start: &Start, viewer: Option<usize>) -> Result<Self, String> {
        let mut board =
            Self { game: variant.new_game(), viewer, deployments: [None, None], attack: None };
        board.set_position(start.clone(), Vec::new())?;
        Ok(board)
    }

    /// Sets the full position where nothing is hidden from anybody, and else the viewer's.
    fn set_position(&mut self, start: Start, moves: Vec<String>) -> Result<(), String> {
        let full = Position { view: None, start, moves };
        let is_full = self.game.set_position(&full).is_ok();
        let Some(viewer) = self.viewer.filter(|_| !is_full || !self.game.is_open()) else {
            return if is_full { Ok(()) } else { self.set(&full) };
        };
        let position = match (&full.start, is_full) {
            // A view of a FEN holds only what the viewer sees.
            (Start::Fen(_), true) => self.game.record(viewer).map_err(|error| error.to_string())?,
            _ => Position { view: Some(viewer), ..full },
        };
        self.set(&position)
    }

    fn set(&mut self, position: &Position) -> Result<(), String> {
        self.game.set_position(position).map_err(|error| error.to_string())
    }

    pub fn game(&self) -> &dyn GameState {
        &*self.game
    }

    /// The player to move, from 1.
    pub fn mover(&self) -> usize {
        self.game.player().number()
    }

    pub fn is_over(&self) -> bool {
        self.game.outcome().is_some()
    }

    /// The attack that awaits its report.
    pub fn attack(&self) -> Option<&str> {
        self.attack.as_deref()
    }

    /// A chosen turn as it is told. The hidden parts of a deployment are in the order of their text.
    pub fn told(&self, token: &str) -> Result<ToldTurn, String> {
        let told = self.game.turn_told(token).map_err(|error| error.to_string())?;
        let sorted = sorted_hidden_parts(&told);
        if sorted == told.token {
            return Ok(told);
        }
        self.game.turn_told(&sorted).map_err(|error| error.to_string())
    }

    /// Takes in the commitment to a deployment: the token, if it is known here.
    pub fn deploy(&mut self, player: usize, token: Option<&str>) -> Result<(), String> {
        let told = token.map(|token| self.in_form(token)).transpose()?;
        let seen = token.unwrap_or(HIDDEN_TURN).to_string();
        // Player 1's engine is told of the other deployment only when it is shown.
        if player == 1 || token.is_some() {
            self.game.play(&[seen]).map_err(|error| error.to_string())?;
        }
        self.deployments[player - 1] = told;
        Ok(())
    }

    /// Takes in the shown part of a deployment. When both are shown, play begins.
    pub fn show(&mut self, player: usize, shown: &str) -> Result<(), String> {
        if self.deployments[player - 1].as_ref().is_some_and(|known| known.shown != shown) {
            return Err("this is not what is shown of the deployment in secret".to_string());
        }
        let mut deployments = self.deployments.clone();
        let unknown = || ToldTurn { token: shown.to_string(), shown: shown.to_string() };
        let told = deployments[player - 1].get_or_insert_with(unknown).clone();
        let mut next = self.clone();
        if player == 2 {
            let moves = deployments.iter().flatten().map(|told| told.token.clone()).collect();
            next.set_position(Start::Deploy, moves)?;
        } else if self.viewer == Some(2) {
            // Only checked: the game goes on from both deployments.
            next.set_position(Start::Deploy, vec![told.token.clone()])?;
        }
        if player == 2 || self.viewer == Some(2) {
            check_deployment(&*next.game, player, &told.token)?;
        }
        if player == 2 {
            *self = next;
        }
        self.deployments = deployments;
        Ok(())
    }

    /// Plays a turn that both players see.
    pub fn turn(&mut self, token: &str) -> Result<(), String> {
        let is_attack = match self.viewer.filter(|viewer| self.sees_only(*viewer)) {
            Some(_) => self.check_seen(token)?,
            None => self.check_told(token)?,
        };
        if is_attack {
            self.attack = Some(token.to_string());
            return Ok(());
        }
        self.game.play(&[token.to_string()]).map_err(|error| error.to_string())
    }

    /// Whether another player than the viewer is to move, and something is hidden from the viewer.
    fn sees_only(&self, viewer: usize) -> bool {
        self.game.bystander().is_some() && self.mover() != viewer
    }

    /// Checks a turn of the other player by what the viewer sees. Returns whether it awaits a report.
    fn check_seen(&self, token: &str) -> Result<bool, String> {
        let has_form = !token.contains([',', '?', '='])
            && !token.bytes().any(|byte| byte.is_ascii_uppercase());
        if !has_form {
            return Err(format!("expected one action as records write it ({token:.40})"));
        }
        if !self.game.is_legal(token) {
            let mut game = self.game.boxed();
            let reason = game.play(&[token.to_string()]).err();
            let illegal = || format!("illegal move {token:.40}");
            return Err(reason.map_or_else(illegal, |error| error.to_string()));
        }
        Ok(self.game.report(token).is_ok())
    }

    /// Checks a turn that is known here in full. Returns whether it awaits a report.
    fn check_told(&self, token: &str) -> Result<bool, String> {
        let told = self.in_form(token)?;
        match told.shown.strip_suffix(REPORT_AWAITED) {
            Some(attack) if attack == token => Ok(true),
            _ if told.shown == token => Ok(false),
            _ => Err(format!("this turn is hidden and must not be shown ({token:.40})")),
        }
    }

    /// A turn as it is told. Refuses one that is not written as records write it.
    fn in_form(&self, token: &str) -> Result<ToldTurn, String> {
        let told = self.told(token)?;
        match told.token == token {
            true => Ok(told),
            false => {
                Err(format!("expected the form of records, {:.200} ({token:.200})", told.token))
            }
        }
    }

    /// Plays a hidden turn: the token, if it is known here.
    pub fn hidden_turn(&mut self, token: Option<&str>) -> Result<(), String> {
        if let Some(token) = token {
            if self.in_form(token)?.shown != HIDDEN_TURN {
                return Err(format!("this turn must be shown ({token:.40})"));
            }
        } else if self.game.bystander().is_none() {
            return Err("nothing is hidden here: expected a turn that both see".to_string());
        }
        let seen = token.unwrap_or(HIDDEN_TURN).to_string();
        self.game.play(&[seen]).map_err(|error| error.to_string())
    }

    /// What must be reported on the attack, if that is known here.
    pub fn truth(&self) -> Option<String> {
        self.game.report(self.attack()?).ok()
    }

    /// Takes in the report on the attack.
    pub fn report(&mut self, report: &str) -> Result<(), String> {
        let attack = self.attack().ok_or("there is no attack to report on")?;
        if let Some(truth) = self.truth().filter(|truth| truth != report) {
            return Err(format!("a false report on {attack}: {report:.20}, and it is {truth}"));
        }
        let token = format!("{attack}{report}");
        self.game.play(&[token]).map_err(|error| error.to_string())?;
        self.attack = None;
        Ok(())
    }

    /// The record of a player, as the text after the command `position`.
    pub fn record(&self, player: usize) -> Result<Position, String> {
        self.game.record(player).map_err(|error| error.to_string())
    }
}

/// Checks that the last deployment is whole and written as records write it.
fn check_deployment(game: &dyn GameState, player: usize, token: &str) -> Result<(), String> {
    let moves = game.position().moves;
    if moves.last().is_none_or(|last| last != token) {
        return Err(format!("expected the form of records, {:.200}", moves.concat()));
    }
    // After the first deployment the second player deploys, after the second one the game begins.
    match game.player().number() == 3 - player {
        true => Ok(()),
        false => Err("the deployment is not complete".to_string()),
    }
}

/// The token of a turn with its hidden parts in the order of their text.
fn sorted_hidden_parts(told: &ToldTurn) -> String {
    let (token, shown): (Vec<&str>, Vec<&str>) =
        (told.token.split(',').collect(), told.shown.split(',').collect());
    if token.len() != shown.len() {
        return told.token.clone();
    }
    let is_hidden = |(full, shown): &(&&str, &&str)| {
        full != shown && shown.contains('?') && !shown.contains('=')
    };
    let mut hidden: Vec<&str> =
        token.iter().zip(&shown).filter(is_hidden).map(|(full, _)| *full).collect();
    hidden.sort_unstable();
    let mut hidden = hidden.into_iter();
    let parts = token.iter().zip(&shown).map(|pair| match is_hidden(&pair) {
        true => hidden.next().unwrap_or(pair.0),
        false => *pair.0,
    });
    parts.collect::<Vec<_>>().join(",")
}

/// Splits a deployment into what is shown and what stays hidden.
pub(super) fn split_deployment(told: &ToldTurn) -> SplitDeployment {
    let pairs = told.token.split(',').zip(told.shown.split(','));
    let hidden: Vec<&str> =
        pairs.filter(|(full, shown)| full != shown).map(|pair| pair.0).collect();
    let hidden = (!hidden.is_empty()).then(|| hidden.join(","));
    SplitDeployment { shown: told.shown.clone(), hidden }
}

/// The full deployment from its two parts.
pub(super) fn join_deployment(shown: &str, hidden: Option<&str>) -> Result<String, String> {
    let mut hidden = hidden.into_iter().flat_map(|hidden| hidden.split(','));
    let mut parts = Vec::new();
    for part in shown.split(',') {
        parts.push(match part.contains('?') {
            true => hidden.next().ok_or("too few hidden parts for the shown deployment")?,
            false => part,
        });
    }
    match hidden.next() {
        None => Ok(parts.join(",")),
        Some(_) => Err("too many hidden parts for the shown deployment".to_string()),
    }
}
