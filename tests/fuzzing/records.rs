//! Records and views. A player who follows the tokens that he is shown has exactly his view of the position. An
//! impossible token is refused and changes nothing.

use super::fens::check_view;
use super::steps::{Step, beginning, steps, variant};
use strategos::game::{Game, Knowledge, Played, Player};
use strategos::games::{Playable, Visitor};

/// The first byte chooses the variant and the second the starting position. Choices make the true game. Tokens are
/// told to its players, true or false. See [`steps`].
pub fn run(data: &[u8]) {
    let [first, second, rest @ ..] = data else { return };
    variant(*first).visit(Follow { beginning: *second, bytes: rest });
}

struct Follow<'a> {
    beginning: u8,
    bytes: &'a [u8],
}

impl Visitor for Follow<'_> {
    type Output = ();

    fn visit<G: Playable>(self, rules: G::Rules) {
        let first = beginning::<G>(rules, self.beginning);
        let mut rumours: Vec<_> =
            seats::<G>().filter_map(|player| first.knowledge(player)).collect();
        if rumours.is_empty() {
            return;
        }
        let mut played = Played::new(first.clone());
        let mut actions = Vec::new();
        for step in steps(self.bytes) {
            match step {
                Step::Choice(number) => {
                    let legal = played.actions();
                    if !legal.is_empty() {
                        let action = legal[number % legal.len()];
                        played.play(action);
                        actions.push(action);
                    }
                }
                Step::Token(token) => {
                    rumours.iter_mut().for_each(|known| tell(&mut **known, token));
                }
            }
        }
        rumours.iter().for_each(|known| check_view(rules, &**known));
        seats::<G>().for_each(|player| check_shown(rules, &first, &played, &actions, player));
    }
}

fn seats<G: Playable>() -> impl Iterator<Item = Player> {
    (0..G::PLAYERS).map(Player::new)
}

fn tell<G: Game>(known: &mut dyn Knowledge<G>, token: &str) {
    for part in token.split(',') {
        let before = (known.fen(), known.key(), known.player());
        if known.observe(part).is_err() {
            assert_eq!((known.fen(), known.key(), known.player()), before, "{part}");
            return;
        }
    }
}

/// Checks that the tokens shown to `player` lead to exactly his view of the position.
fn check_shown<G: Playable>(
    rules: G::Rules,
    first: &G,
    played: &Played<G>,
    actions: &[G::Action],
    player: Player,
) {
    let Some(expected) = played.state().knowledge(player) else { return };
    check_view(rules, &*expected);
    let shown = first.tokens_seen(actions, Some(player)).unwrap_or_default();
    let mut known = match first.start_seen(actions, player) {
        Some(fen) => match G::knowledge_from_fen(rules, &fen, Some(player)) {
            Some(Ok(known)) => known,
            _ => panic!("the start as seen is not read again: {fen}"),
        },
        None => match first.knowledge(player) {
            Some(known) => known,
            None => return,
        },
    };
    for part in shown.iter().flat_map(|token| token.split(',')) {
        if let Err(error) = known.observe(part) {
            panic!("player {} cannot follow {shown:?}: {error}", player.number());
        }
    }
    // A record holds whole turns. It does not tell that another player's turn has begun.
    if !played.state().turn_start() && played.state().player() != player {
        return;
    }
    assert_eq!(known.fen(), expected.fen(), "player {}, {shown:?}", player.number());
    assert_eq!(known.key(), expected.key(), "player {}, {shown:?}", player.number());
}
