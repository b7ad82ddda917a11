//! Random settings of all switches of a game: the rules hold together whatever a file says.

mod cru;
mod gameofwar;
mod naive_cru;
mod pacific;
mod warpac;

use crate::common::Random;
use strategos::game::{Switch, SwitchKind, SwitchTable, SwitchValue};
use strategos::games::Playable;

/// These settings with a random value of each switch that is no text.
fn random_settings<S>(draft: &S, table: &SwitchTable<S>, random: &mut Random) -> &'static S
where
    S: Copy,
{
    let mut settings = *draft;
    for switch in table.switches {
        let value = random_value(switch, random);
        let kept = value.map(|value| switch.set(&mut settings, &value, |_| unreachable!()));
        assert_ne!(kept, Some(false), "{}", switch.key);
    }
    Box::leak(Box::new(settings))
}

fn random_value<S>(switch: &Switch<S>, random: &mut Random) -> Option<SwitchValue> {
    Some(match &switch.kind {
        SwitchKind::Number { range, .. } => {
            let count = range.end() - range.start() + 1;
            SwitchValue::Number(i64::from(*range.start()) + random.below(count as usize) as i64)
        }
        SwitchKind::Flag { .. } => SwitchValue::Flag(random.below(2) == 0),
        SwitchKind::Word { words, .. } => SwitchValue::Text(random.pick(words).to_string()),
        SwitchKind::Text { .. } => return None,
    })
}

/// Leaves by making every action that is legal one by one.
fn plain_perft<G: Playable>(game: &G, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut actions = Vec::new();
    game.actions(&mut actions);
    let leaves = |action| {
        let mut after = game.clone();
        after.make(action);
        plain_perft(&after, depth - 1)
    };
    actions.into_iter().map(leaves).sum()
}
