(** What is computed: a strategy, read from a stream of columns, is played against every reply. *)

From Coq Require Import ZArith Uint63 PArray List Bool.
Import ListNotations.
Open Scope uint63_scope.

(** A position in which the side is to move that follows the strategy: its pieces, those of the other side, and the
    cell above the top of each column. The cell in column [c] and row [r] is the bit [c * (h + 1) + r]; the row [h] is
    never taken, so that no line leaves the board. *)
Record position := Position { own : int; opp : int; top : int }.

(** Masks of a size. *)
Record size := Size {
  stride : int;        (* h + 1 *)
  inside : int;        (* all cells *)
  columns : list int   (* each column with the row above it *)
}.

Definition some (x : int) : bool := negb (x =? 0).

(** Whether four bits stand at this distance from each other. *)
Definition four_along (x d : int) : bool :=
  let pairs := x land (x >> d) in some (pairs land (pairs >> (d + d))).

Definition has_four (z : size) (x : int) : bool :=
  four_along x 1 || four_along x (stride z - 1) || four_along x (stride z) || four_along x (stride z + 1).

(** The next cell of a column; no bit inside the board if the column is full. *)
Definition landing (p : position) (column : int) : int := top p land column.

Definition is_open (z : size) (m : int) : bool := some (m land inside z).

(** The tops after a piece has come to rest on [m]. *)
Definition raised (t m : int) : int := t lxor (m lor (m << 1)).

Definition after_own (p : position) (m : int) : position :=
  Position (own p lor m) (opp p) (raised (top p) m).

Definition after_opp (p : position) (m : int) : position :=
  Position (own p) (opp p lor m) (raised (top p) m).

(** The columns that a strategy plays, and positions from which it is known to secure the goal. *)
Record memory := Memory {
  moves : array (array int);   (* words of twenty columns of three bits each, the lowest first, in blocks *)
  next : int;                  (* the number of the column that comes next *)
  known : array (array int)    (* keys of positions, in blocks; 0 where there is none *)
}.

(** Columns in a word. *)
Definition in_word := 20.

(** Words in a block: an array of Coq has at most some four million. *)
Definition block_bits := 12.
Definition block := 1 << block_bits.

Definition read (a : array (array int)) (i : int) : int := a.[i >> block_bits].[i land (block - 1)].

Definition write (a : array (array int)) (i v : int) : array (array int) :=
  let high := i >> block_bits in
  a.[high <- (a.[high]).[i land (block - 1) <- v]].

(** The next column of the strategy. *)
Definition take (m : memory) : int * memory :=
  let i := next m in
  let word := read (moves m) (i / in_word) in
  ((word >> (3 * (i mod in_word))) land 7, Memory (moves m) (i + 1) (known m)).

(** A number of its own for every position: in each column the highest bit tells how many pieces there are, and the
    bits below it which of them are those of the side. *)
Definition key (p : position) : int := own p lor top p.

(** Where a position is kept; any place is right. *)
Definition place (m : memory) (k : int) : int :=
  ((k * 0x1e3779b97f4a7c15) >> 20) mod (PArray.length (known m) << block_bits).

Definition is_known (m : memory) (k i : int) : bool := read (known m) i =? k.

Definition keep (m : memory) (k i : int) : memory := Memory (moves m) (next m) (write (known m) i k).

(** A column by its number; none for what is no number of one. *)
Fixpoint pick (n : int) (l : list int) : int :=
  match l with
  | [] => 0
  | column :: l => if n =? 0 then column else pick (n - 1) l
  end.

(** Every reply in the columns [open]: no four, and [ask] accepts what comes after it. *)
Fixpoint replies (z : size) (ask : position -> memory -> option memory) (p : position) (open : list int) (m : memory) :
    option memory :=
  match open with
  | [] => Some m
  | column :: open =>
    let move := landing p column in
    if negb (is_open z move) then replies z ask p open m else
    let q := after_opp p move in
    if has_four z (opp q) then None else
    match ask q m with
    | Some m => replies z ask p open m
    | None => None
    end
  end.

(** Whether the strategy that comes next in the stream secures the goal: the memory afterwards, or nothing. The side
    has at most [fuel] moves until the end of the game. *)
Fixpoint check (z : size) (draw_is_enough : bool) (fuel : nat) (p : position) (m : memory) : option memory :=
  match fuel with
  | O => None
  | S fuel =>
    let is_over := negb (some (top p land inside z)) in
    if is_over then if draw_is_enough then Some m else None else
    let k := key p in
    let i := place m k in
    if is_known m k i then Some m else
    let (number, m) := take m in
    let move := landing p (pick number (columns z)) in
    if negb (is_open z move) then None else
    let p' := after_own p move in
    if has_four z (own p') then Some (keep m k i) else
    if negb draw_is_enough && negb (some (top p' land inside z)) then None else
    match replies z (check z draw_is_enough fuel) p' (columns z) m with
    | Some m => Some (keep m k i)
    | None => None
    end
  end.

(** A memory in which nothing is known, with so many blocks of room. Blocks are made one by one, since an array that
    stands in several places would be copied over and over. *)
Fixpoint filled (count : nat) (a : array (array int)) : array (array int) :=
  match count with
  | O => a
  | S count => filled count a.[of_Z (Z.of_nat count) <- PArray.make block 0]
  end.

Definition fresh (strategy : array (array int)) (blocks : nat) : memory :=
  Memory strategy 0 (filled blocks (PArray.make (of_Z (Z.of_nat blocks)) (PArray.make block 0))).

(** The bits of a size. *)
Definition of_nat (n : nat) : int := of_Z (Z.of_nat n).

Definition size_of (w h : nat) : size :=
  let column c := of_Z (Z.shiftl (Z.ones (Z.of_nat (S h))) (Z.of_nat (c * S h))) in
  let cells c := of_Z (Z.shiftl (Z.ones (Z.of_nat h)) (Z.of_nat (c * S h))) in
  Size (of_nat (S h)) (fold_right (fun c all => cells c lor all) 0 (seq 0 w)) (map column (seq 0 w)).

(** No pieces. *)
Definition start (w h : nat) : position :=
  Position 0 0 (fold_right (fun c all => of_Z (Z.shiftl 1 (Z.of_nat (c * S h))) lor all) 0 (seq 0 w)).

(** Whether a strategy secures the goal of the side that begins, from the empty board. *)
Definition accepts_first (w h : nat) (draw_is_enough : bool) (strategy : array (array int)) (blocks : nat) : bool :=
  match check (size_of w h) draw_is_enough (w * h) (start w h) (fresh strategy blocks) with
  | Some _ => true
  | None => false
  end.

(** Whether it secures that of the other side. *)
Definition accepts_second (w h : nat) (draw_is_enough : bool) (strategy : array (array int)) (blocks : nat) : bool :=
  let z := size_of w h in
  match replies z (check z draw_is_enough (w * h)) (start w h) (columns z) (fresh strategy blocks) with
  | Some _ => true
  | None => false
  end.
