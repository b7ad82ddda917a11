//! Arguments of the smaller commands.

use super::reading::{DEEPEST, Parsed, expect, keyword, move_token, number, number_in, text, word};
use super::{Argument, Row, Section, TABLE};
use crate::games::Variant;
use crate::protocol::options::{Kind, declarations};
use nom::Parser;
use nom::branch::alt;
use nom::combinator::{map, map_opt, opt, value, verify};
use nom::multi::{many0, many1};
use nom::sequence::preceded;
use std::fmt;

/// Most FENs of one `genfens`.
const MOST_FENS: u32 = 1_000_000;

/// `on` or `off`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Switch(pub bool);

impl Argument for Switch {
    fn read(input: &[u8]) -> Parsed<'_, Self> {
        let switch = alt((value(true, keyword("on")), value(false, keyword("off"))));
        map(expect("on or off", switch), Self).parse(input)
    }

    fn words(before: &[&str]) -> Vec<&'static str> {
        if before.is_empty() { vec!["on", "off"] } else { Vec::new() }
    }
}

impl fmt::Display for Switch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0 { "on" } else { "off" })
    }
}

/// Depth of `perft` in actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DepthArgument(pub u32);

impl Argument for DepthArgument {
    fn read(input: &[u8]) -> Parsed<'_, Self> {
        map(expect("a depth, 0 to 200", number_in(0..=DEEPEST)), Self).parse(input)
    }
}

impl fmt::Display for DepthArgument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// `name N [value V]`. The name ends at the word `value`; the value is the rest of the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetOption {
    /// Name as given.
    pub name: String,
    /// Value as given.
    pub value: Option<String>,
}

impl Argument for SetOption {
    const SECTION: Option<Section> = Some(Section { title: "Options", rows: options });

    fn read(input: &[u8]) -> Parsed<'_, Self> {
        let (input, _) = expect("name", keyword("name")).parse(input)?;
        let name_word = verify(text, |word: &String| word != "value");
        let (input, name) = expect("the name of an option", many1(name_word)).parse(input)?;
        let name = name.join(" ");
        let (rest, has_value) = opt(keyword("value")).parse(input)?;
        if has_value.is_none() {
            return Ok((rest, Self { name, value: None }));
        }
        let value = String::from_utf8_lossy(rest)
            .trim_matches(|c: char| c.is_whitespace() || c == '\0')
            .to_string();
        Ok((&[], Self { name, value: Some(value) }))
    }

    fn words(before: &[&str]) -> Vec<&'static str> {
        let Some(["name", name @ ..]) = Some(before) else { return vec!["name"] };
        if let Some(at) = name.iter().position(|word| *word == "value") {
            return values_of(&name[..at].join(" "));
        }
        let typed = name.join(" ");
        declarations().filter_map(|declaration| rest_of_name(declaration.name, &typed)).collect()
    }
}

/// The completion of a partly typed option name. For a complete name, the word that follows it.
fn rest_of_name(name: &'static str, typed: &str) -> Option<&'static str> {
    let beginning = name.get(..typed.len())?;
    if !beginning.eq_ignore_ascii_case(typed) {
        return None;
    }
    match &name[typed.len()..] {
        "" => Some("value"),
        rest if typed.is_empty() => Some(rest),
        rest => rest.strip_prefix(' '),
    }
}

fn values_of(name: &str) -> Vec<&'static str> {
    let declaration =
        declarations().find(|declaration| declaration.name.eq_ignore_ascii_case(name));
    match declaration.map(|declaration| declaration.kind) {
        Some(Kind::Check(_)) => vec!["true", "false"],
        Some(Kind::Combo(values)) => values.to_vec(),
        _ => Vec::new(),
    }
}

fn options() -> Vec<Row> {
    let row = |declaration: crate::protocol::options::Declaration| Row {
        names: vec![declaration.name],
        usage: declaration.name.to_string(),
        purpose: declaration.purpose,
        values: Some(declaration.values_and_default()),
    };
    declarations().map(row).collect()
}

impl fmt::Display for SetOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "name {}", self.name)?;
        self.value.iter().try_for_each(|value| write!(f, " value {value}"))
    }
}

/// Tokens of moves, at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tokens(pub Vec<String>);

impl Argument for Tokens {
    fn read(input: &[u8]) -> Parsed<'_, Self> {
        let (input, first) = move_token(input)?;
        map(many0(text), |more| Self(std::iter::once(first.clone()).chain(more).collect()))
            .parse(input)
    }
}

impl fmt::Display for Tokens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join(" "))
    }
}

/// `[VARIANT] [--depth N]`. `depth N` is accepted too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BenchArguments {
    /// Name of a variant; `None` for all.
    pub variant: Option<String>,
    /// Depth in actions instead of each game's own.
    pub depth: Option<u32>,
}

impl Argument for BenchArguments {
    fn read(input: &[u8]) -> Parsed<'_, Self> {
        let depth_word = || alt((keyword("--depth"), keyword("depth")));
        let is_depth = |input| depth_word().parse(input).is_ok();
        let (input, variant) =
            if is_depth(input) { (input, None) } else { opt(text).parse(input)? };
        let depth = preceded(depth_word(), expect("a depth, 1 to 200", number_in(1..=DEEPEST)));
        map(opt(depth), |depth| Self { variant: variant.clone(), depth }).parse(input)
    }

    fn words(before: &[&str]) -> Vec<&'static str> {
        match before {
            [] => Variant::names().iter().copied().chain(["--depth"]).collect(),
            [variant] if *variant != "--depth" => vec!["--depth"],
            _ => Vec::new(),
        }
    }
}

impl fmt::Display for BenchArguments {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let depth = self.depth.map(|depth| format!("--depth {depth}"));
        let words: Vec<String> = self.variant.iter().cloned().chain(depth).collect();
        f.write_str(&words.join(" "))
    }
}

/// `N [seed S] [book None] [variant=NAME]`: OpenBench's form. OpenBench appends the words of its
/// user after the book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GenFens {
    /// Number of openings, at least 1.
    pub count: u32,
    /// Seed of the random choice.
    pub seed: u64,
    /// Name of the variant; `None` for the present one.
    pub variant: Option<String>,
    /// Further words, which are ignored.
    pub extra: Vec<String>,
}

impl Argument for GenFens {
    fn read(input: &[u8]) -> Parsed<'_, Self> {
        let count = expect("a number of positions, 1 to 1000000", number_in(1..=MOST_FENS));
        let seed = preceded(keyword("seed"), expect("a seed", number::<u64>));
        let book = preceded(keyword("book"), expect("None", keyword("None")));
        let (mut input, (count, seed, book)) = (count, opt(seed), opt(book)).parse(input)?;
        let mut wanted = Self { count, seed: seed.unwrap_or(0), variant: None, extra: Vec::new() };
        loop {
            if let Ok((rest, name)) = variant_word(input) {
                (input, wanted.variant) = (rest, Some(name));
            } else if let (Some(_), Ok((rest, word))) = (book, text(input)) {
                input = rest;
                wanted.extra.push(word);
            } else {
                return Ok((input, wanted));
            }
        }
    }

    fn words(before: &[&str]) -> Vec<&'static str> {
        match before {
            [] | [.., "seed"] => Vec::new(),
            [.., "book"] => vec!["None"],
            [_] => vec!["seed", "book"],
            [_, "seed", _] => vec!["book"],
            [.., "None"] => vec!["variant="],
            _ => Vec::new(),
        }
    }
}

/// `variant=NAME` or `variant NAME`.
fn variant_word(input: &[u8]) -> Parsed<'_, String> {
    let joined = map_opt(text, |word| word.strip_prefix("variant=").map(str::to_string));
    alt((joined, preceded(keyword("variant"), text))).parse(input)
}

impl fmt::Display for GenFens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} seed {} book None", self.count, self.seed)?;
        self.variant.iter().try_for_each(|name| write!(f, " variant={name}"))?;
        self.extra.iter().try_for_each(|word| write!(f, " {word}"))
    }
}

/// The topic of `help`: a command, limit, query or option. Empty for everything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Topic(pub String);

impl Argument for Topic {
    fn read(input: &[u8]) -> Parsed<'_, Self> {
        map(many0(text), |words| Self(words.join(" "))).parse(input)
    }

    fn words(before: &[&str]) -> Vec<&'static str> {
        let rows = TABLE.iter().flat_map(|entry| {
            let section = entry.section.map_or(Vec::new(), |section| (section.rows)());
            std::iter::once(entry.row()).chain(section)
        });
        let typed = before.join(" ");
        let names = rows.flat_map(|row| row.names);
        names
            .filter_map(|name| rest_of_name(name, &typed))
            .filter(|rest| *rest != "value")
            .collect()
    }
}

impl fmt::Display for Topic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Any text, which is ignored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Anything;

impl Argument for Anything {
    fn read(input: &[u8]) -> Parsed<'_, Self> {
        value(Self, many0(word)).parse(input)
    }
}

impl fmt::Display for Anything {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}
