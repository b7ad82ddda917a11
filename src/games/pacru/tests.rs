//! Perft figures, valid and faulty FENs, messages, and invariants over random games.

use super::*;
use crate::game::{Action, ActionError, Charset, FenError, Notation, Played, perft};
use crate::games::pacru::eval::HandMade;
use crate::games::{Playable, Variant, Visitor};
use crate::search::{Evaluator, Searchable, Tactics};
use std::collections::{HashMap, HashSet};
use std::sync::atomic::AtomicBool;

fn leaves<G: Playable>(rules: G::Rules, depth: u32) -> u64 {
    perft(&mut G::start(rules), depth, &AtomicBool::new(false)).unwrap()
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri minutes")]
fn perft_of_the_starting_positions() {
    let counts = |count: fn(u32) -> u64| [1, 2, 3, 4].map(count);
    assert_eq!(
        counts(|depth| leaves::<Pacru<2>>(Meeting::Tournament, depth)),
        [28, 734, 16168, 345_579]
    );
    assert_eq!(
        counts(|depth| leaves::<Pacru<3>>(Meeting::Tournament, depth)),
        [23, 533, 11343, 191_349]
    );
    assert_eq!(
        counts(|depth| leaves::<Pacru<4>>(Meeting::Tournament, depth)),
        [23, 510, 10379, 202_471]
    );
    let two = [16, 254, 3932, 60532];
    assert_eq!(counts(|depth| leaves::<Azacru<2>>((), depth)), two);
    assert_eq!(counts(|depth| leaves::<Shacru<2>>((), depth)), two);
    for depth in 1..=3 {
        let three = [13, 162, 2015][depth as usize - 1];
        assert_eq!(leaves::<Azacru<3>>((), depth), three);
        assert_eq!(leaves::<Azacru<4>>((), depth), three);
        assert_eq!(leaves::<Shacru<3>>((), depth), three);
        assert_eq!(leaves::<Shacru<4>>((), depth), three);
    }
}

#[test]
#[ignore = "15 million leaves; for release builds"]
fn perft_five_of_the_starting_positions() {
    assert_eq!(leaves::<Pacru<2>>(Meeting::Tournament, 5), 8_081_176);
    assert_eq!(leaves::<Pacru<3>>(Meeting::Tournament, 5), 3_161_070);
    assert_eq!(leaves::<Pacru<4>>(Meeting::Tournament, 5), 3_176_125);
    assert_eq!(leaves::<Azacru<2>>((), 5), 1_012_794);
    assert_eq!(leaves::<Shacru<2>>((), 5), 957_723);
}

#[test]
fn markers_decide_places_but_not_in_a_draw_of_pacru() {
    let player = Player::new(1);
    let win = Outcome::Win(Player::ONE);
    let pacru = Pacru::<3>::BENCH[2];
    let pacru = Pacru::<3>::from_fen(Meeting::Tournament, pacru).unwrap();
    let azacru = Azacru::<3>::from_fen((), Azacru::<3>::BENCH[2]).unwrap();
    assert!(pacru.markers[1].any() && azacru.markers[1].any());
    assert_eq!(pacru.standing(player, win), pacru.markers[1].count());
    assert_eq!(pacru.standing(player, Outcome::Draw), 0);
    assert_eq!(azacru.standing(player, win), azacru.markers[1].count());
    assert_eq!(azacru.standing(player, Outcome::Draw), azacru.markers[1].count());
}

#[test]
fn what_is_no_action_is_answered_with_the_forms_of_actions() {
    fn error<G: Playable>(rules: G::Rules) -> String {
        G::start(rules).parse_action("?").unwrap_err().to_string()
    }
    assert!(error::<Pacru<2>>(Meeting::Tournament).contains("e4e6@d7"));
    assert!(error::<Azacru<2>>(()).contains("e4e6~r1"));
    assert!(error::<Shacru<2>>(()).contains("e3e4r1"));
}

/// A random number generator that gives the same numbers in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        let (state, output) = zobrist::splitmix64(self.0);
        self.0 = state;
        (output % sides as u64) as usize
    }
}

/// Plays a random game to its end, and shows each position and its actions.
pub(super) fn in_random_game<F: Family, const PLAYERS: usize>(
    mut game: Cru<F, PLAYERS>,
    seed: u64,
    mut show: impl FnMut(&Cru<F, PLAYERS>, &[CruAction]),
) {
    let (mut dice, mut actions) = (Dice(seed), Vec::new());
    loop {
        actions.clear();
        game.actions(&mut actions);
        show(&game, &actions);
        if actions.is_empty() {
            return;
        }
        game.make(actions[dice.roll(actions.len())]);
    }
}

/// Plays random games and checks the invariants of every position.
fn check_games<F: Family, const PLAYERS: usize>(rules: F::Rules, games: usize)
where
    Cru<F, PLAYERS>: Searchable + Game<Action = CruAction>,
{
    let bench = Cru::<F, PLAYERS>::BENCH;
    let mut dice = Dice(0x7061_6372);
    let mut keys = HashMap::new();
    let mut positions = HashMap::new();
    for game in 0..games {
        let start = bench[game % bench.len()];
        let mut state = Cru::<F, PLAYERS>::from_fen(rules, start).unwrap();
        assert_eq!(state.fen(), start);
        // The positions so far, and whether an action has cleared them from the history.
        let mut past: HashMap<String, bool> = HashMap::new();
        for _ in 0..400 {
            let fen = state.fen();
            let position = fen.rsplitn(3, ' ').nth(2).unwrap().to_string();
            assert_eq!(*keys.entry(position.clone()).or_insert(state.key), state.key);
            assert_eq!(*positions.entry(state.key).or_insert(position.clone()), position);
            assert_ne!(past.insert(position, false), Some(true), "cleared, yet here again: {fen}");
            let actions = check_position(&state, rules, &mut dice);
            if actions.is_empty() {
                break;
            }
            let action = lively(&actions, &mut dice);
            if state.clears_history(action) {
                past.values_mut().for_each(|cleared| *cleared = true);
            }
            state.make(action);
        }
    }
}

/// A random action, rarely a rotation, so that games make progress.
fn lively(actions: &[CruAction], dice: &mut Dice) -> CruAction {
    for _ in 0..4 {
        let action = actions[dice.roll(actions.len())];
        if !action.is_rotation() || dice.roll(8) == 0 {
            return action;
        }
    }
    actions[dice.roll(actions.len())]
}

/// Checks one position and returns its legal actions.
fn check_position<F: Family, const PLAYERS: usize>(
    state: &Cru<F, PLAYERS>,
    rules: F::Rules,
    dice: &mut Dice,
) -> Vec<CruAction>
where
    Cru<F, PLAYERS>: Searchable + Game<Action = CruAction>,
{
    let fen = state.fen();
    assert_eq!(Cru::from_fen(rules, &fen), Ok(*state), "{fen}");
    assert!(state.diagram(Charset::Ascii).is_ascii() && state.evaluate().raw().abs() < 29_999);

    let mut actions = Vec::new();
    state.actions(&mut actions);
    let bits: HashSet<u32> = actions.iter().map(|action| action.bits()).collect();
    assert_eq!(bits.len(), actions.len(), "an action is listed twice: {fen}");
    assert_eq!(state.count_actions(), actions.len() as u64, "{fen}");
    assert_eq!(actions.is_empty(), state.outcome().is_some(), "{fen}");
    for action in &actions {
        assert!(action.bits() != 0 && state.is_legal(*action), "{fen} {action:?}");
        assert_eq!(state.parse_action(&state.action_token(*action)), Ok(*action), "{fen}");
        assert!(state.slot(*action) < Cru::<F, PLAYERS>::SLOTS);
        let mut next = *state;
        let undo = next.make(*action);
        assert_eq!(Cru::from_fen(rules, &next.fen()), Ok(next), "{fen} {action:?}");
        if next.outcome.is_none() {
            let mut midway = *state;
            midway.make_midway(*action);
            assert_eq!(midway, next, "{fen} {action:?}");
        }
        next.unmake(undo);
        assert_eq!(next, *state);
    }
    check_unlisted_words(state, &actions, &bits, dice);
    check_tactics(state, &actions);
    actions
}

/// Words that are not listed actions are illegal, in particular near misses.
fn check_unlisted_words<G: Playable>(
    state: &G,
    actions: &[G::Action],
    bits: &HashSet<u32>,
    dice: &mut Dice,
) {
    for _ in 0..20 {
        let word = dice.roll(1 << 32) as u32;
        let near = match actions {
            [] => word,
            _ => actions[dice.roll(actions.len())].bits() ^ 1 << dice.roll(32),
        };
        for unlisted in [word, near] {
            let is_legal = state.is_legal(G::Action::from_bits(unlisted));
            assert_eq!(is_legal, bits.contains(&unlisted), "{} {unlisted:#x}", state.fen());
        }
    }
}

fn check_tactics<G: Playable>(state: &G, actions: &[G::Action]) {
    if actions.is_empty() {
        return;
    }
    let mut staged = Vec::new();
    state.noisy(&mut staged);
    assert!(staged.iter().all(|action| state.is_noisy(*action)), "{}", state.fen());
    assert!(state.may_stand_pat() || !staged.is_empty(), "{}", state.fen());
    let noisy = staged.len();
    state.quiet(&mut staged);
    assert!(staged[noisy..].iter().all(|action| !state.is_noisy(*action)), "{}", state.fen());
    let sorted = |list: &[G::Action]| {
        let mut bits: Vec<u32> = list.iter().map(|action| action.bits()).collect();
        bits.sort_unstable();
        bits
    };
    assert_eq!(sorted(&staged), sorted(actions), "{}", state.fen());
}

fn check_all_variants(games: usize) {
    for meeting in [Meeting::Tournament, Meeting::Classic] {
        check_games::<PacruRules, 2>(meeting, games);
        check_games::<PacruRules, 3>(meeting, games);
        check_games::<PacruRules, 4>(meeting, games);
    }
    check_games::<AzacruRules, 2>((), games);
    check_games::<AzacruRules, 3>((), games);
    check_games::<AzacruRules, 4>((), games);
    check_games::<ShacruRules, 2>((), games);
    check_games::<ShacruRules, 3>((), games);
    check_games::<ShacruRules, 4>((), games);
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri minutes")]
fn invariants_hold_in_random_games() {
    check_all_variants(6);
}

#[test]
#[ignore = "a minute; before a release"]
fn invariants_hold_in_many_random_games() {
    check_all_variants(300);
}

fn field_at_fault<G: Notation>(rules: G::Rules, fen: &str) -> &'static str {
    match G::from_fen(rules, fen) {
        Ok(_) => "none",
        Err(FenError { field, .. }) => field,
    }
}

#[test]
fn faulty_fens_are_refused_at_their_field() {
    let good = "4B43W5/9/B27B6/9/9/9/W27W6/9/B13W04";
    let cases = [
        ("w - 0 1", "none"),
        ("b -", "none"),
        ("r - 0 1", "side"),
        ("ww - 0 1", "side"),
        ("w", "turnstate"),
        ("w x5 0 1", "turnstate"),
        ("w x2 0 1", "turnstate"),
        ("w x1j1 0 1", "turnstate"),
        ("w w 0 1", "turnstate"),
        ("w - -1 1", "halfmove"),
        ("w - +1 1", "halfmove"),
        ("w - 9999999999 1", "halfmove"),
        ("w - 0 0", "fullmove"),
        ("w - 0 1 0", "sixth"),
    ];
    for (rest, field) in cases {
        let fen = format!("{good} {rest}");
        assert_eq!(field_at_fault::<Pacru<2>>(Meeting::Tournament, &fen), field, "{fen}");
    }
    let boards = [
        "",
        "9/9/9/9/9/9/9/9",
        "45/9/9/9/9/9/9/9/W08",
        "W8/9/9/9/9/9/9/9/W08",
        "W88/9/9/9/9/9/9/9/9",
        "R08/9/9/9/9/9/9/9/W08",
        "9w/9/9/9/9/9/9/9/W08",
        "w*8/9/9/9/9/9/9/9/W08",
        "W0W0W0W0W0W0W02/9/9/9/9/9/9/9/B08",
    ];
    for board in boards {
        let fen = format!("{board} w - 0 1");
        assert_eq!(field_at_fault::<Azacru<2>>((), &fen), "board", "{fen}");
    }
    let blocked = "W08/9/9/9/9/9/9/9/B08 w - 0 1";
    assert_eq!(field_at_fault::<Pacru<2>>(Meeting::Tournament, blocked), "side");
    assert_eq!(field_at_fault::<Azacru<2>>((), blocked), "none");
    assert_eq!(field_at_fault::<Shacru<2>>((), &blocked.replace('-', "w")), "turnstate");
    assert_eq!(field_at_fault::<Azacru<2>>((), &blocked.replace('-', "r")), "turnstate");
    assert_eq!(field_at_fault::<Azacru<3>>((), &blocked.replace('-', "r")), "none");
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri minutes")]
fn garbage_never_panics() {
    let mut dice = Dice(7);
    let alphabet = b"wbrgWBRG0123456789/*- xm@~aceinrd";
    for variant in Variant::ALL.iter().filter(|variant| variant.name().contains("acru")) {
        variant.visit(Garbage { dice: &mut dice, alphabet });
    }
}

struct Garbage<'a> {
    dice: &'a mut Dice,
    alphabet: &'a [u8],
}

impl Visitor for Garbage<'_> {
    type Output = ();

    fn visit<G: Playable>(self, rules: G::Rules) {
        for round in 0..4000 {
            let mut fen = G::BENCH[round % G::BENCH.len()].as_bytes().to_vec();
            for _ in 0..=self.dice.roll(3) {
                let (at, letter) = (self.dice.roll(fen.len()), self.dice.roll(self.alphabet.len()));
                fen[at] = self.alphabet[letter];
            }
            let fen = String::from_utf8(fen).unwrap();
            let Ok(mut state) = G::from_fen(rules, &fen) else { continue };
            let token: String = (0..self.dice.roll(8))
                .map(|_| char::from(self.alphabet[self.dice.roll(self.alphabet.len())]))
                .collect();
            let _ = state.parse_action(&token);
            for _ in 0..6 {
                let mut actions = Vec::new();
                state.actions(&mut actions);
                assert_eq!(actions.len() as u64, state.count_actions(), "{fen}");
                if actions.is_empty() {
                    break;
                }
                state.make(actions[self.dice.roll(actions.len())]);
                assert_eq!(
                    G::from_fen(rules, &state.fen()).map(|again| again.key()),
                    Ok(state.key())
                );
            }
        }
    }
}

fn refusal<G: Notation>(state: &G, token: &str) -> String {
    match state.parse_action(token) {
        Err(ActionError::Illegal { reason, .. }) => reason,
        Err(ActionError::Unreadable { .. }) => "unreadable".to_string(),
        Ok(_) => "legal".to_string(),
    }
}

#[test]
fn refusals_name_the_rule() {
    let start = Pacru::<2>::start(Meeting::Tournament);
    let cases = [
        ("e1e2", "legal"),
        ("e1e9", "e9 is too far from e1 for a power of 1"),
        ("e1d1", "d1 is not on the three lines of the chevron on e1, which faces 0"),
        ("e9e8", "no chevron of the side to move stands on e9"),
        ("a3b4", "this move crosses a border and needs @ and a field"),
        ("a3b4@a7", "the marker for crossing the border cannot go to a7"),
        ("a3b3@a4", "this move brings no marker for crossing a border"),
        ("a3b3~", "this move is no connection"),
        ("a3b4r1", "there is no twist after this move"),
        ("e1r1", "that costs 2 markers on free fields, and there are 0"),
        ("e1r4", "a rotation is 45 or 90 degrees"),
        ("e1r0", "the chevron on e1 faces 0 already"),
        ("end", "there is no pass in Pacru"),
        ("@e5", "no bonus marker is due"),
        ("xe5", "no marker is to be given up"),
        ("e1e2~@e3", "unreadable"),
        ("E1E2", "unreadable"),
        ("e1e\u{e9}", "unreadable"),
    ];
    for (token, reason) in cases {
        assert_eq!(refusal(&start, token), reason, "{token}");
    }
    let meeting = "8B4/6W4*2/6W0*2/9/9/9/bbb6/bbb6/bbb6 w m 0 10";
    let meeting = Pacru::<2>::from_fen(Meeting::Tournament, meeting).unwrap();
    assert_eq!(refusal(&meeting, "@g8"), "there is a chevron on g8");
    let due = "the bonus marker of a meeting is due, such as @g5";
    assert_eq!(refusal(&meeting, "g8g9"), due);
    let attack = "9/9/9/9/4B44/4W04/9/9/9 w - 0 10";
    let pacru = Pacru::<2>::from_fen(Meeting::Tournament, attack).unwrap();
    assert_eq!(refusal(&pacru, "e4e5"), "the chevron on e5 is attacked by one chevron only");
    let azacru = Azacru::<2>::from_fen((), attack).unwrap();
    let none = "a chevron stands on e5, and there are no captures";
    assert_eq!(refusal(&azacru, "e4e5"), none);
    let azacru = Azacru::<2>::start(());
    let cases = [
        ("a3b4r0", "legal"),
        ("a3b4r1", "the facing of the move itself is not written"),
        ("a3b4r3", "a twist is 45 degrees to either side of the move"),
        ("end", "a chevron can move, so the turn cannot be passed"),
        ("e1r1", "there are rotations in Pacru only"),
    ];
    for (token, reason) in cases {
        assert_eq!(refusal(&azacru, token), reason, "{token}");
    }
}

#[test]
fn the_key_tells_whether_a_bonus_is_due() {
    let key = |stage: &str| {
        let fen = format!("8B4/6W4*2/6W0*2/9/9/9/bbb6/bbb6/bbb6 w {stage} 0 10");
        Pacru::<2>::from_fen(Meeting::Tournament, &fen).unwrap().key()
    };
    assert_ne!(key("-"), key("m"));
}

#[test]
fn payments_go_in_alphabetical_order() {
    let fen = "9/9/9/4B44/9/9/w8/1ww6/w1W66 w x3b2 4 9";
    let fault = Pacru::<2>::from_fen(Meeting::Tournament, fen).map(|game| game.fen());
    assert!(fault.is_err_and(|error| error.field == "turnstate"));

    let fen = "9/9/9/4B44/9/9/w8/1ww6/w1W66 w x2 4 9";
    let mut game = Pacru::<2>::from_fen(Meeting::Tournament, fen).unwrap();
    assert!(!game.turn_start() && !game.may_stand_pat());
    assert_eq!(refusal(&game, "xc2"), "too few markers come after c2 for the 2 that are due");
    assert_eq!(refusal(&game, "c1b1"), "markers to be given up first, such as xb2: 2");
    game.make(game.parse_action("xb2").unwrap());
    assert_eq!(refusal(&game, "xa1"), "a1 does not come after b2: the order is alphabetical");
    game.make(game.parse_action("xc2").unwrap());
    assert_eq!(game.fen(), "9/9/9/4B44/9/9/w8/9/w1W66 b - 0 9");
}

/// Both sides circle over their own markers, eight turns a round, until the starting position has occurred three
/// times.
fn go_round<G: Playable>(rules: G::Rules, fen: &str) -> Option<Outcome> {
    let rounds = ["a2a3", "a3b4", "b4c4", "c4d3", "d3d2", "d2c1", "c1b1", "b1a2"];
    let turned = ["i8i7", "i7h6", "h6g6", "g6f7", "f7f8", "f8g9", "g9h9", "h9i8"];
    let mut played = Played::new(G::from_fen(rules, fen).unwrap());
    for half in 0..32 {
        assert_eq!(played.outcome(), None, "{}", played.state().fen());
        let turns = if half % 2 == 0 { &rounds } else { &turned };
        let action = played.state().parse_action(turns[half / 2 % 8]).unwrap();
        assert!(!played.state().clears_history(action));
        played.play(action);
    }
    played.outcome()
}

#[test]
fn a_third_repetition_is_a_draw_in_pacru_and_counted_in_the_others() {
    let fen = "6bb1/5b2B3*/5b2b/6bb1/9/1ww6/w2w5/W7*2w5/1ww1w4 w - 0 1";
    assert_eq!(go_round::<Shacru<2>>((), fen), Some(Outcome::Win(Player::ONE)));
    assert_eq!(go_round::<Azacru<2>>((), fen), Some(Outcome::Win(Player::ONE)));
    // In Pacru only a borderland full of own markers can be entered without a new marker.
    let fen = "3bbbbbb/3bbbbbB3*/3bbbbbb/www3bbb/www3bbb/www3bbb/wwwwww3/W7*wwwww3/wwwwww3 w - 0 1";
    assert_eq!(go_round::<Pacru<2>>(Meeting::Tournament, fen), Some(Outcome::Draw));
}

fn ranking_after(fen: &str, tokens: &[&str]) -> Option<Vec<usize>> {
    let first = Pacru::<4>::from_fen(Meeting::Tournament, fen).unwrap();
    let mut played = Played::new(first);
    let mut actions = Vec::new();
    for token in tokens {
        actions.push(played.state().parse_action(token).unwrap());
        played.play(actions[actions.len() - 1]);
    }
    played.outcome().map(|outcome| first.ranking(&actions, outcome))
}

#[test]
fn a_player_who_leaves_later_is_ranked_higher() {
    let blocked = "B07R0/9/9/9/9/9/9/9/4W03G4 w - 0 1";
    assert_eq!(ranking_after(blocked, &[]), None);
    // Black, Red and Green cannot move, in this order.
    assert_eq!(ranking_after(blocked, &["e1e2"]), Some(vec![1, 4, 3, 2]));
    // Green is captured before Black and Red are found unable to move.
    let pincer = "B07R0/9/9/9/9/9/3G05/2W01W74/9 w - 0 1";
    assert_eq!(ranking_after(pincer, &["c2d3@e1"]), Some(vec![1, 3, 2, 4]));
    // Black had left before. Black shares no place, but is last.
    let earlier = "8R0/9/9/9/9/9/9/9/4W03G4 w - 0 1";
    assert_eq!(ranking_after(earlier, &["e1e2"]), Some(vec![1, 4, 3, 2]));
    let two_earlier = "8R0/9/9/9/9/9/9/9/4W04 w - 0 1";
    assert_eq!(ranking_after(two_earlier, &["e1e2"]), Some(vec![1, 3, 2, 3]));
}

/// The position seen from the other side of the board.
fn turned_round<F: Family>(state: &Cru<F, 2>, rules: F::Rules) -> Cru<F, 2> {
    let across = |field: Field| Field::from_number(80 - field.index() as u32).unwrap();
    let mut turned = Cru::empty(rules);
    for player in 0..2 {
        for field in state.markers[player] {
            turned.put_marker(1 - player, across(field));
        }
        for field in state.chevrons[player] {
            turned.put_chevron(1 - player, across(field), state.facing(field).opposite());
        }
    }
    turned.set_side(state.side.opponent());
    turned
}

fn check_symmetry<F: Family>(rules: F::Rules) {
    for fen in Cru::<F, 2>::BENCH {
        let state = Cru::<F, 2>::from_fen(rules, fen).unwrap();
        let turned = turned_round(&state, rules);
        assert_eq!(turned.evaluate(), state.evaluate(), "{fen}");
        assert_eq!(turned.count_actions(), state.count_actions(), "{fen}");
        let sum = |side: usize| state.terms().iter().map(|(_, values)| values[side]).sum::<i32>();
        let me = state.side.index();
        // Each term is rounded separately.
        let rounding = state.terms().len() as i32;
        let by_hand = HandMade::new(&state).value(&state);
        let rest = by_hand.raw() - (sum(me) - sum(1 - me));
        assert!(rest.abs() <= rounding, "{fen}: {rest}");
    }
}

#[test]
fn the_evaluation_is_symmetric() {
    check_symmetry::<PacruRules>(Meeting::Tournament);
    check_symmetry::<AzacruRules>(());
    check_symmetry::<ShacruRules>(());
}
