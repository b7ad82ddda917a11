//! Queries that only this game answers.

use super::board::Square;
use super::units::each;
use super::{GameOfWarRules, War};
use crate::game::GameQuery;

/// The query without arguments of this name.
const fn plain<R: GameOfWarRules>(
    name: &'static str,
    answer: fn(&War<R>, &[&str]) -> Result<String, String>,
) -> GameQuery<War<R>> {
    GameQuery { name, arguments: "", answer }
}

/// Refuses further arguments.
fn alone(arguments: &[&str]) -> Result<(), String> {
    match arguments {
        [] => Ok(()),
        [extra, ..] => Err(format!("expected no further argument ({extra})")),
    }
}

impl<R: GameOfWarRules> War<R> {
    /// The queries that only this game answers.
    pub(super) const QUERIES: &'static [GameQuery<Self>] = &[
        GameQuery {
            name: "combat",
            arguments: "SQUARE",
            answer: |game, arguments| {
                game.target(arguments).map(|(side, square)| game.combat_text(side, square))
            },
        },
        GameQuery {
            name: "combatants",
            arguments: "SQUARE",
            answer: |game, arguments| {
                game.target(arguments).map(|(side, square)| game.combatants_text(side, square))
            },
        },
        plain("online", |game, arguments| alone(arguments).map(|()| game.online_text())),
        plain("lines", |game, arguments| alone(arguments).map(|()| game.lines_text())),
        plain("retreat", |game, arguments| alone(arguments).map(|()| game.retreat_text())),
        plain("map", |game, arguments| alone(arguments).map(|()| game.settings().map.to_string())),
        plain("kfen", |game, arguments| alone(arguments).and_then(|()| game.kfen())),
    ];

    /// The squares of all units online, in order.
    fn online_text(&self) -> String {
        let on = |side: usize| {
            each(self.now.communications[side].online).map(move |unit| self.now.squares[side][unit])
        };
        let mut squares: Vec<Square> = on(0).chain(on(1)).collect();
        squares.sort_unstable();
        squares.into_iter().map(Square::name).collect::<Vec<_>>().join(" ")
    }

    /// The lines of communication of South, a slash, and those of North.
    fn lines_text(&self) -> String {
        let of_side = |side: usize| {
            let lines = self.lines(side).into_iter();
            lines.map(|[from, to]| from.name() + &to.name() + " ").collect::<String>()
        };
        format!("{}/ {}", of_side(0), of_side(1)).trim_end().to_string()
    }

    /// The square of the unit that must retreat.
    fn retreat_text(&self) -> String {
        let own = &self.now.squares[self.now.side.index()];
        each(self.pending_retreat()).map(|unit| own[unit].name()).next().unwrap_or("-".to_string())
    }

    /// The square that the only argument names, and the side of the unit there.
    fn target(&self, arguments: &[&str]) -> Result<(usize, Square), String> {
        let [name, rest @ ..] = arguments else {
            return Err("expected a square (combat)".to_string());
        };
        alone(rest)?;
        let square = Square::parse(name).ok_or(format!("expected a square ({name})"))?;
        let (side, _) =
            self.unit_on(square).ok_or(format!("no unit is on this square ({name})"))?;
        Ok((side, square))
    }

    /// The attack and defence sums for the unit of `side` on a square, as they stand now.
    fn combat_text(&self, side: usize, square: Square) -> String {
        let attack = self.attack_power(1 - side, square);
        format!("attack {attack} defence {}", self.defence_power(side, square))
    }

    /// The units that make up these sums, each with what it adds.
    fn combatants_text(&self, side: usize, square: Square) -> String {
        let text = |parts: Vec<(Square, i32)>| {
            let part = |(square, adds): (Square, i32)| format!(" {} {adds}", square.name());
            parts.into_iter().map(part).collect::<String>()
        };
        let attack = text(self.attack_parts(1 - side, square));
        format!("attack{attack} / defence{}", text(self.defence_parts(side, square)))
    }
}
