//! War-in-the-Pacific Chess, with and without submarines (rules.md): the state, turns, and the end of the game.
//!
//! - `board.rs`: squares and sets of squares; `lines.rs` and `rays.rs`: lines of sliding pieces; `pieces.rs`: pieces
//!   and keys.
//! - `actions.rs`: actions as words, and surface turns; `moves.rs`: pieces on and off the board.
//! - `underwater.rs`: submarines and depth charges; `ranges.rs`: how far they reach; `deploy.rs`: the deployment.
//! - `settings.rs`: what the variants differ in; `switches.rs`: what files may set of it.
//! - `submarine_placement.rs`: where the engine places its own submarines.
//! - `notation.rs`: FEN; `tokens.rs`: action tokens; `diagram.rs`: the board for people.
//! - `telling.rs`: losses and attacks in words; `themes.rs`: what moves are about.
//! - `endings.rs`: how positions of few pieces are numbered for endgame tables.
//! - `bench.rs`: the positions that `bench` searches.
//! - `learning.rs`: the game in numbers, for programs that learn.
//! - `eval/`: the evaluation and other knowledge for the search.
//! - `hidden/`: what a player sees and believes.

mod actions;
mod bench;
mod board;
mod deploy;
mod diagram;
mod effects;
mod endings;
mod eval;
mod hidden;
mod learning;
mod lines;
mod moves;
mod notation;
mod pieces;
mod queries;
mod ranges;
mod rays;
pub mod rules;
mod settings;
mod submarine_placement;
mod switches;
mod telling;
#[cfg(test)]
mod tests;
mod themes;
mod tokens;
mod underwater;

use crate::game::text::count_on;
use crate::game::{Game, Outcome, Player};
use actions::ActionKind;
pub use actions::WarpacAction;
use board::{AREA, SQUARES, Square, Squares};
use lines::Lines;
use pieces::{CLOCK_KEY, Cell, DETERMINIZATION_KEY, KINDS, PieceKind, SIDE_KEYS, SUB_KEYS};
pub use settings::{Fate, KnightMoves, Sidestep, Standard, WarpacRules, WarpacSettings};
pub use switches::{SUBMARINE_SWITCHES, SWITCHES};

/// The surface game.
pub type Surface = Warpac<Standard<false>>;
/// The game with the submarine option.
pub type Submarines = Warpac<Standard<true>>;
/// A variant of a file, without submarines or with them.
pub type WarpacOfFile = Warpac<&'static WarpacSettings>;

/// The kind of a turn (rules.md 8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Deployment,
    Surface,
    Underwater,
}

/// A position of the variants with the settings `R`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warpac<R: WarpacRules> {
    /// Surface pieces by side.
    sides: [Squares; 2],
    /// Surface pieces by kind.
    kinds: [Squares; KINDS],
    /// Squadrons that have not been launched.
    docked: Squares,
    /// Squadrons that have no knight's move: those that have used their only one, or all of them.
    spent: Squares,
    subs: [Squares; 2],
    lines: Lines,
    cells: [Cell; SQUARES],
    /// By square, the other half of a wing: the carrier's square for a squadron, the squadron's square for a carrier.
    /// For everything else the square itself, also for a squadron whose carrier is sunk.
    partners: [Square; SQUARES],
    key: u64,
    halfmove: u32,
    fullmove: u32,
    /// Points left in the deployment.
    points: [u8; 2],
    side: Player,
    phase: Phase,
    rules: R,
    /// Whether this is a determinization: the squares of submarines are sampled, so depth charges are illegal.
    is_determinization: bool,
}

/// What [`Game::unmake`] needs beyond the action itself.
#[derive(Clone, Debug)]
pub struct Undo {
    action: WarpacAction,
    key: u64,
    halfmove: u32,
    fullmove: u32,
    points: [u8; 2],
    side: Player,
    phase: Phase,
    subs: [Squares; 2],
    /// The piece that was sunk, with its wing if it had one.
    sunk: Option<Sunk>,
    /// Whether the squadron that moved was docked, and whether it had spent its knight's move.
    flags: [bool; 2],
}

/// A sunk piece, and everything lost with it.
#[derive(Clone, Copy, Debug)]
struct Sunk {
    cell: Cell,
    square: Square,
    /// As in `Warpac::partners`.
    partner: Square,
    is_docked: bool,
    is_spent: bool,
}

/// From this many turns before the draw on, the key of a stored result includes the clock.
const CLOCK_IN_KEY_TURNS: u32 = 60;

impl<R: WarpacRules> Warpac<R> {
    /// The empty board, in a surface turn of White.
    fn empty(rules: R) -> Self {
        Self {
            sides: [Squares::NONE; 2],
            kinds: [Squares::NONE; KINDS],
            docked: Squares::NONE,
            spent: Squares::NONE,
            subs: [Squares::NONE; 2],
            lines: Lines::NONE,
            cells: [Cell::EMPTY; SQUARES],
            partners: std::array::from_fn(|index| Square(index as u8)),
            key: 0,
            halfmove: 0,
            fullmove: 1,
            points: [0; 2],
            side: Player::ONE,
            phase: Phase::Surface,
            rules,
            is_determinization: false,
        }
    }

    /// Why the game is over (rules.md 6).
    fn why_over(&self) -> Option<&'static str> {
        Some(match self.outcome()? {
            Outcome::Win(_) => "all ships sunk",
            Outcome::Draw => match self.settings().draw_turns {
                200 => "200 turns without a loss",
                400 => "400 turns without a loss",
                _ => "too many turns without a loss",
            },
        })
    }

    /// The settings of the variant, without [`WarpacSettings::knight_moves`].
    #[inline(always)]
    fn settings(&self) -> &'static WarpacSettings {
        self.rules.numbers()
    }

    /// Whether there are submarines in this variant.
    #[inline(always)]
    fn has_submarines(&self) -> bool {
        R::MAY_HAVE_SUBMARINES && self.settings().has_submarines
    }

    /// Whether a squadron aloft stays when its carrier is sunk.
    #[inline(always)]
    fn squadrons_stay(&self) -> bool {
        self.settings().squadrons_aloft == Fate::Stay
    }

    /// The pieces of a side that torpedoes sink (rules.md 5.2).
    #[inline(always)]
    fn torpedo_prey(&self, side: usize) -> Squares {
        if self.settings().torpedoes_hit_squadrons { self.sides[side] } else { self.ships(side) }
    }

    /// Whether a squadron has no knight's move from the beginning.
    #[inline(always)]
    fn never_leaps(&self) -> bool {
        self.rules.knight_moves() == KnightMoves::Never
    }

    /// Whether a squadron has one knight's move in a game.
    #[inline(always)]
    fn leaps_once(&self) -> bool {
        self.rules.knight_moves() == KnightMoves::Once
    }

    /// The number of turns without a loss at which the game is drawn (rules.md 6).
    #[inline(always)]
    fn limit(&self) -> u32 {
        self.settings().draw_turns
    }

    /// The number of turns that have begun in the last [`CLOCK_IN_KEY_TURNS`] turns before the draw.
    #[inline(always)]
    fn near_stop(&self) -> u32 {
        let limit = self.limit();
        (self.halfmove.min(limit) + CLOCK_IN_KEY_TURNS).saturating_sub(limit)
    }

    /// The side to move, 0 or 1.
    #[inline(always)]
    fn me(&self) -> usize {
        self.side.index() & 1
    }

    #[inline(always)]
    fn cell(&self, square: Square) -> Cell {
        self.cells[square.index()]
    }

    #[inline(always)]
    fn occupied(&self) -> Squares {
        self.sides[0] | self.sides[1]
    }

    /// Pieces of one kind of one side.
    #[inline(always)]
    fn pieces(&self, side: usize, kind: PieceKind) -> Squares {
        self.sides[side] & self.kinds[kind.index()]
    }

    /// Surface ships: all pieces except squadrons (rules.md 2).
    #[inline(always)]
    fn ships(&self, side: usize) -> Squares {
        self.sides[side] & !self.kinds[PieceKind::Squadron.index()]
    }

    /// The other half of the wing to which the piece on `square` belongs.
    #[inline(always)]
    fn partner(&self, square: Square) -> Option<Square> {
        let partner = self.partners[square.index()];
        (partner != square).then_some(partner)
    }

    /// The squadron that is lost with the carrier on `square` (rules.md 4.3).
    #[inline(always)]
    fn squadron_at_stake(&self, square: Square) -> Option<Square> {
        let stays = |squadron: &Square| self.squadrons_stay() && !self.docked.has(*squadron);
        self.partner(square).filter(|squadron| !stays(squadron))
    }

    /// The docked squadron of the carrier on `square`.
    #[inline(always)]
    fn docked_squadron(&self, square: Square) -> Option<Square> {
        self.partner(square).filter(|squadron| self.docked.has(*squadron))
    }

    /// The key of side and phase.
    #[inline(always)]
    fn turn_key(&self) -> u64 {
        SIDE_KEYS[self.phase as usize][self.me()]
    }

    fn set_turn(&mut self, phase: Phase, side: Player) {
        self.key ^= self.turn_key();
        (self.phase, self.side) = (phase, side);
        self.key ^= self.turn_key();
    }

    /// Whether `side` has an underwater turn.
    #[inline(always)]
    fn dives(&self, side: usize) -> bool {
        self.has_submarines() && self.subs[side].any()
    }

    /// Passes the turn to the next side and phase.
    #[inline(always)]
    fn end_turn(&mut self, loss: bool) {
        self.halfmove = if loss { 0 } else { self.halfmove + 1 };
        let ((phase, side), is_new_round) =
            next_turn(self.phase, self.side, [self.dives(0), self.dives(1)]);
        self.fullmove = count_on(self.fullmove, is_new_round);
        self.set_turn(phase, side);
    }

    /// The undo record before any change.
    #[inline(always)]
    fn undo(&self, action: WarpacAction) -> Undo {
        Undo {
            action,
            key: self.key,
            halfmove: self.halfmove,
            fullmove: self.fullmove,
            points: self.points,
            side: self.side,
            phase: self.phase,
            subs: self.subs,
            sunk: None,
            flags: [false; 2],
        }
    }
}

/// The next turn in the order of a round: White's surface turn, Black's, White's underwater turn, Black's (rules.md
/// 5.1). Also returns whether a round begins with it. `dives` says which sides have submarines.
#[inline(always)]
fn next_turn(phase: Phase, side: Player, dives: [bool; 2]) -> ((Phase, Player), bool) {
    match (phase, side) {
        (Phase::Surface, Player::ONE) => ((Phase::Surface, Player::TWO), false),
        (Phase::Surface, _) if dives[0] => ((Phase::Underwater, Player::ONE), false),
        (Phase::Surface, _) | (Phase::Underwater, Player::ONE) if dives[1] => {
            ((Phase::Underwater, Player::TWO), false)
        }
        _ => ((Phase::Surface, Player::ONE), true),
    }
}

impl<R: WarpacRules> Game for Warpac<R> {
    type Action = WarpacAction;
    type Undo = Undo;
    const PLAYERS: usize = 2;

    fn player(&self) -> Player {
        self.side
    }

    /// Every turn is one action, except a deployment, which is one turn of many actions.
    fn turn_start(&self) -> bool {
        self.phase != Phase::Deployment || !self.has_begun_deployment()
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if self.phase == Phase::Deployment {
            None
        } else if !self.ships(0).any() {
            Some(Outcome::Win(Player::TWO))
        } else if !self.ships(1).any() {
            Some(Outcome::Win(Player::ONE))
        } else {
            (self.halfmove >= self.limit()).then_some(Outcome::Draw)
        }
    }

    fn repetition_outcome(&self) -> Outcome {
        Outcome::Draw
    }

    /// A loss cannot be undone, and a depth-charge attack reveals information (rules.md 6).
    #[inline]
    fn clears_history(&self, action: WarpacAction) -> bool {
        match action.kind() {
            ActionKind::Move => self.sides[self.me() ^ 1].has(action.to()),
            ActionKind::Dive => false,
            ActionKind::End => self.phase == Phase::Deployment,
            ActionKind::DepthCharge | ActionKind::Torpedo | ActionKind::Drop => true,
        }
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn table_key(&self) -> u64 {
        self.key ^ u64::from(self.near_stop()).wrapping_mul(CLOCK_KEY)
    }

    /// Exact for moves of a single piece without a capture, in surface turns.
    #[inline]
    fn key_after(&self, action: WarpacAction) -> u64 {
        if !action.is_move() {
            return self.key;
        }
        let dives = [self.dives(0), self.dives(1)];
        let ((phase, side), _) = next_turn(self.phase, self.side, dives);
        let turn = self.turn_key() ^ SIDE_KEYS[phase as usize][side.index()];
        self.key ^ self.change_by_move(action.from(), action.to()) ^ turn
    }

    fn actions(&self, out: &mut Vec<WarpacAction>) {
        if self.outcome().is_none() {
            self.list_actions::<true>(out);
        }
    }

    fn is_legal(&self, action: WarpacAction) -> bool {
        self.outcome().is_none() && self.is_legal_action(action)
    }

    fn count_actions(&self) -> u64 {
        if self.outcome().is_some() {
            return 0;
        }
        match self.phase {
            Phase::Deployment => self.count_drops(),
            Phase::Surface => self.count_surface(),
            Phase::Underwater => self.count_underwater(),
        }
    }

    #[inline]
    fn make(&mut self, action: WarpacAction) -> Undo {
        let mut undo = self.undo(action);
        let me = self.me();
        match action.kind() {
            ActionKind::Move => self.make_move(&mut undo, action.from(), action.to()),
            ActionKind::Dive => {
                self.toggle_sub(me, action.from());
                self.toggle_sub(me, action.to());
            }
            ActionKind::DepthCharge => {
                let hit = self.subs[me ^ 1] & AREA[action.from().index()];
                hit.into_iter().for_each(|square| self.toggle_sub(me ^ 1, square));
                self.end_turn(hit.any());
                return undo;
            }
            ActionKind::Torpedo => undo.sunk = Some(self.sink(action.from())),
            ActionKind::Drop => {
                self.make_drop(action);
                return undo;
            }
            ActionKind::End if self.phase == Phase::Deployment => {
                self.end_deployment();
                return undo;
            }
            ActionKind::End => {}
        }
        self.end_turn(undo.sunk.is_some());
        undo
    }

    #[inline]
    fn unmake(&mut self, undo: Undo) {
        (self.halfmove, self.fullmove, self.points) = (undo.halfmove, undo.fullmove, undo.points);
        (self.side, self.phase) = (undo.side, undo.phase);
        if self.has_submarines() {
            self.subs = undo.subs;
        }
        let action = undo.action;
        match action.kind() {
            ActionKind::Move => self.unmake_move(&undo, action.from(), action.to()),
            ActionKind::Drop => self.unmake_drop(action),
            ActionKind::Torpedo => undo.sunk.into_iter().for_each(|sunk| self.raise(sunk)),
            ActionKind::Dive | ActionKind::DepthCharge | ActionKind::End => {}
        }
        self.key = undo.key;
    }
}

impl<R: WarpacRules> Warpac<R> {
    /// Whether fleets are still to be deployed.
    fn is_deploying(&self) -> bool {
        self.phase == Phase::Deployment
    }

    /// Marks the state as a determinization: from here on depth charges are illegal.
    fn mask_hidden(&mut self) {
        if self.has_submarines() {
            self.is_determinization = true;
            self.key ^= DETERMINIZATION_KEY;
        }
    }

    /// Puts a submarine of `side` on a square, or removes it.
    #[inline(always)]
    fn toggle_sub(&mut self, side: usize, square: Square) {
        if self.subs[side].has(square) {
            self.subs[side].remove(square);
        } else {
            self.subs[side].insert(square);
        }
        self.key ^= SUB_KEYS[side & 1][square.index()];
    }
}
