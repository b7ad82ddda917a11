//! What `help` says.

use super::options::DECLARATIONS;

const HELP: &str = "\
uci, ugi                            handshake: name, options, `uciok` or `ugiok`
isready                             `readyok` when all that came before is done
setoption name N [value V]          set an option
ucinewgame, uginewgame              go to the start and forget what was learnt
position startpos|deploy|fen F [moves T...]   set up a position; `view N` before it: what player N knows
go [depth N] [nodes N] [movetime MS] [wtime MS btime MS winc MS binc MS] [movestogo N]
   [mate N] [infinite] [ponder] [searchmoves T...]   search; p1time .. p4inc are understood too
go perft N, perft N                 count action sequences
stop, ponderhit                     end a search; the expected move was played
query player|p1turn|gameover|result|legalmoves|islegal T|fen|startpos|players|ranking|key|view N|record N
d, eval, moves                      show the board, the static evaluation, the legal actions
move T..., undo                     make moves, take the last action back
bench [VARIANT] [--depth N]         search fixed positions and count nodes
genfens N [seed S] [book None]      print varied openings
debug on|off                        more `info string` lines
wait                                let what follows wait until the search is done
help, quit

Options:
";

/// The answer to `help`: commands and options, a line each.
pub fn help() -> String {
    let options = DECLARATIONS
        .iter()
        .map(|declaration| format!("{:<16}{}", declaration.name, declaration.purpose));
    format!("{HELP}{}", options.collect::<Vec<_>>().join("\n"))
}
