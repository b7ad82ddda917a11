//! What the rules look up of the settings: constants for the built-in variant, tables in memory for variants of files.

use super::board::{Lines, Square, Terrain};
use super::map::{GroundMap, read_map};
use super::settings::{FireStops, GameOfWarSettings};
use super::units::Army;
use crate::game::Settings;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Mutex, PoisonError};

/// The settings of a type of [`War`](super::War), with the tables that follow from them.
pub trait GameOfWarRules: Settings<GameOfWarSettings> {
    /// Whether they are those of the built-in variant.
    const IS_BUILT_IN: bool;
    /// The units of a side.
    fn army(self) -> &'static Army;
    /// South's two arsenals, then North's two, in the order of squares.
    fn arsenals(self) -> &'static [Square; 4];
    /// The ground.
    fn terrain(self) -> &'static Terrain;
    /// The lines of fire and support, as far as terrain ends them.
    fn fire(self) -> &'static Lines;
}

/// The settings of the built-in variant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Standard;

const STANDARD_MAP: GroundMap = match read_map(GameOfWarSettings::STANDARD.map) {
    Ok(map) => map,
    Err(_) => unreachable!(),
};
const STANDARD_ARMY: Army = Army::of(&GameOfWarSettings::STANDARD);
static STANDARD_TERRAIN: Terrain = Terrain::of(
    STANDARD_MAP,
    GameOfWarSettings::STANDARD.pass_defence,
    GameOfWarSettings::STANDARD.fortress_defence,
);

impl Settings<GameOfWarSettings> for Standard {
    #[inline(always)]
    fn get(self) -> &'static GameOfWarSettings {
        &GameOfWarSettings::STANDARD
    }
}

impl GameOfWarRules for Standard {
    const IS_BUILT_IN: bool = true;

    #[inline(always)]
    fn army(self) -> &'static Army {
        &STANDARD_ARMY
    }

    #[inline(always)]
    fn arsenals(self) -> &'static [Square; 4] {
        &STANDARD_MAP.arsenals
    }

    #[inline(always)]
    fn terrain(self) -> &'static Terrain {
        &STANDARD_TERRAIN
    }

    #[inline(always)]
    fn fire(self) -> &'static Lines {
        &STANDARD_TERRAIN.lines
    }
}

/// The settings of a file, in memory.
#[derive(Clone, Copy)]
pub struct LoadedRules(&'static Tables);

struct Tables {
    settings: GameOfWarSettings,
    army: Army,
    terrain: Terrain,
    /// Set if mountains stop no fire.
    open: Option<Lines>,
}

impl From<&'static GameOfWarSettings> for LoadedRules {
    /// Equal settings share their tables, which are never freed. The map is kept in its shortest form. A text that is no
    /// map stands for the built-in one: the check of the switches has refused it.
    fn from(settings: &'static GameOfWarSettings) -> Self {
        static KEPT: Mutex<Vec<&'static Tables>> = Mutex::new(Vec::new());
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        let map = read_map(settings.map).unwrap_or(STANDARD_MAP);
        let text = map.text();
        let is_same = |known: &&&Tables| {
            known.settings == GameOfWarSettings { map: known.settings.map, ..*settings }
                && known.settings.map == text
        };
        if let Some(known) = kept.iter().find(is_same) {
            return Self(known);
        }
        let mountains_stop = matches!(
            settings.fire_stopped_by,
            FireStops::Mountains | FireStops::MountainsAndEnemies
        );
        let tables: &'static Tables = Box::leak(Box::new(Tables {
            settings: GameOfWarSettings { map: text.leak(), ..*settings },
            army: Army::of(settings),
            terrain: Terrain::of(map, settings.pass_defence, settings.fortress_defence),
            open: (!mountains_stop).then(Lines::open),
        }));
        kept.push(tables);
        Self(tables)
    }
}

impl Settings<GameOfWarSettings> for LoadedRules {
    #[inline(always)]
    fn get(self) -> &'static GameOfWarSettings {
        &self.0.settings
    }
}

impl GameOfWarRules for LoadedRules {
    const IS_BUILT_IN: bool = false;

    #[inline(always)]
    fn army(self) -> &'static Army {
        &self.0.army
    }

    #[inline(always)]
    fn arsenals(self) -> &'static [Square; 4] {
        &self.0.terrain.map.arsenals
    }

    #[inline(always)]
    fn terrain(self) -> &'static Terrain {
        &self.0.terrain
    }

    #[inline(always)]
    fn fire(self) -> &'static Lines {
        self.0.open.as_ref().unwrap_or(&self.0.terrain.lines)
    }
}

/// Equal settings have one address.
impl PartialEq for LoadedRules {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for LoadedRules {}

impl Hash for LoadedRules {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.settings.hash(state);
    }
}

impl fmt::Debug for LoadedRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.settings.fmt(f)
    }
}
