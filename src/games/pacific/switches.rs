//! What the variants of files may set in Pacific.

use super::{PacificOfFile, PacificSettings, Victims};
use crate::game::{Game, Notation, Reach, Refusal, Switch, SwitchKind, SwitchTable};

/// The most plies that [`PacificSettings::draw_plies`] may be.
const MOST_DRAW_PLIES: u32 = 1000;

/// In the order of the words of the switch `kamikaze_lost_with`.
const VICTIMS: [Victims; 3] = [Victims::None, Victims::Carriers, Victims::All];

/// The switches of Pacific.
pub const SWITCHES: SwitchTable<PacificSettings> = SwitchTable {
    switches: &[
        Switch {
            key: "advance_rows",
            meaning: "the most rows that a plane may be ahead of its carrier after a plain move; \
                      7 is no limit",
            source: "rules.md 4",
            reach: Reach::Inputs,
            kind: SwitchKind::Number { range: 1..=7, at: |settings| &mut settings.advance_rows },
        },
        Switch {
            key: "attack_rows",
            meaning: "the most rows ahead of its carrier from which a plane may begin an attack; \
                      6 is no limit",
            source: "rules.md 4",
            reach: Reach::Inputs,
            kind: SwitchKind::Number { range: 0..=6, at: |settings| &mut settings.attack_rows },
        },
        Switch {
            key: "attack_is_compulsory",
            meaning: "whether a player who can attack must attack",
            source: "rules.md 4",
            reach: Reach::Play,
            kind: SwitchKind::Flag { at: |settings| &mut settings.attack_is_compulsory },
        },
        Switch {
            key: "kamikaze_lost_with",
            meaning: "the pieces with which the Kamikaze that takes them is lost",
            source: "rules.md 5",
            reach: Reach::Play,
            kind: SwitchKind::Word {
                words: &["none", "carriers", "all"],
                get: |settings| settings.kamikaze_lost_with as usize,
                set: |settings, index| settings.kamikaze_lost_with = VICTIMS[index],
            },
        },
        Switch {
            key: "promoted_attacks_on",
            meaning: "whether a plane that becomes a Kamikaze in an attack goes on with the attack",
            source: "rules.md 5",
            reach: Reach::Play,
            kind: SwitchKind::Flag { at: |settings| &mut settings.promoted_attacks_on },
        },
        Switch {
            key: "draw_plies",
            meaning: "consecutive plies of plain Kamikaze moves that make a draw",
            source: "rules.md 6",
            reach: Reach::Play,
            kind: SwitchKind::Number {
                range: 1..=MOST_DRAW_PLIES,
                at: |settings| &mut settings.draw_plies,
            },
        },
        Switch {
            key: "start",
            meaning: "the position in which games begin",
            source: "rules.md 3",
            reach: Reach::Start,
            kind: SwitchKind::Text { expected: "a FEN", at: |settings| &mut settings.start },
        },
    ],
    check,
};

/// The start must be a position in which the game goes on.
fn check(settings: &'static PacificSettings) -> Result<(), Refusal> {
    let refuse = |reason: String| Err(Refusal { key: "start", reason });
    match PacificOfFile::from_fen(settings, settings.start) {
        Err(error) => refuse(error.to_string()),
        Ok(start) if start.outcome().is_some() => {
            refuse(format!("the game is over at the start: {}", start.reason().unwrap_or_default()))
        }
        Ok(_) => Ok(()),
    }
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
