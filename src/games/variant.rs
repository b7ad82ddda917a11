//! A variant as a value: a game, its rules and a name.

use super::{Origin, Playable, Ruleset, Setting, Visitor};
use crate::game::{Player, Reach, Score};
use crate::search::{EvalSource, ExternalNetwork, Network, Profile, StrengthLimit, Tunables};
use std::fmt;

/// A variant that the engine plays, by its name in the option `UCI_Variant`. [`Variant::ALL`] lists those that are
/// built in, [`Variant::all`] also those that were added by [`Variant::add`]. [`Variant::new`] makes another one of the
/// same games, which is in no list.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Variant {
    name: Name,
    ruleset: Ruleset,
    /// `None` if it is built in, or by itself.
    pub(super) origin: Option<&'static Origin>,
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
            Some(name) => Some(Self { name, ruleset, origin: None }),
            None => None,
        }
    }

    /// What the name of a variant is, in words.
    pub const NAME_RULE: &'static str = "a name is 1 to 31 small letters, digits and hyphens";

    /// Whether a text can be the name of a variant, see [`Variant::NAME_RULE`].
    pub const fn is_name(text: &str) -> bool {
        Name::new(text).is_some()
    }

    /// A variant that is built in.
    #[expect(clippy::panic, reason = "it is called only when the program is built")]
    pub(super) const fn built_in(name: &str, ruleset: Ruleset) -> Self {
        match Self::new(name, ruleset) {
            Some(variant) => variant,
            None => panic!("a variant is named by 1 to 31 small letters, digits and hyphens"),
        }
    }

    /// The name in the protocol.
    pub fn name(&self) -> &str {
        self.name.as_str()
    }

    /// The game and its rules.
    pub fn ruleset(self) -> Ruleset {
        self.ruleset
    }

    /// Where the variant comes from; `None` if it is built in.
    pub fn origin(self) -> Option<&'static Origin> {
        self.origin
    }

    /// The built-in variant that this one is made of; itself if it is built in.
    pub fn parent(self) -> Self {
        self.origin.map_or(self, Origin::parent)
    }

    /// The hash of the rules, in 16 hexadecimal digits; `None` if the variant is built in. See [`Origin::digest`].
    pub fn rules_hash(self) -> Option<String> {
        self.origin.map(|origin| format!("{:016x}", origin.digest()))
    }

    /// What the rules change of those of [`Variant::parent`], in sentences.
    pub fn changes_in_words(self) -> Vec<String> {
        let changes = self.origin.map_or(&[][..], Origin::changes);
        changes.iter().map(|change| format!("{change}.")).collect()
    }

    /// The rules that a file may set, with their values here. There are none in games where a file can set nothing.
    pub fn settings(self) -> Vec<Setting> {
        self.ruleset.draft().map_or(Vec::new(), |draft| draft.settings())
    }

    /// The variant whose endgame tables are right here: this one, or [`Variant::parent`] if only the start differs.
    pub fn tables_of(self) -> Option<Self> {
        let fits = self.origin.is_none_or(|origin| origin.reach() <= Some(Reach::Start));
        fits.then(|| self.parent())
    }

    /// The variant whose networks can be used here: this one, or [`Variant::parent`] if their inputs still mean the
    /// same.
    pub fn networks_of(self) -> Option<Self> {
        let fits = self.origin.is_none_or(|origin| origin.reach() < Some(Reach::Inputs));
        fits.then(|| self.parent())
    }

    /// Whether the game has an evaluation network of its own.
    pub fn has_network(self) -> bool {
        self.visit(HasNetwork)
    }

    /// What values positions by default, in a few words: `by the network of pacific-a`.
    pub fn evaluation(self) -> String {
        let parent = self.parent();
        match self.networks_of() {
            Some(owner) if parent.has_network() => format!("by the network of {owner}"),
            None if parent.has_network() => {
                format!("by hand, because the network of {parent} does not fit these rules")
            }
            _ => "by hand".to_string(),
        }
    }

    /// The network of [`Variant::parent`], where this variant is not built in and the network fits.
    pub(crate) fn inherited_network(self) -> Option<&'static Network> {
        self.networks_of().filter(|parent| *parent != self)?.visit(BuiltInNetwork)
    }

    /// What values positions by default: the built-in network, or that of [`Variant::parent`] where it is inherited.
    pub(crate) fn eval_source(self) -> EvalSource {
        self.inherited_network().map_or(EvalSource::BuiltIn, EvalSource::Inherited)
    }

    /// How the game is searched. Figures that were measured, such as the levels, are those of [`Variant::parent`].
    pub(crate) fn profile(self) -> Profile {
        self.parent().visit(ProfileOf)
    }

    /// Runs `visitor` for the game and the rules of this variant.
    pub fn visit<V: Visitor>(self, visitor: V) -> V::Output {
        self.ruleset.visit(visitor)
    }

    /// The rules of the game for people, in Markdown: a few pages.
    pub fn rules(self) -> &'static str {
        self.origin.map_or_else(|| self.visit(Rules), Origin::rules)
    }

    /// Goal, moves and legend of the game in plain text: half a page.
    pub fn summary(self) -> &'static str {
        self.origin.map_or_else(|| self.visit(Summary), Origin::summary)
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

    /// The positions of `bench`, and their search depth in actions. A variant that is not built in has those of
    /// [`Variant::parent`]; its rules may refuse some of them.
    pub fn bench(self) -> (&'static [&'static str], u32) {
        self.parent().visit(BenchPositions)
    }

    /// The networks that the program must supply before it searches. There are none, unless the library is built with
    /// the feature `external-networks`.
    pub fn external_networks(self) -> Vec<ExternalNetwork> {
        self.parent().visit(ExternalNetworks)
    }

    /// The beginnings of headings in [`Variant::rules`], without numbers, whose sections are about other variants.
    pub fn foreign_sections(self) -> &'static [&'static str] {
        self.parent().visit(ForeignSections)
    }

    /// The search parameters of this game.
    pub fn tunables(self) -> Tunables {
        self.profile().params
    }

    /// The strength levels: Elo with its limits, weakest first. The engine interpolates between two
    /// levels.
    pub fn levels(self) -> Vec<(i32, StrengthLimit)> {
        self.profile().strength_table.levels()
    }

    /// Expected win, draw (shared win) and loss of the player with this score, in per mille.
    pub fn win_draw_loss(self, score: Score) -> [u32; 3] {
        match score.mate_turns() {
            Some(1..) => [1000, 0, 0],
            Some(_) => [0, 0, 1000],
            None => self.profile().wdl.of(score),
        }
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

struct BuiltInNetwork;

impl Visitor for BuiltInNetwork {
    type Output = Option<&'static Network>;

    fn visit<G: Playable>(self, _rules: G::Rules) -> Self::Output {
        G::network()?.own()
    }
}

struct HasNetwork;

impl Visitor for HasNetwork {
    type Output = bool;

    fn visit<G: Playable>(self, _rules: G::Rules) -> bool {
        G::network().is_some_and(|network| network.has_own())
    }
}

struct ProfileOf;

impl Visitor for ProfileOf {
    type Output = Profile;

    fn visit<G: Playable>(self, _rules: G::Rules) -> Profile {
        G::PROFILE
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
