//! Networks: their inputs, their files, and the games that train them.

use crate::common::for_every_variant;
use crate::common::network::{network, network_bytes};
use crate::common::program::{Folder, refused, strategos, told};
use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;
use strategos::game::Score;
use strategos::games::Playable;
use strategos::search::{EvalSource, Evaluator, checksum};

for_every_variant! {
    /// Different features have different rows in the view of each seat.
    fn no_two_features_are_seen_as_the_same_row<G>(_rules) {
        let Some(network) = G::network() else { return };
        let shape = network.shape();
        for seat in 0..G::PLAYERS {
            let rows = (0..shape.features).filter_map(|feature| network.row(seat, feature));
            let rows: Vec<usize> = rows.collect();
            assert!(rows.iter().all(|row| *row < shape.rows), "seat {seat}");
            assert_eq!(rows.iter().collect::<HashSet<_>>().len(), rows.len(), "seat {seat}");
        }
    }

    fn positions_have_features_and_outputs_within_their_limits<G>(rules) {
        let Some(network) = G::network() else { return };
        let shape = network.shape();
        for state in crate::common::beginnings::<G>(rules) {
            let features = network.features(&state);
            assert!(features.iter().all(|feature| *feature < shape.features), "{}", state.fen());
            assert!(features.len() <= shape.max_active_features, "{}", state.fen());
            assert!(network.bucket(&state) < shape.buckets, "{}", state.fen());
        }
    }

    /// An unreadable network would be left out without a message to the player.
    fn networks_that_are_built_in_are_read_and_asked<G>(rules) {
        let built_in = G::network().and_then(|network| Some((network, network.built_in()?)));
        if let Some((network, bytes)) = built_in {
            network.read(bytes).expect("a network that can be read");
        }
        let differ = crate::common::beginnings::<G>(rules).iter().any(|state| {
            let value = |eval_source| G::Evaluator::with_eval(&eval_source, state).value(state);
            value(EvalSource::BuiltIn) != value(EvalSource::HandMade)
        });
        assert_eq!(differ, built_in.is_some());
    }

    /// A position is valued by its own clock, even after a position that differs only in the clock.
    fn clocks_count_whatever_was_valued_before<G>(rules) {
        let Some(network) = network::<G>(7, 200) else { return };
        let eval_source = EvalSource::File(Arc::new(network));
        let mut compared = 0;
        for first in crate::common::beginnings::<G>(rules) {
            let mut evaluator = G::Evaluator::with_eval(&eval_source, &first);
            let clocks = [0, 20, 60, 90, 150, 199, 350, 399];
            for state in clocks.iter().filter_map(|clock| with_clock(&first, rules, *clock)) {
                evaluator.restart(&state);
                let fresh = G::Evaluator::with_eval(&eval_source, &state).value(&state);
                assert_eq!(evaluator.value(&state), fresh, "{}", state.fen());
                compared += 1;
            }
        }
        assert!(compared >= 8, "{compared}");
    }

    /// The names and sizes of blocks stand for all rows.
    fn the_blocks_of_inputs_are_all_rows<G>(_rules) {
        let Some(network) = G::network() else { return };
        let layout = network.layout();
        let rows = |text: &str| {
            let sizes = text.split(' ').skip(1).map(|block| block.split_once(':').unwrap().1);
            sizes.map(|rows| rows.parse::<usize>().unwrap()).sum::<usize>()
        };
        assert_eq!(rows(&layout), network.shape().rows);
        let names = layout.split(' ').map(|block| block.split(':').next());
        assert_eq!(names.clone().collect::<HashSet<_>>().len(), names.count());
        let Some(policy) = G::POLICY else { return };
        let (inputs, actions) = (policy.policy_layout(), policy.action_feature_count());
        let (inputs, blocks) = inputs.split_once(" actions ").unwrap();
        assert_eq!(inputs, layout);
        assert_eq!(rows(&format!("actions {blocks}")), actions);
    }

    /// A network of the right size whose blocks have another order or another meaning.
    fn a_network_for_other_inputs_is_refused<G>(_rules) {
        let Some(network) = G::network() else { return };
        let bytes = network_bytes::<G>(3, 0).unwrap();
        let layout = network.layout();
        let mut blocks: Vec<&str> = layout.split(' ').collect();
        blocks.swap(1, 2);
        let swapped = with_layout(&bytes, &layout, &blocks.join(" "));
        let error = network.read(&swapped).expect_err("another order").to_string();
        let difference = format!("part 2 of the layout is {}, where {}", blocks[1], blocks[2]);
        assert!(error.contains(&difference), "{error}");
        let longer = with_layout(&bytes, &layout, &format!("{layout} more:1"));
        let error = network.read(&longer).expect_err("more inputs").to_string();
        assert!(error.ends_with("is more:1, where its end is wanted"), "{error}");
        let shorter = with_layout(&bytes, &layout, "squared-clipped");
        assert!(network.read(&shorter).is_err());
        assert!(network.read(&with_layout(&bytes, &layout, "")).is_err());
    }

    /// Files of the version before have no layout, and are read by their size.
    fn networks_of_version_1_are_read<G>(_rules) {
        let Some(network) = G::network() else { return };
        let bytes = network_bytes::<G>(3, 0).unwrap();
        let behind = 8 + 16 + 2 + network.layout().len();
        let old = [b"STRGNET1", &bytes[8..24], &bytes[behind..]].concat();
        assert!(network.read(&summed(old)).is_ok());
    }

    /// Reading a damaged network gives an error, wherever the damage is.
    fn a_damaged_network_is_refused<G>(_rules) {
        let Some(network) = G::network() else { return };
        let whole = network_bytes::<G>(3, 0).unwrap();
        assert!(network.read(&whole).is_ok());
        let lengths = (0..64).chain((64..whole.len()).step_by(whole.len() / 50));
        for length in lengths {
            let error = network.read(&whole[..length]).expect_err("it is cut off");
            let error = error.to_string();
            assert!(error.contains("cut off") || error.contains("STRGNET2"), "{length}: {error}");
        }
        for place in (0..whole.len()).step_by(whole.len() / 50) {
            let mut damaged = whole.clone();
            damaged[place] ^= 0x40;
            assert!(network.read(&damaged).is_err(), "byte {place}");
        }
        let longer = [whole.as_slice(), &[0]].concat();
        assert!(network.read(&longer).is_err());
    }

    fn weights_that_would_overflow_are_refused<G>(_rules) {
        let Some(network) = G::network() else { return };
        let mut bytes = network_bytes::<G>(3, 0).unwrap();
        // The last weight of the second layer comes before the parts, biases and checksum of all outputs.
        let at = bytes.len() - 4 - 8 * network.shape().buckets - 2;
        bytes[at..at + 2].copy_from_slice(&128i16.to_le_bytes());
        let error = network.read(&summed(bytes)).expect_err("a weight is too great").to_string();
        assert!(error.contains("127"), "{error}");
    }
}

/// The network with another layout.
fn with_layout(bytes: &[u8], layout: &str, other: &str) -> Vec<u8> {
    let rest = &bytes[8 + 16 + 2 + layout.len()..];
    let length = (other.len() as u16).to_le_bytes();
    summed([&bytes[..24], &length, other.as_bytes(), rest].concat())
}

/// The file with the right checksum at its end.
fn summed(mut bytes: Vec<u8>) -> Vec<u8> {
    let end = bytes.len() - 4;
    let sum = checksum(&bytes[..end]);
    bytes[end..].copy_from_slice(&sum.to_le_bytes());
    bytes
}

/// The position with another halfmove clock, the last field but one of its FEN. Returns `None` if the FEN is refused
/// or the game is over.
fn with_clock<G: Playable>(state: &G, rules: G::Rules, clock: u32) -> Option<G> {
    let fen = state.fen();
    let mut fields: Vec<&str> = fen.split(' ').collect();
    let clock = clock.to_string();
    let place = fields.len() - 2;
    fields[place] = &clock;
    G::from_fen(rules, &fields.join(" ")).ok().filter(|state| state.outcome().is_none())
}

/// A position with exchanged sides has the same value for the player to move.
#[test]
fn who_sits_where_makes_no_difference_where_the_board_makes_none() {
    fn check<G: Playable>(rules: G::Rules, pairs: &[[&str; 2]]) {
        let eval_source = EvalSource::File(Arc::new(network::<G>(5, 0).unwrap()));
        for pair in pairs {
            let values = pair.map(|fen| {
                let state = G::from_fen(rules, fen).unwrap();
                G::Evaluator::with_eval(&eval_source, &state).value(&state)
            });
            assert_eq!(values[0], values[1], "{pair:?}");
            assert_ne!(values[0], Score::DRAW, "{pair:?}");
        }
    }
    use strategos::games::pacific::TypeA;
    use strategos::games::{pacific::PacificA, pacru::Azacru, pacru::Meeting, pacru::Pacru};
    check::<PacificA>(
        TypeA,
        &[
            [
                "c4c3c2c1/p4p3p2p1/p4p3p2p1/4/4/P1P2P3P4/P1P2P3P4/C1C2C3C4 w 0 1",
                "c4c3c2c1/p4p3p2p1/p4p3p2p1/4/4/P1P2P3P4/P1P2P3P4/C1C2C3C4 b 0 1",
            ],
            ["2c2c1/1p22/4/1p12/1P32/2C31/4/4 w 0 1", "4/4/1c32/2p31/2P11/4/2P21/C1C22 b 0 1"],
        ],
    );
    check::<Pacru<2>>(
        Meeting::Tournament,
        &[
            [
                "4B43W5/9/B27B6/9/9/9/W27W6/9/B13W04 w - 0 1",
                "4B43W5/9/B27B6/9/9/9/W27W6/9/B13W04 b - 0 1",
            ],
            [
                "4B43W5/9/B27B6/9/9/9/W27W6/w8/B13W04 w - 0 1",
                "4B43W5/8b/B27B6/9/9/9/W27W6/9/B13W04 b - 0 1",
            ],
        ],
    );
    check::<Azacru<4>>(
        (),
        &[
            [
                "2B41R41G42/9/R27R6/9/B27G6/9/W27W6/9/2B01W01G02 w - 0 1",
                "2B41R41G42/9/R27R6/9/B27G6/9/W27W6/9/2B01W01G02 b - 0 1",
            ],
            [
                "2B41R41G42/9/R27R6/9/B27G6/9/W27W6/9/2B01W01G02 w - 0 1",
                "2B41R41G42/9/R27R6/9/B27G6/9/W27W6/9/2B01W01G02 g - 0 1",
            ],
        ],
    );
}

fn datagen(variant: &str, games: &str, threads: &str, out: &str) -> String {
    let play = ["datagen", variant, "--nodes", "60", "--seed", "5", "--games", games];
    told(&[&play[..], &["--threads", threads, "--out", out]].concat())
}

#[test]
fn games_depend_on_the_seed_alone_and_go_on_after_a_kill() {
    let folder = Folder::new("datagen");
    let [one, two, cut] = ["one", "two", "cut"].map(|name| folder.file(name));
    datagen("shacru3", "4", "1", &one);
    datagen("shacru3", "4", "3", &two);
    let whole = std::fs::read(&one).unwrap();
    assert_eq!(whole, std::fs::read(&two).unwrap());
    for length in [whole.len() - 1, whole.len() / 2] {
        std::fs::write(&cut, &whole[..length]).unwrap();
        datagen("shacru3", "4", "2", &cut);
        assert_eq!(whole, std::fs::read(&cut).unwrap(), "cut to {length} bytes");
    }
}

#[test]
fn games_begin_from_the_openings_of_a_file_in_turn_and_are_broken_off() {
    let folder = Folder::new("openings");
    let [openings, games, cut] = ["o", "g", "c"].map(|name| folder.file(name));
    let fens = {
        let epd = include_str!("../scripts/openings/pacific-a.epd");
        let lines: Vec<&str> = epd.lines().filter(|line| !line.starts_with('#')).collect();
        let fen = |line: &str| line.split(" ce ").next().unwrap().to_string();
        std::fs::write(&openings, format!("# two\n{}\n\n{}\n", fen(lines[0]), lines[1])).unwrap();
        [fen(lines[0]), fen(lines[1])]
    };
    let play = |games: &str, out: &str| {
        let fixed =
            ["datagen", "pacific-a", "--nodes", "60", "--turns", "7", "--openings", &openings];
        told(&[&fixed[..], &["--games", games, "--out", out]].concat())
    };
    play("6", &games);
    let text = told(&["datagen", "--show", &games]);
    let begun: Vec<&str> =
        text.lines().filter_map(|line| Some(line.split_once(" fen ")?.1)).collect();
    assert_eq!(begun, fens.iter().cycle().take(6).collect::<Vec<_>>());
    assert!(!text.lines().any(|line| line.starts_with("8 ")), "seven turns: {text}");
    assert!(text.lines().any(|line| line.starts_with("7 ")), "{text}");
    let of_first: Vec<&str> = text.split("game ").skip(1).step_by(2).collect();
    assert!(of_first[1..].iter().any(|game| game[1..] != of_first[0][1..]), "all games are alike");

    play("3", &cut);
    play("6", &cut);
    assert_eq!(std::fs::read(&games).unwrap(), std::fs::read(&cut).unwrap());

    std::fs::write(&openings, "8/8 w\n").unwrap();
    let refuse = ["datagen", "pacific-a", "--openings", &openings, "--out", &games];
    assert!(refused(&refuse).contains("line 1"), "no FEN");
    std::fs::write(&openings, "# nothing\n").unwrap();
    assert!(refused(&refuse).contains("no openings"));
}

#[test]
fn turns_stray_from_the_best_where_that_is_asked_for() {
    let folder = Folder::new("stray");
    let [best, strayed, war, samples] = ["b", "t", "w", "s"].map(|name| folder.file(name));
    datagen("pacific-a", "3", "1", &best);
    let play = ["datagen", "pacific-a", "--nodes", "60", "--seed", "5", "--stray", "50"];
    let more = |games: &str| {
        told(&[&play[..], &["--games", games, "--out", &strayed]].concat());
    };
    more("2");
    more("3");
    let shown = |path: &str| {
        let text = told(&["datagen", "--show", path]);
        text.lines().skip(1).map(str::to_string).collect::<Vec<_>>()
    };
    assert_ne!(shown(&best), shown(&strayed));
    let error = refused(&[&play[..5], &["5", "--games", "4", "--out", &strayed]].concat());
    assert!(error.contains("stray 50"), "{error}");

    // Whole turns with one random action are written too. Turns that were not searched give no samples.
    let play = ["datagen", "gameofwar", "--nodes", "60", "--turns", "4", "--stray", "100"];
    told(&[&play[..], &["--games", "2", "--out", &war]].concat());
    assert!(shown(&war).iter().any(|turn| turn.contains(",end ")), "{:?}", shown(&war));
    assert_eq!(told(&["samples", &war, "--out", &samples]).trim(), "0 samples");
}

#[test]
fn files_of_games_are_shown_shuffled_and_turned_into_samples() {
    let folder = Folder::new("samples");
    let [games, mixed, samples, fens] = ["g", "m", "s", "f"].map(|name| folder.file(name));
    datagen("pacific-b", "5", "1", &games);
    let text = told(&["datagen", "--show", &games]);
    assert_eq!(text.lines().filter(|line| line.starts_with("game ")).count(), 5, "{text}");
    let quiet = text.lines().filter(|line| line.ends_with('*')).count();
    assert_eq!(
        told(&["samples", &games, "--out", &samples, "--fens", &fens]).trim(),
        format!("{quiet} samples")
    );
    assert_eq!(std::fs::read_to_string(&fens).unwrap().lines().count(), quiet);
    told(&["datagen", "--shuffle", &games, "--out", &mixed]);
    let sorted = |path: &Path| {
        let text = told(&["datagen", "--show", path.to_str().unwrap()]);
        let mut turns: Vec<String> = text.lines().skip(1).map(str::to_string).collect();
        turns.retain(|line| !line.starts_with("game "));
        turns.sort();
        turns
    };
    assert_eq!(sorted(Path::new(&mixed)), sorted(Path::new(&games)));
}

#[test]
fn a_game_without_a_network_refuses_files_of_networks_and_gives_no_samples() {
    let folder = Folder::new("without");
    let [games, file, out] = ["g", "n", "s"].map(|name| folder.file(name));
    std::fs::write(&file, network_bytes::<strategos::games::pacific::PacificA>(9, 0).unwrap())
        .unwrap();
    let play = ["datagen", "warpac", "--nodes", "60", "--games", "1", "--turns", "3"];
    told(&[&play[..], &["--out", &games]].concat());
    for arguments in [
        &[&play[..], &["--network", &file, "--out", &out]].concat()[..],
        &["samples", &games, "--out", &out],
    ] {
        assert!(refused(arguments).contains("warpac has no network"), "{arguments:?}");
    }
    let set = format!("setoption name EvalFile value {file}");
    let text =
        String::from_utf8(strategos(&["setoption name UCI_Variant value warpac", &set]).stdout)
            .unwrap();
    assert!(text.contains("this game has no network"), "{text}");
    assert_eq!(names(&folder), ["g", "n"]);
}

/// The names of the files in the folder, in order.
fn names(folder: &Folder) -> Vec<String> {
    let files = std::fs::read_dir(folder.file("")).unwrap();
    let mut names: Vec<String> =
        files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// The games of a file as text, without the line that says how they were made.
fn shown(path: &str) -> Vec<String> {
    let text = told(&["datagen", "--show", path]);
    text.lines().skip(1).map(str::to_string).collect()
}

#[test]
fn positions_of_games_are_searched_again() {
    let folder = Folder::new("relabel");
    let [games, same, third, deeper] = ["g", "s", "t", "d"].map(|name| folder.file(name));
    datagen("pacific-b", "4", "1", &games);
    let relabel = |arguments: &[&str]| told(&[&["relabel", &games], arguments].concat());
    let quiet = |path: &str| shown(path).iter().filter(|line| line.ends_with('*')).count();

    // The same search finds the same scores, and labels the same positions.
    let said = relabel(&["--nodes", "60", "--threads", "2", "--out", &same]);
    assert!(said.starts_with(&format!("4 games, {} new positions", quiet(&games))), "{said}");
    assert_eq!(shown(&same), shown(&games));

    relabel(&["--nodes", "60", "--every", "3", "--out", &third]);
    let third_part = quiet(&third) as f64 / quiet(&games) as f64;
    assert!((0.2..0.5).contains(&third_part), "{third_part}");

    relabel(&["--nodes", "500", "--changed", "50", "--out", &deeper]);
    let scores = |path: &str| {
        let turns = shown(path).into_iter().filter(|line| !line.starts_with("game "));
        let score = |line: String| line.split(' ').nth(2).unwrap().parse::<i32>().unwrap();
        turns.map(|line| (line.ends_with('*'), score(line))).collect::<Vec<_>>()
    };
    let (before, after) = (scores(&games), scores(&deeper));
    let kept = before.iter().zip(&after).filter(|(_, (is_quiet, _))| *is_quiet);
    let changes: Vec<i32> = kept.map(|((_, old), (_, new))| (old - new).abs()).collect();
    assert!(!changes.is_empty() && changes.iter().all(|change| *change >= 50), "{changes:?}");
    assert!(changes.len() < before.len() / 2, "{changes:?}");
}

#[test]
fn a_search_of_old_games_goes_on_after_a_kill() {
    let folder = Folder::new("relabel-cut");
    let [games, out, damaged] = ["g", "o", "d"].map(|name| folder.file(name));
    datagen("azacru", "3", "1", &games);
    let relabel = ["relabel", &games, "--nodes", "80", "--hand", "--out", &out];
    told(&relabel);
    let whole = std::fs::read(&out).unwrap();
    std::fs::write(&out, &whole[..whole.len() / 2]).unwrap();
    told(&relabel);
    assert_eq!(std::fs::read(&out).unwrap(), whole);
    let error = refused(&[&relabel[..], &["--every", "2"]].concat());
    assert!(error.contains("every 2"), "{error}");
    let error = refused(&["relabel", &games, "--out", &games]);
    assert!(error.contains("one of the other files"), "{error}");
    let bytes = std::fs::read(&games).unwrap();
    std::fs::write(&damaged, &bytes[..bytes.len() - 5]).unwrap();
    let error = refused(&["relabel", &damaged, "--nodes", "80", "--out", &folder.file("x")]);
    assert!(error.contains("is cut off (game 3, byte"), "{error}");
}

#[test]
fn a_file_that_is_cut_off_is_refused_until_it_is_mended() {
    let folder = Folder::new("cut");
    let [games, samples, mixed] = ["g", "s", "m"].map(|name| folder.file(name));
    datagen("azacru", "3", "1", &games);
    let whole = std::fs::read(&games).unwrap();
    std::fs::write(&games, &whole[..whole.len() - 5]).unwrap();
    let sampling = ["samples", &games, "--out", &samples];
    for arguments in [&sampling[..], &["datagen", "--shuffle", &games, "--out", &mixed]] {
        let error = refused(arguments);
        assert!(error.contains("is cut off (game 3, byte") && error.contains(&games), "{error}");
    }
    assert_eq!(names(&folder), ["g"]);
    datagen("azacru", "3", "1", &games);
    assert!(told(&sampling).trim().ends_with("samples"));
    assert_eq!(names(&folder), ["g", "s"]);
}

#[test]
fn what_is_written_of_games_takes_no_place_of_other_files() {
    let folder = Folder::new("places");
    let [games, damaged, samples, fens] = ["g", "d", "s", "f"].map(|name| folder.file(name));
    datagen("azacru3", "2", "1", &games);
    let whole = std::fs::read(&games).unwrap();
    let by_another_way = format!("{}/./g", folder.file(""));
    for arguments in [
        &["--out", &games][..],
        &["--out", &games, "--choices"],
        &["--out", &by_another_way],
        &["--out", &samples, "--fens", &games],
        &["--out", &samples, "--fens", &samples],
    ] {
        let error = refused(&[&["samples", &games], arguments].concat());
        assert!(error.contains("one of the other files"), "{error}");
    }
    assert_eq!((names(&folder), std::fs::read(&games).unwrap()), (vec!["g".to_string()], whole));
    told(&["samples", &games, "--out", "/dev/null", "--fens", "/dev/null"]);

    // The samples of the last run stay if the games turn out to be damaged.
    let mut bytes = std::fs::read(&games).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::write(&damaged, bytes).unwrap();
    told(&["samples", &games, "--out", &samples, "--fens", &fens]);
    let before = [&samples, &fens].map(|path| std::fs::read(path).unwrap());
    refused(&["samples", &damaged, "--out", &samples, "--fens", &fens]);
    refused(&["samples", &damaged, "--out", &samples, "--choices"]);
    assert_eq!([&samples, &fens].map(|path| std::fs::read(path).unwrap()), before);
    assert_eq!(names(&folder), ["d", "f", "g", "s"]);
}

#[test]
fn what_is_written_of_games_grows_in_no_place_of_other_files() {
    let folder = Folder::new("growing");
    let [games, samples, fens] = ["g", "s", "f"].map(|name| folder.file(name));
    datagen("azacru3", "1", "1", &games);
    let growing = folder.file("s.part");
    std::fs::rename(&games, &growing).unwrap();
    for arguments in [
        &["samples", &growing, "--out", &samples][..],
        &["samples", &growing, "--out", &fens, "--fens", &samples],
    ] {
        assert!(refused(arguments).contains("one of the other files"), "{arguments:?}");
    }
    std::fs::rename(&growing, &games).unwrap();
    for (out, fens) in [(&samples, &growing), (&growing, &samples)] {
        let error = refused(&["samples", &games, "--out", out, "--fens", fens]);
        assert!(error.contains("one of the other files"), "{error}");
    }
    assert_eq!(names(&folder), ["g"]);
}

#[cfg(unix)]
#[test]
fn a_link_stays_one_and_what_it_leads_to_is_written() {
    let folder = Folder::new("links");
    let [games, samples, link] = ["g", "s", "l"].map(|name| folder.file(name));
    datagen("azacru3", "1", "1", &games);
    std::os::unix::fs::symlink(&samples, &link).unwrap();
    std::fs::write(&samples, "other").unwrap();
    told(&["samples", &games, "--out", &link]);
    assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(std::fs::read(&samples).unwrap().starts_with(b"STRGSMP1"));
}

#[test]
fn files_that_are_no_games_or_others_are_refused() {
    let folder = Folder::new("refused");
    let [games, other] = ["games", "other"].map(|name| folder.file(name));
    datagen("azacru", "2", "1", &games);
    let whole = std::fs::read(&games).unwrap();
    let error = refused(&["datagen", "azacru", "--seed", "6", "--games", "3", "--out", &games]);
    assert!(error.contains("seed 5") && error.contains("seed 6"), "{error}");
    assert_eq!(std::fs::read(&games).unwrap(), whole);

    let mut damaged = whole.clone();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    let mut swapped = whole.clone();
    swapped[8..12].reverse();
    for (bytes, reason) in [
        (damaged, "checksum"),
        (swapped, "byte order"),
        (b"STRGDAT2".repeat(4), "version"),
        (Vec::new(), "ends"),
    ] {
        std::fs::write(&other, bytes).unwrap();
        for arguments in
            [&["datagen", "--show", &other][..], &["samples", &other, "--out", "/dev/null"]]
        {
            let error = refused(arguments);
            assert!(error.contains(reason) && error.contains(&other), "{arguments:?}: {error}");
        }
    }
    let missing = folder.file("none");
    assert!(refused(&["datagen", "--show", &missing]).contains(&missing));
}

#[test]
fn a_full_disk_is_an_error_and_leaves_what_was_written() {
    let error =
        refused(&["datagen", "shacru", "--nodes", "20", "--games", "1", "--out", "/dev/full"]);
    assert!(error.contains("/dev/full"), "{error}");
}

#[test]
fn eval_says_what_the_value_would_lose_without_a_piece() {
    let folder = Folder::new("worths");
    let network = folder.file("random.net");
    std::fs::write(&network, network_bytes::<strategos::games::pacific::PacificA>(9, 0).unwrap())
        .unwrap();
    let set = format!("setoption name EvalFile value {network}");
    let eval = |fen: &str| told(&[&set, &format!("position fen {fen}"), "eval"]);
    let value = |text: &str| -> i32 {
        let line = text.lines().rfind(|line| line.contains("to move:")).unwrap();
        line.rsplit(' ').next().unwrap().parse().unwrap()
    };
    // The Kamikaze on a7 does not change the features of the other pieces.
    let with = eval("1c12/k2p1/4/4/1P22/4/4/1C22 w 0 1");
    let without = eval("1c12/3p1/4/4/1P22/4/4/1C22 w 0 1");
    let words: Vec<&str> = with.split_whitespace().collect();
    let place = words.iter().position(|word| *word == "a7").expect(&with);
    assert_eq!(words[place + 1].parse(), Ok(value(&with) - value(&without)), "{with}");
    assert!(words.contains(&"c1") && words.contains(&"d4"), "{with}");

    let by_hand = told(&["setoption name Evaluation value hand", "position startpos", "eval"]);
    assert!(!by_hand.contains("without each piece"), "{by_hand}");
}

#[test]
fn a_network_from_a_file_values_positions_until_it_is_taken_away() {
    let folder = Folder::new("evalfile");
    let [right, wrong] = ["right.net", "wrong.net"].map(|name| folder.file(name));
    use strategos::games::{pacific::PacificA, pacific::PacificB};
    std::fs::write(&right, network_bytes::<PacificA>(9, 0).unwrap()).unwrap();
    std::fs::write(&wrong, network_bytes::<PacificB>(9, 0).unwrap()).unwrap();
    let value =
        |text: &str| text.lines().rfind(|line| line.contains("to move:")).map(str::to_string);
    let eval = |options: &[&str]| told(&[options, &["position startpos", "eval"]].concat());
    let set = format!("setoption name EvalFile value {right}");
    let plain = eval(&[]);
    let random = eval(&[&set]);
    assert_ne!(value(&plain), value(&random));
    let by_hand = "setoption name Evaluation value hand";
    assert_eq!(value(&eval(&[&set, by_hand])), value(&eval(&[by_hand])));
    assert_eq!(value(&eval(&[&set, "setoption name EvalFile value <empty>"])), value(&plain));

    let set_wrong = format!("setoption name EvalFile value {wrong}");
    let lines = [&set, &set_wrong, "position startpos", "eval"];
    let output = strategos(&lines);
    let text = String::from_utf8(output.stdout).unwrap();
    let error = text.lines().find(|line| line.contains("error")).unwrap_or_default();
    assert!(error.contains("pacific-b") && error.contains(&wrong), "{text}");
    assert_eq!(value(&text), value(&random), "the network before it stays");
}

/// A device has no end. It is refused before it is read.
#[cfg(unix)]
#[test]
fn what_is_no_file_is_no_network() {
    for path in ["/dev/null", "/"] {
        let text = String::from_utf8(
            strategos(&[&format!("setoption name EvalFile value {path}")]).stdout,
        );
        let wanted = format!("info string error: {path}: is no file of a network");
        assert!(text.as_ref().is_ok_and(|text| text.contains(&wanted)), "{text:?}");
    }
}
