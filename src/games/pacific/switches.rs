//! What the variants of files may set in Pacific.

use super::{PacificOfFile, PacificSettings, Victims};
use crate::game::{Reach, Refusal, Switch, SwitchTable, start_of};

type PacificSwitch = Switch<PacificSettings>;

/// The most plies that [`PacificSettings::draw_plies`] may be.
const MOST_DRAW_PLIES: u32 = 1000;

/// In the order of the words of the switch `kamikaze_lost_with`.
const VICTIMS: [Victims; 3] = [Victims::None, Victims::Carriers, Victims::All];

/// The switches of Pacific.
pub const SWITCHES: SwitchTable<PacificSettings> = SwitchTable {
    switches: &[
        PacificSwitch::number(
            "advance_rows",
            "the most rows that a plane may be ahead of its carrier after a plain move; \
             7 is no limit",
            "rules.md 4",
            [1, 7],
            |settings| &mut settings.advance_rows,
        )
        .reaching(Reach::Inputs),
        PacificSwitch::number(
            "attack_rows",
            "the most rows ahead of its carrier from which a plane may begin an attack; \
             6 is no limit",
            "rules.md 4",
            [0, 6],
            |settings| &mut settings.attack_rows,
        )
        .reaching(Reach::Inputs),
        PacificSwitch::flag(
            "attack_is_compulsory",
            "whether a player who can attack must attack",
            "rules.md 4",
            |settings| &mut settings.attack_is_compulsory,
        ),
        PacificSwitch::word(
            "kamikaze_lost_with",
            "the pieces with which the Kamikaze that takes them is lost",
            "rules.md 5",
            &["none", "carriers", "all"],
            |settings| settings.kamikaze_lost_with as usize,
            |settings, index| settings.kamikaze_lost_with = VICTIMS[index],
        ),
        PacificSwitch::flag(
            "promoted_attacks_on",
            "whether a plane that becomes a Kamikaze in an attack goes on with the attack",
            "rules.md 5",
            |settings| &mut settings.promoted_attacks_on,
        ),
        PacificSwitch::number(
            "draw_plies",
            "consecutive plies of plain Kamikaze moves that make a draw",
            "rules.md 6",
            [1, MOST_DRAW_PLIES],
            |settings| &mut settings.draw_plies,
        ),
        PacificSwitch::text(
            "start",
            "the position in which games begin",
            "rules.md 3",
            "a FEN",
            |settings| &mut settings.start,
        )
        .reaching(Reach::Start),
    ],
    check,
};

/// The start must be a position in which the game goes on.
fn check(settings: &'static PacificSettings) -> Result<(), Refusal> {
    start_of::<PacificOfFile>(settings, settings.start).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_in_the_order_of_their_values() {
        for (index, victims) in VICTIMS.into_iter().enumerate() {
            assert_eq!(victims as usize, index);
        }
    }
}
