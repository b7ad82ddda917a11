use std::sync::atomic::AtomicBool;
use strategos::game::*;
use strategos::games::pacific::*;
fn main() {
    let d: u32 = std::env::args().nth(1).unwrap().parse().unwrap();
    let mut g = PacificA::start(());
    for i in 1..=d {
        let t = std::time::Instant::now();
        let n = perft(&mut g, i, &AtomicBool::new(false)).unwrap();
        let s = t.elapsed().as_secs_f64();
        println!("{i} {n} {:.1}M/s", n as f64 / s / 1e6);
    }
    let mut g = PacificB::start(());
    for i in 1..=d {
        println!("{}", perft(&mut g, i, &AtomicBool::new(false)).unwrap());
    }
}
