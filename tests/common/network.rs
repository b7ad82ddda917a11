//! Networks with random weights. They know nothing, but the engine uses them like any other network.

use strategos::game::Rng;
use strategos::games::Playable;
use strategos::search::{InputShape, Network, checksum};

const HIDDEN: usize = 32;

/// The bytes of a network for `G`; `None` for a game without a network. `hand` is the weight of the hand-made
/// evaluation, in 1/256.
pub fn network_bytes<G: Playable>(seed: u64, hand: i32) -> Option<Vec<u8>> {
    let support = G::network()?;
    let InputShape { name, rows, buckets, .. } = support.shape();
    let mut rng = Rng::new(seed);
    let mut bytes = b"STRGNET2".to_vec();
    let mut name = name.as_bytes().to_vec();
    name.resize(16, 0);
    bytes.extend(name);
    let layout = support.layout();
    bytes.extend((layout.len() as u16).to_le_bytes());
    bytes.extend(layout.bytes());
    bytes.extend([G::PLAYERS as u8, buckets as u8]);
    bytes.extend((HIDDEN as u16).to_le_bytes());
    bytes.extend((rows as u32).to_le_bytes());
    bytes.extend(100i32.to_le_bytes());
    bytes.extend(255i16.to_le_bytes());
    bytes.extend(64i16.to_le_bytes());
    let first = (rows + 1) * HIDDEN;
    let second = buckets * G::PLAYERS * HIDDEN;
    for (count, most) in [(first, 80), (second, 127)] {
        for _ in 0..count {
            let weight = rng.below(2 * most + 1) as i16 - most as i16;
            bytes.extend(weight.to_le_bytes());
        }
    }
    bytes.extend([hand; 1].repeat(buckets).iter().flat_map(|part| part.to_le_bytes()));
    bytes.extend([777i32; 1].repeat(buckets).iter().flat_map(|bias| bias.to_le_bytes()));
    let sum = checksum(&bytes);
    bytes.extend(sum.to_le_bytes());
    Some(bytes)
}

/// The network of [`network_bytes`].
pub fn network<G: Playable>(seed: u64, hand: i32) -> Option<Network> {
    let bytes = network_bytes::<G>(seed, hand)?;
    Some(G::network()?.read(&bytes).expect("a whole network"))
}
