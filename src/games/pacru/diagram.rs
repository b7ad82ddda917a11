//! Draws the board and the state of the game as text for people.

use super::board::Field;
use super::notation::{LETTERS, NAMES};
use super::{Cru, Family, TurnStage};
use crate::game::text::counted;
use crate::game::{Charset, Player, PlayerElimination};
use std::fmt::Write;

/// Characters and lines of a diagram.
struct Style {
    /// A field with nothing on it.
    empty: &'static str,
    /// Characters of the facings.
    facings: [char; 8],
    /// Lines above the board, between its borderlands, and below it.
    lines: [&'static str; 3],
    upright: char,
    /// The legend beside the board, by rank.
    legend: [&'static str; 9],
}

const ASCII: Style = Style {
    empty: ".",
    facings: ['0', '1', '2', '3', '4', '5', '6', '7'],
    lines: ["+-------------+-------------+-------------+"; 3],
    upright: '|',
    legend: [
        "",
        "",
        "",
        "5 4 3",
        "6   2  facings",
        "7 0 1",
        "W0* chevron on a marker",
        "w marker, W0 chevron",
        "",
    ],
};

const UNICODE: Style = Style {
    empty: "·",
    facings: ['↑', '↗', '→', '↘', '↓', '↙', '←', '↖'],
    lines: [
        "┌─────────────┬─────────────┬─────────────┐",
        "├─────────────┼─────────────┼─────────────┤",
        "└─────────────┴─────────────┴─────────────┘",
    ],
    upright: '│',
    legend: ["", "", "", "", "", "", "W↑* chevron on a marker", "w marker, W↑ chevron", ""],
};

impl<F: Family, const PLAYERS: usize> Cru<F, PLAYERS> {
    pub(super) fn draw(&self, charset: Charset) -> String {
        let style = match charset {
            Charset::Ascii => ASCII,
            Charset::Unicode => UNICODE,
        };
        let mut text = String::new();
        for rank in (0..9).rev() {
            if rank % 3 == 2 {
                let line = style.lines[usize::from(rank < 8)];
                let _ = writeln!(text, "     {line}");
            }
            let row = self.draw_rank(rank, &style);
            let row = format!("  {}  {row}   {}", rank + 1, style.legend[rank as usize]);
            let _ = writeln!(text, "{}", row.trim_end());
        }
        let _ = writeln!(text, "     {}", style.lines[2]);
        text.push_str("       a   b   c     d   e   f     g   h   i\n\n");
        for player in Self::players() {
            let _ = writeln!(text, "{}", self.player_text(player));
        }
        text.push_str(&self.stage_text());
        text
    }

    fn draw_rank(&self, rank: u32, style: &Style) -> String {
        let mut text = String::new();
        for file in 0..9 {
            if file % 3 == 0 {
                let _ = write!(text, "{} ", style.upright);
            }
            let cell = Field::at(file, rank).and_then(|field| self.draw_field(field, style));
            let _ = write!(text, "{:<4}", cell.unwrap_or_else(|| style.empty.to_string()));
        }
        text.push(style.upright);
        text
    }

    fn draw_field(&self, field: Field, style: &Style) -> Option<String> {
        self.field_text(field, |facing| style.facings[facing.index()])
    }

    fn player_text(&self, player: Player) -> String {
        let index = player.index();
        let mut text = format!(
            "{} {:<6} {}: {}, {}",
            if player == self.side { " *" } else { "  " },
            NAMES[index],
            LETTERS[index],
            counted(self.markers[index].count(), "marker"),
            counted(self.chevrons[index].count(), "chevron"),
        );
        if self.is_out(player) {
            text.push_str(", out of the game");
        } else if self.is_pacru() {
            let _ = write!(text, ", target {}", self.settings().markers_to_win);
        }
        text
    }

    /// What is still to be done in this turn or round, on a line of its own.
    fn stage_text(&self) -> String {
        match self.stage {
            TurnStage::Turn => String::new(),
            TurnStage::LastRound(first) if !self.settings().last_round => {
                format!("{} could not move, which ends the game.\n", NAMES[first.index()])
            }
            TurnStage::LastRound(first) => {
                format!("The last round is on; {} began it.\n", NAMES[first.index()])
            }
            TurnStage::Bonus { .. } => "The bonus marker of a meeting is due.\n".to_string(),
            TurnStage::Payment { left, .. } => {
                format!("Markers still to be given up for a rotation: {left}.\n")
            }
        }
    }
}
