//! "Did you mean": how similar a word is to a name, for commands, limits, queries, options, values and variants.

/// Words longer than any name have no similar name, and would take long to compare.
const LONGEST_WORD: usize = 40;

/// The name that `word` probably means: at most a third of its letters differ (a letter missing, added, changed, or
/// two swapped), or it is the only name that begins with `word`.
pub fn closest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if word.is_empty() || word.len() > LONGEST_WORD {
        return None;
    }
    let word = word.to_lowercase();
    let mut nearest = None;
    let mut beginnings = Vec::new();
    for name in names {
        let lower = name.to_lowercase();
        let faults = strsim::osa_distance(&word, &lower);
        let letters = word.chars().count().max(lower.chars().count());
        let most_faults = (letters + 1) / 3;
        if faults <= most_faults && nearest.is_none_or(|(least, _)| faults < least) {
            nearest = Some((faults, name));
        }
        if word.len() > 1 && lower.starts_with(&word) {
            beginnings.push(name);
        }
    }
    let only_beginning = match beginnings[..] {
        [name] => Some(name),
        _ => None,
    };
    nearest.map(|(_, name)| name).or(only_beginning)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_seen_through_and_another_word_is_not() {
        let names = ["go", "isready", "position", "quit", "Move Overhead", "d"];
        for (word, meant) in [
            ("og", Some("go")),
            ("isredy", Some("isready")),
            ("POSITION", Some("position")),
            ("qiut", Some("quit")),
            ("move overhed", Some("Move Overhead")),
            ("posi", Some("position")),
            ("D", Some("d")),
            ("x", None),
            ("p", None),
            ("joho", None),
            ("weather", None),
            ("", None),
        ] {
            assert_eq!(closest(word, names), meant, "{word}");
        }
        assert_eq!(closest("\u{fffd}\u{fffd}\u{fffd}", ["uci"]), None, "letters count, not bytes");
        assert_eq!(closest(&"q".repeat(1 << 20), names), None);
        assert_eq!(closest("abcd", ["abcdefghij", "abcdklmnop"]), None, "which of the two?");
    }
}
