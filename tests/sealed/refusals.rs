//! Lines that are refused, with number and reason, and moves that are.

use super::forger::Forger;
use super::{Chance, Pair, agreed, texts};
use crate::common::{Random, games};
use strategos::engine::Start;
use strategos::games::Variant;
use strategos::sealed::{SealedGame, Terms, Transcript};

fn chance() -> Chance {
    Chance::new(77)
}

/// What the second host says to this line, which changes nothing.
fn refused(pair: &mut Pair, line: &str) -> String {
    let before = pair.hosts[1].to_text();
    let error = pair.hosts[1].receive(line, &mut chance()).unwrap_err().to_string();
    assert_eq!(pair.hosts[1].to_text(), before, "{error}");
    error
}

#[test]
fn a_line_twice_out_of_order_of_another_game_or_altered() {
    let terms = agreed("warpac", Start::StartPos);
    let mut pair = Pair::new(&terms, 1);
    let mut other = Pair::new(&terms, 2);
    for pair in [&mut pair, &mut other] {
        pair.play("d4e6");
        pair.play("d13e11");
    }
    let lines = pair.lines();
    assert_eq!(refused(&mut pair, &lines[2]), "line 3: received twice");
    assert_eq!(refused(&mut pair, &lines[3]), "line 4: it is signed as B, who plays here");
    let next = pair.hosts[0].play("e6d4", &mut chance()).unwrap();
    other.play("e6d4");
    let foreign = other.lines()[4].clone();
    assert!(refused(&mut pair, &foreign).starts_with("line 5: it does not follow line 4"));
    let altered = next.replace("e6d4", "e6f4");
    assert_eq!(refused(&mut pair, &altered), "line 5: it is not signed by A");
    let later = format!("6{}", &next[1..]);
    assert_eq!(refused(&mut pair, &later), "line 6: expected line 5");
    pair.send(0, vec![next]);
    assert_eq!(pair.lines().len(), 5);
}

#[test]
fn texts_that_are_no_lines() {
    let mut pair = Pair::new(&agreed("warpac", Start::StartPos), 3);
    let line = pair.hosts[0].play("d4e6", &mut chance()).unwrap();
    let words: Vec<String> = line.split(' ').map(str::to_string).collect();
    let with = |index: usize, word: &str| {
        let mut words = words.clone();
        words[index] = word.to_string();
        words.join(" ")
    };
    for (text, reason) in [
        (String::new(), "too few words"),
        ("hello".to_string(), "too few words"),
        (with(0, "0"), "expected the number of a line"),
        (with(0, "+3"), "line 3: expected the only form"),
        (with(0, "03"), "line 3: expected the only form"),
        (with(0, "99999999999"), "expected the number of a line"),
        (with(1, "C"), "line 3: expected A or B"),
        (with(2, "2026-02-30T00:00:00Z"), "line 3: expected a time"),
        (with(3, "00"), "line 3: expected the hash"),
        (with(3, &words[3].to_uppercase()), "line 3: expected the hash"),
        (with(4, "turns"), "line 3: no such line"),
        (with(5, "\u{e9}"), "line 3: a token is printable ASCII"),
        (with(6, "12"), "line 3: expected a signature"),
        (format!("{line} "), "line 3: "),
        (format!(" {line}"), "expected the number of a line"),
        ("x".repeat(2 << 20), "a line of more than"),
    ] {
        let error = refused(&mut pair, &text);
        assert!(error.starts_with(reason), "{text:.80}: {error}");
    }
}

#[test]
fn moves_out_of_turn_illegal_or_in_the_wrong_form() {
    let mut pair = Pair::new(&Terms::of(Variant::from_name("warpac-subs").unwrap()), 4);
    let mover = pair.mover().unwrap();
    let say = |pair: &mut Pair, index: usize, token: &str| {
        pair.hosts[index].play(token, &mut chance()).unwrap_err().to_string()
    };
    assert!(say(&mut pair, 1 - mover, "end").starts_with("no move is due here: expected"));
    assert!(say(&mut pair, mover, "d4e6").contains("illegal move d4e6"));
    assert!(say(&mut pair, mover, "K@e2").contains("the turn is not complete"));
    assert!(say(&mut pair, mover, "?").contains("? stands in records only"));
    let error = pair.hosts[mover].open(&mut chance()).unwrap_err().to_string();
    assert!(error.starts_with("nothing is to be opened now"), "{error}");
}

#[test]
fn games_that_cannot_begin() {
    for (variant, start, reason) in [
        ("pacru3", Start::StartPos, "not a game for two players"),
        ("pacific-a", Start::Deploy, "has no deployment"),
        ("warpac", Start::Fen("nonsense".to_string()), "bad fen"),
        (
            "warpac-subs",
            Start::Fen(
                "15k/16/16/16/16/16/16/16/16/16/16/16/16/2N13/16/K15 w s - m13/?1 - 0 20"
                    .to_string(),
            ),
            "a position that both players know",
        ),
        (
            "warpac",
            Start::Fen(
                "16/16/16/16/16/16/16/16/16/16/16/16/16/16/16/16 w d - - 25/25 0 1".to_string(),
            ),
            "begins with `deploy`",
        ),
        (
            "warpac",
            Start::Fen(
                "15k/16/16/16/16/16/16/16/16/16/16/16/16/2N13/16/K15 w s - - - 200 20".to_string(),
            ),
            "the game is over at its start",
        ),
    ] {
        let error = SealedGame::propose(&agreed(variant, start), "Ann", &mut chance());
        let error = error.err().unwrap().to_string();
        assert!(error.contains(reason), "{variant}: {error}");
    }
    let terms = agreed("warpac", Start::StartPos);
    assert!(SealedGame::propose(&terms, "", &mut chance()).is_err());
    assert!(SealedGame::propose(&terms, "a\nb", &mut chance()).is_err());
    assert!(SealedGame::join("hello", "Bob", &mut chance()).is_err());
}

#[test]
fn other_rules_and_a_copied_key_are_refused() {
    let pair = Pair::new(&agreed("warpac", Start::StartPos), 5);
    let lines = pair.lines();
    let rules = lines[0].split(' ').nth(7).unwrap();
    let other = super::forger::Forger::propose("warpac", "startpos");
    let text = other.lines[0].replace(rules, &"0".repeat(64));
    let unsigned = text.rsplit_once(' ').unwrap().0;
    let line = super::forger::signed(&other.key, unsigned);
    let error = SealedGame::join(&line, "Bob", &mut chance()).err().unwrap().to_string();
    assert!(error.starts_with("line 1: other rules: the rulebook here has the hash"), "{error}");
}

#[test]
fn files_that_are_damaged_are_refused_by_line() {
    let mut pair = Pair::new(&agreed("warpac-subs", Start::StartPos), 6);
    pair.play("d4e6");
    pair.play("d13e11");
    pair.play("c6c7");
    let text = pair.hosts[0].to_text();
    let error = |text: &str| SealedGame::from_text(text).err().unwrap().to_string();
    assert!(error("").contains("no player's file"));
    assert!(error(&pair.lines().join("\n")).contains("no player's file"));
    assert!(error(&text.replace("c6c7", "c6g7")).starts_with("line 5: illegal move c6g7"));
    assert!(
        error(&text.replace("turn d4e6", "turn d4c6")).starts_with("line 3: it is not signed by A")
    );
    assert!(error(&text.replace("key A ", "key A 0")).contains("line 3 of the file"));
    assert!(error(&text.replace("key A", "key B")).contains("the key does not belong"));
    let without: Vec<&str> = text.lines().filter(|line| !line.ends_with(" c6c7")).collect();
    assert!(error(&without.join("\n")).contains("the secret of this commitment is missing"));
    // A secret that was altered on disk accuses nobody.
    let altered = Transcript::parse(&text.replace("c6c7", "c6g7")).unwrap();
    let audit = strategos::sealed::audit(&altered, None).unwrap();
    assert_eq!(audit.fault, None);
}

/// A text with one byte changed, left out, doubled or exchanged.
fn mutated(text: &str, random: &mut Random) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let at = random.below(bytes.len());
    match random.below(5) {
        0 => bytes[at] = b' ' + (random.below(95) as u8),
        1 => drop(bytes.remove(at)),
        2 => bytes.insert(at, bytes[at]),
        3 => bytes.swap(at, (at + 1) % text.len()),
        _ => bytes.truncate(at),
    }
    String::from_utf8(bytes).unwrap()
}

#[test]
fn no_mutated_line_is_taken_in_and_no_mutated_file_gives_another_game() {
    let mut random = Random::new(8);
    let mut pair = Pair::new(&agreed("warpac-subs", Start::StartPos), 8);
    pair.play("d4e6");
    pair.play("d13e11");
    let line = pair.hosts[0].play("c6c7", &mut chance()).unwrap();
    let (file, lines) = (pair.hosts[1].to_text(), texts(pair.hosts[1].lines()));
    for _ in 0..games(300) {
        let other = mutated(&line, &mut random);
        assert!(other == line || pair.hosts[1].receive(&other, &mut chance()).is_err(), "{other}");
        if let Ok(game) = SealedGame::from_text(&mutated(&file, &mut random)) {
            // Only what is no line of the game can have changed.
            let read = texts(game.lines());
            assert!(lines.starts_with(&read), "{}", game.to_text());
        }
    }
    pair.send(0, vec![line]);
}

/// Words of payloads, tokens, and what looks like them.
const WORDS: &[&str] = &[
    "turn",
    "sealed",
    "report",
    "resign",
    "open",
    "show",
    "deploy",
    "toss",
    "number",
    "join",
    "game",
    "1",
    "=0",
    "=1c",
    "=",
    "?",
    "end",
    "c3d5",
    "sb4",
    "sb4=1",
    "xe7",
    "x",
    "s",
    "K@e2",
    "S@?",
    "S@c6",
    "K@e2,K@l2,end",
    ",",
    ",,",
    "a1a1",
    "c6d7",
    "c6d7,d7e7",
    "warpac-subs",
    "warpac",
    "A",
    "B",
    "deploy",
    "startpos",
    "fen",
    "16/16",
    "w",
    "-",
    "%41",
    "Ann",
    "99999999999999999999",
    "end,end,end,end",
];

#[test]
fn whatever_the_other_player_signs_is_refused_or_followed() {
    let mut random = Random::new(9);
    let fen = "fen 15k/16/16/16/16/16/16/16/16/16/2n13/16/16/2N13/16/K15 w s - c6/a3,n5 - 0 20";
    let mut followed = 0;
    for round in 0..games(200) {
        let start = if round % 2 == 0 { fen } else { "deploy" };
        let mut cheat = Forger::propose("warpac-subs", start);
        let mut honest = SealedGame::join(&cheat.lines[0], "Bob", &mut chance()).unwrap();
        for _ in 0..12 {
            cheat.lines = texts(honest.lines());
            let payload: Vec<String> = (0..1 + random.below(4))
                .map(|_| match random.below(6) {
                    0 => super::forger::hex(&cheat.salt()),
                    1 => cheat.commit("turn", "c6d7"),
                    _ => (*random.pick(WORDS)).to_string(),
                })
                .collect();
            let line = cheat.version(&payload.join(" "));
            followed += usize::from(honest.receive(&line, &mut chance()).is_ok());
            let legal = honest.game().unwrap().legal_moves();
            if honest.next() == strategos::sealed::Next::Move && !legal.is_empty() {
                let token: &String = random.pick(&legal);
                let _ = honest.play(token, &mut chance());
            }
        }
        let file = Transcript::parse(&honest.to_text()).unwrap();
        let found = strategos::sealed::audit(&file, None).unwrap();
        assert!(!found.is_clean() && !found.to_string().is_empty(), "{found}");
        assert!(SealedGame::from_text(&honest.to_text()).is_ok());
    }
    assert!(followed > 10, "{followed}");
}
