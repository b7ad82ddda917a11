//! Files of variants, right and wrong ones.

#![allow(clippy::unwrap_used)]

use super::*;
use crate::game::SwitchValue;
use std::fs;

/// The faults of a text, one a line.
fn faults(text: &str) -> String {
    let found = add(Path::new("my.toml"), text).unwrap_err();
    found.iter().map(|fault| format!("{fault}\n")).collect()
}

#[test]
fn a_variant_has_the_switches_that_it_sets_and_those_of_what_it_extends() {
    let text = r#"
[file-second]
extends = "file-first"
attack_rows = 4

[file-first]
extends = "pacific-b"
description = "A first one"
advance_rows = 5
kamikaze_lost_with = "all"
"#;
    let added = add(Path::new("my.toml"), text).unwrap();
    assert_eq!(added.iter().map(Variant::name).collect::<Vec<_>>(), ["file-second", "file-first"]);
    let second = added[0];
    assert_eq!(second.parent(), Variant::PACIFIC_B);
    let value =
        |key: &str| second.settings().into_iter().find(|setting| setting.key == key).unwrap().value;
    assert_eq!(value("advance_rows"), SwitchValue::Number(5));
    assert_eq!(value("attack_rows"), SwitchValue::Number(4));
    assert_eq!(value("kamikaze_lost_with"), SwitchValue::Text("all".to_string()));
    assert_eq!(value("draw_plies"), SwitchValue::Number(100));
    assert_eq!(added[1].origin().unwrap().description(), "A first one");
    assert_eq!(add(Path::new("other.toml"), text), Ok(added), "the same file may be read again");

    let more = "[file-third]\nextends = \"file-second\"\ndraw_plies = 7\n";
    let third = add(Path::new("more.toml"), more).unwrap()[0];
    assert_eq!(third.origin().unwrap().changes().len(), 4, "it extends one of a file before");
}

#[test]
fn every_fault_of_a_file_is_told_with_its_line() {
    let text = r#"colour = 3
[file-wrong]
extends = "pacifc-a"
advance_rows = 4

[file-keys]
extends = "pacific-a"
advance_row = 4
attack_rows = 9
kamikaze_lost_with = "carrier"
draw_plies = "many"
attack_is_compulsory = 1
promoted_attacks_on = [true]
weather = 1

[pacru]
extends = "pacific-a"

[File_Name]
extends = "pacific-a"

[file-none]
draw_plies = 9

[file-start]
extends = "pacific-a"
start = "c4c3c2c1/4/4/4/4/4/4/C1C2C3 w 0 1"

[file-over]
extends = "pacific-a"
start = "c13/4/4/4/4/4/4/C13 w 0 1"

[file-type]
extends = 3
description = 4

[file-child]
extends = "file-wrong"
draw_plies = 5

[file-other]
extends = "toy"
purse = 3

[file-long]
extends = "pacific-a"
draw_plies = 99999999999999999999
start = "a
b"
"#;
    let told = faults(text);
    let expected = [
        "my.toml:1: colour: expected a table [NAME] of a variant (integer)",
        "my.toml:3: variant file-wrong: key extends: unknown variant (pacifc-a): did you mean \
         pacific-a?",
        "my.toml:8: variant file-keys: unknown key (advance_row): did you mean advance_rows?",
        "my.toml:9: variant file-keys: key attack_rows: expected a whole number from 0 to 6 (9)",
        "my.toml:10: variant file-keys: key kamikaze_lost_with: expected one of \"none\", \
         \"carriers\", \"all\" (\"carrier\"): did you mean carriers?",
        "my.toml:11: variant file-keys: key draw_plies: expected a whole number from 1 to 1000 \
         (\"many\")",
        "my.toml:12: variant file-keys: key attack_is_compulsory: expected true or false (1)",
        "my.toml:13: variant file-keys: key promoted_attacks_on: expected a whole number, true or \
         false, or text (a value of type array)",
        "my.toml:14: variant file-keys: unknown key (weather): the keys are extends, description, \
         advance_rows, attack_rows, attack_is_compulsory, kamikaze_lost_with, \
         promoted_attacks_on, draw_plies, start",
        "my.toml:16: variant pacru: this is the name of a built-in variant: choose another one",
        "my.toml:19: variant File_Name: a name is 1 to 31 small letters, digits and hyphens",
        "my.toml:22: variant file-none: expected the key extends with the name of a variant",
        "my.toml:27: variant file-start: key start: ",
        "my.toml:31: variant file-over: key start: the game is over at the start: ",
        "my.toml:34: variant file-type: key extends: expected the name of a variant (3)",
        "my.toml:35: variant file-type: key description: expected text (4)",
        "my.toml:43: variant file-other: unknown key (purse): a file can set nothing in the game \
         of toy",
        "my.toml:47: variant file-long: key draw_plies: is too great (99999999999999999999)",
        "my.toml:48: invalid basic string",
    ];
    for line in expected {
        assert!(told.contains(line), "{line}\nis not in\n{told}");
    }
    assert_eq!(told.matches("my.toml:48: ").count(), 1, "a line that cannot be read is told once");
    assert!(!told.contains("file-child"), "only the fault of its parent is told:\n{told}");
    assert_eq!(Variant::from_name("file-child"), None);
}

#[test]
fn a_cycle_is_told_once() {
    let told = faults(
        "[file-a]\nextends = \"file-b\"\n[file-b]\nextends = \"file-c\"\n\
         [file-c]\nextends = \"file-b\"\n[file-d]\nextends = \"file-a\"\n\
         [file-self]\nextends = \"file-self\"\n",
    );
    assert_eq!(
        told,
        "my.toml:4: variant file-b: key extends: a cycle (file-b extends file-c extends file-b)\n\
         my.toml:10: variant file-self: key extends: a cycle (file-self extends file-self)\n"
    );
}

#[test]
fn two_variants_of_one_name_are_refused() {
    let table = "[file-twice]\nextends = \"pacific-a\"\n";
    assert!(faults(&table.repeat(2)).starts_with("my.toml:3: "), "{}", faults(&table.repeat(2)));
    add(Path::new("my.toml"), "[file-once]\nextends = \"pacific-a\"\ndraw_plies = 5\n").unwrap();
    let other = faults("\n[file-once]\nextends = \"pacific-a\"\ndraw_plies = 6\n");
    assert!(other.starts_with("my.toml:2: file-once is the name of another variant"), "{other}");
}

#[test]
fn what_is_no_text_of_variants_is_refused_by_its_name() {
    let folder = std::env::temp_dir().join(format!("strategos-variants-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        fs::write(&path, bytes).unwrap();
        path
    };
    let told = |path: &Path| load(path).unwrap_err()[0].to_string();
    for (path, reason) in [
        (folder.join("missing.toml"), "o such file"),
        (folder.clone(), "is no file"),
        (write("bytes.toml", b"[a]\n\xff\xfe"), "is no text: line 2 is not UTF-8"),
        (write("huge.toml", &vec![b'#'; (MOST_BYTES + 1) as usize]), "has 1048577 bytes"),
        (write("other.toml", b"a variant"), "other.toml:1: "),
    ] {
        let told = told(&path);
        assert!(told.contains(reason) && told.contains(path.to_str().unwrap()), "{told}");
    }
    let marked = write("marked.toml", b"\xef\xbb\xbf[file-marked]\nextends = \"pacific-a\"\n");
    assert!(load(&marked).is_ok(), "a byte order mark is no part of the text");
    let paths = [marked, folder.join("missing.toml")];
    let both = std::env::join_paths(paths).unwrap().into_string().unwrap();
    assert!(load_all(&both).is_err() && Variant::from_name("file-marked").is_some());
    fs::remove_dir_all(&folder).unwrap();
}

/// Every beginning of a file, and every byte of it changed.
#[test]
fn no_text_does_more_harm_than_an_error() {
    let text = "[file-cut]\nextends = \"pacific-a\"\nadvance_rows = 0x4\nstart = '''x'''\n";
    for end in 0..text.len() {
        let _ = add(Path::new("my.toml"), &text[..end]);
        for sign in ["[", "\"", "=", "\0", ".", "'", "\u{e9}", "{"] {
            let mut altered = text.to_string();
            altered.replace_range(end..=end, sign);
            let _ = add(Path::new("my.toml"), &altered);
        }
    }
    let nested = format!("[file-deep]\nextends = {}", "[".repeat(100_000));
    assert!(add(Path::new("my.toml"), &nested).is_err());
    let chain: String = (0..1000)
        .map(|number| format!("[chain-{number}]\nextends = \"chain-{}\"\n", number + 1))
        .collect();
    assert!(faults(&chain).contains("chain-999: key extends: unknown variant (chain-1000)"));
}

/// What is used of the parent.
#[test]
fn networks_and_tables_are_used_as_far_as_the_rules_fit() {
    let text = "[fit-all]\nextends = \"pacific-a\"\n\
                start = \"c4c3c2c1/p4p3p2p1/4/4/4/4/P1P2P3P4/C1C2C3C4 w 0 1\"\n\
                [fit-network]\nextends = \"pacific-a\"\ndraw_plies = 50\n\
                [fit-none]\nextends = \"pacific-a\"\nadvance_rows = 4\n\
                [fit-toy]\nextends = \"toy\"\n";
    let added = add(Path::new("my.toml"), text).unwrap();
    let parent = Some(Variant::PACIFIC_A);
    let fits: Vec<_> =
        added[..3].iter().map(|variant| (variant.networks_of(), variant.tables_of())).collect();
    assert_eq!(fits, [(parent, parent), (parent, None), (None, None)]);
    assert!(added[0].inherited_network().is_some() && added[2].inherited_network().is_none());
    let shown = described(added[2]);
    for line in [
        "fit-none, extends pacific-a",
        "Evaluation: by hand, because the network of pacific-a does not fit these rules",
        "Endgame tables: none; those of pacific-a do not fit these rules",
        "Levels: those of pacific-a; they are not measured for these rules",
        "advance_rows = 4\n",
        "  default 3; a whole number from 1 to 7",
    ] {
        assert!(shown.contains(line), "{line}\nis not in\n{shown}");
    }
    assert!(described(added[3]).contains("A file can set nothing in this game."));
    assert_eq!(added[3].levels(), Variant::TOY.levels());
}

#[test]
fn the_page_has_the_switches_of_every_game() {
    let page = include_str!("variants.md");
    let has = |variants: &[Variant]| {
        let table = switches_table(variants);
        assert!(page.contains(&table), "the table of {} is now:\n{table}", variants[0]);
    };
    has(&[Variant::PACIFIC_A, Variant::PACIFIC_B]);
    has(&[Variant::WARPAC, Variant::WARPAC_ONCE]);
    has(&[Variant::WARPAC_SUBS, Variant::WARPAC_SUBS_ONCE]);
    has(&[Variant::PACRU, Variant::PACRU3, Variant::PACRU4, Variant::PACRU_CLASSIC]);
    has(&[Variant::AZACRU, Variant::AZACRU3, Variant::AZACRU4]);
    has(&[Variant::SHACRU, Variant::SHACRU3, Variant::SHACRU4]);
    has(&[Variant::GAMEOFWAR]);
}

/// The switches of one game of Pacru's family are unknown in the others.
#[test]
fn the_games_of_a_family_have_switches_of_their_own() {
    let text = "[cru-a]\nextends = \"azacru\"\nmarkers_to_win = 30\nlast_rounds = true\n\
                [cru-s]\nextends = \"shacru3\"\nmost_power = 2\n\
                [cru-p]\nextends = \"pacru-classic\"\ntwists = false\nmarkers_to_win = 82\n\
                meeting_counted = \"befor\"\n";
    let told = faults(text);
    for line in [
        "my.toml:3: variant cru-a: unknown key (markers_to_win): the keys are extends, \
         description, most_power, connection_jumps, chevron_lost_by, twists, last_round, \
         stop_turns, stopped_game, start",
        "my.toml:4: variant cru-a: unknown key (last_rounds): did you mean last_round?",
        "my.toml:7: variant cru-s: unknown key (most_power): ",
        "my.toml:10: variant cru-p: unknown key (twists): ",
        "my.toml:11: variant cru-p: key markers_to_win: expected a whole number from 1 to 81 (82)",
        "my.toml:12: variant cru-p: key meeting_counted: expected one of \"before\", \"after\" \
         (\"befor\"): did you mean before?",
    ] {
        assert!(told.contains(line), "{line}\nis not in\n{told}");
    }
}

/// Starts of Pacru's family that the rules refuse.
#[test]
fn a_start_is_the_beginning_of_a_turn_in_a_game_that_goes_on() {
    let refused = |extends: &str, rest: &str| {
        let told = faults(&format!("[cru-start]\nextends = \"{extends}\"\n{rest}\n"));
        assert!(told.starts_with("my.toml:") && told.contains("key start: "), "{told}");
        told
    };
    let few = "start = \"4B43W5/9/B27B6/9/9/9/W27W6/9/ww1B02W02 w - 0 1\"\nmarkers_to_win = 2";
    assert!(refused("pacru", few).contains("over at the start: enough markers reached"));
    let three = "start = \"2B43R42/9/9/9/B27R6/9/W27W6/9/2B01W01R02 w - 0 1\"";
    assert!(refused("pacru", three).contains("is no player of this game"));
    let many = "start = \"W0W0W0W0W0W0W02/9/9/9/9/9/9/9/B08 w - 0 1\"";
    assert!(refused("shacru", many).contains("White has 7 chevrons, more than 6"));
    let mid_turn = "start = \"9/9/9/4B44/9/9/9/9/wwW66 w x2 4 9\"";
    assert!(refused("pacru", mid_turn).contains("no turn begins in this position"));
    let late = "start = \"4B43W5/9/B27B6/9/9/9/W27W6/9/B13W04 w - 9 9\"\nstop_turns = 5";
    assert!(refused("azacru", late).contains("too many turns without change"));
    let last = "start = \"4B43W5/9/B27B6/9/9/9/W27W6/9/B13W04 b w 0 9\"\nlast_round = false";
    assert!(refused("azacru", last).contains("a player cannot move"));
    let blocked = "start = \"W08/9/9/9/9/9/9/9/B08 w - 0 1\"";
    assert!(refused("pacru", blocked).contains("no chevron that can move"));
}

/// Networks have the inputs of their game, also where one type plays all games of a family.
#[test]
fn networks_of_a_family_are_used_by_game_and_players() {
    let names = ["pacru", "pacru3", "pacru4-classic", "azacru", "azacru3", "shacru3", "shacru4"];
    let text: String = names
        .iter()
        .map(|name| format!("[of-{name}]\nextends = \"{name}\"\nstop_turns = 90\n"))
        .collect();
    for (added, name) in add(Path::new("my.toml"), &text).unwrap().into_iter().zip(names) {
        let parent = Variant::from_name(name).unwrap();
        assert_eq!((added.networks_of(), added.tables_of()), (Some(parent), None));
        assert!(added.inherited_network().is_some(), "{name}");
        assert_eq!(added.levels(), parent.levels(), "{name}");
        assert_eq!(added.bench(), parent.bench(), "{name}");
        assert_eq!(added.foreign_sections(), parent.foreign_sections(), "{name}");
        assert!(added.summary().contains(parent.summary()), "{name}");
    }
    let text = "[short-power]\nextends = \"azacru3\"\nmost_power = 3\n\
                [no-twists]\nextends = \"shacru\"\ntwists = false\n\
                [no-twists-either]\nextends = \"azacru\"\ntwists = false\n";
    let added = add(Path::new("my.toml"), text).unwrap();
    let fits: Vec<bool> = added.iter().map(|variant| variant.networks_of().is_some()).collect();
    assert_eq!(fits, [false, false, true]);
}

/// The examples of the page.
#[test]
fn the_examples_of_the_page_are_files_of_variants() {
    let page = include_str!("variants.md");
    let blocks = page.split("```toml\n").skip(1).map(|rest| rest.split_once("```").unwrap().0);
    let added: Vec<Variant> =
        blocks.flat_map(|example| add(Path::new("variants.md"), example).unwrap()).collect();
    let names: Vec<&str> = added.iter().map(Variant::name).collect();
    assert_eq!(names, ["pacific-long", "pacific-long-free", "two-passes"]);
}
