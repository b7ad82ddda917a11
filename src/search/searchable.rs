//! What an engine thinks with about a game. Each game answers in its own folder `eval`: opinion, not rules.

use super::Strategy;
use super::evaluation::network::EvalSource;
use super::evaluation::strength::StrengthTable;
use super::evaluation::wdl::WdlModel;
use super::tunables::Tunables;
use crate::game::{Game, Player, Score};

/// The most players of any game.
pub const MOST_PLAYERS: usize = 4;

/// A game with all that is needed to search it.
pub trait Searchable: Tactics {
    /// What positions are worth.
    type Evaluator: Evaluator<Self>;
    /// How the game is searched.
    type Strategy: Strategy<Self>;
    /// Options and parameters of the search.
    const PROFILE: Profile = Profile::DEFAULT;
}

/// Options and parameters with which a game is searched.
#[derive(Clone, Copy, Debug)]
pub struct Profile {
    /// Whether killers are tried before quiet actions are generated, which pays where these are many.
    pub killers_first: bool,
    /// After so many actions quiescence takes the static value, in games in which all sides may have so much to
    /// take at once that trying every order of it would never end.
    pub longest_quiescence: usize,
    /// After so many actions quiescence follows only the likeliest capture of each position, for the same reason.
    pub full_quiescence: usize,
    /// An opening is balanced if a search of so many nodes finds no player better by more than so many centipawns, at
    /// every look: the first ones are short, so that most of what is lost in a few moves costs little, and the last
    /// one is long, for tactics.
    pub balance: [(u64, i32); 3],
    /// What was found by play.
    pub params: Tunables,
    /// How strong weak players are.
    pub strength_table: StrengthTable,
    /// What scores say of results.
    pub wdl: WdlModel,
}

impl Profile {
    /// For a game that names nothing else.
    pub const DEFAULT: Self = Self {
        killers_first: false,
        longest_quiescence: usize::MAX,
        full_quiescence: usize::MAX,
        balance: [(300, 70), (3_000, 45), (18_000, 40)],
        params: Tunables::DEFAULT,
        strength_table: StrengthTable::DEFAULT,
        wdl: WdlModel::mirrored(0.0, 100.0),
    };
}

/// What an engine thinks of the actions of a game.
pub trait Tactics: Game {
    /// Size of a history table: one more than the greatest [`Tactics::slot`].
    const SLOTS: usize;
    /// The entry of a history table that `action` belongs to, below [`Tactics::SLOTS`].
    fn slot(&self, action: Self::Action) -> usize;
    /// What `action` wins at once, in centipawns, to order noisy actions. Need not be exact.
    fn gain(&self, action: Self::Action) -> i32;
    /// Appends how likely each of these legal actions is the best, as logarithms of odds without a common base, if
    /// that was learnt.
    fn rank(&self, actions: &[Self::Action], logits: &mut Vec<f32>) {
        let _ = (actions, logits);
    }
    /// Whether `action`, which is legal, is one of [`Tactics::noisy`].
    fn is_noisy(&self, action: Self::Action) -> bool;
    /// Whether [`Tactics::noisy`] might find anything; `false` only if it would not.
    fn has_noisy(&self) -> bool {
        true
    }
    /// Appends the legal actions that quiescence looks at. With [`Tactics::quiet`] they are all
    /// legal actions, each once. Called only while the game goes on.
    fn noisy(&self, out: &mut Vec<Self::Action>);
    /// Appends the legal actions that are not noisy. Called only while the game goes on.
    fn quiet(&self, out: &mut Vec<Self::Action>);
    /// Whether the mover may be trusted to have something at least as good as his static value:
    /// false where he is compelled to act. There [`Tactics::noisy`] finds at least one action, but few:
    /// quiescence follows them all.
    fn may_stand_pat(&self) -> bool;
    /// Whether the mover has no choice, or hardly one, so that looking deeper costs little: as in chess in
    /// check. Games in which that hardly occurs need not look.
    fn is_forced(&self) -> bool {
        false
    }
    /// Passes the turn for null-move pruning, or returns `None` where a pass proves nothing.
    fn pass(&mut self) -> Option<Self::Undo> {
        None
    }
}

/// A game in which a noisy action may lose more than it takes.
pub trait Exchange: Tactics {
    /// Whether a legal noisy action wins at least `least` centipawns if all that can be taken back at once is
    /// taken back. Quiescence leaves out what wins nothing, and the search tries losses last.
    fn wins(&self, action: Self::Action, least: i32) -> bool;
    /// As [`Tactics::noisy`], but what wins less than `least` centipawns may be left out.
    fn noisy_winning(&self, least: i32, out: &mut Vec<Self::Action>);
}

/// A game whose turns are of so many actions that the search chooses among whole turns.
pub trait WholeTurns: Tactics {
    /// The most actions of a turn, 8 at most.
    const MOST_ACTIONS: u32;
    /// The action that ends the turn and does nothing else, where it is legal.
    fn end_of_turn(&self) -> Option<Self::Action>;
}

/// What positions are worth, from nothing or from what it keeps.
///
/// It follows a search along its line and may keep what it likes on a stack of its own. Nothing need be worked
/// out before a value is asked for. What it keeps must make no difference: a new one that is asked for the
/// value of the same position gives the same.
pub trait Evaluator<G: Game>: Sized + Send + 'static {
    /// Ready for lines from `root`.
    fn new(root: &G) -> Self;
    /// The same, judging positions by something else than what is built in, if it can.
    fn with_eval(eval_source: &EvalSource, root: &G) -> Self {
        let _ = eval_source;
        Self::new(root)
    }
    /// Lines begin with `root` from now on.
    fn restart(&mut self, root: &G) {
        *self = Self::new(root);
    }
    /// Makes `action`. A game may report what it changes to an evaluator that asks for it by a way of making of its
    /// own; others hear of the position that it led to.
    #[inline(always)]
    fn make(&mut self, game: &mut G, action: G::Action) -> G::Undo {
        let undo = game.make(action);
        self.made(game);
        undo
    }
    /// The same where the game is known to go on after it, and where it is not taken back alone. One that lets the game
    /// make actions may tell it so.
    #[inline(always)]
    fn make_midway(&mut self, game: &mut G, action: G::Action) {
        self.make(game, action);
    }
    /// An action was made, or a turn passed, and led to `game`.
    #[inline(always)]
    fn made(&mut self, game: &G) {
        let _ = game;
    }
    /// The last action was taken back.
    #[inline(always)]
    fn unmade(&mut self) {}
    /// The position with this table key may have to be valued soon.
    #[inline(always)]
    fn expect(&self, key: u64) {
        let _ = key;
    }
    /// The value of the present position for the player to move, while the game goes on; never a won or lost
    /// score. It is exact if it lies inside the window, and may be a bound on the far side of it otherwise.
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
    /// What makes up the value, for people: name, and each player's part in centipawns from that player's own
    /// view, in the order of seats.
    fn terms(game: &G) -> Vec<(&'static str, Vec<i32>)>;
    /// What each piece adds to the value for the mover, in centipawns by the name of its place, where the evaluation
    /// can tell.
    fn worths(eval_source: &EvalSource, game: &G) -> Vec<(String, i32)> {
        let _ = (eval_source, game);
        Vec::new()
    }
    /// What the evaluation counts, for programs that fit its weights.
    fn features(game: &G) -> Vec<i32>;
}

/// The values by seat that follow from the mover's in a game for two.
pub(super) fn of_two(mover: Player, value: Score) -> [Score; MOST_PLAYERS] {
    let first = if mover == Player::ONE { value } else { -value };
    [first, -first, Score::DRAW, Score::DRAW]
}

/// An evaluator that has a value for each of several players.
pub trait EvaluateSeats<G: Game>: Evaluator<G> {
    /// The value for one of them.
    #[inline(always)]
    fn value_for(&mut self, game: &G, player: Player) -> Score {
        self.values(game)[player.index()]
    }
}

/// An evaluator of positions within a turn.
pub trait EvaluateTurns<G: Game>: Evaluator<G> {
    /// What the present position promises the mover if his turn goes on, and if it ended here. By this the turns are
    /// chosen that are searched: it need not be the value that a search ends with.
    fn turn_values(&mut self, game: &G) -> [Score; 2];

    /// What the present position is worth to the mover if his turn ended here.
    #[inline(always)]
    fn resting_value(&mut self, game: &G) -> Score {
        self.turn_values(game)[1]
    }
}
