//! A set of puzzles as text, see the [module](super) for the format.

use super::error::PuzzleError;
use crate::engine::{Position, Start};
use crate::game::Score;
use crate::games::Variant;
use crate::host::replace_file;
use std::fmt::{self, Write};
use std::path::Path;

const TITLE: &str = "strategos puzzles 1";
const BAR: &str = " | ";
/// The end of the third line where puzzles that every level solves were left out.
const SKIP_EASY: &str = " skip-easy";

/// What the only good move does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It wins; every other move does not.
    Win,
    /// It does not lose; every other move does.
    Save,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Win => "win",
            Self::Save => "save",
        })
    }
}

/// A position with one good move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The Elo of a level that finds the first move half of the time.
    pub rating: i32,
    /// What the move does.
    pub kind: Kind,
    /// What the mover's turns are about.
    pub themes: Vec<String>,
    /// The position.
    pub fen: String,
    /// The turns of the solution, the mover's first.
    pub line: Vec<String>,
    /// The scores of the move and of the second-best one, for the mover.
    pub scores: [Score; 2],
}

/// Where the games come from in which puzzles were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameSource {
    /// The engine played them.
    Engine {
        /// The seed of the games.
        seed: u64,
    },
    /// They were played elsewhere.
    Played {
        /// A number that stands for all of them: other games have another one.
        key: u64,
    },
}

impl fmt::Display for GameSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Engine { seed } => write!(f, "seed {seed}"),
            Self::Played { key } => write!(f, "from {key:016x}"),
        }
    }
}

/// Puzzles of one variant, and where they come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleSet {
    /// The variant.
    pub variant: Variant,
    /// Nodes of the search that looks for them, and of the one that checks them.
    pub nodes: u64,
    /// See `nodes`.
    pub check: u64,
    /// Where the games come from.
    pub source: GameSource,
    /// Whether puzzles that every level solves were left out.
    pub skip_easy: bool,
    /// The number of games in which they were found.
    pub games: u64,
    /// The puzzles.
    pub puzzles: Vec<Puzzle>,
}

fn score_text(score: Score) -> String {
    score.mate_turns().map_or_else(|| score.raw().to_string(), |turns| format!("#{turns}"))
}

fn read_score(text: &str) -> Option<Score> {
    match text.strip_prefix('#') {
        Some(turns) => match turns.parse::<i32>().ok()? {
            turns @ 1..=1999 => Some(Score::win_in(turns as u32)),
            turns @ -1999..=-1 => Some(Score::loss_in(turns.unsigned_abs())),
            _ => None,
        },
        None => Some(Score::cp(text.parse().ok()?)),
    }
}

impl Puzzle {
    fn text(&self) -> String {
        let Self { rating, kind, themes, fen, line, scores } = self;
        let scores = scores.map(score_text).join(" ");
        let fields = [
            rating.to_string(),
            kind.to_string(),
            themes.join(","),
            fen.clone(),
            line.join(" "),
            scores,
        ];
        fields.join(BAR)
    }

    /// Reads a line. The position and the solution are checked.
    fn read(text: &str, variant: Variant) -> Result<Self, String> {
        let fields: Vec<&str> = text.split(BAR).collect();
        let [rating, kind, themes, fen, line, scores] = fields[..] else {
            return Err("expected RATING | KIND | THEMES | FEN | SOLUTION | VALUES".to_string());
        };
        let rating = rating.parse().map_err(|_| format!("no rating ({rating})"))?;
        let known = [Kind::Win, Kind::Save].into_iter().find(|known| known.to_string() == kind);
        let kind = known.ok_or_else(|| format!("expected win or save ({kind})"))?;
        let scores: Option<Vec<Score>> = scores.split(' ').map(read_score).collect();
        let scores: Option<[Score; 2]> = scores.and_then(|scores| scores.try_into().ok());
        let scores = scores.ok_or("expected two scores")?;
        let line: Vec<String> = line.split(' ').map(str::to_string).collect();
        let mut game = variant.new_game();
        game.set_position(&Position::from_start(Start::Fen(fen.to_string())))
            .map_err(|error| error.to_string())?;
        for token in &line {
            game.choose(token).map_err(|error| error.to_string())?;
        }
        let themes = themes.split(',').filter(|theme| !theme.is_empty()).map(str::to_string);
        Ok(Self { rating, kind, themes: themes.collect(), fen: fen.to_string(), line, scores })
    }
}

impl PuzzleSet {
    /// The line that says how the set was made.
    pub(super) fn making(&self) -> String {
        let Self { nodes, check, source, skip_easy, .. } = self;
        let rule = if *skip_easy { SKIP_EASY } else { "" };
        format!("nodes {nodes} check {check} {source}{rule}")
    }

    /// The text of the set.
    pub fn text(&self) -> String {
        let mut text =
            format!("{TITLE}\nvariant {}\nmade by {}\n", self.variant.record_name(), self.making());
        for puzzle in &self.puzzles {
            let _ = writeln!(text, "{}", puzzle.text());
        }
        let _ = writeln!(text, "end {} games {}", self.puzzles.len(), self.games);
        text
    }

    /// Reads the text of a set. Every solution is checked to be legal.
    ///
    /// # Errors
    /// Names the line that is wrong.
    pub fn read(text: &str) -> Result<Self, PuzzleError> {
        let fault =
            |number: usize, reason: &str| PuzzleError::new(format_args!("line {number}: {reason}"));
        let mut lines = (1..).zip(text.lines());
        if lines.next().map(|(_, line)| line) != Some(TITLE) {
            return Err(PuzzleError::new(format_args!(
                "no puzzles: the first line is not \"{TITLE}\""
            )));
        }
        let name =
            lines.next().and_then(|(_, line)| line.strip_prefix("variant ")).unwrap_or_default();
        let variant = Variant::from_record(name).map_err(|reason| fault(2, &reason))?;
        let making = lines.next().map(|(_, line)| line).unwrap_or_default();
        let mut set = read_making(making, variant)
            .ok_or_else(|| fault(3, "expected \"made by nodes N check N seed N\""))?;
        for (number, line) in lines.by_ref() {
            if let Some(end) = line.strip_prefix("end ") {
                let parts = end.split_once(" games ");
                let (count, games) =
                    parts.ok_or_else(|| fault(number, "expected \"end N games N\""))?;
                let found = set.puzzles.len();
                if count.parse() != Ok(found) {
                    return Err(fault(number, &format!("{count} puzzles expected, {found} found")));
                }
                set.games =
                    games.parse().map_err(|_| fault(number, "expected a number of games"))?;
                return match lines.next() {
                    Some((number, _)) => Err(fault(number, "nothing may stand behind the end")),
                    None => Ok(set),
                };
            }
            set.puzzles.push(Puzzle::read(line, variant).map_err(|reason| fault(number, &reason))?);
        }
        Err(PuzzleError::new("the file is cut: its last line, \"end\", is missing"))
    }

    /// Reads a file.
    ///
    /// # Errors
    /// As [`PuzzleSet::read`], and if the file cannot be read.
    pub fn load(path: &Path) -> Result<Self, PuzzleError> {
        let text = std::fs::read_to_string(path).map_err(|error| PuzzleError::at(path, error))?;
        Self::read(&text).map_err(|error| PuzzleError::at(path, error))
    }

    /// Writes the set to a file, at once or not at all: a killed program leaves the old file.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), PuzzleError> {
        replace_file(path, &self.text()).map_err(|error| PuzzleError::at(path, error))
    }
}

/// The set without puzzles that the line describes which says how a set was made.
fn read_making(line: &str, variant: Variant) -> Option<PuzzleSet> {
    let plain = line.strip_suffix(SKIP_EASY);
    let words: Vec<&str> = plain.unwrap_or(line).split(' ').collect();
    let ["made", "by", "nodes", nodes, "check", check, kind, number] = words[..] else {
        return None;
    };
    let source = match kind {
        "seed" => GameSource::Engine { seed: number.parse().ok()? },
        "from" => GameSource::Played { key: u64::from_str_radix(number, 16).ok()? },
        _ => return None,
    };
    let (nodes, check, skip_easy) = (nodes.parse().ok()?, check.parse().ok()?, plain.is_some());
    Some(PuzzleSet { variant, nodes, check, source, skip_easy, games: 0, puzzles: Vec::new() })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
pub(super) mod tests {
    use super::*;

    pub const SET: &str = "strategos puzzles 1\nvariant pacific-a\nmade by nodes 500 check 5000 seed 1\n\
        1230 | win | capture,chain | c11c2c3/4/2p31/4/1p1p21/2P11/4/C13 w 0 1 | e3g5e7 | #2 -310\nend 1 games 7\n";

    #[test]
    fn a_set_is_read_as_it_is_written() {
        let set = PuzzleSet::read(SET).unwrap();
        assert_eq!((set.variant, set.check, set.games), (Variant::PACIFIC_A, 5000, 7));
        assert_eq!(set.puzzles[0].scores, [Score::win_in(2), Score::cp(-310)]);
        assert_eq!(set.text(), SET);
        for making in
            ["seed 1 skip-easy", "from 00000000000000ff", "from 0000000000000001 skip-easy"]
        {
            let text = SET.replace("seed 1", making);
            assert_eq!(PuzzleSet::read(&text).unwrap().text(), text);
        }
    }

    #[test]
    fn faults_name_the_line() {
        for (old, new, fault) in [
            ("puzzles 1", "puzzles 2", "no puzzles: the first line is not \"strategos puzzles 1\""),
            ("pacific-a", "chess", "line 2: there is no variant chess"),
            ("check 5000", "check", "line 3: expected \"made by nodes N check N seed N\""),
            ("1230", "hard", "line 4: no rating (hard)"),
            ("| win", "| draw", "line 4: expected win or save (draw)"),
            ("#2 -310", "#2", "line 4: expected two scores"),
            ("#2 -310", "#0 1", "line 4: expected two scores"),
            (" | #2", "", "line 4: expected RATING | KIND | THEMES | FEN | SOLUTION | VALUES"),
            ("end 1", "end 2", "line 5: 2 puzzles expected, 1 found"),
            ("games 7", "games", "line 5: expected \"end N games N\""),
            ("end 1 games 7\n", "", "the file is cut: its last line, \"end\", is missing"),
            ("games 7\n", "games 7\nmore\n", "line 6: nothing may stand behind the end"),
        ] {
            let text = SET.replace(old, new);
            assert_ne!(text, SET);
            assert_eq!(PuzzleSet::read(&text).unwrap_err().to_string(), fault);
        }
        let illegal = PuzzleSet::read(&SET.replace("e3g5e7", "e3g5")).unwrap_err().to_string();
        assert!(illegal.starts_with("line 4: illegal move e3g5"), "{illegal}");
    }
}
