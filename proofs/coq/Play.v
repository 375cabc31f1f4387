(** What it means to secure a win, once more, without a tree: there is a strategy, and whatever the replies, the game that
    the two play is won.

    [Rules.secures] says it by induction. Here the strategy is a function of the replies so far, and the replies are any
    sequence of columns at all. An opponent who thinks plays one of these sequences against a strategy, too. Up to
    [breaks_the_rules] there are definitions, which a reader has to believe; what follows is proved. *)

From Coq Require Import List Arith Lia.
Import ListNotations.
Require Import Rules.

(** The column of the next move, by the replies so far, the first one first. *)
Definition strategy := list nat -> nat.

(** The columns that the other side plays: reply number 0, 1, 2 and so on. *)
Definition sequence := nat -> nat.

Section Game.
  (** A board of [w] columns and [h] rows, and the side that has the strategy; it is to move on [b]. *)
  Variables (w h : nat) (s : side).

  (** The first [n] replies. *)
  Definition history (replies : sequence) (n : nat) : list nat := map replies (seq 0 n).

  (** The move after [n] replies. *)
  Definition move (own : strategy) (replies : sequence) (n : nat) : nat := own (history replies n).

  (** The board after [n] moves and as many replies, on which the side is to move again. *)
  Fixpoint board_at (own : strategy) (replies : sequence) (b : board) (n : nat) : board :=
    match n with
    | 0 => b
    | S m => drop (other s) (replies m) (drop s (move own replies m) (board_at own replies b m))
    end.

  (** The board after one more move of the side. *)
  Definition moved (own : strategy) (replies : sequence) (b : board) (n : nat) : board :=
    drop s (move own replies n) (board_at own replies b n).

  (** The game goes on for [n] moves and replies by the rules, no reply makes four, and the next move is legal too. *)
  Definition goes_on (own : strategy) (replies : sequence) (b : board) (n : nat) : Prop :=
    (forall i, i <= n -> legal w h (board_at own replies b i) (move own replies i)) /\
    (forall i, i < n -> legal w h (moved own replies b i) (replies i) /\
                        ~ four (board_at own replies b (S i)) (other s)).

  (** The move after them makes four. *)
  Definition wins (own : strategy) (replies : sequence) (b : board) : Prop :=
    exists n, goes_on own replies b n /\ four (moved own replies b n) s.

  (** The rules allow a reply after it, and not the one that is made. *)
  Definition breaks_the_rules (own : strategy) (replies : sequence) (b : board) : Prop :=
    exists n, goes_on own replies b n /\
      (exists d, legal w h (moved own replies b n) d) /\ ~ legal w h (moved own replies b n) (replies n).

  (** The replies after the first. *)
  Definition later_replies (replies : sequence) : sequence := fun n => replies (S n).

  (** The strategy after a first reply. *)
  Definition after (own : strategy) (d : nat) : strategy := fun replies => own (d :: replies).

  Lemma history_after replies n : history replies (S n) = replies 0 :: history (later_replies replies) n.
  Proof. unfold history. rewrite <- cons_seq, <- seq_shift. cbn [map]. now rewrite map_map. Qed.

  Lemma move_after own replies n :
    move own replies (S n) = move (after own (replies 0)) (later_replies replies) n.
  Proof. unfold move. now rewrite history_after. Qed.

  Lemma board_after own replies b n :
    board_at own replies b (S n) =
    board_at (after own (replies 0)) (later_replies replies) (board_at own replies b 1) n.
  Proof.
    induction n as [|n IH]; [reflexivity|].
    cbn [board_at] in *. rewrite IH, <- move_after. reflexivity.
  Qed.

  Lemma moved_after own replies b n :
    moved own replies b (S n) =
    moved (after own (replies 0)) (later_replies replies) (board_at own replies b 1) n.
  Proof. unfold moved. now rewrite board_after, move_after. Qed.

  (** A first move and reply, and then a game that goes on. *)
  Lemma goes_on_after own replies b n :
    legal w h b (own []) -> legal w h (drop s (own []) b) (replies 0) ->
    ~ four (board_at own replies b 1) (other s) ->
    goes_on (after own (replies 0)) (later_replies replies) (board_at own replies b 1) n ->
    goes_on own replies b (S n).
  Proof.
    intros first reply no_four [moves answers]. split.
    - intros [|i] at_most; [exact first|].
      rewrite (board_after own replies b i), move_after. apply moves. lia.
    - intros [|i] below; [now split|].
      rewrite moved_after, (board_after own replies b (S i)). apply answers. lia.
  Qed.

  Lemma legal_or_not b c : legal w h b c \/ ~ legal w h b c.
  Proof. unfold legal. lia. Qed.

  (** One choice for each of finitely many columns is a choice for all. *)
  Lemma choose (P : nat -> strategy -> Prop) b :
    (forall d, legal w h b d -> exists own, P d own) ->
    exists all : nat -> strategy, forall d, legal w h b d -> P d (all d).
  Proof.
    intros each.
    enough (up_to : forall n, exists all : nat -> strategy, forall d, d < n -> legal w h b d -> P d (all d)).
    { destruct (up_to w) as [all chosen]. exists all. intros d is_legal. apply chosen; [apply is_legal|exact is_legal]. }
    induction n as [|n [all chosen]].
    - exists (fun _ _ => 0). lia.
    - destruct (legal_or_not b n) as [is_legal|is_not].
      + destruct (each n is_legal) as [own holds].
        exists (fun d => if d =? n then own else all d). intros d below legal_d.
        destruct (Nat.eqb_spec d n) as [->|differs]; [exact holds|]. apply chosen; [lia|exact legal_d].
      + exists all. intros d below legal_d. apply chosen; [|exact legal_d].
        enough (d <> n) by lia. now intros ->.
  Qed.

  (** Whoever can secure a win has a strategy that wins against all replies. *)
  Theorem secured_is_won : forall b, secures w h s Win b ->
    exists own, forall replies, wins own replies b \/ breaks_the_rules own replies b.
  Proof.
    fix secured 2. intros b [c legal_c makes_four|c legal_c can_reply replies_all|is_draw _]; [| |discriminate].
    - exists (fun _ => c). intros replies. left. exists 0. split; [|exact makes_four].
      split; [|lia]. intros i at_most. now replace i with 0 by lia.
    - destruct (choose (fun d own => forall replies,
        wins own replies (drop (other s) d (drop s c b)) \/
        breaks_the_rules own replies (drop (other s) d (drop s c b))) (drop s c b)) as [all chosen].
      { intros d legal_d. destruct (replies_all d legal_d) as [_ secured_d]. exact (secured _ secured_d). }
      exists (fun history => match history with [] => c | d :: rest => all d rest end).
      intros replies. set (own := fun history => _).
      destruct (legal_or_not (drop s c b) (replies 0)) as [is_legal|is_not].
      + destruct (replies_all _ is_legal) as [no_four _].
        destruct (chosen _ is_legal (later_replies replies)) as [[n [on four_n]]|[n [on [can_reply_then breaks]]]].
        * left. exists (S n). split; [now apply goes_on_after|].
          rewrite moved_after. exact four_n.
        * right. exists (S n). split; [now apply goes_on_after|].
          rewrite moved_after. now split.
      + right. exists 0. split; [|split; [|exact is_not]].
        * split; [|lia]. intros i at_most. now replace i with 0 by lia.
        * destruct can_reply as [is_draw|can_reply]; [discriminate|exact can_reply].
  Qed.
End Game.
