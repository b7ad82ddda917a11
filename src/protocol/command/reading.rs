//! Elements of the grammar: tokens, keywords, numbers, and errors that tell what was expected
//! where.

use crate::engine::closest;
use crate::engine::quote;
use crate::protocol::error::ParseError;
use nom::branch::alt;
use nom::bytes::complete::{is_not, tag, take_until, take_while};
use nom::combinator::{map, peek, verify};
use nom::error::{ErrorKind, ParseError as NomError};
use nom::sequence::{delimited, preceded, terminated};
use nom::{IResult, Parser};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// White space between tokens. A NUL byte also separates tokens.
const SPACE: &[u8] = b" \t\r\n\x0B\x0C\0";

/// Largest depth of `bench` and `go perft`.
pub const DEEPEST: u32 = 200;

/// A parse error: the remaining input, and what was expected there.
#[derive(Clone, Debug)]
pub struct SyntaxError<'a> {
    pub rest: &'a [u8],
    pub expected: &'static str,
    /// All valid names, if a name was expected.
    pub names: Option<fn() -> Vec<&'static str>>,
}

impl<'a> SyntaxError<'a> {
    /// An error at `input`, where `expected` was missing.
    pub fn at(input: &'a [u8], expected: &'static str) -> Self {
        let rest = space(input).map_or(input, |(rest, _)| rest);
        Self { rest, expected, names: None }
    }

    /// Converts this error to an error of `line`.
    pub fn locate(&self, line: &[u8], in_query: bool) -> ParseError {
        let token = word(self.rest).map_or(&[][..], |(_, word)| word);
        // A token may be a megabyte long, so only its beginning is shown.
        let shown = String::from_utf8_lossy(&token[..token.len().min(256)]);
        ParseError {
            column: line.len() - self.rest.len() + 1,
            expected: self.expected,
            hint: self.names.and_then(|names| closest(&shown, names())),
            token: quote(&shown),
            in_query,
        }
    }
}

impl<'a> NomError<&'a [u8]> for SyntaxError<'a> {
    fn from_error_kind(rest: &'a [u8], _: ErrorKind) -> Self {
        Self { rest, expected: "a token", names: None }
    }

    fn append(_: &'a [u8], _: ErrorKind, other: Self) -> Self {
        other
    }
}

pub type Parsed<'a, T> = IResult<&'a [u8], T, SyntaxError<'a>>;

pub fn is_space(byte: u8) -> bool {
    SPACE.contains(&byte)
}

pub fn space(input: &[u8]) -> Parsed<'_, &[u8]> {
    take_while(is_space)(input)
}

/// The next token.
pub fn word(input: &[u8]) -> Parsed<'_, &[u8]> {
    preceded(space, is_not(SPACE)).parse(input)
}

/// The next token as text. Bytes that are not UTF-8 are replaced, so that they match nothing.
pub fn text(input: &[u8]) -> Parsed<'_, String> {
    map(word, |word| String::from_utf8_lossy(word).into_owned()).parse(input)
}

/// Reads this word.
pub fn keyword<'a>(
    wanted: &'static str,
) -> impl Parser<&'a [u8], Output = &'a [u8], Error = SyntaxError<'a>> {
    verify(word, move |found: &[u8]| found == wanted.as_bytes())
}

/// Runs `parser`. If it fails, the error tells what was expected at the next token.
pub fn expect<'a, T>(
    expected: &'static str,
    mut parser: impl Parser<&'a [u8], Output = T, Error = SyntaxError<'a>>,
) -> impl Parser<&'a [u8], Output = T, Error = SyntaxError<'a>> {
    move |input: &'a [u8]| {
        parser.parse(input).map_err(|error| match error {
            nom::Err::Error(_) => nom::Err::Failure(SyntaxError::at(input, expected)),
            other => other,
        })
    }
}

/// A number that fits into `T`: digits, with an optional sign.
pub fn number<'a, T: std::str::FromStr>(input: &'a [u8]) -> Parsed<'a, T> {
    let digits = |word: &&'a [u8]| !word.starts_with(b"+");
    let (rest, word) = verify(word, digits).parse(input)?;
    let parsed = std::str::from_utf8(word).ok().and_then(|text| text.parse().ok());
    let fault = || nom::Err::Error(SyntaxError::at(input, "a number"));
    parsed.map(|number| (rest, number)).ok_or_else(fault)
}

pub fn number_in<'a>(
    range: std::ops::RangeInclusive<u32>,
) -> impl Parser<&'a [u8], Output = u32, Error = SyntaxError<'a>> {
    verify(number::<u32>, move |number| range.contains(number))
}

/// A player's number. The valid range depends on the variant.
pub fn player(input: &[u8]) -> Parsed<'_, usize> {
    let in_range = |number: &usize| (1..=4).contains(number);
    expect("a player, 1 to 4", verify(number::<usize>, in_range)).parse(input)
}

/// The token of a move.
pub fn move_token(input: &[u8]) -> Parsed<'_, String> {
    expect("a move", text).parse(input)
}

/// Text in quotation marks, its words separated by single spaces. A JSON object may also be encoded
/// as a JSON string.
pub fn quoted(input: &[u8]) -> Parsed<'_, String> {
    let (start, _) = preceded(space, tag("\"")).parse(input)?;
    let object = delimited(tag("\""), json_object, preceded(space, tag("\"")));
    if let Ok(read) = preceded(space, alt((object, json_string_of_object))).parse(input) {
        return Ok(read);
    }
    let Ok((rest, text)) =
        terminated(take_until::<_, _, SyntaxError<'_>>("\""), tag("\"")).parse(start)
    else {
        return Err(nom::Err::Failure(SyntaxError::at(
            input,
            "a second quotation mark after this one",
        )));
    };
    let text = String::from_utf8_lossy(text);
    Ok((rest, text.split_whitespace().collect::<Vec<_>>().join(" ")))
}

/// A JSON object in its shortest form.
pub fn json_object(input: &[u8]) -> Parsed<'_, String> {
    let (start, _) = preceded(space, peek(tag("{"))).parse(input)?;
    json::<Value>(start).map(|(rest, object)| (rest, object.to_string()))
}

/// A JSON string that contains an object.
fn json_string_of_object(input: &[u8]) -> Parsed<'_, String> {
    let (rest, text) = json::<String>(input)?;
    match serde_json::from_str::<Map<String, Value>>(&text) {
        Ok(object) => Ok((rest, Value::Object(object).to_string())),
        Err(_) => Err(nom::Err::Error(SyntaxError::at(input, "a JSON object"))),
    }
}

/// Reads a JSON value. The rest of the input is left over.
fn json<T: DeserializeOwned>(input: &[u8]) -> Parsed<'_, T> {
    let mut values = serde_json::Deserializer::from_slice(input).into_iter::<T>();
    match values.next() {
        Some(Ok(value)) => Ok((&input[values.byte_offset()..], value)),
        _ => Err(nom::Err::Error(SyntaxError::at(input, "JSON"))),
    }
}
