//! Random settings of Pacru, Azacru and Shacru.

use super::naive_cru::Board;
use super::{plain_perft, random_settings};
use crate::common::{Random, random_game_from};
use std::sync::atomic::AtomicBool;
use strategos::game::{Charset, Game, Learnable, Notation, perft};
use strategos::games::pacru::{
    Azacru, AzacruRules, Cru, CruAction, CruOfFile, CruSettings, Family, Meeting, Pacru,
    PacruRules, Shacru, ShacruRules, switches,
};
use strategos::games::{Playable, Variant};
use strategos::search::Tactics;

/// Positions in which two chevrons of White may meet.
const MEETINGS: [&str; 3] = [
    "bbbbbbbbb/9/9/4W4*4/4w4/4W04/9/9/4B04 w - 0 1",
    "bbbbbbbb1/9/9/w8/wW2*b1wW6*3/9/9/9/4B04 w - 0 1",
    "bbb6/bbb6/bbb6/wbb6/wW2*b1wW6*3/b2wW63/9/7B01/4B04 w - 0 1",
];

/// Turns and actions that random games have shown.
#[derive(Default, Debug)]
struct Seen {
    positions: usize,
    captures: usize,
    bonuses: usize,
    barred: usize,
    payments: usize,
    free_rotations: usize,
    lost_chevrons: usize,
    twists: usize,
    stops: usize,
}

/// Random settings, with numbers that matter often.
fn lively_settings<const PLAYERS: usize>(
    parent: &CruSettings,
    random: &mut Random,
) -> &'static CruSettings {
    let mut settings = *random_settings(parent, &switches::<PLAYERS>(parent), random);
    if random.below(3) > 0 {
        settings.meeting_threshold %= 12;
        settings.rotation_prices = settings.rotation_prices.map(|price| price % 4);
        settings.markers_to_win = settings.markers_to_win % 40 + 20;
    }
    if random.below(3) > 0 {
        settings.stop_turns = settings.stop_turns % 30 + 1;
        settings.most_power = 9;
    }
    Box::leak(Box::new(settings))
}

/// Plays games with random settings, and compares each position with [`Board`].
fn check<const PLAYERS: usize>(
    parent: &CruSettings,
    fens: &[&str],
    games: usize,
    random: &mut Random,
    seen: &mut Seen,
) where
    CruOfFile<PLAYERS>: Playable<Action = CruAction, Rules = &'static CruSettings>,
{
    for number in 0..games {
        let settings = lively_settings::<PLAYERS>(parent, random);
        let fen = fens[number % fens.len()];
        let Ok(start) = CruOfFile::<PLAYERS>::from_fen(settings, fen) else { continue };
        for played in random_game_from(start, random, 60) {
            check_position(played.state(), settings, seen);
        }
    }
}

fn check_position<const PLAYERS: usize>(
    game: &CruOfFile<PLAYERS>,
    settings: &'static CruSettings,
    seen: &mut Seen,
) where
    CruOfFile<PLAYERS>: Playable<Action = CruAction, Rules = &'static CruSettings>,
{
    let fen = game.fen();
    let board = Board::read(&fen, PLAYERS, *settings);
    assert_eq!(board.fen(), fen);
    let mut legal = Vec::new();
    game.actions(&mut legal);
    seen.positions += 1;
    seen.barred += usize::from(fen.split(' ').nth(2).unwrap().len() == 3 && fen.contains(" m"));
    assert_eq!(game.count_actions(), legal.len() as u64, "{settings:?} {fen}");
    assert_eq!(game.outcome().is_some(), board.is_over(), "{settings:?} {fen}");
    assert_eq!(game.outcome().is_some(), game.reason().is_some(), "{settings:?} {fen}");
    seen.stops += usize::from(game.reason() == Some("too many turns without change"));
    assert_eq!(CruOfFile::from_fen(settings, &fen).as_ref(), Ok(game), "{settings:?}");
    let mut tokens = Vec::new();
    for action in &legal {
        let token = game.action_token(*action);
        check_action(game, *action, &token, &board, settings, seen);
        tokens.push(token);
    }
    tokens.sort();
    assert_eq!(board.legal(), tokens, "{settings:?} {fen}");
    let (mut noisy, mut quiet) = (Vec::new(), Vec::new());
    game.noisy(&mut noisy);
    game.quiet(&mut quiet);
    assert_eq!(noisy.len() + quiet.len(), legal.len(), "{settings:?} {fen}");
    assert!(!game.diagram(Charset::Ascii).is_empty());
}

fn check_action<const PLAYERS: usize>(
    game: &CruOfFile<PLAYERS>,
    action: CruAction,
    token: &str,
    board: &Board,
    settings: &'static CruSettings,
    seen: &mut Seen,
) where
    CruOfFile<PLAYERS>: Playable<Action = CruAction, Rules = &'static CruSettings>,
{
    let fen = game.fen();
    assert!(game.is_legal(action), "{settings:?} {fen} {token}");
    assert!(game.parse_action(token) == Ok(action), "{settings:?} {fen} {token}");
    assert!(game.action_id(action) < CruOfFile::<PLAYERS>::ACTION_IDS, "{fen} {token}");
    let mut after = *game;
    let undo = after.make(action);
    assert_eq!(after.fen(), board.after(token).fen(), "{settings:?} {fen} {token}");
    let again = CruOfFile::from_fen(settings, &after.fen());
    assert_eq!(again, Ok(after), "{settings:?} {fen} {token}");
    assert!(!game.effects(&[action]).iter().any(String::is_empty));
    let _ = (game.themes(action), game.gain(action), game.clears_history(action));
    let count = |game: &CruOfFile<PLAYERS>, letter: fn(char) -> bool| {
        game.fen().split(' ').next().unwrap().chars().filter(|sign| letter(*sign)).count()
    };
    let is_lost =
        count(&after, |sign| "WBRG".contains(sign)) < count(game, |sign| "WBRG".contains(sign));
    let is_move = token.len() >= 4 && !token.starts_with('x');
    seen.captures += usize::from(is_move && is_lost && !token.contains('~'));
    seen.lost_chevrons += usize::from(is_lost && token.contains('~'));
    seen.twists += usize::from(token.len() > 4 && token.contains('r'));
    seen.bonuses += usize::from(token.starts_with('@'));
    seen.payments += usize::from(token.starts_with('x'));
    let rotates = token.len() == 4 && token.contains('r');
    seen.free_rotations += usize::from(rotates && after.turn_start());
    if token.len() > 3 && !after.turn_start() && !rotates {
        check_position(&after, settings, seen);
    }
    after.unmake(undo);
    assert!(after == *game, "{settings:?} {fen} {token}");
}

fn settings_of<F: Family, const PLAYERS: usize>(rules: F::Rules) -> &'static CruSettings {
    F::settings::<PLAYERS>(rules)
}

#[test]
fn random_settings_keep_the_rules() {
    let mut random = Random::new(1972);
    let mut pacru = Seen::default();
    let (two, three, four) = (Pacru::<2>::BENCH, Pacru::<3>::BENCH, Pacru::<4>::BENCH);
    let meeting = Meeting::Tournament;
    check::<2>(settings_of::<PacruRules, 2>(meeting), two, 90, &mut random, &mut pacru);
    check::<3>(settings_of::<PacruRules, 3>(meeting), three, 45, &mut random, &mut pacru);
    check::<4>(settings_of::<PacruRules, 4>(meeting), four, 45, &mut random, &mut pacru);
    check::<2>(settings_of::<PacruRules, 2>(meeting), &MEETINGS, 30, &mut random, &mut pacru);
    check::<3>(settings_of::<PacruRules, 3>(meeting), &MEETINGS, 15, &mut random, &mut pacru);
    check::<4>(settings_of::<PacruRules, 4>(meeting), &MEETINGS, 15, &mut random, &mut pacru);
    assert!(pacru.positions > 4_000 && pacru.captures > 20, "{pacru:?}");
    assert!(pacru.bonuses > 100 && pacru.barred > 10 && pacru.payments > 100, "{pacru:?}");
    assert!(pacru.free_rotations > 50 && pacru.stops > 3, "{pacru:?}");

    let mut azacru = Seen::default();
    let (two, three, four) = (Azacru::<2>::BENCH, Azacru::<3>::BENCH, Azacru::<4>::BENCH);
    check::<2>(settings_of::<AzacruRules, 2>(()), two, 60, &mut random, &mut azacru);
    check::<3>(settings_of::<AzacruRules, 3>(()), three, 40, &mut random, &mut azacru);
    check::<4>(settings_of::<AzacruRules, 4>(()), four, 40, &mut random, &mut azacru);
    assert!(azacru.positions > 2_000 && azacru.lost_chevrons > 50, "{azacru:?}");
    assert!(azacru.twists > 1_000 && azacru.stops > 0, "{azacru:?}");

    let mut shacru = Seen::default();
    let (two, three, four) = (Shacru::<2>::BENCH, Shacru::<3>::BENCH, Shacru::<4>::BENCH);
    check::<2>(settings_of::<ShacruRules, 2>(()), two, 60, &mut random, &mut shacru);
    check::<3>(settings_of::<ShacruRules, 3>(()), three, 40, &mut random, &mut shacru);
    check::<4>(settings_of::<ShacruRules, 4>(()), four, 40, &mut random, &mut shacru);
    assert!(shacru.positions > 2_000 && shacru.twists > 1_000, "{shacru:?}");
}

fn check_perft<const PLAYERS: usize>(parent: &CruSettings, fens: &[&str], random: &mut Random)
where
    CruOfFile<PLAYERS>: Playable<Action = CruAction, Rules = &'static CruSettings>,
{
    for fen in fens.iter().cycle().take(12) {
        let settings = lively_settings::<PLAYERS>(parent, random);
        let Ok(game) = CruOfFile::<PLAYERS>::from_fen(settings, fen) else { continue };
        let counted = perft(&mut game.clone(), 2, &AtomicBool::new(false)).unwrap();
        assert_eq!(counted, plain_perft(&game, 2), "{settings:?} {fen}");
    }
}

#[test]
fn perft_by_counts_is_perft_by_hand_under_random_settings() {
    let mut random = Random::new(81);
    let meeting = Meeting::Classic;
    check_perft::<2>(settings_of::<PacruRules, 2>(meeting), Pacru::<2>::BENCH, &mut random);
    check_perft::<3>(settings_of::<AzacruRules, 3>(()), Azacru::<3>::BENCH, &mut random);
    check_perft::<4>(settings_of::<ShacruRules, 4>(()), Shacru::<4>::BENCH, &mut random);
}

/// The same settings in memory and as constants of a type are the same game, with the same inputs of networks.
fn compare<F: Family, const PLAYERS: usize>(rules: F::Rules, random: &mut Random)
where
    Cru<F, PLAYERS>: Playable<Action = CruAction, Rules = F::Rules>,
    CruOfFile<PLAYERS>: Playable<Action = CruAction, Rules = &'static CruSettings>,
{
    let settings = settings_of::<F, PLAYERS>(rules);
    for fen in Cru::<F, PLAYERS>::BENCH {
        let start = Cru::<F, PLAYERS>::from_fen(rules, fen).unwrap();
        for played in random_game_from(start, random, 30) {
            let game = played.state();
            let fen = game.fen();
            let other = CruOfFile::<PLAYERS>::from_fen(settings, &fen).unwrap();
            let mut both = [Vec::new(), Vec::new()];
            game.actions(&mut both[0]);
            other.actions(&mut both[1]);
            assert_eq!(both[0], both[1], "{fen}");
            assert_eq!((game.key(), game.outcome()), (other.key(), other.outcome()), "{fen}");
            assert_eq!((game.reason(), game.terms()), (other.reason(), other.terms()), "{fen}");
            let own = Cru::<F, PLAYERS>::network().unwrap().features(game);
            let file = CruOfFile::<PLAYERS>::network().unwrap().features(&other);
            assert_eq!(own, file, "{fen}");
            let mut logits = [Vec::new(), Vec::new()];
            game.policy_logits(&both[0], &mut logits[0]);
            other.policy_logits(&both[1], &mut logits[1]);
            assert_eq!(logits[0], logits[1], "{fen}");
            assert_eq!(PLAYERS > 2 && !both[0].is_empty(), !logits[0].is_empty(), "{fen}");
        }
    }
}

#[test]
fn settings_in_memory_play_as_the_built_in_ones() {
    let mut random = Random::new(9);
    compare::<PacruRules, 2>(Meeting::Tournament, &mut random);
    compare::<PacruRules, 3>(Meeting::Classic, &mut random);
    compare::<PacruRules, 4>(Meeting::Tournament, &mut random);
    compare::<AzacruRules, 2>((), &mut random);
    compare::<AzacruRules, 3>((), &mut random);
    compare::<AzacruRules, 4>((), &mut random);
    compare::<ShacruRules, 2>((), &mut random);
    compare::<ShacruRules, 3>((), &mut random);
    compare::<ShacruRules, 4>((), &mut random);
}

/// Every built-in variant of the family gives a draft whose settings are its own.
#[test]
fn a_draft_has_the_settings_of_its_variant() {
    for variant in Variant::ALL.iter().filter(|variant| variant.name().contains("acru")) {
        let draft = variant.ruleset().draft().unwrap();
        let made = draft.ruleset().unwrap().draft().unwrap();
        assert_eq!(made.settings(), draft.settings(), "{variant}");
        let start = draft.settings().pop().unwrap();
        assert_eq!(start.value.to_string(), format!("\"{}\"", variant.start_fen()), "{variant}");
    }
}

#[test]
fn planes_of_files_have_the_stages_of_all_games() {
    let names = CruOfFile::<2>::planes();
    let of_pacru = Pacru::<2>::planes();
    assert_eq!(names[..of_pacru.len()], of_pacru[..]);
    assert_eq!(names[of_pacru.len()], *Azacru::<2>::planes().last().unwrap());
    assert_eq!(names.len(), of_pacru.len() + 2);
}
