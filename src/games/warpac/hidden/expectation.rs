//! The expected gain of depth charges, averaged over the belief (rules.md 5.3).

use super::SUBMARINE_CP;
use crate::games::warpac::actions::ActionKind;
use crate::games::warpac::board::{AREA, SQUARES, Square, Squares};
use crate::games::warpac::underwater::ChargeReport;
use crate::games::warpac::{WarpacAction, WarpacSettings};

/// The number of most promising attacks for which the information in the report is evaluated.
const EVALUATED_REPORTS: usize = 8;
/// The share of the report's value that counts. The full value would hold only if nothing moved meanwhile.
const INFORMATION_PERCENT: i32 = 40;
/// The possible reports: 0 to 4 sunk, with a contact or without.
const REPORTS: usize = 10;

/// By square, the number of particles with a submarine there.
type ParticleCounts = [i32; SQUARES];

/// For each depth-charge attack among `actions` its expected gain in centipawns; `None` for other actions. The gain
/// is what the attack sinks on the average of `particles`, plus the value of its report for the next attack.
pub(super) fn expectations(
    settings: &WarpacSettings,
    particles: &[Squares],
    actions: &[WarpacAction],
) -> Vec<Option<i32>> {
    let is_attack = |action: &&WarpacAction| action.kind() == ActionKind::DepthCharge;
    let corners: Vec<Square> =
        actions.iter().filter(is_attack).map(|action| action.from()).collect();
    let all = particles.len().max(1) as i32;
    let counts = particle_counts(particles.iter().copied());
    let mut sunk = [0; SQUARES];
    for corner in &corners {
        sunk[corner.index()] = hits(&counts, *corner);
    }
    let mut best_corners = corners.clone();
    best_corners.sort_by_key(|corner| std::cmp::Reverse(sunk[corner.index()]));
    best_corners.truncate(EVALUATED_REPORTS);
    let best = best_corners.first().map_or(0, |corner| sunk[corner.index()]);
    for corner in best_corners {
        let information = (best_after(settings, particles, corner, &corners) - best).max(0);
        sunk[corner.index()] += information * INFORMATION_PERCENT / 100;
    }
    let value = |action: &WarpacAction| {
        let is_attack = action.kind() == ActionKind::DepthCharge;
        is_attack.then(|| SUBMARINE_CP * sunk[action.from().index()] / all)
    };
    actions.iter().map(value).collect()
}

pub(super) fn particle_counts(particles: impl Iterator<Item = Squares>) -> ParticleCounts {
    let mut counts = [0; SQUARES];
    for square in particles.flatten() {
        counts[square.index()] += 1;
    }
    counts
}

/// The number of submarines that an attack sinks, summed over all particles.
pub(super) fn hits(counts: &ParticleCounts, corner: Square) -> i32 {
    AREA[corner.index()].into_iter().map(|square| counts[square.index()]).sum()
}

/// The number of submarines that the best second attack sinks, summed over all particles. The first attack hits the
/// area at `corner`, and its report is known.
fn best_after(
    settings: &WarpacSettings,
    particles: &[Squares],
    corner: Square,
    corners: &[Square],
) -> i32 {
    let mut cases: [Vec<Squares>; REPORTS] = Default::default();
    for particle in particles {
        let ChargeReport { sunk, contact } = ChargeReport::on(settings, corner, *particle);
        let case = (2 * sunk as usize + usize::from(contact)).min(REPORTS - 1);
        cases[case].push(*particle & !AREA[corner.index()]);
    }
    let best = |case: &Vec<Squares>| {
        let counts = particle_counts(case.iter().copied());
        corners.iter().map(|corner| hits(&counts, *corner)).max().unwrap_or(0)
    };
    cases.iter().filter(|case| !case.is_empty()).map(best).sum()
}
