(** The rules of Connect Four on a board of any size, and what it means that a side can secure a result.

    Nothing else has to be believed: [Check.v] computes, and [Sound.v] proves that what it accepts is true in the
    sense of this file. *)

From Coq Require Import List Arith.
Import ListNotations.

(** The sides. *)
Inductive side := First | Second.

Definition other (s : side) : side := match s with First => Second | Second => First end.

(** The pieces of a column from the bottom up. *)
Definition column := list side.

(** The columns from left to right. *)
Definition board := list column.

(** A column by its number, 0 at the left. *)
Definition stack (b : board) (c : nat) : column := nth c b [].

(** Whose piece lies on a cell, if any; row 0 is the bottom row. *)
Definition cell (b : board) (c r : nat) : option side := nth_error (stack b c) r.

(** A board of [w] columns without pieces. *)
Definition empty (w : nat) : board := repeat [] w.

(** A board of [w] columns and [h] rows: a piece may be dropped into every column that is not full. *)
Definition legal (w h : nat) (b : board) (c : nat) : Prop := c < w /\ length (stack b c) < h.

(** The board after a piece of a side has been dropped. *)
Fixpoint drop (s : side) (c : nat) (b : board) : board :=
  match b, c with
  | [], _ => []
  | pieces :: rest, 0 => (pieces ++ [s]) :: rest
  | pieces :: rest, S c => pieces :: drop s c rest
  end.

(** Four pieces of a side in a line. *)
Inductive four (b : board) (s : side) : Prop :=
  | across c r : (forall k, k < 4 -> cell b (c + k) r = Some s) -> four b s
  | upwards c r : (forall k, k < 4 -> cell b c (r + k) = Some s) -> four b s
  | rising c r : (forall k, k < 4 -> cell b (c + k) (r + k) = Some s) -> four b s
  | falling c r : (forall k, k < 4 -> cell b (c + k) (r + 3 - k) = Some s) -> four b s.

(** What a side wants to secure. *)
Inductive goal := Win | Draw.

(** Side [s] is to move and can secure its goal, whatever the other side plays: it has a move that makes four, or one
    after which no reply makes four and it can secure its goal again after each. A full board without a four is a draw.

    Boards fill up, so a proof of this is finite: it is a strategy, with an answer to each reply. *)
Inductive secures (w h : nat) (s : side) (g : goal) (b : board) : Prop :=
  | now c : legal w h b c -> four (drop s c b) s -> secures w h s g b
  | later c : legal w h b c ->
      (g = Draw \/ exists d, legal w h (drop s c b) d) ->
      (forall d, legal w h (drop s c b) d ->
        ~ four (drop (other s) d (drop s c b)) (other s) /\
        secures w h s g (drop (other s) d (drop s c b))) ->
      secures w h s g b
  | full : g = Draw -> (forall c, ~ legal w h b c) -> secures w h s g b.

(** The side that begins can secure its goal from the empty board. *)
Definition first_secures (w h : nat) (g : goal) : Prop := secures w h First g (empty w).

(** The other side can, whatever the first move is; and there is one. *)
Definition second_secures (w h : nat) (g : goal) : Prop :=
  (exists c, legal w h (empty w) c) /\
  forall c, legal w h (empty w) c ->
    ~ four (drop First c (empty w)) First /\ secures w h Second g (drop First c (empty w)).
