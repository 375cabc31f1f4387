//! `plyground-lab complexity`.

use plyground_core::games::breakthrough::Placements;

use crate::{document, output, run};
use plyground::Exit;

#[test]
fn sizes_are_compared_with_the_first() {
    let words = "complexity breakthrough --size 4x6 --size 5x6 --games 50 --seed 3";
    let found = document(&format!("{words} --json"));
    assert_eq!(found, document(&format!("{words} --json")));
    let sizes = found["sizes"].as_array().unwrap();
    assert_eq!((sizes.len(), &sizes[0]["ratio"]["plies"]), (2, &1.0.into()));
    let of = |number: usize| sizes[number]["branching"]["mean"].as_f64().unwrap();
    assert!((sizes[1]["ratio"]["branching"].as_f64().unwrap() - of(1) / of(0)).abs() < 1e-9);
    let depth = sizes[1]["ratio"]["depth"].as_f64().unwrap();
    assert!((of(1).powf(depth) - of(0)).abs() < 1e-9, "as many nodes in {depth} plies as in one");
    let exact = Placements::of(5, 6).unwrap();
    assert_eq!(sizes[1]["undecided"], exact.undecided.to_string());
    let page = output(words);
    assert!(page.contains(&format!(" {}\n", exact.undecided)), "{page}");
    assert!(page.contains("times as many as on 4x6"), "{page}");
    let one = output("complexity breakthrough --size 4x6 --games 50");
    assert!(!one.contains("times as many"), "{one}");
    let refused = run("complexity breakthrough --size 9x9");
    assert_eq!((refused.exit, refused.out.as_str()), (Exit::BadInput, ""));
    assert!(refused.err.contains("found '9x9'; expected 2 to 8 columns and 4 to 8 rows"), "{}", refused.err);
}
