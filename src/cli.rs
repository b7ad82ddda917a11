//! The command line: the protocol loop, or one command.

mod about;
mod book;
mod datagen;
mod pager;
mod pages;
mod play;
mod prove;
mod puzzles;
mod relabel;
mod rulebook;
mod samples;
mod sealed;
mod table;
mod tables;
mod variants;

use crate::games::Variant;
use crate::protocol::analysis::{self, ServerSettings};
use crate::protocol::{Command, Event, Output, Session, is_name, parse, read_lines};
use crate::search::{StrengthLimit, Tunable, Tunables};
use book::Book;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::Shell;
use datagen::Datagen;
use play::Play;
use prove::Prove;
use puzzles::Puzzles;
use relabel::Relabel;
use samples::Samples;
use sealed::Sealed;
use std::io::{BufReader, IsTerminal, Write, stdin, stdout};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};
use table::TableServer;
use tables::Tables;
use variants::{Files, Variants};

/// Bytes of the analysis server's input that are read at a time.
const INPUT_BYTES: usize = 1 << 16;

/// An engine for Pacific, Pacru, War-in-the-Pacific Chess and A Game of War
///
/// Without a subcommand it reads commands of a UCI-like text protocol from stdin; `help` lists them. Arguments can be
/// protocol commands too. Quote a command that has more than one word. They run in order, each to its end: strategos
/// "position startpos moves a3b4" "go depth 8" d
#[derive(Parser, Debug)]
#[command(name = "strategos", version = about::SHORT, long_version = about::long())]
pub struct Cli {
    /// The variant to begin with
    #[arg(long, value_parser = variant(), ignore_case = true, value_name = "VARIANT")]
    variant: Option<Variant>,
    /// A file of variants, whose names can then be used like those that are built in. May be given several times
    #[arg(long, global = true, value_name = "FILE")]
    variants: Vec<PathBuf>,
    #[command(subcommand)]
    tool: Option<Tool>,
}

#[derive(Subcommand, Debug)]
enum Tool {
    /// Search fixed positions and count the nodes
    Bench {
        /// One variant only
        #[arg(value_parser = variant(), ignore_case = true)]
        variant: Option<Variant>,
        /// Depth in actions instead of the default of each game
        #[arg(long, value_parser = clap::value_parser!(u32).range(1..=200))]
        depth: Option<u32>,
    },
    /// Print the search parameters in OpenBench's form: name, type, value, minimum, maximum, step at the end of a
    /// run, learning rate. A build with the cargo feature `tune` has an option for each of them
    Spsa {
        /// The variant whose values are printed
        #[arg(value_parser = variant(), ignore_case = true)]
        variant: Option<Variant>,
    },
    /// Print the strength levels of a variant: UCI_Elo, nodes for a move, standard deviation of the evaluation error
    /// in centipawns. Values between two levels are interpolated
    Levels {
        #[arg(value_parser = variant(), ignore_case = true)]
        variant: Option<Variant>,
    },
    /// Count action sequences of exactly DEPTH actions
    Perft {
        #[arg(value_parser = variant(), ignore_case = true)]
        variant: Variant,
        #[arg(value_parser = clap::value_parser!(u32).range(0..=200))]
        depth: u32,
        /// The position; the start position of the variant if left out
        fen: Vec<String>,
    },
    /// Analyse many positions in parallel: requests and answers are lines of JSON on stdin and stdout, see
    /// protocol.md
    Analysis {
        /// Searches in parallel
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256), value_name = "N")]
        parallel: u16,
        /// Memory in MiB, shared equally by the searches
        #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=65_536), value_name = "MB")]
        hash: u32,
        /// Threads of each search
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256), value_name = "N")]
        threads: u16,
        /// Interval in milliseconds at which each search reports its lines so far, unless its request names another.
        /// 0: never
        #[arg(long, default_value_t = 0, value_name = "MS")]
        report_every: u64,
        /// Print the JSON Schema of requests and answers
        #[arg(long, exclusive = true)]
        schema: bool,
    },
    /// Print the rules of a game, page by page at a terminal
    Rules {
        /// Any variant of the game
        #[arg(value_parser = variant(), ignore_case = true)]
        variant: Variant,
    },
    Book(Book),
    Datagen(Datagen),
    Samples(Samples),
    Relabel(Relabel),
    Play(Play),
    Prove(Prove),
    Puzzles(Puzzles),
    Table(TableServer),
    Tables(Tables),
    Sealed(Sealed),
    Variants(Variants),
    /// Print a script that completes arguments in a shell. For bash: strategos completions bash
    /// >~/.local/share/bash-completion/completions/strategos
    Completions {
        shell: Shell,
    },
    /// Print the manual page of the program or of one of its commands: strategos man | man -l -
    Man {
        command: Option<String>,
    },
}

/// A parser for the name of a variant. Case matters unless the argument says `ignore_case`.
fn variant() -> impl TypedValueParser<Value = Variant> {
    let unknown = |name: String| format!("there is no variant {name}");
    PossibleValuesParser::new(Variant::names())
        .try_map(move |name| Variant::from_name(&name).ok_or_else(|| unknown(name)))
}

/// Reads a number of minutes above 0.
fn minutes(text: &str) -> Result<Duration, String> {
    let seconds =
        text.parse().ok().map(|minutes: f64| minutes * 60.0).filter(|seconds| *seconds > 0.0);
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.ok_or_else(|| "expected a number of minutes above 0".to_string())
}

/// Runs the program as a process of its own: starts the logger, then does as [`run`].
pub fn main(arguments: &[String]) -> ExitCode {
    let start = Instant::now();
    // Silent unless RUST_LOG says otherwise; never on stdout. Each line begins with the milliseconds since the start.
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("off"))
        .target(env_logger::Target::Stderr)
        .format(move |line, record| {
            let (millis, level) = (start.elapsed().as_millis(), record.level());
            writeln!(line, "{millis:>8} {level:<5} {}: {}", record.target(), record.args())
        })
        .init();
    run(arguments)
}

/// Runs the engine with `arguments`, which exclude the program's name. Wrong arguments end the process with status 2.
/// A protocol command among the arguments that is refused makes the process end with status 1. So does output that
/// cannot be written, unless its reader has closed the pipe.
pub fn run(arguments: &[String]) -> ExitCode {
    log::info!("Strategos {}, arguments {arguments:?}", about::SHORT);
    let files = Files::of(arguments);
    files.load();
    let (for_clap, commands) = split(&files.arguments);
    let cli = match Cli::try_parse_from(std::iter::once("strategos".to_string()).chain(for_clap)) {
        Ok(cli) => cli,
        Err(shown) => return pages::shown_by_clap(&shown),
    };
    let interactive = cli.tool.is_none() && commands.is_empty();
    let tool_lines = match cli.tool {
        None => commands,
        Some(Tool::Bench { variant, depth }) => bench(variant, depth),
        Some(Tool::Perft { variant, depth, fen }) => perft(variant, depth, &fen),
        Some(Tool::Spsa { variant }) => {
            Output::new(stdout()).line(spsa(variant.unwrap_or(Variant::ALL[0])));
            return ExitCode::SUCCESS;
        }
        Some(Tool::Levels { variant }) => {
            Output::new(stdout()).line(levels(variant.unwrap_or(Variant::ALL[0])));
            return ExitCode::SUCCESS;
        }
        Some(Tool::Analysis { .. }) if cli.variant.is_some() => {
            let reason = "--variant has no effect here: each request names its own variant";
            Cli::command().error(ErrorKind::ArgumentConflict, reason).exit()
        }
        Some(Tool::Analysis { schema: true, .. }) => return pager::show(analysis::SCHEMA),
        Some(Tool::Analysis { parallel, hash, threads, report_every, .. }) => {
            return analyse(ServerSettings {
                parallel: parallel.into(),
                mebibytes: hash as usize,
                threads: threads.into(),
                report_every: (report_every > 0).then(|| Duration::from_millis(report_every)),
            });
        }
        Some(Tool::Rules { variant }) => {
            return show_rules(variant);
        }
        Some(Tool::Book(book)) => return book.run(),
        Some(Tool::Datagen(datagen)) => return datagen.run(),
        Some(Tool::Samples(samples)) => return samples.run(),
        Some(Tool::Relabel(relabel)) => return relabel.run(),
        Some(Tool::Puzzles(puzzles)) => return puzzles.run(),
        Some(Tool::Play(play)) => return play.run(cli.variant),
        Some(Tool::Tables(tables)) => return tables.run(),
        Some(Tool::Prove(prove)) => return prove.run(),
        Some(Tool::Sealed(sealed)) => return sealed.run(),
        Some(Tool::Variants(variants)) => return variants.run(),
        Some(Tool::Table(table)) => return table.run(cli.variant),
        Some(Tool::Completions { shell }) => return pages::completions(shell),
        Some(Tool::Man { command }) => return pages::manual(command.as_deref()),
    };
    let mut lines: Vec<String> = cli.variant.map(choose).into_iter().collect();
    lines.extend(tool_lines);
    serve(lines, interactive)
}

/// Splits the arguments into those for clap and protocol commands.
fn split(arguments: &[String]) -> (Vec<String>, Vec<String>) {
    let (options, rest) = match arguments {
        [name, value, rest @ ..] if name == "--variant" => {
            (vec![name.clone(), value.clone()], rest)
        }
        [joined, rest @ ..] if joined.starts_with("--variant=") => (vec![joined.clone()], rest),
        rest => (Vec::new(), rest),
    };
    let Some(first) = rest.first() else { return (arguments.to_vec(), Vec::new()) };
    let is_name_of_tool = |name: &String| Cli::command().find_subcommand(name).is_some();
    // `help` followed by anything but a subcommand is the protocol's: `help options`, `help go` and so on.
    let is_help = first == "help" && rest.get(1).is_none_or(is_name_of_tool);
    let is_tool = is_name_of_tool(first) || is_help;
    let has_space = |argument: &String| argument.contains(' ');
    if !is_tool && (is_name(first) || is_misspelt(first) || rest.iter().any(has_space)) {
        return (options, if rest.iter().any(has_space) { rest.to_vec() } else { lines_of(rest) });
    }
    (arguments.to_vec(), Vec::new())
}

/// Whether a word is neither a command nor an option, but close to a command. It is then refused with a hint.
fn is_misspelt(word: &str) -> bool {
    !word.starts_with('-') && parse(word.as_bytes()).is_err_and(|error| error.hint.is_some())
}

/// Splits words into commands, each as long as possible. Words that form no command stay together, so that the
/// protocol refuses them.
fn lines_of(mut words: &[String]) -> Vec<String> {
    let mut lines = Vec::new();
    while !words.is_empty() {
        let is_whole = |count: &usize| is_faultless(&words[..*count].join(" "));
        let count = (1..=words.len()).rev().find(is_whole).unwrap_or(words.len());
        lines.push(words[..count].join(" "));
        words = &words[count..];
    }
    lines
}

fn is_faultless(line: &str) -> bool {
    match parse(line.as_bytes()) {
        Ok(Some(Command::Go(go))) => go.faults.is_empty(),
        Ok(command) => command.is_some(),
        Err(_) => false,
    }
}

/// The command that selects a variant.
fn choose(variant: Variant) -> String {
    format!("setoption name UCI_Variant value {}", variant.name())
}

fn bench(variant: Option<Variant>, depth: Option<u32>) -> Vec<String> {
    let variant = variant.map_or(String::new(), |variant| format!(" {}", variant.name()));
    let depth = depth.map_or(String::new(), |depth| format!(" --depth {depth}"));
    vec![format!("bench{variant}{depth}")]
}

fn perft(variant: Variant, depth: u32, fen: &[String]) -> Vec<String> {
    let mut lines = vec![choose(variant)];
    if !fen.is_empty() {
        lines.push(format!("position fen {}", fen.join(" ")));
    }
    lines.push(format!("go perft {depth}"));
    lines
}

/// The search parameters as OpenBench reads them, one a line.
fn spsa(variant: Variant) -> String {
    /// The learning rate that OpenBench proposes.
    const RATE: &str = "0.002";
    let values = variant.tunables().values();
    let lines = Tunables::ALL.iter().zip(values).map(|(tunable, value)| {
        let Tunable { name, least, greatest, step, .. } = tunable;
        format!("{name}, int, {value}, {least}, {greatest}, {step}, {RATE}")
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The strength levels of a variant, one a line.
fn levels(variant: Variant) -> String {
    let levels = variant.levels();
    let line = |(elo, StrengthLimit { nodes, error_cp }): &(i32, StrengthLimit)| {
        format!("{elo} {nodes} {error_cp}")
    };
    levels.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Runs the analysis server. A search that panics is an error of its request and does not end the process.
fn analyse(settings: ServerSettings) -> ExitCode {
    let output = Output::new(stdout());
    let input = BufReader::with_capacity(INPUT_BYTES, stdin().lock());
    match analysis::serve(input, &output, &settings) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => Cli::command().error(ErrorKind::Io, error).exit(),
    }
}

/// Shows the rules of a variant: at a terminal laid out for it, elsewhere as the Markdown of the rulebook.
fn show_rules(variant: Variant) -> ExitCode {
    if !stdout().is_terminal() {
        return pager::show(variant.rules());
    }
    let page = rulebook::Page {
        columns: crate::play::terminal_columns(),
        has_styles: crate::play::has_colours(),
    };
    pager::show(&rulebook::rendered(variant.rules(), variant.foreign_sections(), page))
}

/// The exit code of a tool. An error goes to stdout, like all errors of the engine.
fn exit_code(output: &Output, done: Result<(), impl std::fmt::Display>) -> ExitCode {
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            output.error(error);
            ExitCode::FAILURE
        }
    }
}

/// A broken invariant must end the process at once. Unwinding would kill one thread and leave an engine that still
/// reads its input and never answers.
fn end_on_panic() {
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        report(panic);
        std::process::abort();
    }));
}

/// Runs the commands in `lines`, then those on stdin if `interactive`.
fn serve(lines: Vec<String>, interactive: bool) -> ExitCode {
    end_on_panic();
    let (events, queue) = channel();
    let output = Arc::new(Output::new(stdout()));
    let session = Session::new(Arc::clone(&output), events.clone());
    // The send cannot fail, because this thread holds the queue.
    for line in lines {
        let _ = events.send(Event::Argument(line));
    }
    if interactive {
        // The reader thread is never joined: it may block on a stdin that stays open after `quit`.
        std::thread::spawn(move || read_lines(BufReader::new(stdin()), &events));
    } else {
        let _ = events.send(Event::EndOfInput);
    }
    session.run(&queue);
    let has_failed = output.has_lost() || output.has_erred() && !interactive;
    if has_failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
