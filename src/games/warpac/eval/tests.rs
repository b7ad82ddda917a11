//! Compares exchanges, captures, mop-up and submarine placement with plain reference methods.

use super::evaluator::{HandMade, VALUES_CP};
use super::oracle::LastShip;
use crate::game::{Game, Notation, Outcome, Player, Rng, Score};
use crate::games::warpac::board::{Square, Squares};
use crate::games::warpac::pieces::PieceKind;
use crate::games::warpac::submarine_placement::{placement_odds, random_placement};
use crate::games::warpac::tests::{all, read, square};
use crate::games::warpac::{Standard, Surface, WarpacAction, WarpacSettings};
use crate::search::{Evaluator, Exchange, Oracle, Tactics};
use std::collections::HashSet;

/// No square holds a submarine much more often than other squares, so no opponent can learn where they are.
#[test]
#[cfg_attr(miri, ignore = "takes Miri minutes")]
fn submarine_placements_are_legal_and_varied() {
    let settings = &WarpacSettings::SUBMARINES;
    for side in 0..2 {
        let mut rng = Rng::new(1);
        let placements: Vec<Squares> =
            (0..2000).map(|_| random_placement(settings, side, &mut rng)).collect();
        let abroad = |placement: &Squares| (*placement & !Squares::WATERS[side]).count();
        assert!(
            placements.iter().all(|placement| placement.count() == 5 && abroad(placement) <= 2)
        );
        assert!((0..=2).all(|count| placements.iter().any(|placement| abroad(placement) == count)));
        let often =
            |square: Square| placements.iter().filter(|placement| placement.has(square)).count();
        let most = all().map(often).max().unwrap();
        assert!(most < placements.len() / 6, "{most}");
        let names =
            |placement: &Squares| placement.into_iter().map(Square::name).collect::<String>();
        let different: HashSet<String> = placements.iter().map(names).collect();
        assert!(different.len() > 1900, "{}", different.len());
        // The frequency of each rank agrees with the computed probability.
        for rank in 0..16 {
            let here = |square: &Square| square.rank() == rank;
            let drawn: usize = all().filter(here).map(often).sum();
            let odds = placement_odds(settings, side).filter(|(square, _)| here(square));
            let share: f64 = odds.map(|(_, share)| share).sum();
            let expected = share * 5.0 * placements.len() as f64;
            assert!((drawn as f64 - expected).abs() < 150.0, "{rank}: {drawn}, {expected}");
        }
    }
}

#[test]
fn exchanges_count_a_carriers_squadron() {
    let cp = |fen: &str, from: &str, to: &str| {
        let game = Surface::from_fen(Standard::ALWAYS, fen).unwrap();
        game.exchange_cp(square(from), square(to))
    };
    let [carrier, squadron, battleship, _, destroyer] = VALUES_CP;
    // A battleship captures a carrier that a destroyer defends: it pays with a squadron, and does not without one.
    let board =
        |squadron: &str| format!("15k/{squadron}/16/16/16/16/16/16/16/3n12/16/4k11/16/16/16/K3R11");
    let alone = format!("{} w s - - - 0 1", board("16"));
    let wing = format!("{} w s p15^e5 - - 0 1", board("15q"));
    assert!(cp(&alone, "e1", "e5") < 0, "{}", cp(&alone, "e1", "e5"));
    assert!(cp(&wing, "e1", "e5") > 0, "{}", cp(&wing, "e1", "e5"));
    // The squadron would recapture, but it is lost with its carrier.
    let covered = "15k/16/16/16/16/4q11/16/16/16/16/16/4k11/16/16/16/K3R11 w s e11^e5 - - 0 1";
    assert_eq!(cp(covered, "e1", "e5"), carrier + squadron);
    // A second battleship stands behind the first one.
    let doubled = "15k/16/16/16/16/16/16/16/16/3n12/16/4n11/16/16/4R11/K3R11 w s - - - 0 1";
    assert_eq!(cp(doubled, "e2", "e5"), destroyer - battleship + destroyer);
}

/// The first piece in one direction from `to` that is not in `gone`.
fn first_along(game: &Surface, to: Square, step: (i32, i32), gone: Squares) -> Option<Square> {
    let mut next = to.offset(step.0, step.1);
    while let Some(square) = next {
        if game.occupied().has(square) && !gone.has(square) {
            return Some(square);
        }
        next = square.offset(step.0, step.1);
    }
    None
}

/// The cheapest piece of a side that can capture on `to`, found by walking in all directions.
fn cheapest_captor(game: &Surface, side: usize, to: Square, gone: Squares) -> Option<Square> {
    let is_a = |square: &Square, kind: PieceKind| (game.pieces(side, kind) & !gone).has(*square);
    let near = |kind: PieceKind, around: fn(Square, Square) -> bool| {
        all().find(|square| is_a(square, kind) && around(*square, to))
    };
    let slide = |kind: PieceKind, steps: &[(i32, i32)]| {
        let ends = steps.iter().filter_map(|step| first_along(game, to, *step, gone));
        ends.into_iter().find(|square| is_a(square, kind))
    };
    let diagonal = [(-1, -1), (1, 1), (-1, 1), (1, -1)];
    let straight = [(-1, 0), (1, 0), (0, -1), (0, 1)];
    near(PieceKind::Destroyer, Square::is_knight_step)
        .or_else(|| slide(PieceKind::Cruiser, &diagonal))
        .or_else(|| slide(PieceKind::Battleship, &straight))
        .or_else(|| slide(PieceKind::Squadron, &[diagonal, straight].concat()))
        .or_else(|| near(PieceKind::Squadron, Square::is_knight_step))
        .or_else(|| near(PieceKind::Carrier, |square, to| square.distance(to) == 1))
}

/// The squadron that is lost with the piece on `square`, or the square itself.
fn with_wing(game: &Surface, square: Square) -> Square {
    let is_carrier = game.cell(square).kind() == PieceKind::Carrier;
    game.partner(square).filter(|_| is_carrier).unwrap_or(square)
}

/// The value that `side` wins by recapturing on `to`, where `attacker` now stands.
fn take_back(game: &Surface, side: usize, to: Square, attacker: Square, mut gone: Squares) -> i32 {
    let Some(captor) = cheapest_captor(game, side, to, gone) else { return 0 };
    gone.insert(captor);
    gone.insert(with_wing(game, attacker));
    (game.loss_cp(attacker) - take_back(game, side ^ 1, to, captor, gone)).max(0)
}

/// Visits the positions of random games with many captures, and the captures in each.
fn for_captures(seed: u64, mut visit: impl FnMut(&Surface, &[WarpacAction])) {
    let mut rng = Rng::new(seed);
    for _ in 0..30 {
        let mut game = Surface::start(Standard::ALWAYS);
        while game.outcome().is_none() && game.fullmove < 150 {
            let mut actions = Vec::new();
            game.actions(&mut actions);
            let captures: Vec<WarpacAction> =
                actions.iter().copied().filter(|action| game.is_noisy(*action)).collect();
            visit(&game, &captures);
            let among =
                if rng.below(2) == 0 && !captures.is_empty() { &captures } else { &actions };
            game.make(among[rng.below(among.len())]);
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri minutes")]
fn exchanges_equal_a_plain_recursive_search() {
    let mut asked = 0;
    for_captures(5, |game, captures| {
        for action in captures {
            let (from, to) = (action.from(), action.to());
            let value = game.exchange_cp(from, to);
            let gone = [from, to, with_wing(game, to)].into_iter().collect();
            let answer = take_back(game, game.me() ^ 1, to, from, gone);
            assert_eq!(value, game.loss_cp(to) - answer, "{game:?}");
            for least in [value - 200, value, value + 1, value + 200, 0] {
                assert_eq!(game.exchange_wins(from, to, least), value >= least, "{game:?}");
                asked += 1;
            }
        }
    });
    assert!(asked > 5_000, "{asked}");
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri minutes")]
fn captures_that_win_enough_are_listed_once() {
    for_captures(6, |game, captures| {
        for least in [i32::MIN, 300, 700, 1000, 1500, 2000] {
            let mut listed = Vec::new();
            game.noisy_winning(least, &mut listed);
            for action in captures {
                let to = action.to();
                let times = listed.iter().filter(|other| *other == action).count();
                let wins = game.loss_cp(to) >= least;
                // Carriers are listed as if all had squadrons.
                let may_be_either = game.cell(to).kind() == PieceKind::Carrier && least < 2000;
                assert!(times == usize::from(wins) || may_be_either && times < 2, "{game:?}");
            }
            assert!(listed.iter().all(|action| captures.contains(action)), "{game:?}");
        }
    });
}

/// White's mop-up term.
fn mop_up(board: &str) -> i32 {
    let game = Surface::from_fen(Standard::ALWAYS, &format!("{board} b s - - - 0 1")).unwrap();
    game.mop_up_cp(0, 2000)
}

#[test]
fn a_wall_of_two_files_shuts_a_destroyer_in() {
    let wall = mop_up("16/16/16/16/16/16/16/16/n15/16/16/16/16/16/16/K1RR12");
    let gate = mop_up("16/16/16/16/16/16/16/16/n15/16/16/16/16/16/16/K1R4R8");
    assert!(wall > gate + 300, "{wall} {gate}");
}

#[test]
fn each_sunk_ship_is_progress() {
    let [three, two, one] = ["n6n4n3", "n6n8", "n15"]
        .map(|rank| mop_up(&format!("16/16/16/16/16/16/16/16/{rank}/16/16/16/16/16/16/K1R4R4R3")));
    assert!(three < two && two < one, "{three} {two} {one}");
    // Sinking the ship that is harder to catch is more progress.
    let [destroyer, battleship] = ["n15", "7r8"]
        .map(|rank| mop_up(&format!("16/16/16/16/16/16/16/16/{rank}/16/16/16/16/16/16/K1R4R4R3")));
    assert!(battleship < destroyer, "{battleship} {destroyer}");
}

/// A side that trades everything is left with too few pieces.
#[test]
fn a_ship_sunk_for_nothing_is_more_progress_than_a_traded_one() {
    let position = |rank: &str, pieces: &str| {
        mop_up(&format!("16/16/16/16/16/16/16/16/{rank}/16/16/16/16/16/16/{pieces}"))
    };
    let before = position("r3r3r3n3", "KRRRRRRRRNNN4");
    let traded = position("r3r3n7", "KRRRRRRRNNN5");
    let sunk = position("r3r3n7", "KRRRRRRRRNNN4");
    assert!(before < traded && traded < sunk, "{before} {traded} {sunk}");
}

#[test]
fn a_last_ship_without_safe_squares_is_lost() {
    let shut = mop_up("n15/1K14/16/16/16/16/16/16/16/16/16/16/16/16/16/2R13");
    let open = mop_up("n15/16/16/2K13/16/16/16/16/16/16/16/16/16/16/16/2R13");
    assert!(shut > open + 1000, "{shut} {open}");
}

/// Black is to move: whether its last ship is cornered, and whether the null move is allowed.
fn compulsion(fen: &str) -> [bool; 2] {
    let mut game = Surface::from_fen(Standard::ALWAYS, fen).unwrap();
    [game.is_forced(), game.pass().is_some()]
}

#[test]
fn only_a_last_ship_is_forced_to_move() {
    let shut = "n15/1K14/16/16/16/16/16/16/16/16/16/16/16/16/16/2R13 b s - - - 0 1";
    let open = "16/16/16/16/5n10/16/16/2K13/16/16/16/16/16/16/16/2R13 b s - - - 0 1";
    let with_another = "n15/1K14/16/16/16/16/16/16/16/16/16/16/16/16/15n/2R13 b s - - - 0 1";
    assert_eq!(compulsion(shut), [true, false]);
    assert_eq!(compulsion(open), [false, false]);
    assert_eq!(compulsion(with_another), [false, true]);
    // With submarines there are other turns to make.
    let dives = "n15/1K14/16/16/16/16/16/16/16/16/16/16/16/16/16/2R13 b s - -/p8 - 0 1";
    let mut game = read(dives);
    assert!(!game.is_forced() && game.pass().is_some());
}

/// Whether Black, to move, loses its last ship to White's answer after every action, by brute force.
fn loses_at_once(game: &Surface) -> bool {
    let legal = |state: &Surface| {
        let mut actions = Vec::new();
        state.actions(&mut actions);
        actions
    };
    let after = |state: &Surface, action: WarpacAction| {
        let mut child = state.clone();
        child.make(action);
        child
    };
    let is_won = |state: &Surface| state.outcome() == Some(Outcome::Win(Player::ONE));
    legal(game)
        .into_iter()
        .map(|way| after(game, way))
        .all(|child| legal(&child).into_iter().any(|answer| is_won(&after(&child, answer))))
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri minutes")]
fn the_oracle_of_the_last_ship_is_right() {
    let mut rng = Rng::new(9);
    let (mut lost, mut known) = (0, 0);
    for round in 0..20_000 {
        // A ship in or near a corner, and enemy pieces in the same part of the board.
        let mut cells = [['.'; 16]; 16];
        let mut place = |letter: char, reach: usize| {
            let [file, rank] = [rng.below(reach), rng.below(reach)];
            if cells[rank][file] == '.' {
                cells[rank][file] = letter;
            }
        };
        for piece in ['R', 'R', 'B', 'B', 'N', 'N', 'K', 'R', 'N', 'N', 'B', 'K'] {
            place(piece, 6);
        }
        place(['r', 'b', 'n', 'k'][round % 4], 2);
        let rows: Vec<String> = cells
            .iter()
            .rev()
            .map(|row| row.iter().map(|cell| cell.to_string().replace('.', "1")).collect())
            .map(|row: String| merge_runs(&row))
            .collect();
        let halfmove = [0, 198, 199][round % 3];
        let fen = format!("{} b s - - - {halfmove} 90", rows.join("/"));
        let Ok(game) = Surface::from_fen(Standard::ALWAYS, &fen) else { continue };
        if game.outcome().is_some() || game.ships(1).count() != 1 {
            continue;
        }
        let probed = LastShip::probe(&game);
        assert!(probed.is_none_or(|score| score == Score::loss_in(1)), "{fen}");
        let is_lost = loses_at_once(&game);
        assert!(is_lost || probed.is_none(), "{fen}");
        lost += usize::from(is_lost);
        known += usize::from(probed.is_some());
    }
    // The oracle misses only a few: those where a capture uncovers or removes a guard.
    assert!(known > 100 && known * 10 > lost * 9, "{known} of {lost}");
}

/// A rank of letters and ones, with runs of ones added up.
fn merge_runs(row: &str) -> String {
    let mut text = String::new();
    let mut run = 0;
    for cell in row.chars().chain(['/']) {
        if cell == '1' {
            run += 1;
            continue;
        }
        if run > 0 {
            text.push_str(&run.to_string());
        }
        run = 0;
        if cell != '/' {
            text.push(cell);
        }
    }
    text
}

#[test]
fn loose_pieces_and_threats_of_the_mover_are_counted() {
    let counts = |fen: &str| {
        let game = Surface::from_fen(Standard::ALWAYS, fen).unwrap();
        let counts = <HandMade as Evaluator<Surface>>::features(&game);
        let a_side = counts.len() / 2;
        // The last two features of each side: loose enemies attacked, threats of the mover.
        [a_side - 2, a_side - 1, 2 * a_side - 2, 2 * a_side - 1].map(|index| counts[index])
    };
    // A white battleship attacks a destroyer, with or without a battleship beside it as a defender.
    let board =
        |row: &str| format!("15k/16/16/16/16/16/16/16/16/16/16/{row}/16/16/16/K3R11 w s - - - 0 1");
    assert_eq!(counts(&board("4n11")), [1, 1, 0, 0]);
    assert_eq!(counts(&board("4nr10")), [0, 0, 0, 0]);
    // A dearer piece is threatened even if it is defended, but only by the side to move.
    let dearer = "15k/16/16/16/16/16/16/16/16/16/16/4qr10/16/16/16/K3R11 w s e5^p16 - - 0 1";
    assert_eq!(counts(dearer), [0, 1, 1, 0]);
    assert_eq!(counts(&dearer.replace(" w ", " b ")), [0, 0, 1, 1]);
}
