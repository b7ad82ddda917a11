//! How the endings of a game are numbered, for endgame tables.

use super::Notation;

/// A material class: the forces of both players, those of the player to move first.
///
/// The number belongs to the game. Exchanging the players' forces is [`Endings::turned`]. Of the two orders, the
/// greater one names the class and its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Material(pub u32);

/// The endings of a two-player game in which the players alternate and a turn is one action.
///
/// The positions of a material class are numbered from 0, always as the player to move sees them. They fall into
/// slices of equal size, one after the other. An action that does not stay within its slice ends the game, or leads to
/// another class or to a slice of a lower stage. There is no way back from there.
pub trait Endings<G: Notation>: Sync {
    /// The edition of the rules and of the numbering. A table of another edition is refused.
    fn edition(&self) -> u32;
    /// The draw clock, in plies, at which the game is drawn.
    fn limit_plies(&self) -> u32;
    /// The draw clock of a position, in plies.
    fn clock_plies(&self, game: &G) -> u32;
    /// The position in the first turn, with its draw clock at `plies`.
    fn at_clock(&self, game: &G, plies: u32) -> G;
    /// All classes of at most `pieces` pieces, each after the classes to which it leads.
    fn classes(&self, rules: G::Rules, pieces: u32) -> Vec<Material>;
    /// The class after the players have exchanged their forces.
    fn turned(&self, material: Material) -> Material;
    /// The name of a class in file names, such as `CKvK`.
    fn name(&self, material: Material) -> String;
    /// The number of pieces of a class.
    fn pieces(&self, material: Material) -> u32;
    /// The other classes to which an action of the player to move leads, from the view of the next player. A class
    /// of finished games is not listed.
    fn leads_to(&self, rules: G::Rules, material: Material) -> Vec<Material>;
    /// The number of slices.
    fn slices(&self, material: Material) -> u64;
    /// The number of positions in each slice.
    fn slice_size(&self, material: Material) -> u64;
    /// The stage of a slice.
    fn stage(&self, material: Material, slice: u64) -> u32;
    /// The class of a position; `None` if it belongs to none.
    fn class(&self, game: &G) -> Option<Material>;
    /// The number of a position in its class. It means nothing if the position belongs to none. Counters are ignored.
    fn number(&self, game: &G) -> u64;
    /// The class and number of a position; `None` if it belongs to no class.
    fn locate(&self, game: &G) -> Option<(Material, u64)> {
        Some((self.class(game)?, self.number(game)))
    }
    /// The position with a number below `slices * slice_size`, with the clock at 0; `None` if the number is unused.
    fn position(&self, rules: G::Rules, material: Material, index: u64) -> Option<G>;
    /// Whether a legal action resets the draw clock.
    fn resets(&self, game: &G, action: G::Action) -> bool;
    /// Whether a legal action leads to an unfinished position of the same slice, seen by the next player. It never
    /// resets the draw clock.
    fn stays(&self, game: &G, action: G::Action) -> bool;
    /// Appends the numbers of the positions, with the other player to move, from which an action that stays leads to
    /// the position with a number that is used: a number once for each of these actions.
    fn predecessors(&self, rules: G::Rules, material: Material, index: u64, out: &mut Vec<u64>);
}

/// Plays the first action, and compares the position at clock 7 with the one that a FEN with these counters gives.
#[cfg(test)]
pub fn check_clock<G: Notation>(endings: &dyn Endings<G>, rules: G::Rules, mut game: G) {
    let mut actions = Vec::new();
    game.actions(&mut actions);
    if let Some(action) = actions.first() {
        game.make(*action);
    }
    let set = endings.at_clock(&game, 7);
    let fen = game.fen();
    let position = fen.rsplitn(3, ' ').last().unwrap();
    let read = G::from_fen(rules, &format!("{position} 7 1")).unwrap();
    assert_eq!((set.fen(), set.key()), (read.fen(), read.key()), "{fen}");
    assert_eq!((set.outcome(), endings.clock_plies(&set)), (read.outcome(), 7), "{fen}");
}
