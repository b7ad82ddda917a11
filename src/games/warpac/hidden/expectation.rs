//! The expected gain of depth charges, averaged over the belief (rules.md 5.3).

use super::SUBMARINE_CP;
use crate::games::warpac::WarAction;
use crate::games::warpac::actions::ActionKind;
use crate::games::warpac::board::{AREA, SQUARES, Square, Squares};
use crate::games::warpac::underwater::Report;

/// The number of most promising attacks for which the information in the report is evaluated.
const ASKED: usize = 8;
/// The share of the report's value that counts. The full value would hold only if nothing moved meanwhile.
const LESSON_PERCENT: i32 = 40;
/// The possible reports: 0 to 4 sunk, with a contact or without.
const REPORTS: usize = 10;

/// By square, the number of particles with a submarine there.
type Density = [i32; SQUARES];

/// For each depth-charge attack among `actions` its expected gain in centipawns; `None` for other actions. The gain
/// is what the attack sinks on the average of `particles`, plus the value of its report for the next attack.
pub(super) fn expectations(particles: &[Squares], actions: &[WarAction]) -> Vec<Option<i32>> {
    let is_attack = |action: &&WarAction| action.kind() == ActionKind::DepthCharge;
    let corners: Vec<Square> =
        actions.iter().filter(is_attack).map(|action| action.from()).collect();
    let all = particles.len().max(1) as i32;
    let density = density_of(particles.iter().copied());
    let mut worth = [0; SQUARES];
    for corner in &corners {
        worth[corner.index()] = hits(&density, *corner);
    }
    let mut dearest = corners.clone();
    dearest.sort_by_key(|corner| std::cmp::Reverse(worth[corner.index()]));
    dearest.truncate(ASKED);
    let best = dearest.first().map_or(0, |corner| worth[corner.index()]);
    for corner in dearest {
        let lesson = (best_after(particles, corner, &corners) - best).max(0);
        worth[corner.index()] += lesson * LESSON_PERCENT / 100;
    }
    let value = |action: &WarAction| {
        let is_attack = action.kind() == ActionKind::DepthCharge;
        is_attack.then(|| SUBMARINE_CP * worth[action.from().index()] / all)
    };
    actions.iter().map(value).collect()
}

pub(super) fn density_of(particles: impl Iterator<Item = Squares>) -> Density {
    let mut density = [0; SQUARES];
    for square in particles.flatten() {
        density[square.index()] += 1;
    }
    density
}

/// The number of submarines that an attack sinks, summed over all particles.
pub(super) fn hits(density: &Density, corner: Square) -> i32 {
    AREA[corner.index()].into_iter().map(|square| density[square.index()]).sum()
}

/// The number of submarines that the best second attack sinks, summed over all particles. The first attack hits the
/// area at `corner`, and its report is known.
fn best_after(particles: &[Squares], corner: Square, corners: &[Square]) -> i32 {
    let mut cases: [Vec<Squares>; REPORTS] = Default::default();
    for particle in particles {
        let Report { sunk, contact } = Report::on(corner, *particle);
        let case = (2 * sunk as usize + usize::from(contact)).min(REPORTS - 1);
        cases[case].push(*particle & !AREA[corner.index()]);
    }
    let best = |case: &Vec<Squares>| {
        let density = density_of(case.iter().copied());
        corners.iter().map(|corner| hits(&density, *corner)).max().unwrap_or(0)
    };
    cases.iter().filter(|case| !case.is_empty()).map(best).sum()
}
