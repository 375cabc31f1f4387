(** The side that begins wins Connect Four. *)

From Coq Require Import Lia.
Require FirstWins.
(* After the strategy, whose file cannot give these names another meaning then. *)
Require Import Check Sound Rules Play.

Lemma first_secures_a_win : first_secures 7 6 Win.
Proof.
  apply (first_sound 7 6 ltac:(lia) ltac:(lia) Win FirstWins.strategy FirstWins.blocks ltac:(lia)).
  (* Computed once, by the kernel. *)
  vm_cast_no_check (eq_refl true).
Qed.

(** There is a strategy that, whatever the replies, makes four before a reply does, unless there are replies that the rules
    allow and one that they do not allow is made. *)
Theorem first_player_wins : exists own : strategy, forall replies : sequence,
  wins 7 6 First own replies (empty 7) \/ breaks_the_rules 7 6 First own replies (empty 7).
Proof. exact (secured_is_won 7 6 First (empty 7) first_secures_a_win). Qed.

Print Assumptions first_player_wins.
