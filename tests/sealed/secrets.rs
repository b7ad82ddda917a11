//! What the lines give away: nothing that the opponent may not know.

use super::{Pair, agreed, random_turn};
use crate::common::{Random, games};
use std::collections::HashSet;
use strategos::engine::{GameState, Start};
use strategos::sealed::Payload;

/// A deployment of Black's with submarines, as a token.
pub fn blacks() -> String {
    "K@e15,K@l15,Q@d15>e15,Q@m15>l15,R@a15,R@h15,R@i15,R@p15,B@c13,B@g13,B@j13,B@n13,N@b13,N@d13,N@f13,N@k13,\
     N@m13,N@o13,N@p13,S@c11,S@f10,S@h11,S@k10,S@n11,end"
        .to_string()
}

/// White's deployment, with these submarines.
fn whites(submarines: &str) -> String {
    format!(
        "K@e2,K@l2,Q@d2>e2,Q@m2>l2,R@a2,R@h2,R@i2,R@p2,B@c4,B@g4,B@j4,B@n4,N@b4,N@d4,N@f4,N@k4,N@m4,N@o4,N@p4,\
         {submarines},end"
    )
}

/// A line without its hashes, its salts and its signature, which are random to those who lack the secrets.
fn shape(line: &str) -> String {
    let is_hex =
        |word: &&str| word.len() >= 64 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    let words = line
        .split(' ')
        .map(|word| if is_hex(&word) { "#".repeat(word.len()) } else { word.to_string() });
    words.collect::<Vec<_>>().join(" ")
}

/// A turn that the other player does not see.
fn unseen_turn(game: &dyn GameState, random: &mut Random) -> String {
    let mut legal = game.legal_moves();
    legal.retain(|token| !token.starts_with(['x', 's']));
    random.pick(&legal).clone()
}

/// Two games that Black cannot tell apart: White's submarines start and move otherwise.
#[test]
fn games_that_a_player_cannot_tell_apart_have_equal_lines_but_for_random_bytes() {
    for seed in 0..games(6) {
        let mut random = Random::new(seed);
        let terms = agreed("warpac-subs", Start::Deploy);
        let mut pairs = [(); 2].map(|()| Pair::new(&terms, seed));
        let submarines = ["S@c6,S@f7,S@h6,S@k7,S@n6", "S@a1,S@b12,S@g8,S@k3,S@p9"];
        for (pair, submarines) in pairs.iter_mut().zip(submarines) {
            pair.play(&whites(submarines));
            pair.play(&blacks());
        }
        for turn in 0..40 {
            let mover = pairs[0].mover().unwrap();
            let game = pairs[0].hosts[mover].game().unwrap();
            let is_under_water = game.fen().contains(" u ");
            let tokens = if is_under_water && mover == 0 {
                [0, 1].map(|index| unseen_turn(pairs[index].hosts[0].game().unwrap(), &mut random))
            } else {
                let mut token = random_turn(game, &mut random);
                // Reports on White's submarines would differ, and so would attacks by them.
                while token.starts_with(['x', 's']) {
                    token = random_turn(game, &mut random);
                }
                [token.clone(), token]
            };
            for (pair, token) in pairs.iter_mut().zip(tokens) {
                pair.play(&token);
            }
            let [one, other] = &pairs;
            let shapes =
                |pair: &Pair| pair.lines().iter().map(|line| shape(line)).collect::<Vec<_>>();
            assert_eq!(shapes(one), shapes(other), "turn {turn}");
            let known = |pair: &Pair| pair.hosts[1].position().unwrap().to_string();
            assert_eq!(known(one), known(other), "turn {turn}");
        }
        let [one, other] = pairs.each_ref().map(|pair| pair.lines());
        assert_ne!(one, other);
    }
}

/// What stands in a text: words, and parts of tokens.
fn words(text: &str) -> HashSet<&str> {
    text.split([' ', '\n', ',']).collect()
}

#[test]
fn no_host_reads_or_writes_the_other_hosts_unopened_secrets() {
    for seed in 0..games(4) {
        let mut random = Random::new(seed);
        let mut pair = Pair::new(&agreed("warpac-subs", Start::Deploy), seed);
        for _ in 0..60 {
            let Some(mover) = pair.mover() else { break };
            let token = random_turn(pair.hosts[mover].game().unwrap(), &mut random);
            pair.play(&token);
            for (own, other) in [(0, 1), (1, 0)] {
                let [file, foreign] = [own, other].map(|index| pair.hosts[index].to_text());
                let seen = words(&file);
                let foreign_secret = foreign.split("[public]").next().unwrap();
                let public: HashSet<String> = pair.hosts[own]
                    .lines()
                    .iter()
                    .filter_map(|line| match &line.payload {
                        Payload::Turn(token) => Some(token.clone()),
                        _ => None,
                    })
                    .collect();
                let key = foreign_secret.lines().nth(2).unwrap().rsplit(' ').next().unwrap();
                assert!(!seen.contains(key));
                let own_secrets = words(file.split("[public]").next().unwrap());
                for token in pair.hosts[other].secrets() {
                    let line =
                        foreign_secret.lines().find(|line| line.ends_with(&format!(" {token}")));
                    let salt = line.unwrap().split(' ').nth(1).unwrap();
                    assert!(!seen.contains(salt), "{token}");
                    for part in token.split(',') {
                        let is_shared = public.contains(part) || own_secrets.contains(part);
                        assert!(is_shared || !seen.contains(part), "{part}");
                    }
                }
            }
        }
    }
}
