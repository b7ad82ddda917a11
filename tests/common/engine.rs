//! The engine as a client sees it: a process that reads and writes lines. No wait exceeds [`PATIENCE`], and no
//! process outlives its test.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// An engine without output for this time is taken to hang. It is far more than the engine ever needs, for busy
/// machines.
pub const PATIENCE: Duration = Duration::from_secs(60);

const PROGRAM: &str = env!("CARGO_BIN_EXE_strategos");

/// A starting time: by the clock, and by the processor time that the engine had used.
pub struct Begun {
    at: Instant,
    used: Option<Duration>,
}

pub struct Engine {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<(Instant, String)>,
    /// Receives the stderr text once the process has closed its stderr.
    stderr: Receiver<String>,
    /// All traffic so far, shown when a test fails.
    transcript: Vec<String>,
}

impl Engine {
    pub fn start() -> Self {
        Self::start_with(&[])
    }

    pub fn start_with(arguments: &[&str]) -> Self {
        Self::spawn(arguments, true, &[])
    }

    /// Starts an engine with more environment variables than every test sets.
    pub fn start_in(variables: &[(&str, &str)]) -> Self {
        Self::spawn(&[], true, variables)
    }

    /// Starts an engine whose output is not read: the other end of its stdout is closed.
    pub fn start_unheard() -> Self {
        Self::spawn(&[], false, &[])
    }

    /// Starts an engine with at most this address space.
    pub fn start_within(kibibytes: u64) -> Self {
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("ulimit -v {kibibytes}; exec \"$0\""), PROGRAM]);
        Self::run(shell, true, &[])
    }

    fn spawn(arguments: &[&str], heard: bool, variables: &[(&str, &str)]) -> Self {
        let mut command = Command::new(PROGRAM);
        command.args(arguments);
        Self::run(command, heard, variables)
    }

    fn run(mut command: Command, heard: bool, variables: &[(&str, &str)]) -> Self {
        let mut child = command
            .env_remove("RUST_LOG")
            .env("LC_ALL", "C")
            .envs(variables.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let stdin = child.stdin.take();
        let stdout = child.stdout.take().unwrap();
        let mut stderr_pipe = child.stderr.take().unwrap();
        let (sender, lines) = channel();
        if heard {
            std::thread::spawn(move || {
                for line in BufReader::new(stdout).split(b'\n') {
                    let line = String::from_utf8(line.unwrap()).unwrap();
                    if sender.send((Instant::now(), line)).is_err() {
                        return;
                    }
                }
            });
        } else {
            drop(stdout);
        }
        let (sender, stderr) = channel();
        std::thread::spawn(move || {
            let mut text = String::new();
            let _ = stderr_pipe.read_to_string(&mut text);
            let _ = sender.send(text);
        });
        Self { child, stdin, lines, stderr, transcript: Vec::new() }
    }

    /// Sends `text`, one or more lines, in one write.
    pub fn send(&mut self, text: &str) {
        self.send_bytes(format!("{text}\n").as_bytes());
    }

    pub fn send_bytes(&mut self, bytes: &[u8]) {
        for line in bytes.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
            let shown = &line[..line.len().min(300)];
            self.transcript.push(format!("> {}", String::from_utf8_lossy(shown)));
        }
        let stdin = self.stdin.as_mut().unwrap();
        if stdin.write_all(bytes).and_then(|()| stdin.flush()).is_err() {
            self.fail("the engine reads no more");
        }
    }

    /// Ends the engine's input.
    pub fn close_stdin(&mut self) {
        self.stdin = None;
    }

    /// The next line and when it came; `None` at the end of the output.
    pub fn timed_line(&mut self) -> Option<(Instant, String)> {
        match self.lines.recv_timeout(PATIENCE) {
            Ok((when, line)) => {
                self.transcript.push(format!("< {line}"));
                Some((when, line))
            }
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => {
                let reason = format!("the engine hangs; its threads:\n{}", self.threads());
                self.fail(&reason)
            }
        }
    }

    /// The next line; there must be one.
    pub fn line(&mut self) -> String {
        match self.timed_line() {
            Some((_, line)) => line,
            None => self.fail("the engine has ended"),
        }
    }

    /// All lines up to and including the first that begins with the word `first`.
    pub fn until(&mut self, first: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.line();
            let found = line.split(' ').next() == Some(first);
            lines.push(line);
            if found {
                return lines;
            }
        }
    }

    /// Sends `text` and returns all lines up to and including the `bestmove`.
    pub fn search(&mut self, text: &str) -> Vec<String> {
        self.send(text);
        self.until("bestmove")
    }

    /// Sends a command that has a one-line answer, and returns the answer.
    pub fn ask(&mut self, text: &str) -> String {
        self.send(text);
        self.line()
    }

    /// The text after `response` in the answer to a query.
    pub fn query(&mut self, what: &str) -> String {
        let line = self.ask(&format!("query {what}"));
        match line.strip_prefix("response") {
            Some(answer) => answer.trim_start().to_string(),
            None => self.fail(&format!("no response: {line}")),
        }
    }

    /// Waits until all sent commands are done, and returns their lines.
    pub fn settle(&mut self) -> Vec<String> {
        self.send("wait\nquery no-such-query");
        let mut lines = Vec::new();
        loop {
            let line = self.line();
            if line.ends_with("unknown query (no-such-query)") {
                assert_eq!(self.line(), "response error");
                return lines;
            }
            lines.push(line);
        }
    }

    /// All lines up to the end of the output, and the exit status of the process.
    pub fn rest(&mut self) -> (Vec<String>, ExitStatus) {
        let mut lines = Vec::new();
        while let Some((_, line)) = self.timed_line() {
            lines.push(line);
        }
        (lines, self.wait())
    }

    /// Ends the input, expects a clean exit, and returns the remaining lines.
    pub fn finish(&mut self) -> Vec<String> {
        self.close_stdin();
        let (lines, status) = self.rest();
        assert!(status.success(), "{status}\n{}", self.shown());
        lines
    }

    /// The exit status of the process, which must end soon and without a panic.
    pub fn wait(&mut self) -> ExitStatus {
        match self.stderr.recv_timeout(PATIENCE) {
            Ok(text) if text.contains("panicked") => self.fail(&text),
            Ok(_) => self.child.wait().unwrap(),
            Err(_) => self.fail("the engine does not end"),
        }
    }

    /// Memory in use, in KiB, by the name of the figure in Linux, for example `VmRSS`. Other systems give `None`.
    pub fn memory_kib(&self, name: &str) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
        line.split_whitespace().next()?.parse().ok()
    }

    /// Starts a measurement for [`Engine::taken`].
    pub fn begin(&self) -> Begun {
        Begun { at: Instant::now(), used: self.processor_time() }
    }

    /// The time that the engine has taken since then: the smaller of clock time and processor time. Thus no test
    /// depends on the load of the machine.
    pub fn taken(&self, since: &Begun) -> Duration {
        let by_clock = since.at.elapsed();
        let used = self.processor_time().zip(since.used).map(|(after, before)| after - before);
        used.map_or(by_clock, |used| used.min(by_clock))
    }

    /// The processor time used so far, if Linux reports it.
    pub fn processor_time(&self) -> Option<Duration> {
        const TICK: Duration = Duration::from_millis(10);
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).ok()?;
        // After the name in parentheses come the state and numbers. User and system time are the 12th and 13th
        // fields.
        let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
        let mut ticks = || fields.next()?.parse::<u32>().ok();
        Some(TICK * (ticks()? + ticks()?))
    }

    /// The name, the state and the pending system call of each thread.
    fn threads(&self) -> String {
        let Ok(tasks) = std::fs::read_dir(format!("/proc/{}/task", self.child.id())) else {
            return "(this system does not tell)".to_string();
        };
        let mut lines = Vec::new();
        for task in tasks.flatten() {
            let read = |name| std::fs::read_to_string(task.path().join(name)).unwrap_or_default();
            let status = read("status");
            let told = ["Name:", "State:"]
                .map(|name| status.lines().find(|line| line.starts_with(name)).unwrap_or_default());
            lines.push(format!("{}  in {}", told.join("  "), read("wchan")));
        }
        lines.join("\n")
    }

    fn shown(&self) -> String {
        let skipped = self.transcript.len().saturating_sub(60);
        format!("({skipped} lines before)\n{}", self.transcript[skipped..].join("\n"))
    }

    /// Fails the test and shows the latest traffic.
    pub fn fail(&mut self, reason: &str) -> ! {
        let _ = self.child.kill();
        panic!("{reason}\n{}", self.shown());
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
