//! Pseudo-random game trees for several players, determined by a number. The mover, the ends and the evaluations are
//! as good as random. No two lines transpose.

use strategos::game::zobrist::splitmix64;
use strategos::game::{Action, Game, Outcome, Player, PlayerElimination, Score};
use strategos::search::{
    Evaluator, ForSeveral, MOST_PLAYERS, MultiPlayerEvaluator, Profile, Searchable, Tactics,
    Tunables,
};

/// Number of actions in each position.
const WIDTH: u32 = 3;
/// No game ends before this number of actions.
const FIRST_END: u32 = 2;

/// An action with its number, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Branch(u32);

impl Action for Branch {
    fn bits(self) -> u32 {
        self.0
    }

    fn from_bits(bits: u32) -> Self {
        Self(bits)
    }
}

/// A position of the game tree that the module describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Branching<const PLAYERS: usize> {
    number: u64,
    length: u32,
    player: Player,
    turn_start: bool,
}

impl<const PLAYERS: usize> Branching<PLAYERS> {
    pub fn new(number: u64) -> Self {
        Self { number: splitmix64(number).1, length: 0, player: Player::ONE, turn_start: true }
    }

    /// A number below `count`, determined by the position and `question`.
    fn draw(&self, question: u64, count: u64) -> u64 {
        splitmix64(self.number ^ splitmix64(question).1).1 % count
    }
}

impl<const PLAYERS: usize> Game for Branching<PLAYERS> {
    type Action = Branch;
    type Undo = Self;
    const PLAYERS: usize = PLAYERS;

    fn player(&self) -> Player {
        self.player
    }

    fn turn_start(&self) -> bool {
        self.turn_start
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.length < FIRST_END || self.draw(1, 4) > 0 {
            return None;
        }
        let winner = Player::new(self.draw(2, PLAYERS as u64) as usize);
        Some(if self.draw(3, 3) == 0 { Outcome::Draw } else { Outcome::Win(winner) })
    }

    fn repetition_outcome(&self) -> Outcome {
        Outcome::Draw
    }

    fn clears_history(&self, _: Branch) -> bool {
        true
    }

    fn key(&self) -> u64 {
        self.number
    }

    fn actions(&self, out: &mut Vec<Branch>) {
        if self.outcome().is_none() {
            self.quiet(out);
        }
    }

    fn is_legal(&self, action: Branch) -> bool {
        self.outcome().is_none() && (1..=WIDTH).contains(&action.0)
    }

    fn count_actions(&self) -> u64 {
        if self.outcome().is_none() { WIDTH.into() } else { 0 }
    }

    fn make(&mut self, action: Branch) -> Self {
        let before = *self;
        self.number = splitmix64(self.number.wrapping_add(action.0.into())).1;
        self.length += 1;
        self.turn_start = self.draw(4, 4) > 0;
        if self.turn_start {
            self.player = Player::new((self.player.index() + 1) % PLAYERS);
        }
        before
    }

    fn unmake(&mut self, before: Self) {
        *self = before;
    }
}

impl<const PLAYERS: usize> PlayerElimination for Branching<PLAYERS> {
    fn is_out(&self, _: Player) -> bool {
        false
    }

    fn eliminated_by(&self, _: Branch, _: &Self) -> Vec<Player> {
        Vec::new()
    }

    /// Two neighbouring seats share a draw.
    fn standing(&self, player: Player, _: Outcome) -> u32 {
        let first = self.draw(5, PLAYERS as u64) as usize;
        u32::from([first, (first + 1) % PLAYERS].contains(&player.index()))
    }
}

impl<const PLAYERS: usize> Tactics for Branching<PLAYERS> {
    const SLOTS: usize = WIDTH as usize + 1;

    fn slot(&self, action: Branch) -> usize {
        action.0 as usize
    }

    fn gain(&self, _: Branch) -> i32 {
        0
    }

    fn is_noisy(&self, _: Branch) -> bool {
        false
    }

    fn has_noisy(&self) -> bool {
        false
    }

    fn noisy(&self, _: &mut Vec<Branch>) {}

    fn quiet(&self, out: &mut Vec<Branch>) {
        out.extend((1..=WIDTH).map(Branch));
    }

    fn may_stand_pat(&self) -> bool {
        true
    }
}

/// Evaluations of up to four pawns for or against each player.
pub struct Drawn;

impl<const PLAYERS: usize> Evaluator<Branching<PLAYERS>> for Drawn {
    fn new(_: &Branching<PLAYERS>) -> Self {
        Self
    }

    fn value_within(&mut self, game: &Branching<PLAYERS>, _: [Score; 2]) -> Score {
        self.value_for(game, game.player)
    }

    fn values(&mut self, game: &Branching<PLAYERS>) -> [Score; MOST_PLAYERS] {
        std::array::from_fn(|seat| Score::cp(game.draw(20 + seat as u64, 800) as i32 - 400))
    }

    fn terms(_: &Branching<PLAYERS>) -> Vec<(&'static str, Vec<i32>)> {
        Vec::new()
    }

    fn features(_: &Branching<PLAYERS>) -> Vec<i32> {
        Vec::new()
    }
}

impl<const PLAYERS: usize> MultiPlayerEvaluator<Branching<PLAYERS>> for Drawn {}

impl<const PLAYERS: usize> Searchable for Branching<PLAYERS> {
    type Evaluator = Drawn;
    type Strategy = ForSeveral<Self>;
    const PROFILE: Profile = Profile {
        params: Tunables { maxn_full_actions: WIDTH as i32, ..Tunables::DEFAULT },
        ..Profile::DEFAULT
    };
}
