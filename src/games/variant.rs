//! A variant as a value: a game, its rules and a name.

use super::{Playable, Ruleset, Visitor};
use crate::game::{Player, Score};
use crate::search::{ExternalNetwork, StrengthLimit, Tunables};
use std::fmt;

/// A variant that the engine plays, by its name in the option `UCI_Variant`. [`Variant::ALL`] lists those that are
/// built in. [`Variant::new`] makes another one of the same games.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Variant {
    name: Name,
    ruleset: Ruleset,
}

/// The longest name of a variant, in bytes.
const MAX_NAME_BYTES: usize = 31;

/// The name of a variant, held in place, so that a variant can be copied.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Name {
    length: u8,
    bytes: [u8; MAX_NAME_BYTES],
}

impl Name {
    /// The name with this text; `None` if it is not 1 to 31 small letters, digits and hyphens.
    const fn new(text: &str) -> Option<Self> {
        let text = text.as_bytes();
        if text.is_empty() || text.len() > MAX_NAME_BYTES {
            return None;
        }
        let mut bytes = [0; MAX_NAME_BYTES];
        let mut index = 0;
        while index < text.len() {
            if !matches!(text[index], b'a'..=b'z' | b'0'..=b'9' | b'-') {
                return None;
            }
            bytes[index] = text[index];
            index += 1;
        }
        Some(Self { length: text.len() as u8, bytes })
    }

    fn as_str(&self) -> &str {
        std::str::from_utf8(&self.bytes[..usize::from(self.length)]).unwrap_or_default()
    }
}

impl Variant {
    /// A game with its rules, under a name of 1 to 31 small letters, digits and hyphens; `None` if the name is
    /// another text.
    pub const fn new(name: &str, ruleset: Ruleset) -> Option<Self> {
        match Name::new(name) {
            Some(name) => Some(Self { name, ruleset }),
            None => None,
        }
    }

    /// A variant that is built in.
    #[expect(clippy::panic, reason = "it is called only when the program is built")]
    pub(super) const fn built_in(name: &str, ruleset: Ruleset) -> Self {
        match Self::new(name, ruleset) {
            Some(variant) => variant,
            None => panic!("a variant is named by 1 to 31 small letters, digits and hyphens"),
        }
    }

    /// The built-in variant called `name`; case is ignored.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|variant| variant.name().eq_ignore_ascii_case(name))
    }

    /// The name in the protocol.
    pub fn name(&self) -> &str {
        self.name.as_str()
    }

    /// The game and its rules.
    pub fn ruleset(self) -> Ruleset {
        self.ruleset
    }

    /// Runs `visitor` for the game and the rules of this variant.
    pub fn visit<V: Visitor>(self, visitor: V) -> V::Output {
        self.ruleset.visit(visitor)
    }

    /// The rules of the game for people, in Markdown: a few pages.
    pub fn rules(self) -> &'static str {
        self.visit(Rules)
    }

    /// Goal, moves and legend of the game in plain text: half a page.
    pub fn summary(self) -> &'static str {
        self.visit(Summary)
    }

    /// The names of the players, in the order of their seats.
    pub fn sides(self) -> &'static [&'static str] {
        self.visit(Sides)
    }

    /// The owner of the piece that a sign of the diagram stands for.
    pub fn owner(self, sign: char) -> Option<Player> {
        self.visit(Owner(sign))
    }

    /// Number of players.
    pub fn players(self) -> usize {
        self.sides().len()
    }

    /// The FEN of the start.
    pub fn start_fen(self) -> String {
        self.visit(StartFen)
    }

    /// The positions of `bench`, and their search depth in actions.
    pub fn bench(self) -> (&'static [&'static str], u32) {
        self.visit(BenchPositions)
    }

    /// The networks that the program must supply before it searches. There are none, unless the library is built with
    /// the feature `external-networks`.
    pub fn external_networks(self) -> Vec<ExternalNetwork> {
        self.visit(ExternalNetworks)
    }

    /// The beginnings of headings in [`Variant::rules`], without numbers, whose sections are about other variants.
    pub fn foreign_sections(self) -> &'static [&'static str] {
        self.visit(ForeignSections)
    }

    /// The search parameters of this game.
    pub fn tunables(self) -> Tunables {
        self.visit(Parameters)
    }

    /// The strength levels: Elo with its limits, weakest first. The engine interpolates between two
    /// levels.
    pub fn levels(self) -> Vec<(i32, StrengthLimit)> {
        self.visit(Levels)
    }

    /// Expected win, draw (shared win) and loss of the player with this score, in per mille.
    pub fn win_draw_loss(self, score: Score) -> [u32; 3] {
        self.visit(WinDrawLoss(score))
    }

    /// The names of the queries that not every game answers.
    pub fn game_queries(self) -> Vec<&'static str> {
        self.visit(GameQueries)
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

struct Sides;

impl Visitor for Sides {
    type Output = &'static [&'static str];

    fn visit<G: Playable>(self, _rules: G::Rules) -> Self::Output {
        G::SIDES
    }
}

struct Owner(char);

impl Visitor for Owner {
    type Output = Option<Player>;

    fn visit<G: Playable>(self, _rules: G::Rules) -> Self::Output {
        G::owner(self.0)
    }
}

struct WinDrawLoss(Score);

impl Visitor for WinDrawLoss {
    type Output = [u32; 3];

    fn visit<G: Playable>(self, _rules: G::Rules) -> Self::Output {
        match self.0.mate_turns() {
            Some(1..) => [1000, 0, 0],
            Some(_) => [0, 0, 1000],
            None => G::win_draw_loss(self.0),
        }
    }
}

struct StartFen;

impl Visitor for StartFen {
    type Output = String;

    fn visit<G: Playable>(self, rules: G::Rules) -> Self::Output {
        G::start(rules).fen()
    }
}

struct BenchPositions;

impl Visitor for BenchPositions {
    type Output = (&'static [&'static str], u32);

    fn visit<G: Playable>(self, _rules: G::Rules) -> Self::Output {
        (G::BENCH, G::BENCH_DEPTH)
    }
}

struct ExternalNetworks;

impl Visitor for ExternalNetworks {
    type Output = Vec<ExternalNetwork>;

    fn visit<G: Playable>(self, _rules: G::Rules) -> Self::Output {
        let value = G::network().and_then(|network| network.external());
        let policy = G::POLICY.and_then(|policy| policy.external_policy());
        value.into_iter().chain(policy).collect()
    }
}

struct Parameters;

impl Visitor for Parameters {
    type Output = Tunables;

    fn visit<G: Playable>(self, _rules: G::Rules) -> Self::Output {
        G::PROFILE.params
    }
}

struct Levels;

impl Visitor for Levels {
    type Output = Vec<(i32, StrengthLimit)>;

    fn visit<G: Playable>(self, _rules: G::Rules) -> Self::Output {
        G::PROFILE.strength_table.levels()
    }
}

struct GameQueries;

impl Visitor for GameQueries {
    type Output = Vec<&'static str>;

    fn visit<G: Playable>(self, _rules: G::Rules) -> Self::Output {
        G::CAPABILITIES.queries.iter().map(|query| query.name).collect()
    }
}

struct Rules;

impl Visitor for Rules {
    type Output = &'static str;

    fn visit<G: Playable>(self, _rules: G::Rules) -> &'static str {
        G::RULES
    }
}

struct Summary;

impl Visitor for Summary {
    type Output = &'static str;

    fn visit<G: Playable>(self, _rules: G::Rules) -> &'static str {
        G::SUMMARY
    }
}

struct ForeignSections;

impl Visitor for ForeignSections {
    type Output = &'static [&'static str];

    fn visit<G: Playable>(self, _rules: G::Rules) -> Self::Output {
        G::FOREIGN_SECTIONS
    }
}
