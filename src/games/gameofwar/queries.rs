//! What programs ask of a position of this game.

use super::GameOfWar;
use super::board::Square;
use super::units::each;

impl GameOfWar {
    /// The answers that only this game has; `None` if there is no query of that name.
    pub(super) fn answer(&self, name: &str, arguments: &[&str]) -> Option<Result<String, String>> {
        let answer = match (name, arguments) {
            ("combat", [square]) => return Some(self.combat_text(square)),
            ("combat", []) => return Some(Err("expected a square (combat)".to_string())),
            ("combat", [_, extra, ..]) | ("online" | "retreat" | "kfen", [extra, ..]) => {
                return Some(Err(format!("expected no further argument ({extra})")));
            }
            ("online", []) => Ok(self.online_text()),
            ("retreat", []) => Ok(self.retreat_text()),
            ("kfen", []) => self.kfen(),
            _ => return None,
        };
        Some(answer)
    }

    /// The squares of all units online, in their order.
    fn online_text(&self) -> String {
        let on = |side: usize| {
            each(self.now.network[side].online).map(move |unit| self.now.squares[side][unit])
        };
        let mut squares: Vec<Square> = on(0).chain(on(1)).collect();
        squares.sort_unstable();
        squares.into_iter().map(Square::name).collect::<Vec<_>>().join(" ")
    }

    /// The square of the unit that must retreat.
    fn retreat_text(&self) -> String {
        let own = &self.now.squares[self.now.side.index()];
        each(self.pending_retreat()).map(|unit| own[unit].name()).next().unwrap_or("-".to_string())
    }

    /// The sums for and against the unit on a square, as they stand now.
    fn combat_text(&self, name: &str) -> Result<String, String> {
        let square = Square::parse(name).ok_or(format!("expected a square ({name})"))?;
        let (side, _) =
            self.unit_on(square).ok_or(format!("no unit is on this square ({name})"))?;
        let attack = self.attack_power(1 - side, square);
        Ok(format!("attack {attack} defence {}", self.defence_power(side, square)))
    }
}
