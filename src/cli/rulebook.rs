//! Rulebooks for a terminal: Markdown without its marks, wrapped, and without the positions and moves that are there
//! for tests. It knows the forms that the rulebooks use: headings, paragraphs, lists, tables, code blocks, emphasis.

/// Where and how a rulebook is shown.
#[derive(Clone, Copy)]
pub struct Page {
    /// The greatest length of a line, in columns.
    pub columns: usize,
    /// Whether the terminal shows colours and bold text.
    pub has_styles: bool,
}

/// The languages of code blocks that are tests: a game or a position with moves.
const TESTS: [&str; 2] = ["game", "more"];
/// A column of a table is not made narrower than this.
const LEAST_COLUMN: usize = 8;
/// Columns between two columns of a table.
const GAP: usize = 2;

/// The text of a rulebook as a terminal shows it. Sections whose headings begin with one of `others` are about other
/// variants. They come after the sections of the same level that are not.
pub fn rendered(markdown: &str, others: &[&str], page: Page) -> String {
    let mut text = String::new();
    let mut blocks = blocks(&in_order(markdown, others)).into_iter().peekable();
    while let Some(block) = blocks.next() {
        text += &page.block(&block).join("\n");
        // The entries of a list stand together.
        let is_list = |block: &Block| matches!(block, Block::Entry(..));
        let goes_on = is_list(&block) && blocks.peek().is_some_and(is_list);
        text += if goes_on { "\n" } else { "\n\n" };
    }
    text.truncate(text.trim_end().len());
    text + "\n"
}

/// The rulebook with the sections about other variants last, at each level.
fn in_order(markdown: &str, others: &[&str]) -> String {
    let sections = sections(markdown, "## ");
    let parts = sections.iter().map(|section| sorted(sections_within(section), others).concat());
    sorted(parts.collect(), others).concat()
}

fn sections_within(section: &str) -> Vec<String> {
    sections(section, "### ")
}

/// Splits a text before the lines that begin with `mark`. The first part is what comes before all of them.
fn sections(text: &str, mark: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut is_code = false;
    for line in text.split_inclusive('\n') {
        is_code ^= line.starts_with("```");
        if line.starts_with(mark) && !is_code {
            parts.push(String::new());
        }
        if let Some(part) = parts.last_mut() {
            part.push_str(line);
        }
    }
    // What follows must not continue the last block.
    if let Some(last) = parts.last_mut().filter(|last| !last.ends_with("\n\n")) {
        last.push('\n');
    }
    parts
}

/// The parts with those about other variants last. The first part stays: it is the heading of all.
fn sorted(mut parts: Vec<String>, others: &[&str]) -> Vec<String> {
    parts[1..].sort_by_key(|part| {
        let title = part.lines().next().unwrap_or_default();
        let is_mark = |sign: char| sign.is_ascii_digit() || "#. ".contains(sign);
        let title = title.trim_start_matches(is_mark);
        others.iter().any(|other| title.starts_with(other))
    });
    parts
}

/// A block of Markdown.
enum Block {
    Heading {
        level: usize,
        text: String,
    },
    Paragraph(String),
    /// An entry of a list: its mark, such as `- `, and its text.
    Entry(String, String),
    Table(Vec<Vec<String>>),
    Code(Vec<String>),
}

/// The blocks of a text, without those for tests.
fn blocks(text: &str) -> Vec<Block> {
    let lines: Vec<&str> = text.lines().collect();
    let mut blocks = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let line = lines[at];
        let count = match line {
            _ if line.trim().is_empty() => 1,
            _ if line.starts_with("```") => {
                let code = lines[at + 1..].iter().take_while(|line| !line.starts_with("```"));
                let code: Vec<String> = code.map(ToString::to_string).collect();
                let length = code.len() + 2;
                let language = line[3..].split(' ').next().unwrap_or_default();
                if !TESTS.contains(&language) {
                    blocks.push(Block::Code(code));
                }
                length
            }
            _ if line.starts_with('#') => {
                let level = line.bytes().take_while(|byte| *byte == b'#').count();
                blocks.push(Block::Heading { level, text: line[level..].trim().to_string() });
                1
            }
            _ if line.starts_with('|') => {
                let rows = lines[at..].iter().take_while(|line| line.starts_with('|'));
                let rows: Vec<Vec<String>> = rows.map(|row| cells(row)).collect();
                let length = rows.len();
                blocks.push(Block::Table(rows));
                length
            }
            _ => {
                let is_more = |line: &&&str| continues(line);
                let count = 1 + lines[at + 1..].iter().take_while(is_more).count();
                let whole: Vec<&str> =
                    lines[at..at + count].iter().map(|line| line.trim()).collect();
                let whole = whole.join(" ");
                blocks.push(match list_mark(line) {
                    Some(mark) => Block::Entry(mark.to_string(), whole[mark.len()..].to_string()),
                    None => Block::Paragraph(whole),
                });
                count
            }
        };
        at += count;
    }
    blocks
}

/// Whether a line goes on with the paragraph before it.
fn continues(line: &str) -> bool {
    !line.trim().is_empty() && !line.starts_with(['#', '|', '`']) && list_mark(line).is_none()
        || line.starts_with('`') && !line.starts_with("```")
}

/// The mark of an entry of a list, with the space behind it.
fn list_mark(line: &str) -> Option<&str> {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let length = if digits > 0 && line[digits..].starts_with(". ") { digits + 2 } else { 2 };
    (digits > 0 && length > 2 || line.starts_with("- ")).then(|| &line[..length])
}

/// The cells of a row of a table.
fn cells(row: &str) -> Vec<String> {
    let row = row.trim().trim_matches('|');
    let mut cells = vec![String::new()];
    let mut is_code = false;
    for sign in row.chars() {
        is_code ^= sign == '`';
        match cells.last_mut() {
            Some(cell) if sign != '|' || is_code => cell.push(sign),
            _ => cells.push(String::new()),
        }
    }
    cells.iter().map(|cell| cell.trim().to_string()).collect()
}

/// How a sign is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    Plain,
    Bold,
    Italic,
    Code,
}

/// A word as signs with their styles.
type Word = Vec<(char, Style)>;

/// The words of a text with emphasis.
fn words(text: &str, has_styles: bool) -> Vec<Word> {
    let mut words = vec![Word::new()];
    let mut style = Style::Plain;
    let mut signs = text.chars().peekable();
    while let Some(sign) = signs.next() {
        let toggled = |wanted| if style == wanted { Style::Plain } else { wanted };
        match sign {
            '`' => {
                style = toggled(Style::Code);
                // Without colours the quotes tell code from text.
                if !has_styles && let Some(word) = words.last_mut() {
                    word.push((sign, Style::Plain));
                }
            }
            '*' if style != Style::Code && signs.peek() == Some(&'*') => {
                signs.next();
                style = toggled(Style::Bold);
            }
            '*' if style != Style::Code => style = toggled(Style::Italic),
            ' ' if style != Style::Code => words.push(Word::new()),
            _ => {
                if let Some(word) = words.last_mut() {
                    word.push((sign, style));
                }
            }
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Words in lines of at most this many columns; a longer word has a line of its own.
fn lines(words: Vec<Word>, columns: usize) -> Vec<Word> {
    let mut lines: Vec<Word> = Vec::new();
    for word in words {
        match lines.last_mut().filter(|line| line.len() + 1 + word.len() <= columns) {
            Some(line) => {
                line.push((' ', Style::Plain));
                line.extend(word);
            }
            None => lines.push(word),
        }
    }
    lines
}

impl Page {
    fn block(self, block: &Block) -> Vec<String> {
        match block {
            Block::Heading { level, text } => {
                let title = self.bold(text);
                let underline = match level {
                    1 => Some("=".repeat(text.chars().count())),
                    2 => Some("-".repeat(text.chars().count())),
                    _ => None,
                };
                std::iter::once(title).chain(underline).collect()
            }
            Block::Paragraph(text) => self.wrapped(text, self.columns),
            Block::Entry(mark, text) => {
                let indent = " ".repeat(mark.len());
                let lines = self.wrapped(text, self.columns.saturating_sub(mark.len()));
                let starts =
                    std::iter::once(mark.as_str()).chain(std::iter::repeat(indent.as_str()));
                starts.zip(lines).map(|(start, line)| format!("{start}{line}")).collect()
            }
            Block::Code(code) => {
                code.iter().map(|line| format!("  {line}").trim_end().to_string()).collect()
            }
            Block::Table(rows) => self.table(rows),
        }
    }

    fn wrapped(self, text: &str, columns: usize) -> Vec<String> {
        let lines = lines(words(text, self.has_styles), columns);
        lines.iter().map(|line| self.styled(line)).collect()
    }

    fn bold(self, text: &str) -> String {
        self.styled(&text.chars().map(|sign| (sign, Style::Bold)).collect::<Word>())
    }

    /// A line with the sequences of its styles.
    fn styled(self, line: &[(char, Style)]) -> String {
        let mut text = String::new();
        let mut present = Style::Plain;
        for (sign, style) in line {
            if self.has_styles && *style != present {
                text += match style {
                    Style::Plain => "\x1b[0m",
                    Style::Bold => "\x1b[0;1m",
                    Style::Italic => "\x1b[0;3m",
                    Style::Code => "\x1b[0;36m",
                };
                present = *style;
            }
            text.push(*sign);
        }
        if present != Style::Plain {
            text += "\x1b[0m";
        }
        text
    }

    /// A table whose first row is its head and whose second row has the rules below it.
    fn table(self, rows: &[Vec<String>]) -> Vec<String> {
        let is_rule =
            |cell: &String| !cell.is_empty() && cell.chars().all(|sign| "-: ".contains(sign));
        let rows: Vec<Vec<Vec<Word>>> = rows
            .iter()
            .filter(|row| !row.iter().all(is_rule))
            .map(|row| row.iter().map(|cell| words(cell, self.has_styles)).collect())
            .collect();
        let widths = self.widths(&rows);
        let mut text = Vec::new();
        for (index, row) in rows.into_iter().enumerate() {
            let is_head = index == 0;
            if is_head && row.iter().all(Vec::is_empty) {
                continue;
            }
            let columns = row.into_iter().zip(&widths);
            let cells: Vec<Vec<Word>> = columns.map(|(cell, width)| lines(cell, *width)).collect();
            let height = cells.iter().map(Vec::len).max().unwrap_or(0);
            for line in 0..height {
                text.push(self.row(&cells, line, &widths, is_head));
            }
            if is_head {
                let rules: Vec<String> = widths.iter().map(|width| "-".repeat(*width)).collect();
                text.push(rules.join(&" ".repeat(GAP)));
            }
        }
        text
    }

    /// One line of a row of a table.
    fn row(self, cells: &[Vec<Word>], line: usize, widths: &[usize], is_head: bool) -> String {
        let mut text = String::new();
        for (cell, width) in cells.iter().zip(widths) {
            let mut signs = cell.get(line).cloned().unwrap_or_default();
            if is_head {
                signs.iter_mut().for_each(|(_, style)| *style = Style::Bold);
            }
            text += &self.styled(&signs);
            text += &" ".repeat((width + GAP).saturating_sub(signs.len()));
        }
        text.trim_end().to_string()
    }

    /// The widths of the columns of a table. The widest are narrowed until the table fits.
    fn widths(self, rows: &[Vec<Vec<Word>>]) -> Vec<usize> {
        let length =
            |cell: &Vec<Word>| cell.iter().map(|word| word.len() + 1).sum::<usize>().max(1) - 1;
        let count = rows.iter().map(Vec::len).max().unwrap_or(0);
        let widest =
            |column: usize| rows.iter().filter_map(|row| row.get(column)).map(length).max();
        let mut widths: Vec<usize> = (0..count).map(|column| widest(column).unwrap_or(0)).collect();
        while widths.iter().sum::<usize>() + GAP * count.saturating_sub(1) > self.columns {
            match widths.iter_mut().max().filter(|width| **width > LEAST_COLUMN) {
                Some(width) => *width -= 1,
                None => break,
            }
        }
        widths
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Variant;

    const PLAIN: Page = Page { columns: 40, has_styles: false };

    fn plain(markdown: &str) -> String {
        rendered(markdown, &[], PLAIN)
    }

    #[test]
    fn headings_paragraphs_and_emphasis() {
        let text = "# A game\n\n**In short.** You *move*, and\n`end` ends a turn.\n\n### 1.1 More\nText.\n";
        assert_eq!(
            plain(text),
            "A game\n======\n\nIn short. You move, and `end` ends a turn.\n\n1.1 More\n\nText.\n"
                .replace("ends a turn", "ends a\nturn")
        );
        let styled = rendered("**In** `a b`.\n", &[], Page { has_styles: true, ..PLAIN });
        assert_eq!(styled, "\x1b[0;1mIn\x1b[0m \x1b[0;36ma b\x1b[0m.\n");
    }

    #[test]
    fn lists_are_indented_and_tests_left_out() {
        let text = "- one two three four five six\n  seven eight nine\n- ten\n12. eleven\n\n```text\n a\n\n b\n```\n```game pacru\nstartpos\n```\n";
        let shown = "- one two three four five six seven\n  eight nine\n- ten\n12. eleven\n\n   a\n\n   b\n";
        assert_eq!(plain(text), shown);
    }

    #[test]
    fn tables_fit_the_page() {
        let text = "| `a|b` | **what** |\n|---|---|\n| x | one two three four five six seven eight |\n| | y |\n";
        let shown = "\
`a|b`  what
-----  ---------------------------------
x      one two three four five six seven
       eight
       y
";
        assert_eq!(plain(text), shown);
        assert!(plain("| | |\n|---|---|\n| a | b |\n").starts_with("a  b"));
    }

    #[test]
    fn sections_about_other_variants_come_last() {
        let text = "intro\n\n## 1. Pacru: moves\n\np\n\n### 1.1 x\n\n## 2. Azacru\n\na\n\n## 3. Games\n\n### Pacru\n\npg\n\n### Azacru\n\nag\n";
        let shown = rendered(text, &["Pacru"], PLAIN);
        let places: Vec<_> =
            ["intro", "\na\n", "3. Games", "\nag", "\npg", "1. Pacru", "\np\n", "1.1 x"]
                .iter()
                .map(|part| shown.find(part))
                .collect();
        assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{shown}");
    }

    #[test]
    fn every_rulebook_fits_its_page_and_has_no_marks_left() {
        for variant in Variant::ALL {
            for columns in [60, 80, 120] {
                let page = Page { columns, has_styles: false };
                let text = rendered(variant.rules(), variant.foreign_sections(), page);
                let is_diagram = |line: &&str| line.starts_with("  ");
                let wide: Vec<&str> = text
                    .lines()
                    .filter(|line| !is_diagram(line) && line.chars().count() > columns)
                    .collect();
                assert!(wide.is_empty(), "{variant:?} {columns}: {wide:?}");
                for mark in ["**", "```", "\n#", "\n|", "startpos\nfen"] {
                    assert!(!text.contains(mark), "{variant:?}: {mark:?}");
                }
                // All words are there, except those of tests.
                let title =
                    variant.rules().lines().next().map(|line| line.trim_start_matches("# "));
                assert!(title.is_some_and(|title| text.starts_with(title)));
            }
        }
    }
}
