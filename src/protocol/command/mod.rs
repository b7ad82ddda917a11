//! The commands. Each is declared once, in the table below: name, argument, time of execution, and
//! purpose. The table yields the grammar, the canonical text, `help`, completion, and the enum that
//! the session matches exhaustively.
//!
//! `reading.rs` has the elements of the grammar. The larger commands have a file each. `go.rs` has
//! a table of limits, `query.rs` a table of queries. `protocol.md` describes the commands in words.

mod arguments;
mod go;
mod position;
mod query;
mod reading;

pub use crate::engine::{Position, Start};
pub use arguments::{
    Anything, BenchArguments, DepthArgument, GenFens, SetOption, Switch, Tokens, Topic,
};
pub use go::Go;
pub use query::Query;

use super::error::ParseError;
use nom::Parser;
use nom::combinator::{eof, map};
use nom::sequence::{preceded, terminated};
use reading::{Parsed, SyntaxError, expect, is_space, keyword, space};
use std::fmt;

/// When a command is executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// After all commands before it.
    InTurn,
    /// At once, whatever is running.
    AtOnce,
    /// At once, unless a `wait` stands before it.
    UnlessHeldBack,
    /// At once if a search is running.
    DuringSearch,
    /// At once if a search is running and no command waits.
    DuringSearchIfNext,
}

/// The argument of a command.
pub(super) trait Argument: fmt::Display + Sized {
    /// The section of `help` about its words.
    const SECTION: Option<Section> = None;

    /// Reads the argument. The rest of the input is left over.
    fn read(input: &[u8]) -> Parsed<'_, Self>;

    /// Words that may follow `before`.
    fn words(_before: &[&str]) -> Vec<&'static str> {
        Vec::new()
    }
}

/// A line of `help`.
pub(super) struct Row {
    /// Names by which the row is found.
    pub names: Vec<&'static str>,
    /// Syntax.
    pub usage: String,
    /// Purpose.
    pub purpose: &'static str,
    /// Valid values, if the syntax does not tell them.
    pub values: Option<String>,
}

/// A group of lines in `help`.
#[derive(Clone, Copy)]
pub(super) struct Section {
    pub title: &'static str,
    pub rows: fn() -> Vec<Row>,
}

/// A command's line in the table.
pub(super) struct Entry {
    /// Accepted spellings. The first one is used in output.
    pub spellings: &'static [&'static str],
    argument: &'static str,
    when: When,
    purpose: &'static str,
    read: for<'a> fn(&'a [u8]) -> Parsed<'a, Command>,
    words: fn(&[&str]) -> Vec<&'static str>,
    /// The section of `help` about its argument.
    pub section: Option<Section>,
}

macro_rules! commands {
    ($(
        $id:ident $(($type:ty))? = $($spelling:literal)|+ $argument:literal, $when:ident, $purpose:literal;
    )*) => {
        /// A parsed line of input.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum Command {
            $(#[doc = $purpose] $id $(($type))?,)*
        }

        /// The index of each command in the table.
        enum CommandIndex {
            $($id,)*
        }

        /// All commands.
        pub(super) const TABLE: &[Entry] = &[$(Entry {
            spellings: &[$($spelling),+],
            argument: $argument,
            when: When::$when,
            purpose: $purpose,
            read: commands!(@read $id $($type)?),
            words: commands!(@words $($type)?),
            section: commands!(@section $($type)?),
        },)*];

        impl Command {
            fn entry(&self) -> &'static Entry {
                match self {
                    $(Self::$id { .. } => &TABLE[CommandIndex::$id as usize],)*
                }
            }

            /// The text of the argument.
            fn argument(&self) -> String {
                match self {
                    $(commands!(@pattern argument $id $($type)?) => commands!(@text argument $($type)?),)*
                }
            }
        }
    };
    (@read $id:ident) => { |input| Ok((input, Command::$id)) };
    (@read $id:ident $type:ty) => { |input| map(<$type>::read, Command::$id).parse(input) };
    (@words) => { |_| Vec::new() };
    (@words $type:ty) => { <$type>::words };
    (@section) => { None };
    (@section $type:ty) => { <$type>::SECTION };
    (@pattern $argument:ident $id:ident) => { Self::$id };
    (@pattern $argument:ident $id:ident $type:ty) => { Self::$id($argument) };
    (@text $argument:ident) => { String::new() };
    (@text $argument:ident $type:ty) => { $argument.to_string() };
}

commands! {
    Uci = "uci" "", InTurn, "name, options, `uciok`";
    Ugi = "ugi" "", InTurn, "name, options, `ugiok`";
    IsReady = "isready" "", DuringSearch, "`readyok` when all that came before is done";
    SetOption(SetOption) = "setoption" "name NAME [value VALUE]", InTurn, "sets an option";
    NewGame = "ucinewgame" | "uginewgame" "", InTurn, "goes to the start and forgets what was learnt";
    Position(Position) = "position" "START [moves TOKEN...]", InTurn,
        "START: startpos, deploy, fen FEN, FORMAT \"TEXT\"; before it view N: as player N knows it";
    Go(Go) = "go" "LIMIT...", InTurn, "searches until the first limit is reached; one `bestmove`";
    Perft(DepthArgument) = "perft" | "go perft" "N", InTurn, "counts sequences of N actions";
    Stop = "stop" "", AtOnce, "ends the search or tool";
    PonderHit = "ponderhit" "", AtOnce, "the expected move was played: the clock of `go ponder` runs";
    Query(Query) = "query" "QUESTION", DuringSearchIfNext, "asks about the position; one `response`";
    Display = "d" "", InTurn, "shows the board";
    Eval = "eval" "", InTurn, "shows the static evaluation";
    Belief = "belief" "", InTurn, "shows where what the mover does not see may be";
    Moves = "moves" "", InTurn, "shows the legal actions";
    Move(Tokens) = "move" "TOKEN...", InTurn, "makes moves on top of the present position";
    Undo = "undo" "", InTurn, "takes the last action back";
    Bench(BenchArguments) = "bench" "[VARIANT] [--depth N]", InTurn, "searches fixed positions and counts nodes";
    GenFens(GenFens) = "genfens" "N [seed S] [book None [variant=NAME]]", InTurn, "prints N varied openings";
    Debug(Switch) = "debug" "on|off", AtOnce, "on: says how each command was understood";
    Wait = "wait" "", InTurn, "holds back what follows until the search or tool is done";
    Ignored(Anything) = "register" | "copyprotection" "...", InTurn, "accepted, of no effect";
    Help(Topic) = "help" "[TOPIC]", InTurn, "everything, or one command, limit, query, option or variant";
    Rules(Topic) = "rules" "[VARIANT]", InTurn, "prints the rulebook of this variant, or of that one";
    Quit = "quit" "", UnlessHeldBack, "ends the engine";
}

impl Command {
    /// When the command is executed.
    pub fn when(&self) -> When {
        self.entry().when
    }
}

impl fmt::Display for Command {
    /// Writes the canonical text, which parses to the same command.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.entry().spellings[0])?;
        let argument = self.argument();
        if argument.is_empty() { Ok(()) } else { write!(f, " {argument}") }
    }
}

impl Entry {
    /// The command's line in `help`.
    pub fn row(&self) -> Row {
        Row {
            names: self.spellings.to_vec(),
            usage: format!("{} {}", self.spellings.join(", "), self.argument)
                .trim_end()
                .to_string(),
            purpose: self.purpose,
            values: None,
        }
    }

    /// The rest of `input` after the command's name; `None` if the input does not begin with it.
    fn after_name<'a>(&self, input: &'a [u8]) -> Option<&'a [u8]> {
        let after = |spelling: &'static str| {
            spelling.split(' ').try_fold(input, |rest, wanted| {
                keyword(wanted).parse(rest).ok().map(|(rest, _)| rest)
            })
        };
        self.spellings.iter().filter_map(|spelling| after(spelling)).min_by_key(|rest| rest.len())
    }
}

/// The first words of all commands.
fn names() -> Vec<&'static str> {
    TABLE.iter().flat_map(|entry| entry.spellings).copied().collect()
}

/// Parses one line. `None` for an empty line or a comment.
///
/// # Errors
/// Names the first token that does not fit, and what was expected there.
pub fn parse(line: &[u8]) -> Result<Option<Command>, ParseError> {
    let line = without_end(line);
    let (start, _) = space(line).unwrap_or((line, &[]));
    if start.is_empty() || start.starts_with(b"#") {
        return Ok(None);
    }
    let in_query = keyword("query").parse(line).is_ok();
    let mut command = whole(command, line).map_err(|error| ParseError { in_query, ..error })?;
    if let Command::Go(go) = &mut command {
        go.place_faults(line);
    }
    Ok(Some(command))
}

/// Parses the argument of the command `position`.
///
/// # Errors
/// As [`parse`].
pub fn parse_position(text: &[u8]) -> Result<Position, ParseError> {
    whole(Position::read, without_end(text))
}

/// Applies `parser` to the whole line.
fn whole<'a, T>(
    parser: impl Parser<&'a [u8], Output = T, Error = SyntaxError<'a>>,
    line: &'a [u8],
) -> Result<T, ParseError> {
    let end_of_line = expect("the end of the line", preceded(space, eof));
    match terminated(parser, end_of_line).parse(line) {
        Ok((_, read)) => Ok(read),
        Err(nom::Err::Error(fault) | nom::Err::Failure(fault)) => Err(fault.locate(line, false)),
        Err(nom::Err::Incomplete(_)) => Err(SyntaxError::at(&[], "more").locate(line, false)),
    }
}

/// The line without trailing white space. So the column of a missing token is the one after the
/// last token.
fn without_end(line: &[u8]) -> &[u8] {
    let end = line.iter().rposition(|byte| !is_space(*byte)).map_or(0, |last| last + 1);
    &line[..end]
}

/// Reads the command with the longest matching name.
fn command(input: &[u8]) -> Parsed<'_, Command> {
    let entries = TABLE.iter().filter_map(|entry| Some((entry, entry.after_name(input)?)));
    match entries.min_by_key(|(_, rest)| rest.len()) {
        Some((entry, rest)) => (entry.read)(rest),
        None => {
            let fault = SyntaxError::at(input, "a command; `help` lists them");
            Err(nom::Err::Failure(SyntaxError { names: Some(names), ..fault }))
        }
    }
}

/// Completions of the last word of `line`, in upper or lower case.
pub fn complete(line: &str) -> Vec<&'static str> {
    let beginning = line.rfind(char::is_whitespace).map_or(0, |at| at + 1);
    let (before, typed) = line.split_at(beginning);
    let before: Vec<&str> = before.split_whitespace().collect();
    let mut words = match before.split_first() {
        None => names().into_iter().filter(|name| !name.contains(' ')).collect(),
        Some((name, before)) => {
            let entry = TABLE.iter().find(|entry| entry.spellings.contains(name));
            entry.map_or(Vec::new(), |entry| (entry.words)(before))
        }
    };
    words.retain(|word| {
        word.get(..typed.len()).is_some_and(|start| start.eq_ignore_ascii_case(typed))
    });
    words
}

/// Whether a command has this name.
pub fn is_name(word: &str) -> bool {
    TABLE.iter().any(|entry| entry.spellings.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_completes_its_words() {
        for (line, words) in [
            ("posi", &["position"][..]),
            ("POSI", &["position"]),
            ("position ", &["startpos", "deploy", "fen", "view"]),
            ("position view ", &["1", "2", "3", "4"]),
            ("position view 2 s", &["startpos"]),
            ("position startpos ", &["moves"]),
            ("position startpos moves ", &[]),
            ("bench pacific-a ", &["--depth"]),
            ("bench --depth ", &[]),
            ("genfens 3 ", &["seed", "book"]),
            ("genfens 3 seed ", &[]),
            ("genfens 3 seed 7 ", &["book"]),
            ("genfens 3 seed 7 book ", &["None"]),
            ("genfens 3 seed 7 book None ", &["variant="]),
            ("nonsense ", &[]),
        ] {
            assert_eq!(complete(line), words, "{line}");
        }
    }
}
