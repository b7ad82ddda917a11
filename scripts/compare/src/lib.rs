//! What the players of this package share: just enough of the protocol to be driven by `match.py`.

use std::error::Error;
use std::io::{BufRead, stdin};
use std::time::Duration;
use strategos::game::{Notation, Played, Score};
use strategos::games::{Playable, Variant, Visitor};

/// A way to choose actions.
pub trait Thinker: Copy {
    /// What the program is called.
    const NAME: &'static str;
    /// Whether it can play the game.
    fn plays<G: Playable>() -> bool;
    /// What to play; `None` if the game is over.
    fn think<G: Playable>(self, played: &Played<G>, limits: Limits) -> Option<Thought>;
}

/// When a search ends: at the first limit that it reaches.
#[derive(Clone, Copy)]
pub struct Limits {
    /// Time to be used.
    pub time: Duration,
    /// Actions made.
    pub nodes: u64,
}

/// What a search found.
pub struct Thought {
    /// The actions to be played, glued by commas.
    pub token: String,
    /// How deep it looked.
    pub depth: usize,
    /// What the position is worth to the player to move.
    pub score: Score,
    /// Actions made.
    pub nodes: u64,
}

/// What is kept back from every time limit for the way of the answer.
const OVERHEAD: Duration = Duration::from_millis(10);
/// The part of a clock that one search uses.
const TURNS_A_CLOCK: u32 = 30;

/// Reads commands to the end of input or `quit`.
///
/// # Errors
/// Those of reading standard input.
pub fn obey<T: Thinker>(thinker: T) -> Result<(), Box<dyn Error>> {
    let mut next = Some(Variant::ALL[0]);
    while let Some(variant) = next {
        next = variant.visit(Play(thinker))?;
    }
    Ok(())
}

/// Plays one variant; returns the variant to go on with, or `None` at the end.
struct Play<T>(T);

impl<T: Thinker> Visitor for Play<T> {
    type Output = Result<Option<Variant>, Box<dyn Error>>;

    fn visit<G: Playable>(self, rules: G::Rules) -> Self::Output {
        let mut played = Played::new(G::start(rules));
        for line in stdin().lock().lines() {
            let line = line?;
            let words: Vec<&str> = line.split_whitespace().collect();
            match words.as_slice() {
                [name @ ("ugi" | "uci")] => println!("{}\n{name}ok", identity::<T>()),
                ["isready"] => println!("readyok"),
                ["setoption", "name", "UCI_Variant", "value", name] => match variant::<T>(name) {
                    Some(variant) => return Ok(Some(variant)),
                    None => println!("info string error: no variant {name} here"),
                },
                ["position", rest @ ..] => match position::<G>(rules, rest) {
                    Ok(found) => played = found,
                    Err(error) => println!("info string error: {error}"),
                },
                ["go", words @ ..] => go(self.0, &played, words),
                ["quit"] => return Ok(None),
                _ => {}
            }
        }
        Ok(None)
    }
}

/// Whether a thinker plays a variant.
struct Plays<T>(std::marker::PhantomData<T>);

impl<T: Thinker> Visitor for Plays<T> {
    type Output = bool;

    fn visit<G: Playable>(self, _rules: G::Rules) -> bool {
        T::plays::<G>()
    }
}

fn plays<T: Thinker>(variant: Variant) -> bool {
    variant.visit(Plays::<T>(std::marker::PhantomData))
}

fn variant<T: Thinker>(name: &str) -> Option<Variant> {
    Variant::from_name(name).filter(|variant| plays::<T>(*variant))
}

/// What `ugi` is answered with, but for its last line.
fn identity<T: Thinker>() -> String {
    let played = Variant::ALL.iter().filter(|variant| plays::<T>(**variant));
    let variants: Vec<String> = played.map(|variant| format!("var {}", variant.name())).collect();
    let [name, default, variants] = [T::NAME, Variant::NAMES[0], &variants.join(" ")];
    format!("id name {name}\noption name UCI_Variant type combo default {default} {variants}")
}

fn position<G: Playable>(rules: G::Rules, words: &[&str]) -> Result<Played<G>, Box<dyn Error>> {
    let end = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
    let first = match words.first() {
        Some(&"fen") => G::from_fen(rules, &words[1..end].join(" "))?,
        _ => <G as Notation>::start(rules),
    };
    let mut played = Played::new(first);
    for token in words.iter().skip(end + 1).flat_map(|turn| turn.split(',')) {
        let action = played.state().parse_action(token)?;
        played.play(action);
    }
    Ok(played)
}

fn go<T: Thinker, G: Playable>(thinker: T, played: &Played<G>, words: &[&str]) {
    match thinker.think(played, limits(played.state().player().number(), words)) {
        Some(Thought { token, depth, score, nodes }) => {
            println!("info depth {depth} score {score} nodes {nodes} pv {token}");
            println!("bestmove {token}");
        }
        None => println!("info depth 0 score cp 0\nbestmove (none)"),
    }
}

/// A part of the mover's clock, or all of `movetime` less the overhead; if nothing is said, the overhead.
fn limits(player: usize, words: &[&str]) -> Limits {
    let number = |name: &str| {
        let at = words.iter().position(|word| *word == name)?;
        words.get(at + 1)?.parse::<u64>().ok()
    };
    let clock = number(&format!("p{player}time"))
        .or_else(|| number(["wtime", "btime"].get(player - 1).copied()?));
    let movetime = number("movetime").map(Duration::from_millis);
    let nodes = number("nodes");
    let time = match (movetime, clock) {
        (Some(time), _) => time.saturating_sub(OVERHEAD),
        (None, Some(time)) => Duration::from_millis(time) / TURNS_A_CLOCK,
        (None, None) if nodes.is_some() => Duration::MAX,
        (None, None) => OVERHEAD,
    };
    Limits { time, nodes: nodes.unwrap_or(u64::MAX) }
}
