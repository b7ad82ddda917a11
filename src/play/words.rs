//! Texts about players, results and thoughts.

use super::table::{Table, Thought};
use crate::engine::Info;
use crate::game::{Outcome, Player, Score};
use std::fmt::Write;

/// Display name of a player.
pub fn side(table: &Table, player: Player) -> &'static str {
    table.variant().sides()[player.index()]
}

/// Name and seat: `White (you)`, `Black (engine)`. Only the name for one of several people, and if
/// the engine plays all seats.
pub fn who(table: &Table, player: Player) -> String {
    let name = side(table, player);
    match (table.is_person(player), table.persons().len()) {
        (true, 1) => format!("{name} (you)"),
        (false, 1..) => format!("{name} (engine)"),
        _ => name.to_string(),
    }
}

/// All players with their seats: `White (you), Black (engine)`.
pub fn seats(table: &Table) -> String {
    let names = (0..table.variant().players()).map(|seat| {
        let player = Player::new(seat);
        let kind = if table.is_person(player) { "person" } else { "engine" };
        format!("{} {kind}", side(table, player))
    });
    names.collect::<Vec<_>>().join(", ")
}

/// The result of the game and its reason.
pub fn end(table: &Table) -> String {
    let reason = match table.resigned() {
        Some(player) => format!("{} resigns", side(table, player)),
        None => table.game().reason().unwrap_or("none").to_string(),
    };
    let mut text = match table.outcome() {
        Some(Outcome::Win(winner)) => {
            format!("The game is over, {} has won: {reason}.", who(table, winner))
        }
        Some(Outcome::Draw) => format!("The game is over, a draw: {reason}."),
        None => format!("The game is over: {reason}, the others share the first place."),
    };
    if let (Some(places), 3..) = (table.game().ranking(), table.variant().players()) {
        let places = places.iter().zip(table.variant().sides());
        let places: Vec<String> = places.map(|(place, name)| format!("{name} {place}")).collect();
        let _ = write!(text, "\nPlaces: {}.", places.join(", "));
    }
    text
}

/// The engine's thought: `Black played b6c5: +0.35 for Black, 9 actions deep; then c3d4 e7f6`.
pub fn thought(table: &Table, thought: &Thought, verb: &str) -> String {
    let name = side(table, thought.player);
    let token = &thought.token;
    match thought.info.as_ref().and_then(|info| Some((info, info.lines.first()?))) {
        None => format!("{name} {verb} {token}: nothing was searched"),
        Some((info, line)) => {
            let then = match line.pv.get(1..) {
                Some([_, ..]) => format!("; then {}", line.pv[1..].join(" ")),
                _ => String::new(),
            };
            let (score, depth, nodes) = (worth(line.score), line.depth, nodes(info));
            format!(
                "{name} {verb} {token}: {score} for {name}, {depth} actions deep, {nodes}{then}"
            )
        }
    }
}

/// A score: `+0.35`, or a proven win or loss.
fn worth(score: Score) -> String {
    match score.mate_turns() {
        Some(turns @ 1..) => format!("a win in {turns}"),
        Some(turns) => format!("a loss in {}", -turns),
        None => format!("{:+.2}", f64::from(score.raw()) / 100.0),
    }
}

fn nodes(info: &Info) -> String {
    format!("{} nodes in {} ms", info.nodes, info.time.as_millis())
}
