//! t
#![allow(clippy::all, clippy::pedantic, clippy::print_stdout)]
use plyground_core::Player;
use plyground_core::games::connect_four::{Comp3608, Standard};
use plyground_core::search::{Algorithm, CutRule, replay};
fn main() {
    for a in std::env::args().skip(1) {
        let (k, d) = a.split_at(1);
        let d: u32 = d.parse().unwrap();
        let t = std::time::Instant::now();
        let alg = if k == "M" { Algorithm::Minimax } else { Algorithm::AlphaBeta(CutRule::AtEqual) };
        let r = replay::answer(alg, &Standard::EMPTY, d, &Comp3608, Player::First, 256 << 20);
        println!("{a} {r:?} {:.3}s", t.elapsed().as_secs_f64());
    }
}
