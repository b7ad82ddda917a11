//! The rules of a game as text for people.

/// Texts that explain a game to people. All variants of a type share them; the texts say what a variant changes.
pub trait Rulebook {
    /// The whole rules in Markdown, a few pages.
    const RULES: &'static str;
    /// The beginnings of headings in [`Rulebook::RULES`], without numbers, whose sections are about other variants.
    const FOREIGN_SECTIONS: &'static [&'static str] = &[];
    /// Goal, moves and the legend of pieces and tokens: half a page of plain text.
    const SUMMARY: &'static str;
}
