//! What reaches a session from outside: input, and the ends of searches and tools.

use super::answer::GoAnswer;

/// An event in the session's queue.
pub enum Event {
    /// A line of input, with its line end.
    Line(Vec<u8>),
    /// A command from the command line. It always waits for the commands before it.
    Argument(String),
    /// The end of the input.
    EndOfInput,
    /// The running search is over. The session itself prints these lines, so that no search is
    /// running when a client reads them.
    Answer(GoAnswer),
    /// The running tool is over and has written all of its output.
    Finished,
}
