//! Max-Connect-Four: what is seen in output files and printed scores.

use plyground_arena::invoke::Ended;
use plyground_core::games::gravity::Gravity;
use plyground_core::games::max_connect_four::Standard;
use plyground_core::games::max_connect_four::notation::write_state;
use plyground_core::{Player, Position};
use plyground_courses::max_connect_four::{MOST_PIECES, is_hanging, is_upside_down, long_runs, score_remark};

use crate::ended;

#[test]
fn boards_with_long_runs_can_be_reached_by_play() {
    // One piece more fills the board.
    for pieces in 0..=MOST_PIECES + 1 {
        for position in [false, true].map(|is_mirrored| long_runs(pieces, is_mirrored)) {
            let [first, second] = Player::BOTH.map(|owner| position.board().stones(owner).count_ones());
            assert_eq!((first + second) as usize, pieces);
            assert_eq!(first - second, u32::from(position.turn() == Player::Second));
            assert_eq!(position.moves().count() > 0, position.outcome().is_none());
        }
    }
}

#[test]
fn counts_of_runs_and_quadruples_are_distinguished() {
    for is_mirrored in [false, true] {
        let position = long_runs(MOST_PIECES, is_mirrored);
        let remark = |text: &str| score_remark(&position, None, text.as_bytes());
        assert_eq!(remark("Score: 15 to 13"), None);
        assert_eq!(remark("no score, column 7, 91 boards"), None);
        let found = remark("score 9:7").expect("a remark");
        let runs = "found scores of 9 and 7, the numbers of runs; expected 15 and 13 qua";
        assert!(found.contains(runs), "{found}");
    }
    assert_eq!(score_remark(&Standard::new(Gravity::EMPTY), None, b"0 0"), None);
}

#[test]
fn boards_upside_down_are_seen() {
    let position = long_runs(20, false);
    let written = |text: String| Ended { file: Some(Ok(text.into_bytes())), ..ended("") };
    let after = position.play(position.moves().next().unwrap());
    let right = write_state(&after);
    let mut lines: Vec<&str> = right.lines().collect();
    lines[..6].reverse();
    assert!(is_upside_down(&position, &written(lines.join("\n"))));
    assert!(!is_upside_down(&position, &written(right.replace('0', "3"))));
    // A piece that does not fall is in the same cell, whichever of the two is wrong.
    let before = write_state(&position);
    let column = before.find('0').expect("an empty cell");
    let with = |piece: char| written(format!("{}{piece}{}", &before[..column], &before[column + 1..]));
    let (own, other) = if position.turn() == Player::First { ('1', '2') } else { ('2', '1') };
    assert!(is_hanging(&position, &with(own)) && !is_upside_down(&position, &with(own)));
    assert!(!is_hanging(&position, &with(other)) && !is_hanging(&position, &with('x')));
    // On an empty board it is the rows alone.
    let empty = Standard::new(Gravity::EMPTY);
    let first = written(write_state(&empty).replacen('0', "1", 1).replacen("\n1\n", "\n2\n", 1));
    assert!(is_upside_down(&empty, &first) && !is_hanging(&empty, &first));
    assert!(!is_hanging(&position, &written(right)) && !is_hanging(&position, &written(String::new())));
    assert!(!is_upside_down(&position, &written(String::new())));
}
