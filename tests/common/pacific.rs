//! Transformations of a Pacific FEN that must not change play.

/// The pieces of a row of a FEN's board. Empty points are `None`.
fn row_pieces(row: &str) -> Vec<Option<String>> {
    let mut pieces = Vec::new();
    let mut letters = row.chars().peekable();
    while let Some(letter) = letters.next() {
        if let Some(run) = letter.to_digit(10) {
            pieces.extend((0..run).map(|_| None));
            continue;
        }
        let number = if letter.eq_ignore_ascii_case(&'k') { None } else { letters.next() };
        pieces.push(Some(std::iter::once(letter).chain(number).collect()));
    }
    pieces
}

pub fn row_text(pieces: &[Option<String>]) -> String {
    let mut text = String::new();
    for group in pieces.chunk_by(|a, b| a.is_none() && b.is_none()) {
        match &group[0] {
            Some(piece) => text.push_str(piece),
            None => text.push_str(&group.len().to_string()),
        }
    }
    text
}

/// Changes every piece of the FEN by `change`, and turns the board by 180 degrees if `turned`.
pub fn transform(fen: &str, turned: bool, change: impl Fn(&str) -> String) -> String {
    let [board, side, counters] = *fen.splitn(3, ' ').collect::<Vec<_>>() else { panic!("{fen}") };
    let mut rows: Vec<Vec<Option<String>>> = board
        .split('/')
        .map(|row| {
            let pieces = row_pieces(row).into_iter();
            pieces.map(|piece| piece.map(|piece| change(&piece))).collect()
        })
        .collect();
    let mut side = side;
    if turned {
        rows.reverse();
        rows.iter_mut().for_each(|row| row.reverse());
        side = if side == "w" { "b" } else { "w" };
    }
    let rows: Vec<String> = rows.iter().map(|row| row_text(row)).collect();
    format!("{} {side} {counters}", rows.join("/"))
}

pub fn swap_colour(piece: &str) -> String {
    let swap = |letter: char| {
        if letter.is_ascii_lowercase() {
            letter.to_ascii_uppercase()
        } else {
            letter.to_ascii_lowercase()
        }
    };
    piece.chars().map(swap).collect()
}

/// The token after a turn of the board by 180 degrees.
pub fn turn_token(token: &str) -> String {
    let turn = |letter: char| match letter {
        'a'..='h' => (b'a' + b'h' - letter as u8) as char,
        _ => (b'1' + b'8' - letter as u8) as char,
    };
    token.chars().map(turn).collect()
}
