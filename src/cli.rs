//! The command line: the protocol loop, or one command and out.

mod pager;

use crate::games::Variant;
use crate::protocol::{Event, Output, Session, read_lines};
use clap::{Parser, Subcommand};
use std::io::{BufReader, stdin, stdout};
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};

/// A game engine that speaks a UCI-like text protocol. Without a subcommand it reads commands from
/// stdin; `help` lists them. Arguments of which one has a space in it are protocol commands and are
/// run in order.
#[derive(Parser, Debug)]
#[command(name = "strategos", version)]
pub struct Cli {
    /// The variant to begin with
    #[arg(long, value_parser = variant, value_name = "VARIANT")]
    variant: Option<Variant>,
    #[command(subcommand)]
    tool: Option<Tool>,
}

#[derive(Subcommand, Debug)]
enum Tool {
    /// Search fixed positions and count the nodes
    Bench {
        /// One variant only
        #[arg(value_parser = variant)]
        variant: Option<Variant>,
        /// Depth in actions instead of each game's own
        #[arg(long, value_parser = clap::value_parser!(u32).range(1..=200))]
        depth: Option<u32>,
    },
    /// Count action sequences of exactly DEPTH actions
    Perft {
        #[arg(value_parser = variant)]
        variant: Variant,
        #[arg(value_parser = clap::value_parser!(u32).range(0..=200))]
        depth: u32,
        /// The position; the start of the variant if it is left out
        fen: Vec<String>,
    },
    /// Print the rules of a game, page by page at a terminal
    Rules {
        /// Any variant of the game
        #[arg(value_parser = variant)]
        variant: Variant,
    },
}

fn variant(name: &str) -> Result<Variant, String> {
    let names = Variant::NAMES.join(", ");
    Variant::from_name(name).ok_or_else(|| format!("expected one of {names}"))
}

/// Runs the engine as the arguments (without the program's name) ask for. Wrong arguments end the
/// process with status 2.
pub fn run(arguments: &[String]) {
    let (cli, commands) = split(arguments);
    let cli = Cli::parse_from(std::iter::once("strategos".to_string()).chain(cli));
    let interactive = cli.tool.is_none() && commands.is_empty();
    let tool_lines = match cli.tool {
        None => commands,
        Some(Tool::Bench { variant, depth }) => bench(variant, depth),
        Some(Tool::Perft { variant, depth, fen }) => perft(variant, depth, &fen),
        Some(Tool::Rules { variant }) => return pager::show(variant.rules()),
    };
    let mut lines: Vec<String> = cli.variant.map(choose).into_iter().collect();
    lines.extend(tool_lines);
    serve(lines, interactive);
}

/// Parts the arguments into those for clap and protocol commands.
fn split(arguments: &[String]) -> (Vec<String>, Vec<String>) {
    let (options, rest) = match arguments {
        [name, value, rest @ ..] if name == "--variant" => {
            (vec![name.clone(), value.clone()], rest)
        }
        [joined, rest @ ..] if joined.starts_with("--variant=") => (vec![joined.clone()], rest),
        rest => (Vec::new(), rest),
    };
    let is_tool =
        rest.first().is_some_and(|first| matches!(first.as_str(), "bench" | "perft" | "rules"));
    if !is_tool && rest.iter().any(|argument| argument.contains(' ')) {
        return (options, rest.to_vec());
    }
    (arguments.to_vec(), Vec::new())
}

/// The command that goes to a variant.
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

/// Obeys `lines`, then, if `interactive`, stdin.
fn serve(lines: Vec<String>, interactive: bool) {
    let (events, queue) = channel();
    let session = Session::new(Arc::new(Output::new(stdout())), events.clone());
    for line in lines {
        send(&events, Event::Line(line.into_bytes()));
    }
    if interactive {
        // The reader is never joined: it may be blocked on a stdin that stays open after `quit`.
        std::thread::spawn(move || read_lines(BufReader::new(stdin()), &events));
    } else {
        send(&events, Event::EndOfInput);
    }
    session.run(&queue);
}

fn send(events: &Sender<Event>, event: Event) {
    // The queue is held by this very thread, so it is there.
    let _ = events.send(event);
}
