//! Proven bounds: the least and the greatest payoff of each player, if each maximises his own
//! (score-bounded Monte Carlo tree search, Cazenave and Saffidine 2010, for several players).

use crate::search::MOST_PLAYERS;

/// The payoff of a whole game. It is divisible by two, three and four.
pub(in crate::search) const WHOLE: u8 = 12;

/// Payoffs by seat, in parts of [`WHOLE`].
pub(in crate::search) type Payoffs = [u8; MOST_PLAYERS];

/// Bounds of the payoffs. Players who are out get 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) struct Bounds {
    pub least: Payoffs,
    pub most: Payoffs,
}

impl Bounds {
    /// Nothing is proven.
    pub const OPEN: Self = Self { least: [0; MOST_PLAYERS], most: [WHOLE; MOST_PLAYERS] };

    /// The payoffs of a finished game.
    pub fn exact(parts: Payoffs) -> Self {
        Self { least: parts, most: parts }
    }

    /// Whether the payoffs are proven exactly.
    pub fn are_exact(&self) -> bool {
        self.least == self.most
    }

    /// Whether the player in `seat` has a proven win.
    pub fn is_won_by(&self, seat: usize) -> bool {
        self.least[seat] == WHOLE
    }

    /// Whether the player in `seat` is proven to get nothing.
    pub fn is_lost_by(&self, seat: usize) -> bool {
        self.most[seat] == 0
    }

    /// Bounds of a position with `seat` to move, from the bounds of its children. The mover never
    /// chooses a child that gives him less than another child guarantees. All payoffs add up to
    /// `total`.
    pub fn of_choice(seat: usize, children: impl Iterator<Item = Self> + Clone, total: u8) -> Self {
        let assured = children.clone().map(|child| child.least[seat]).max().unwrap_or(0);
        let mut bounds = Self { least: [WHOLE; MOST_PLAYERS], most: [0; MOST_PLAYERS] };
        for child in children.filter(|child| child.most[seat] >= assured) {
            for player in 0..MOST_PLAYERS {
                bounds.least[player] = bounds.least[player].min(child.least[player]);
                bounds.most[player] = bounds.most[player].max(child.most[player]);
            }
        }
        bounds.least[seat] = assured;
        bounds.add_up(total)
    }

    /// The intersection of two bounds.
    pub fn and(self, other: Self) -> Self {
        Self {
            least: std::array::from_fn(|seat| self.least[seat].max(other.least[seat])),
            most: std::array::from_fn(|seat| self.most[seat].min(other.most[seat])),
        }
    }

    /// Lowers upper bounds: what one player is guaranteed is not left for the others.
    fn add_up(mut self, total: u8) -> Self {
        let assured: u8 = self.least.iter().sum();
        for (most, least) in self.most.iter_mut().zip(self.least) {
            *most = (*most).min(total.saturating_sub(assured - least));
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_winning_action_is_enough() {
        let bounds =
            Bounds::of_choice(1, [Bounds::OPEN, Bounds::exact([0, 12, 0, 0])].into_iter(), WHOLE);
        assert_eq!(bounds, Bounds::exact([0, 12, 0, 0]));
        assert!(bounds.is_won_by(1) && bounds.is_lost_by(2));
    }

    #[test]
    fn whoever_gains_nothing_may_choose_who_wins() {
        let children = [[12, 0, 0, 0], [0, 0, 12, 0]].map(Bounds::exact);
        let bounds = Bounds::of_choice(1, children.into_iter(), WHOLE);
        assert_eq!(bounds, Bounds { least: [0; 4], most: [12, 0, 12, 0] });
    }

    #[test]
    fn a_worse_action_is_not_chosen() {
        let children = [[12, 0, 0, 0], [6, 6, 0, 0]].map(Bounds::exact);
        assert_eq!(Bounds::of_choice(1, children.into_iter(), WHOLE), Bounds::exact([6, 6, 0, 0]));
        let open = Bounds { least: [0; 4], most: [12, 5, 12, 12] };
        let children = [open, Bounds::exact([0, 6, 6, 0])];
        assert_eq!(Bounds::of_choice(1, children.into_iter(), WHOLE), Bounds::exact([0, 6, 6, 0]));
    }

    #[test]
    fn what_is_open_stays_open() {
        let children = [Bounds::OPEN, Bounds::exact([6, 6, 0, 0])];
        let bounds = Bounds::of_choice(1, children.into_iter(), WHOLE);
        assert_eq!(bounds, Bounds { least: [0, 6, 0, 0], most: [6, 12, 6, 6] });
    }
}
