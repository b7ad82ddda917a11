//! Network inputs of Pacru, Azacru and Shacru.
//!
//! Features of every player in all games:
//! - markers, and chevrons by facing;
//! - the fields that its chevrons reach;
//! - its power in each borderland.
//!
//! Additional features with three and four players:
//! - Shacru: territory, leads by territory, and the number of bare fields one step away.
//! - Shacru for three: mobility, the number of bare fields that single chevrons reach, and the number of moves.
//! - Pacru and Azacru: the fields within a connection, and the leads after a greedy playout.
//! - Pacru and Azacru: the most fields that moves mark and take, by the turns until the player moves.
//! - Pacru: the number of chevrons that could be captured.
//!
//! Features of the position: the side to move, and whether the last round is on. Each player sees the board from its
//! own side, and the other players in the order in which they follow.

use super::action_features;
use super::greedy_playout::ROUNDS;
use super::influence::{
    Influences, has_marked_features, has_mobility_features, has_territory_features,
};
use super::mobility::{ENOUGH, FURTHEST};
use super::score_lead::{LEADS_OF_SHACRU, MOST_LEAD};
use super::turned_board::{quarter_turns, turned_facing, turned_field};
use crate::game::{Player, PlayerElimination};
use crate::games::pacru::board::{BORDERLANDS, FIELDS, Facing, Field, Fields};
use crate::games::pacru::{Cru, CruAction, Family, GameKind, TurnStage};
use crate::search::{
    BuiltIn, FeatureSet, InputBlock, Inputs, MAX_ACTION_FEATURES, MOST_PLAYERS, PolicyInputs,
    PolicyNetwork, built_in,
};

const FACINGS: usize = 8;
/// Markers in a borderland are counted up to this.
const MOST_POWER: usize = 6;
const FIRST_CHEVRON: usize = FIELDS;
const FIRST_REACH: usize = FIRST_CHEVRON + FACINGS * FIELDS;
const FIRST_POWER: usize = FIRST_REACH + FIELDS;
const FIRST_OF_GAME: usize = FIRST_POWER + BORDERLANDS * MOST_POWER;
/// One feature for each field: territory in Shacru, fields within a connection in Pacru and Azacru.
const FIRST_MARKED: usize = FIRST_OF_GAME + FIELDS;
/// The greatest values of a player's numbers, in this order:
/// 1. the fields that moves of its best chevron mark;
/// 2. those that moves of its second chevron mark;
/// 3. those that moves of its third chevron mark;
/// 4. its moves;
/// 5. its markers that others can take with one move;
/// 6. its markers that others can take in total.
const MOST_NUMBERS: [usize; 6] = [11, 11, 11, 15, 11, 11];
/// Each number has a feature for every number of turns until the player moves.
const NUMBERS: usize = MOST_PLAYERS * sum(MOST_NUMBERS);
const FIRST_LEAD: usize = FIRST_MARKED + NUMBERS;
const LEADS: usize = 2 * MOST_LEAD as usize + 1;
const FIRST_CAPTURE: usize = FIRST_LEAD + ROUNDS * LEADS;
/// The chevrons that a player could capture, and those that it could lose, are counted up to this. The features are
/// by the turns until the player moves.
const MOST_CAPTURES: usize = 2;
const MOST_A_PLAYER: usize = FIRST_CAPTURE + 2 * MOST_CAPTURES * MOST_PLAYERS;
/// In Shacru the leads follow here. After them come the bare fields one step away, counted up to this, by the turns
/// until the player moves.
const MOST_STEPS: usize = 11;
const FIRST_STEP: usize = FIRST_MARKED + LEADS_OF_SHACRU * LEADS;
/// In Shacru for three, the greatest values of the mobility features: bare fields that each single chevron reaches,
/// and the player's moves.
const MOST_MOBILITY: [usize; FURTHEST + 1] = [ENOUGH, ENOUGH, ENOUGH, 9];
const FIRST_MOBILITY: usize = FIRST_STEP + MOST_STEPS * MOST_PLAYERS;
const MAX_OF_SHACRU: usize = FIRST_MOBILITY + sum(MOST_MOBILITY);
const _: () = assert!(MAX_OF_SHACRU <= MOST_A_PLAYER);
/// Features behind those of the players: the side to move, and the seats. The last round has one more.
const A_SEAT: usize = 2;
/// Words of a set for each player. The spare bits hold the last round.
const WORDS: usize = (MOST_A_PLAYER + A_SEAT).div_ceil(64);
const _: () = assert!(MOST_A_PLAYER + A_SEAT < 64 * WORDS);
const STAGES_OF_GAME: usize = 8;
/// How a player sees the seats, from its own on.
const SEATS: [&str; MOST_PLAYERS] = ["own", "next", "second", "third"];

/// A set of features, sized for the number of players.
#[derive(Clone, Copy)]
pub struct ActiveFeatures<const PLAYERS: usize>([[u64; WORDS]; PLAYERS]);

impl<const PLAYERS: usize> AsRef<[u64]> for ActiveFeatures<PLAYERS> {
    #[inline(always)]
    fn as_ref(&self) -> &[u64] {
        self.0.as_flattened()
    }
}

impl<const PLAYERS: usize> AsMut<[u64]> for ActiveFeatures<PLAYERS> {
    #[inline(always)]
    fn as_mut(&mut self) -> &mut [u64] {
        self.0.as_flattened_mut()
    }
}

impl<const PLAYERS: usize> FeatureSet for ActiveFeatures<PLAYERS> {
    const EMPTY: Self = Self([[0; WORDS]; PLAYERS]);
}

impl<F: Family, const PLAYERS: usize> Inputs for Cru<F, PLAYERS> {
    type Set = ActiveFeatures<PLAYERS>;
    const FEATURES: usize = PLAYERS * (Self::NUMBERS_A_PLAYER + A_SEAT) + 1;
    const ROWS: usize = PLAYERS * (Self::A_PLAYER + A_SEAT) + 1;
    const MAX_ACTIVE_FEATURES: usize = 128
        + 48 * PLAYERS
        + match F::KIND {
            Some(kind) => most_of_game(kind, PLAYERS),
            // The most of the three.
            None => most_of_game(GameKind::Pacru, PLAYERS),
        };
    const BUCKETS: usize = STAGES_OF_GAME;
    const NAME: &'static str = name(F::KIND, PLAYERS);

    fn blocks() -> Vec<InputBlock> {
        let of_seat = |seat| {
            let block = move |(name, rows)| InputBlock::new(format!("{seat}-{name}"), rows);
            Self::blocks_of_player().into_iter().map(block)
        };
        let mut blocks: Vec<_> = SEATS[..PLAYERS].iter().flat_map(of_seat).collect();
        blocks.extend([
            InputBlock::new("mover", PLAYERS),
            InputBlock::new("seat", PLAYERS),
            InputBlock::new("last-round", 1),
        ]);
        blocks
    }

    fn features(&self, set: &mut Self::Set) {
        let influences = self.influences();
        self.put_features(&influences, set);
        self.put_leads(&influences, set);
    }

    fn row(seat: usize, feature: usize) -> Option<usize> {
        let seen = |player: usize| Self::seats_behind(seat, player);
        let of_players = Self::NUMBERS_A_PLAYER * PLAYERS;
        if feature < of_players {
            let turns = quarter_turns(seat, PLAYERS);
            let numbers = Self::NUMBERS_A_PLAYER;
            let (player, part) = (feature / numbers, feature % numbers);
            let is_used = part < Self::A_PLAYER;
            return is_used.then(|| Self::A_PLAYER * seen(player) + turned(part, turns));
        }
        let (behind, row) = (feature - of_players, Self::A_PLAYER * PLAYERS);
        let (kind, player) = (behind / PLAYERS, behind % PLAYERS);
        match kind {
            0 => Some(row + seen(player)),
            // With three players, the seats have different neighbours.
            1 => (PLAYERS == 3 && player == seat).then_some(row + behind),
            _ => Some(row + behind),
        }
    }

    fn place(feature: usize) -> Option<String> {
        let part = feature % Self::NUMBERS_A_PLAYER;
        let is_piece = feature < PLAYERS * Self::NUMBERS_A_PLAYER && part < FIRST_REACH;
        let field = Field::from_number((part % FIELDS) as u32)?;
        is_piece.then(|| field.name())
    }

    fn is_playing(&self, seat: usize) -> bool {
        !self.is_out(Player::new(seat))
    }

    #[inline(always)]
    fn bucket(&self) -> usize {
        (self.marked().count() as usize * STAGES_OF_GAME / (FIELDS + 1)).min(STAGES_OF_GAME - 1)
    }

    fn built_in() -> Option<&'static BuiltIn> {
        static PACRU: BuiltIn = built_in!("pacru.net");
        static PACRU3: BuiltIn = built_in!("pacru3.net");
        static PACRU4: BuiltIn = built_in!("pacru4.net");
        static AZACRU: BuiltIn = built_in!("azacru.net");
        static AZACRU3: BuiltIn = built_in!("azacru3.net");
        static AZACRU4: BuiltIn = built_in!("azacru4.net");
        static SHACRU: BuiltIn = built_in!("shacru.net");
        static SHACRU3: BuiltIn = built_in!("shacru3.net");
        static SHACRU4: BuiltIn = built_in!("shacru4.net");
        Some(match (F::KIND?, PLAYERS) {
            (GameKind::Pacru, 2) => &PACRU,
            (GameKind::Pacru, 3) => &PACRU3,
            (GameKind::Pacru, _) => &PACRU4,
            (GameKind::Azacru, 2) => &AZACRU,
            (GameKind::Azacru, 3) => &AZACRU3,
            (GameKind::Azacru, _) => &AZACRU4,
            (GameKind::Shacru, 2) => &SHACRU,
            (GameKind::Shacru, 3) => &SHACRU3,
            (GameKind::Shacru, _) => &SHACRU4,
        })
    }
}

impl<F: Family, const PLAYERS: usize> PolicyInputs for Cru<F, PLAYERS> {
    const ACTION_FEATURES: usize = action_features::ROWS;

    fn action_blocks() -> Vec<InputBlock> {
        action_features::BLOCKS.map(|(name, rows)| InputBlock::new(name, rows)).to_vec()
    }

    fn policy_features(&self, set: &mut Self::Set) {
        self.put_features(&self.reached(), set);
    }

    fn action_features(&self, action: CruAction) -> [u16; MAX_ACTION_FEATURES] {
        action_features::of(self, action, quarter_turns(self.side.index(), PLAYERS))
    }

    fn built_in_policy() -> Option<&'static BuiltIn<PolicyNetwork>> {
        static PACRU3: BuiltIn<PolicyNetwork> = built_in!("pacru3.rnk");
        static PACRU4: BuiltIn<PolicyNetwork> = built_in!("pacru4.rnk");
        static AZACRU3: BuiltIn<PolicyNetwork> = built_in!("azacru3.rnk");
        static AZACRU4: BuiltIn<PolicyNetwork> = built_in!("azacru4.rnk");
        static SHACRU3: BuiltIn<PolicyNetwork> = built_in!("shacru3.rnk");
        static SHACRU4: BuiltIn<PolicyNetwork> = built_in!("shacru4.rnk");
        Some(match (F::KIND?, PLAYERS) {
            (_, 2) => return None,
            (GameKind::Pacru, 3) => &PACRU3,
            (GameKind::Pacru, _) => &PACRU4,
            (GameKind::Azacru, 3) => &AZACRU3,
            (GameKind::Azacru, _) => &AZACRU4,
            (GameKind::Shacru, 3) => &SHACRU3,
            (GameKind::Shacru, _) => &SHACRU4,
        })
    }
}

impl<F: Family, const PLAYERS: usize> Cru<F, PLAYERS> {
    /// The number of features of a player.
    const A_PLAYER: usize = match F::KIND {
        Some(kind) => features_of(kind, PLAYERS),
        // The most of the three.
        None => features_of(GameKind::Pacru, PLAYERS),
    };
    /// The numbers from a player's first feature to the next player's: the same in all three games, so that a variant
    /// of a file can use the network of any of them.
    const NUMBERS_A_PLAYER: usize = if PLAYERS > 2 { MOST_A_PLAYER } else { FIRST_OF_GAME };

    /// The features of a player by blocks, in their order: names and numbers of features.
    fn blocks_of_player() -> Vec<(&'static str, usize)> {
        let mut blocks = vec![
            ("markers", FIELDS),
            ("chevrons-by-facing", FACINGS * FIELDS),
            ("reached", FIELDS),
            ("powers", BORDERLANDS * MOST_POWER),
        ];
        let Some(kind) = F::KIND else {
            if PLAYERS > 2 {
                blocks.push(("features-of-the-game", Self::A_PLAYER - FIRST_OF_GAME));
            }
            return blocks;
        };
        if has_territory_features(kind, PLAYERS) {
            blocks.push(("territory", FIELDS));
            blocks.push(("leads-by-territory", LEADS_OF_SHACRU * LEADS));
            blocks.push(("bare-fields-one-step-away", MOST_STEPS * MOST_PLAYERS));
        }
        if has_mobility_features(kind, PLAYERS) {
            blocks.push(("mobility", sum(MOST_MOBILITY)));
        }
        if has_marked_features(kind, PLAYERS) {
            blocks.push(("fields-within-a-connection", FIELDS));
            blocks.push(("numbers-by-turns-to-wait", NUMBERS));
            blocks.push(("leads-after-a-playout", ROUNDS * LEADS));
            if matches!(kind, GameKind::Pacru) {
                blocks.push(("captures-by-turns-to-wait", 2 * MOST_CAPTURES * MOST_PLAYERS));
            }
        }
        blocks
    }

    /// Adds the features to an empty set. The influences are those of this position.
    #[inline(always)]
    pub(super) fn put_features(&self, influences: &Influences, set: &mut ActiveFeatures<PLAYERS>) {
        for (player, influence) in influences.iter().enumerate().take(PLAYERS) {
            let first = Self::NUMBERS_A_PLAYER * player;
            set.put_all(first, self.markers[player].0);
            for from in self.chevrons[player] {
                let facing = self.facing(from).index();
                set.put(first + FIRST_CHEVRON + FIELDS * facing + from.index());
            }
            set.put_all(first + FIRST_REACH, influence.reached.0);
            let mut powers = 0_u128;
            for (borderland, count) in self.counts[player].iter().enumerate() {
                let power = usize::from(*count).min(MOST_POWER);
                powers |= (1 << power >> 1) << (MOST_POWER * borderland);
            }
            set.put_all(first + FIRST_POWER, powers);
            if self.has_territory_features() {
                set.put_all(first + FIRST_OF_GAME, influence.territory.own.0);
            }
            if self.has_marked_features() {
                set.put_all(first + FIRST_OF_GAME, influence.marked.connecting.0);
                self.put_numbers(player, influences, set);
            }
            set.put(Self::NUMBERS_A_PLAYER * PLAYERS + PLAYERS + player);
        }
        set.put(Self::NUMBERS_A_PLAYER * PLAYERS + self.side.index());
        if matches!(self.stage, TurnStage::LastRound(_)) {
            set.put((Self::NUMBERS_A_PLAYER + A_SEAT) * PLAYERS);
        }
    }

    /// Adds the numbers of a player to a set.
    #[inline(always)]
    fn put_numbers(
        &self,
        player: usize,
        influences: &Influences,
        set: &mut ActiveFeatures<PLAYERS>,
    ) {
        let influence = &influences[player];
        let mut taken = 0;
        let (mut exposed, mut capturable) = (Fields::NONE, Fields::NONE);
        for (other, influence) in influences.iter().enumerate().take(PLAYERS) {
            if other != player {
                taken = taken.max(influence.marked.taken[player]);
                exposed |= influence.marked.connecting & self.markers[player];
                capturable |= influence.capturable & self.chevrons[player];
            }
        }
        let [best, second, third] = influence.marked.gains;
        let numbers = [best, second, third, influence.destinations, taken, exposed.count() as u8];
        let wait = Self::seats_behind(self.side.index(), player);
        let mut next = Self::NUMBERS_A_PLAYER * player + FIRST_MARKED + wait;
        for (number, most) in numbers.into_iter().zip(MOST_NUMBERS) {
            put_number(usize::from(number), most, next, MOST_PLAYERS, set);
            next += MOST_PLAYERS * most;
        }
        if self.is_pacru() {
            let mut next = Self::NUMBERS_A_PLAYER * player + FIRST_CAPTURE + wait;
            for fields in [influence.capturable, capturable] {
                put_number(fields.count() as usize, MOST_CAPTURES, next, MOST_PLAYERS, set);
                next += MOST_PLAYERS * MOST_CAPTURES;
            }
        }
    }

    /// Adds features that are slow to compute or say little about actions, where the network uses them: the players'
    /// leads, now or after a playout. In Shacru also the bare fields one step away, and the mobility.
    #[inline(always)]
    pub(super) fn put_leads(&self, influences: &Influences, set: &mut ActiveFeatures<PLAYERS>) {
        if self.has_territory_features() {
            Self::put_all_leads(FIRST_MARKED, &self.leads_by_territory(influences), set);
            self.put_steps(influences, set);
        }
        if self.has_mobility_features() {
            Self::put_mobility(influences, set);
        }
        if self.has_marked_features()
            && let Some(leads) = self.leads_after_greedy_playout()
        {
            Self::put_all_leads(FIRST_LEAD, &leads, set);
        }
    }

    #[inline(always)]
    fn put_all_leads(first: usize, leads: &[[i8; PLAYERS]], set: &mut ActiveFeatures<PLAYERS>) {
        for (kind, leads) in leads.iter().enumerate() {
            for (player, lead) in leads.iter().enumerate() {
                let lead = (lead + MOST_LEAD) as usize;
                set.put(Self::NUMBERS_A_PLAYER * player + first + LEADS * kind + lead);
            }
        }
    }

    /// Adds the number of bare fields on which each player can step.
    #[inline(always)]
    fn put_steps(&self, influences: &Influences, set: &mut ActiveFeatures<PLAYERS>) {
        let unclaimed = self.unclaimed();
        for (player, influence) in influences.iter().enumerate().take(PLAYERS) {
            let steps = (influence.reached & unclaimed).count() as usize;
            let wait = Self::seats_behind(self.side.index(), player);
            let first = Self::NUMBERS_A_PLAYER * player + FIRST_STEP + wait;
            put_number(steps, MOST_STEPS, first, MOST_PLAYERS, set);
        }
    }

    /// Adds the mobility of each player's chevrons.
    #[inline(always)]
    fn put_mobility(influences: &Influences, set: &mut ActiveFeatures<PLAYERS>) {
        for (player, influence) in influences.iter().enumerate().take(PLAYERS) {
            let numbers = influence.mobility.into_iter().chain([influence.destinations]);
            let mut next = Self::NUMBERS_A_PLAYER * player + FIRST_MOBILITY;
            for (number, most) in numbers.zip(MOST_MOBILITY) {
                put_number(usize::from(number), most, next, 1, set);
                next += most;
            }
        }
    }
}

/// Adds a number to a set as one of the features from `first` on, `apart` from each other, capped at `most`. The
/// number 0 has no feature.
#[inline(always)]
fn put_number<const PLAYERS: usize>(
    number: usize,
    most: usize,
    first: usize,
    apart: usize,
    set: &mut ActiveFeatures<PLAYERS>,
) {
    if number > 0 {
        set.put(first + apart * (number.min(most) - 1));
    }
}

const fn sum<const NUMBERS: usize>(numbers: [usize; NUMBERS]) -> usize {
    let (mut sum, mut index) = (0, 0);
    while index < NUMBERS {
        sum += numbers[index];
        index += 1;
    }
    sum
}

/// The number of features of a player.
const fn features_of(kind: GameKind, players: usize) -> usize {
    match kind {
        _ if has_mobility_features(kind, players) => MAX_OF_SHACRU,
        _ if has_territory_features(kind, players) => FIRST_MOBILITY,
        GameKind::Pacru if has_marked_features(kind, players) => MOST_A_PLAYER,
        _ if has_marked_features(kind, players) => FIRST_CAPTURE,
        _ => FIRST_OF_GAME,
    }
}

/// The most features of a position that belong to one game only.
const fn most_of_game(kind: GameKind, players: usize) -> usize {
    match kind {
        // No field is the territory of two players.
        _ if has_mobility_features(kind, players) => {
            FIELDS + (LEADS_OF_SHACRU + 1 + MOST_MOBILITY.len()) * players
        }
        _ if has_territory_features(kind, players) => FIELDS + (LEADS_OF_SHACRU + 1) * players,
        // A field may lie within connections of all players who have not marked it.
        _ if has_marked_features(kind, players) => {
            (FIELDS + MOST_NUMBERS.len() + ROUNDS + 2) * players
        }
        _ => 0,
    }
}

const fn name(kind: Option<GameKind>, players: usize) -> &'static str {
    let Some(kind) = kind else {
        return match players {
            2 => "pacru-family",
            3 => "pacru-family3",
            _ => "pacru-family4",
        };
    };
    match (kind, players) {
        (GameKind::Pacru, 2) => "pacru",
        (GameKind::Pacru, 3) => "pacru3",
        (GameKind::Pacru, _) => "pacru4",
        (GameKind::Azacru, 2) => "azacru",
        (GameKind::Azacru, 3) => "azacru3",
        (GameKind::Azacru, _) => "azacru4",
        (GameKind::Shacru, 2) => "shacru",
        (GameKind::Shacru, 3) => "shacru3",
        (GameKind::Shacru, _) => "shacru4",
    }
}

/// A feature of a player on the board after `turns` quarter turns.
fn turned(feature: usize, turns: usize) -> usize {
    if feature >= FIRST_MARKED {
        return feature;
    }
    if feature >= FIRST_OF_GAME {
        return FIRST_OF_GAME + turned_field(feature - FIRST_OF_GAME, turns);
    }
    if feature >= FIRST_POWER {
        let (borderland, power) =
            ((feature - FIRST_POWER) / MOST_POWER, (feature - FIRST_POWER) % MOST_POWER);
        let corner = 27 * (borderland / 3) + 3 * (borderland % 3);
        let centre = turned_field(corner + 10, turns);
        return FIRST_POWER + MOST_POWER * (3 * (centre / 27) + centre % 9 / 3) + power;
    }
    let (plane, field) = (feature / FIELDS, feature % FIELDS);
    let field = turned_field(field, turns);
    let is_chevron = (1..=FACINGS).contains(&plane);
    let plane = match is_chevron {
        true => 1 + turned_facing(Facing::new(plane as u32 - 1), turns).index(),
        false => plane,
    };
    FIELDS * plane + field
}
