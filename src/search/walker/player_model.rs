//! The player model tells for whom a score holds. The search knows two sides, the root player and
//! the opponents. With two players this is ordinary minimax. A score belongs to the side to move.
//!
//! With three or four players the model is an assumption:
//!
//! - *Paranoid* (Sturtevant and Korf, "On pruning techniques for multi-player games", 2000): the
//!   opponents form a coalition against the root player.
//! - *BRS+* (Esser, Gras, Winands, Schadd and Lanctot, "Improving best-reply search", 2013):
//!   between two turns of the root player only one opponent replies freely. The other opponents
//!   make the move that seems best for themselves. The tree is narrower, and the opponents are less
//!   united.

use super::Walker;
use crate::game::simd::{SimdTask, run_simd};
use crate::game::{Outcome, Player, PlayerElimination, Score, ranking_key, zobrist};
use crate::search::evaluation::evaluator::{
    Evaluator, MOST_PLAYERS, MultiPlayerEvaluator, TurnEvaluator,
};
use crate::search::payoffs::places::{self, Left};
use crate::search::payoffs::{Payoffs, WHOLE, WinProbabilities, win_probabilities};
use crate::search::searchable::Searchable;
use crate::search::{Objective, Ply};
use std::marker::PhantomData;

/// The opponent model of alpha-beta in games for three and four players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Opposition {
    /// BRS+: one opponent replies freely, the others make the move that seems best for themselves.
    #[default]
    BestReply,
    /// Paranoid: all opponents play against the root player.
    Paranoid,
}

/// A sort key of players in the ranking; see [`PlayerModel::rank`].
pub type Rank = (u32, u32);

/// The search's model of the players of a game.
pub trait PlayerModel<G: Searchable>: Send + Sized + 'static {
    /// Whether there are more than two players.
    const MANY: bool;
    /// The value of the present position for `player`, exact within the window.
    fn value_for(
        evaluator: &mut G::Evaluator,
        game: &G,
        player: Player,
        window: [Score; 2],
    ) -> Score;
    /// Whether the player has left a game that goes on.
    fn is_out(game: &G, player: Player) -> bool;
    /// The rank of a player in a game with this outcome; higher is better. `left` is the order in
    /// which the player left the game, 0 if never.
    fn rank(game: &G, player: Player, outcome: Outcome, left: u32) -> Rank;
}

/// Two players.
pub struct TwoPlayer;

impl<G: Searchable> PlayerModel<G> for TwoPlayer {
    const MANY: bool = false;

    #[inline(always)]
    fn value_for(
        evaluator: &mut G::Evaluator,
        game: &G,
        player: Player,
        [alpha, beta]: [Score; 2],
    ) -> Score {
        if player == game.player() {
            evaluator.value_within(game, [alpha, beta])
        } else {
            -evaluator.value_within(game, [-beta, -alpha])
        }
    }

    #[inline(always)]
    fn is_out(_: &G, _: Player) -> bool {
        false
    }

    fn rank(_: &G, player: Player, outcome: Outcome, _: u32) -> Rank {
        (u32::from(outcome == Outcome::Win(player)), 0)
    }
}

/// The root player against two or three opponents.
pub struct MultiPlayer;

impl<G: Searchable + PlayerElimination> PlayerModel<G> for MultiPlayer
where
    G::Evaluator: MultiPlayerEvaluator<G>,
{
    const MANY: bool = true;

    #[inline(always)]
    fn value_for(evaluator: &mut G::Evaluator, game: &G, player: Player, _: [Score; 2]) -> Score {
        evaluator.value_for(game, player)
    }

    #[inline(always)]
    fn is_out(game: &G, player: Player) -> bool {
        game.is_out(player)
    }

    fn rank(game: &G, player: Player, outcome: Outcome, left: u32) -> Rank {
        ranking_key(game, player, outcome, left)
    }
}

/// Value of a win that is not proven, in centipawns. It is the win of a coalition, which no
/// opponent must join, or a result that rests on guessed replies.
const UNPROVEN_WIN_CP: i32 = 20_000;

/// Salt of the table key by root player. Results for one root player are invalid for another.
const ROOT_PLAYER_KEYS: [u64; 4] = zobrist::table::<1, 4>(0x6865_726f)[0];
/// Salt of the table key for the objective `place`.
const PLACE_KEY: u64 = zobrist::table::<1, 1>(0x0070_6c61)[0][0];
/// Salt of the table key if the free reply of BRS+ has been used.
const ANSWERED_KEY: u64 = zobrist::table::<1, 1>(0x0062_7273)[0][0];

/// Static value of a position for one player.
struct PlayerValue<'a, G: Searchable, S> {
    evaluator: &'a mut G::Evaluator,
    game: &'a G,
    player: Player,
    window: [Score; 2],
    players: PhantomData<S>,
}

impl<G: Searchable, S: PlayerModel<G>> SimdTask for PlayerValue<'_, G, S> {
    type Output = Score;

    #[inline(always)]
    fn run(self) -> Score {
        S::value_for(self.evaluator, self.game, self.player, self.window)
    }
}

/// Static values for the mover: if the turn goes on, and if it ended here.
struct TurnValues<'a, G: Searchable> {
    evaluator: &'a mut G::Evaluator,
    game: &'a G,
}

impl<G: Searchable> SimdTask for TurnValues<'_, G>
where
    G::Evaluator: TurnEvaluator<G>,
{
    type Output = [Score; 2];

    #[inline(always)]
    fn run(self) -> [Score; 2] {
        self.evaluator.turn_values(self.game)
    }
}

/// Static value for the mover if the turn ended here.
struct RestingValue<'a, G: Searchable> {
    evaluator: &'a mut G::Evaluator,
    game: &'a G,
}

impl<G: Searchable> SimdTask for RestingValue<'_, G>
where
    G::Evaluator: TurnEvaluator<G>,
{
    type Output = Score;

    #[inline(always)]
    fn run(self) -> Score {
        self.evaluator.resting_value(self.game)
    }
}

/// Static value of a position for every player.
struct AllValues<'a, G: Searchable> {
    evaluator: &'a mut G::Evaluator,
    game: &'a G,
}

impl<G: Searchable> SimdTask for AllValues<'_, G> {
    type Output = [Score; MOST_PLAYERS];

    #[inline(always)]
    fn run(self) -> [Score; MOST_PLAYERS] {
        self.evaluator.values(self.game)
    }
}

impl<G: Searchable> Walker<G>
where
    G::Evaluator: TurnEvaluator<G>,
{
    /// Static values for the mover: if the turn goes on, and if it ended here.
    pub(in crate::search) fn turn_values(&mut self) -> [Score; 2] {
        let values = run_simd(TurnValues { evaluator: &mut self.evaluator, game: &self.game });
        values.map(|value| self.with_noise(value, self.game.player()))
    }

    /// Static value for the mover if the turn ended here.
    pub(in crate::search) fn resting_value(&mut self) -> Score {
        let value = run_simd(RestingValue { evaluator: &mut self.evaluator, game: &self.game });
        self.with_noise(value, self.game.player())
    }
}

impl<G: Searchable, S: PlayerModel<G>> Walker<G, S> {
    /// Whether the root player is to move.
    #[inline(always)]
    pub(in crate::search) fn is_root_player_to_move(&self) -> bool {
        self.game.player() == self.root_player
    }

    /// The static value for the side to move.
    #[inline(always)]
    pub(in crate::search) fn value(&mut self) -> Score {
        self.value_within(-Score::INFINITE, Score::INFINITE)
    }

    /// The static value for the side to move. Outside the window it may be a bound.
    #[inline(always)]
    pub(in crate::search) fn value_within(&mut self, alpha: Score, beta: Score) -> Score {
        let player = if S::MANY { self.root_player } else { self.game.player() };
        let value = self.value_for(player, [alpha, beta]);
        if !S::MANY || self.is_root_player_to_move() { value } else { -value }
    }

    /// The static value for a player, exact within the window.
    #[inline(always)]
    fn value_for(&mut self, player: Player, window: [Score; 2]) -> Score {
        // A bound may be off by more than the noise.
        let errs = !self.noise.is_none();
        let window = if errs { [-Score::INFINITE, Score::INFINITE] } else { window };
        let value = if self.wants_place() {
            self.value_of_place(player)
        } else {
            let (evaluator, game) = (&mut self.evaluator, &self.game);
            run_simd(PlayerValue::<G, S> { evaluator, game, player, window, players: PhantomData })
        };
        self.with_noise(value, player)
    }

    /// The value with evaluation noise added, if the strength is limited.
    #[inline(always)]
    fn with_noise(&self, value: Score, player: Player) -> Score {
        if self.noise.is_none() {
            return value;
        }
        self.noise.seen(value, self.game.key(), player == self.root_player)
    }

    /// The static value of the present position for each player, by seat.
    #[inline(always)]
    pub(in crate::search) fn values(&mut self) -> [Score; MOST_PLAYERS] {
        run_simd(AllValues::<G> { evaluator: &mut self.evaluator, game: &self.game })
    }

    /// Expected share of each player in the present position, at the node at `ply` or a few plies
    /// beyond it.
    pub(in crate::search) fn expected_shares(&mut self, ply: Ply) -> WinProbabilities {
        let left = self.left(ply);
        let is_in = std::array::from_fn(|seat| seat < G::PLAYERS && left[seat] == 0);
        let wins = win_probabilities::of_values(self.values(), is_in);
        match self.objective {
            Objective::Win => wins,
            Objective::Place => places::expected(&wins, G::PLAYERS, &left),
        }
    }

    /// Payoff of each player if the game ends with this outcome, at the node at `ply` or a few
    /// plies beyond it.
    pub(in crate::search) fn parts(&self, ply: Ply, outcome: Outcome) -> Payoffs {
        let left = self.left(ply);
        let rank = |seat: usize| {
            S::rank(&self.game, Player::new(seat), outcome, u32::from(left[seat.min(3)]))
        };
        let ranks: [Rank; MOST_PLAYERS] =
            std::array::from_fn(|seat| if seat < G::PLAYERS { rank(seat) } else { (0, 0) });
        places::of_ranks(&ranks[..G::PLAYERS], self.objective)
    }

    /// The order in which players left the game, up to the present position. Players who left
    /// together share a place. All players who left before the root share a place too, because
    /// their order does not affect the others.
    fn left(&self, ply: Ply) -> Left {
        let mut left = self.frames[ply].left;
        if S::MANY {
            note_leavers::<G, S>(&self.game, &mut left);
        }
        left
    }

    /// Like `left`, for the next frame, before the present position was reached.
    #[inline(always)]
    pub(super) fn note_leavers(&self, left: &mut Left) {
        if self.wants_place() {
            note_leavers::<G, S>(&self.game, left);
        }
    }

    /// The static value for a player whose objective is a place; 0 is the middle of the ranking.
    #[inline(never)]
    fn value_of_place(&mut self, player: Player) -> Score {
        // The order in which others left does not affect a player who is still in the game.
        win_probabilities::value(self.expected_shares(0)[player.index()], 1)
    }

    /// The value of a final place for the root player: the game is over, or the root player has
    /// left.
    fn place_won(&self, ply: Ply, outcome: Outcome) -> Score {
        match self.parts(ply, outcome)[self.root_player.index()] {
            0 => self.loss_for_root_player(ply),
            part => win_probabilities::value(f32::from(part) / f32::from(WHOLE), 1),
        }
    }

    /// The value of the present position for `player`: the result if the game is over, otherwise
    /// the static value.
    pub(in crate::search) fn outcome_or_static_value(&mut self, player: Player) -> Score {
        match self.game.outcome() {
            Some(Outcome::Win(winner)) if winner == player => Score::win_in(1),
            Some(Outcome::Win(_)) => Score::loss_in(1),
            Some(Outcome::Draw) => Score::DRAW,
            None => self.value_for(player, [-Score::INFINITE, Score::INFINITE]),
        }
    }

    /// The value for the side to move if the rules end the game at this node.
    #[inline(always)]
    pub(in crate::search) fn finished(&self, ply: Ply) -> Option<Score> {
        let turns = |winner: Player| self.turns_to_win(ply, winner.index());
        let for_root_player = match self.game.outcome() {
            Some(Outcome::Win(winner)) if winner == self.root_player => {
                Score::win_in(turns(winner))
            }
            Some(Outcome::Win(winner)) if !S::MANY => Score::loss_in(turns(winner)),
            Some(outcome) if self.wants_place() => self.place_won(ply, outcome),
            Some(Outcome::Win(_)) => self.loss_for_root_player(ply),
            Some(Outcome::Draw) => Score::DRAW,
            None if S::MANY && S::is_out(&self.game, self.root_player) => {
                match self.wants_place() {
                    true => self.place_won(ply, Outcome::Draw),
                    false => self.loss_for_root_player(ply),
                }
            }
            None => return None,
        };
        Some(if self.is_root_player_to_move() { for_root_player } else { -for_root_player })
    }

    /// Whether the objective of the players is a place.
    #[inline(always)]
    fn wants_place(&self) -> bool {
        S::MANY && self.objective == Objective::Place
    }

    /// Number of turns that the winner has made since the root, in a game that is over at the node
    /// at `ply`.
    #[inline(always)]
    pub(in crate::search) fn turns_to_win(&self, ply: Ply, winner: usize) -> u32 {
        // The parent does not count the turn in which the game ended as complete.
        self.turns_completed(ply - 1, winner) + 1
    }

    /// Number of turns that the player in `seat` has completed since the root.
    #[inline(always)]
    pub(in crate::search) fn turns_completed(&self, ply: Ply, seat: usize) -> u32 {
        u32::from(self.frames[ply].completed[seat])
    }

    /// The value of a lost game of several players for the root player. A later loss is better.
    fn loss_for_root_player(&self, ply: Ply) -> Score {
        let turns = i32::from(self.frames[ply].completed[self.root_player.index()]);
        Score::cp(turns - UNPROVEN_WIN_CP)
    }

    /// The value of a repetition at the node at `ply`.
    #[inline(always)]
    pub(super) fn repetition(&self, ply: Ply) -> Score {
        let outcome = self.game.repetition_outcome();
        if !self.wants_place() || outcome == Outcome::Win(self.root_player) {
            return self.repetition_score();
        }
        let for_root_player = self.place_won(ply, outcome);
        if self.is_root_player_to_move() { for_root_player } else { -for_root_player }
    }

    /// The value of a repetition. If the rules count it as a win, it is a large but unproven
    /// advantage.
    pub(in crate::search) fn repetition_score(&self) -> Score {
        let counted = G::PROFILE.params.counted_win();
        match self.game.repetition_outcome() {
            Outcome::Draw => Score::DRAW,
            Outcome::Win(winner)
                if (winner == self.root_player) == self.is_root_player_to_move() =>
            {
                Score::cp(counted)
            }
            Outcome::Win(_) => Score::cp(-counted),
        }
    }

    /// The player who wins by a proven `score` of the side to move.
    #[inline(always)]
    fn winner(&self, score: Score) -> Player {
        if S::MANY || score.is_win() == self.is_root_player_to_move() {
            self.root_player
        } else {
            self.root_player.opponent()
        }
    }

    /// Number of turns that the winner by a proven `score` has completed since the root.
    fn winner_turns(&self, score: Score, ply: Ply) -> i32 {
        i32::from(self.frames[ply].completed[self.winner(score).index()])
    }

    /// Converts a score that counts mate distance from the root to one that counts from this node.
    #[inline(always)]
    pub(in crate::search) fn score_to_table(&self, score: Score, ply: Ply) -> Score {
        score.later(-self.winner_turns(score, ply))
    }

    /// Converts a score that counts mate distance from this node to one that counts from the root.
    #[inline(always)]
    pub(in crate::search) fn score_from_table(&self, score: Score, ply: Ply) -> Score {
        score.later(self.winner_turns(score, ply))
    }

    /// The best and the worst proven score still possible for the side to move at this node.
    #[inline(always)]
    pub(in crate::search) fn fastest_ends(&self, ply: Ply) -> [Score; 2] {
        let turns = |player: Player| u32::from(self.frames[ply].completed[player.index()]) + 1;
        let win = Score::win_in(turns(self.root_player));
        let loss = if S::MANY {
            -Score::INFINITE
        } else {
            Score::loss_in(turns(self.root_player.opponent()))
        };
        if self.is_root_player_to_move() { [win, loss] } else { [-loss, -win] }
    }

    /// The table key of the node at `ply`.
    #[inline(always)]
    pub(in crate::search) fn table_key(&self, ply: Ply) -> u64 {
        self.salted(self.game.table_key(), self.frames[ply].answered)
    }

    /// The table key for a game key. `answered`: the free reply of BRS+ has been used.
    #[inline(always)]
    pub(in crate::search) fn salted(&self, key: u64, answered: bool) -> u64 {
        if S::MANY {
            let objective = if self.objective == Objective::Place { PLACE_KEY } else { 0 };
            let answered = if answered { ANSWERED_KEY } else { 0 };
            key ^ ROOT_PLAYER_KEYS[self.root_player.index()] ^ objective ^ answered
        } else {
            key
        }
    }

    /// Prefetches the entries of table and evaluator for the position after `action`.
    #[inline(always)]
    pub(in crate::search) fn prefetch(&self, action: G::Action) {
        let key = self.game.key_after(action);
        self.table.prefetch(self.salted(key, false));
        self.evaluator.expect(key);
    }

    /// Whether only the likeliest action of an opponent is searched here (BRS+).
    #[inline(always)]
    pub(in crate::search) fn is_guessed(&self, ply: Ply) -> bool {
        S::MANY && self.frames[ply].answered && !self.is_root_player_to_move()
    }

    /// Notes whether the opponents have used their free reply since the root player's last turn.
    /// The note is for the child of the node at `ply`, reached by its `number`th action.
    /// `by_root_player`: the root player made that action.
    #[inline(always)]
    pub(in crate::search) fn note_reply(&mut self, ply: Ply, by_root_player: bool, number: usize) {
        if S::MANY && self.opposition == Opposition::BestReply {
            let answered = self.frames[ply].answered || number > 1;
            self.frames[ply + 1].answered = !by_root_player && answered;
        }
    }
}

/// Records which players have just left the game. Their places are behind all players who are still
/// in it.
fn note_leavers<G: Searchable, S: PlayerModel<G>>(game: &G, left: &mut Left) {
    let latest = left.iter().max().map_or(1, |latest| latest + 1);
    for (seat, left) in left.iter_mut().enumerate().take(G::PLAYERS) {
        if *left == 0 && S::is_out(game, Player::new(seat)) {
            *left = latest;
        }
    }
}

/// A score that rests on a guess: a proven win or loss becomes a large unproven value.
#[inline]
pub(in crate::search) fn unproven(score: Score) -> Score {
    if !score.is_proven() {
        score
    } else if score.is_win() {
        Score::cp(UNPROVEN_WIN_CP)
    } else {
        Score::cp(-UNPROVEN_WIN_CP)
    }
}
