//! The numbering and the predecessors, against the rules.

use super::*;
use crate::game::{Notation, check_clock};
use crate::games::pacific::{PacificA, PacificB, TypeA, TypeB};

/// A number in each class, spread over the class.
fn some_positions<R: PacificRules + Default>(pieces: u32) -> Vec<(Material, u64, Pacific<R>)> {
    let endings: &dyn Endings<Pacific<R>> = &PacificEndings;
    let mut found = Vec::new();
    for class in endings.classes(R::default(), pieces) {
        for class in [class, endings.turned(class)] {
            let count = endings.slices(class) * endings.slice_size(class);
            let step = (count / 300).max(1) as usize;
            for index in (0..count).step_by(step) {
                let game = endings.position(R::default(), class, index);
                found.extend(game.map(|game| (class, index, game)));
            }
        }
    }
    found
}

#[test]
fn numbers_and_positions_are_inverse() {
    let endings: &dyn Endings<PacificA> = &PacificEndings;
    for (class, index, game) in some_positions::<TypeA>(7) {
        assert_eq!(endings.locate(&game), Some((class, index)), "{}", game.fen());
        let read = PacificA::from_fen(TypeA, &game.fen()).unwrap();
        assert_eq!(endings.locate(&read), Some((class, index)), "{}", game.fen());
    }
}

#[test]
fn the_clock_is_set_as_in_a_fen() {
    let endings: &dyn Endings<PacificA> = &PacificEndings;
    for (_, _, game) in some_positions::<TypeA>(3) {
        check_clock(endings, TypeA, game);
    }
}

#[test]
fn black_sees_the_board_turned() {
    let endings: &dyn Endings<PacificA> = &PacificEndings;
    let white = PacificA::from_fen(TypeA, "4/4/1k2/4/C13/3K/4/4 w 0 1").unwrap();
    let black = PacificA::from_fen(TypeA, "4/4/k3/3c1/4/2K1/4/4 b 0 1").unwrap();
    assert_eq!(endings.locate(&white), endings.locate(&black));
    assert_eq!(endings.name(endings.locate(&white).unwrap().0), "CKvK");
}

/// All predecessors lead here by one quiet action, and all quiet actions are found from behind.
fn predecessors_invert_quiet_actions<R: PacificRules + Default>() {
    let endings: &dyn Endings<Pacific<R>> = &PacificEndings;
    for (class, index, game) in some_positions::<R>(5) {
        let (mut befores, mut actions) = (Vec::new(), Vec::new());
        let before_class = endings.turned(class);
        if game.outcome().is_none() {
            endings.predecessors(R::default(), class, index, &mut befores);
        }
        for before in &befores {
            let before = endings.position(R::default(), before_class, *before).unwrap();
            actions.clear();
            before.actions(&mut actions);
            let leads_here = |action: &PacificAction| {
                let mut after = before;
                after.make(*action);
                endings.stays(&before, *action) && endings.locate(&after) == Some((class, index))
            };
            assert_eq!(actions.iter().filter(|action| leads_here(action)).count(), 1);
        }
        actions.clear();
        game.actions(&mut actions);
        for action in actions.iter().filter(|action| endings.stays(&game, **action)) {
            let mut after = game;
            after.make(*action);
            let (next, at) = endings.locate(&after).unwrap();
            assert_eq!(next, before_class);
            befores.clear();
            endings.predecessors(R::default(), next, at, &mut befores);
            assert_eq!(befores.iter().filter(|before| **before == index).count(), 1);
        }
    }
}

#[test]
fn predecessors_invert_the_plain_moves_of_kamikazes() {
    predecessors_invert_quiet_actions::<TypeA>();
    predecessors_invert_quiet_actions::<TypeB>();
}

/// An action that resets the clock leads to a listed class or to a lower stage.
fn resetting_actions_lead_on<R: PacificRules + Default>() {
    let endings: &dyn Endings<Pacific<R>> = &PacificEndings;
    let stage = |class, index: u64| endings.stage(class, index / endings.slice_size(class));
    let mut actions = Vec::new();
    for (class, index, game) in some_positions::<R>(6) {
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
                assert!(endings.leads_to(R::default(), class).contains(&next), "{}", game.fen());
                // A plane may have become a Kamikaze.
                let order = |class| {
                    let planes = endings.name(class).matches('P').count();
                    (endings.pieces(class), planes)
                };
                assert!(order(next) < order(class), "{}", game.fen());
            }
        }
    }
}

#[test]
fn actions_that_reset_the_clock_lead_to_a_class_or_stage_before() {
    resetting_actions_lead_on::<TypeA>();
    resetting_actions_lead_on::<TypeB>();
}

#[test]
fn classes_are_named_and_counted() {
    let endings: &dyn Endings<PacificB> = &PacificEndings;
    let names: Vec<String> =
        endings.classes(TypeB, 3).into_iter().map(|class| endings.name(class)).collect();
    assert_eq!(names, ["KvK", "CKvK", "KKvK", "CPvK"]);
    let with_planes = |pieces| -> Vec<String> {
        let names = endings.classes(TypeB, pieces).into_iter().map(|class| endings.name(class));
        names.filter(|name| name.contains('P')).collect()
    };
    let expected = ["CPvK", "CKvCP", "KKvCP", "CCPvK", "CPKvK", "CPvCP", "CPPvK"];
    assert_eq!(with_planes(4), expected);
    assert_eq!(with_planes(9), expected);
    assert_eq!(endings.classes(TypeB, 4).len(), 3 + 6 + expected.len());
}

/// The numbers of carriers do not matter, but which carrier has the plane does.
#[test]
fn planes_belong_to_their_carrier() {
    let endings: &dyn Endings<PacificA> = &PacificEndings;
    let number = |fen: &str| endings.locate(&PacificA::from_fen(TypeA, fen).unwrap());
    let first = number("4/4/4/2k1/P13/4/C1C22/4 w 0 1");
    assert_eq!(number("4/4/4/2k1/P43/4/C4C12/4 w 0 1"), first);
    let second = number("4/4/4/2k1/P23/4/C1C22/4 w 0 1");
    assert!(second.is_some() && second != first);
    assert_eq!(second.map(|(class, _)| class), first.map(|(class, _)| class));
    // A plane that is three rows ahead of its carrier waits, which its place alone tells.
    for fen in ["4/4/4/2k1/P13/4/4/C13 w 0 1", "4/4/4/2k1/P13/4/C13/4 w 0 1"] {
        let game = PacificA::from_fen(TypeA, fen).unwrap();
        let (class, index) = endings.locate(&game).unwrap();
        let made = endings.position(TypeA, class, index).unwrap();
        assert_eq!((made.fen(), made.count_actions()), (game.fen(), game.count_actions()));
    }
    assert!(number("4/4/4/2k1/P13/4/C1C22/2K1 w 0 1").is_none(), "more pieces than tables have");
}
