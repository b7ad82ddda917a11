//! The numbering and the moves taken back, against the rules.

use super::*;
use crate::game::{Notation, Rng, check_clock};
use crate::games::warpac::{Standard, Surface};
use std::collections::HashMap;

const RULES: [Standard<false>; 2] = [Standard::ALWAYS, Standard::ONCE];
const ENDINGS: &dyn Endings<Surface> = &WarpacEndings;

/// Calls `check` with positions of every class, half of them with the anchor on the diagonal.
fn each_position(rules: Standard<false>, mut check: impl FnMut(Material, u64, Surface)) {
    let mut rng = Rng::new(5);
    for class in ENDINGS.classes(rules, MOST_PIECES) {
        for class in [class, ENDINGS.turned(class)] {
            let size = ENDINGS.slice_size(class);
            let mut found = 0;
            while found < 30 {
                let mut index = rng.number() % size;
                if found % 2 == 0 {
                    // The last square of the triangle in its row is on the diagonal.
                    let diagonal = [0, 2, 5, 9, 14, 20, 27, 35][rng.below(8)];
                    index = diagonal * (size / 36) + index % (size / 36);
                }
                if let Some(game) = ENDINGS.position(rules, class, index) {
                    check(class, index, game);
                    found += 1;
                }
            }
        }
    }
}

/// The same position on the mirrored board, with the players exchanged as well.
fn images(rules: Standard<false>, game: &Surface) -> Vec<Surface> {
    let images = (0..16).map(|image| {
        let see = |square: Square| {
            let mask = [0, 0x0F, 0xF0, 0xFF][image % 4];
            let mirrored = square.0 ^ mask;
            Square(if image & 4 == 0 { mirrored } else { mirrored.rotate_left(4) })
        };
        let turned = image / 8;
        let mut made = Surface::empty(rules);
        for square in game.occupied() {
            let cell = game.cell(square);
            made.put(see(square), Cell::new(cell.side() ^ turned, cell.kind()));
        }
        for square in game.kinds[PieceKind::Squadron.index()] {
            let flags = [game.docked.has(square), game.spent.has(square)];
            made.link_wing(see(square), see(game.partner(square).unwrap()), flags);
        }
        if turned == 1 {
            made.set_turn(Phase::Surface, crate::game::Player::TWO);
        }
        made
    });
    images.collect()
}

#[test]
fn numbers_and_positions_are_inverse_and_know_the_symmetries() {
    for rules in RULES {
        each_position(rules, |class, index, game| {
            let read = Surface::from_fen(rules, &game.fen()).unwrap();
            assert_eq!(read, game);
            for image in images(rules, &game) {
                assert_eq!(ENDINGS.locate(&image), Some((class, index)), "{}", image.fen());
            }
        });
    }
}

#[test]
fn the_clock_is_set_as_in_a_fen() {
    for rules in RULES {
        each_position(rules, |_, _, game| check_clock(ENDINGS, rules, game));
    }
}

fn count(numbers: impl IntoIterator<Item = u64>) -> HashMap<u64, usize> {
    let mut counts = HashMap::new();
    numbers.into_iter().for_each(|number| *counts.entry(number).or_default() += 1);
    counts
}

/// The numbers to which the actions that stay in a class lead.
fn forward(game: &Surface) -> Vec<u64> {
    let mut actions = Vec::new();
    game.actions(&mut actions);
    let staying = actions.into_iter().filter(|action| ENDINGS.stays(game, *action));
    let after = |action| {
        let mut after = game.clone();
        after.make(action);
        ENDINGS.locate(&after).unwrap().1
    };
    staying.map(after).collect()
}

/// As often as actions lead to a position, so often it leads back.
#[test]
fn predecessors_invert_the_moves_that_stay() {
    for rules in RULES {
        each_position(rules, |class, index, game| {
            let before_class = ENDINGS.turned(class);
            let back = |class, index| {
                let mut numbers = Vec::new();
                ENDINGS.predecessors(rules, class, index, &mut numbers);
                count(numbers)
            };
            for (before, times) in back(class, index) {
                let before = ENDINGS.position(rules, before_class, before).unwrap();
                let there = count(forward(&before));
                assert_eq!(there.get(&index), Some(&times), "{} to {}", before.fen(), game.fen());
            }
            for (after, times) in count(forward(&game)) {
                let back = back(before_class, after);
                assert_eq!(back.get(&index), Some(&times), "{} to {after}", game.fen());
            }
        });
    }
}

/// An action that does not stay ends the game or leads to a class that is listed, and that is made before.
#[test]
fn other_actions_lead_to_classes_made_before() {
    for rules in RULES {
        let classes = ENDINGS.classes(rules, MOST_PIECES);
        let place = |class: Material| {
            let named = class.max(ENDINGS.turned(class));
            classes.iter().position(|other| *other == named).unwrap()
        };
        each_position(rules, |class, _, game| {
            let mut actions = Vec::new();
            game.actions(&mut actions);
            for action in actions {
                let mut after = game.clone();
                after.make(action);
                let Some((next, _)) = ENDINGS.locate(&after).filter(|_| after.outcome().is_none())
                else {
                    assert!(after.outcome().is_some(), "{}", after.fen());
                    continue;
                };
                let stays = ENDINGS.stays(&game, action);
                assert_eq!(stays, next == ENDINGS.turned(class), "{}", after.fen());
                assert!(!stays || !ENDINGS.resets(&game, action));
                assert!(stays || ENDINGS.leads_to(rules, class).contains(&next), "{}", after.fen());
                assert!(stays || place(next) < place(class), "{}", after.fen());
            }
        });
    }
}

#[test]
fn classes_are_named_and_counted() {
    let names = |rules, pieces| -> Vec<String> {
        ENDINGS.classes(rules, pieces).into_iter().map(|class| ENDINGS.name(class)).collect()
    };
    let two = names(Standard::ALWAYS, 2);
    assert_eq!(two, ["NvN", "BvN", "BvB", "RvN", "RvB", "RvR", "KvN", "KvB", "KvR", "KvK"]);
    let three = names(Standard::ALWAYS, 3);
    assert_eq!(three.len(), 10 + 40 + 8);
    assert!(["KBvK", "NNvR", "KQvN", "KDvK"].iter().all(|name| three.iter().any(|it| it == name)));
    assert_eq!(names(Standard::ALWAYS, 9)[58..], ["KQvKQ", "KDvKQ", "KDvKD"]);
    let once = names(Standard::ONCE, 9);
    let with_spent = once.iter().filter(|name| name.contains('X'));
    assert_eq!(with_spent.count(), 4 + 3);
    assert_eq!(once.len(), 61 + 7);
    let sizes =
        [("KvK", 36 * 256), ("KBvK", 36 << 16), ("NNvK", 36 * 32_640), ("KDvK", 36 * 9 * 256)];
    for (name, size) in sizes {
        let all = ENDINGS.classes(Standard::ALWAYS, 9);
        let class = all.into_iter().find(|class| ENDINGS.name(*class) == name).unwrap();
        assert_eq!(ENDINGS.slice_size(class), size, "{name}");
    }
}

#[test]
fn positions_of_other_kinds_have_no_number() {
    let number = |fen: &str| ENDINGS.locate(&Surface::from_fen(Standard::ALWAYS, fen).unwrap());
    let rest = "16/16/16/16/16/16/16/16/16/16/16/16/16/16";
    let fen = |ranks: &str, wings: &str| format!("{rest}/{ranks} w s {wings} - - 0 1");
    assert!(number(&fen("KR13k/16", "-")).is_some());
    assert!(number(&fen("KR13k/r15", "-")).is_none(), "four ships");
    assert!(number(&fen("KQ13k/16", "b2>a2")).is_some());
    assert!(number(&fen("KQ13k/r15", "b2>a2")).is_none(), "three ships and a squadron");
    assert!(number(&fen("KQ12qk/16", "b2>a2,o2>p2")).is_some());
    let deploying = Surface::deployment(Standard::ALWAYS);
    assert!(ENDINGS.class(&deploying).is_none());
    assert_eq!(ENDINGS.limit_plies(), 200);
}
