//! Static exchange evaluation: the result of a sequence of captures on one square, by the swap algorithm of chess
//! programs. It knows wings: a carrier's squadron is lost with the carrier, so it no longer captures.

use super::evaluator::VALUES_CP;
use crate::games::warpac::board::{KING, KNIGHT, Square, Squares};
use crate::games::warpac::lines::{DIAGONAL, STRAIGHT, Sight};
use crate::games::warpac::pieces::PieceKind;
use crate::games::warpac::{Warpac, WarpacRules};

/// The greatest length of an exchange.
const LONGEST_EXCHANGE: usize = 32;

/// The eight directions along lines to a square. The first four are diagonal, the others follow rank and file. Each
/// line has two: from its lower and from its upper end.
const DIRECTIONS: usize = 8;
const LINES: [usize; DIRECTIONS / 2] = [DIAGONAL[0], DIAGONAL[1], STRAIGHT[0], STRAIGHT[1]];

/// The mark of a piece at the end of direction 0, by kind in the order of [`PieceKind::ALL`] and by whether the
/// direction is straight. A piece that can capture sets a bit in one byte: of cruisers, battleships or squadrons, from
/// the lowest byte.
const MARKS: [[u32; 2]; PieceKind::ALL.len()] =
    [[0, 0], [1 << 16, 1 << 16], [0, 1 << 8], [1, 0], [0, 0]];

impl<R: WarpacRules> Warpac<R> {
    /// The value of the piece on `square`; for a carrier also that of its squadron.
    #[inline(always)]
    pub(super) fn loss_cp(&self, square: Square) -> i32 {
        let kind = self.cell(square).kind();
        let has_wing = kind == PieceKind::Carrier && self.squadron_at_stake(square).is_some();
        VALUES_CP[kind.index()] + if has_wing { VALUES_CP[PieceKind::Squadron.index()] } else { 0 }
    }

    /// The value that the mover wins with the capture `from` to `to`. Both sides then continue capturing as long as
    /// it pays.
    pub(super) fn exchange_cp(&self, from: Square, to: Square) -> i32 {
        let mut exchange = ExchangeState::new(self, from, to);
        let mut gains = [0; LONGEST_EXCHANGE];
        let mut depth = 0;
        let mut side = self.me();
        let mut attacker = from;
        gains[0] = self.loss_cp(to);
        loop {
            let at_stake = self.loss_cp(attacker);
            side ^= 1;
            let Some(next) = exchange.take_with_cheapest(side) else { break };
            if depth + 1 == LONGEST_EXCHANGE {
                break;
            }
            depth += 1;
            gains[depth] = at_stake - gains[depth - 1];
            exchange.sink(attacker);
            attacker = next;
        }
        while depth > 0 {
            gains[depth - 1] = -(-gains[depth - 1]).max(gains[depth]);
            depth -= 1;
        }
        gains[0]
    }

    /// Whether [`Self::exchange_cp`] is at least `least`, without following the exchange to its end.
    #[inline(always)]
    pub(super) fn exchange_wins(&self, from: Square, to: Square, least: i32) -> bool {
        let mut exchange = ExchangeState::new(self, from, to);
        let mut side = self.me();
        let mut attacker = from;
        // What the side that captured last may still lose without missing its goal.
        let mut reserve = self.loss_cp(to) - least;
        while reserve >= 0 {
            let at_stake = self.loss_cp(attacker);
            if reserve >= at_stake {
                break;
            }
            let Some(next) = exchange.take_with_cheapest(side ^ 1) else { break };
            exchange.sink(attacker);
            (side, attacker) = (side ^ 1, next);
            reserve = at_stake - reserve - 1;
        }
        (side == self.me()) == (reserve >= 0)
    }
}

/// An exchange in progress on one square.
struct ExchangeState<'a, R: WarpacRules> {
    game: &'a Warpac<R>,
    to: Square,
    /// Pieces that have left their squares.
    gone: Squares,
    /// Whether the fields below are up to date. They are computed when a sliding piece is first needed.
    is_seen: bool,
    /// The first remaining piece in each direction.
    ends: [Square; DIRECTIONS],
    /// By side, the directions from which a piece can capture, as in [`MARKS`]. The lowest bit is the cheapest piece.
    sliding: [u32; 2],
}

impl<'a, R: WarpacRules> ExchangeState<'a, R> {
    /// The exchange after the piece on `from` has captured on `to`.
    #[inline(always)]
    fn new(game: &'a Warpac<R>, from: Square, to: Square) -> Self {
        let gone = Squares::NONE;
        let mut exchange =
            Self { game, to, gone, is_seen: false, ends: [to; DIRECTIONS], sliding: [0; 2] };
        exchange.gone.insert(from);
        exchange.sink(to);
        exchange
    }

    /// Removes a lost piece. A carrier takes its squadron out of the exchange.
    #[inline(always)]
    fn sink(&mut self, square: Square) {
        self.gone.insert(square);
        if self.game.cell(square).kind() == PieceKind::Carrier
            && let Some(squadron) = self.game.squadron_at_stake(square)
        {
            self.gone.insert(squadron);
            self.is_seen = false;
        }
    }

    /// Captures with the cheapest piece of `side`, and returns the square where it stood.
    #[inline(always)]
    fn take_with_cheapest(&mut self, side: usize) -> Option<Square> {
        let [carriers, squadrons, _, _, destroyers] = self.game.kinds;
        let mine = self.game.sides[side] & !self.gone;
        let leapers = KNIGHT[self.to.index()] & mine;
        // Written out, because closures are not inlined and would then not be compiled for SIMD.
        let attacker = if let Some(destroyer) = (leapers & destroyers).into_iter().next() {
            destroyer
        } else if let Some(slider) = self.cheapest_slider(side) {
            slider
        } else if let Some(squadron) = (leapers & squadrons & !self.game.spent).into_iter().next() {
            squadron
        } else {
            // The pieces behind a carrier become visible when it has left its square.
            self.is_seen = false;
            (KING[self.to.index()] & mine & carriers).into_iter().next()?
        };
        self.gone.insert(attacker);
        Some(attacker)
    }

    /// The cheapest sliding piece of `side` that can capture. The piece behind it becomes visible.
    #[inline(always)]
    fn cheapest_slider(&mut self, side: usize) -> Option<Square> {
        if !self.is_seen {
            self.find_sliders();
        }
        let marks = &mut self.sliding[side];
        if *marks == 0 {
            return None;
        }
        let direction = marks.trailing_zeros() as usize % DIRECTIONS;
        *marks &= *marks - 1;
        let slider = self.ends[direction];
        self.gone.insert(slider);
        self.find_first(direction, self.game.lines.view(0, self.to, LINES[direction / 2]));
        Some(slider)
    }

    #[inline(always)]
    fn find_sliders(&mut self) {
        self.is_seen = true;
        self.sliding = [0; 2];
        for (index, line) in LINES.into_iter().enumerate() {
            let view = self.game.lines.view(0, self.to, line);
            self.find_first(2 * index, view);
            self.find_first(2 * index + 1, view);
        }
    }

    /// Finds the first remaining piece in a direction, and marks it if it can capture.
    #[inline(always)]
    fn find_first(&mut self, direction: usize, mut view: Sight) {
        let is_upper = direction % 2 == 1;
        while let Some(square) = view.end_square(self.to, is_upper) {
            if !self.gone.has(square) {
                let cell = self.game.cell(square);
                let mark = MARKS[cell.kind().index()][usize::from(direction >= DIRECTIONS / 2)];
                self.sliding[cell.side()] |= mark << direction;
                self.ends[direction] = square;
                return;
            }
            view = view.past([!is_upper, is_upper]);
        }
    }
}
