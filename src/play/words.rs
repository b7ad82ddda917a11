//! Texts about players, results and thoughts.

use crate::game::{Player, TurnDue};
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

/// What is still open in a turn: `Still to do: 2 markers to pay.`, `3 moves left and an attack; end ends the turn.`
pub fn due(due: &[TurnDue], can_end: bool) -> String {
    let list = |must: bool| {
        let parts: Vec<String> = due.iter().filter(|due| due.must == must).map(times).collect();
        parts
    };
    let mut sentences = Vec::new();
    let needed = list(true);
    if !needed.is_empty() {
        sentences.push(format!("Still to do: {}.", joined(&needed)));
    }
    let mut open = list(false);
    if let Some(first) = open.first_mut() {
        first.push_str(" left");
        let end = if can_end { "; end ends the turn" } else { "" };
        sentences.push(format!("{}{end}.", joined(&open)));
    }
    sentences.join(" ")
}

/// `an attack`, `2 markers to pay`.
fn times(due: &TurnDue) -> String {
    let TurnDue { count, what, plural, .. } = due;
    match count {
        1 if what.starts_with(['a', 'e', 'i', 'o', 'u']) => format!("an {what}"),
        1 => format!("a {what}"),
        _ => format!("{count} {plural}"),
    }
}

/// `a, b and c`.
fn joined(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [only] => only.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_due_is_told_in_words() {
        let must = |count, what, plural| TurnDue { count, what, plural, must: true };
        let may = |count, what, plural| TurnDue { must: false, ..must(count, what, plural) };
        let moves = may(3, "move", "moves");
        let attack = may(1, "attack", "attacks");
        for (parts, can_end, text) in [
            (vec![], true, ""),
            (
                vec![must(2, "marker to pay", "markers to pay")],
                false,
                "Still to do: 2 markers to pay.",
            ),
            (vec![moves, attack], true, "3 moves left and an attack; end ends the turn."),
            (
                vec![must(1, "retreat", "retreats"), moves],
                false,
                "Still to do: a retreat. 3 moves left.",
            ),
            (
                vec![
                    must(9, "infantry", "infantry"),
                    must(4, "cavalry", "cavalry"),
                    must(1, "cannon", "cannons"),
                ],
                false,
                "Still to do: 9 infantry, 4 cavalry and a cannon.",
            ),
        ] {
            assert_eq!(due(&parts, can_end), text);
        }
    }
}
