//! Sources of MATLAB, which Octave runs.

use super::class::{Class, small, source};
use crate::needs;

#[test]
#[ignore = "long: Octave"]
fn sources_of_matlab_are_marked() {
    if !needs::program("octave-cli") {
        return;
    }
    // This program examines some 200 nodes a second.
    let few = small().replace("depths = [2, 3]", "depths = [2, 2]");
    let class = Class::with(&few.replace("time_ms = 2000", "time_ms = 60000"));
    let right = source("octave/right.m");
    let wrong = right.replace("alpha >= beta", "alpha > beta");
    assert_ne!(wrong, right);
    class.file("subs/ann.m", &right);
    class.file("subs/ben/ConnectFour.m", &wrong);
    let marks = class.mark("out", " --jobs 2");
    let of =
        |student: &str| ["language", "total", "cases_right"].map(|column| marks[student][column].as_str());
    assert_eq!(of("ann"), ["octave", "8", "4"]);
    let [_, total, cases_right] = of("ben");
    assert!(total != "8" && cases_right != "4", "{:?}", marks["ben"]);
}
