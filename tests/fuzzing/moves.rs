//! Games of any tokens: each accepted token is legal, each legal action can be undone, and each position is whole.

use super::portrait::{check_fen, check_whole};
use super::steps::{Step, beginning, steps, variant};
use strategos::game::Played;
use strategos::games::{Playable, Visitor};

/// Number of steps from one closely checked position to the next.
const CLOSE_LOOK_EVERY: usize = 16;

/// The first byte chooses the variant and the second the starting position. See [`steps`] for the rest.
pub fn run(data: &[u8]) {
    let [first, second, rest @ ..] = data else { return };
    variant(*first).visit(Play { beginning: *second, bytes: rest });
}

struct Play<'a> {
    beginning: u8,
    bytes: &'a [u8],
}

impl Visitor for Play<'_> {
    type Output = ();

    fn visit<G: Playable>(self, rules: G::Rules) {
        let mut played = Played::new(beginning::<G>(rules, self.beginning));
        for (index, step) in steps(self.bytes).into_iter().enumerate() {
            for action in chosen(&played, step) {
                let state = played.state();
                assert!(state.is_legal(action), "{action:?} in {}", state.fen());
                let token = state.action_token(action);
                assert_eq!(state.parse_action(&token), Ok(action), "{token} in {}", state.fen());
                played.play(action);
            }
            if index % CLOSE_LOOK_EVERY == 0 {
                check_fen(rules, played.state());
            }
        }
        check_whole(rules, played.state());
        if let Some(outcome) = played.outcome() {
            assert_eq!(played.state().ranking(&[], outcome).len(), G::PLAYERS);
        }
    }
}

/// The actions of a step: those of a playable token, or the legal action with that number.
fn chosen<G: Playable>(played: &Played<G>, step: Step) -> Vec<G::Action> {
    if played.outcome().is_some() {
        return Vec::new();
    }
    match step {
        Step::Choice(number) => {
            let actions = played.actions();
            vec![actions[number % actions.len()]]
        }
        Step::Token(token) => {
            let mut game = played.state().clone();
            let mut actions = Vec::new();
            for part in game.split_token(token) {
                let Ok(action) = game.parse_action(&part) else { break };
                actions.push(action);
                game.make(action);
                if game.outcome().is_some() || game.turn_start() {
                    break;
                }
            }
            actions
        }
    }
}
