//! The questions on which students may try their programs.

use plyground_core::games::connect_four::notation;
use plyground_core::search::{Algorithm, CutRule};

use super::Question;

const M: Algorithm = Algorithm::Minimax;
const A: Algorithm = Algorithm::AlphaBeta(CutRule::AtEqual);

/// The board of the worked example.
const WORKED: &str = ".ryyrry,.rryry.,..y.r..,..y....,.......,.......";
const EMPTY: &str = ".......,.......,.......,.......,.......,.......";

/// Boards, sides and searches: the worked example at growing depths, then what its board cannot show.
const EXAMPLES: [(&str, &str, Algorithm, u32); 28] = [
    (WORKED, "red", M, 1),
    (WORKED, "red", M, 2),
    (WORKED, "red", M, 3),
    (WORKED, "red", M, 4),
    (WORKED, "red", A, 1),
    (WORKED, "red", A, 2),
    (WORKED, "red", A, 3),
    (WORKED, "red", A, 4),
    (WORKED, "red", A, 5),
    (WORKED, "yellow", M, 3),
    (WORKED, "yellow", A, 4),
    (EMPTY, "red", M, 3),
    (EMPTY, "red", A, 6),
    // The board whose scores are in the text.
    ("..yyrrr,..ryryr,....y..,.......,.......,.......", "red", A, 4),
    // Full columns further left, and full boards inside the tree.
    ("yrryryr,ryyyryr,ryrryrr,ryyr.ry,yryr.yr,.yry.yy", "yellow", A, 4),
    ("ryryrry,ryrryyy,yrrryrr,ryyrryr,rry..yy,yyy..ry", "yellow", M, 5),
    ("yryyryr,ryrrryr,yrryyry,yyrryry,yryyrr.,r.y.ry.", "red", A, 7),
    ("yryrryr,yryryry,ryryyyr,yyrrryr,ry.yy.y,yr.rr.r", "red", A, 7),
    ("r.yryyr,y.yryry,r.r..yr,r.r...y,y.r...y,y......", "yellow", A, 6),
    ("rryryyy,ryryyrr,yyrr.yy,r..y.rr,y....r.,r....y.", "yellow", A, 3),
    ("ryyrrry,yryrryy,yry.rr.,rr..y..,yy..r..,ry..r..", "red", A, 6),
    ("yrrryyr,.yry.r.,.ry..y.,.....r.,.......,.......", "red", A, 5),
    // Values so close that a run counted twice makes a difference.
    (".rryyr.,.......,.......,.......,.......,.......", "yellow", A, 4),
    ("rrryyyr,.r.y...,.r.....,.y.....,.y.....,.r.....", "yellow", A, 4),
    // Wins on the next ply, and a few cells that are left. No board where the game is over: the text does not say what to print.
    (".yyy.y.,.rrr.r.,..y....,.......,.......,.......", "yellow", A, 4),
    ("yryyryr,ryrrryr,yrryyry,yyrryry,yryyrr.,r.y.ry.", "red", M, 1),
    // Runs of five can be made, on a board with tokens of one side only.
    ("rr.rr..,.......,.......,.......,.......,.......", "red", M, 2),
    ("yy.yy.r,.......,.......,.......,.......,.......", "yellow", A, 3),
];

/// Questions whose answers are no secret: right programs need less than a second for each, and any two
/// mistakes differ in the answers to some of them.
pub fn examples() -> Vec<Question> {
    let question = |(state, side, algorithm, depth): &(&str, &str, Algorithm, u32)| {
        let turn = notation::parse_side(side).ok()?;
        let position = notation::parse_state(state, turn).ok()?;
        Some(Question { position, algorithm: *algorithm, depth: *depth })
    };
    EXAMPLES.iter().filter_map(question).collect()
}
