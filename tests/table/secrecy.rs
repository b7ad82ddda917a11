//! What a player may not know reaches him by no order. Two games that he cannot tell apart give him the same messages.

use super::Guest;
use crate::common::{Random, games, hiding};
use serde_json::{Value, json};
use strategos::engine::{GameState, Position, Start};
use strategos::game::Charset;
use strategos::games::Variant;

/// Two games that the viewer, one of the players, cannot tell apart, at two tables. He sits at the screen `one`, and the
/// other player at the screen `two`.
struct Pair {
    viewer: usize,
    games: [Box<dyn GameState>; 2],
    guests: [Guest; 2],
}

impl Pair {
    fn new(variant: Variant, start: Start, viewer: usize) -> Self {
        let guest = || {
            let mut guest = Guest::new(variant);
            guest.does("one", &json!({"do": "join", "screen": "one"}));
            guest.does("two", &json!({"do": "join", "screen": "two"}));
            let mut seats = [
                json!({"kind": "person", "screen": "one"}),
                json!({"kind": "person", "screen": "two"}),
            ];
            seats.rotate_left(viewer - 1);
            let order = json!({"do": "new", "variant": variant.name(), "seats": seats,
                "start": start.to_string()});
            guest.does("one", &order);
            guest
        };
        let mut game = variant.new_game();
        game.set_position(&Position::from_start(start.clone())).unwrap();
        Self { viewer, games: [game.clone(), game], guests: [guest(), guest()] }
    }

    /// What the viewer may know of a game.
    fn known(&self, game: &dyn GameState) -> (String, String, usize, bool) {
        let (record, view) = (game.record(self.viewer).unwrap(), game.view(self.viewer).unwrap());
        (record.to_string(), view, game.player().number(), game.outcome().is_none())
    }

    /// Plays a whole turn of the player to move: the same in both games if it is the viewer's, else two turns that he
    /// cannot tell apart. `false` if there are none.
    fn turn(&mut self, random: &mut Random) -> bool {
        let is_own = self.games[0].player().number() == self.viewer;
        for _ in 0..20 {
            let Some(first) = whole_turn(&*self.games[0], random) else { continue };
            let mut seconds = vec![first.clone()];
            if !is_own {
                seconds = look_alikes(&*self.games[1], &first, random);
            }
            for second in seconds {
                let mut after = self.games.clone();
                if after[0].choose(&first).is_ok()
                    && after[1].choose(&second).is_ok()
                    && after.iter().all(|game| game.outcome().is_none())
                    && self.known(&*after[0]) == self.known(&*after[1])
                {
                    self.games = after;
                    self.play(is_own, [&first, &second]);
                    return true;
                }
            }
        }
        false
    }

    /// Plays tokens at both tables, action by action. What the viewer is told must be the same.
    fn play(&mut self, is_own: bool, tokens: [&String; 2]) {
        let name = if is_own { "one" } else { "two" };
        if is_own {
            // Back from earlier positions, where he may have tried something.
            self.order(&json!({"do": "cover"}));
        }
        let told = [0, 1].map(|at| {
            let mut lines = Vec::new();
            for part in tokens[at].split(',') {
                let order = json!({"do": "play", "token": part});
                lines.extend(to_viewer(self.guests[at].does(name, &order)));
            }
            lines
        });
        assert_eq!(told[0], told[1], "{tokens:?}");
        // What `strategos play` shows.
        let shown = self.guests.each_ref().map(|guest| {
            let seen = guest.table.seen("one").map(|seen| seen.diagram(Charset::Ascii));
            (seen.ok(), guest.table.turns("one"))
        });
        assert_eq!(shown[0], shown[1], "{tokens:?}");
        let [first, second] = &mut self.guests;
        assert_eq!(first.state("one"), second.state("one"));
    }

    /// Gives an order of the viewer at both tables.
    fn order(&mut self, order: &Value) {
        let [first, second] = &mut self.guests;
        let told = [first, second].map(|guest| guest.order("one", order).map(to_viewer));
        assert_eq!(told[0], told[1], "{order}");
    }
}

/// What is for the viewer, and what is searched for him.
fn to_viewer(told: Vec<Value>) -> Vec<Value> {
    let is_his = |value: &Value| {
        value["viewer"] == "one" || value["viewer"].is_null() && value["type"] == "search"
    };
    told.into_iter().filter(is_his).collect()
}

/// A random whole turn of the player to move; `None` if it cannot be finished.
fn whole_turn(game: &dyn GameState, random: &mut Random) -> Option<String> {
    let mut game = game.boxed();
    let player = game.player();
    let mut tokens = Vec::new();
    loop {
        let legal = game.legal_moves();
        if legal.is_empty() {
            return None;
        }
        let token = random.pick(&legal).clone();
        game.choose(&token).ok()?;
        tokens.push(token);
        if game.player() != player || game.turn_start() || game.outcome().is_some() {
            return Some(tokens.join(","));
        }
    }
}

/// Whole turns that another player may not be able to tell from `token`, in random order: in a deployment those with
/// other submarines, else all of one action.
fn look_alikes(game: &dyn GameState, token: &str, random: &mut Random) -> Vec<String> {
    let parts: Vec<&str> = token.split(',').collect();
    let mut alike = vec![token.to_string()];
    if parts.len() > 1 {
        let mut game = game.boxed();
        let mut tokens = Vec::new();
        for part in parts {
            let legal = game.legal_moves();
            let submarines: Vec<&String> =
                legal.iter().filter(|token| token.starts_with("S@")).collect();
            let is_submarine = part.starts_with("S@") && !submarines.is_empty();
            let other =
                if is_submarine { (*random.pick(&submarines)).clone() } else { part.to_string() };
            if game.choose(&other).is_err() {
                return alike;
            }
            tokens.push(other);
        }
        alike.insert(0, tokens.join(","));
    } else {
        let mut legal = game.legal_moves();
        for at in (1..legal.len()).rev() {
            legal.swap(at, random.below(at + 1));
        }
        alike.splice(0..0, legal);
    }
    alike
}

/// An order of the viewer that may ask about anything.
fn order(random: &mut Random, other: usize) -> Value {
    match random.below(18) {
        0 | 1 => json!({"do": "step", "to": random.below(20)}),
        2 => json!({"do": "analyse", "lines": random.below(3)}),
        3 => json!({"do": "hint"}),
        4 => json!({"do": "undo"}),
        5 => json!({"do": "redo"}),
        6 => json!({"do": "continue"}),
        7 => json!({"do": "save", "form": random.pick(&["table", "record", "pgn", "position"])}),
        8 => {
            json!({"do": "ask", "query": random.pick(&["online", "lines", "material", "combat e4"])})
        }
        9 => json!({"do": "comment", "node": random.below(9), "text": "?"}),
        10 => json!({"do": "delete", "node": random.below(30)}),
        11 => json!({"do": "uncover", "player": 1 + random.below(2)}),
        12 => {
            json!({"do": "play", "token": random.pick(&["sa2=1", "?", "zz", "sb10=0"])})
        }
        13 => json!({"do": "seat", "player": other, "seat": {"kind": "person", "screen": "one"}}),
        14 => json!({"do": "seat", "player": other, "seat": {"kind": "outside"}}),
        15 => json!({"do": "join", "screen": random.pick(&["one", "elsewhere", ""])}),
        16 => json!({"do": "go"}),
        _ => json!({"do": "pause"}),
    }
}

#[test]
fn two_games_that_a_player_cannot_tell_apart_look_the_same_to_him() {
    let mut differing = 0;
    for variant in hiding() {
        for (start, viewer) in
            [(Start::Deploy, 1), (Start::Deploy, 2), (Start::StartPos, 1), (Start::StartPos, 2)]
        {
            for seed in 0..games(1) {
                let mut random = Random::new(seed);
                let mut pair = Pair::new(variant, start.clone(), viewer);
                for _ in 0..40 {
                    if !pair.turn(&mut random) {
                        break;
                    }
                    differing += usize::from(pair.games[0].fen() != pair.games[1].fen());
                    for _ in 0..3 {
                        let order = order(&mut random, 3 - viewer);
                        let name = order["do"].as_str().unwrap_or_default();
                        // Where nothing is hidden, these would change the game, which goes on below.
                        if pair.games[0].is_open() && ["undo", "redo", "continue"].contains(&name) {
                            continue;
                        }
                        pair.order(&order);
                        if order["do"] == "join" {
                            pair.order(&json!({"do": "join", "screen": "one"}));
                        }
                    }
                    pair.order(&json!({"do": "go"}));
                }
            }
        }
    }
    assert!(differing > 100, "{differing} positions differ");
}

#[test]
fn the_drops_of_a_deployment_tell_the_other_player_nothing() {
    for variant in hiding() {
        for seed in 0..games(2) {
            let mut random = Random::new(seed);
            let mut pair = Pair::new(variant, Start::Deploy, 2);
            let Some(turn) = whole_turn(&*pair.games[0], &mut random) else { continue };
            let [guest, _] = &mut pair.guests;
            let parts: Vec<&str> = turn.split(',').collect();
            for (index, part) in parts.iter().enumerate() {
                let told = guest.does("two", &json!({"do": "play", "token": part}));
                // He may learn that the other player has begun, and that he has ended.
                let may_be_told = index == 0 || index + 1 == parts.len();
                assert!(may_be_told || to_viewer(told).is_empty(), "{}: {part}", variant.name());
            }
        }
    }
}

#[test]
fn a_guess_about_submarines_is_judged_by_the_players_own_knowledge() {
    let fen = "15k/16/16/16/16/16/16/16/16/16/2n13/16/16/2N13/16/K15 w s - c6/a3,n5 - 0 20";
    let mut guest = Guest::new(Variant::WARPAC_SUBS);
    let seats = json!([{"kind": "person", "screen": "one"}, {"kind": "person", "screen": "two"}]);
    guest.does("x", &json!({"do": "join", "screen": "one"}));
    let order = json!({"do": "new", "variant": "warpac-subs", "start": format!("fen {fen}"),
        "seats": seats});
    guest.does("x", &order);
    let errors: Vec<String> = ["sa1=1", "sa1=1c", "sa1=2", "sa2=1"]
        .iter()
        .map(|token| guest.refuses("x", &json!({"do": "play", "token": token})))
        .collect();
    assert!(errors.iter().all(|error| error.contains("report")), "{errors:?}");
}

#[test]
fn a_covered_screen_and_a_stranger_see_no_board() {
    for variant in hiding() {
        let mut guest = Guest::new(variant);
        guest.does("me", &json!({"do": "new", "variant": variant.name(), "start": "deploy"}));
        let state = guest.state("");
        assert_eq!((&state["curtain"], state.get("board")), (&json!(1), None));
        assert!(guest.refuses("me", &json!({"do": "ask", "query": "x"})).contains("covered"));
        guest.does("me", &json!({"do": "uncover", "player": 1}));
        assert_eq!(guest.state("")["board"]["sees"], 1);
        let stranger = guest.state("elsewhere");
        assert_eq!(stranger.get("board"), None, "{}", variant.name());
        // A snapshot for the host shows no drop, and a covered screen saves nothing.
        let token = super::random_action(&guest.state(""), &mut Random::new(1)).unwrap();
        guest.plays("me", &[&token]);
        assert!(!guest.table.snapshot().contains(&token));
        for form in ["table", "record", "pgn"] {
            let error = guest.refuses("me", &json!({"do": "save", "form": form}));
            assert!(error.contains("hidden"), "{error}");
        }
        guest.does("me", &json!({"do": "cover"}));
        let error = guest.refuses("me", &json!({"do": "save", "form": "position"}));
        assert!(error.contains("covered"), "{error}");
    }
}
