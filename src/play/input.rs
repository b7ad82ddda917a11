//! Input: a line editor at a terminal, otherwise plain lines. A thread reads, so that the game hears of a line while an
//! engine thinks.

use super::{command, moves};
use crate::game::text::without_mark;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};
use std::io::{BufRead, stdin};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

/// What a person has typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Typed {
    /// The answer to a question.
    Answer(String),
    /// A line that was typed without a question, while an engine thinks.
    Line(String),
    /// Ctrl-C instead of an answer.
    NoAnswer,
    /// Ctrl-C while an engine thinks.
    Interrupt,
    /// The input has ended.
    End,
}

/// The thread that reads lines.
pub struct Input {
    questions: Sender<LineRequest>,
    legal: Arc<Mutex<Vec<String>>>,
    /// Whether a question waits for its answer.
    is_asked: bool,
    is_listening: Arc<AtomicBool>,
}

/// What the thread is asked for.
enum LineRequest {
    /// A line, behind this prompt.
    Line(String),
    /// A line, for as long as the game listens.
    Listen,
    /// To forget the lines typed so far.
    Forget,
}

/// The editor of lines at a terminal.
type LineEditor = Editor<Words, MemHistory>;

/// Words for completion: commands and legal moves.
#[derive(Default)]
struct Words {
    legal: Arc<Mutex<Vec<String>>>,
}

impl Input {
    /// Reads lines from standard input and hands them to `typed`. At a terminal it hears Ctrl-C, too, and keeps
    /// `columns` at the width of the terminal.
    pub fn new(
        is_terminal: bool,
        columns: Arc<AtomicUsize>,
        typed: impl Fn(Typed) + Clone + Send + 'static,
    ) -> Self {
        let (questions, queue) = channel();
        let legal = Arc::<Mutex<Vec<String>>>::default();
        let is_listening = Arc::<AtomicBool>::default();
        let mut editor = is_terminal.then(|| line_editor(Arc::clone(&legal))).flatten();
        editor.iter_mut().for_each(|editor| measure(editor, &columns));
        if is_terminal {
            let typed = typed.clone();
            if let Err(error) = ctrlc::set_handler(move || typed(Typed::Interrupt)) {
                log::warn!("Ctrl-C ends the program: {error}");
            }
        }
        let listening = Arc::clone(&is_listening);
        std::thread::spawn(move || answer(&queue, editor, &listening, &columns, &typed));
        Self { questions, legal, is_asked: false, is_listening }
    }

    /// Clears the history of typed lines, so that the next person cannot recall them.
    pub fn forget(&mut self) {
        let _ = self.questions.send(LineRequest::Forget);
    }

    /// Asks for a line, unless a question waits already. At a terminal, `prompt` stands before it, and the moves in
    /// `legal` are completed.
    pub fn ask(&mut self, prompt: &str, legal: Vec<String>) {
        self.is_listening.store(false, Ordering::Relaxed);
        *self.legal.lock().unwrap_or_else(PoisonError::into_inner) = legal;
        if !self.is_asked {
            self.is_asked = self.questions.send(LineRequest::Line(prompt.to_string())).is_ok();
        }
    }

    /// Listens for a line without asking for one, until the next question.
    pub fn listen(&mut self) {
        if !self.is_listening.swap(true, Ordering::Relaxed) {
            let _ = self.questions.send(LineRequest::Listen);
        }
    }

    /// Takes note of what was typed.
    pub fn heard(&mut self, typed: &Typed) {
        match typed {
            Typed::Line(_) => self.is_listening.store(false, Ordering::Relaxed),
            Typed::Interrupt => {}
            _ => self.is_asked = false,
        }
    }
}

/// How many columns the terminal has; 80 if it cannot be found out.
pub fn terminal_columns() -> usize {
    let columns = AtomicUsize::new(80);
    line_editor(Arc::default()).iter_mut().for_each(|editor| measure(editor, &columns));
    columns.into_inner()
}

/// Notes how many columns the terminal has.
fn measure(editor: &mut LineEditor, columns: &AtomicUsize) {
    if let Some((width, _)) = editor.dimensions() {
        columns.store(width.into(), Ordering::Relaxed);
    }
}

fn line_editor(legal: Arc<Mutex<Vec<String>>>) -> Option<LineEditor> {
    let config = Config::builder().completion_type(CompletionType::List).build();
    match Editor::with_history(config, MemHistory::new()) {
        Ok(mut editor) => {
            editor.set_helper(Some(Words { legal }));
            Some(editor)
        }
        Err(error) => {
            log::warn!("no line editor: {error}");
            None
        }
    }
}

/// Answers questions until there are no more.
fn answer(
    queue: &Receiver<LineRequest>,
    mut editor: Option<LineEditor>,
    is_listening: &AtomicBool,
    columns: &AtomicUsize,
    typed: &dyn Fn(Typed),
) {
    for question in queue {
        editor.iter_mut().for_each(|editor| measure(editor, columns));
        match (question, &mut editor) {
            (LineRequest::Forget, Some(editor)) => drop(editor.clear_history()),
            (LineRequest::Forget, None) => {}
            (LineRequest::Line(prompt), Some(editor)) => typed(edited_line(editor, &prompt)),
            (LineRequest::Line(_), None) => typed(plain_line().map_or(Typed::End, Typed::Answer)),
            (LineRequest::Listen, _) => {
                if wait_for_input(is_listening) {
                    typed(plain_line().map_or(Typed::End, Typed::Line));
                }
            }
        }
    }
}

fn edited_line(editor: &mut LineEditor, prompt: &str) -> Typed {
    match editor.readline(prompt) {
        Ok(line) => {
            if !line.trim().is_empty() {
                let _ = editor.add_history_entry(&line);
            }
            Typed::Answer(line)
        }
        Err(ReadlineError::Interrupted) => Typed::NoAnswer,
        Err(ReadlineError::Eof) => Typed::End,
        Err(error) => {
            log::warn!("stdin: {error}");
            Typed::End
        }
    }
}

/// Whether there is something to read before the game listens no more.
#[cfg(unix)]
fn wait_for_input(is_listening: &AtomicBool) -> bool {
    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
    use std::os::fd::AsFd;
    const MS: u8 = 50;
    let stdin = stdin();
    while is_listening.load(Ordering::Relaxed) {
        let mut inputs = [PollFd::new(stdin.as_fd(), PollFlags::POLLIN)];
        match poll(&mut inputs, PollTimeout::from(MS)) {
            Ok(0) | Err(nix::errno::Errno::EINTR) => {}
            Ok(_) => return is_listening.load(Ordering::Relaxed),
            Err(error) => {
                log::warn!("stdin: {error}");
                return false;
            }
        }
    }
    false
}

/// On other systems nothing is heard but Ctrl-C.
#[cfg(not(unix))]
fn wait_for_input(_: &AtomicBool) -> bool {
    false
}

/// The next line of a pipe, without a byte order mark; `None` at the end.
fn plain_line() -> Option<String> {
    let mut bytes = Vec::new();
    match stdin().lock().read_until(b'\n', &mut bytes) {
        Ok(1..) => Some(String::from_utf8_lossy(without_mark(&bytes)).into_owned()),
        Ok(0) => None,
        Err(error) => {
            log::warn!("stdin: {error}");
            None
        }
    }
}

impl Words {
    /// Completions of the word that ends at `end`, and the column where the word begins.
    fn candidates(&self, line: &str, end: usize) -> (usize, Vec<String>) {
        let typed = line.get(..end).unwrap_or(line);
        let start = typed.rfind([' ', ',']).map_or(0, |at| at + 1);
        let word = &typed[start..];
        let legal = self.legal.lock().unwrap_or_else(PoisonError::into_inner);
        let mut found: Vec<String> =
            moves::beginning_with(&legal, word).into_iter().map(str::to_string).collect();
        if start == 0 {
            let names: Vec<String> = command::names().map(str::to_string).collect();
            found.extend(moves::beginning_with(&names, word).into_iter().map(str::to_string));
        }
        (start, found)
    }
}

impl Completer for Words {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        end: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(self.candidates(line, end))
    }
}

impl Hinter for Words {
    type Hint = String;
}
impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_and_commands_are_completed_in_any_case() {
        let legal = ["a3b4@b6", "a3b4@c5", "e1e2", "end"].map(str::to_string).to_vec();
        let words = Words { legal: Arc::new(Mutex::new(legal)) };
        let completed = |line: &str| words.candidates(line, line.len());
        assert_eq!(completed("A3"), (0, vec!["a3b4@b6".to_string(), "a3b4@c5".to_string()]));
        let found = ["hint", "history", "help"].map(str::to_string).to_vec();
        assert_eq!(completed("h"), (0, found));
        assert_eq!(completed("a3b4@b6,e1"), (8, vec!["e1e2".to_string()]));
        assert_eq!(completed("moves en"), (6, vec!["end".to_string()]));
        assert_eq!(completed("zz"), (0, Vec::new()));
    }
}
