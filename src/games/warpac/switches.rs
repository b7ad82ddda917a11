//! What the variants of files may set in War-in-the-Pacific Chess.

use super::WarpacOfFile;
use super::notation::{DEPLOY, MOST_PIECES};
use super::pieces::PieceKind;
use super::settings::{Fate, KnightMoves, Sidestep, WarpacSettings};
use crate::game::{Reach, Refusal, Switch, SwitchTable, start_of};

/// The greatest distance on the board.
const FARTHEST: u32 = 15;
/// The most pieces of a kind that [`WarpacSettings::basic_fleet`] may have.
const MOST_OF_KIND: u32 = 40;
/// The highest price of a piece.
const MOST_PRICE: u32 = 100;
/// The most that [`WarpacSettings::purse`] may be.
const MOST_PURSE: u32 = 255;
/// The most that [`WarpacSettings::submarines`] may be.
const MOST_SUBMARINES: u32 = 16;
/// The most that [`WarpacSettings::draw_turns`] may be.
const MOST_DRAW_TURNS: u32 = 1000;

/// In the order of the words of the switch `knight_moves`.
const KNIGHT_MOVES: [KnightMoves; 3] = [KnightMoves::Never, KnightMoves::Once, KnightMoves::Always];
/// In the order of the words of the switch `squadrons_aloft`.
const FATES: [Fate; 2] = [Fate::Lost, Fate::Stay];
/// In the order of the words of the switch `cruiser_step`.
const SIDESTEPS: [Sidestep; 3] = [Sidestep::Never, Sidestep::Empty, Sidestep::Takes];

type WarpacSwitch = Switch<WarpacSettings>;

/// A switch that is the number of a kind of piece in the basic fleet.
macro_rules! basic {
    ($key:literal, $meaning:literal, $kind:ident) => {
        WarpacSwitch::number($key, $meaning, "rules.md 2", [0, MOST_OF_KIND], |settings| {
            &mut settings.basic_fleet[PieceKind::$kind.index()]
        })
        .reaching(Reach::Start)
    };
}

/// A switch that is the price of a kind of piece.
macro_rules! price {
    ($key:literal, $meaning:literal, $kind:ident) => {
        WarpacSwitch::number($key, $meaning, "rules.md 2", [1, MOST_PRICE], |settings| {
            &mut settings.prices[PieceKind::$kind.index()]
        })
        .reaching(Reach::Start)
    };
}

const BASIC_CARRIERS: WarpacSwitch =
    basic!("basic_carriers", "the carriers of the basic fleet", Carrier);
const BASIC_SQUADRONS: WarpacSwitch =
    basic!("basic_squadrons", "the squadrons of the basic fleet", Squadron);
const BASIC_BATTLESHIPS: WarpacSwitch =
    basic!("basic_battleships", "the battleships of the basic fleet", Battleship);
const BASIC_CRUISERS: WarpacSwitch =
    basic!("basic_cruisers", "the cruisers of the basic fleet", Cruiser);
const BASIC_DESTROYERS: WarpacSwitch =
    basic!("basic_destroyers", "the destroyers of the basic fleet", Destroyer);
const CARRIER_POINTS: WarpacSwitch =
    price!("carrier_points", "the price of a carrier beyond the basic fleet", Carrier);
const SQUADRON_POINTS: WarpacSwitch =
    price!("squadron_points", "the price of a squadron beyond the basic fleet", Squadron);
const BATTLESHIP_POINTS: WarpacSwitch =
    price!("battleship_points", "the price of a battleship beyond the basic fleet", Battleship);
const CRUISER_POINTS: WarpacSwitch =
    price!("cruiser_points", "the price of a cruiser beyond the basic fleet", Cruiser);
const DESTROYER_POINTS: WarpacSwitch =
    price!("destroyer_points", "the price of a destroyer beyond the basic fleet", Destroyer);
const EXTRA_POINTS: WarpacSwitch = WarpacSwitch::number(
    "extra_points",
    "the points that buy pieces beyond the basic fleet",
    "rules.md 2",
    [0, MOST_PURSE],
    |settings| &mut settings.purse,
)
.reaching(Reach::Start);
const SUBMARINES: WarpacSwitch = WarpacSwitch::number(
    "submarines",
    "the submarines of a fleet that is deployed",
    "rules.md 2",
    [0, MOST_SUBMARINES],
    |settings| &mut settings.submarines,
)
.reaching(Reach::Start);
const SUBMARINES_ABROAD: WarpacSwitch = WarpacSwitch::number(
    "submarines_abroad",
    "the most submarines that may be deployed outside own waters",
    "rules.md 3.2",
    [0, MOST_SUBMARINES],
    |settings| &mut settings.submarines_abroad,
)
.reaching(Reach::Start);
const SUBMARINE_SQUARES: WarpacSwitch = WarpacSwitch::number(
    "submarine_squares",
    "the most squares that a submarine moves in a turn",
    "rules.md 5.2",
    [1, FARTHEST],
    |settings| &mut settings.submarine_squares,
);
const TORPEDO_LEAST: WarpacSwitch = WarpacSwitch::number(
    "torpedo_least_distance",
    "the least distance at which a torpedo hits",
    "rules.md 5.2",
    [0, FARTHEST],
    |settings| &mut settings.torpedo_least,
);
const TORPEDO_MOST: WarpacSwitch = WarpacSwitch::number(
    "torpedo_most_distance",
    "the greatest distance at which a torpedo hits",
    "rules.md 5.2",
    [0, FARTHEST],
    |settings| &mut settings.torpedo_most,
);
const CHARGE_DISTANCE: WarpacSwitch = WarpacSwitch::number(
    "depth_charge_distance",
    "the greatest distance of an area that is attacked with depth charges",
    "rules.md 5.3",
    [0, FARTHEST],
    |settings| &mut settings.depth_charge_distance,
);
const CONTACT_DISTANCE: WarpacSwitch = WarpacSwitch::number(
    "contact_distance",
    "the greatest distance from the area of a submarine that is a contact; 0 is no contacts",
    "rules.md 5.3",
    [0, FARTHEST],
    |settings| &mut settings.contact_distance,
);
const DRAW_TURNS: WarpacSwitch = WarpacSwitch::number(
    "draw_turns",
    "turns without a loss that make a draw",
    "rules.md 6",
    [1, MOST_DRAW_TURNS],
    |settings| &mut settings.draw_turns,
);

const CRUISER_STEP: WarpacSwitch = WarpacSwitch::word(
    "cruiser_step",
    "the cruiser's step straight: none, to an empty square, or to take as well",
    "rules.md 2",
    &["none", "empty", "takes"],
    |settings| settings.cruiser_step as usize,
    |settings, index| settings.cruiser_step = SIDESTEPS[index],
);
const SQUADRON_KNIGHT_MOVES: WarpacSwitch = WarpacSwitch::word(
    "knight_moves",
    "when a squadron may make a knight's move: never, once in a game, or always",
    "rules.md 4.1",
    &["never", "once", "always"],
    |settings| settings.knight_moves as usize,
    |settings, index| settings.knight_moves = KNIGHT_MOVES[index],
);
const SQUADRONS_ALOFT: WarpacSwitch = WarpacSwitch::word(
    "squadrons_aloft",
    "the fate of a squadron aloft whose carrier is sunk: it is lost, or stays",
    "rules.md 4.3",
    &["lost", "stay"],
    |settings| settings.squadrons_aloft as usize,
    |settings, index| settings.squadrons_aloft = FATES[index],
);
const TORPEDOES_HIT_SQUADRONS: WarpacSwitch = WarpacSwitch::flag(
    "torpedoes_hit_squadrons",
    "whether torpedoes sink squadrons, too",
    "rules.md 5.2",
    |settings| &mut settings.torpedoes_hit_squadrons,
);
const START: WarpacSwitch = WarpacSwitch::text(
    "start",
    "the position in which games begin; \"deploy\" is the secret deployment",
    "rules.md 3",
    "a FEN, or \"deploy\"",
    |settings| &mut settings.start,
)
.reaching(Reach::Start);

/// The switches of the surface game.
pub const SWITCHES: SwitchTable<WarpacSettings> = SwitchTable {
    switches: &[
        BASIC_CARRIERS,
        BASIC_SQUADRONS,
        BASIC_BATTLESHIPS,
        BASIC_CRUISERS,
        BASIC_DESTROYERS,
        CARRIER_POINTS,
        SQUADRON_POINTS,
        BATTLESHIP_POINTS,
        CRUISER_POINTS,
        DESTROYER_POINTS,
        EXTRA_POINTS,
        CRUISER_STEP,
        START,
        SQUADRON_KNIGHT_MOVES,
        SQUADRONS_ALOFT,
        DRAW_TURNS,
    ],
    check,
};

/// The switches of the game with submarines.
pub const SUBMARINE_SWITCHES: SwitchTable<WarpacSettings> = SwitchTable {
    switches: &[
        BASIC_CARRIERS,
        BASIC_SQUADRONS,
        BASIC_BATTLESHIPS,
        BASIC_CRUISERS,
        BASIC_DESTROYERS,
        SUBMARINES,
        CARRIER_POINTS,
        SQUADRON_POINTS,
        BATTLESHIP_POINTS,
        CRUISER_POINTS,
        DESTROYER_POINTS,
        EXTRA_POINTS,
        CRUISER_STEP,
        START,
        SUBMARINES_ABROAD,
        SQUADRON_KNIGHT_MOVES,
        SQUADRONS_ALOFT,
        SUBMARINE_SQUARES,
        TORPEDO_LEAST,
        TORPEDO_MOST,
        TORPEDOES_HIT_SQUADRONS,
        CHARGE_DISTANCE,
        CONTACT_DISTANCE,
        DRAW_TURNS,
    ],
    check,
};

/// A refusal of the switch `key`.
fn refuse(key: &'static str, reason: String) -> Result<(), Refusal> {
    Err(Refusal { key, reason })
}

/// Fleets must be possible, distances in order, and the start a position in which the game goes on.
fn check(settings: &'static WarpacSettings) -> Result<(), Refusal> {
    check_basic_fleet(settings)?;
    check_purse(settings)?;
    let [least, most] = [settings.torpedo_least, settings.torpedo_most];
    if least > most {
        let reason = format!("is greater than torpedo_most_distance ({least}, {most})");
        return refuse(TORPEDO_LEAST.key, reason);
    }
    check_start(settings)
}

fn check_basic_fleet(settings: &WarpacSettings) -> Result<(), Refusal> {
    let [carriers, squadrons, ..] = settings.basic_fleet;
    if squadrons > carriers {
        let reason =
            format!("{squadrons} squadrons need as many carriers, and there are {carriers}");
        return refuse(BASIC_SQUADRONS.key, reason);
    }
    let count: u32 = settings.basic_fleet.iter().sum();
    if count == squadrons {
        return refuse(BASIC_DESTROYERS.key, "the basic fleet has no ship".to_string());
    }
    if count > MOST_PIECES {
        let reason = format!("the basic fleet has {count} pieces, and {MOST_PIECES} is the most");
        return refuse(BASIC_DESTROYERS.key, reason);
    }
    Ok(())
}

/// The points must buy something, and not too much.
fn check_purse(settings: &WarpacSettings) -> Result<(), Refusal> {
    let [carriers, squadrons, ..] = settings.basic_fleet;
    let is_for_sale = |kind: &PieceKind| *kind != PieceKind::Squadron || squadrons < carriers;
    let price = |kind: PieceKind| settings.prices[kind.index()];
    let cheapest = PieceKind::ALL.into_iter().filter(is_for_sale).map(price).min().unwrap_or(1);
    let purse = settings.purse;
    if (1..cheapest).contains(&purse) {
        let reason = format!("{purse} buys nothing: the cheapest piece costs {cheapest} points");
        return refuse(EXTRA_POINTS.key, reason);
    }
    let basic: u32 = settings.basic_fleet.iter().sum();
    let most = basic + purse / settings.prices.iter().min().unwrap_or(&1);
    if most > MOST_PIECES {
        let reason = format!(
            "{purse} points at these prices may make a fleet of {most} pieces, and {MOST_PIECES} \
             is the most"
        );
        return refuse(EXTRA_POINTS.key, reason);
    }
    Ok(())
}

fn check_start(settings: &'static WarpacSettings) -> Result<(), Refusal> {
    if settings.start == DEPLOY {
        return Ok(());
    }
    match start_of::<WarpacOfFile>(settings, settings.start)?.is_deploying() {
        true => {
            let reason = format!("a deployment begins with \"{DEPLOY}\", not with a FEN");
            Err(Refusal::of_start(reason))
        }
        false => Ok(()),
    }
}
