//! The numbers of endings, for endgame tables: up to three ships without squadrons, and one ship on each side with
//! squadrons.
//!
//! A class is named by the ships of both players, `K`, `R`, `B` and `N` as in a FEN, and the state of a squadron: `D`
//! docked, `Q` aloft, `X` aloft with its knight's move spent (`-once` only). In `KDvR` a carrier with its docked squadron
//! faces a battleship.
//!
//! Three ships with a squadron have no tables, docked or not. A docked squadron can be launched, which leads to four
//! free pieces: about 600 million positions for each of the 26 pairs of forces and each player to move.
//!
//! - `forces.rs`: the pieces of a player, and what an action makes of them; `numbers.rs`: the numbers of a class, with
//!   the symmetries of the board; `back.rs`: moves taken back.
//!
//! A class has one slice. Its other end is a loss or a launched squadron: both cannot be undone, but only a loss resets
//! the draw clock.

mod back;
mod forces;
mod numbers;
#[cfg(test)]
mod tests;

use super::board::Square;
use super::pieces::{Cell, PieceKind};
use super::{Phase, Warpac, WarpacAction, WarpacRules, WarpacSettings};
use crate::game::{Endings, Game, Material};
use forces::{Forces, MOST_PIECES, SHIP_KINDS, Squadron, forces_of, material};
use numbers::{Fleet, Placement};

/// The endings that have tables.
pub(super) struct WarpacEndings;

/// To be raised when the rules or the numbering change.
const EDITION: u32 = 1;

impl<R: WarpacRules> Endings<Warpac<R>> for WarpacEndings {
    fn edition(&self) -> u32 {
        EDITION
    }

    fn limit_plies(&self) -> u32 {
        WarpacSettings::SURFACE.draw_turns
    }

    fn clock_plies(&self, game: &Warpac<R>) -> u32 {
        game.halfmove
    }

    fn at_clock(&self, game: &Warpac<R>, plies: u32) -> Warpac<R> {
        Warpac { halfmove: plies, fullmove: 1, ..game.clone() }
    }

    fn classes(&self, rules: R, pieces: u32) -> Vec<Material> {
        forces::classes(rules.knight_moves(), pieces)
    }

    fn turned(&self, class: Material) -> Material {
        let [mover, other] = forces_of(class);
        material(other, mover)
    }

    fn name(&self, class: Material) -> String {
        let [mover, other] = forces_of(class);
        format!("{}v{}", mover.name(), other.name())
    }

    fn pieces(&self, class: Material) -> u32 {
        forces_of(class).into_iter().map(Forces::pieces).sum()
    }

    fn leads_to(&self, rules: R, class: Material) -> Vec<Material> {
        forces::leads_to(rules.knight_moves(), class)
    }

    fn slices(&self, _: Material) -> u64 {
        1
    }

    fn slice_size(&self, class: Material) -> u64 {
        numbers::count(forces_of(class))
    }

    fn stage(&self, _: Material, _: u64) -> u32 {
        0
    }

    #[inline]
    fn class(&self, game: &Warpac<R>) -> Option<Material> {
        if game.has_submarines()
            || game.occupied().count() > MOST_PIECES
            || game.phase != Phase::Surface
        {
            return None;
        }
        let me = game.me();
        let [mover, other] = [me, me ^ 1].map(|side| forces(game, side));
        let (mover, other) = (mover?, other?);
        forces::have_table(mover, other).then(|| material(mover, other))
    }

    fn number(&self, game: &Warpac<R>) -> u64 {
        let me = game.me();
        let [Some(mover), Some(other)] = [me, me ^ 1].map(|side| forces(game, side)) else {
            return 0;
        };
        let fleets = [me, me ^ 1].map(|side| fleet(game, side));
        numbers::number([mover, other], &Placement { fleets }).0
    }

    fn position(&self, rules: R, class: Material, index: u64) -> Option<Warpac<R>> {
        let forces = forces_of(class);
        let placement = numbers::placement(forces, index)?;
        let mut game = Warpac::empty(rules);
        for (side, (forces, fleet)) in forces.into_iter().zip(placement.fleets).enumerate() {
            for (kind, square) in forces.ships().zip(fleet.ships) {
                game.put(square, Cell::new(side, kind));
            }
            if forces.squadron != Squadron::None {
                game.put(fleet.squadron, Cell::new(side, PieceKind::Squadron));
                let flags =
                    [Squadron::Docked, Squadron::Spent].map(|state| state == forces.squadron);
                game.link_wing(fleet.squadron, fleet.ships[0], flags);
            }
        }
        Some(game)
    }

    fn resets(&self, game: &Warpac<R>, action: WarpacAction) -> bool {
        game.clears_history(action)
    }

    fn stays(&self, game: &Warpac<R>, action: WarpacAction) -> bool {
        let (from, to) = (action.from(), action.to());
        let is_launch = game.docked.has(from);
        let spends = || {
            let is_squadron = game.cell(from).kind() == PieceKind::Squadron;
            game.leaps_once() && is_squadron && !game.spent.has(from) && from.is_knight_step(to)
        };
        action.is_move() && !game.clears_history(action) && !is_launch && !spends()
    }

    fn predecessors(&self, rules: R, class: Material, index: u64, out: &mut Vec<u64>) {
        back::predecessors(rules.knight_moves(), forces_of(class), index, out);
    }
}

/// The pieces of a side; `None` if they are more than tables have.
fn forces<R: WarpacRules>(game: &Warpac<R>, side: usize) -> Option<Forces> {
    let ships = SHIP_KINDS.map(|kind| game.pieces(side, kind).count());
    let squadron = match game.pieces(side, PieceKind::Squadron).into_iter().next() {
        None => Squadron::None,
        Some(square) if game.docked.has(square) => Squadron::Docked,
        Some(square) if game.spent.has(square) => Squadron::Spent,
        Some(_) => Squadron::Aloft,
    };
    Forces::new(ships, squadron)
}

/// The squares of the pieces of a side that [`forces`] accepts.
fn fleet<R: WarpacRules>(game: &Warpac<R>, side: usize) -> Fleet {
    let mut fleet = Fleet::default();
    let squares = SHIP_KINDS.into_iter().flat_map(|kind| game.pieces(side, kind));
    fleet.ships.iter_mut().zip(squares).for_each(|(place, square)| *place = square);
    let squadron = game.pieces(side, PieceKind::Squadron).into_iter().next();
    fleet.squadron = squadron.unwrap_or(Square(0));
    fleet
}
