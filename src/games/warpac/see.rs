//! Static exchange evaluation: what a sequence of captures on one square comes to (the swap algorithm of
//! chess programs). It knows wings: with a carrier its squadron is lost, also as a capturer to come.

use super::Warpac;
use super::board::{KING, KNIGHT, Square, Squares};
use super::eval::VALUES_CP;
use super::lines::{DIAGONAL, STRAIGHT};
use super::pieces::Kind;

/// No exchange that is looked at is longer.
const LONGEST: usize = 32;

impl<const SUBS: bool> Warpac<SUBS> {
    /// What is lost with the piece on `square`, with a carrier its squadron.
    #[inline]
    pub(super) fn loss_cp(&self, square: Square) -> i32 {
        let kind = self.cell(square).kind();
        let has_wing = kind == Kind::Carrier && self.partner(square).is_some();
        VALUES_CP[kind.index()] + if has_wing { VALUES_CP[Kind::Squadron.index()] } else { 0 }
    }

    /// What the mover wins by taking on `to` with the piece on `from`, both sides going on as long as it pays.
    pub(super) fn exchange_cp(&self, from: Square, to: Square) -> i32 {
        let mut gone = Squares::NONE;
        let mut gains = [0; LONGEST];
        let mut depth = 0;
        let mut side = self.me();
        let mut attacker = from;
        gains[0] = self.loss_cp(to);
        self.remove_with_wing(&mut gone, to);
        loop {
            gone.insert(attacker);
            let at_stake = self.loss_cp(attacker);
            side ^= 1;
            let Some(next) = self.cheapest_attacker(side, to, gone) else { break };
            if depth + 1 == LONGEST {
                break;
            }
            depth += 1;
            gains[depth] = at_stake - gains[depth - 1];
            // A carrier that is taken takes its squadron out of the exchange.
            self.remove_with_wing(&mut gone, attacker);
            attacker = next;
        }
        while depth > 0 {
            gains[depth - 1] = -(-gains[depth - 1]).max(gains[depth]);
            depth -= 1;
        }
        gains[0]
    }

    /// Whether [`Self::exchange_cp`] comes to at least `least`, found out without following exchanges to their ends.
    pub(super) fn exchange_wins(&self, from: Square, to: Square, least: i32) -> bool {
        let mut gone = Squares::NONE;
        self.remove_with_wing(&mut gone, to);
        let mut side = self.me();
        let mut attacker = from;
        // What the side that has captured last may still lose and have what it wants.
        let mut reserve = self.loss_cp(to) - least;
        while reserve >= 0 {
            gone.insert(attacker);
            let at_stake = self.loss_cp(attacker);
            if reserve >= at_stake {
                break;
            }
            let Some(next) = self.cheapest_attacker(side ^ 1, to, gone) else { break };
            self.remove_with_wing(&mut gone, attacker);
            (side, attacker) = (side ^ 1, next);
            reserve = at_stake - reserve - 1;
        }
        (side == self.me()) == (reserve >= 0)
    }

    #[inline]
    fn remove_with_wing(&self, gone: &mut Squares, square: Square) {
        gone.insert(square);
        if self.cell(square).kind() == Kind::Carrier
            && let Some(squadron) = self.partner(square)
        {
            gone.insert(squadron);
        }
    }

    /// The cheapest piece of `side` that can take on `to` once the pieces in `gone` are off their squares.
    fn cheapest_attacker(&self, side: usize, to: Square, gone: Squares) -> Option<Square> {
        let mine = self.sides[side] & !gone;
        let destroyers = KNIGHT[to.index()] & mine & self.kinds[Kind::Destroyer.index()];
        if let Some(destroyer) = destroyers.into_iter().next() {
            return Some(destroyer);
        }
        let [carriers, squadrons, battleships, cruisers, _] = self.kinds;
        let mut squadron = None;
        for (ships, lines) in [(cruisers, DIAGONAL), (battleships, STRAIGHT)] {
            let (ships, squadrons) = (ships & mine, squadrons & mine);
            if !(ships | squadrons).any() {
                continue;
            }
            for line in lines {
                for square in self.ends(to, line, gone).into_iter().flatten() {
                    if ships.has(square) {
                        return Some(square);
                    }
                    if squadron.is_none() && squadrons.has(square) {
                        squadron = Some(square);
                    }
                }
            }
        }
        let leapers = KNIGHT[to.index()] & mine & squadrons & !self.spent;
        let carriers = KING[to.index()] & mine & carriers;
        squadron.or_else(|| leapers.into_iter().next()).or_else(|| carriers.into_iter().next())
    }

    /// The first piece on either side of `to` along its line of one kind that is not in `gone`.
    #[inline]
    fn ends(&self, to: Square, line: usize, gone: Squares) -> [Option<Square>; 2] {
        let mut view = self.lines.view(0, to, line);
        loop {
            let ends = view.end_squares(to);
            let is_gone = ends.map(|end| end.is_some_and(|square| gone.has(square)));
            match is_gone {
                [false, false] => return ends,
                _ => view = view.past(is_gone),
            }
        }
    }
}
