//! Each cheat is caught, by line and by name.

use super::forger::{Forger, bytes, hash, hex, signed};
use super::{Chance, Pair, agreed, public, texts};
use strategos::engine::Start;
use strategos::games::Variant;
use strategos::sealed::{Audit, Author, SealedGame, Terms, Transcript, Verdict, audit};

/// White's submarine c6, Black's a3 and n5.
const FEN: &str = "fen 15k/16/16/16/16/16/16/16/16/16/2n13/16/16/2N13/16/K15 w s - c6/a3,n5 - 0 20";

/// A cheat who plays White as A, and an honest player who plays Black as B.
struct Game {
    cheat: Forger,
    honest: SealedGame,
    chance: Chance,
}

impl Game {
    fn new(start: &str) -> Self {
        let cheat = Forger::propose("warpac-subs", start);
        let mut chance = Chance::new(1);
        let honest = SealedGame::join(&cheat.lines[0], "Bob", &mut chance).unwrap();
        let mut game = Self { cheat, honest, chance };
        game.catch_up();
        game
    }

    /// The cheat takes the honest player's lines.
    fn catch_up(&mut self) {
        self.cheat.lines = texts(self.honest.lines());
    }

    /// Sends a line of the cheat, and takes the answers.
    fn try_say(&mut self, payload: &str) -> Result<(), String> {
        let line = self.cheat.version(payload);
        let answers = self.honest.receive(&line, &mut self.chance);
        answers.map_err(|error| error.to_string())?;
        self.catch_up();
        Ok(())
    }

    fn say(&mut self, payload: &str) {
        self.try_say(payload).unwrap();
    }

    fn seal(&mut self, token: &str) {
        let commitment = self.cheat.commit("turn", token);
        self.say(&format!("sealed {commitment}"));
    }

    fn play(&mut self, token: &str) {
        self.honest.play(token, &mut self.chance).unwrap();
        self.catch_up();
    }

    /// The honest player opens, if it is time.
    fn open(&mut self) {
        self.honest.open(&mut self.chance).unwrap();
        self.catch_up();
    }

    /// The cheat gives up, and both open.
    fn end(&mut self) {
        self.say("resign");
        let opening = self.cheat.opening();
        self.say(&opening);
        self.open();
    }

    /// The audit of both files, of which the cheat's is as the cheat has it.
    fn audit(&self) -> Audit {
        let files = [self.cheat.file(), self.honest.to_text()];
        let [cheat, honest] = files.map(|text| Transcript::parse(&text).unwrap());
        let both = audit(&cheat, Some(&honest)).unwrap();
        let alone = audit(&honest, None).unwrap();
        // One player's knowledge may name another reason.
        let at_fault = |audit: &Audit| audit.fault.as_ref().map(|fault| (fault.line, fault.author));
        assert_eq!((at_fault(&alone), alone.verdict), (at_fault(&both), both.verdict));
        both
    }

    /// Checks that the cheat is found out in this line.
    fn found_in(&self, line: u32, reason: &str) {
        let audit = self.audit();
        let fault = audit.fault.clone().unwrap();
        assert!(fault.reason.contains(reason), "{fault:?}");
        assert_eq!((fault.line, fault.author), (line, Some(Author::A)), "{fault:?}");
        assert_eq!((audit.verdict, audit.result.as_str()), (Verdict::Faulty, "p2win"));
        assert!(!audit.is_clean());
    }

    /// The number of the last line.
    fn last(&self) -> u32 {
        self.honest.lines().len() as u32
    }
}

/// A game until White's first underwater turn.
fn until_underwater() -> Game {
    let mut game = Game::new(FEN);
    game.say("turn c3d5");
    game.play("c6e7");
    game
}

#[test]
fn an_honest_forger_is_clean() {
    let mut game = until_underwater();
    game.seal("c6d7");
    game.play("a3b4");
    game.say("turn sb4");
    game.play("sb5");
    game.say("report =0c");
    game.seal("end");
    game.play("end");
    game.end();
    let audit = game.audit();
    assert!(audit.is_clean(), "{audit}");
    assert_eq!(audit.result, "p2win");
}

#[test]
fn a_submarine_that_was_elsewhere_than_committed() {
    let mut game = until_underwater();
    game.seal("c6d7");
    game.play("a3b4");
    game.say("turn d5e7");
    game.play("p16p15");
    // The submarine claims to be where it can hit the carrier on p15.
    game.say("turn xp15");
    let line = game.last();
    assert!(game.honest.game().unwrap().outcome().is_some());
    let opening = game.cheat.opening();
    game.say(&opening);
    game.open();
    game.found_in(line, "illegal move xp15");
}

#[test]
fn an_opening_that_is_another_than_the_commitment() {
    let mut game = until_underwater();
    game.seal("c6d7");
    let committed = game.last();
    game.play("a3b4");
    game.say("resign");
    game.cheat.secrets[0].1 = "c6c7".to_string();
    let opening = game.cheat.opening();
    let refused = game.try_say(&opening).unwrap_err();
    assert!(
        refused.contains(&format!("does not open the commitment in line {committed}")),
        "{refused}"
    );
    game.found_in(game.last() + 1, "does not open");
}

/// A deployment of White's, in the two parts.
fn deployment() -> (String, &'static str) {
    let ships = "K@e2,K@l2,Q@d2>e2,Q@m2>l2,R@a2,R@h2,R@i2,R@p2,B@c4,B@g4,B@j4,B@n4,N@b4,N@d4,N@f4,N@k4,N@m4,N@o4,N@p4";
    (format!("{ships},S@?,S@?,S@?,S@?,S@?,end"), "S@c6,S@f7,S@h6,S@k7,S@n6")
}

/// A game until White's first turn, with White's submarines as they are given.
fn deployed(submarines: &str) -> Game {
    let mut game = Game::new("deploy");
    let (shown, _) = deployment();
    let shown_hash = game.cheat.commit("deployment", &shown);
    let hidden_hash = game.cheat.commit("hidden", submarines);
    game.say(&format!("deploy {shown_hash} {hidden_hash}"));
    let mirror = |square: &str| {
        let rank: u32 = square[1..].parse().unwrap();
        format!("{}{}", &square[..1], 17 - rank)
    };
    let (shown, hidden) = deployment();
    let own = shown.replace("S@?,S@?,S@?,S@?,S@?", hidden);
    let parts: Vec<String> = own
        .split(',')
        .map(|part| match part.split_once('@') {
            Some((piece, place)) => {
                let squares: Vec<String> = place.split('>').map(mirror).collect();
                format!("{piece}@{}", squares.join(">"))
            }
            None => part.to_string(),
        })
        .collect();
    game.play(&parts.join(","));
    let (salt, token) = game.cheat.secrets.remove(0);
    game.say(&format!("show {salt} {token}"));
    game
}

#[test]
fn a_deployment_changed_after_the_first_charge() {
    let (_, hidden) = deployment();
    let mut game = deployed(hidden);
    game.say("turn b4c6");
    game.play("sa10");
    game.say("report =0");
    game.seal("end");
    game.play("end");
    game.say("resign");
    game.cheat.secrets[0].1 = "S@b3,S@f7,S@h6,S@k7,S@n6".to_string();
    let opening = game.cheat.opening();
    assert!(game.try_say(&opening).unwrap_err().contains("does not open"));
    game.found_in(game.last() + 1, "does not open");
}

#[test]
fn a_deployment_that_is_not_shown_as_committed() {
    let mut game = Game::new("deploy");
    let (shown, hidden) = deployment();
    let commitments = [("deployment", shown.as_str()), ("hidden", hidden)]
        .map(|(kind, token)| game.cheat.commit(kind, token));
    game.say(&format!("deploy {}", commitments.join(" ")));
    let other = shown.replace("N@b4", "N@a4");
    game.honest.play(&super::secrets::blacks(), &mut game.chance).unwrap();
    game.catch_up();
    let salt = game.cheat.secrets[0].0.clone();
    let refused = game.try_say(&format!("show {salt} {other}")).unwrap_err();
    assert!(refused.contains("does not open the commitment in line 3"), "{refused}");
    game.found_in(5, "does not open");
}

#[test]
fn a_shown_deployment_that_is_illegal_is_refused_at_once() {
    let (shown, hidden) = deployment();
    for (wrong, reason) in [
        (shown.replace("K@e2", "K@e9"), "illegal move K@e9"),
        (shown.replace(",end", ""), "the deployment is not complete"),
        (shown.replace("N@b4,", ""), "illegal move"),
        (shown.replace("K@e2", "k@E2"), "expected the form of records"),
    ] {
        let mut game = Game::new("deploy");
        let parts = [("deployment", wrong.as_str()), ("hidden", hidden)];
        let commitments = parts.map(|(kind, token)| game.cheat.commit(kind, token));
        game.say(&format!("deploy {}", commitments.join(" ")));
        game.play(&super::secrets::blacks());
        let salt = game.cheat.secrets[0].0.clone();
        let refused = game.try_say(&format!("show {salt} {wrong}")).unwrap_err();
        assert!(refused.starts_with("line 5: ") && refused.contains(reason), "{refused}");
        game.cheat.secrets.clear();
        let alone = Transcript::parse(&game.honest.to_text()).unwrap();
        let fault = audit(&alone, None).unwrap().fault.unwrap();
        assert_eq!((fault.line, fault.author), (5, Some(Author::A)), "{fault:?}");
    }
}

#[test]
fn hidden_submarines_that_no_fleet_can_have() {
    for (submarines, reason) in [
        ("S@c6,S@f7,S@h6,S@k7", "too few hidden parts"),
        ("S@c6,S@f7,S@h6,S@k7,S@n6,S@p6", "too many hidden parts"),
        ("S@c6,S@c6,S@h6,S@k7,S@n6", "illegal move S@c6"),
        ("S@c12,S@f12,S@h12,S@k7,S@n6", "illegal move S@h12"),
        ("S@n6,S@c6,S@f7,S@h6,S@k7", "expected the form of records"),
        ("N@c6,S@f7,S@h6,S@k7,S@n6", "illegal move"),
    ] {
        let mut game = deployed(submarines);
        game.say("resign");
        let opening = game.cheat.opening();
        game.say(&opening);
        game.open();
        game.found_in(3, reason);
    }
}

#[test]
fn false_reports() {
    // Nothing for a hit, a hit for nothing, and no contact where there is one.
    for (area, said, truth) in
        [("sd7", "=0", "=0c"), ("sc6", "=0", "=1"), ("se8", "=1", "=0"), ("se8", "=0c", "=0")]
    {
        let mut game = Game::new(
            "fen 15k/16/16/16/16/16/16/16/16/16/2n13/16/16/2N13/16/K15 w s - c6,p1/a3,n5 - 0 20",
        );
        game.say("turn c3d5");
        game.play(area);
        game.say(&format!("report {said}"));
        let line = game.last();
        game.seal("end");
        game.play("end");
        game.end();
        game.found_in(line, &format!("{said}, and it is {truth}"));
    }
}

#[test]
fn a_report_that_cannot_be_is_refused_at_once() {
    for said in ["=3", "=2c", "=1x", "1", "=", "=0C"] {
        let mut game = until_underwater();
        game.seal("c6d7");
        game.play("sa1");
        assert!(game.try_say(&format!("report {said}")).is_err(), "{said}");
        game.found_in(game.last() + 1, "");
    }
}

#[test]
fn a_commitment_copied_from_the_opponent() {
    let mut game = until_underwater();
    game.seal("c6d7");
    game.play("a3b4");
    let copied = texts(game.honest.lines()).last().unwrap().split(' ').nth(5).unwrap().to_string();
    game.say("turn d5e7");
    game.play("p16p15");
    let line = game.last();
    let refused = game.try_say(&format!("sealed {copied}")).unwrap_err();
    assert!(refused.contains(&format!("line {} has the same commitment", line - 2)), "{refused}");
    game.found_in(line + 1, "copied");
}

#[test]
fn a_salt_used_twice() {
    let mut game = until_underwater();
    let salt = game.cheat.salt();
    for token in ["c6d7", "d7c6"] {
        let commitment = game.cheat.commit_with("turn", token, salt);
        game.say(&format!("sealed {commitment}"));
        if token == "c6d7" {
            game.play("a3b4");
            game.say("turn d5e3");
            game.play("p16p15");
        }
    }
    game.play("end");
    game.say("resign");
    let opening = game.cheat.opening();
    assert!(game.try_say(&opening).unwrap_err().contains("the same salt"));
    game.found_in(game.last() + 1, "the same salt");
}

#[test]
fn illegal_hidden_turns() {
    for (token, reason) in [
        ("c6g6", "illegal move c6g6"),
        ("d6d7", "illegal move d6d7"),
        ("xe7", "this turn must be shown"),
        ("sc6", "this turn must be shown"),
        ("c6d7,a1a2", "the turn ends before it"),
        ("C6D7", "the form of records"),
        ("nonsense", "unreadable move"),
        ("?", "? stands in records only"),
    ] {
        let mut game = until_underwater();
        game.seal(token);
        let line = game.last();
        game.play("end");
        game.end();
        game.found_in(line, reason);
    }
}

#[test]
fn a_line_withheld_and_then_replaced() {
    let mut game = Game::new(FEN);
    let withheld = game.cheat.version("turn c3d5");
    game.say("turn c3e4");
    game.play("c6e7");
    let refused = game.honest.receive(&withheld, &mut game.chance).unwrap_err();
    assert_eq!(refused.line, Some(3));
    assert!(refused.reason.contains("two versions"), "{refused}");
    game.found_in(3, "two signed versions");
    // The evidence outlives the file.
    let again = SealedGame::from_text(&game.honest.to_text()).unwrap();
    assert_eq!(again.evidence(), [withheld]);
}

#[test]
fn a_rewritten_chain() {
    let mut game = Game::new(FEN);
    game.say("turn c3d5");
    game.play("c6e7");
    game.seal("c6d7");
    let honest = Transcript::parse(&game.honest.to_text()).unwrap();
    // The cheat writes its own lines anew, and keeps the other's.
    let mut forged = Forger::propose("warpac-subs", FEN);
    forged.lines = game.cheat.lines[..2].to_vec();
    forged.say("turn c3e4");
    let mut kept = forged.lines.clone();
    kept.push(game.cheat.lines[3].clone());
    let alone = audit(&public(&kept), None).unwrap();
    let fault = alone.fault.unwrap();
    assert_eq!((fault.line, alone.verdict), (4, Verdict::Faulty));
    assert!(fault.reason.contains("does not follow line 3"), "{fault:?}");
    for [first, second] in [[&public(&kept), &honest], [&honest, &public(&kept)]] {
        let fault = audit(first, Some(second)).unwrap().fault.unwrap();
        assert_eq!((fault.line, fault.author), (3, Some(Author::A)));
        assert!(fault.reason.contains("two signed versions"), "{fault:?}");
    }
    // It cannot sign for the other.
    let text = format!("4 B 2026-11-30T12:30:00Z {} turn c6e7", hex(&hash(&forged.lines[2])));
    forged.lines.push(signed(&forged.key, &text));
    let fault = audit(&public(&forged.lines), None).unwrap().fault.unwrap();
    assert_eq!((fault.line, fault.author), (4, None));
    assert!(fault.reason.contains("not signed by B"), "{fault:?}");
    // Nor change a line that the other has signed.
    let mut altered = game.cheat.lines.clone();
    altered[3] = altered[3].replace("c6e7", "c6b4");
    let fault = audit(&public(&altered), Some(&honest)).unwrap().fault.unwrap();
    assert_eq!(fault.line, 4);
    assert!(fault.reason.contains("altered in the first file"), "{fault:?}");
}

#[test]
fn who_does_not_open_loses() {
    let mut game = until_underwater();
    game.seal("c6d7");
    game.play("a3b4");
    game.say("resign");
    let audit = game.audit();
    assert_eq!((audit.verdict, audit.result.as_str()), (Verdict::Abandoned, "p2win"));
    assert_eq!(audit.missing.unwrap().0, Some(Author::A));
    // A winner who refuses loses, too.
    let opening = game.cheat.opening();
    game.say(&opening);
    let lines = game.cheat.lines.clone();
    let audit = strategos::sealed::audit(&public(&lines), None).unwrap();
    assert_eq!((audit.verdict, audit.result.as_str()), (Verdict::Abandoned, "p1win"));
    assert_eq!(audit.missing.unwrap().0, Some(Author::B));
}

#[test]
fn what_can_be_checked_of_an_abandoned_game_is_checked() {
    let mut game = until_underwater();
    game.seal("c6g6");
    let sealed = game.last();
    game.play("a3b4");
    let alone = Transcript::parse(&game.honest.to_text()).unwrap();
    let audit_of = |second: Option<&Transcript>| audit(&alone, second).unwrap();
    let missing = audit_of(None).missing.unwrap();
    assert_eq!(missing, (Some(Author::A), "A's next turn".to_string()));
    // The cheat's own secrets show that the hidden move was illegal.
    let cheat = Transcript::parse(&game.cheat.file()).unwrap();
    assert_eq!(audit_of(Some(&cheat)).fault.unwrap().line, sealed);
    // Of the public lines nobody can tell whose turn it is.
    let lines = public(&game.cheat.lines);
    assert_eq!(audit(&lines, None).unwrap().missing.unwrap().0, None);
}

#[test]
fn files_of_two_games_cannot_be_compared() {
    let terms = agreed("warpac-subs", Start::Deploy);
    let [one, other] = [1, 2].map(|seed| Pair::new(&terms, seed).transcripts()[0].clone());
    let refused = audit(&one, Some(&other)).unwrap_err();
    assert_eq!(refused.to_string(), "line 1: the files are of two different games");
    assert!(audit(&Transcript::default(), None).is_err());
}

#[test]
fn equal_deployments_have_unrelated_commitments() {
    let terms = Terms::of(Variant::from_name("gameofwar").unwrap());
    let game = |seed: u64| {
        let mut pair = Pair::new(&terms, seed);
        let deployment = "I@n6,I@d8,I@n8,I@p8,I@u8,I@m9,I@u9,I@c10,I@n10,C@c7,C@d7,C@x8,C@x9,K@e8,W@w9,R@r6,X@c4";
        let mover = pair.mover().unwrap();
        // The player of North mirrors it, so that only South's is the same in both games.
        if pair.hosts[mover].player(pair.hosts[mover].me()) == Some(1) {
            pair.play(deployment);
        }
        let lines = pair.lines();
        let line = lines.last().unwrap().clone();
        let words: Vec<String> = line.split(' ').map(str::to_string).collect();
        (words[5].clone(), lines, deployment)
    };
    let (one, lines, deployment) = game(1);
    let (other, ..) = game(2);
    assert_ne!(one, other);
    // Who guesses the deployment has nothing to compare it with, as long as the salt is unknown.
    let words: Vec<&str> = lines[0].split(' ').collect();
    for salt in [[0; 32], hash(&lines[1]), bytes(&one)] {
        let guess = super::forger::Commitment {
            kind: "deployment",
            game: hash(&lines[1]),
            rules: bytes(words[7]),
            author: lines.last().unwrap().split(' ').nth(1).unwrap(),
            number: 2,
            before: [0; 32],
            salt,
            token: deployment,
        };
        assert_ne!(hex(&guess.hash()), one);
    }
}
