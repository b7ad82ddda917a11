//! Games in the form of PGN, with variations, comments and marks. The moves are tokens, one for each turn.

use super::super::game::TableGame;
use super::super::tree::{ROOT, Tree};
use super::{COLOURS, SavedGame, SavedMove};
use crate::engine::EngineError;
use crate::games::Variant;

/// Results of two players, as PGN writes them.
const RESULTS: [(&str, &str); 3] = [("p1win", "1-0"), ("p2win", "0-1"), ("draw", "1/2-1/2")];
/// The marks that `$1` to `$6` stand for.
const GLYPHS: [&str; 7] = ["", "!", "?", "!!", "??", "!?", "?!"];
const WIDTH: usize = 100;

// --- Writing ------------------------------------------------------------------------------------

/// The game with all variations that a screen sees.
pub fn text(game: &TableGame, screen: &str) -> String {
    let mut text = String::new();
    for (name, value) in tags(game) {
        text += &format!("[{name} \"{}\"]\n", quoted(&value));
    }
    let mut writer = PgnWriter { tree: &game.tree, screen, words: Vec::new() };
    writer.line(ROOT, Vec::new(), None);
    writer.words.push(result_word(game).to_string());
    text + "\n" + &wrapped(&writer.words) + "\n"
}

fn tags(game: &TableGame) -> Vec<(String, String)> {
    let mut tags: Vec<(String, String)> = Vec::new();
    let mut add = |name: &str, value: String| tags.push((name.to_string(), value));
    add("TableEvent", format!("{} game", game.variant()));
    for (name, value) in [("Site", "?"), ("Date", "????.??.??"), ("Round", "?")] {
        add(name, value.to_string());
    }
    for (colour, seat) in COLOURS.iter().zip(&game.seats) {
        add(colour, seat.called());
    }
    add("Result", result_word(game).to_string());
    add("Variant", game.variant().to_string());
    if let Some(hash) = game.variant().rules_hash() {
        add("Rules", hash);
    }
    match game.start().to_string() {
        start if start == "startpos" => {}
        start if start == "deploy" => add("Start", start),
        _ => {
            add("SetUp", "1".to_string());
            add("FEN", game.first().fen());
        }
    }
    if game.is_over() {
        if game.seats.len() > 2 {
            let places: Vec<String> = game.ranking().iter().map(usize::to_string).collect();
            add("Ranking", places.join(" "));
        }
        add("Termination", game.reason());
    }
    tags
}

/// The result of two players. PGN has no result of three or four: there it is `*`.
fn result_word(game: &TableGame) -> &'static str {
    let result = game.result();
    let known = RESULTS.iter().find(|(name, _)| *name == result && game.seats.len() == 2);
    known.map_or("*", |(_, word)| word)
}

fn quoted(value: &str) -> String {
    let line: String =
        value.chars().map(|sign| if sign.is_control() { ' ' } else { sign }).collect();
    line.replace('\\', "\\\\").replace('"', "\\\"")
}

fn wrapped(words: &[String]) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in words {
        let width = word.chars().count();
        if column > 0 && column + 1 + width > WIDTH {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text += word;
        column += width;
    }
    text
}

struct PgnWriter<'a> {
    tree: &'a Tree,
    screen: &'a str,
    words: Vec<String>,
}

impl PgnWriter<'_> {
    /// Writes the main line after `node`, and its variations. With `first` the line begins with that child, whose
    /// siblings are written elsewhere. `begun` has the actions of the turn that is already under way.
    fn line(&mut self, node: usize, mut begun: Vec<String>, first: Option<usize>) {
        let (mut at, mut first) = (node, first);
        let mut is_beginning = true;
        let mut rounds = self.rounds(node);
        while let Some((variations, last)) =
            self.turn(at, &mut begun, first.take(), is_beginning, &mut rounds)
        {
            for (branch, child, before) in variations {
                self.words.push("(".to_string());
                self.line(branch, before, Some(child));
                self.words.push(")".to_string());
            }
            at = last;
            is_beginning = false;
        }
    }

    /// Writes one turn. Returns its variations, each as a node, its child and the actions of the turn before it, and
    /// the last node of the turn; `None` at the end of the line.
    #[expect(clippy::type_complexity, reason = "only `line` reads it")]
    fn turn(
        &mut self,
        node: usize,
        actions: &mut Vec<String>,
        first: Option<usize>,
        is_beginning: bool,
        rounds: &mut usize,
    ) -> Option<(Vec<(usize, usize, Vec<String>)>, usize)> {
        let mut variations = Vec::new();
        let (mut comments, mut mark) = (Vec::new(), String::new());
        let mut at = node;
        let mut next = first.or_else(|| self.children(at).first().copied())?;
        let player = self.tree.get(next)?.player;
        let mut is_given = first.is_some();
        let is_midway = !actions.is_empty();
        loop {
            if !is_given {
                let others = self.children(at).into_iter().filter(|child| *child != next);
                variations.extend(others.map(|child| (at, child, actions.clone())));
            }
            is_given = false;
            let node = self.tree.get(next)?;
            actions.push(node.token.clone());
            if !node.comment.is_empty() {
                comments.push(node.comment.clone());
            }
            if !node.mark.is_empty() {
                mark.clone_from(&node.mark);
            }
            at = next;
            match self.children(at).first() {
                Some(child) if self.tree.get(*child).is_some_and(|node| !node.begins_turn) => {
                    next = *child;
                }
                _ => break,
            }
        }
        *rounds += usize::from(player == 1 && !is_midway);
        if player == 1 || is_beginning {
            let dots = if player == 1 { "." } else { "..." };
            self.words.push(format!("{}{dots}", (*rounds).max(1)));
        }
        self.words.push(format!("{}{mark}", std::mem::take(actions).join(",")));
        if !comments.is_empty() {
            self.words.push(format!("{{{}}}", comments.join(" ").replace('}', ")")));
        }
        // The children of the last node belong to the next turn.
        Some((variations, at))
    }

    fn children(&self, node: usize) -> Vec<usize> {
        let is_seen =
            |child: &usize| self.tree.get(*child).is_some_and(|node| node.is_seen_at(self.screen));
        let children = self.tree.get(node).map(|node| &node.children[..]).unwrap_or_default();
        children.iter().copied().filter(is_seen).collect()
    }

    /// How many turns of the first player have begun up to this node.
    fn rounds(&self, node: usize) -> usize {
        let is_first = |node: &usize| {
            self.tree.get(*node).is_some_and(|node| node.begins_turn && node.player == 1)
        };
        self.tree.path(node).iter().filter(|node| is_first(node)).count()
    }
}

// --- Reading ------------------------------------------------------------------------------------

/// Reads all games of a file.
///
/// # Errors
/// Names the game, and says what is wrong.
pub fn read(text: &str) -> Result<Vec<SavedGame>, EngineError> {
    let mut games = Vec::new();
    let mut tags: Vec<(String, String)> = Vec::new();
    let mut moves = String::new();
    let mut is_in_comment = false;
    for line in text.lines() {
        match tag(line).filter(|_| !is_in_comment) {
            Some(pair) => {
                if !moves.trim().is_empty() {
                    games.push(game(&tags, &moves, games.len() + 1)?);
                    (tags, moves) = (Vec::new(), String::new());
                }
                tags.push(pair);
            }
            None => {
                for sign in line.chars() {
                    is_in_comment = (is_in_comment || sign == '{') && sign != '}';
                }
                moves += line;
                moves.push('\n');
            }
        }
    }
    games.push(game(&tags, &moves, games.len() + 1)?);
    Ok(games)
}

/// Name and value of a line such as `[White "person"]`.
fn tag(line: &str) -> Option<(String, String)> {
    let inner = line.trim().strip_prefix('[')?.strip_suffix(']')?;
    let (name, value) = inner.split_once(char::is_whitespace)?;
    let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
    let mut plain = String::new();
    let mut signs = value.chars();
    while let Some(sign) = signs.next() {
        plain.push(if sign == '\\' { signs.next().unwrap_or(sign) } else { sign });
    }
    Some((name.to_string(), plain))
}

fn game(tags: &[(String, String)], text: &str, number: usize) -> Result<SavedGame, EngineError> {
    let fault = |what: String| EngineError::new(format!("game {number} of the PGN: {what}"));
    let tag = |wanted: &str| {
        tags.iter().find(|(name, _)| name == wanted).map(|(_, value)| value.as_str())
    };
    let name = tag("Variant").ok_or_else(|| fault("it has no tag Variant".to_string()))?;
    let variant =
        Variant::from_name(name).ok_or_else(|| fault(format!("unknown variant ({name})")))?;
    variant.check_rules(tag("Rules")).map_err(fault)?;
    let start = match (tag("FEN"), tag("Start")) {
        (_, Some("deploy")) => "deploy".to_string(),
        (Some(fen), _) => format!("fen {fen}"),
        _ => "startpos".to_string(),
    };
    let word = tag("Result").unwrap_or("*");
    let result = RESULTS.iter().find(|(_, known)| *known == word).map_or("none", |(name, _)| name);
    Ok(SavedGame {
        variant,
        start,
        names: COLOURS.iter().filter_map(|colour| tag(colour)).map(str::to_string).collect(),
        result: result.to_string(),
        reason: tag("Termination").unwrap_or_default().to_string(),
        moves: movetext(text).map_err(fault)?,
    })
}

/// Reads moves, with variations in parentheses, comments and marks.
fn movetext(text: &str) -> Result<Vec<SavedMove>, String> {
    let mut moves: Vec<SavedMove> = Vec::new();
    // The move that the next one follows, and the same of each line that waits for a variation to end.
    let mut last: usize = 0;
    let mut waiting: Vec<usize> = Vec::new();
    let mut rest = text.trim_start();
    while let Some(sign) = rest.chars().next() {
        match sign {
            '{' | ';' => {
                let end = if sign == '{' { '}' } else { '\n' };
                let (comment, after) = match rest[1..].split_once(end) {
                    Some(parts) => parts,
                    None if sign == '{' => return Err("a comment does not end".to_string()),
                    None => (&rest[1..], ""),
                };
                if let Some(commented) = last.checked_sub(1).and_then(|at| moves.get_mut(at)) {
                    let words: Vec<&str> = comment.split_whitespace().collect();
                    let gap = if commented.comment.is_empty() { "" } else { " " };
                    commented.comment += &(gap.to_string() + &words.join(" "));
                }
                rest = after;
            }
            '(' => {
                waiting.push(last);
                let before = last.checked_sub(1).and_then(|at| moves.get(at));
                last = before.ok_or("a variation has no move before it")?.parent;
                rest = &rest[1..];
            }
            ')' => {
                last = waiting.pop().ok_or("a variation ends that has not begun")?;
                rest = &rest[1..];
            }
            _ => {
                let ends = |sign: char| sign.is_whitespace() || "{}();".contains(sign);
                let end = rest.find(ends).unwrap_or(rest.len()).max(sign.len_utf8());
                let (word, after) = rest.split_at(end);
                take_word(word, &mut moves, &mut last);
                rest = after;
            }
        }
        rest = rest.trim_start();
    }
    match waiting.is_empty() {
        true => Ok(moves),
        false => Err("a variation does not end".to_string()),
    }
}

/// A word of the moves: a move, a number, a result, or a mark.
fn take_word(word: &str, moves: &mut Vec<SavedMove>, last: &mut usize) {
    let unnumbered = match word.trim_start_matches(|sign: char| sign.is_ascii_digit()) {
        rest if rest.starts_with('.') => rest.trim_start_matches('.'),
        _ => word,
    };
    if unnumbered.is_empty() || word == "*" || RESULTS.iter().any(|(_, result)| *result == word) {
        return;
    }
    if let Some(glyph) = word.strip_prefix('$') {
        let mark = glyph.parse().ok().and_then(|number: usize| GLYPHS.get(number));
        let marked = last.checked_sub(1).and_then(|at| moves.get_mut(at));
        if let (Some(mark), Some(marked)) = (mark, marked) {
            marked.mark = (*mark).to_string();
        }
        return;
    }
    let bare = unnumbered.trim_end_matches(['!', '?']);
    let (token, mark) = match bare {
        "" => (unnumbered, ""),
        bare => unnumbered.split_at(bare.len()),
    };
    let mark = GLYPHS.iter().find(|glyph| **glyph == mark).unwrap_or(&"");
    moves.push(SavedMove {
        parent: *last,
        token: token.to_string(),
        mark: (*mark).to_string(),
        ..SavedMove::default()
    });
    *last = moves.len();
}
