//! Games that are played by typing.

use super::examples::folder;
use super::session::{CTRL_C, CTRL_D, EVERY, HANG, Session};

/// Types lines one after the other, each when the program asks for one.
fn play(session: &Session, question: &str, lines: &[&str]) -> Result<(), String> {
    for (number, line) in lines.iter().enumerate() {
        let asked = number + 1;
        session.until(HANG, question, &|text| text.matches(question).count() == asked)?;
        session.types(&format!("{line}\n"));
    }
    session.until(HANG, question, &|text| text.matches(question).count() == lines.len() + 1)
}

#[test]
fn a_game_with_a_hint_and_a_move_taken_back() -> Result<(), String> {
    let folder = folder();
    let line = "plyground play connect-four --second first --hint minimax:depth=2";
    let ends = [("quit\n", "moves: 2 0"), (CTRL_D, "the input has ended, so the game ends here")];
    for ((end, says), width) in ends.into_iter().flat_map(|end| EVERY.map(|width| (end, width))) {
        let session = Session::start(line, folder.path(), width);
        play(&session, "to move>", &["4", "hint", "nonsense", "undo", "moves", "3", "undo", "2"])?;
        session.types(end);
        let ended = session.end(HANG)?;
        assert_eq!(ended.status, 0, "{}", ended.problem("ended so"));
        for words in
            ["minimax:depth=2 would play ", "legal moves: 0 1 2 3 4 5 6", "type 'moves' or 'help'", says]
        {
            assert!(ended.text.contains(words), "{}", ended.problem(&format!("does not say: {words}")));
        }
    }
    Ok(())
}

#[test]
fn an_interactive_game_is_left_by_the_end_of_input_and_by_ctrl_c() -> Result<(), String> {
    const QUESTION: &str = "your column (1-7):";
    let folder = folder();
    let ends = [(CTRL_D, 0), (CTRL_C, 130)];
    for ((end, status), width) in ends.into_iter().flat_map(|end| EVERY.map(|width| (end, width))) {
        let session = Session::start("maxconnect4 interactive new human-next 3", folder.path(), width);
        play(&session, QUESTION, &["4", "9", "4"])?;
        session.types(end);
        let ended = session.end(HANG)?;
        assert_eq!(ended.status, status, "{}", ended.problem("ended so"));
        assert!(ended.text.contains("'9' is not a column; enter a number from 1 to 7."), "{}", ended.text);
        assert_eq!(ended.text.contains("end of input; the game is in computer.txt"), end == CTRL_D);
        assert!(folder.path().join("computer.txt").is_file() && folder.path().join("human.txt").is_file());
    }
    Ok(())
}

#[test]
fn a_request_is_typed() -> Result<(), String> {
    let folder = folder();
    for width in EVERY {
        let session = Session::start("breakthrough", folder.path(), width);
        session.types("move\n30\n6 6\nb-----\n------\n------\n------\n-----w\n------\n");
        let ended = session.end(HANG)?;
        assert_eq!(ended.status, 0, "{}", ended.problem("ended so"));
        assert_eq!(ended.text.lines().last(), Some("F2F3"), "{}", ended.text);
    }
    Ok(())
}
