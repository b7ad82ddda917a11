//! What programs ask of a position of this game, and what a player knows of the deployment.

use super::GameOfWar;
use super::board::Square;
use super::deployment::Hand;
use super::units::each;
use crate::game::{Notation, Player};

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

    /// The FEN as a player knows it: while units are set up, without those of the other side.
    pub(super) fn view_fen(&self, player: Player) -> String {
        let other = player.opponent().index();
        let is_untouched = self.now.hands[other] == Hand::full();
        if !self.now.deploying || is_untouched {
            return self.fen();
        }
        let mut view = self.clone();
        for unit in each(self.now.alive[other]) {
            view.take_off(other, unit);
        }
        let mut hands = self.now.hands;
        hands[other] = Hand::unseen();
        view.set_hands(hands);
        view.fen()
    }

    /// The turns of a game from `first` to here as a player knows them; `None` if the view of this
    /// position must stand for them.
    pub(super) fn turns_known_to(
        &self,
        first: &Self,
        player: Player,
        mut turns: Vec<String>,
    ) -> Option<Vec<String>> {
        if !self.now.deploying {
            return Some(turns);
        }
        if first.now.hands != [Hand::full(); 2] {
            return None;
        }
        if player == Player::ONE {
            turns.truncate(1);
        } else if self.now.side == Player::ONE {
            turns.clear();
        } else {
            turns[0] = "?".to_string();
        }
        Some(turns)
    }
}
