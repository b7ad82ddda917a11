//! The positions that `bench` searches: the start, and five from random games, from openings to endings.

use super::GameKind;

/// The positions for a game and a number of players. A variant of a file has those of the variant that it extends.
pub(super) const fn positions(kind: Option<GameKind>, players: usize) -> &'static [&'static str] {
    match (kind, players) {
        (Some(GameKind::Azacru), 2) => AZACRU_2,
        (Some(GameKind::Azacru), 3) => AZACRU_3,
        (Some(GameKind::Azacru), _) => AZACRU_4,
        (Some(GameKind::Shacru), 2) => SHACRU_2,
        (Some(GameKind::Shacru), 3) => SHACRU_3,
        (Some(GameKind::Shacru), _) => SHACRU_4,
        (_, 2) => PACRU_2,
        (_, 3) => PACRU_3,
        _ => PACRU_4,
    }
}

const PACRU_2: &[&str] = &[
    "4B43W5/9/B27B6/9/9/9/W27W6/9/B13W04 w - 0 1",
    "4B44/9/9/2w3W4B5*1/1W0bB2*3W01/6ww1/3b5/3B2W04/9 b - 0 8",
    "b5wW6W0/9/9/1bw6/1B4*1W1w2wb/2w1b4/1w1W32B32/B44w3/B11b4b1 w - 0 15",
    "w1bw3B21/bW61w3wW4/B7bw1b1b2/bbbwb2ww/w3w2B11/1w7/W5w1b5/B4b1bw3w/W61w6 b - 2 30",
    "W71bB1w3w/b2wwbbb1/1w1w4B0/2w3b2/1W5*4w2/1b1ww1b1w/2b1B21bwb/W7w3b2W1/5w2B3 w - 1 43",
    "B62w2b1B2/wb1wB2*b2W1*/b2b2b2/1w1ww4/wb2bwb2/wbb1b1bw1/W4w2w1b2/bwb1b2W11/B62W4*1bw2 w - 0 38",
];

const PACRU_3: &[&str] = &[
    "2B43R42/9/9/9/B27R6/9/W27W6/9/2B01W01R02 w - 0 1",
    "9/2B0B3*r2w1/1b6W1/2w1R5rw2/8R6/1W17/4b4/3B1rR73/4W04 r - 1 5",
    "w2b3b1/4R6r1B31/W08/1r7/B2w2r3R6/5W6*2w/R5*4r3/2W66/w4bB2b1 w - 2 10",
    "4R62b1/1w1b1rr2/8b/1w1rb1r1B3/3w1bR0bb/4w3w/3bb4/3rR61b2/4wB5*B31b b - 1 20",
    "brB6r2bB0*1/1wrb2w2/3bwrw1r/R5*1rbb1b2/6b1w/1bwr2w2/B42R3*r3w/2b6/1b2bb3 r - 0 20",
    "r1r1wB5*B62/R64rr2/w2rbr3/1r2w2R3w/r2bbr1r1/2ww2r2/2r1rr3/3wbr1r1/rwbb1R41B5*r r - 0 32",
];

const PACRU_4: &[&str] = &[
    "2B41R41G42/9/R27R6/9/B27G6/9/W27W6/9/2B01W01G02 w - 0 1",
    "9/3B31G5*3/4bR33/wR3B1g2rR51/4W72wG6/1W1rwG04/5g3/3B15/4W0b3 b - 1 5",
    "3W05/5b1b1/3w4B2/bR41bR41G7gG4/B2B6R61r1b2/r2r1b1W71/5b3/4g4/G51g5W0 b - 0 12",
    "bw3G63/rB71r2R3g1/1w1gg2r1/3gr3g/2wbR5b1wr/3B1r3r/2bwb2b1/g4gR3gG4/G64rr1B4 r - 0 19",
    "1R0rbr2b1/bW1*7/3bW1*grb1/2wwG7rbrB4*/R4rgwbg3/W6*2wB5rw1r/rw1wbB13/g4g2g/R51wG4*2G52 g - 1 17",
    "W6W0G0g1b1B1b/2wg2G7*2/1gwbw1b1r/1g1g1g2r/1rG72wwgg/wwwgbwbrB3/wbw3r1r/W43bgrgR4/B42R6*rr1R31 w - 1 21",
];

const AZACRU_2: &[&str] = &[
    "4B43W5/9/B27B6/9/9/9/W27W6/9/B13W04 w - 0 1",
    "7W6*1/4B4*4/4B7*1bb1/1B4*7/9/1W1*7/6wwW6/5w2W3*/B18 b - 0 6",
    "9/3b3w1/3bw1W5*2/1b1w1w1B5*1/4wB4*ww1/B6*bb4w1/W2bb6/1B3*W7*w3W5*1/9 b - 0 12",
    "7W6*1/1w1W1*1b3/W7*3B0*1b2/wb3b1b1/wbwB7*w1b2/1wb2wB1*2/1b1bbb1w1/bw1w1ww2/2ww1W2*B2*2 b - 0 18",
    "B0*2bb2b1/2b2b1wB2*/bb3wwb1/5wW2*b1/2b2wW2*B4*b/1b1bww1W1*W2*/b1bbww1wB5*/bwwwwwww1/5ww2 b - 0 23",
    "1W1*1w3W1*1/W0*1wbbbww1/1wbw1wbW2*1/B6*bbwbbbb1/wwwwb2bb/1wwww4/5w2b/1bbbbwwwb/5bbB5*B3* b - 2 29",
];

const AZACRU_3: &[&str] = &[
    "2B43R42/9/9/9/B27R6/9/W27W6/9/2B01W01R02 w - 0 1",
    "4R7*4/3b1r3/4bB2*3/9/B27R6/9/1W2*7/3W7*1R6*W6*w1/2B06 b - 0 4",
    "3B7*5/2b1b1r2/3bB2*2r1/2b3rrr/1b3R5*3/1W1*4ww1/8R5*/1B7*W6*1wwwW2*1/6R02 r - 0 8",
    "3W0*5/2wB2*B0*rB2*2/2wbW0*rR2*2/1bb1r2R3*1/1bw1rW7*wr1/1ww4w1/1b1wrR4*3/1b1w1r3/9 b - 0 12",
    "1www5/W5*2bwr3/3brwR1*2/3r1brr1/1bR5*2B1*rw1/b2rbbwwW3*/B5*1bbbwr1B4*/1w1bwR4*r2/1W4*7 w - 0 15",
    "B6*W1*1b2B1*2/wb1rrR2*3/1bbbbbr2/1bwr1br2/2wb1wB3*2/3rwrrrr/1wwwbrrw1/2wb1r2r/W6*w1ww1W1*1R4* b - 0 17",
];

const AZACRU_4: &[&str] = &[
    "2B41R41G42/9/R27R6/9/B27G6/9/W27W6/9/2B01W01G02 w - 0 1",
    "9/3b1R3*gR7*1/2B5*2G6*3/1R4*5G7*1/B28/9/W25W1*W6*1/3B2*1w3/6G02 w - 0 4",
    "9/1b2r2g1/1b2r3G3*/1R4*2r2R6*W0*/B22b1R3*1G6*w/2W0*bG0*4/1w3gw2/1B7*1b1wgW5*1/2B5*6 r - 0 7",
    "2rR3*4W0*/1rb2rg2/1B5*3G6*rr1/5R6*rG7*w/5gR4*2/1b2gW1*ww1/2bg1wwg1/1W3*G6*B2*1w1g1/4bb2B2* b - 0 10",
    "4b1B1*2/2R6*brrB4*g1/2R2*bbW1*r1g/1rbwwG0*rrg/1B7*w2g1G7*1/1wb3ggr/3b1G5*wg1/3b1wgW3*R4*/2W7*1w4 r - 0 12",
    "6bb1/3brg2b/1W0*2brgr1/1rbb1bgR5*B5*/W0*brw1gB2*r1/wG7*wgw1ggr/1w2rw1g1/B6*bwwrgW2*wG3*/1G6*1gR4*3R3* w - 0 14",
];

const SHACRU_2: &[&str] = &[
    "4B43W5/9/B27B6/9/9/9/W27W6/9/B13W04 w - 0 1",
    "3B1*4W5/2b1B4*4/1b3W7*3/6wB4*1/3W1*3w1/2w4w1/B0*w7/b8/4W04 w - 0 8",
    "6bw1/1bbb1bwB3*1/1W6*wwbwB0*b1/4wb1bB3*/4W7*1W0*2/2W2*2w3/1w2w1ww1/1B1*2w4/9 b - 0 17",
    "1B1*4ww1/b3bwW1*2/b2bwwbbW1*/1bbW4*wb2w/b2B1*w1B3*w1/bbb1W7*2w1/bwww1ww2/b4www1/1B3*7 b - 0 24",
    "2wwwW0*wwB1*/W6*w1b1wbbw/1bbbbbwbw/4bwbwB2*/2wwwbwb1/2wbbwbwb/1bbW4*2wbb/bw3ww1B4*/2www2W3*B4* w - 1 39",
    "B7*wwbbbb2/wbbwb1bbw/W4*b1w1bbw1/bbwwwww2/bbw1w1w1B0*/bwB3*w1W3*1wb/1bww2wwb/2bW6*wwbbW3*/1bbB4*bb3 w - 2 37",
];

const SHACRU_3: &[&str] = &[
    "2B43R42/9/9/9/B27R6/9/W27W6/9/2B01W01R02 w - 0 1",
    "9/3B2*2r2/6R4*2/1B1*7/7R6*1/1wW2*6/1B0*7/1b3R6*1w1/4W02W4*1 w - 0 5",
    "9/3bR6*r3/4brB1*2/W0*bbB3*rbrr1/w2R5*1W0*3/1w3wW6*w1/4wR0*3/3bwr3/4B3*4 w - 0 10",
    "3R6*r4/3b1rrR0*1/3bW6*rrrW7*/3b1wrrw/1bb3ww1/1bbbB2*w1wR2*/1b1bB3*w1r1/1wB3*1w1r2/2wwW2*4 w - 0 15",
    "3rr4/1br2rr1W0*/bR5*1bb1rrw/B5*bb2brwR3*/5bwrW1*/1wwwB0*wbw1/3bwbwrR2*/3bB5*wrw1/4W6*ww2 w - 2 18",
    "B7*rrrr4/rbbbB1*rr2/R4*bbbrbrr1/bbbbrbrrR2*/bb1bR4*br2/bwwbwbr2/b2wbW3*rW6*1/B4*b3W1*r2/9 b - 2 33",
];

const SHACRU_4: &[&str] = &[
    "2B41R41G42/9/R27R6/9/B27G6/9/W27W6/9/2B01W01G02 w - 0 1",
    "9/3B3*R4*1g2/1R2*3G5*1R6*1/9/1B2*6G6/7w1/W21W6*3W5*2/1B7*1w1G7*3/9 b - 0 4",
    "4R44/3bB2*2G3*1/1r2wwW1*2/2rw3r1/1bwr1R6*r2/1wb1R3*G0*1g1/B7*1B4*2gG6*g1/1b1W7*2gW5*1/9 b - 0 8",
    "3G1*1rr2/1bgR6*rg1r1/b1gggr3/br2rr3/bR4*1rG6*ggg1/B6*B3*W6*R4*w4/1bbwG7*w3/bwwbwgww1/B4*1W3*wW2*4 g - 0 13",
    "4R6*rr2/3bR4*G1*gr1/3bggg2/1rbB3*ggB0*G1*1/rbwG5*bbgB3*W1*/rW5*wwbgww1/1r1bW4*wg2/2rbwgww1/3rrrR1*2 r - 3 15",
    "R7*rrrB1*4/R5*rbbrr1gG2*/1brb1rr2/1rbrbbrr1/1R4*b1rrB2*W7*W2*/1bbbwwW1*G5*w/1w1bw1G1*ww/2wbwg2w/2B5*wwwww1 b - 2 20",
];
