use plyground_core::Position;
use plyground_core::agents::Limits;
use plyground_core::games::max_connect_four::{Board, solve::Solver};
use std::time::Instant;
fn go<const W: u32, const H: u32>(mib: usize) {
    let mut s = Solver::<W, H>::new(mib << 20);
    let t = Instant::now();
    let v = s.value(&Board::<W, H>::EMPTY, &Limits::NONE).unwrap();
    println!("{W}x{H} {v} nodes {} s {:.3} Mn/s {:.2}", s.nodes(), t.elapsed().as_secs_f64(), s.nodes() as f64 / t.elapsed().as_secs_f64() / 1e6);
}
fn random(n: u32, empty: u32) {
    let mut rng = plyground_core::rng::Rng::new(99);
    let mut times = Vec::new();
    let mut nodes = 0;
    for _ in 0..n {
        let mut p = Board::<7, 6>::EMPTY;
        while p.plies_left() > empty { let mv = rng.pick(p.moves()).unwrap(); p = p.play(mv); }
        let mut s = Solver::<7, 6>::new(64 << 20);
        let t = Instant::now();
        s.value(&p, &Limits::NONE).unwrap();
        times.push(t.elapsed().as_secs_f64());
        nodes += s.nodes();
    }
    times.sort_by(f64::total_cmp);
    println!("7x6 {empty} empty: mean nodes {} mean {:.4} p50 {:.4} p95 {:.4} max {:.4}", nodes / n as u64, times.iter().sum::<f64>() / n as f64, times[n as usize / 2], times[n as usize * 95 / 100], times[n as usize - 1]);
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    match a[1].as_str() {
        "small" => { go::<4, 4>(64); go::<5, 4>(64); go::<6, 4>(64); go::<7, 4>(64); go::<5, 5>(64); }
        "mid" => { go::<7, 4>(64); go::<5, 6>(256); go::<6, 5>(256); }
        "rand" => { random(100, 22); random(50, 24); random(40, 26); }
        "tune" => { go::<7, 4>(64); go::<5, 6>(256); go::<6, 5>(256); go::<8, 4>(256); random(40, 26); }
        "8x4" => go::<8, 4>(1024),
        "7x5" => go::<7, 5>(2048),
        "6x6" => go::<6, 6>(2048),
        "7x6" => go::<7, 6>(8192),
        _ => {}
    }
}
