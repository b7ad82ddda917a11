//! The commands, as values. Writing one gives a line that reads as the same command.

use super::error::ParseError;
use std::fmt;

/// The two handshakes; all else is the same in both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// `uci`, answered with `uciok`.
    Uci,
    /// `ugi`, answered with `ugiok`.
    Ugi,
}

/// Where a position starts from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// The fixed starting position.
    StartPos,
    /// The hidden deployment phase.
    Deploy,
    /// A FEN, its words separated by single spaces.
    Fen(String),
    /// A position in the format of that name, its words separated by single spaces.
    Foreign(String, String),
}

/// `position`: a start and the moves made since.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The player, from 1, whose knowledge this is; `None` for the full record.
    pub view: Option<usize>,
    /// The first position.
    pub start: Start,
    /// Tokens, each one or more actions joined by commas.
    pub moves: Vec<String>,
}

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
    /// What could not be read; the other limits hold all the same.
    pub faults: Vec<ParseError>,
}

impl Go {
    /// Whether nothing but `stop` ends the search, pondering apart. Limits that could not be read make
    /// it a short search, not an endless one.
    pub fn is_unbounded(&self) -> bool {
        self.infinite || self.has_no_limit() && self.faults.is_empty()
    }

    /// Whether no limit was given that could be read.
    pub fn has_no_limit(&self) -> bool {
        let counts = [self.depth, self.nodes, self.mate];
        let has_time = self.movetime.is_some() || self.time.iter().any(Option::is_some);
        !has_time && counts.iter().all(Option::is_none)
    }
}

/// `query`: a question with one `response`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Query {
    /// Number of the player to move.
    Player,
    /// Whether that is player 1.
    P1Turn,
    /// Whether the game is over.
    GameOver,
    /// `none`, `draw`, `p1win` ..
    Result,
    /// All legal actions.
    LegalMoves,
    /// Whether a token is legal here.
    IsLegal(String),
    /// The position as FEN.
    Fen,
    /// The FEN of the variant's start.
    StartPos,
    /// Number of players.
    Players,
    /// Places by player.
    Ranking,
    /// Zobrist key.
    Key,
    /// The FEN as a player knows it.
    View(usize),
    /// The record as a player knows it.
    Record(usize),
    /// A query that only some games have.
    Own(String, Vec<String>),
}

/// A line of input, understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `uci`, `ugi`
    Handshake(Dialect),
    /// `debug on`, `debug off`
    Debug(bool),
    /// `isready`
    IsReady,
    /// `setoption name N [value V]`
    SetOption {
        /// Name as given.
        name: String,
        /// Value as given.
        value: Option<String>,
    },
    /// `ucinewgame`, `uginewgame`
    NewGame(Dialect),
    /// `register`, `copyprotection`: accepted and of no effect.
    Ignored(&'static str),
    /// `position`
    Position(Position),
    /// `go` with search limits
    Go(Go),
    /// `go perft N`
    Perft(u32),
    /// `stop`
    Stop,
    /// `ponderhit`
    PonderHit,
    /// `query`
    Query(Query),
    /// `d`
    Display,
    /// `eval`
    Eval,
    /// `moves`
    Moves,
    /// `move T...`
    Move(Vec<String>),
    /// `undo`
    Undo,
    /// `bench [VARIANT] [--depth N]`
    Bench {
        /// A variant's name, or all.
        variant: Option<String>,
        /// Depth in actions instead of each game's own.
        depth: Option<u32>,
    },
    /// `genfens N [seed S] [book None]`
    GenFens {
        /// How many.
        count: u32,
        /// Where their choice comes from.
        seed: u64,
    },
    /// `wait`
    Wait,
    /// `help`
    Help,
    /// `quit`
    Quit,
}

impl fmt::Display for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::StartPos => f.write_str("startpos"),
            Self::Deploy => f.write_str("deploy"),
            Self::Fen(fen) => write!(f, "fen {fen}"),
            Self::Foreign(format, text) => write!(f, "{format} \"{text}\""),
        }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(player) = self.view {
            write!(f, "view {player} ")?;
        }
        write!(f, "{}", self.start)?;
        if !self.moves.is_empty() {
            write!(f, " moves {}", self.moves.join(" "))?;
        }
        Ok(())
    }
}

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut field = |name: String, value: Option<String>| {
            value.map_or(Ok(()), |value| write!(f, " {name} {value}"))
        };
        field("depth".to_string(), self.depth.map(|n| n.to_string()))?;
        field("nodes".to_string(), self.nodes.map(|n| n.to_string()))?;
        field("movetime".to_string(), self.movetime.map(|n| n.to_string()))?;
        for player in 0..4 {
            field(format!("p{}time", player + 1), self.time[player].map(|n| n.to_string()))?;
            field(format!("p{}inc", player + 1), self.increment[player].map(|n| n.to_string()))?;
        }
        field("movestogo".to_string(), self.movestogo.map(|n| n.to_string()))?;
        field("mate".to_string(), self.mate.map(|n| n.to_string()))?;
        for (name, is_set) in [("infinite", self.infinite), ("ponder", self.ponder)] {
            if is_set {
                write!(f, " {name}")?;
            }
        }
        if !self.searchmoves.is_empty() {
            write!(f, " searchmoves {}", self.searchmoves.join(" "))?;
        }
        Ok(())
    }
}

impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Player => f.write_str("player"),
            Self::P1Turn => f.write_str("p1turn"),
            Self::GameOver => f.write_str("gameover"),
            Self::Result => f.write_str("result"),
            Self::LegalMoves => f.write_str("legalmoves"),
            Self::IsLegal(token) => write!(f, "islegal {token}"),
            Self::Fen => f.write_str("fen"),
            Self::StartPos => f.write_str("startpos"),
            Self::Players => f.write_str("players"),
            Self::Ranking => f.write_str("ranking"),
            Self::Key => f.write_str("key"),
            Self::View(player) => write!(f, "view {player}"),
            Self::Record(player) => write!(f, "record {player}"),
            Self::Own(name, arguments) => {
                f.write_str(name)?;
                arguments.iter().try_for_each(|argument| write!(f, " {argument}"))
            }
        }
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Handshake(Dialect::Uci) => f.write_str("uci"),
            Self::Handshake(Dialect::Ugi) => f.write_str("ugi"),
            Self::Debug(on) => write!(f, "debug {}", if *on { "on" } else { "off" }),
            Self::IsReady => f.write_str("isready"),
            Self::SetOption { name, value: None } => write!(f, "setoption name {name}"),
            Self::SetOption { name, value: Some(value) } => {
                write!(f, "setoption name {name} value {value}")
            }
            Self::NewGame(Dialect::Uci) => f.write_str("ucinewgame"),
            Self::NewGame(Dialect::Ugi) => f.write_str("uginewgame"),
            Self::Ignored(name) => f.write_str(name),
            Self::Position(position) => write!(f, "position {position}"),
            Self::Go(go) => write!(f, "go{go}"),
            Self::Perft(depth) => write!(f, "go perft {depth}"),
            Self::Stop => f.write_str("stop"),
            Self::PonderHit => f.write_str("ponderhit"),
            Self::Query(query) => write!(f, "query {query}"),
            Self::Display => f.write_str("d"),
            Self::Eval => f.write_str("eval"),
            Self::Moves => f.write_str("moves"),
            Self::Move(tokens) => write!(f, "move {}", tokens.join(" ")),
            Self::Undo => f.write_str("undo"),
            Self::Bench { variant, depth } => {
                f.write_str("bench")?;
                variant.iter().try_for_each(|variant| write!(f, " {variant}"))?;
                depth.iter().try_for_each(|depth| write!(f, " --depth {depth}"))
            }
            Self::GenFens { count, seed } => write!(f, "genfens {count} seed {seed} book None"),
            Self::Wait => f.write_str("wait"),
            Self::Help => f.write_str("help"),
            Self::Quit => f.write_str("quit"),
        }
    }
}
