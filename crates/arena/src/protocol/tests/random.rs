//! Decoders on random bytes, and on right answers with something changed.

use super::super::lines::Statement;
use super::*;
use plyground_core::{AnyMove, AnyPosition};

/// Random ends and random outputs: bytes, and right answers with something changed.
fn random_end(rng: &mut Rng) -> End {
    match rng.below(9) {
        0 => End::WallOut,
        1 => End::CpuOut,
        2 => End::MemoryOut,
        3 => End::StdoutFlood,
        4 => End::StderrFlood,
        5 => End::Signalled(1 + i32::try_from(rng.below(31)).unwrap()),
        6 => End::Exited(1),
        _ => End::Exited(0),
    }
}

/// Bytes that answers are made of, and some that begin a character.
const USUAL: &[u8] = b"0123456789\r\n \t,/[]ABCDEF\0\xff\xc3";

fn random_bytes(rng: &mut Rng, seeds: &[&str]) -> Vec<u8> {
    let mut bytes = seeds[rng.below(seeds.len())].as_bytes().to_vec();
    for _ in 0..rng.below(5) {
        let byte = match rng.below(3) {
            0 => USUAL[rng.below(USUAL.len())],
            _ => rng.next().to_le_bytes()[0],
        };
        let at = rng.below(bytes.len() + 1);
        match rng.below(4) {
            0 => bytes.insert(at, byte),
            1 => bytes.truncate(at),
            2 => bytes.extend_from_within(at..),
            _ if at < bytes.len() => bytes[at] = byte,
            _ => bytes.push(byte),
        }
    }
    bytes
}

#[test]
fn decoders_take_any_bytes_and_give_legal_moves_only() {
    fn check<P: Position>(
        protocol: &dyn OneShot<P>,
        position: &P,
        ended: &CallResult,
        counts: &mut [usize; 6],
    ) {
        let reply = protocol.decode(position, ended);
        assert!(reply.said.len() <= MOST_TEXT + 3);
        match reply.choice {
            Ok(mv) => {
                assert!(position.moves().any(|legal| legal == mv), "{ended:?}");
                assert!(!matches!(ended.end, End::StdoutFlood | End::StderrFlood));
                counts[5] += 1;
            }
            Err(fault) => {
                assert!(fault.message.len() < 500 && !fault.message.contains('\n'), "{}", fault.message);
                assert!(fault.message.contains("expected") || fault.kind != FaultKind::Unreadable);
                counts[fault.kind as usize] += 1;
            }
        }
    }
    let mut rng = Rng::new(2019);
    let mut counts = [[0; 6]; 3];
    let max = max_connect_four::Standard::EMPTY;
    let next = write_state(&max.play(Column::new(2)));
    for _ in 0..4000 {
        let (mut four, mut pawns) = (ConnectFour::start(), Breakthrough::start());
        for _ in 0..rng.below(12) {
            four = rng.pick(four.moves()).map_or(four, |mv| four.play(mv));
            pawns = rng.pick(pawns.moves()).map_or(pawns, |mv| pawns.play(mv));
        }
        let end = random_end(&mut rng);
        let stdout = random_bytes(&mut rng, &["3\n", "0\n297\n", "6", ""]);
        check(&Arguments::TOURNAMENT, &four, &ended(&stdout, end), &mut counts[0]);
        let stdout = random_bytes(&mut rng, &["E2D3\n", "A3A4\n", "F2F3", "identify"]);
        check(&StdinMove, &pawns, &ended(&stdout, end), &mut counts[1]);
        if let Ok(name) = StdinMove::read_identity(&ended(&stdout, end)) {
            assert!((1..=80).contains(&name.len()) && !name.chars().any(char::is_control));
        }
        let written = random_bytes(&mut rng, &[&next, &write_state(&max)]);
        let ended = CallResult { file: Some(Ok(written)), ..ended(b"", end) };
        check(&StateFiles { depth: 1 }, &max, &ended, &mut counts[2]);
        // Lines mean something or nothing, and never a move that is not legal.
        let line = random_bytes(&mut rng, &["bestmove 3", "readyok", "name x", "info nodes 3"]);
        if let Statement::BestMove(text) = lines::read(&line)
            && let Ok(mv) = lines::best_move(&AnyPosition::of::<ConnectFour>(four), &text)
        {
            assert!(four.moves().any(|legal| AnyMove::of(legal) == mv));
        }
    }
    // Every kind of end has been met by every decoder.
    assert!(counts.iter().flatten().all(|&count| count > 0), "{counts:?}");
}
