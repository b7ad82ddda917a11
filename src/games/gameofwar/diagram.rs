//! The board for people: terrain, units, units offline, and lines of communication.

use super::board::{HEIGHT, Rows, Square, WIDTH, has};
use super::notation::SIDES;
use super::units::each;
use super::{GameOfWarRules, War};
use crate::game::text::counted;
use crate::game::{Charset, Glyph};
use std::fmt::Write;

/// Characters for squares without a unit.
struct Style {
    /// By the sides whose lines light the square: none, South, North, both.
    ground: [char; 4],
    mountain: char,
}

const ASCII: Style = Style { ground: ['.', '\'', ',', ':'], mountain: '^' };
const UNICODE: Style =
    Style { ground: ['\u{b7}', '\u{2575}', '\u{2577}', '\u{2506}'], mountain: '\u{25b2}' };

impl Style {
    fn of(charset: Charset) -> Self {
        match charset {
            Charset::Ascii => ASCII,
            Charset::Unicode => UNICODE,
        }
    }
}

impl<R: GameOfWarRules> War<R> {
    /// Terrain and units, rank by rank from rank 1.
    pub(super) fn glyphs(&self, charset: Charset) -> Vec<Vec<Glyph>> {
        let style = Style::of(charset);
        let lit = [self.lit(0), self.lit(1)];
        let sign = |square| {
            let (letter, _) = self.draw_square(square, &lit, &style);
            Glyph { letter, is_piece: self.unit_on(square).is_some() }
        };
        let row = |rank| (0..WIDTH).filter_map(|file| Square::at(file, rank)).map(sign).collect();
        (0..HEIGHT).map(row).collect()
    }

    pub(super) fn draw(&self, charset: Charset) -> String {
        let style = Style::of(charset);
        let lit = [self.lit(0), self.lit(1)];
        let mut text = String::new();
        for rank in (0..HEIGHT).rev() {
            let mut row = format!("{:>3} ", rank + 1);
            for square in (0..WIDTH).filter_map(|file| Square::at(file, rank)) {
                let (sign, mark) = self.draw_square(square, &lit, &style);
                row.push(sign);
                row.push(mark);
            }
            let _ = writeln!(text, "{}", row.trim_end());
        }
        let files: Vec<String> =
            (0..WIDTH as u8).map(|file| char::from(b'a' + file).to_string()).collect();
        let _ = writeln!(text, "    {}\n", files.join(" "));
        for line in legend(&style) {
            let _ = writeln!(text, "  {line}");
        }
        text.push('\n');
        for line in self.state_lines() {
            let _ = writeln!(text, "{line}");
        }
        text
    }

    /// The character of a square, and a mark that tells whether its unit is offline.
    fn draw_square(&self, square: Square, lit: &[Rows; 2], style: &Style) -> (char, char) {
        if let (Some(letter), Some((side, unit))) = (self.letter_on(square), self.unit_on(square)) {
            let is_offline = self.now.communications[side].online >> unit & 1 == 0;
            return (letter, if is_offline { '!' } else { ' ' });
        }
        let arsenal = (0..2).find(|side| self.intact(*side).any(|arsenal| arsenal == square));
        let map = &self.terrain().map;
        let by = lit.iter().map(|rows| usize::from(has(rows, square))).collect::<Vec<_>>();
        let sign = match arsenal {
            Some(0) => 'A',
            Some(_) => 'a',
            None if has(&map.mountains, square) => style.mountain,
            None if has(&map.passes, square) => '=',
            None if has(&map.fortresses, square) => '#',
            None => style.ground[by[0] + 2 * by[1]],
        };
        (sign, ' ')
    }

    /// The state of the game, line by line.
    fn state_lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for (side, name) in SIDES.into_iter().enumerate() {
            let alive = self.now.alive[side];
            let offline = alive & !self.now.communications[side].online;
            let arsenals = self.intact(side).map(Square::name).collect::<Vec<_>>().join(" ");
            let units = match self.now.hands[side].unseen {
                true => "units unknown".to_string(),
                false => {
                    let units = counted(alive.count_ones(), "unit");
                    format!("{units}, {} offline", offline.count_ones())
                }
            };
            lines.push(format!(
                "{} {name}: {units}, arsenals {}",
                if side == self.now.side.index() { "*" } else { " " },
                if arsenals.is_empty() { "-" } else { &arsenals },
            ));
        }
        if self.now.deploying {
            lines.push("The deployment is on.".to_string());
        }
        let own = &self.now.squares[self.now.side.index()];
        for unit in each(self.pending_retreat()) {
            lines.push(format!("The unit on {:?} must retreat.", own[unit]));
        }
        let mut moved: Vec<Square> = each(self.now.moved).map(|unit| own[unit]).collect();
        if !moved.is_empty() {
            moved.sort_unstable();
            let names: Vec<String> = moved.into_iter().map(Square::name).collect();
            lines.push(format!("Moved this turn: {}", names.join(" ")));
        }
        if self.now.attacked {
            lines.push("An arsenal was destroyed this turn.".to_string());
        }
        lines
    }
}

/// The lines below the board.
fn legend(style: &Style) -> [String; 4] {
    let [_, south, north, both] = style.ground;
    let mountain = style.mountain;
    [
        "South: capitals; North: small letters; ! behind a unit: offline".to_string(),
        "I infantry  C cavalry  K cannon  W swift cannon  R relay  X swift relay".to_string(),
        format!("{mountain} mountain  = pass  # fortress  A, a arsenals of South, North"),
        format!("lit by {south} South  {north} North  {both} both"),
    ]
}
