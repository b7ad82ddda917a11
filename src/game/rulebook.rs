//! The rules of a game for people.

/// What a game tells people of itself. The texts are the same for all variants of a type; they say what
/// a variant changes.
pub trait Rulebook {
    /// The whole rules in Markdown, a few pages.
    const RULES: &'static str;
    /// Goal, moves and the legend of pieces and tokens: half a page of plain text.
    const SUMMARY: &'static str;
}
