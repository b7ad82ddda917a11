//! The engine's own deployments. The option `Seed` draws one of the fleets in `fleets/` from a mixture against which
//! no single fleet of the book does better.
//!
//! `scripts/find_set_ups.py` found the fleets. It began with four fleets from two independent evolutionary runs.

use super::evaluator::VALUES_CP;
use crate::game::{Game, Rng};
use crate::games::book::Book;
use crate::games::warpac::actions::Droppable;
use crate::games::warpac::board::{Square, Squares};
use crate::games::warpac::deploy::ORDER;
use crate::games::warpac::pieces::{Cell, PieceKind};
use crate::games::warpac::submarine_placement::{random_placement, turned};
use crate::games::warpac::tokens::Token;
use crate::games::warpac::{Phase, Warpac, WarpacAction, WarpacRules, WarpacSettings};
use std::sync::LazyLock;

/// Fleets as White deploys them; Black's are their mirror images.
const TEXTS: [&str; 2] =
    [include_str!("fleets/warpac.book"), include_str!("fleets/warpac-subs.book")];

/// A fleet's drops, as White makes them.
type Fleet = Vec<WarpacAction>;

/// Books for battles without submarines and with them: the same fleets, with different weights.
static BOOKS: [LazyLock<Book<Fleet>>; 2] =
    [LazyLock::new(|| Book::read(TEXTS[0], fleet)), LazyLock::new(|| Book::read(TEXTS[1], fleet))];

/// Reads a deployment token as drops.
fn fleet(token: &str) -> Option<Fleet> {
    let drop = |part| match Token::read(part)? {
        Token::Drop(what, at, carrier) => {
            Some(WarpacAction::drop(what, at, carrier.unwrap_or(Square(0))))
        }
        _ => None,
    };
    token.strip_suffix(",end")?.split(',').map(drop).collect()
}

impl<R: WarpacRules> Warpac<R> {
    /// The drops that complete a fleet, and the end of the deployment.
    ///
    /// The fleet contains the drops already made. The first choice is the fleet that `seed` draws from the mixture,
    /// then the best fleet in the book. If no fleet contains the drops, it is the fleet that contains most of them.
    pub(super) fn plan_fleet(&self, seed: u64) -> Vec<WarpacAction> {
        let mut rng = Rng::new(seed << 1 | self.me() as u64);
        let [fleet, depths, flip] = [(); 3].map(|()| rng.number());
        let submarines = random_placement(self.settings(), self.me(), &mut Rng::new(depths));
        let book = &BOOKS[usize::from(self.has_submarines())];
        let drawn = book.draw(fleet).map(|fleet| self.turned_fleet(fleet, flip % 2 == 1));
        if !self.has_book() {
            return self.bought(&drawn.unwrap_or_default(), submarines);
        }
        let ways = || {
            let fleets = book.set_ups().iter();
            fleets.flat_map(|fleet| {
                [false, true].map(|is_flipped| self.turned_fleet(fleet, is_flipped))
            })
        };
        let whole =
            drawn.into_iter().chain(ways()).find_map(|drops| self.rest_of(&drops, submarines));
        whole.unwrap_or_else(|| {
            // Among equally good fleets the first is the best. `max_by_key` takes the last, hence `rev`.
            let all: Vec<Vec<WarpacAction>> = ways().collect();
            let made = |drops: &&Vec<WarpacAction>| {
                drops.iter().filter(|drop| self.has_made(**drop)).count()
            };
            let nearest = all.iter().rev().max_by_key(made);
            self.nearly(nearest.map_or(&[], Vec::as_slice), submarines)
        })
    }

    /// Whether fleets are bought as in the book.
    fn has_book(&self) -> bool {
        let terms =
            |settings: &WarpacSettings| (settings.basic_fleet, settings.prices, settings.purse);
        terms(self.settings()) == terms(&WarpacSettings::SURFACE)
    }

    /// A fleet of a variant of a file with other numbers or prices. Its pieces stand where a fleet of the book has
    /// pieces of their kind, or near them. All points go to the ships that are worth most for their price, and what is
    /// left to those that come later.
    fn bought(&self, book: &[WarpacAction], submarines: Squares) -> Vec<WarpacAction> {
        let (me, settings) = (self.me(), self.settings());
        let worth =
            |kind: &PieceKind| VALUES_CP[kind.index()] * 100 / settings.prices[kind.index()] as i32;
        let ships = [PieceKind::Battleship, PieceKind::Cruiser, PieceKind::Destroyer];
        let best = ships.into_iter().max_by_key(worth);
        let (mut game, mut plan) = (self.clone(), Vec::new());
        let mut is_bought = false;
        for what in ORDER {
            is_bought |= best.map(Droppable::Piece) == Some(what);
            let places: Vec<Square> = match what {
                Droppable::Submarine => submarines.into_iter().collect(),
                _ => book
                    .iter()
                    .filter(|drop| drop.dropped() == what)
                    .map(|drop| drop.from())
                    .collect(),
            };
            loop {
                let number = game.number(me, what);
                if number >= settings.basic(what) && !is_bought {
                    break;
                }
                let place = places.get(number as usize % places.len().max(1)).copied();
                let distance =
                    |drop: &WarpacAction| place.map_or(0, |place| drop.from().distance(place));
                let legal = game.open_drops(self).into_iter();
                let alike =
                    legal.filter(|drop| *drop != WarpacAction::END && drop.dropped() == what);
                let Some(drop) = alike.min_by_key(distance) else { break };
                plan.push(drop);
                game.make(drop);
            }
        }
        while let Some(action) = game.open_drops(self).pop() {
            plan.push(action);
            game.make(action);
        }
        plan
    }

    /// Gives the side that has already deployed a fleet that follows from `seed`.
    pub(in crate::games::warpac) fn sample_fleet(&mut self, seed: u64) {
        self.set_turn(Phase::Deployment, self.side.opponent());
        for action in self.plan_fleet(seed) {
            self.make(action);
        }
    }

    /// The drops of a fleet by the side to move, optionally with left and right exchanged.
    fn turned_fleet(&self, fleet: &Fleet, is_flipped: bool) -> Vec<WarpacAction> {
        let turned = |square| turned(square, self.me(), is_flipped);
        let drop = |drop: &WarpacAction| {
            let is_squadron = drop.dropped() == Droppable::Piece(PieceKind::Squadron);
            let carrier = if is_squadron { turned(drop.to()) } else { Square(0) };
            WarpacAction::drop(drop.dropped(), turned(drop.from()), carrier)
        };
        fleet.iter().map(drop).collect()
    }

    /// The missing ones of these drops, `submarines`, and the end. `None` if the drops do not contain all
    /// pieces that already stand, or can no longer be made.
    fn rest_of(&self, drops: &[WarpacAction], submarines: Squares) -> Option<Vec<WarpacAction>> {
        let (made, mut plan): (Vec<WarpacAction>, Vec<WarpacAction>) =
            drops.iter().partition(|drop| self.has_made(**drop));
        let standing: Squares = made.iter().map(|drop| drop.from()).collect();
        if standing != self.sides[self.me()] {
            return None;
        }
        plan.extend(self.submarines_in(submarines));
        plan.push(WarpacAction::END);
        let mut game = self.clone();
        for action in &plan {
            if !game.is_legal(*action) {
                return None;
            }
            game.make(*action);
        }
        Some(plan)
    }

    /// A whole fleet that contains the standing pieces, and otherwise comes as near to these drops as the rules
    /// allow.
    fn nearly(&self, drops: &[WarpacAction], submarines: Squares) -> Vec<WarpacAction> {
        let is_left = |drop: &&WarpacAction| !self.has_made(**drop);
        let mut wanted: Vec<WarpacAction> = drops.iter().filter(is_left).copied().collect();
        // A piece that stands elsewhere replaces the nearest wanted drop of its kind.
        for square in self.sides[self.me()] {
            if drops.iter().any(|drop| drop.from() == square && self.has_made(*drop)) {
                continue;
            }
            let kind = Droppable::Piece(self.cell(square).kind());
            let places = wanted.iter().enumerate().filter(|(_, drop)| drop.dropped() == kind);
            let nearest = places.min_by_key(|(_, drop)| drop.from().distance(square));
            if let Some(index) = nearest.map(|(index, _)| index) {
                wanted.remove(index);
            }
        }
        let mut game = self.clone();
        let mut plan = Vec::new();
        let mut take = |drop: WarpacAction, is_alike: fn(WarpacAction, WarpacAction) -> bool| {
            let legal = game.open_drops(self).into_iter();
            let alike =
                legal.filter(|action| *action != WarpacAction::END && is_alike(*action, drop));
            let distance = |action: &WarpacAction| {
                let places = [(action.from(), drop.from()), (action.to(), drop.to())];
                (*action != drop, places.map(|(here, there)| here.distance(there)))
            };
            let nearest = alike.min_by_key(distance);
            if let Some(action) = nearest {
                plan.push(action);
                game.make(action);
            }
            nearest.is_some()
        };
        let is_of_kind = |one: WarpacAction, other: WarpacAction| one.dropped() == other.dropped();
        wanted.retain(|drop| !take(*drop, is_of_kind));
        // Points for ships that can no longer be dropped buy destroyers instead.
        wanted.iter().for_each(|drop| {
            take(*drop, |other, _| other.dropped() == Droppable::Piece(PieceKind::Destroyer));
        });
        self.submarines_in(submarines).for_each(|drop| {
            take(drop, is_of_kind);
        });
        // Drops the rest of the basic fleet wherever there is room.
        while let Some(action) = game.open_drops(self).pop() {
            plan.push(action);
            game.make(action);
        }
        plan
    }

    /// The legal actions of the side that deploys in `before`, the end of the deployment last. None after its
    /// deployment has ended.
    fn open_drops(&self, before: &Self) -> Vec<WarpacAction> {
        let mut legal = Vec::new();
        if self.player() == before.player() && self.phase == before.phase {
            self.actions(&mut legal);
        }
        legal
    }

    /// The drops of all missing submarines. Own waters come first, because there is always room there.
    fn submarines_in(&self, submarines: Squares) -> impl Iterator<Item = WarpacAction> {
        let me = self.me();
        let left = submarines & !self.subs[me];
        let squares = [left & Squares::WATERS[me], left & !Squares::WATERS[me]];
        let missing = self.settings().submarines.saturating_sub(self.subs[me].count());
        let squares = squares.into_iter().flatten().take(missing as usize);
        squares.map(|square| WarpacAction::drop(Droppable::Submarine, square, Square(0)))
    }

    /// Whether the ship or squadron of this drop stands in its place.
    fn has_made(&self, drop: WarpacAction) -> bool {
        let (me, square) = (self.me(), drop.from());
        let Droppable::Piece(kind) = drop.dropped() else { return false };
        let is_home = kind != PieceKind::Squadron || self.partner(square) == Some(drop.to());
        self.cell(square) == Cell::new(me, kind) && is_home
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Notation;
    use crate::games::book::tests::{assert_follows, assert_sound, lines};
    use crate::games::warpac::Standard;
    use std::collections::HashMap;

    /// Least number of fleets in a book.
    const LEAST: usize = 100;

    fn played<R: WarpacRules>(game: &Warpac<R>, drops: &[WarpacAction]) -> Warpac<R> {
        let mut game = game.clone();
        for drop in drops {
            assert!(game.is_legal(*drop), "{}", game.action_token(*drop));
            game.make(*drop);
        }
        game
    }

    const SURFACE: Standard<false> = Standard::ALWAYS;
    const SUBMARINES: Standard<true> = Standard::ALWAYS;

    /// The text of the book of these rules.
    fn text<R: WarpacRules>(rules: R) -> &'static str {
        TEXTS[usize::from(rules.numbers().has_submarines)]
    }

    fn empty<R: WarpacRules>(rules: R, side: usize) -> Warpac<R> {
        let game = Warpac::deployment(rules);
        if side == 0 { game } else { played(&game, &game.plan_fleet(0)) }
    }

    fn read(drops: &str) -> Vec<WarpacAction> {
        fleet(&format!("{drops},end")).unwrap()
    }

    /// The plan without submarines and the end.
    fn ships(plan: &[WarpacAction]) -> Vec<WarpacAction> {
        let is_ship = |drop: &&WarpacAction| {
            **drop != WarpacAction::END && drop.dropped() != Droppable::Submarine
        };
        plan.iter().filter(is_ship).copied().collect()
    }

    fn check_books<R: WarpacRules>(rules: R) {
        let text = text(rules);
        assert_sound(text, LEAST);
        for side in [0, 1] {
            let start = empty(rules, side);
            for (_, token) in lines(text) {
                for is_flipped in [false, true] {
                    let drops = start.turned_fleet(&fleet(token).unwrap(), is_flipped);
                    let plan = start
                        .rest_of(&drops, random_placement(rules.numbers(), side, &mut Rng::new(1)));
                    let ended = played(&start, &plan.unwrap_or_else(|| panic!("{token}")));
                    assert_ne!((ended.me(), ended.phase), (side, Phase::Deployment), "{token}");
                }
            }
        }
    }

    #[test]
    fn every_book_fleet_is_legal_for_both_sides_and_mirrored() {
        check_books(SURFACE);
        check_books(SUBMARINES);
    }

    fn check_mixture<R: WarpacRules>(rules: R) {
        let start = empty(rules, 0);
        let tokens = |drops: &[WarpacAction]| {
            let tokens: Vec<String> = drops.iter().map(|drop| start.action_token(*drop)).collect();
            tokens.join(",")
        };
        let weights: HashMap<String, u64> = lines(text(rules))
            .into_iter()
            .map(|(weight, token)| (tokens(&fleet(token).unwrap()), weight))
            .collect();
        assert_follows(&weights, 4_000, |seed| {
            let drops = ships(&start.plan_fleet(seed));
            let turned = in_order(&start.turned_fleet(&drops, true));
            let straight = tokens(&drops);
            if weights.contains_key(&straight) { straight } else { tokens(&turned) }
        });
    }

    /// The drops sorted by kind, rank and file, as in the books.
    fn in_order(drops: &[WarpacAction]) -> Vec<WarpacAction> {
        let mut drops = drops.to_vec();
        let kind = |drop: &WarpacAction| ORDER.iter().position(|what| *what == drop.dropped());
        drops.sort_by_key(|drop| (kind(drop), drop.from().rank(), drop.from().file()));
        drops
    }

    #[test]
    fn seeds_follow_the_mixture() {
        check_mixture(SURFACE);
        check_mixture(SUBMARINES);
    }

    #[test]
    fn a_beginning_is_completed_by_the_best_matching_fleet() {
        for (_, token) in lines(TEXTS[0]) {
            let drops = fleet(token).unwrap();
            let start = empty(SURFACE, 0);
            let begun = played(&start, &drops[..12]);
            let holds =
                |other: &Vec<WarpacAction>| drops[..12].iter().all(|drop| other.contains(drop));
            for seed in 0..4 {
                let drawn = ships(&start.plan_fleet(seed));
                let whole = [&drops[..12], &ships(&begun.plan_fleet(seed))].concat();
                let all = lines(TEXTS[0]).into_iter().flat_map(|(_, token)| {
                    let fleet = fleet(token).unwrap();
                    [false, true].map(|is_flipped| start.turned_fleet(&fleet, is_flipped))
                });
                let best = std::iter::once(drawn).chain(all).find(holds).unwrap();
                assert_eq!(in_order(&whole), in_order(&best), "seed {seed}");
            }
        }
    }

    /// Checks that this beginning is completed in the same way for every seed, with all points spent.
    fn check_unknown_beginning<R: WarpacRules>(rules: R, drops: &str) {
        let begun = played(&empty(rules, 0), &read(drops));
        let plan = begun.plan_fleet(1);
        let ended = played(&begun, &plan);
        assert_eq!((ended.me(), ended.phase), (1, Phase::Deployment), "{drops}");
        assert!(ended.points[0] < 3, "{drops}: {} points are left", ended.points[0]);
        for seed in 2..10 {
            assert_eq!(ships(&begun.plan_fleet(seed)), ships(&plan), "{drops}");
        }
    }

    #[test]
    fn an_unknown_beginning_is_completed_by_the_nearest_fleet() {
        for drops in
            ["K@a1,K@c3", "K@a1,K@b1,Q@a2>a1,Q@b2>b1,R@h8,R@i8,R@j8,R@k8,B@a8", "K@p8,K@a8,K@h4"]
        {
            check_unknown_beginning(SURFACE, drops);
            check_unknown_beginning(SUBMARINES, drops);
        }
    }
}
