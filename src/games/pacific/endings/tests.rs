//! The numbering and the predecessors, against the rules.

use super::*;
use crate::game::Notation;
use crate::games::pacific::{PacificA, PacificB};

/// A number in each class, spread over the class.
fn some_positions<const B: bool>(pieces: u32) -> Vec<(Material, u64, Pacific<B>)> {
    let endings: &dyn Endings<Pacific<B>> = &PlanelessEndings;
    let mut found = Vec::new();
    for class in endings.classes(pieces) {
        for class in [class, endings.turned(class)] {
            let count = endings.slices(class) * endings.slice_size(class);
            let step = (count / 300).max(1) as usize;
            for index in (0..count).step_by(step) {
                found.push((class, index, endings.position((), class, index).unwrap()));
            }
        }
    }
    found
}

#[test]
fn numbers_and_positions_are_inverse() {
    let endings: &dyn Endings<PacificA> = &PlanelessEndings;
    for (class, index, game) in some_positions::<false>(7) {
        assert_eq!(endings.locate(&game), Some((class, index)), "{}", game.fen());
        let read = PacificA::from_fen((), &game.fen()).unwrap();
        assert_eq!(endings.locate(&read), Some((class, index)), "{}", game.fen());
    }
}

#[test]
fn black_sees_the_board_turned() {
    let endings: &dyn Endings<PacificA> = &PlanelessEndings;
    let white = PacificA::from_fen((), "4/4/1k2/4/C13/3K/4/4 w 0 1").unwrap();
    let black = PacificA::from_fen((), "4/4/k3/3c1/4/2K1/4/4 b 0 1").unwrap();
    assert_eq!(endings.locate(&white), endings.locate(&black));
    assert_eq!(endings.name(endings.locate(&white).unwrap().0), "CKvK");
}

/// All predecessors lead here by one quiet action, and all quiet actions are found from behind.
fn predecessors_invert_quiet_actions<const B: bool>() {
    let endings: &dyn Endings<Pacific<B>> = &PlanelessEndings;
    let same = |a: &Pacific<B>, b: &Pacific<B>| endings.locate(a) == endings.locate(b);
    for (_, _, game) in some_positions::<B>(5) {
        let (mut befores, mut actions) = (Vec::new(), Vec::new());
        endings.predecessors(&game, &mut befores);
        for before in &befores {
            actions.clear();
            before.actions(&mut actions);
            let leads_here = |action: &PacificAction| {
                let mut after = *before;
                after.make(*action);
                !endings.resets(before, *action) && same(&after, &game)
            };
            assert_eq!(actions.iter().filter(|action| leads_here(action)).count(), 1);
        }
        actions.clear();
        game.actions(&mut actions);
        for action in actions.iter().filter(|action| !endings.resets(&game, **action)) {
            let mut after = game;
            after.make(*action);
            befores.clear();
            endings.predecessors(&after, &mut befores);
            assert_eq!(befores.iter().filter(|before| same(before, &game)).count(), 1);
        }
    }
}

#[test]
fn predecessors_invert_the_plain_moves_of_kamikazes() {
    predecessors_invert_quiet_actions::<false>();
    predecessors_invert_quiet_actions::<true>();
}

/// An action that resets the clock leads to a listed class or to a lower stage.
fn resetting_actions_lead_on<const B: bool>() {
    let endings: &dyn Endings<Pacific<B>> = &PlanelessEndings;
    let stage = |class, index: u64| endings.stage(class, index / endings.slice_size(class));
    let mut actions = Vec::new();
    for (class, index, game) in some_positions::<B>(6) {
        actions.clear();
        game.actions(&mut actions);
        for action in &actions {
            let mut after = game;
            after.make(*action);
            let Some((next, at)) = endings.locate(&after) else {
                assert!(after.outcome().is_some(), "{}", after.fen());
                continue;
            };
            if !endings.resets(&game, *action) {
                assert_eq!((next, stage(next, at)), (endings.turned(class), stage(class, index)));
            } else if next == endings.turned(class) {
                assert!(stage(next, at) < stage(class, index), "{}", game.fen());
            } else {
                assert!(endings.leads_to(class).contains(&next), "{}", game.fen());
                assert!(endings.pieces(next) < endings.pieces(class));
            }
        }
    }
}

#[test]
fn actions_that_reset_the_clock_lead_to_a_class_or_stage_before() {
    resetting_actions_lead_on::<false>();
    resetting_actions_lead_on::<true>();
}

#[test]
fn classes_are_named_and_counted() {
    let endings: &dyn Endings<PacificB> = &PlanelessEndings;
    let names: Vec<String> =
        endings.classes(3).into_iter().map(|class| endings.name(class)).collect();
    assert_eq!(names, ["KvK", "CKvK", "KKvK"]);
    assert_eq!(endings.classes(4).len(), 3 + 3 + 3);
}
