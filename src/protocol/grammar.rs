//! The grammar: one line of bytes becomes a [`Command`], or an error that says what was expected
//! where. `protocol.md` has the same in words.

use super::command::{Command, Dialect, Go, Position, Query, Start};
use super::error::{ParseError, quote};
use nom::branch::alt;
use nom::bytes::complete::{is_not, tag, take_until, take_while};
use nom::combinator::{eof, map, opt, value, verify};
use nom::error::{ErrorKind, ParseError as NomError};
use nom::multi::{many0, many1};
use nom::sequence::{delimited, preceded, terminated};
use nom::{IResult, Parser};

/// White space between tokens. A stray NUL separates too: no token can hold one.
const SPACE: &[u8] = b" \t\r\n\x0B\x0C\0";

/// Most that `bench` and `go perft` take as depth.
const DEEPEST: u32 = 200;
/// Most FENs of one `genfens`.
const MOST_FENS: u32 = 1_000_000;

/// Where reading failed: the input left over there, and what was expected.
#[derive(Clone, Debug, PartialEq)]
struct Fault<'a> {
    rest: &'a [u8],
    expected: &'static str,
}

impl<'a> NomError<&'a [u8]> for Fault<'a> {
    fn from_error_kind(rest: &'a [u8], _: ErrorKind) -> Self {
        Self { rest, expected: "a token" }
    }

    fn append(_: &'a [u8], _: ErrorKind, other: Self) -> Self {
        other
    }
}

type Parsed<'a, T> = IResult<&'a [u8], T, Fault<'a>>;

fn is_space(byte: u8) -> bool {
    SPACE.contains(&byte)
}

fn space(input: &[u8]) -> Parsed<'_, &[u8]> {
    take_while(is_space)(input)
}

/// The next token.
fn word(input: &[u8]) -> Parsed<'_, &[u8]> {
    preceded(space, is_not(SPACE)).parse(input)
}

/// The next token as text; bytes that are not UTF-8 are replaced, so that they match nothing.
fn text(input: &[u8]) -> Parsed<'_, String> {
    map(word, |word| String::from_utf8_lossy(word).into_owned()).parse(input)
}

/// This very word next.
fn keyword<'a>(
    wanted: &'static str,
) -> impl Parser<&'a [u8], Output = &'a [u8], Error = Fault<'a>> {
    verify(word, move |found: &[u8]| found == wanted.as_bytes())
}

/// `parser`, or a failure at the next token that says what was expected instead of it.
fn expect<'a, T>(
    expected: &'static str,
    mut parser: impl Parser<&'a [u8], Output = T, Error = Fault<'a>>,
) -> impl Parser<&'a [u8], Output = T, Error = Fault<'a>> {
    move |input: &'a [u8]| {
        parser.parse(input).map_err(|error| match error {
            nom::Err::Error(_) => {
                let rest = space(input).map_or(input, |(rest, _)| rest);
                nom::Err::Failure(Fault { rest, expected })
            }
            other => other,
        })
    }
}

/// A number that `T` can hold, digits only but for a sign.
fn number<'a, T: std::str::FromStr>(input: &'a [u8]) -> Parsed<'a, T> {
    let digits = |word: &&'a [u8]| !word.starts_with(b"+");
    let (rest, word) = verify(word, digits).parse(input)?;
    let parsed = std::str::from_utf8(word).ok().and_then(|text| text.parse().ok());
    let fault = || nom::Err::Error(Fault { rest: input, expected: "a number" });
    parsed.map(|number| (rest, number)).ok_or_else(fault)
}

fn number_up_to<'a>(most: u32) -> impl Parser<&'a [u8], Output = u32, Error = Fault<'a>> {
    verify(number::<u32>, move |number| *number <= most)
}

/// Reads one line. `None` for an empty line or a comment.
///
/// # Errors
/// The first token that does not fit, with what was expected in its place.
pub fn parse(line: &[u8]) -> Result<Option<Command>, ParseError> {
    let line = without_end(line);
    let (start, _) = space(line).unwrap_or((line, &[]));
    if start.is_empty() || start.starts_with(b"#") {
        return Ok(None);
    }
    let end_of_line = expect("the end of the line", preceded(space, eof));
    let in_query = keyword("query").parse(line).is_ok();
    match terminated(command, end_of_line).parse(line) {
        Ok((_, Command::Go(mut go))) => {
            for fault in &mut go.faults {
                fault.column = line.len() - fault.column + 1;
            }
            Ok(Some(Command::Go(go)))
        }
        Ok((_, command)) => Ok(Some(command)),
        Err(nom::Err::Error(fault) | nom::Err::Failure(fault)) => {
            Err(locate(line, &fault, in_query))
        }
        Err(nom::Err::Incomplete(_)) => {
            Err(locate(line, &Fault { rest: &[], expected: "more" }, in_query))
        }
    }
}

/// The line without white space and the line's end behind it, so that what is missing at its end has
/// the column after its last token.
fn without_end(line: &[u8]) -> &[u8] {
    let end = line.iter().rposition(|byte| !is_space(*byte)).map_or(0, |last| last + 1);
    &line[..end]
}

fn locate(line: &[u8], fault: &Fault<'_>, in_query: bool) -> ParseError {
    let token = word(fault.rest).map_or(&[][..], |(_, word)| word);
    // Only the beginning is shown: a token may be a megabyte long.
    let shown = &token[..token.len().min(256)];
    ParseError {
        token: quote(&String::from_utf8_lossy(shown)),
        column: line.len() - fault.rest.len() + 1,
        expected: fault.expected,
        in_query,
    }
}

fn command(input: &[u8]) -> Parsed<'_, Command> {
    let (rest, name) = text(input)?;
    match name.as_str() {
        "uci" => Ok((rest, Command::Handshake(Dialect::Uci))),
        "ugi" => Ok((rest, Command::Handshake(Dialect::Ugi))),
        "isready" => Ok((rest, Command::IsReady)),
        "ucinewgame" => Ok((rest, Command::NewGame(Dialect::Uci))),
        "uginewgame" => Ok((rest, Command::NewGame(Dialect::Ugi))),
        "register" => ignored("register", rest),
        "copyprotection" => ignored("copyprotection", rest),
        "debug" => debug(rest),
        "setoption" => set_option(rest),
        "position" => map(position, Command::Position).parse(rest),
        "go" => go(rest),
        "perft" => perft(rest),
        "stop" => Ok((rest, Command::Stop)),
        "ponderhit" => Ok((rest, Command::PonderHit)),
        "query" => map(query, Command::Query).parse(rest),
        "d" => Ok((rest, Command::Display)),
        "eval" => Ok((rest, Command::Eval)),
        "moves" => Ok((rest, Command::Moves)),
        "move" => map(expect("a move", many1(text)), Command::Move).parse(rest),
        "undo" => Ok((rest, Command::Undo)),
        "bench" => bench(rest),
        "genfens" => gen_fens(rest),
        "wait" => Ok((rest, Command::Wait)),
        "help" => Ok((rest, Command::Help)),
        "quit" => Ok((rest, Command::Quit)),
        _ => {
            let rest = space(input).map_or(input, |(rest, _)| rest);
            Err(nom::Err::Failure(Fault { rest, expected: "a command; `help` lists them" }))
        }
    }
}

fn ignored<'a>(name: &'static str, input: &'a [u8]) -> Parsed<'a, Command> {
    value(Command::Ignored(name), many0(word)).parse(input)
}

fn debug(input: &[u8]) -> Parsed<'_, Command> {
    let switch = alt((value(true, keyword("on")), value(false, keyword("off"))));
    map(expect("on or off", switch), Command::Debug).parse(input)
}

/// `name N [value V]`; the name ends at the word `value`, and all that follows is the value.
fn set_option(input: &[u8]) -> Parsed<'_, Command> {
    let (input, _) = expect("name", keyword("name")).parse(input)?;
    let name_word = verify(text, |word: &String| word != "value");
    let (input, name) = expect("the name of an option", many1(name_word)).parse(input)?;
    let name = name.join(" ");
    let (rest, has_value) = opt(keyword("value")).parse(input)?;
    if has_value.is_none() {
        return Ok((rest, Command::SetOption { name, value: None }));
    }
    let value = String::from_utf8_lossy(rest)
        .trim_matches(|c: char| c.is_whitespace() || c == '\0')
        .to_string();
    Ok((&[], Command::SetOption { name, value: Some(value) }))
}

fn player(input: &[u8]) -> Parsed<'_, usize> {
    let in_range = |number: &usize| (1..=4).contains(number);
    expect("a player, 1 to 4", verify(number::<usize>, in_range)).parse(input)
}

/// What stands between quotation marks, its words separated by single spaces.
fn quoted(input: &[u8]) -> Parsed<'_, String> {
    let marks = delimited(tag("\""), take_until("\""), tag("\""));
    map(preceded(space, marks), |text: &[u8]| {
        let text = String::from_utf8_lossy(text);
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    })
    .parse(input)
}

/// `[view N] (startpos | deploy | fen F | FORMAT "TEXT") [moves T...]`
fn position(input: &[u8]) -> Parsed<'_, Position> {
    let (input, view) = opt(preceded(keyword("view"), player)).parse(input)?;
    let fen_word = || verify(text, |word: &String| word != "moves");
    let fen = preceded(keyword("fen"), expect("a fen", many1(fen_word())));
    let start = alt((
        value(Start::StartPos, keyword("startpos")),
        value(Start::Deploy, keyword("deploy")),
        map(fen, |words| Start::Fen(words.join(" "))),
        map((text, quoted), |(format, text)| Start::Foreign(format, text)),
    ));
    let (input, start) = expect("startpos, deploy, fen or view", start).parse(input)?;
    let (input, moves) = opt(preceded(keyword("moves"), many0(text))).parse(input)?;
    Ok((input, Position { view, start, moves: moves.unwrap_or_default() }))
}

fn perft(input: &[u8]) -> Parsed<'_, Command> {
    map(expect("a depth, 0 to 200", number_up_to(DEEPEST)), Command::Perft).parse(input)
}

/// The limits in any order. A limit that cannot be read is noted, and the rest still counts. The
/// column of such a fault is here the number of bytes from it to the end: only [`parse`] has the line.
fn go(input: &[u8]) -> Parsed<'_, Command> {
    if let Ok((rest, _)) = keyword("perft").parse(input) {
        return perft(rest);
    }
    let mut rest = input;
    let mut go = Go::default();
    while let Ok((after, name)) = text(rest) {
        match limit(&mut go, &name, rest, after) {
            Ok((after, ())) => rest = after,
            Err(nom::Err::Error(fault) | nom::Err::Failure(fault)) => {
                let left = fault.rest.len();
                let error = locate(fault.rest, &fault, false);
                go.faults.push(ParseError { column: left, ..error });
                rest = skip_to_limit(after);
            }
            Err(nom::Err::Incomplete(_)) => break,
        }
    }
    Ok((rest, Command::Go(go)))
}

/// What comes after a limit that cannot be read, from the next limit on.
fn skip_to_limit(mut input: &[u8]) -> &[u8] {
    while let Ok((after, next)) = text(input) {
        if LIMITS.contains(&next.as_str()) {
            break;
        }
        input = after;
    }
    input
}

const LIMITS: [&str; 20] = [
    "depth",
    "nodes",
    "movetime",
    "movestogo",
    "mate",
    "infinite",
    "ponder",
    "searchmoves",
    "wtime",
    "btime",
    "winc",
    "binc",
    "p1time",
    "p2time",
    "p3time",
    "p4time",
    "p1inc",
    "p2inc",
    "p3inc",
    "p4inc",
];

/// Reads the value of the limit `name`, which stands at `at`, into `go`.
fn limit<'a>(go: &mut Go, name: &str, at: &'a [u8], input: &'a [u8]) -> Parsed<'a, ()> {
    let count = |place: &mut Option<u64>| {
        let parser = expect("a whole number that is not negative", number::<u64>);
        map(parser, |number| *place = Some(number)).parse(input)
    };
    let milliseconds = |place: &mut Option<i64>| {
        let parser = expect("a whole number of milliseconds", number::<i64>);
        map(parser, |number| *place = Some(number)).parse(input)
    };
    match name {
        "depth" => count(&mut go.depth),
        "nodes" => count(&mut go.nodes),
        "movestogo" => count(&mut go.movestogo),
        "mate" => count(&mut go.mate),
        "movetime" => milliseconds(&mut go.movetime),
        "wtime" | "p1time" => milliseconds(&mut go.time[0]),
        "btime" | "p2time" => milliseconds(&mut go.time[1]),
        "p3time" => milliseconds(&mut go.time[2]),
        "p4time" => milliseconds(&mut go.time[3]),
        "winc" | "p1inc" => milliseconds(&mut go.increment[0]),
        "binc" | "p2inc" => milliseconds(&mut go.increment[1]),
        "p3inc" => milliseconds(&mut go.increment[2]),
        "p4inc" => milliseconds(&mut go.increment[3]),
        "infinite" => {
            go.infinite = true;
            Ok((input, ()))
        }
        "ponder" => {
            go.ponder = true;
            Ok((input, ()))
        }
        "searchmoves" => {
            let moves = many0(verify(text, |word: &String| !LIMITS.contains(&word.as_str())));
            let (rest, moves) = expect("moves", moves).parse(input)?;
            go.searchmoves.extend(moves);
            Ok((rest, ()))
        }
        _ => expect("a limit of go", nom::combinator::fail()).parse(at),
    }
}

fn query(input: &[u8]) -> Parsed<'_, Query> {
    let (rest, name) = expect("the name of a query", text).parse(input)?;
    match name.as_str() {
        "player" => Ok((rest, Query::Player)),
        "p1turn" => Ok((rest, Query::P1Turn)),
        "gameover" => Ok((rest, Query::GameOver)),
        "result" => Ok((rest, Query::Result)),
        "legalmoves" => Ok((rest, Query::LegalMoves)),
        "islegal" => map(expect("a move", text), Query::IsLegal).parse(rest),
        "fen" => Ok((rest, Query::Fen)),
        "startpos" => Ok((rest, Query::StartPos)),
        "players" => Ok((rest, Query::Players)),
        "ranking" => Ok((rest, Query::Ranking)),
        "key" => Ok((rest, Query::Key)),
        "view" => map(player, Query::View).parse(rest),
        "record" => map(player, Query::Record).parse(rest),
        _ => map(many0(text), |arguments| Query::Own(name.clone(), arguments)).parse(rest),
    }
}

/// `[VARIANT] [--depth N]`; `depth N` is understood too.
fn bench(input: &[u8]) -> Parsed<'_, Command> {
    let depth_word = || alt((keyword("--depth"), keyword("depth")));
    let deep_enough = verify(number_up_to(DEEPEST), |depth| *depth > 0);
    let is_depth = |input| depth_word().parse(input).is_ok();
    let (input, variant) = if is_depth(input) { (input, None) } else { opt(text).parse(input)? };
    let depth = preceded(depth_word(), expect("a depth, 1 to 200", deep_enough));
    let (input, depth) = opt(depth).parse(input)?;
    Ok((input, Command::Bench { variant, depth }))
}

/// `N [seed S] [book None] [more]`: OpenBench's form.
fn gen_fens(input: &[u8]) -> Parsed<'_, Command> {
    let (input, count) = expect("a number of positions", number_up_to(MOST_FENS)).parse(input)?;
    let seed = preceded(keyword("seed"), expect("a seed", number::<u64>));
    let (input, seed) = opt(seed).parse(input)?;
    let book = preceded(keyword("book"), expect("None", keyword("None")));
    let (input, _) = opt(book).parse(input)?;
    Ok((input, Command::GenFens { count, seed: seed.unwrap_or(0) }))
}
