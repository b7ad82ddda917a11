//! Information that a player does not see makes no difference to him. Exchanging the hidden parts changes neither
//! what he is told, nor what he may do, nor what his searches find. This holds whether the engine gets his view or
//! the full record.
//!
//! `STRATEGOS_GAMES=N` plays N games. By default a test plays a few.

use crate::common;
use common::answers::{for_every_engine, timeless};
use common::engine::Engine;
use common::program::TempFile;
use common::{Random, deploys, games, lively_action, random_game};
use strategos::game::{Game, Learnable, Notation, Planes, Player};
use strategos::games::warpac::{Standard, Warpac, WarpacAction, WarpacRules};
use strategos::games::{Playable, Ruleset, Variant};
use strategos::variants;

/// Everything that player `number` may learn from a referee, and the answers of his own engine.
fn told(number: usize, variant: &str, position: &str) -> Vec<String> {
    let mut referee = Engine::start_with(&["--variant", variant]);
    referee.send(&format!("position {position}"));
    let record = referee.query(&format!("record {number}"));
    let mut lines = vec![referee.query(&format!("view {number}"))];
    // The full record, as that player sees it.
    referee.send(&format!("position view {number} {position}"));
    lines.extend(what_is_known(&mut referee));
    referee.finish();
    let mut own = Engine::start_with(&["--variant", variant]);
    own.send(&format!("position {record}"));
    lines.extend(what_is_known(&mut own));
    own.send("go nodes 1000");
    lines.extend(own.finish().iter().map(|line| timeless(line)));
    lines.push(record);
    lines
}

fn what_is_known(engine: &mut Engine) -> Vec<String> {
    let queries =
        "query fen\nquery legalmoves\nquery key\nquery player\nquery result\nquery belief";
    let moves = engine.query("legalmoves");
    let effects: Vec<String> =
        moves.split_whitespace().map(|token| format!("query effects {token}\n")).collect();
    engine.send(&format!("{queries}\n{}d\nbelief\nmoves\nisready", effects.concat()));
    engine.until("readyok")
}

/// A FEN of War-in-the-Pacific Chess with all submarines of the hidden side on random squares.
fn with_other_submarines(random: &mut Random, fen: &str, hidden_side: usize) -> String {
    let mut fields: Vec<String> = fen.split(' ').map(str::to_string).collect();
    let mut sides: Vec<String> = fields[4].split('/').map(str::to_string).collect();
    let count = sides[hidden_side].split(',').filter(|square| *square != "-").count();
    let mut squares = std::collections::BTreeSet::new();
    while squares.len() < count {
        squares.insert((1 + random.below(16), random.below(16)));
    }
    let name = |(rank, file): &(usize, usize)| format!("{}{rank}", (b'a' + *file as u8) as char);
    if count > 0 {
        sides[hidden_side] = squares.iter().map(name).collect::<Vec<_>>().join(",");
    }
    fields[4] = sides.join("/");
    fields.join(" ")
}

for_every_engine! {
    fn submarines_that_are_not_seen_make_no_difference<G>(variant, rules) {
        if !variant.name().starts_with("warpac-subs") {
            return;
        }
        let mut random = Random::new(41);
        for _ in 0..4 {
            let game = random_game::<G>(rules, &mut random, 80);
            let state = random.pick(&game).state();
            if state.outcome().is_some() {
                continue;
            }
            let mover = state.player();
            let fen = state.fen();
            let other = with_other_submarines(&mut random, &fen, mover.opponent().index());
            assert!(G::from_fen(rules, &other).is_ok(), "{other}");
            let told = |fen: &str| told(mover.number(), variant.name(), &format!("fen {fen}"));
            assert_eq!(told(&fen), told(&other), "{fen} and {other}");
        }
    }
}

/// The engine's answers about a position: all answers for the player to move, and the visible ones for another
/// player.
fn answers(engine: &mut Engine, position: &str, player: Player) -> Vec<String> {
    let number = player.number();
    engine.send(&format!("position {position}"));
    let mut told = vec![engine.query(&format!("record {number}"))];
    told.push(engine.query(&format!("view {number}")));
    told.push(engine.query("player"));
    if told[2] == number.to_string() {
        // A search with full information must not pass results to a search without it.
        engine.send("setoption name Full Information value true");
        engine.search("go nodes 600");
        engine.send("setoption name Full Information value false");
        told.push(engine.query("legalmoves"));
        told.push(engine.query("belief"));
        told.extend(engine.search("go nodes 600"));
        engine.send("setoption name MultiPV value 3");
        told.extend(engine.search("go depth 1"));
        engine.send("setoption name MultiPV value 1");
    }
    // The belief is asked for while another player is to move, too.
    let seen = position.strip_prefix(&format!("view {number} ")).unwrap_or(position);
    engine.send(&format!("position view {number} {seen}"));
    told.insert(1, engine.query("belief"));
    told.iter().map(|line| timeless(line)).collect()
}

/// Three engines of a variant: two for indistinguishable records, and one that knows only the player's own record.
fn engines(variant: &str) -> [Engine; 3] {
    [(); 3].map(|()| Engine::start_with(&["--variant", variant]))
}

/// Compares the answers about two full records with each other, and with those about the player's own record.
fn compare(engines: &mut [Engine; 3], records: &[String; 2], player: Player) -> Vec<String> {
    let [first, second, third] = engines;
    let told = answers(first, &records[0], player);
    assert_eq!(told, answers(second, &records[1], player), "{}\n{}", records[0], records[1]);
    assert_eq!(told, answers(third, &told[0], player), "{}\n{}", records[0], told[0]);
    told
}

// --- Submarines -------------------------------------------------------------------------------------

/// Two games that one player cannot tell apart.
struct IndistinguishableGames<R: WarpacRules> {
    viewer: Player,
    beginning: &'static str,
    first: Warpac<R>,
    games: [Warpac<R>; 2],
    actions: [Vec<WarpacAction>; 2],
}

impl<R: WarpacRules> IndistinguishableGames<R> {
    fn new(rules: R, viewer: Player, beginning: &'static str) -> Self {
        let is_deployed = beginning == "startpos";
        let first = if is_deployed { Warpac::start(rules) } else { Warpac::deploy(rules).unwrap() };
        let games = [first.clone(), first.clone()];
        Self { viewer, beginning, first, games, actions: Default::default() }
    }

    fn is_hidden(&self) -> bool {
        self.games[0].player() != self.viewer
    }

    fn play(&mut self, actions: [WarpacAction; 2]) {
        for (index, action) in actions.into_iter().enumerate() {
            self.games[index].make(action);
            self.actions[index].push(action);
        }
        let planes = |game: &Warpac<R>| {
            let squares = Warpac::<R>::BOARD[0] * Warpac::<R>::BOARD[1];
            let mut bytes = vec![0; squares * Warpac::<R>::planes().len()];
            game.observe(self.viewer, &[], &mut Planes::new(&mut bytes, squares));
            bytes
        };
        let [first, second] = &self.games;
        assert!(planes(first) == planes(second), "{} and {}", first.fen(), second.fen());
    }

    /// Both players deploy. In the second game, the submarines of the hidden side stand elsewhere.
    fn deploy(&mut self, random: &mut Random) {
        while self.games[0].plan(0).is_some() {
            let plan = self.games[0].plan(random.next() % 1000).unwrap();
            let is_scattered = random.below(2) == 0;
            for action in plan {
                let [one, other] = &self.games;
                let is_submarine = one.action_token(action).starts_with("S@");
                let mut anywhere = |game| *random.pick(&submarine_drops(game));
                let played = if is_submarine && is_scattered { anywhere(one) } else { action };
                let elsewhere = is_submarine && self.is_hidden();
                let twin = if elsewhere { anywhere(other) } else { played };
                self.play([played, twin]);
            }
        }
    }

    /// The tokens that the viewer sees of an action in one of the games.
    fn seen(&self, index: usize, action: WarpacAction) -> Vec<String> {
        self.games[index].tokens_seen(&[action], Some(self.viewer)).unwrap()
    }

    /// Plays one more action in both games. Returns `false` if the games are over, or if the second game has no
    /// matching action.
    fn step(&mut self, random: &mut Random) -> bool {
        const TRIES: usize = 20;
        for _ in 0..TRIES {
            let Some(action) = lively_action(&self.games[0], random) else { return false };
            let seen = self.seen(0, action);
            let mut twins = vec![action];
            if seen == ["?"] {
                twins.clear();
                self.games[1].actions(&mut twins);
            }
            twins.retain(|twin| self.games[1].is_legal(*twin) && self.seen(1, *twin) == seen);
            if !twins.is_empty() {
                self.play([action, *random.pick(&twins)]);
                return true;
            }
        }
        false
    }

    fn records(&self) -> [String; 2] {
        let seen = |index: usize| {
            let actions = &self.actions[index];
            self.first.tokens_seen(actions, Some(self.viewer)).unwrap()
        };
        assert_eq!(seen(0), seen(1));
        [0, 1].map(|index| record(&self.first, self.beginning, &self.actions[index]))
    }
}

fn submarine_drops<R: WarpacRules>(game: &Warpac<R>) -> Vec<WarpacAction> {
    let mut actions = Vec::new();
    game.actions(&mut actions);
    actions.retain(|action| game.action_token(*action).starts_with("S@"));
    actions
}

/// A full record with one token for each action.
fn record<G: Playable>(first: &G, beginning: &str, actions: &[G::Action]) -> String {
    let mut game = first.clone();
    let mut text = format!("{beginning} moves");
    for action in actions {
        text.push(' ');
        text.push_str(&game.action_token(*action));
        game.make(*action);
    }
    text
}

#[test]
fn full_records_that_a_player_cannot_tell_apart_get_the_same_answers() {
    compare_indistinguishable_games(
        Standard::<true>::ALWAYS,
        &mut engines("warpac-subs"),
        games(16),
    );
}

/// The same under the rules of a file, in which more is hidden and less is lost.
#[test]
fn records_under_other_rules_that_a_player_cannot_tell_apart_get_the_same_answers() {
    let text = "[war-secret]\nextends = \"warpac-subs-once\"\nsubmarines = 7\nsubmarines_abroad = 7\n\
                submarine_squares = 5\ntorpedo_least_distance = 1\ntorpedo_most_distance = 4\n\
                torpedoes_hit_squadrons = true\ndepth_charge_distance = 4\ncontact_distance = 3\n\
                squadrons_aloft = \"stay\"\nbasic_destroyers = 3\nextra_points = 40\n";
    let file = TempFile::new("secret.toml", text);
    let added = variants::load(file.path().as_ref()).unwrap();
    let Ruleset::SubmarinesOfFile(settings) = added[0].ruleset() else { panic!("{added:?}") };
    let arguments = ["--variants", file.path(), "--variant", "war-secret"];
    let mut engines = [(); 3].map(|()| Engine::start_with(&arguments));
    compare_indistinguishable_games(settings, &mut engines, games(4));
}

fn compare_indistinguishable_games<R: WarpacRules>(
    rules: R,
    engines: &mut [Engine; 3],
    games: u64,
) {
    let (mut different, mut compared) = (0, 0);
    for seed in 0..games {
        let mut random = Random::new(seed);
        let viewer = [Player::ONE, Player::TWO][random.below(2)];
        let beginning = if seed % 4 == 0 { "startpos" } else { "deploy" };
        let mut pair = IndistinguishableGames::new(rules, viewer, beginning);
        pair.deploy(&mut random);
        engines.iter_mut().for_each(|engine| engine.send("ucinewgame"));
        let mut next = 0;
        for ply in 0..120 {
            if ply >= next && !pair.is_hidden() || ply + 1 == next {
                let records = pair.records();
                compare(engines, &records, viewer);
                compared += 1;
                different += usize::from(records[0] != records[1]);
                next = ply + 2 + random.below(60);
            }
            if !pair.step(&mut random) {
                break;
            }
        }
    }
    assert!(2 * different > compared && compared as u64 > games, "{different} of {compared}");
    engines.iter_mut().for_each(|engine| drop(engine.finish()));
}

// --- Deployments ------------------------------------------------------------------------------------

/// A deployment of the side to move, either drawn by the engine or random.
fn deployment<G: Playable>(game: &G, random: &mut Random) -> Vec<G::Action> {
    let plan = game.plan(random.next() % 1000).unwrap();
    if random.below(2) == 0 {
        return plan;
    }
    let (mut game, mover) = (game.clone(), game.player());
    let mut actions = Vec::new();
    while game.player() == mover && game.plan(0).is_some() {
        let action = lively_action(&game, random).unwrap();
        actions.push(action);
        game.make(action);
    }
    actions
}

for_every_engine! {
    /// Black deploys completely or in part, after White has deployed in two different ways.
    fn deployments_that_are_not_seen_make_no_difference<G>(variant, rules) {
        let Some(first) = G::deploy(rules) else { return };
        let mut engines = engines(variant.name());
        for seed in 0..games(2) {
            let mut random = Random::new(seed);
            let whites = [(); 2].map(|()| deployment(&first, &mut random));
            let mut game = first.clone();
            whites[0].iter().for_each(|action| drop(game.make(*action)));
            let mut blacks = deployment(&game, &mut random);
            // The first time, Black has deployed nothing.
            blacks.truncate(random.below(blacks.len()) * usize::from(seed > 0));
            let records = whites.map(|white| record(&first, "deploy", &[white, blacks.clone()].concat()));
            for mode in ["action", "turn"] {
                for engine in &mut engines {
                    engine.send(&format!("ucinewgame\nsetoption name Turn Mode value {mode}"));
                }
                let told = compare(&mut engines, &records, Player::TWO);
                let best = told.last().unwrap();
                assert!(best.contains('@') || best.ends_with(" end"), "{told:?}");
            }
            let [first, second, _] = &mut engines;
            let whites = [first, second].map(|engine| engine.query("record 1"));
            assert_eq!(whites[0] == whites[1], records[0] == records[1]);
        }
        engines.iter_mut().for_each(|engine| drop(engine.finish()));
    }
}

/// A whole deployment of the side to move, which the engine draws from `seed`.
fn drawn_deployment(variant: &str, seed: u64) -> String {
    let mut engine = Engine::start_with(&["--variant", variant]);
    engine.send(&format!("setoption name Seed value {seed}\nposition deploy"));
    let lines = engine.search("go depth 1");
    engine.finish();
    lines.last().unwrap().strip_prefix("bestmove ").unwrap().to_string()
}

#[test]
fn a_deployment_that_is_not_seen_makes_no_difference() {
    for variant in Variant::ALL.iter().filter(|variant| deploys(**variant)) {
        let variant = variant.name();
        let one = drawn_deployment(variant, 0);
        let others = (1..50).map(|seed| drawn_deployment(variant, seed));
        let other = others.into_iter().find(|other| *other != one).expect("another deployment");
        let told = |moves: &str| told(2, variant, &format!("deploy moves {moves}"));
        assert_eq!(told(&one), told(&other), "{variant}: {one} and {other}");
    }
}
