//! Policy networks: the description of actions, the network files, and the training data.

use crate::common::program::{Folder, refused, told};
use crate::common::{beginnings, for_every_variant};
use std::collections::HashSet;
use strategos::game::Notation;
use strategos::games::Playable;
use strategos::games::pacru::{Azacru, Shacru};
use strategos::search::{
    Inputs, NO_ACTION_FEATURE, PolicyInputs, PolicyNetwork, Tactics, checksum,
};

fn actions_of<G: Playable>(state: &G) -> Vec<G::Action> {
    let mut actions = Vec::new();
    state.actions(&mut actions);
    actions
}

fn logits_of<G: Playable + PolicyInputs>(network: &PolicyNetwork, state: &G) -> Vec<f32> {
    let mut logits = Vec::new();
    network.logits(state, &actions_of(state), &mut logits);
    logits
}

for_every_variant! {
    /// Two actions with the same features could not be told apart.
    fn each_action_has_features_of_its_own<G>(rules) {
        let Some(policy) = G::POLICY else { return };
        for state in beginnings::<G>(rules) {
            let actions = actions_of(&state);
            let features = |action: &G::Action| policy.action_features(&state, *action);
            let features: HashSet<_> = actions.iter().map(features).collect();
            assert_eq!(features.len(), actions.len(), "{}", state.fen());
            let count = policy.action_feature_count();
            let fits = |feature: &u16| *feature == NO_ACTION_FEATURE || usize::from(*feature) < count;
            assert!(features.iter().flatten().all(fits), "{}", state.fen());
        }
    }

    /// An unreadable network would be left out without a message to the player.
    fn built_in_policy_networks_are_read_and_asked<G>(rules) {
        let logits_of = |state: &G| {
            let mut logits = Vec::new();
            state.policy_logits(&actions_of(state), &mut logits);
            logits
        };
        let built_in = G::POLICY.and_then(|policy| Some((policy, policy.built_in_policy()?)));
        let Some((policy, bytes)) = built_in else {
            assert!(logits_of(&G::start(rules)).is_empty());
            return;
        };
        policy.read_policy(bytes).expect("a network that can be read");
        for state in beginnings::<G>(rules) {
            let logits = logits_of(&state);
            assert_eq!(logits.len(), actions_of(&state).len(), "{}", state.fen());
            assert!(logits.iter().all(|logit| logit.is_finite()), "{}", state.fen());
        }
        let first = logits_of(&G::start(rules));
        assert!(first.iter().any(|logit| *logit != first[0]), "{first:?}");
    }
}

#[test]
fn all_seats_of_an_even_board_have_the_same_logits() {
    let sorted = |side: &str| {
        let fen = format!("2B41R41G42/9/R27R6/9/B27G6/9/W27W6/9/2B01W01G02 {side} - 0 1");
        let state = Azacru::<4>::from_fen((), &fen).unwrap();
        let mut logits =
            logits_of(Azacru::<4>::built_in_policy().unwrap().get::<Azacru<4>>().unwrap(), &state);
        logits.sort_by(f32::total_cmp);
        logits
    };
    let first = sorted("w");
    assert!(first.len() > 4);
    for side in ["b", "r", "g"] {
        assert_eq!(sorted(side), first, "{side}");
    }
}

/// A file for three-player Shacru. Only two action features have a weight: `counted` counts 1, and `doubled` counts 2.
fn file(counted: u16, doubled: u16) -> Vec<u8> {
    const HIDDEN: usize = 32;
    let mut bytes = b"STRGRNK2shacru3".to_vec();
    bytes.resize(24, 0);
    let layout = <Shacru<3> as Tactics>::POLICY.unwrap().policy_layout();
    bytes.extend((layout.len() as u16).to_le_bytes());
    bytes.extend(layout.bytes());
    for size in [HIDDEN, Shacru::<3>::ROWS, Shacru::<3>::ACTION_FEATURES] {
        bytes.extend((size as u32).to_le_bytes());
    }
    bytes.resize(bytes.len() + 2 * HIDDEN * Shacru::<3>::ROWS, 0);
    bytes.extend([255i16; HIDDEN].iter().flat_map(|bias| bias.to_le_bytes()));
    for feature in 0..Shacru::<3>::ACTION_FEATURES {
        let weight = if feature == usize::from(counted) { 64i16 } else { 0 };
        bytes.extend(weight.to_le_bytes());
        bytes.resize(bytes.len() + 2 * (HIDDEN - 1), 0);
    }
    for feature in 0..Shacru::<3>::ACTION_FEATURES {
        let bias = if feature == usize::from(doubled) { 2 * 255 * 64i32 } else { 0 };
        bytes.extend(bias.to_le_bytes());
    }
    let sum = checksum(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

#[test]
fn the_logit_of_an_action_is_the_sum_over_its_features() {
    let state = Shacru::<3>::start(());
    let actions = actions_of(&state);
    let [from, to, ..] = state.action_features(actions[0]);
    let network = PolicyNetwork::read::<Shacru<3>>(&file(from, to)).unwrap();
    let has = |action, feature| f32::from(state.action_features(action).contains(&feature));
    let wanted: Vec<f32> =
        actions.iter().map(|action| has(*action, from) + 2.0 * has(*action, to)).collect();
    assert_eq!(logits_of(&network, &state), wanted);
    assert!(wanted.contains(&0.0) && wanted.contains(&3.0), "{wanted:?}");
}

#[test]
fn a_damaged_policy_network_is_refused() {
    let whole = file(0, 1);
    assert!(PolicyNetwork::read::<Shacru<3>>(&whole).is_ok());
    for length in (0..whole.len()).step_by(whole.len() / 50) {
        assert!(PolicyNetwork::read::<Shacru<3>>(&whole[..length]).is_err(), "{length} bytes");
        let mut damaged = whole.clone();
        damaged[length] ^= 0x40;
        assert!(PolicyNetwork::read::<Shacru<3>>(&damaged).is_err(), "byte {length}");
    }
    let error =
        PolicyNetwork::read::<Azacru<3>>(&whole).expect_err("it is of another game").to_string();
    assert!(error.contains("shacru3") && error.contains("azacru3"), "{error}");
}

#[test]
fn games_are_turned_into_policy_samples() {
    let folder = Folder::new("choices");
    let play = |variant, name: &str| {
        let games = folder.file(name);
        told(&["datagen", variant, "--nodes", "60", "--games", "2", "--out", &games]);
        games
    };
    let choices = folder.file("choices");
    let text = told(&["samples", &play("shacru3", "games"), "--choices", "--out", &choices]);
    let count: usize = text.trim().strip_suffix(" choices").unwrap().parse().unwrap();
    let bytes = std::fs::read(&choices).unwrap();
    assert!(bytes.starts_with(b"STRGCHO1"));
    assert!(count > 20 && bytes.len() > 100 * count, "{count} choices, {} bytes", bytes.len());
    let text = refused(&["samples", &play("pacific-a", "others"), "--choices", "--out", &choices]);
    assert!(text.contains("no policy network"), "{text}");
}
