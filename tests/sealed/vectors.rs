//! The game in protocol.md, checked by code that knows the scheme from there alone.

use super::forger::{Commitment, bytes, fields, hash, hex, sha256, signed};
use super::texts;
use ed25519_dalek::SigningKey;
use strategos::engine::Start;
use strategos::games::Variant;
use strategos::sealed::{
    Author, Next, SealedError, SealedGame, Sides, Surroundings, Terms, Time, Transcript, audit,
};

const FEN: &str = "15k/16/16/16/16/16/16/16/16/16/2n13/16/16/2N13/16/K15 w s - c6/a3,n5 - 0 20";

/// 32 equal bytes each time: 1, 3, 5 for A and 2, 4, 6 for B. It is always noon.
struct Noon(u8);

impl Surroundings for Noon {
    fn random(&mut self) -> Result<[u8; 32], SealedError> {
        let bytes = [self.0; 32];
        self.0 += 2;
        Ok(bytes)
    }

    fn now(&mut self) -> Time {
        Time::parse("2026-11-30T12:00:00Z").unwrap()
    }
}

/// The example: both hosts after it.
fn example() -> [SealedGame; 2] {
    let variant = Variant::from_name("warpac-subs").unwrap();
    let terms = Terms { variant, start: Start::Fen(FEN.to_string()), sides: Sides::Toss };
    let mut noon = [Noon(1), Noon(2)];
    let ann = SealedGame::propose(&terms, "Ann Lee", &mut noon[0]).unwrap();
    let bob = SealedGame::join(&ann.lines()[0].to_string(), "Bob", &mut noon[1]).unwrap();
    let mut hosts = [ann, bob];
    hand_over(&mut hosts, &mut noon);
    for token in ["c3d5", "c6e7", "c6d7", "a3b4", "sb4", "p16p15", "resign"] {
        let mover = (0..2).find(|index| hosts[*index].next() == Next::Move).unwrap();
        hosts[mover].play(token, &mut noon[mover]).unwrap();
        hand_over(&mut hosts, &mut noon);
    }
    while let Some(index) = (0..2).find(|index| hosts[*index].next() == Next::Open) {
        hosts[index].open(&mut noon[index]).unwrap();
        hand_over(&mut hosts, &mut noon);
    }
    hosts
}

/// Gives each host what it lacks, until both have the same lines.
fn hand_over(hosts: &mut [SealedGame; 2], noon: &mut [Noon; 2]) {
    loop {
        let counts = [0, 1].map(|index| hosts[index].lines().len());
        let Some(to) = (0..2).find(|index| counts[*index] < counts[1 - index]) else { return };
        for line in texts(&hosts[1 - to].lines()[counts[to]..]) {
            hosts[to].receive(&line, &mut noon[to]).unwrap();
        }
    }
}

/// The protocol without the breaks of long examples.
fn protocol() -> String {
    include_str!("../../protocol.md").to_string()
}

#[test]
#[ignore = "it only prints the game for protocol.md"]
fn print_the_game() {
    for host in example() {
        eprintln!("{}", host.to_text());
    }
}

#[test]
fn the_game_in_protocol_md_is_the_one_that_is_played() {
    let hosts = example();
    let page = protocol();
    for line in texts(hosts[0].lines()) {
        assert!(page.contains(&format!("    {line}\n")), "protocol.md lacks the line\n    {line}");
    }
    let [first, second] = hosts.map(|host| Transcript::parse(&host.to_text()).unwrap());
    let audit = audit(&first, Some(&second)).unwrap();
    assert!(audit.is_clean() && audit.result == "p1win" || audit.result == "p2win", "{audit}");
}

#[test]
fn the_scheme_in_other_hands_gives_the_same_lines() {
    let hosts = example();
    let lines = texts(hosts[0].lines());
    let keys = [1, 2].map(|byte| SigningKey::from_bytes(&[byte; 32]));
    let mut before = [0; 32];
    for (index, line) in lines.iter().enumerate() {
        let (unsigned, _) = line.rsplit_once(' ').unwrap();
        let words: Vec<&str> = line.split(' ').collect();
        assert_eq!(words[0], (index + 1).to_string());
        assert_eq!((words[2], words[3]), ("2026-11-30T12:00:00Z", hex(&before).as_str()));
        let key = &keys[usize::from(words[1] == "B")];
        assert_eq!(*line, signed(key, unsigned));
        before = hash(line);
    }
    let rules = Variant::from_name("warpac-subs").unwrap().rules();
    let rules = sha256(rules.as_bytes());
    assert!(lines[0].contains(&format!("game 1 warpac-subs {} ", hex(&rules))));
    // The commitments of both, from the secrets in their files.
    for host in &hosts {
        let text = host.to_text();
        let secrets = text.lines().skip(3).take_while(|line| *line != "[public]");
        let mut before = [0; 32];
        let kinds = std::iter::once("toss").chain(std::iter::repeat("turn"));
        for (index, (line, kind)) in secrets.zip(kinds).enumerate() {
            let [commitment, salt, token] = line.split(' ').collect::<Vec<_>>()[..] else {
                panic!("{line}")
            };
            let own = Commitment {
                kind,
                game: hash(&lines[1]),
                rules,
                author: if host.me() == Author::A { "A" } else { "B" },
                number: index as u64 + 1,
                before,
                salt: bytes(salt),
                token,
            };
            before = own.hash();
            assert_eq!(commitment, hex(&before));
        }
    }
}

#[test]
fn the_bytes_in_protocol_md_are_those_that_are_hashed() {
    let hosts = example();
    let lines = texts(hosts[0].lines());
    let page = protocol();
    let rules = sha256(Variant::from_name("warpac-subs").unwrap().rules().as_bytes());
    let toss = lines[2].split(' ').nth(5).unwrap();
    let number = lines[4].split(' ').nth(6).unwrap();
    let salt = bytes(lines[4].split(' ').nth(5).unwrap());
    let hashed = fields(&[
        b"strategos sealed 1 commitment",
        b"toss",
        &hash(&lines[1]),
        &rules,
        b"A",
        &1_u64.to_be_bytes(),
        &[0; 32],
        &salt,
        number.as_bytes(),
    ]);
    assert_eq!(hex(&sha256(&hashed)), toss);
    assert!(page.contains(&hex(&hashed)), "protocol.md lacks\n{}", hex(&hashed));
    let game = hex(&hash(&lines[1]));
    assert!(page.contains(&format!("game {game}")), "protocol.md lacks the game {game}");
}
