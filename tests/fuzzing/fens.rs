//! FENs of every game: an accepted FEN gives a whole state or a whole view.

use super::portrait::check_whole;
use super::steps::variant;
use strategos::game::{Charset, Knowledge, Player};
use strategos::games::{Playable, Visitor};

/// Reads `data`: the first byte chooses the variant, and the rest is the FEN.
pub fn run(data: &[u8]) {
    let [first, text @ ..] = data else { return };
    let text = String::from_utf8_lossy(text);
    variant(*first).visit(Read(&text));
}

struct Read<'a>(&'a str);

impl Visitor for Read<'_> {
    type Output = ();

    fn visit<G: Playable>(self, rules: G::Rules) {
        if let Ok(game) = G::from_fen(rules, self.0) {
            check_whole(rules, &game);
        }
        if let Some(Ok((game, _))) = G::from_format(rules, "kfen", self.0) {
            check_whole(rules, &game);
            let written = game.game_query("kfen", &[]).and_then(Result::ok);
            let again = written.map(|text| G::from_format(rules, "kfen", text.trim_matches('"')));
            assert!(!matches!(again, Some(None | Some(Err(_)))), "kfen of {}", game.fen());
        }
        let seats = (0..G::PLAYERS).map(|seat| Some(Player::new(seat)));
        for player in std::iter::once(None).chain(seats) {
            if let Some(Ok(known)) = G::knowledge_from_fen(rules, self.0, player) {
                check_view::<G>(rules, &*known);
            }
        }
    }
}

/// Checks that the text of a view gives the same view, and that the view accepts the tokens that it lists.
pub fn check_view<G: Playable>(rules: G::Rules, known: &dyn Knowledge<G>) {
    let fen = known.fen();
    let again = G::knowledge_from_fen(rules, &fen, Some(known.viewer()));
    let Some(Ok(again)) = again else { panic!("the view {fen} is not read again") };
    assert_eq!((again.fen(), again.key()), (fen.clone(), known.key()));
    assert_eq!((again.player(), again.outcome()), (known.player(), known.outcome()));
    let _ = known.diagram(Charset::Ascii);
    // The order is ignored: a FEN does not tell the order in which units got their numbers.
    let sorted = |mut tokens: Vec<String>| {
        tokens.sort();
        tokens
    };
    let tokens = sorted(known.tokens());
    assert_eq!(tokens, sorted(again.tokens()), "{fen}");
    for token in tokens.iter().step_by(1 + tokens.len() / 8) {
        let mut next = known.boxed();
        if let Err(error) = next.observe(token) {
            // A report may be missing, for example. A refused token changes nothing.
            assert!(!error.to_string().is_empty());
            assert_eq!(next.fen(), fen, "after the refused {token}");
        }
    }
    if let Some(state) = known.state() {
        assert_eq!(state.player(), known.player(), "{fen}");
    }
}
