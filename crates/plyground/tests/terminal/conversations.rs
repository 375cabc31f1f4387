//! A game that is played by typing.

use super::examples::folder;
use super::session::{CTRL_D, EVERY, HANG, Session};

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
