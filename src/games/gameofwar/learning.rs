//! A Game of War in numbers: by action, not by turn.

use super::actions::{DecodedAction, GameOfWarAction};
use super::board::{HEIGHT, SQUARES, Square, WIDTH, has};
use super::units::{KINDS, UnitKind, Units, each};
use super::view::View;
use super::{GameOfWarRules, War};
use crate::game::{Learnable, MoveNumbers, Planes, Player};

/// Moves of one or two steps. A knight's move leads round a corner.
static MOVES: MoveNumbers<SQUARES> = MoveNumbers::new(WIDTH, 2, true);

const END: usize = MOVES.count;
const ATTACKS: usize = END + 1;
/// Drops by kind and square.
const DROPS: usize = ATTACKS + SQUARES;

// Planes after the units of both players by kind.
const ONLINE: usize = 2 * KINDS;
const MOVED: usize = ONLINE + 2;
const RETREAT: usize = MOVED + 1;
const ARSENALS: usize = MOVED + 2;
const GROUND: usize = ARSENALS + 2;
const DESTROYED: usize = GROUND + 3;
const CLOCK: usize = DESTROYED + 1;
const DEPLOYMENT: usize = DESTROYED + 2;
const HAND: usize = DESTROYED + 3;

impl<R: GameOfWarRules> Learnable for War<R> {
    const ACTION_IDS: usize = DROPS + KINDS * SQUARES;
    const BOARD: [usize; 2] = [HEIGHT, WIDTH];

    fn action_id(&self, action: GameOfWarAction) -> usize {
        match action.decoded() {
            DecodedAction::Move(from, to) => MOVES.number(from.number(), to.number()),
            DecodedAction::Attack(target) => ATTACKS + target.number(),
            DecodedAction::End | DecodedAction::Unseen => END,
            DecodedAction::Drop(kind, square) => DROPS + SQUARES * kind.index() + square.number(),
        }
    }

    fn planes() -> Vec<String> {
        let owned = |owner: &'static str| {
            UnitKind::ALL.into_iter().map(move |kind| format!("{owner} {}", kind.name()))
        };
        let others = [
            "own units online",
            "enemy units online",
            "units that have moved in this turn",
            "the unit that must retreat, or has retreated in this turn",
            "own arsenals",
            "enemy arsenals",
            "mountains",
            "passes",
            "fortresses",
            "an arsenal was destroyed in this turn, everywhere",
            "turns until the draw, everywhere",
            "deployment, everywhere",
        ];
        let hand = UnitKind::ALL.into_iter();
        let hand = hand.map(|kind| format!("own {} still to be set up, everywhere", kind.name()));
        owned("own").chain(owned("enemy")).chain(others.map(str::to_string)).chain(hand).collect()
    }

    /// In the deployment nothing of the other side is shown.
    fn observe(&self, player: Player, _: &[u32], planes: &mut Planes<'_>) {
        if self.now.deploying {
            View::of(self, player).seen().draw_planes(player, planes);
        } else {
            self.draw_planes(player, planes);
        }
    }
}

impl<R: GameOfWarRules> War<R> {
    fn draw_planes(&self, player: Player, planes: &mut Planes<'_>) {
        let (now, me) = (&self.now, player.index());
        for (place, side) in [me, 1 - me].into_iter().enumerate() {
            let number = |unit: usize| now.squares[side][unit].number();
            for unit in each(now.alive[side]) {
                planes.set(KINDS * place + self.kind_of(unit).index(), number(unit));
            }
            let online = now.communications[side].online & now.alive[side];
            each(online).for_each(|unit| planes.set(ONLINE + place, number(unit)));
            self.intact(side).for_each(|square| planes.set(ARSENALS + place, square.number()));
        }
        let mover = now.side.index();
        let mut draw = |plane, units: Units| {
            let units = each(units & now.alive[mover]);
            units.for_each(|unit| planes.set(plane, now.squares[mover][unit].number()));
        };
        draw(MOVED, now.moved);
        draw(RETREAT, now.retreat);
        let map = &self.terrain().map;
        for number in 0..SQUARES {
            let Some(square) = Square::at(number % WIDTH, number / WIDTH) else { continue };
            for (place, ground) in
                [&map.mountains, &map.passes, &map.fortresses].into_iter().enumerate()
            {
                if has(ground, square) {
                    planes.set(GROUND + place, number);
                }
            }
        }
        planes.fill(DESTROYED, u32::from(now.attacked));
        planes.fill(CLOCK, self.settings().draw_turns.saturating_sub(now.halfmove));
        planes.fill(DEPLOYMENT, u32::from(now.deploying));
        for (kind, count) in now.hands[me].counts.into_iter().enumerate() {
            planes.fill(HAND + kind, u32::from(count));
        }
    }
}
