//! The ranges of submarines, torpedoes and depth charges, which variants may set (rules.md 5). The built-in ones are
//! tables.

use super::WarpacSettings;
use super::board::{AREA, RING, SOURCES, SURROUNDINGS, Square, Squares, TORPEDO_RANGE};

/// The squares of an area, from its lower left square.
const OFFSETS: [(i32, i32); 4] = [(0, 0), (1, 0), (0, 1), (1, 1)];

impl WarpacSettings {
    /// The squares that the torpedoes of a submarine hit.
    #[inline(always)]
    pub(super) fn torpedo_range(&self, square: Square) -> Squares {
        match [self.torpedo_least, self.torpedo_most] {
            [2, 2] => TORPEDO_RANGE[square.index()],
            range => between(square, range),
        }
    }

    /// The areas that ships or submarines can attack with depth charges.
    #[inline(always)]
    pub(super) fn areas_in_reach(&self, sources: Squares) -> Squares {
        match self.depth_charge_distance {
            2 => sources.areas_in_reach(),
            distance => areas_within(sources, distance),
        }
    }

    /// The squares from which depth charges reach the area at `corner`.
    pub(super) fn charge_sources(&self, corner: Square) -> Squares {
        match self.depth_charge_distance {
            2 => SOURCES[corner.index()],
            distance => around_area(corner, distance),
        }
    }

    /// The squares around the area at `corner` on which a submarine is a contact.
    pub(super) fn contact_ring(&self, corner: Square) -> Squares {
        match self.contact_distance {
            1 => RING[corner.index()],
            distance => around_area(corner, distance) & !AREA[corner.index()],
        }
    }
}

/// The squares at a distance from `least` to `most`.
fn between(square: Square, [least, most]: [u32; 2]) -> Squares {
    let far = SURROUNDINGS.within(square, most as usize);
    match least.checked_sub(1) {
        Some(near) => far & !SURROUNDINGS.within(square, near as usize),
        None => far,
    }
}

/// The squares up to a distance from the area at `corner`.
fn around_area(corner: Square, distance: u32) -> Squares {
    let members = OFFSETS.into_iter().filter_map(|(files, ranks)| corner.offset(files, ranks));
    members.fold(Squares::NONE, |all, square| all | SURROUNDINGS.within(square, distance as usize))
}

/// The areas that are up to a distance from any of these squares.
fn areas_within(sources: Squares, distance: u32) -> Squares {
    let mut reached = sources;
    for _ in 0..distance {
        let row = reached | reached.shifted(1, 0) | reached.shifted(-1, 0);
        reached = row | row.raised(1) | row.raised(-1);
    }
    let pair = reached | reached.shifted(-1, 0);
    (pair | pair.raised(-1)) & Squares::AREAS
}

#[cfg(test)]
mod tests {
    use super::super::tests::all;
    use super::*;

    #[test]
    #[cfg_attr(miri, ignore = "takes Miri minutes")]
    fn tables_are_the_ranges_of_the_built_in_variants() {
        for square in all() {
            assert_eq!(TORPEDO_RANGE[square.index()], between(square, [2, 2]));
            let alone: Squares = [square].into_iter().collect();
            assert_eq!(alone.areas_in_reach(), areas_within(alone, 2), "{}", square.name());
            assert_eq!(SOURCES[square.index()], around_area(square, 2), "{}", square.name());
            let ring = around_area(square, 1) & !AREA[square.index()];
            assert_eq!(RING[square.index()], ring, "{}", square.name());
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "takes Miri minutes")]
    fn ranges_are_distances_whatever_they_are() {
        let settings = |number: u32| WarpacSettings {
            torpedo_least: number / 2,
            torpedo_most: number,
            depth_charge_distance: number,
            contact_distance: number,
            ..WarpacSettings::SUBMARINES
        };
        for settings in (0..=15).map(settings) {
            for square in all().step_by(7) {
                let hits = |target: &Square| {
                    let range = settings.torpedo_least..=settings.torpedo_most;
                    range.contains(&square.distance(*target))
                };
                assert_eq!(settings.torpedo_range(square), all().filter(hits).collect());
                let alone = [square].into_iter().collect();
                let gap = |corner: Square, square: Square| {
                    let area = AREA[corner.index()].into_iter();
                    area.map(|member| member.distance(square)).min().unwrap()
                };
                let distance = settings.depth_charge_distance;
                let near = |corner: &Square| gap(*corner, square) <= distance;
                let areas = Squares::AREAS.into_iter().filter(near).collect();
                assert_eq!(settings.areas_in_reach(alone), areas);
                if Squares::AREAS.has(square) {
                    let near = |source: &Square| gap(square, *source) <= distance;
                    assert_eq!(settings.charge_sources(square), all().filter(near).collect());
                    let near = |other: &Square| (1..=distance).contains(&gap(square, *other));
                    assert_eq!(settings.contact_ring(square), all().filter(near).collect());
                }
            }
        }
    }
}
