//! A sparring partner for `match.py`: the rules and the evaluation of Strategos under plain alpha-beta,
//! searched a ply deeper each time until half of the turn's time is gone. No table, no quiescence, no
//! extensions, no reductions, no ordering. Speaks just enough of the protocol to play.

use std::error::Error;
use std::io::{BufRead, stdin};
use std::time::{Duration, Instant};
use strategos::game::{Notation, Outcome, Played, Score};
use strategos::games::{Playable, Variant, Visitor};

/// How a search ends before its depth is done.
struct OutOfTime;

struct Search {
    start: Instant,
    limit: Duration,
    nodes: u64,
}

impl Search {
    fn value<G: Playable>(
        &mut self,
        game: &mut G,
        depth: u32,
        mut alpha: Score,
        beta: Score,
    ) -> Result<Score, OutOfTime> {
        if self.nodes.is_multiple_of(1024) && self.start.elapsed() >= self.limit {
            return Err(OutOfTime);
        }
        match game.outcome() {
            // A win that is nearer leaves more depth.
            Some(Outcome::Win(winner)) if winner == game.player() => {
                return Ok(Score::win_in(100 - depth));
            }
            Some(Outcome::Win(_)) => return Ok(Score::loss_in(100 - depth)),
            Some(Outcome::Draw) => return Ok(Score::DRAW),
            None if depth == 0 => return Ok(game.evaluate()),
            None => {}
        }
        let mut actions = Vec::new();
        game.actions(&mut actions);
        for action in actions {
            let value = self.after(game, action, depth - 1, alpha, beta)?;
            if value >= beta {
                return Ok(value);
            }
            alpha = alpha.max(value);
        }
        Ok(alpha)
    }

    fn after<G: Playable>(
        &mut self,
        game: &mut G,
        action: G::Action,
        depth: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, OutOfTime> {
        let mover = game.player();
        let undo = game.make(action);
        self.nodes += 1;
        let value = if game.player() == mover {
            self.value(game, depth, alpha, beta)
        } else {
            self.value(game, depth, -beta, -alpha).map(|value| -value)
        };
        game.unmake(undo);
        value
    }

    fn best<G: Playable>(&mut self, root: &G) -> Option<(G::Action, Score, u32)> {
        let mut actions = Vec::new();
        root.actions(&mut actions);
        let mut found = (*actions.first()?, Score::DRAW, 0);
        for depth in 1..100 {
            let mut best = None;
            let mut alpha = -Score::INFINITE;
            for action in actions.clone() {
                let game = &mut root.clone();
                let Ok(value) = self.after(game, action, depth - 1, alpha, Score::INFINITE) else {
                    return Some(found);
                };
                if value > alpha {
                    (alpha, best) = (value, Some(action));
                }
            }
            found = (best?, alpha, depth);
            if self.start.elapsed() >= self.limit / 2 {
                break;
            }
        }
        Some(found)
    }
}

/// Plays one variant; returns the variant to go on with, or `None` at the end.
struct Play;

impl Visitor for Play {
    type Output = Result<Option<Variant>, Box<dyn Error>>;

    fn visit<G: Playable>(self, rules: G::Rules) -> Self::Output {
        let mut played = Played::new(G::start(rules));
        for line in stdin().lock().lines() {
            let line = line?;
            let words: Vec<&str> = line.split_whitespace().collect();
            match words.as_slice() {
                ["ugi"] => println!("{}", handshake()),
                ["isready"] => println!("readyok"),
                ["setoption", "name", "UCI_Variant", "value", name] => {
                    return Ok(Variant::from_name(name));
                }
                ["position", rest @ ..] => played = position::<G>(rules, rest)?,
                ["go", limits @ ..] => go(&played, limits),
                ["quit"] => return Ok(None),
                _ => {}
            }
        }
        Ok(None)
    }
}

/// What `ugi` is answered with.
fn handshake() -> String {
    let variants: Vec<String> = Variant::NAMES.iter().map(|name| format!("var {name}")).collect();
    let default = Variant::NAMES[0];
    let variants = variants.join(" ");
    format!("id name plain\noption name UCI_Variant type combo default {default} {variants}\nugiok")
}

fn position<G: Notation>(rules: G::Rules, words: &[&str]) -> Result<Played<G>, Box<dyn Error>> {
    let end = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
    let first = match words[0] {
        "fen" => G::from_fen(rules, &words[1..end].join(" "))?,
        _ => G::start(rules),
    };
    let mut played = Played::new(first);
    for token in words.iter().skip(end + 1).flat_map(|turn| turn.split(',')) {
        let action = played.state().parse_action(token)?;
        played.play(action);
    }
    Ok(played)
}

/// A thirtieth of the clock, or all of `movetime` less ten milliseconds.
fn go<G: Playable>(played: &Played<G>, limits: &[&str]) {
    let number = |name: &str| {
        let at = limits.iter().position(|word| *word == name)?;
        limits.get(at + 1)?.parse::<u64>().ok()
    };
    let clock = format!("p{}time", played.state().player().number());
    let limit = match (number("movetime"), number(&clock)) {
        (Some(time), _) => time.saturating_sub(10),
        (None, Some(time)) => time / 30,
        (None, None) => 10,
    };
    let mut search =
        Search { start: Instant::now(), limit: Duration::from_millis(limit), nodes: 0 };
    match search.best(played.state()) {
        Some((action, score, depth)) => {
            let token = played.state().action_token(action);
            println!("info depth {depth} score {score} nodes {} pv {token}", search.nodes);
            println!("bestmove {token}");
        }
        None => println!("info depth 0 score cp 0\nbestmove (none)"),
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut next = Some(Variant::ALL[0]);
    while let Some(variant) = next {
        next = variant.visit(Play)?;
    }
    Ok(())
}
