//! Grid and request: the texts of the assignment, and a message for every kind of malformed text.

use plyground_core::games::breakthrough::notation::{Grid, Request, RequestReader, write_request};
use plyground_core::games::breakthrough::{Standard, Step};
use plyground_core::{ByPlayer, Notation, Player, Position};

const START: &str = "bbbbbb\nbbbbbb\n------\n------\nwwwwww\nwwwwww\n";

fn request(rows: &str) -> String {
    format!("move\n1\n6 6\n{rows}")
}

fn error(notation: &dyn Notation<Standard>, text: &str) -> String {
    notation.parse(text).expect_err("malformed").to_string()
}

#[test]
fn texts_of_the_assignment() {
    assert_eq!(Request.parse(&request(START)), Ok(Standard::START));
    assert_eq!(Request.write(&Standard::START), Some(request(START)));
    assert_eq!(write_request(&Standard::START, 17), Some(request(START).replace("move\n1", "move\n17")));
    assert_eq!(Request.parse(&request(START).replace("move\n1", "move\n400")), Ok(Standard::START));
    assert_eq!(Grid.write(&Standard::START.skip()), Some(format!("{START}b")));
    assert_eq!(Request.write(&Standard::START.skip()), None, "White is to move in a request");
    // The diagram: the pawn at e1 may capture on d2 but not go straight, since e2 is blocked.
    let board = Grid.parse("------\n------\n-w----\n------\n---bb-\n----w-\nw").unwrap();
    let moves: Vec<String> = board.moves().map(|step| Request.write_move(&board, step)).collect();
    assert_eq!(moves, ["E1D2", "E1F2", "B4A5", "B4B5", "B4C5"]);
    assert_eq!(Request.parse_move(&board, "E1D2"), Ok(Step::new(4, 9)));
    let after = Standard::new(ByPlayer::new(1 << 19 | 1 << 9, 1 << 10), Player::Second).unwrap();
    assert_eq!(board.play(Step::new(4, 9)), after);
}

#[test]
fn malformed_grids() {
    let grid = |from: &str, to: &str| error(&Grid, &format!("{START}w").replacen(from, to, 1));
    assert_eq!(error(&Grid, ""), "line 1: missing; expected row 6, six characters b w -");
    assert_eq!(error(&Grid, "bbbbbb\n------"), "line 3: missing; expected row 4, six characters b w -");
    assert_eq!(error(&Grid, START), "line 7: missing; expected the side to move, w or b");
    let side = "line 7: found 'white'; expected the side to move, w or b";
    assert_eq!(error(&Grid, &format!("{START}white")), side);
    assert_eq!(error(&Grid, &format!("{START}w\nw")), "line 8: found 'w'; expected nothing more");
    assert_eq!(grid("------", "-----"), "line 3 (row 4): 5 characters; expected 6");
    assert_eq!(grid("------", "-------"), "line 3 (row 4): 7 characters; expected 6");
    assert_eq!(grid("------", "--_---"), "line 3, column 3 (C4): found '_'; expected b, w or -");
    assert_eq!(grid("bbbbbb", "bbbBbé").lines().count(), 2);
    assert_eq!(grid("------", "w-----"), "board: 13 white pawns; expected at most 12");
    assert_eq!(grid("------", "w---b-").lines().nth(1), Some("board: 13 black pawns; expected at most 12"));
}

#[test]
fn malformed_requests() {
    let wrong = |from: &str, to: &str| error(&Request, &request(START).replacen(from, to, 1));
    assert_eq!(error(&Request, ""), "line 1: missing; expected the command move");
    assert_eq!(wrong("move", "MOVE"), "line 1: found 'MOVE'; expected the command move");
    let all = "line 1: found '1'; expected the command move\n\
               line 2: found '6 6'; expected the number of turns elapsed, a whole number\n\
               line 3: found 'bbbbbb'; expected the dimensions 6 6";
    assert_eq!(wrong("move\n", ""), all);
    for turns in ["", "-1", "1.5", "one", "1 "] {
        let message =
            format!("line 2: found '{turns}'; expected the number of turns elapsed, a whole number");
        assert_eq!(wrong("1", turns), message);
    }
    for dimensions in ["8 8", "6", "6x6", "6 6 6"] {
        let message = format!("line 3: found '{dimensions}'; expected the dimensions 6 6");
        assert_eq!(wrong("6 6", dimensions), message);
    }
    assert_eq!(error(&Request, "move\n1"), "line 3: missing; expected the dimensions 6 6");
    assert_eq!(wrong("\nwwwwww\n", "\n"), "line 9: missing; expected row 1, six characters b w -");
    assert_eq!(wrong("------", "---"), "line 6 (row 4): 3 characters; expected 6");
    assert_eq!(wrong("------", "-.----"), "line 6, column 2 (B4): found '.'; expected b, w or -");
    assert_eq!(wrong("------", "-w----"), "board: 13 white pawns; expected at most 12");
    assert_eq!(error(&Request, &format!("{}w", request(START))), "line 10: found 'w'; expected nothing more");
}

#[test]
fn problems_point_at_the_text() {
    let text = request(START).replacen("------", "-.----", 1).replace('\n', "\r\n");
    let error = Request.parse(&text).unwrap_err();
    let [problem] = error.problems() else { panic!("one problem") };
    assert_eq!(&text[problem.span.clone()], ".");
}

#[test]
fn a_request_is_complete_after_its_last_line_and_refused_at_its_first_wrong_one() {
    let mut reader = RequestReader::default();
    let text = request(START);
    for line in text.lines() {
        assert!(reader.wants_more());
        reader.line(0, line);
    }
    assert!(!reader.wants_more());
    assert_eq!(reader.finish(), Ok(Standard::START));

    let mut reader = RequestReader::default();
    reader.line(0, "move");
    reader.line(5, "6 6");
    assert!(!reader.wants_more());
    let message = "line 2: found '6 6'; expected the number of turns elapsed, a whole number";
    assert_eq!(reader.finish().unwrap_err().to_string(), message);
}

#[test]
fn malformed_and_illegal_moves() {
    let start = Standard::START;
    let expected = "one step forward of a pawn whose turn it is, source and target such as E1D2";
    // The last one is right but for its letters: the protocol has capitals.
    for text in ["", "E2", "E2E3 ", "G2G3", "A0A1", "A7A8", "22E3", "é2é3", "E2-E3", "e2d3"] {
        let message = format!("move '{text}': not a move; expected {expected}");
        assert_eq!(Request.parse_move(&start, text).unwrap_err().to_string(), message);
    }
    for text in ["E1D2", "E2E4", "E3E4", "E5E4", "E2E1"] {
        let message = format!("move '{text}': not legal in this position; expected {expected}");
        assert_eq!(Grid.parse_move(&start, text).unwrap_err().to_string(), message);
    }
    assert_eq!(Grid.parse_move(&start, "e2d3"), Ok(Step::new(10, 15)), "people may type small letters");
    let over = Standard::new(ByPlayer::new(1 << 30, 1), Player::First).unwrap();
    assert_eq!(Grid.parse_move(&over, "A1A2").unwrap_err().to_string(), "move 'A1A2': the game is over");
}
