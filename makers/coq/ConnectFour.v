(** The side that begins wins Connect Four. *)

From Coq Require Import Lia.
Require FirstWins.
(* After the strategy, whose file cannot give these names another meaning then. *)
Require Import Check Sound Rules.

Theorem first_player_wins : first_secures 7 6 Win.
Proof.
  apply (first_sound 7 6 ltac:(lia) ltac:(lia) Win FirstWins.strategy FirstWins.blocks ltac:(lia)).
  (* Computed once, by the kernel. *)
  vm_cast_no_check (eq_refl true).
Qed.

Print Assumptions first_player_wins.
