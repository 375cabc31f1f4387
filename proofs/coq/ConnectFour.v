(** The side that begins wins Connect Four. *)

From Coq Require Import Lia.
Require Import Rules Check Sound FirstWins.

Theorem first_player_wins : first_secures 7 6 Win.
Proof.
  apply (first_sound 7 6 ltac:(lia) ltac:(lia) Win strategy blocks ltac:(lia)).
  vm_compute. reflexivity.
Qed.

Print Assumptions first_player_wins.
