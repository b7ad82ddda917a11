//! The board for people: ships, submarines, wings.

use super::board::{SIZE, Square};
use super::notation::{Unknown, names};
use super::pieces::PieceKind;
use super::{Phase, Warpac, WarpacRules};
use crate::game::text::counted;
use crate::game::{Charset, Glyph};
use std::fmt::Write;

/// Characters and lines of a diagram.
struct Style {
    empty: char,
    /// The lines above the board, between the two players' waters, and below the board.
    lines: [&'static str; 3],
    upright: char,
}

const ASCII: Style = Style {
    empty: '.',
    lines: [
        "+----------------------------------------------------------------+",
        "+----------------------------------------------------------------+",
        "+----------------------------------------------------------------+",
    ],
    upright: '|',
};

const UNICODE: Style = Style {
    empty: '·',
    lines: [
        "┌────────────────────────────────────────────────────────────────┐",
        "├────────────────────────────────────────────────────────────────┤",
        "└────────────────────────────────────────────────────────────────┘",
    ],
    upright: '│',
};

impl Style {
    fn of(charset: Charset) -> Self {
        match charset {
            Charset::Ascii => ASCII,
            Charset::Unicode => UNICODE,
        }
    }
}

impl<R: WarpacRules> Warpac<R> {
    /// The ships and squadrons, rank by rank from rank 1.
    pub(super) fn glyphs(&self, charset: Charset) -> Vec<Vec<Glyph>> {
        let empty = Style::of(charset).empty;
        let sign = |square| {
            let piece = self.cell(square).letter();
            Glyph { letter: piece.unwrap_or(empty), is_piece: piece.is_some() }
        };
        let row = |rank| (0..SIZE).filter_map(|file| Square::at(file, rank)).map(sign).collect();
        (0..SIZE).map(row).collect()
    }

    /// The board with legend and state. A square has four columns: the second is the ship, the third and fourth are
    /// White's and Black's submarine below it.
    pub(super) fn draw(&self, charset: Charset, unknown: Unknown) -> String {
        let style = Style::of(charset);
        let mut text = format!("     {}\n", style.lines[0]);
        for rank in (0..SIZE).rev() {
            let row: String = (0..SIZE)
                .filter_map(|file| Square::at(file, rank))
                .map(|square| self.draw_square(square, &style))
                .collect();
            let _ =
                writeln!(text, "{:>4} {upright}{row}{upright}", rank + 1, upright = style.upright);
            if rank == SIZE / 2 {
                let _ = writeln!(text, "     {}", style.lines[1]);
            }
        }
        let _ = writeln!(text, "     {}", style.lines[2]);
        let files: String = (b'a'..=b'p').map(|file| format!(" {}  ", char::from(file))).collect();
        let _ = writeln!(text, "      {}\n", files.trim_end());
        for line in self.legend() {
            let _ = writeln!(text, " {line}");
        }
        text.push('\n');
        for side in 0..2 {
            let _ = writeln!(text, "{}", self.side_text(side, &unknown));
        }
        let _ = writeln!(text, "{}", self.phase_text());
        text
    }

    /// The legend below the board.
    fn legend(&self) -> &'static [&'static str] {
        const LINES: [&str; 4] = [
            "White: capitals; Black: small letters",
            "N destroyer  B cruiser  R battleship  K carrier  Q squadron",
            "d2>e2: a squadron on d2, docked to the carrier on e2; d2^e2: aloft",
            "behind a ship's place: S, s submarines below it",
        ];
        &LINES[..3 + usize::from(self.has_submarines())]
    }

    fn draw_square(&self, square: Square, style: &Style) -> String {
        let ship = self.cell(square).letter().unwrap_or(style.empty);
        let below = |side: usize, letter| if self.subs[side].has(square) { letter } else { ' ' };
        format!(" {ship}{}{}", below(0, 'S'), below(1, 's'))
    }

    /// A side's wings and submarines.
    fn side_text(&self, side: usize, unknown: &Unknown) -> String {
        let mark = if side == self.me() { '*' } else { ' ' };
        let name = ["White", "Black"][side];
        let squadrons = self.pieces(side, PieceKind::Squadron).into_iter();
        let wings: Vec<String> = squadrons.map(|squadron| self.wing_text(squadron)).collect();
        let ships = self.ships(side).count();
        if self.phase == Phase::Deployment && unknown.points[side] && ships == 0 {
            return format!(" {mark} {name}: fleet unknown");
        }
        let mut text = format!(" {mark} {name}: {}", counted(ships, "ship"));
        if !wings.is_empty() {
            let _ = write!(text, ", wings {}", wings.join(" "));
        }
        match unknown.subs[side] {
            Some(number) if self.has_submarines() => {
                let _ = write!(text, ", {} unseen", counted(number, "submarine"));
            }
            _ if self.has_submarines() => {
                let _ = write!(text, ", submarines {}", names(self.subs[side]));
            }
            _ => {}
        }
        if self.phase == Phase::Deployment && !unknown.points[side] {
            let _ = write!(text, ", {} left", counted(self.points[side].into(), "point"));
        }
        text
    }

    fn phase_text(&self) -> String {
        let limit = self.limit();
        let quiet = self.halfmove;
        match self.phase {
            Phase::Deployment => "Deployment.".to_string(),
            Phase::Surface => format!("Surface turn; {quiet} of {limit} turns without a loss."),
            Phase::Underwater => {
                format!("Underwater turn; {quiet} of {limit} turns without a loss.")
            }
        }
    }
}
