//! `go` and its limits. Each limit is declared once, with names, value and purpose.

use super::reading::{Parsed, SyntaxError, expect, number, text};
use super::{Argument, Row, Section};
use crate::engine::Request;
use crate::game::Player;
use crate::protocol::error::ParseError;
use crate::protocol::options::{Options, TurnMode};
use crate::search::{Clock, Limits, SearchOptions};
use nom::Parser;
use nom::combinator::{map, verify};
use nom::multi::many0;
use std::fmt;
use std::time::Duration;

/// `go`: the limits as they were given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// `depth`
    pub depth: Option<u64>,
    /// `nodes`
    pub nodes: Option<u64>,
    /// `movetime`, ms
    pub movetime: Option<i64>,
    /// `wtime` or `p1time` .. `p4time`, ms
    pub time: [Option<i64>; 4],
    /// `winc` or `p1inc` .. `p4inc`, ms
    pub increment: [Option<i64>; 4],
    /// `movestogo`
    pub movestogo: Option<u64>,
    /// `mate`
    pub mate: Option<u64>,
    /// `infinite`
    pub infinite: bool,
    /// `ponder`
    pub ponder: bool,
    /// `searchmoves`
    pub searchmoves: Vec<String>,
    /// Errors of limits that could not be read. The other limits stay valid.
    pub faults: Vec<ParseError>,
}

impl Go {
    /// Whether only `stop` ends the search, apart from pondering. A `go` with unreadable limits
    /// gets a short search, not an endless one.
    pub fn is_unbounded(&self) -> bool {
        self.infinite || self.has_no_limit() && self.faults.is_empty()
    }

    /// Whether no readable limit was given.
    pub fn has_no_limit(&self) -> bool {
        !self.has_clock() && !self.has_limit_without_clock()
    }

    /// Whether any good move is an answer, without a search: nothing asks for an analysis or a proof, and the answer is
    /// due when it is found.
    pub fn takes_any_move(&self) -> bool {
        let is_free = self.searchmoves.is_empty() && self.mate.is_none();
        is_free && !self.ponder && !self.is_unbounded()
    }

    fn has_clock(&self) -> bool {
        (0..self.time.len()).any(|player| self.time_of(player).is_some())
    }

    /// Time left to the player with this index, in milliseconds. If no time is given for any
    /// player, the player's increment is used as the time for this turn.
    fn time_of(&self, player: usize) -> Option<i64> {
        if self.time.iter().any(Option::is_some) {
            return self.time[player];
        }
        self.increment[player].filter(|increment| *increment > 0)
    }

    fn has_limit_without_clock(&self) -> bool {
        let counts = [self.depth, self.nodes, self.mate];
        self.movetime.is_some() || counts.iter().any(Option::is_some)
    }

    /// Whether the search depends on a clock.
    pub fn is_on_clock(&self) -> bool {
        (0..self.time.len())
            .any(|player| self.time_of(player).is_some() && !self.is_without_clock(player))
    }

    /// Time and increment for the player with this index, in milliseconds. If only times of other
    /// players are given, the least of these times is used.
    pub fn clock_of(&self, player: usize) -> Option<(i64, i64)> {
        let increment = |player: usize| self.increment[player].unwrap_or(0);
        if let Some(time) = self.time_of(player) {
            return (!self.is_without_clock(player)).then(|| (time, increment(player)));
        }
        let others = (0..self.time.len()).filter(|other| !self.is_without_clock(*other));
        let least = others.filter_map(|other| self.time_of(other)).min()?;
        Some((least, increment(player)))
    }

    /// Whether a clock of 0 without increment means "no clock". Some clients send it beside another
    /// limit.
    fn is_without_clock(&self, player: usize) -> bool {
        let is_nought = self.time[player] == Some(0) && self.increment[player].unwrap_or(0) == 0;
        is_nought && (self.infinite || self.has_limit_without_clock())
    }

    /// The limits for a search of `player`, from all readable words.
    pub fn limits(&self, player: Player) -> Limits {
        let only_faults = self.has_no_limit() && !self.is_unbounded();
        Limits {
            depth: self.depth.map(|depth| depth.min(1_000) as i32).or(only_faults.then_some(1)),
            nodes: self.nodes,
            movetime: self.movetime.map(milliseconds),
            clock: self.clock_of(player.index()).map(|(time, increment)| Clock {
                time: milliseconds(time),
                increment: milliseconds(increment),
                turns_to_go: self.movestogo.map(|turns| turns.min(1_000) as u32),
            }),
            mate: self.mate.map(|turns| turns.min(1_000) as u32),
            infinite: self.is_unbounded(),
            overhead: Duration::ZERO,
        }
    }

    /// The request to the engine when `player` is to move.
    pub fn request(self, options: &Options, player: Player) -> Request {
        Request {
            limits: Limits {
                overhead: Duration::from_millis(options.move_overhead_ms),
                ..self.limits(player)
            },
            options: SearchOptions {
                multipv: options.multipv,
                elo: options.strength(),
                error_cp: options.evaluation_error,
                strength_table: None,
                seed: options.seed,
                multiplayer: options.multiplayer_search,
                objective: options.objective,
            },
            searchmoves: self.searchmoves,
            by_action: options.turn_mode == TurnMode::Action,
            full_information: options.full_information,
            samples: options.samples,
            from_nothing: false,
        }
    }

    /// Computes the columns of errors, which are stored as distances from the end of the line.
    pub(super) fn place_faults(&mut self, line: &[u8]) {
        for fault in &mut self.faults {
            fault.column = line.len() - fault.column + 1;
        }
    }
}

/// Negative times count as zero.
fn milliseconds(number: i64) -> Duration {
    // Caps times at a year, so that no sum overflows.
    const LONGEST_MS: u64 = 1000 * 60 * 60 * 24 * 365;
    Duration::from_millis(u64::try_from(number).unwrap_or(0).min(LONGEST_MS))
}

/// One limit.
struct Limit {
    /// Accepted names. The first one is used in output.
    names: &'static [&'static str],
    /// Syntax of the value.
    argument: &'static str,
    purpose: &'static str,
    place: LimitField,
}

/// The field of [`Go`] that holds a limit's value: a setter and a getter.
enum LimitField {
    /// A number, at least 0.
    Count(fn(&mut Go) -> &mut Option<u64>, fn(&Go) -> Option<u64>),
    /// Milliseconds, possibly negative.
    Time(fn(&mut Go) -> &mut Option<i64>, fn(&Go) -> Option<i64>),
    /// A word without a value.
    Switch(fn(&mut Go) -> &mut bool, fn(&Go) -> bool),
    /// Tokens up to the next limit.
    Tokens(fn(&mut Go) -> &mut Vec<String>, fn(&Go) -> &Vec<String>),
}

macro_rules! limits {
    ($($($name:literal)|+ $argument:literal $kind:ident($($place:tt)+), $purpose:literal;)*) => {
        const LIMITS: &[Limit] = &[$(Limit {
            names: &[$($name),+],
            argument: $argument,
            purpose: $purpose,
            place: limits!(@ $kind $($place)+),
        },)*];
    };
    (@ Tokens $($place:tt)+) => { LimitField::Tokens(|go| &mut go.$($place)+, |go| &go.$($place)+) };
    (@ $kind:ident $($place:tt)+) => { LimitField::$kind(|go| &mut go.$($place)+, |go| go.$($place)+) };
}

limits! {
    "depth" "N" Count(depth), "so many actions deep";
    "nodes" "N" Count(nodes), "so many actions made, exact on one thread";
    "movetime" "MS" Time(movetime), "so many milliseconds";
    "p1time" | "wtime" "MS" Time(time[0]), "time left to player 1";
    "p1inc" | "winc" "MS" Time(increment[0]), "what player 1 gets for each turn";
    "p2time" | "btime" "MS" Time(time[1]), "time left to player 2";
    "p2inc" | "binc" "MS" Time(increment[1]), "what player 2 gets for each turn";
    "p3time" "MS" Time(time[2]), "time left to player 3";
    "p3inc" "MS" Time(increment[2]), "what player 3 gets for each turn";
    "p4time" "MS" Time(time[3]), "time left to player 4";
    "p4inc" "MS" Time(increment[3]), "what player 4 gets for each turn";
    "movestogo" "N" Count(movestogo), "turns for which the time left has to do";
    "mate" "N" Count(mate), "a proof of a win in N turns, if there is one";
    "infinite" "" Switch(infinite), "until `stop`";
    "ponder" "" Switch(ponder), "no clock before `ponderhit`, no answer either";
    "searchmoves" "TOKEN..." Tokens(searchmoves), "only moves that begin so";
}

fn names() -> Vec<&'static str> {
    LIMITS.iter().flat_map(|limit| limit.names).copied().collect()
}

fn find(name: &str) -> Option<&'static Limit> {
    LIMITS.iter().find(|limit| limit.names.contains(&name))
}

impl Argument for Go {
    const SECTION: Option<Section> = Some(Section { title: "Limits of `go`", rows });

    /// Reads the limits in any order. The error of an unreadable limit is kept, and the other
    /// limits count.
    fn read(input: &[u8]) -> Parsed<'_, Self> {
        let mut rest = input;
        let mut go = Self::default();
        while let Ok((after, name)) = text(rest) {
            let limit = find(&name).ok_or_else(|| {
                let fault = SyntaxError::at(rest, "a limit of go");
                nom::Err::Failure(SyntaxError { names: Some(names), ..fault })
            });
            match limit.and_then(|limit| limit.place.read(&mut go, after)) {
                Ok((after, ())) => rest = after,
                Err(nom::Err::Error(fault) | nom::Err::Failure(fault)) => {
                    let from_end = fault.rest.len();
                    let error = fault.locate(fault.rest, false);
                    go.faults.push(ParseError { column: from_end, ..error });
                    rest = skip_to_limit(after);
                }
                Err(nom::Err::Incomplete(_)) => break,
            }
        }
        Ok((rest, go))
    }

    fn words(before: &[&str]) -> Vec<&'static str> {
        let perft = before.is_empty().then_some("perft");
        names().into_iter().chain(perft).collect()
    }
}

/// The input from the next limit on, after an unreadable one.
fn skip_to_limit(mut input: &[u8]) -> &[u8] {
    while let Ok((after, next)) = text(input) {
        if find(&next).is_some() {
            break;
        }
        input = after;
    }
    input
}

impl LimitField {
    /// Reads a value into `go`.
    fn read<'a>(&self, go: &mut Go, input: &'a [u8]) -> Parsed<'a, ()> {
        match self {
            Self::Count(place, _) => {
                let parser = expect("a whole number that is not negative", number::<u64>);
                map(parser, |number| *place(go) = Some(number)).parse(input)
            }
            Self::Time(place, _) => {
                let parser = expect("a whole number of milliseconds", number::<i64>);
                map(parser, |number| *place(go) = Some(number)).parse(input)
            }
            Self::Switch(place, _) => {
                *place(go) = true;
                Ok((input, ()))
            }
            Self::Tokens(place, _) => {
                let token = verify(text, |word: &String| find(word).is_none());
                map(many0(token), |tokens| place(go).extend(tokens)).parse(input)
            }
        }
    }

    /// The text of the value in `go`; `None` if there is no value.
    fn text(&self, go: &Go) -> Option<String> {
        match self {
            Self::Count(_, place) => place(go).map(|number| format!(" {number}")),
            Self::Time(_, place) => place(go).map(|number| format!(" {number}")),
            Self::Switch(_, place) => place(go).then(String::new),
            Self::Tokens(_, place) => {
                let tokens = place(go);
                (!tokens.is_empty()).then(|| format!(" {}", tokens.join(" ")))
            }
        }
    }
}

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut gap = "";
        for limit in LIMITS {
            if let Some(value) = limit.place.text(self) {
                write!(f, "{gap}{}{value}", limit.names[0])?;
                gap = " ";
            }
        }
        Ok(())
    }
}

fn rows() -> Vec<Row> {
    let row = |limit: &Limit| Row {
        names: limit.names.to_vec(),
        usage: format!("{} {}", limit.names.join(", "), limit.argument).trim_end().to_string(),
        purpose: limit.purpose,
        values: None,
    };
    LIMITS.iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_kept_up_to_a_year() {
        const DAY_MS: i64 = 24 * 3600 * 1000;
        let days = |count: u64| Duration::from_secs(count * 24 * 3600);
        assert_eq!(milliseconds(300 * DAY_MS), days(300));
        assert_eq!(milliseconds(i64::MAX), days(365));
        assert_eq!(milliseconds(-1), Duration::ZERO);
    }

    #[test]
    fn a_clock_of_nought_beside_another_limit_is_none() {
        let clock =
            |line: &[u8], player| Go::read(line).map_or(None, |(_, go)| go.clock_of(player));
        assert_eq!(clock(b"btime 0 wtime 0 movetime 970", 0), None);
        assert_eq!(clock(b"btime 5000 wtime 0 movetime 970", 0), None, "his own is none");
        assert_eq!(clock(b"wtime 0 depth 3", 1), None);
        assert_eq!(clock(b"wtime 0 btime 5000 depth 3", 2), Some((5000, 0)));
        assert_eq!(clock(b"wtime 0 btime 0", 0), Some((0, 0)), "no other limit: move now");
        assert_eq!(clock(b"wtime 0 winc 100 depth 3", 0), Some((0, 100)));
        assert_eq!(clock(b"wtime -1 depth 3", 0), Some((-1, 0)), "used up");
        assert_eq!(clock(b"btime 7 p3time 9 p4inc 2", 3), Some((7, 2)), "the least of the others");
    }

    #[test]
    fn an_increment_alone_is_a_clock_with_so_much_left() {
        let read = |line: &[u8]| Go::read(line).unwrap().1;
        assert_eq!(read(b"winc 20").clock_of(0), Some((20, 20)));
        assert_eq!(read(b"winc 20").clock_of(1), Some((20, 0)), "the least of the others");
        assert_eq!(read(b"winc 20 binc 30 depth 9").clock_of(1), Some((30, 30)));
        assert_eq!(read(b"btime 70 winc 20").clock_of(0), Some((70, 20)), "a time is given");
        assert!(read(b"winc 20").is_on_clock() && !read(b"winc 20").is_unbounded());
        for nought in [&b"winc 0 binc 0"[..], b"winc -5"] {
            assert!(read(nought).is_unbounded() && read(nought).clock_of(0).is_none());
        }
    }
}
