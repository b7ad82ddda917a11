//! Whose score it is. The search knows two sides: the hero, who moves at the root, and the field, which
//! is everybody else. With two players that is all there is to it. A score belongs to the side to move.
//!
//! With three or four it is an assumption. *Paranoid* (Sturtevant and Korf, "On pruning techniques for
//! multi-player games", 2000) takes the field for a coalition against the hero. *BRS+* (Esser, Gras,
//! Winands, Schadd and Lanctot, "Improving best-reply search", 2013) lets only one of the field answer
//! as he likes between two turns of the hero; the others play what looks best for themselves, so that
//! the tree is narrower and the field less of one mind.

use super::Walker;
use crate::game::wide::{Work, widely};
use crate::game::{Outcome, Player, Score, Seats, zobrist};
use crate::search::Ply;
use crate::search::mind::{EvaluateSeats, EvaluateTurns, Evaluator, MOST_PLAYERS, Mind};
use crate::search::values::{Parts, WHOLE};
use std::marker::PhantomData;

/// How the search of three and four players takes the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Field {
    /// One of them answers freely, the others as it looks best for themselves.
    #[default]
    BestReply,
    /// All of them play against the hero.
    Paranoid,
}

/// Who is with whom.
pub trait Sides<G: Mind>: Send + Sized + 'static {
    /// Whether more than two sit at the board.
    const MANY: bool;
    /// The value of the present position for `player`, exact within the window.
    fn value_for(
        evaluator: &mut G::Evaluator,
        game: &G,
        player: Player,
        window: [Score; 2],
    ) -> Score;
    /// Whether the player has left a game that goes on without him.
    fn is_out(game: &G, player: Player) -> bool;
    /// What part of the game each player has got who played one that ended so.
    fn parts(game: &G, outcome: Outcome) -> Parts;
}

/// One against one.
pub struct Duel;

impl<G: Mind> Sides<G> for Duel {
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

    fn parts(_: &G, outcome: Outcome) -> Parts {
        match outcome {
            Outcome::Win(winner) => of_one(winner),
            Outcome::Draw => [WHOLE / 2, WHOLE / 2, 0, 0],
        }
    }
}

/// The hero against all others.
pub struct HeroAgainstField;

impl<G: Mind + Seats> Sides<G> for HeroAgainstField
where
    G::Evaluator: EvaluateSeats<G>,
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

    /// Those share it whom [`ranking`](crate::game::ranking) places first.
    fn parts(game: &G, outcome: Outcome) -> Parts {
        if let Outcome::Win(winner) = outcome {
            return of_one(winner);
        }
        let standing = |seat: usize| {
            let player = Player::new(seat);
            (!game.is_out(player)).then(|| game.standing(player, outcome))
        };
        let highest = (0..G::PLAYERS).filter_map(standing).max();
        let is_first = |seat: usize| seat < G::PLAYERS && standing(seat) == highest;
        let first = (0..G::PLAYERS).filter(|seat| is_first(*seat)).count();
        std::array::from_fn(|seat| if is_first(seat) { WHOLE / first as u8 } else { 0 })
    }
}

/// The whole game for one player.
fn of_one(winner: Player) -> Parts {
    let mut parts = Parts::default();
    parts[winner.index()] = WHOLE;
    parts
}

/// A coalition's win is no proof, for nobody has to join it; and neither is a result that rests on
/// replies that were guessed. Such results count so much.
const UNPROVEN_WIN_CP: i32 = 20_000;

/// Results of one hero mean nothing to another.
const HERO_KEYS: [u64; 4] = zobrist::table::<1, 4>(0x6865_726f)[0];
/// The same position with one reply in stock and without.
const ANSWERED_KEY: u64 = zobrist::table::<1, 1>(0x0062_7273)[0][0];

/// The static value of a position for a player.
struct Valuing<'a, G: Mind, S> {
    evaluator: &'a mut G::Evaluator,
    game: &'a G,
    player: Player,
    window: [Score; 2],
    sides: PhantomData<S>,
}

impl<G: Mind, S: Sides<G>> Work for Valuing<'_, G, S> {
    type Output = Score;

    #[inline(always)]
    fn run(self) -> Score {
        S::value_for(self.evaluator, self.game, self.player, self.window)
    }
}

/// What a position is worth to the mover if his turn goes on, and if it ended here.
struct Prospects<'a, G: Mind> {
    evaluator: &'a mut G::Evaluator,
    game: &'a G,
}

impl<G: Mind> Work for Prospects<'_, G>
where
    G::Evaluator: EvaluateTurns<G>,
{
    type Output = [Score; 2];

    #[inline(always)]
    fn run(self) -> [Score; 2] {
        self.evaluator.prospects(self.game)
    }
}

/// The static value of a position for all players.
struct ValuingAll<'a, G: Mind> {
    evaluator: &'a mut G::Evaluator,
    game: &'a G,
}

impl<G: Mind> Work for ValuingAll<'_, G> {
    type Output = [Score; MOST_PLAYERS];

    #[inline(always)]
    fn run(self) -> [Score; MOST_PLAYERS] {
        self.evaluator.values(self.game)
    }
}

impl<G: Mind> Walker<G>
where
    G::Evaluator: EvaluateTurns<G>,
{
    /// What the present position is worth to the mover if his turn goes on, and if it ended here.
    pub(in crate::search) fn prospects(&mut self) -> [Score; 2] {
        let values = widely(Prospects { evaluator: &mut self.evaluator, game: &self.game });
        if self.error.is_none() {
            return values;
        }
        let is_own = self.is_heros_turn();
        values.map(|value| self.error.seen(value, self.game.key(), is_own))
    }
}

impl<G: Mind, S: Sides<G>> Walker<G, S> {
    /// Whether the hero moves.
    #[inline(always)]
    pub(in crate::search) fn is_heros_turn(&self) -> bool {
        self.game.player() == self.hero
    }

    /// Who moves at the root.
    pub(in crate::search) fn hero(&self) -> Player {
        self.hero
    }

    /// The static value for the side to move.
    #[inline(always)]
    pub(in crate::search) fn value(&mut self) -> Score {
        self.value_within(-Score::INFINITE, Score::INFINITE)
    }

    /// The static value for the side to move, or a bound on it where it lies outside the window.
    #[inline(always)]
    pub(in crate::search) fn value_within(&mut self, alpha: Score, beta: Score) -> Score {
        let player = if S::MANY { self.hero } else { self.game.player() };
        let value = self.value_for(player, [alpha, beta]);
        if !S::MANY || self.is_heros_turn() { value } else { -value }
    }

    /// The static value for a player, exact within the window.
    #[inline(always)]
    fn value_for(&mut self, player: Player, window: [Score; 2]) -> Score {
        let (evaluator, game) = (&mut self.evaluator, &self.game);
        // A bound may be off by more than the error.
        let errs = !self.error.is_none();
        let window = if errs { [-Score::INFINITE, Score::INFINITE] } else { window };
        let value = widely(Valuing::<G, S> { evaluator, game, player, window, sides: PhantomData });
        if errs { self.error.seen(value, self.game.key(), player == self.hero) } else { value }
    }

    /// The static value of the present position for each player, by seat.
    #[inline(always)]
    pub(in crate::search) fn values(&mut self) -> [Score; MOST_PLAYERS] {
        widely(ValuingAll::<G> { evaluator: &mut self.evaluator, game: &self.game })
    }

    /// What the present position looks worth to `player`, be it over or not.
    pub(in crate::search) fn looks(&mut self, player: Player) -> Score {
        match self.game.outcome() {
            Some(Outcome::Win(winner)) if winner == player => Score::win_in(1),
            Some(Outcome::Win(_)) => Score::loss_in(1),
            Some(Outcome::Draw) => Score::DRAW,
            None => self.value_for(player, [-Score::INFINITE, Score::INFINITE]),
        }
    }

    /// The value for the side to move if the game ends at this node, by the rules of the state.
    #[inline(always)]
    pub(in crate::search) fn finished(&self, ply: Ply) -> Option<Score> {
        let turns = |winner: Player| self.turns_to_win(ply, winner.index());
        let for_hero = match self.game.outcome() {
            Some(Outcome::Win(winner)) if winner == self.hero => Score::win_in(turns(winner)),
            Some(Outcome::Win(winner)) if !S::MANY => Score::loss_in(turns(winner)),
            Some(Outcome::Win(_)) => self.beaten(ply),
            Some(Outcome::Draw) => Score::DRAW,
            None if S::MANY && S::is_out(&self.game, self.hero) => self.beaten(ply),
            None => return None,
        };
        Some(if self.is_heros_turn() { for_hero } else { -for_hero })
    }

    /// The turns of the winner, counted from the root, in a game that is over at the node at `ply`.
    #[inline(always)]
    pub(in crate::search) fn turns_to_win(&self, ply: Ply, winner: usize) -> u32 {
        // The turn in which the game ended is not yet complete for its parent.
        self.turns_completed(ply - 1, winner) + 1
    }

    /// How many turns the player in `seat` has completed since the root.
    #[inline(always)]
    pub(in crate::search) fn turns_completed(&self, ply: Ply, seat: usize) -> u32 {
        u32::from(self.frames[ply].completed[seat])
    }

    /// The value for a hero who has lost against several, the later the better.
    fn beaten(&self, ply: Ply) -> Score {
        let turns = i32::from(self.frames[ply].completed[self.hero.index()]);
        Score::cp(turns - UNPROVEN_WIN_CP)
    }

    /// The value of a repetition; where it is counted, a clear but unproven advantage.
    pub(in crate::search) fn stalled_score(&self) -> Score {
        let counted = G::PROFILE.margins.counted_win();
        match self.game.stalled() {
            Outcome::Draw => Score::DRAW,
            Outcome::Win(winner) if (winner == self.hero) == self.is_heros_turn() => {
                Score::cp(counted)
            }
            Outcome::Win(_) => Score::cp(-counted),
        }
    }

    /// The player whom a proven `score` of the side to move makes the winner.
    #[inline(always)]
    fn winner(&self, score: Score) -> Player {
        if S::MANY || score.is_win() == self.is_heros_turn() {
            self.hero
        } else {
            self.hero.opponent()
        }
    }

    /// How many turns the winner by a proven `score` has completed.
    fn winner_turns(&self, score: Score, ply: Ply) -> i32 {
        i32::from(self.frames[ply].completed[self.winner(score).index()])
    }

    /// A score that counts from the root, as one that counts from this node.
    #[inline(always)]
    pub(in crate::search) fn score_to_table(&self, score: Score, ply: Ply) -> Score {
        score.later(-self.winner_turns(score, ply))
    }

    /// A score that counts from this node, as one that counts from the root.
    #[inline(always)]
    pub(in crate::search) fn score_from_table(&self, score: Score, ply: Ply) -> Score {
        score.later(self.winner_turns(score, ply))
    }

    /// The best and the worst that can still happen to the side to move at this node.
    #[inline(always)]
    pub(in crate::search) fn fastest_ends(&self, ply: Ply) -> [Score; 2] {
        let turns = |player: Player| u32::from(self.frames[ply].completed[player.index()]) + 1;
        let win = Score::win_in(turns(self.hero));
        let loss =
            if S::MANY { -Score::INFINITE } else { Score::loss_in(turns(self.hero.opponent())) };
        if self.is_heros_turn() { [win, loss] } else { [-loss, -win] }
    }

    /// The key under which the table holds the position of the node at `ply`.
    #[inline(always)]
    pub(in crate::search) fn table_key(&self, ply: Ply) -> u64 {
        self.salted(self.game.table_key(), self.frames[ply].answered)
    }

    /// The key under which the table holds a position of the given game key, met with the free reply
    /// already given or not.
    #[inline(always)]
    pub(in crate::search) fn salted(&self, key: u64, answered: bool) -> u64 {
        if S::MANY {
            key ^ HERO_KEYS[self.hero.index()] ^ if answered { ANSWERED_KEY } else { 0 }
        } else {
            key
        }
    }

    /// Whether only the likeliest action of the field is looked at here.
    #[inline(always)]
    pub(in crate::search) fn is_guessed(&self, ply: Ply) -> bool {
        S::MANY && self.frames[ply].answered && !self.is_heros_turn()
    }

    /// Notes for the child of the node at `ply`, reached by its `number`th action, whether the field has
    /// given its one free reply since the hero's last turn. `by_hero` tells who acted.
    #[inline(always)]
    pub(in crate::search) fn note_reply(&mut self, ply: Ply, by_hero: bool, number: usize) {
        if S::MANY && self.field == Field::BestReply {
            let answered = self.frames[ply].answered || number > 1;
            self.frames[ply + 1].answered = !by_hero && answered;
        }
    }
}

/// What is left of a value that rests on a guess.
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
