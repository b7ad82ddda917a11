//! Replies of a search: `info` and `bestmove`.

use super::answer::{Answer, Debt};
use super::output::Output;
use crate::game::{Game, Knowledge, Outcome, Played, Score};
use crate::games::Playable;
use crate::search::{Info, Line, Reporter};
use std::fmt::Write;
use std::sync::Arc;

/// How a search's results are to be written.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// Every action a token of its own, instead of every turn.
    pub by_action: bool,
    /// Show win, draw and loss.
    pub wdl: bool,
    /// Name the expected reply behind `bestmove`.
    pub ponder: bool,
}

/// Writes the course of one search and tells the session how it ended.
pub struct Printer<G: Playable> {
    /// What is searched.
    pub root: Played<G>,
    /// What the player knows, where that is not all.
    pub knowledge: Option<Box<dyn Knowledge<G>>>,
    /// How to write.
    pub format: Format,
    /// Where to.
    pub output: Arc<Output>,
    /// The answer that is owed.
    pub debt: Debt,
}

impl<G: Playable> Printer<G> {
    fn tokens(&self, actions: &[G::Action]) -> Vec<String> {
        let actions = &actions[..self.told(actions)];
        tokens(self.root.state(), actions, self.format.by_action)
    }

    /// How many of the actions the player can follow: up to the first that he is not shown, or whose report he
    /// does not know.
    fn told(&self, actions: &[G::Action]) -> usize {
        let Some(knowledge) = &self.knowledge else { return actions.len() };
        let mut knowledge = knowledge.boxed();
        let mut game = self.root.state().clone();
        for (index, action) in actions.iter().enumerate() {
            let is_own = knowledge.player() == knowledge.viewer();
            if knowledge.observe(&game.action_token(*action)).is_err() {
                return index + usize::from(is_own);
            }
            game.make(*action);
        }
        actions.len()
    }

    fn line(&self, number: usize, line: &Line<G::Action>, info: &Info<G::Action>) -> String {
        let mut text =
            format!("info depth {} seldepth {} multipv {number}", line.depth, line.seldepth);
        let _ = write!(text, " score {}", line.score);
        if self.format.wdl {
            let [win, draw, loss] = win_draw_loss::<G>(line.score);
            let _ = write!(text, " wdl {win} {draw} {loss}");
        }
        let micros = info.time.as_micros().max(1);
        let nps = u128::from(info.nodes) * 1_000_000 / micros;
        let _ = write!(
            text,
            " nodes {} nps {nps} hashfull {} tbhits {} time {}",
            info.nodes,
            info.hashfull,
            info.hits,
            micros / 1000
        );
        if info.samples > 0 {
            let _ = write!(text, " samples {}", info.samples);
        }
        let _ = write!(text, " pv {}", self.tokens(&line.actions).join(" "));
        text
    }
}

impl<G: Playable> Reporter<G::Action> for Printer<G> {
    fn info(&self, info: &Info<G::Action>) {
        let lines = info.lines.iter().enumerate();
        let lines: Vec<String> =
            lines.map(|(index, line)| self.line(index + 1, line, info)).collect();
        self.output.line(lines.join("\n"));
    }

    fn finished(&self, best: &Line<G::Action>) {
        let mut tokens = self.tokens(&best.actions).into_iter();
        let Some(best) = tokens.next() else { return self.debt.pay(Answer::nothing_searched()) };
        self.debt.pay(Answer::best(best, tokens.next().filter(|_| self.format.ponder)));
    }

    fn no_action(&self) {
        self.debt.pay(Answer::nothing_searched());
    }

    fn planned(&self, actions: &[G::Action]) {
        let tokens = self.tokens(actions);
        let info = format!("info depth 0 score cp 0 pv {}", tokens.join(" "));
        let Some(best) = tokens.into_iter().next() else {
            return self.debt.pay(Answer::nothing_searched());
        };
        self.debt.pay(Answer::best(best, None).after(info));
    }

    fn game_over(&self, outcome: Outcome) {
        let score = match outcome {
            Outcome::Draw => "cp 0",
            Outcome::Win(winner) if winner == self.root.state().player() => "mate 1",
            Outcome::Win(_) => "mate 0",
        };
        self.debt.pay(Answer::no_move(score));
    }
}

fn win_draw_loss<G: Playable>(score: Score) -> [u32; 3] {
    match score.mate_turns() {
        Some(1..) => [1000, 0, 0],
        Some(_) => [0, 0, 1000],
        None => G::win_draw_loss(score),
    }
}

/// The tokens of successive actions: the actions of one turn glued by commas, or each by itself.
pub fn tokens<G: Playable>(root: &G, actions: &[G::Action], by_action: bool) -> Vec<String> {
    let mut game = root.clone();
    let mut tokens: Vec<String> = Vec::new();
    let mut turn_open = false;
    for &action in actions {
        debug_assert!(game.is_legal(action), "{action:?} in {}", game.fen());
        let token = game.action_token(action);
        match tokens.last_mut() {
            Some(turn) if turn_open && !by_action => {
                turn.push(',');
                turn.push_str(&token);
            }
            _ => tokens.push(token),
        }
        Game::make(&mut game, action);
        turn_open = !game.turn_start();
    }
    tokens
}
