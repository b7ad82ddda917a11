//! Static evaluation as the search sees it: the traits of evaluators.

use super::network::{EvalSource, NetworkSupport};
use crate::game::{Game, Player, Score};

/// The largest number of players of any game.
pub const MOST_PLAYERS: usize = 4;

/// Static evaluation.
///
/// An evaluator follows a search along its line and may keep a stack of its own, for example
/// accumulators. It need not compute anything before a value is requested. Its state must not
/// change a value: a new evaluator gives the same value for the same position.
pub trait Evaluator<G: Game>: Sized + Send + 'static {
    /// The network of this evaluation; `None` for an evaluation without one.
    const NETWORK: Option<&'static dyn NetworkSupport<G>> = None;

    /// An evaluator for lines from `root`.
    fn new(root: &G) -> Self;
    /// Like [`Evaluator::new`], with the evaluation of `eval_source`, if the game has more than
    /// one.
    fn with_eval(eval_source: &EvalSource, root: &G) -> Self {
        let _ = eval_source;
        Self::new(root)
    }
    /// Starts new lines from `root`.
    fn restart(&mut self, root: &G) {
        *self = Self::new(root);
    }
    /// Makes `action`. A game may report its changes to the evaluator here. Otherwise the evaluator
    /// only sees the resulting position.
    #[inline(always)]
    fn make(&mut self, game: &mut G, action: G::Action) -> G::Undo {
        let undo = game.make(action);
        self.on_make(game);
        undo
    }
    /// Like `make`, if the game cannot end with this action, and if the action is not unmade alone.
    #[inline(always)]
    fn make_midway(&mut self, game: &mut G, action: G::Action) {
        self.make(game, action);
    }
    /// Called after an action or a null move led to `game`.
    #[inline(always)]
    fn on_make(&mut self, game: &G) {
        let _ = game;
    }
    /// Called after the last action or null move was unmade.
    #[inline(always)]
    fn on_unmake(&mut self) {}
    /// Prefetch: the position with this table key may be evaluated soon.
    #[inline(always)]
    fn expect(&self, key: u64) {
        let _ = key;
    }
    /// The value of the present position for the player to move, while the game goes on. It is never a proven win or
    /// loss. Inside the window it is exact; outside it may be a bound.
    fn value_within(&mut self, game: &G, window: [Score; 2]) -> Score;
    /// The exact value of the present position for the player to move.
    #[inline(always)]
    fn value(&mut self, game: &G) -> Score {
        self.value_within(game, [-Score::INFINITE, Score::INFINITE])
    }
    /// The value of the present position for each player, by seat.
    #[inline(always)]
    fn values(&mut self, game: &G) -> [Score; MOST_PLAYERS] {
        of_two(game.player(), self.value(game))
    }
    /// [`Evaluator::values`] of a position by itself. It is compiled once for a game, while the search has the
    /// evaluation in its own code.
    #[inline(never)]
    fn values_of(eval_source: &EvalSource, game: &G) -> [Score; MOST_PLAYERS] {
        Self::with_eval(eval_source, game).values(game)
    }
    /// The terms of the hand-made value, for people: name, and each player's part in centipawns from that player's
    /// view, by seat.
    fn terms(game: &G) -> Vec<(&'static str, Vec<i32>)>;
    /// Contribution of each piece to the mover's value, in centipawns, by the name of its square.
    /// Empty if the evaluation cannot tell.
    fn piece_values(eval_source: &EvalSource, game: &G) -> Vec<(String, i32)> {
        let _ = (eval_source, game);
        Vec::new()
    }
    /// The features that the hand-made evaluation counts, for programs that fit its weights.
    fn features(game: &G) -> Vec<i32>;
}

/// Values by seat in a two-player game, from the mover's value.
pub(super) fn of_two(player: Player, value: Score) -> [Score; MOST_PLAYERS] {
    let first = if player == Player::ONE { value } else { -value };
    [first, -first, Score::DRAW, Score::DRAW]
}

/// An evaluator with a value for each of several players.
pub trait MultiPlayerEvaluator<G: Game>: Evaluator<G> {
    /// The value for one player.
    #[inline(always)]
    fn value_for(&mut self, game: &G, player: Player) -> Score {
        self.values(game)[player.index()]
    }
}

/// An evaluator of positions within a turn.
pub trait TurnEvaluator<G: Game>: Evaluator<G> {
    /// Values for the mover: if the turn goes on, and if it ended here. They select the turns to
    /// search. They may differ from the value at the leaves.
    fn turn_values(&mut self, game: &G) -> [Score; 2];

    /// The value for the mover if the turn ended here.
    #[inline(always)]
    fn resting_value(&mut self, game: &G) -> Score {
        self.turn_values(game)[1]
    }
}
