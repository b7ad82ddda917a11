//! Quiescence: noisy actions until the position can be valued as it stands.

use super::parameters::TENSE_PLIES;
use super::picker::Picker;
use super::table::{Bound, Entry};
use super::worker::Worker;
use super::{MAX_PLY, Ply, Searchable};
use crate::game::{Action, Score};

impl<G: Searchable> Worker<G> {
    /// The value of a node at or below the horizon for its mover. `tense` counts the plies of this
    /// quiescence at which all actions were looked at.
    pub(super) fn quiescence<const PV: bool>(
        &mut self,
        mut alpha: Score,
        beta: Score,
        ply: Ply,
        tense: u32,
    ) -> Score {
        self.poll();
        if self.stopped {
            return Score::DRAW;
        }
        if PV {
            self.pvs[ply].clear();
            self.seldepth = self.seldepth.max(ply);
        }
        if let Some(score) = self.ended(ply) {
            return score;
        }
        if ply >= MAX_PLY {
            return self.game.evaluate();
        }

        let key = self.game.table_key();
        let entry = self.table.probe(key);
        if let Some(entry) = entry.filter(|_| !PV) {
            let score = self.from_table(entry.score, ply);
            if entry.bound.decides(score, alpha, beta) {
                return score;
            }
        }

        // A mover who is compelled to act cannot stand on his static value; one who is threatened
        // should not, the first time.
        let mover = self.game.player();
        let mut best = -Score::INFINITE;
        let mut evaluation = None;
        let mut all = false;
        if self.game.may_stand_pat() {
            let value = match entry.and_then(|entry| entry.evaluation) {
                Some(value) => value,
                None => self.game.evaluate(),
            };
            evaluation = Some(value);
            all = tense < TENSE_PLIES && self.game.is_tense();
            if !all {
                best = value;
                if best >= beta {
                    return best;
                }
                alpha = alpha.max(best);
            }
        }

        let table_action = entry
            .and_then(|entry| self.table_action(entry.action))
            .filter(|action| all || self.game.is_noisy(*action));
        let old_alpha = alpha;
        let mut best_action = None;
        let mut searched = false;
        let mut picker = Picker::new(self, table_action, ply, all);
        while let Some((action, _)) = picker.next(self) {
            searched = true;
            let undo = self.make(action, ply);
            let tense = tense + u32::from(all);
            let value = if self.game.player() == mover {
                self.quiescence::<PV>(alpha, beta, ply + 1, tense)
            } else {
                -self.quiescence::<PV>(-beta, -alpha, ply + 1, tense)
            };
            self.unmake(undo);
            if self.stopped {
                break;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_action = Some(action);
                    if PV {
                        self.extend_pv(action, ply);
                    }
                    if value >= beta {
                        break;
                    }
                }
            }
        }
        picker.finish(self);
        if self.stopped {
            return Score::DRAW;
        }
        if !searched {
            return best;
        }
        self.table.store(
            key,
            Entry {
                action: best_action.map_or(0, |action| action.bits()),
                score: self.to_table(best, ply),
                depth: 0,
                bound: Bound::of(best, old_alpha, beta),
                evaluation,
            },
        );
        best
    }
}
