//! Time of a probe of endgame tables whose block is in the cache: random positions of each class, the best of many rounds.
//!
//!     cargo run --release --bin probes -- pacific-a DIR

use std::error::Error;
use std::sync::Arc;
use std::time::Instant;
use strategos::game::Rng;
use strategos::games::{Playable, Variant, Visitor};
use strategos::search::{TableListener, TableNotice};
use strategos::tablebase::open;

/// Positions of each class: their blocks fit into the cache.
const POSITIONS: usize = 2_000;
const ROUNDS: usize = 200;
const MOST_PIECES: u32 = 9;

struct Measure {
    variant: Variant,
    folders: String,
}

impl Visitor for Measure {
    type Output = Result<(), Box<dyn Error>>;

    fn visit<G: Playable>(self, rules: G::Rules) -> Self::Output {
        let listener: TableListener = Arc::new(|notice: TableNotice<'_>| {
            let (TableNotice::Opened(line) | TableNotice::Fault(line)) = notice;
            eprintln!("{line}");
        });
        let tables = open::<G>(self.variant, rules, &self.folders, &listener).ok_or("no tables")?;
        let endings = G::CAPABILITIES.endings.ok_or("no endings")?;
        let mut rng = Rng::new(1);
        for class in endings.classes(rules, MOST_PIECES) {
            let count = endings.slices(class) * endings.slice_size(class);
            let numbers = std::iter::repeat_with(|| rng.number() % count).take(2 * POSITIONS);
            let games: Vec<G> = numbers
                .filter_map(|index| endings.position(rules, class, index))
                .filter(|game| game.outcome().is_none() && tables.probe(game).is_some())
                .take(POSITIONS)
                .collect();
            if games.is_empty() {
                continue;
            }
            let mut best = f64::INFINITY;
            for _ in 0..ROUNDS {
                let begin = Instant::now();
                let found = games.iter().filter(|game| tables.probe(game).is_some()).count();
                best = best.min(begin.elapsed().as_secs_f64() * 1e9 / found as f64);
            }
            println!("{}: {best:.0} ns", endings.name(class));
        }
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [variant, folders] = words.as_slice() else { return Err("probes VARIANT FOLDERS".into()) };
    let variant = Variant::from_name(variant).ok_or("there is no such variant")?;
    variant.visit(Measure { variant, folders: folders.clone() })
}
