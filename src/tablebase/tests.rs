//! Tables against plain minimax, and files that are not what they should be.

use super::checkpoint::Checkpoint;
use super::class::{Family, value_of};
use super::file::{Header, TableFile, write};
use super::generate::family_of;
use super::solve::Solver;
use super::*;
use crate::game::{Distance, Material, Notation, Score};
use crate::games::pacific::{PacificA, PacificB, TypeA, TypeB};
use crate::games::warpac::{Standard, Surface};
use crate::games::{Playable, Variant};
use crate::search::{EndgameTables, TableListener, TableNotice};
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// A folder that is removed at the end of the test.
pub(super) struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let path =
            std::env::temp_dir().join(format!("strategos-tables-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn files(&self) -> Vec<(String, Vec<u8>)> {
        let mut files: Vec<_> = fs::read_dir(&self.0)
            .unwrap()
            .map(|entry| entry.unwrap())
            .map(|entry| {
                (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap())
            })
            .collect();
        files.sort();
        files
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub(super) fn settings(pieces: u32, out: &Path, threads: usize) -> TableSettings {
    let (out, classes) = (out.to_path_buf(), Vec::new());
    TableSettings { pieces, classes, out, threads, mebibytes: 64 }
}

pub(super) fn make(variant: Variant, pieces: u32, out: &Path, threads: usize) -> Vec<TableEvent> {
    let settings = settings(pieces, out, threads);
    let mut events = Vec::new();
    generate(variant, &settings, &mut |event| events.push(event)).unwrap();
    events
}

/// Plain minimax with memory, by the rules of the game alone. The memory is kept by class, number and clock.
struct Minimax<'a, G: Playable> {
    family: &'a Family<'a, G>,
    memory: HashMap<Material, Vec<Option<Distance>>>,
}

impl<G: Playable> Minimax<'_, G> {
    fn value(&mut self, game: &G) -> Distance {
        if let Some(outcome) = game.outcome() {
            return Value::of_outcome(outcome, game.player()).end;
        }
        let endings = self.family.endings;
        let (class, index) = endings.locate(game).unwrap();
        let count = (self.family.positions(class) * u64::from(endings.limit_plies())) as usize;
        let place = (index * u64::from(endings.limit_plies())
            + u64::from(endings.clock_plies(game))) as usize;
        let memory = self.memory.entry(class).or_insert_with(|| vec![None; count]);
        if let Some(known) = memory[place] {
            return known;
        }
        let mut actions = Vec::new();
        game.actions(&mut actions);
        let mut best = Distance::Loss(0);
        for action in actions {
            let mut after = game.clone();
            after.make(action);
            best = best.better(self.value(&after).before());
        }
        self.memory.get_mut(&class).unwrap()[place] = Some(best);
        best
    }
}

/// Compares every position of every class of up to `pieces` pieces, with the draw clock at `clock` and with every clock
/// that play from there reaches.
fn agree_with_minimax<G: Playable>(variant: Variant, rules: G::Rules, pieces: u32, clock: u32) {
    let folder = Folder::new(variant.name());
    make(variant, pieces, &folder.0, 2);
    let family = family_of::<G>(&variant, rules).unwrap();
    let (endings, limit) = (family.endings, family.endings.limit_plies());
    let mut minimax = Minimax { family: &family, memory: HashMap::new() };
    let (tables, told) = open_tables::<G>(variant, rules, folder.0.to_str().unwrap());
    let tables = tables.unwrap();
    let count = endings.classes(rules, pieces).len();
    assert_eq!(
        told.lock().unwrap()[..],
        [format!("tables of {variant}: {count} classes of up to {pieces} pieces")]
    );
    let at_clock = |game: &G, clock: u32| {
        let fen = game.fen().replace(" 0 1", &format!(" {clock} 1"));
        G::from_fen(rules, &fen).unwrap()
    };
    let (mut compared, mut probed, mut decided) = (0, 0, 0);
    for class in endings.classes(rules, pieces) {
        for entry in 0..family.header(class).entries() {
            if let Some(game) = family.position(class, entry) {
                minimax.value(&if clock == 0 { game } else { at_clock(&game, clock) });
            }
        }
        let table = family.open(&folder.0, class).unwrap().read_all().unwrap();
        for side in [class, endings.turned(class)] {
            for (place, found) in minimax.memory[&side].iter().enumerate() {
                let Some(found) = found else { continue };
                let (index, clock) = (place as u64 / u64::from(limit), place as u32 % limit);
                let value = value_of(table[family.entry(side, index) as usize]);
                let position = || endings.position(rules, side, index).unwrap();
                let expected = value.at_clock(clock, limit);
                assert_eq!(
                    std::mem::discriminant(found),
                    std::mem::discriminant(&expected),
                    "{} with the clock at {clock}: {found:?}, {value:?}",
                    position().fen()
                );
                if clock + u32::from(value.end.plies()) <= limit {
                    assert_eq!(*found, value.end, "{} with the clock at {clock}", position().fen());
                }
                compared += 1;
                decided += u32::from(*found != Distance::Draw);
                if compared % 17 == 0 {
                    let game = at_clock(&position(), clock);
                    if game.outcome().is_none() {
                        let fen = game.fen();
                        assert_eq!(tables.result(&game), Some(expected), "{fen}");
                        agrees_with(tables.probe(&game).unwrap(), *found, &fen);
                        probed += 1;
                    }
                }
            }
        }
    }
    assert!(
        compared > 50_000 && probed > 3_000 && decided > 10_000,
        "{compared} {probed} {decided}"
    );
}

#[test]
fn tables_of_type_a_agree_with_minimax() {
    agree_with_minimax::<PacificA>(Variant::PACIFIC_A, TypeA, 3, 0);
}

#[test]
fn tables_of_type_b_agree_with_minimax() {
    agree_with_minimax::<PacificB>(Variant::PACIFIC_B, TypeB, 3, 0);
}

/// Ships on the largest board. The longest win of two ships takes 7 plies, so the last plies before the limit show
/// wins that it spoils as well.
#[test]
fn tables_of_lone_ships_agree_with_minimax() {
    agree_with_minimax::<Surface>(Variant::WARPAC, Standard::ALWAYS, 2, 194);
}

#[test]
fn files_are_the_same_for_any_number_of_threads_and_are_kept() {
    let (one, three) = (Folder::new("one"), Folder::new("three"));
    make(Variant::PACIFIC_B, 3, &one.0, 1);
    make(Variant::PACIFIC_B, 3, &three.0, 3);
    assert_eq!(one.files().len(), 4);
    assert_eq!(one.files(), three.files());

    fs::remove_file(three.0.join("pacific-b.KKvK.ending")).unwrap();
    let events = make(Variant::PACIFIC_B, 3, &three.0, 2);
    let kept = events.iter().filter(|event| matches!(event, TableEvent::Kept(_))).count();
    let made = events.iter().filter(|event| matches!(event, TableEvent::Finished(_))).count();
    assert_eq!((kept, made), (3, 1));
    assert_eq!(one.files(), three.files());
}

#[test]
fn a_class_is_made_with_those_to_which_it_leads() {
    let folder = Folder::new("class");
    let classes = vec!["KKvK".to_string(), "KvK".to_string()];
    let settings = TableSettings { classes, ..settings(9, &folder.0, 1) };
    generate(Variant::PACIFIC_A, &settings, &mut |_| {}).unwrap();
    let names: Vec<String> = folder.files().into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["pacific-a.KKvK.ending", "pacific-a.KvK.ending"]);
}

/// A run that was killed, at any byte of its checkpoint, ends with the same values.
#[test]
fn a_class_is_solved_on_from_its_checkpoint() {
    let folder = Folder::new("checkpoint");
    make(Variant::PACIFIC_A, 3, &folder.0, 1);
    let family = family_of::<PacificA>(&Variant::PACIFIC_A, TypeA).unwrap();
    let classes = family.endings.classes(TypeA, 3);
    let class = classes.into_iter().find(|class| family.endings.name(*class) == "CKvK").unwrap();
    let known = family.read_successors(&folder.0, class).unwrap();
    let (path, header) = (family.path(&folder.0, class), family.header(class));
    let expected = TableFile::open(&path).unwrap().read_all().unwrap();
    let solve = || {
        let mut checkpoint = Checkpoint::open(&path, &header).unwrap();
        let mut told = Vec::new();
        let mut tell = |known, restored| told.push((known, restored));
        let file = Some(&mut checkpoint);
        let solver = Solver::solve(&family, class, &known, 1, file, &mut tell).unwrap();
        let codes: Vec<_> = (0..header.entries()).map(|entry| solver.codes(entry)).collect();
        assert!(codes == expected);
        (checkpoint, told.last().copied().unwrap())
    };
    assert_eq!(solve().1, (header.entries(), 0));
    let file = path.with_extension("solving");
    let whole = fs::read(&file).unwrap();
    assert_eq!(solve().1, (header.entries(), header.entries()));

    let half = whole.len() / 2;
    for (bytes, is_kept) in
        [(half, true), (whole.len() - 1, true), (40, false), (3, false), (0, false)]
    {
        fs::write(&file, &whole[..bytes]).unwrap();
        let (_, (_, restored)) = solve();
        assert!(restored < header.entries() && (restored > 0) == is_kept, "{bytes}: {restored}");
        assert!(fs::read(&file).unwrap() == whole, "{bytes}");
    }
    let mut altered = whole.clone();
    altered[half] ^= 1;
    fs::write(&file, &altered).unwrap();
    assert!((1..header.entries()).contains(&solve().1.1));
    altered[..whole.len()].copy_from_slice(&whole);
    altered[10] ^= 1;
    fs::write(&file, &altered).unwrap();
    let (checkpoint, told) = solve();
    assert_eq!(told, (header.entries(), 0), "a checkpoint of another class");
    checkpoint.remove().unwrap();
    assert!(!file.exists());
}

type Told = Arc<Mutex<Vec<String>>>;

/// Opens tables. Also returns the notices so far and later.
fn open_tables<G: Playable>(
    variant: Variant,
    rules: G::Rules,
    path: &str,
) -> (Option<Arc<dyn EndgameTables<G>>>, Told) {
    let told = Told::default();
    let heard = Arc::clone(&told);
    let listener: TableListener = Arc::new(move |notice: TableNotice<'_>| {
        let (TableNotice::Opened(line) | TableNotice::Fault(line)) = notice;
        heard.lock().unwrap().push(line.to_string());
    });
    (open::<G>(variant, rules, path, &listener), told)
}

/// Whether a score for the search says what minimax finds.
fn agrees_with(score: Score, found: Distance, fen: &str) {
    let expected = match found {
        Distance::Draw => score.raw().abs() <= 1,
        Distance::Win(_) => score >= Score::MAX_STATIC - 100,
        Distance::Loss(_) => score <= -(Score::MAX_STATIC - 100),
    };
    assert!(expected, "{fen}: {score}, {found:?}");
    let turns = match found {
        Distance::Draw => 0,
        Distance::Win(plies) => i32::from(plies) / 2 + 1,
        Distance::Loss(plies) => -(i32::from(plies) + 1) / 2,
    };
    assert!(score.mate_turns().is_none_or(|found| found == turns), "{fen}: {score}, {found:?}");
}

/// The header and the index of the small tables here end before this byte.
const PAST_INDEX: usize = 200;

/// A file that is damaged, foreign or missing is named once, and all others are used.
#[test]
fn a_search_goes_on_without_the_tables_that_it_cannot_use() {
    let [first, second] = ["first", "second"].map(Folder::new);
    make(Variant::PACIFIC_A, 3, &first.0, 1);
    make(Variant::PACIFIC_B, 2, &second.0, 1);
    let [lone, with_carrier] = ["4/4/4/2k1/4/4/4/K3 w 0 1", "4/4/4/2k1/4/4/4/KC12 w 0 1"]
        .map(|fen| PacificA::from_fen(TypeA, fen).unwrap());

    let path = std::env::join_paths([&first.0, &second.0, &first.0.join("none")]).unwrap();
    let (tables, told) = open_tables::<PacificA>(Variant::PACIFIC_A, TypeA, path.to_str().unwrap());
    let tables = tables.unwrap();
    assert!(tables.probe(&lone).is_some() && tables.probe(&with_carrier).is_some());
    {
        let told = told.lock().unwrap();
        assert!(told[0].contains("none: ") && told.len() == 2, "{told:?}");
        assert_eq!(told[1], "tables of pacific-a: 4 classes of up to 3 pieces");
    }

    // Damage that only shows when the block is read.
    let damaged = first.0.join("pacific-a.CKvK.ending");
    let whole = fs::read(&damaged).unwrap();
    let mut altered = whole.clone();
    altered[PAST_INDEX..].iter_mut().for_each(|byte| *byte ^= 1);
    fs::write(&damaged, altered).unwrap();
    fs::write(first.0.join("other.ending"), "no table").unwrap();
    let (tables, told) =
        open_tables::<PacificA>(Variant::PACIFIC_A, TypeA, first.0.to_str().unwrap());
    let tables = tables.unwrap();
    assert!(tables.probe(&lone).is_some());
    assert_eq!((tables.probe(&with_carrier), tables.result(&with_carrier)), (None, None));
    let told = told.lock().unwrap();
    let fault = |line: &String, name: &str, reason: &str| {
        assert!(line.contains(name) && line.contains(reason), "{line}");
    };
    fault(&told[0], "other.ending", "is no endgame table");
    fault(&told[2], "pacific-a.CKvK.ending", "is damaged");
    assert_eq!((told.len(), &*told[1]), (3, "tables of pacific-a: 4 classes of up to 3 pieces"));

    let (none, told) =
        open_tables::<PacificB>(Variant::PACIFIC_B, TypeB, first.0.to_str().unwrap());
    assert!(none.is_none());
    assert_eq!(told.lock().unwrap()[1], "there are no tables of pacific-b in TablePath");
}

fn fault(folder: &Path) -> String {
    check(folder, 1, &mut |_| {}).unwrap_err().to_string()
}

#[test]
fn files_that_are_cut_altered_or_foreign_are_refused_by_name_and_place() {
    let folder = Folder::new("damage");
    make(Variant::PACIFIC_A, 2, &folder.0, 1);
    let path = folder.0.join("pacific-a.KvK.ending");
    let whole = fs::read(&path).unwrap();
    assert_eq!(check(&folder.0, 1, &mut |_| {}), Ok(()));

    // Any one byte, and any length.
    for place in 0..whole.len() {
        let mut altered = whole.clone();
        altered[place] ^= 0x20;
        fs::write(&path, &altered).unwrap();
        assert!(fault(&folder.0).contains("pacific-a.KvK.ending: "), "byte {place}");
        fs::write(&path, &whole[..place]).unwrap();
        assert!(fault(&folder.0).contains("pacific-a.KvK.ending: "), "{place} bytes");
    }
    for (bytes, expected) in [
        (b"no table at all, but long enough".to_vec(), "byte 0 is not STRGEND1"),
        (Vec::new(), "is too short"),
        ([whole.as_slice(), b"x"].concat(), "bytes instead of"),
        ([&whole[..whole.len() - 1], b"x"].concat(), "block 0 (byte "),
    ] {
        fs::write(&path, bytes).unwrap();
        let fault = fault(&folder.0);
        assert!(fault.contains(expected), "{fault}");
    }

    // A damaged file is neither kept nor replaced.
    let settings = settings(2, &folder.0, 1);
    let refused = generate(Variant::PACIFIC_A, &settings, &mut |_| {}).unwrap_err().to_string();
    assert!(refused.contains("block 0"), "{refused}");
    fs::write(&path, &whole).unwrap();
    fs::rename(&path, folder.0.join("pacific-b.KvK.ending")).unwrap();
    let refused = generate(Variant::PACIFIC_B, &settings, &mut |_| {}).unwrap_err().to_string();
    assert!(refused.contains("\"pacific-a KvK 1\" instead of \"pacific-b KvK 1\""), "{refused}");
}

#[test]
fn a_value_that_does_not_follow_from_its_successors_is_found() {
    let folder = Folder::new("wrong");
    make(Variant::PACIFIC_A, 2, &folder.0, 1);
    let path = folder.0.join("pacific-a.KvK.ending");
    let file = TableFile::open(&path).unwrap();
    let (header, codes) = (file.header().clone(), file.read_all().unwrap());
    for (measure, code) in [(0, 9), (1, 9), (0, 300)] {
        let changed = |entry: u64| {
            let mut codes = codes[entry as usize];
            if entry == 500 {
                codes[measure] = code;
            }
            codes
        };
        write(&path, &header, 1, &changed).unwrap();
        let fault = fault(&folder.0);
        assert!(fault.contains("from its successors"), "{fault}");
    }
}

#[test]
fn wide_codes_and_several_blocks_are_read_as_they_were_written() {
    let folder = Folder::new("wide");
    let path = folder.0.join("x.ending");
    let header = Header { text: "x y 1".into(), limit_plies: 100, sides: 2, positions: 5000 };
    for scale in [1, 3] {
        let codes = |entry: u64| [(entry % 256) as u16 * scale, (entry / 256) as u16];
        let bytes = write(&path, &header, 2, &codes).unwrap();
        let file = TableFile::open(&path).unwrap();
        assert_eq!((file.header(), file.bytes(), file.blocks()), (&header, bytes, 3));
        let expected: Vec<_> = (0..10_000).map(codes).collect();
        assert_eq!(file.read_all().unwrap(), expected);
    }
}

#[test]
fn what_cannot_be_made_is_refused_before_anything_is_written() {
    let folder = Folder::new("refused");
    let refused = |variant, pieces, mebibytes| {
        let settings = TableSettings { mebibytes, ..settings(pieces, &folder.0, 1) };
        generate(variant, &settings, &mut |_| {}).unwrap_err().to_string()
    };
    assert_eq!(refused(Variant::PACRU, 3, 64), "there are no endgame tables for pacru");
    let much = refused(Variant::PACIFIC_A, 5, 16);
    assert!(much.contains("more than the limit of 16 MiB"), "{much}");
    assert!(refused(Variant::PACIFIC_A, 1, 64).contains("so few pieces"));
    let settings = TableSettings { classes: vec!["KvC".into()], ..settings(4, &folder.0, 1) };
    let unknown = generate(Variant::PACIFIC_A, &settings, &mut |_| {}).unwrap_err().to_string();
    assert_eq!(unknown, "there is no class KvC of pacific-a");
    assert!(folder.files().is_empty());
    assert!(fault(&folder.0).contains("holds no file"));
}

/// A position under the limit of the clock, over it, and finished.
#[test]
fn values_count_plies_as_the_rules_do() {
    let value = |end, reset| Value { end, reset };
    let won = value(Distance::Win(7), Distance::Win(5));
    assert_eq!(won.at_clock(95, 100), Distance::Win(7));
    assert_eq!(won.at_clock(96, 100), Distance::Draw);
    let scores = [93, 94, 95, 96].map(|clock| won.score(clock, 100));
    let sure = Score::MAX_STATIC - 5;
    assert_eq!(scores, [Score::win_in(4), sure, sure, Score::cp(1)]);
    let lost = value(Distance::Loss(4), Distance::Loss(4));
    let scores = [0, 96, 97].map(|clock| lost.score(clock, 100));
    assert_eq!(scores, [Score::loss_in(2), Score::loss_in(2), Score::cp(-1)]);

    // A resetting action to a result that the limit keeps, and to one that it spoils.
    let reset =
        |plies, resets| value(Distance::Loss(300), Distance::Loss(plies)).before(resets, 100).reset;
    assert_eq!([reset(100, true), reset(101, true)], [Distance::Win(1), Distance::Win(101)]);
    assert_eq!([reset(99, false), reset(100, false)], [Distance::Win(100), Distance::Win(101)]);
    for code in 0..1000 {
        assert_eq!(Distance::from_code(code).code(), code);
    }
}
