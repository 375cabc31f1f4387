//! What is proved or bounded, in words and in JSON.

use plyground_core::{AnyGame, Player, Proof, counted};

use super::value::value_json;

/// What is proved, in words.
pub fn proof_words(game: AnyGame, proof: Proof, turn: Player) -> String {
    let side = game.sides()[turn];
    let count = |plies: u32| counted(plies, "ply");
    match proof {
        Proof::Win { plies } => format!("proved: {side} wins within {}", count(plies)),
        Proof::Draw => "proved: neither side can win".to_owned(),
        Proof::Loss { plies } => format!("proved: {side} loses, but holds out for {} or more", count(plies)),
    }
}

/// An agent's proof for a position: `result` and `plies`. `plies` may be only a bound, so `bound` is `at-most` for a
/// win and `at-least` for a loss.
pub fn bounded_proof_json(proof: Proof) -> serde_json::Value {
    let mut value = value_json(proof.into());
    match proof {
        Proof::Win { .. } => value["bound"] = "at-most".into(),
        Proof::Loss { .. } => value["bound"] = "at-least".into(),
        Proof::Draw => {}
    }
    value
}

#[cfg(test)]
mod tests {
    use plyground_core::games::connect_four::ConnectFour;

    use super::*;

    #[test]
    fn proofs_read_as_facts_about_the_side_to_move() {
        let words = |proof| proof_words(AnyGame::of::<ConnectFour>(), proof, Player::Second);
        assert_eq!(words(Proof::Win { plies: 7 }), "proved: yellow wins within 7 plies");
        assert_eq!(words(Proof::Win { plies: 1 }), "proved: yellow wins within 1 ply");
        assert_eq!(words(Proof::Draw), "proved: neither side can win");
        let loss = "proved: yellow loses, but holds out for 8 plies or more";
        assert_eq!(words(Proof::Loss { plies: 8 }), loss);
        let bounded =
            [Proof::Win { plies: 7 }, Proof::Draw, Proof::Loss { plies: 2 }].map(bounded_proof_json);
        let expected = [
            serde_json::json!({ "result": "win", "plies": 7, "bound": "at-most" }),
            serde_json::json!({ "result": "draw" }),
            serde_json::json!({ "result": "loss", "plies": 2, "bound": "at-least" }),
        ];
        assert_eq!(bounded, expected);
    }
}
