//! Texts about players, results and thoughts.

use crate::game::Player;
use crate::games::Variant;
use crate::table::{PvLine, ScoreText, Seat, TableState};
use std::fmt::Write;

/// A move of the engine, with the result of its search.
#[derive(Clone, Debug)]
pub struct Thought {
    pub player: Player,
    pub token: String,
    /// `None` if nothing was searched, as in a deployment.
    pub line: Option<PvLine>,
}

/// Display name of a player.
pub fn side(variant: Variant, player: Player) -> &'static str {
    variant.sides()[player.index()]
}

/// Name and seat: `White (you)`, `Black (engine)`. Only the name for one of several people, and if the engine plays all
/// seats.
pub fn who(variant: Variant, seats: &[Seat], player: Player) -> String {
    let name = side(variant, player);
    let persons = seats.iter().filter(|seat| seat.is_person()).count();
    match (seats[player.index()].is_person(), persons) {
        (true, 1) => format!("{name} (you)"),
        (false, 1..) => format!("{name} (engine)"),
        _ => name.to_string(),
    }
}

/// All players with their seats: `White (you), Black (engine)`.
pub fn seats(variant: Variant, seats: &[Seat]) -> String {
    let names = variant.sides().iter().zip(seats).map(|(side, seat)| {
        let kind = if seat.is_person() { "person" } else { "engine" };
        format!("{side} {kind}")
    });
    names.collect::<Vec<_>>().join(", ")
}

/// The player whom a result such as `p1win` or `p3loss` names.
fn named(result: &str, ending: &str) -> Option<Player> {
    let number = result.strip_prefix('p')?.strip_suffix(ending)?.parse::<usize>().ok()?;
    (1..=4).contains(&number).then(|| Player::new(number - 1))
}

/// The result of the game and its reason.
pub fn end(variant: Variant, state: &TableState) -> String {
    let (winner, loser) = (named(&state.result, "win"), named(&state.result, "loss"));
    let reason = match state.reason.as_str() {
        "resignation" => {
            let loser = loser.or(winner.map(Player::opponent));
            let name = loser.map_or("a player", |loser| side(variant, loser));
            format!("{name} resigns")
        }
        "" => "none".to_string(),
        reason => reason.to_string(),
    };
    let mut text = match (winner, loser) {
        (Some(winner), _) => {
            let winner = who(variant, &state.seats, winner);
            format!("The game is over, {winner} has won: {reason}.")
        }
        (None, Some(_)) => format!("The game is over: {reason}, the others share the first place."),
        (None, None) => format!("The game is over, a draw: {reason}."),
    };
    if loser.is_none() && variant.players() > 2 && !state.ranking.is_empty() {
        let places = state.ranking.iter().zip(variant.sides());
        let places: Vec<String> = places.map(|(place, name)| format!("{name} {place}")).collect();
        let _ = write!(text, "\nPlaces: {}.", places.join(", "));
    }
    text
}

/// The engine's thought: `Black played b6c5: +0.35 for Black, 9 actions deep; then c3d4 e7f6`.
pub fn thought(variant: Variant, thought: &Thought, verb: &str) -> String {
    let name = side(variant, thought.player);
    let token = &thought.token;
    let Some(line) = &thought.line else {
        return format!("{name} {verb} {token}: nothing was searched");
    };
    let then = match line.pv.get(1..) {
        Some([_, ..]) => format!("; then {}", line.pv[1..].join(" ")),
        _ => String::new(),
    };
    let PvLine { depth, nodes, time, .. } = line;
    let score = worth(line.score);
    format!(
        "{name} {verb} {token}: {score} for {name}, {depth} actions deep, {nodes} nodes in {time} ms{then}"
    )
}

/// A score: `+0.35`, or a proven win or loss.
fn worth(score: ScoreText) -> String {
    match score {
        ScoreText::Mate(turns @ 1..) => format!("a win in {turns}"),
        ScoreText::Mate(turns) => format!("a loss in {}", -turns),
        ScoreText::Cp(value) => format!("{:+.2}", f64::from(value) / 100.0),
    }
}
