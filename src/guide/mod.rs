//! Step by step: how to add a [game], a [search technique](search), an [evaluation input](evaluation), an
//! [option](option) or a [command](command).

#[doc = include_str!("game.md")]
pub mod game {}

#[doc = include_str!("search.md")]
pub mod search {}

#[doc = include_str!("evaluation.md")]
pub mod evaluation {}

#[doc = include_str!("option.md")]
pub mod option {}

#[doc = include_str!("command.md")]
pub mod command {}

#[cfg(test)]
mod tests {
    use std::path::Path;

    const PAGES: [&str; 5] = [
        include_str!("game.md"),
        include_str!("search.md"),
        include_str!("evaluation.md"),
        include_str!("option.md"),
        include_str!("command.md"),
    ];

    /// The words in code spans that look like paths of files or folders.
    fn paths(page: &str) -> impl Iterator<Item = &str> {
        let spans = page.lines().filter(|line| !line.starts_with("    "));
        let spans = spans.flat_map(|line| line.split('`').skip(1).step_by(2));
        spans.filter(|span| span.contains('/') && !span.contains(' ') && !span.contains("::"))
    }

    #[test]
    fn every_file_that_the_guide_names_is_there() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut count = 0;
        for path in PAGES.iter().flat_map(|page| paths(page)) {
            // NAME stands for the new game: an old one has the same file.
            let path = path.replace("NAME", "pacific");
            let is_there = [path.clone(), path.replace("pacific.epd", "pacific-a.epd")];
            assert!(is_there.iter().any(|path| root.join(path).exists()), "{path}");
            count += 1;
        }
        assert!(count > 40, "{count}");
    }
}
