(** What [Check.v] accepts is true in the sense of [Rules.v]. *)

From Coq Require Import ZArith Uint63 PArray List Bool Arith Lia.
Require Import Rules Check.
Import ListNotations.
Open Scope nat_scope.

(** * Bits of machine integers *)

Definition bit (x : int) (n : nat) : bool := Z.testbit (to_Z x) (Z.of_nat n).

Lemma bit_or x y n : bit (x lor y) n = bit x n || bit y n.
Proof. unfold bit. rewrite lor_spec'. apply Z.lor_spec. Qed.

Lemma bit_and x y n : bit (x land y) n = bit x n && bit y n.
Proof. unfold bit. rewrite land_spec'. apply Z.land_spec. Qed.

Lemma bit_xor x y n : bit (x lxor y) n = xorb (bit x n) (bit y n).
Proof. unfold bit. rewrite lxor_spec'. apply Z.lxor_spec. Qed.

Lemma bit_zero n : bit 0 n = false.
Proof. unfold bit. apply Z.testbit_0_l. Qed.

Lemma bit_right x d n : bit (x >> d) n = bit x (n + Z.to_nat (to_Z d)).
Proof.
  unfold bit. rewrite lsr_spec.
  pose proof (to_Z_bounded d).
  rewrite Z.div_pow2_bits by lia. f_equal. lia.
Qed.

Lemma bit_high x n : 63 <= n -> bit x n = false.
Proof.
  intros. unfold bit. pose proof (to_Z_bounded x) as [low high].
  destruct (Z.eq_dec (to_Z x) 0) as [->|]. { apply Z.testbit_0_l. }
  apply Z.bits_above_log2; [lia|].
  apply Z.log2_lt_pow2; [lia|].
  eapply Z.lt_le_trans; [exact high|].
  change wB with (2 ^ 63)%Z. apply Z.pow_le_mono_r; lia.
Qed.

Lemma bit_left x n : n < 63 -> bit (x << 1) n = (0 <? n) && bit x (n - 1).
Proof.
  intros. unfold bit. rewrite lsl_spec.
  change (2 ^ to_Z 1)%Z with (2 ^ 1)%Z. change wB with (2 ^ 63)%Z.
  rewrite Z.mod_pow2_bits_low by lia.
  destruct n.
  - rewrite Z.mul_pow2_bits_low by lia. reflexivity.
  - rewrite Z.mul_pow2_bits by lia. simpl (0 <? S n). rewrite andb_true_l. f_equal. lia.
Qed.

Lemma bit_of_z z n : n < 63 -> bit (of_Z z) n = Z.testbit z (Z.of_nat n).
Proof.
  intros. unfold bit. rewrite of_Z_spec. change wB with (2 ^ 63)%Z. apply Z.mod_pow2_bits_low. lia.
Qed.

Lemma some_spec x : some x = true <-> exists n, bit x n = true.
Proof.
  unfold some. split.
  - intros is_some. assert (x <> 0%uint63) as other.
    { intros ->. discriminate. }
    assert (to_Z x <> 0%Z) as nonzero.
    { intros zero. apply other. apply to_Z_inj. exact zero. }
    pose proof (to_Z_bounded x).
    exists (Z.to_nat (Z.log2 (to_Z x))). unfold bit.
    rewrite Z2Nat.id by apply Z.log2_nonneg. apply Z.bit_log2. lia.
  - intros [n set]. destruct (x =? 0)%uint63 eqn:is_zero; [|reflexivity].
    apply eqb_correct in is_zero. subst x. rewrite bit_zero in set. discriminate.
Qed.

Lemma some_false x : some x = false <-> forall n, bit x n = false.
Proof.
  pose proof (some_spec x) as [one two]. split.
  - intros none n. destruct (bit x n) eqn:set; [|reflexivity].
    rewrite two in none; [discriminate|]. exists n. exact set.
  - intros none. destruct (some x); [|reflexivity].
    destruct (one eq_refl) as [n set]. rewrite none in set. discriminate.
Qed.

Lemma four_along_spec x d distance :
  to_Z d = Z.of_nat distance -> distance <= 62 ->
  four_along x d = true <-> exists n, forall k, k < 4 -> bit x (n + k * distance) = true.
Proof.
  intros is_distance small. unfold four_along. rewrite some_spec.
  assert (to_Z (d + d) = Z.of_nat (2 * distance)) as twice.
  { rewrite add_spec, is_distance. change wB with (2 ^ 63)%Z. rewrite Z.mod_small; lia. }
  split.
  - intros [n set]. exists n. rewrite !bit_and, !bit_right, !bit_and, !bit_right, twice, is_distance, !Nat2Z.id in set.
    apply andb_prop in set as [low high]. apply andb_prop in low as [zero one]. apply andb_prop in high as [two three].
    intros k most. destruct k as [|[|[|[|k]]]]; try lia.
    + rewrite Nat.mul_0_l, Nat.add_0_r. exact zero.
    + rewrite Nat.mul_1_l. exact one.
    + exact two.
    + replace (n + 3 * distance) with (n + 2 * distance + distance) by lia. exact three.
  - intros [n set]. exists n. rewrite !bit_and, !bit_right, !bit_and, !bit_right, twice, is_distance, !Nat2Z.id.
    pose proof (set 0 ltac:(lia)) as zero. pose proof (set 1 ltac:(lia)) as one.
    pose proof (set 2 ltac:(lia)) as two. pose proof (set 3 ltac:(lia)) as three.
    rewrite Nat.mul_0_l, Nat.add_0_r in zero. rewrite Nat.mul_1_l in one.
    replace (n + 2 * distance + distance) with (n + 3 * distance) by lia.
    rewrite zero, one, two, three. reflexivity.
Qed.

(** * Positions and boards *)

Definition is_of (s : side) (o : option side) : bool :=
  match s, o with First, Some First | Second, Some Second => true | _, _ => false end.

Lemma is_of_spec s o : is_of s o = true <-> o = Some s.
Proof. destruct s, o as [[]|]; simpl; split; congruence. Qed.

Section Size.
  Variables w h : nat.
  Hypothesis narrow : w * S h <= 62.
  Hypothesis low : 1 <= h <= 30.

  (** The bit of a cell. *)
  Definition place_of (c r : nat) : nat := c * S h + r.

  Lemma place_inj c r d q : r <= h -> q <= h -> place_of c r = place_of d q -> c = d /\ r = q.
  Proof.
    unfold place_of. intros. assert (c = d) as ->. { nia. } lia.
  Qed.

  Lemma every_place n : exists c r, r <= h /\ n = place_of c r.
  Proof.
    exists (n / S h), (n mod S h). unfold place_of.
    pose proof (Nat.mod_upper_bound n (S h)). pose proof (Nat.div_mod n (S h)). lia.
  Qed.

  (** What the bits of a position say of a board, in which [s] is to move. *)
  Record stands (s : side) (b : board) (p : position) : Prop := {
    width : length b = w;
    heights : forall c, length (stack b c) <= h;
    owns_are : forall c r, r <= h -> bit (own p) (place_of c r) = is_of s (cell b c r);
    opps_are : forall c r, r <= h -> bit (opp p) (place_of c r) = is_of (other s) (cell b c r);
    tops_are : forall c r, r <= h -> bit (top p) (place_of c r) = (c <? w) && (r =? length (stack b c))
  }.

  (** * Lines of four *)

  Definition shows (s : side) (b : board) (x : int) : Prop :=
    (forall c, length (stack b c) <= h) /\ forall c r, r <= h -> bit x (place_of c r) = is_of s (cell b c r).

  Lemma cell_below b c r s : length (stack b c) <= h -> cell b c r = Some s -> r < h.
  Proof.
    unfold cell. intros most found. assert (nth_error (stack b c) r <> None) as here by congruence.
    apply nth_error_Some in here. lia.
  Qed.

  Lemma shown s b x c r : shows s b x -> cell b c r = Some s -> bit x (place_of c r) = true.
  Proof.
    intros [most bits] found. pose proof (cell_below _ _ _ _ (most c) found).
    rewrite bits by lia. apply is_of_spec. exact found.
  Qed.

  Lemma seen s b x c r : shows s b x -> r <= h -> bit x (place_of c r) = true -> cell b c r = Some s /\ r < h.
  Proof.
    intros sh small set. destruct sh as [most bits]. rewrite bits in set by lia.
    apply is_of_spec in set. split; [exact set|]. exact (cell_below _ _ _ _ (most c) set).
  Qed.

  Definition along (x : int) (d : nat) : Prop := exists n, forall k, k < 4 -> bit x (n + k * d) = true.

  Lemma has_four_spec s b x : shows s b x -> has_four (size_of w h) x = true <-> four b s.
  Proof.
    intros sh.
    assert (to_Z (of_nat (S h)) = Z.of_nat (S h)) as is_stride.
    { unfold of_nat. rewrite of_Z_spec. apply Z.mod_small. change wB with (2 ^ 63)%Z. lia. }
    assert (has_four (size_of w h) x = true <-> along x 1 \/ along x h \/ along x (S h) \/ along x (S (S h))) as ->.
    { unfold has_four. cbn [stride size_of].
      rewrite !orb_true_iff.
      assert (to_Z (of_nat (S h) - 1) = Z.of_nat h) as is_less.
      { rewrite sub_spec, is_stride. change (to_Z 1) with 1%Z. change wB with (2 ^ 63)%Z. rewrite Z.mod_small; lia. }
      assert (to_Z (of_nat (S h) + 1) = Z.of_nat (S (S h))) as is_more.
      { rewrite add_spec, is_stride. change (to_Z 1) with 1%Z. change wB with (2 ^ 63)%Z. rewrite Z.mod_small; lia. }
      rewrite (four_along_spec x 1 1 eq_refl ltac:(lia)), (four_along_spec x _ h is_less ltac:(lia)),
        (four_along_spec x _ (S h) is_stride ltac:(lia)), (four_along_spec x _ (S (S h)) is_more ltac:(lia)).
      unfold along. tauto. }
    split.
    - intros [[n set]|[[n set]|[[n set]|[n set]]]];
        destruct (every_place n) as (c & r & small & ->); unfold place_of in *.
      + (* one above the other *)
        apply upwards with (c := c) (r := r).
        assert (forall k, k < 4 -> cell b c (r + k) = Some s /\ r + k < h) as all.
        { intros k. induction k as [|k before]; intros most.
          - apply seen with (x := x); [exact sh|lia|]. unfold place_of. rewrite <- (set 0) by lia. f_equal. lia.
          - destruct before as [_ below]; [lia|]. apply seen with (x := x); [exact sh|lia|].
            unfold place_of. rewrite <- (set (S k)) by lia. f_equal. lia. }
        intros k most. apply all. exact most.
      + (* falling *)
        assert (forall k, k < 4 -> k <= r /\ cell b (c + k) (r - k) = Some s /\ r - k < h) as all.
        { intros k. induction k as [|k before]; intros most.
          - split; [lia|]. apply seen with (x := x); [exact sh|lia|].
            unfold place_of. rewrite <- (set 0) by lia. f_equal. lia.
          - destruct before as (down & found & below); [lia|].
            assert (S k <= r) as more.
            { destruct (Nat.eq_dec k r) as [->|]; [|lia]. exfalso.
              specialize (set (S r) most).
              assert (cell b (c + r) h = Some s /\ h < h) as [_ bad]; [|lia].
              apply seen with (x := x); [exact sh|lia|]. unfold place_of. rewrite <- set. f_equal. nia. }
            split; [exact more|]. apply seen with (x := x); [exact sh|lia|].
            unfold place_of. rewrite <- (set (S k)) by lia. f_equal. nia. }
        apply falling with (c := c) (r := r - 3). intros k most.
        destruct (all 3) as (three & _); [lia|].
        replace (r - 3 + 3 - k) with (r - k) by lia. apply all. exact most.
      + (* side by side *)
        apply across with (c := c) (r := r). intros k most.
        apply seen with (x := x); [exact sh|lia|]. unfold place_of. rewrite <- (set k) by lia. f_equal. lia.
      + (* rising *)
        assert (forall k, k < 4 -> cell b (c + k) (r + k) = Some s /\ r + k < h) as all.
        { intros k. induction k as [|k before]; intros most.
          - apply seen with (x := x); [exact sh|lia|]. unfold place_of. rewrite <- (set 0) by lia. f_equal. lia.
          - destruct before as [_ below]; [lia|]. apply seen with (x := x); [exact sh|lia|].
            unfold place_of. rewrite <- (set (S k)) by lia. f_equal. lia. }
        apply rising with (c := c) (r := r). intros k most. apply all. exact most.
    - intros [c r set|c r set|c r set|c r set].
      + right; right; left. exists (place_of c r). intros k most.
        rewrite <- (shown s b x (c + k) r sh (set k most)). f_equal. unfold place_of. lia.
      + left. exists (place_of c r). intros k most.
        rewrite <- (shown s b x c (r + k) sh (set k most)). f_equal. unfold place_of. lia.
      + right; right; right. exists (place_of c r). intros k most.
        rewrite <- (shown s b x (c + k) (r + k) sh (set k most)). f_equal. unfold place_of. lia.
      + right; left. exists (place_of c (r + 3)). intros k most.
        rewrite <- (shown s b x (c + k) (r + 3 - k) sh (set k most)). f_equal. unfold place_of. nia.
  Qed.

  (** * Masks *)

  Lemma bit_range a n c r d :
    n <= S h -> c < w -> r <= h -> a = Z.shiftl (Z.ones (Z.of_nat n)) (Z.of_nat (c * S h)) ->
    bit (of_Z a) (place_of d r) = (d =? c) && (r <? n).
  Proof.
    intros small inw smallr ->. destruct (Nat.lt_ge_cases (place_of d r) 63) as [fits|high].
    - rewrite bit_of_z by exact fits. rewrite Z.shiftl_spec by lia. unfold place_of in *.
      destruct (Nat.lt_ge_cases (d * S h + r) (c * S h)) as [before|after].
      + rewrite Z.testbit_neg_r by lia.
        assert (d <> c) as differ by nia. apply Nat.eqb_neq in differ. rewrite differ. reflexivity.
      + rewrite Z.testbit_ones_nonneg by lia.
        destruct (Nat.eqb_spec d c) as [->|differ].
        * rewrite andb_true_l. destruct (Nat.ltb_spec r n); [apply Z.ltb_lt|apply Z.ltb_ge]; lia.
        * rewrite andb_false_l. apply Z.ltb_ge. assert (c < d) by nia. nia.
    - rewrite bit_high by exact high. assert (d <> c) as differ. { intros ->. unfold place_of in high. nia. }
      apply Nat.eqb_neq in differ. rewrite differ. reflexivity.
  Qed.

  Definition column_mask (c : nat) : int := of_Z (Z.shiftl (Z.ones (Z.of_nat (S h))) (Z.of_nat (c * S h))).

  Lemma bit_column c d r : c < w -> r <= h -> bit (column_mask c) (place_of d r) = (d =? c).
  Proof.
    intros inw small. unfold column_mask. rewrite (bit_range _ (S h) c r d (le_n _) inw small eq_refl).
    assert (r <? S h = true) as -> by (apply Nat.ltb_lt; lia). apply andb_true_r.
  Qed.

  Lemma bit_fold f (one : nat -> nat -> bool) d r count : forall first,
    (forall c, first <= c < first + count -> bit (f c) (place_of d r) = (d =? c) && one d r) ->
    bit (fold_right (fun c all => f c lor all) 0%uint63 (seq first count)) (place_of d r) =
      (first <=? d) && (d <? first + count) && one d r.
  Proof.
    induction count as [|count others]; intros first each; simpl.
    - rewrite bit_zero. destruct (Nat.leb_spec first d), (Nat.ltb_spec d (first + 0)); simpl; try reflexivity; lia.
    - rewrite bit_or, others by (intros; apply each; lia). rewrite each by lia.
      destruct (Nat.eqb_spec d first), (Nat.leb_spec (S first) d), (Nat.leb_spec first d),
        (Nat.ltb_spec d (S first + count)), (Nat.ltb_spec d (first + S count)), (one d r); simpl; try reflexivity; lia.
  Qed.

  Lemma bit_inside d r : r <= h -> bit (inside (size_of w h)) (place_of d r) = (d <? w) && (r <? h).
  Proof.
    intros. cbn [inside size_of].
    rewrite (bit_fold _ (fun _ r => r <? h)).
    - reflexivity.
    - intros c inw. apply (bit_range _ h c r d); [lia|lia|assumption|reflexivity].
  Qed.

  (** * Moves *)

  Lemma stack_drop s b : forall c d, c < length b ->
    stack (drop s c b) d = if d =? c then stack b c ++ [s] else stack b d.
  Proof.
    unfold stack. induction b as [|pieces rest others]; intros c d inb; simpl in inb; [lia|].
    destruct c, d; simpl; try reflexivity. apply others. lia.
  Qed.

  Lemma length_drop s b : forall c, length (drop s c b) = length b.
  Proof.
    induction b as [|pieces rest others]; intros [|c]; simpl; try reflexivity. rewrite others. reflexivity.
  Qed.

  Lemma cell_drop s b c d r : c < length b ->
    cell (drop s c b) d r = if (d =? c) && (r =? length (stack b c)) then Some s else cell b d r.
  Proof.
    intros inb. unfold cell. rewrite stack_drop by exact inb.
    destruct (Nat.eqb_spec d c) as [->|]; [|reflexivity]. rewrite andb_true_l.
    destruct (Nat.eqb_spec r (length (stack b c))) as [->|].
    - rewrite nth_error_app2 by lia. rewrite Nat.sub_diag. reflexivity.
    - destruct (Nat.lt_ge_cases r (length (stack b c))).
      + apply nth_error_app1. assumption.
      + rewrite (proj2 (nth_error_None (stack b c ++ [s]) r)), (proj2 (nth_error_None (stack b c) r)); [reflexivity|lia|].
        rewrite app_length. simpl. lia.
  Qed.

  Section Move.
    Variables (s : side) (b : board) (p : position) (c : nat).
    Hypothesis here : stands s b p.
    Hypothesis in_width : c < w.

    Let m := landing p (column_mask c).

    Lemma bit_landing d r : r <= h -> bit m (place_of d r) = (d =? c) && (r =? length (stack b c)).
    Proof.
      intros. unfold m, landing. rewrite bit_and, bit_column, (tops_are _ _ _ here) by assumption.
      destruct (Nat.eqb_spec d c) as [->|]; [|apply andb_false_r].
      assert (c <? w = true) as -> by (apply Nat.ltb_lt; lia). rewrite andb_true_r. reflexivity.
    Qed.

    Lemma open_spec : is_open (size_of w h) m = true <-> legal w h b c.
    Proof.
      unfold is_open, legal. rewrite some_spec. split.
      - intros [n set]. destruct (every_place n) as (d & r & small & ->).
        rewrite bit_and, bit_landing, bit_inside in set by assumption.
        apply andb_prop in set as [one two]. apply andb_prop in one as [_ top]. apply andb_prop in two as [_ below].
        apply Nat.eqb_eq in top. apply Nat.ltb_lt in below. lia.
      - intros [_ below]. exists (place_of c (length (stack b c))).
        rewrite bit_and, bit_landing, bit_inside by lia. rewrite !Nat.eqb_refl.
        assert (c <? w = true) as -> by (apply Nat.ltb_lt; lia).
        assert (length (stack b c) <? h = true) as -> by (apply Nat.ltb_lt; lia). reflexivity.
    Qed.

    Hypothesis free : length (stack b c) < h.

    Lemma bit_raised d r : r <= h ->
      bit (raised (top p) m) (place_of d r) =
        (d <? w) && (r =? length (if d =? c then stack b c ++ [s] else stack b d)).
    Proof.
      intros small. unfold raised. rewrite bit_xor, bit_or, bit_landing, (tops_are _ _ _ here) by assumption.
      destruct (Nat.lt_ge_cases (place_of d r) 63) as [fits|high].
      - rewrite bit_left by exact fits.
        assert ((0 <? place_of d r) && bit m (place_of d r - 1) =
                (d =? c) && (r =? S (length (stack b c)))) as ->.
        { destruct r as [|r].
          - rewrite andb_false_r. destruct d as [|d]; [reflexivity|].
            replace (place_of (S d) 0 - 1) with (place_of d h) by (unfold place_of; lia).
            rewrite bit_landing by lia.
            assert (h =? length (stack b c) = false) as -> by (apply Nat.eqb_neq; lia).
            rewrite !andb_false_r. reflexivity.
          - replace (place_of d (S r) - 1) with (place_of d r) by (unfold place_of; lia).
            rewrite bit_landing by lia. replace (0 <? place_of d (S r)) with true.
            + reflexivity.
            + symmetry. apply Nat.ltb_lt. unfold place_of. lia. }
        destruct (Nat.eqb_spec d c) as [->|]; [|simpl; apply xorb_false_r].
        rewrite app_length, Nat.add_1_r. assert (c <? w = true) as -> by (apply Nat.ltb_lt; lia). simpl.
        destruct (Nat.eqb_spec r (length (stack b c))), (Nat.eqb_spec r (S (length (stack b c)))); simpl; try reflexivity; lia.
      - rewrite (bit_high (m << 1)) by exact high.
        assert (w <= d) as out. { unfold place_of in high. nia. }
        assert (d <? w = false) as -> by (apply Nat.ltb_ge; lia).
        assert (d =? c = false) as -> by (apply Nat.eqb_neq; lia). reflexivity.
    Qed.

    Lemma heights_drop t : forall d, length (stack (drop t c b) d) <= h.
    Proof.
      intros d. rewrite stack_drop by (rewrite (width _ _ _ here); lia).
      destruct (d =? c); [rewrite app_length; simpl; lia|apply (heights _ _ _ here)].
    Qed.

    Lemma none_here r : r = length (stack b c) -> cell b c r = None.
    Proof. intros ->. apply nth_error_None. lia. Qed.

    Lemma length_of_drop t d : length (if d =? c then stack b c ++ [s] else stack b d) = length (stack (drop t c b) d).
    Proof.
      rewrite stack_drop by (rewrite (width _ _ _ here); lia).
      destruct (d =? c); [rewrite !app_length; reflexivity|reflexivity].
    Qed.

    Lemma stands_own : stands s (drop s c b) (after_own p m).
    Proof.
      pose proof (width _ _ _ here) as is_wide.
      constructor; cbn [own opp top after_own].
      - rewrite length_drop. exact is_wide.
      - apply heights_drop.
      - intros d r small. rewrite bit_or, bit_landing, (owns_are _ _ _ here), cell_drop by (assumption || lia).
        destruct ((d =? c) && (r =? length (stack b c))); [|apply orb_false_r].
        rewrite orb_true_r. destruct s; reflexivity.
      - intros d r small. rewrite (opps_are _ _ _ here), cell_drop by (assumption || lia).
        destruct (Nat.eqb_spec d c) as [->|]; [|reflexivity].
        destruct (Nat.eqb_spec r (length (stack b c))) as [is_top|]; [|reflexivity].
        rewrite none_here by exact is_top. destruct s; reflexivity.
      - intros d r small. rewrite bit_raised, (length_of_drop s) by assumption. reflexivity.
    Qed.

    Lemma stands_opp : stands s (drop (other s) c b) (after_opp p m).
    Proof.
      pose proof (width _ _ _ here) as is_wide.
      constructor; cbn [own opp top after_opp].
      - rewrite length_drop. exact is_wide.
      - apply heights_drop.
      - intros d r small. rewrite (owns_are _ _ _ here), cell_drop by (assumption || lia).
        destruct (Nat.eqb_spec d c) as [->|]; [|reflexivity].
        destruct (Nat.eqb_spec r (length (stack b c))) as [is_top|]; [|reflexivity].
        rewrite none_here by exact is_top. destruct s; reflexivity.
      - intros d r small. rewrite bit_or, bit_landing, (opps_are _ _ _ here), cell_drop by (assumption || lia).
        destruct ((d =? c) && (r =? length (stack b c))); [|apply orb_false_r].
        rewrite orb_true_r. destruct s; reflexivity.
      - intros d r small. rewrite bit_raised, (length_of_drop (other s)) by assumption. reflexivity.
    Qed.
  End Move.

  (** * Memory *)

  Lemma key_bit s b p c r : stands s b p -> c < w -> r <= h ->
    bit (key p) (place_of c r) = is_of s (cell b c r) || (r =? length (stack b c)).
  Proof.
    intros here inw small. unfold key. rewrite bit_or, (owns_are _ _ _ here), (tops_are _ _ _ here) by assumption.
    assert (c <? w = true) as -> by (apply Nat.ltb_lt; lia). reflexivity.
  Qed.

  Lemma key_height s b p b' p' c : stands s b p -> stands s b' p' -> key p = key p' -> c < w ->
    length (stack b c) <= length (stack b' c).
  Proof.
    intros here there same inw. apply Nat.nlt_ge. intros less.
    pose proof (heights _ _ _ here c) as most.
    pose proof (key_bit s b p c (length (stack b c)) here inw most) as one.
    pose proof (key_bit s b' p' c (length (stack b c)) there inw most) as two.
    rewrite same, two in one. rewrite Nat.eqb_refl, orb_true_r in one.
    assert (cell b' c (length (stack b c)) = None) as none by (apply nth_error_None; lia).
    rewrite none in one. destruct (Nat.eqb_spec (length (stack b c)) (length (stack b' c))); [lia|].
    destruct s; discriminate.
  Qed.

  Lemma key_inj s b p b' p' : stands s b p -> stands s b' p' -> key p = key p' -> b = b'.
  Proof.
    intros here there same.
    pose proof (width _ _ _ here) as is_wide. pose proof (width _ _ _ there) as is_wide'.
    apply nth_ext with (d := []) (d' := []); [congruence|]. intros c inb.
    change (stack b c = stack b' c).
    assert (c < w) as inw by lia.
    assert (length (stack b c) = length (stack b' c)) as even.
    { apply Nat.le_antisymm; [apply (key_height s b p b' p')|apply (key_height s b' p' b p)]; auto. }
    apply nth_ext with (d := First) (d' := First); [exact even|]. intros r inc.
    pose proof (heights _ _ _ here c).
    pose proof (key_bit s b p c r here inw ltac:(lia)) as one.
    pose proof (key_bit s b' p' c r there inw ltac:(lia)) as two.
    rewrite same, two, <- even in one.
    assert (r =? length (stack b c) = false) as not_top by (apply Nat.eqb_neq; lia).
    rewrite not_top, !orb_false_r in one. unfold cell in one.
    rewrite (nth_error_nth' (stack b c) First inc), (nth_error_nth' (stack b' c) First) in one by lia.
    destruct (nth r (stack b c) First), (nth r (stack b' c) First), s; simpl in one; congruence.
  Qed.

  Polymorphic Lemma get_set@{u} {A : Type@{u}} (a : array@{u} A) i j v : (a.[i <- v]).[j] = a.[j] \/ (a.[i <- v]).[j] = v /\ i = j.
  Proof.
    destruct (Uint63.eqb i j) eqn:same.
    - apply Uint63.eqb_correct in same. subst j.
      destruct (i <? PArray.length a)%uint63 eqn:inside.
      + right. split; [|reflexivity]. apply get_set_same. exact inside.
      + left. rewrite !get_out_of_bounds, default_set; auto. rewrite length_set. exact inside.
    - left. apply get_set_other. intros equal. subst. rewrite Uint63.eqb_refl in same. discriminate.
  Qed.

  Lemma read_write a i v j : read (write a i v) j = read a j \/ read (write a i v) j = v.
  Proof.
    unfold read, write.
    destruct (get_set a (i >> block_bits) (j >> block_bits)
      ((a.[i >> block_bits]).[i land (block - 1) <- v])) as [->|[-> ->]]; [left; reflexivity|].
    destruct (get_set (a.[j >> block_bits]) (i land (block - 1)) (j land (block - 1)) v) as [->|[-> _]]; auto.
  Qed.

  Section Goal.
    Variables (s : side) (g : goal).

    Let draw_is_enough := match g with Draw => true | Win => false end.

    (** Whatever is known is true. *)
    Definition honest (m : memory) : Prop :=
      forall i b p, stands s b p -> is_known m (key p) i = true -> secures w h s g b.

    Lemma honest_keep m b p i : honest m -> stands s b p -> secures w h s g b -> honest (keep m (key p) i).
    Proof.
      intros before here sure j b' p' there found. unfold is_known, keep in found. cbn [known] in found.
      destruct (read_write (known m) i (key p) j) as [same|new].
      - apply (before j b' p' there). unfold is_known. rewrite <- same. exact found.
      - rewrite new in found. apply Uint63.eqb_correct in found.
        rewrite <- (key_inj s b p b' p' here there found). exact sure.
    Qed.

    (** A reply after which nothing is lost. *)
    Definition answered (b : board) (d : nat) : Prop :=
      legal w h b d ->
      ~ four (drop (other s) d b) (other s) /\ secures w h s g (drop (other s) d b).

    Lemma replies_sound ask b p :
      stands s b p ->
      (forall q m m' b, stands s b q -> honest m -> ask q m = Some m' -> honest m' /\ secures w h s g b) ->
      forall columns m m', (forall c, In c columns -> c < w) -> honest m ->
      replies (size_of w h) ask p (map column_mask columns) m = Some m' ->
      honest m' /\ forall d, In d columns -> answered b d.
    Proof.
      intros here sound columns. induction columns as [|c columns others]; intros m m' inw before; simpl.
      - intros [= ->]. split; [exact before|]. intros d [].
      - set (move := landing p (column_mask c)).
        assert (c < w) as inc by (apply inw; left; reflexivity).
        destruct (is_open (size_of w h) move) eqn:open; simpl.
        + apply (open_spec s b p c here inc) in open. pose proof open as [_ free].
          pose proof (stands_opp s b p c here inc free) as next.
          destruct (has_four (size_of w h) (opp p lor move)) eqn:lost; [discriminate|].
          destruct (ask (after_opp p move) m) as [m1|] eqn:asked; [|discriminate].
          intros rest.
          destruct (sound _ _ _ _ next before asked) as [between sure].
          destruct (others m1 m' ltac:(intros; apply inw; right; assumption) between rest) as [after all].
          split; [exact after|]. intros d [<-|ind]; [|apply all; exact ind].
          intros _. split; [|exact sure]. intros four.
          apply (has_four_spec (other s) _ (opp p lor move)) in four; [congruence|].
          split; [apply (heights _ _ _ next)|apply (opps_are _ _ _ next)].
        + intros rest.
          destruct (others m m' ltac:(intros; apply inw; right; assumption) before rest) as [after all].
          split; [exact after|]. intros d [<-|ind]; [|apply all; exact ind].
          intros legal. apply (open_spec s b p c here inc) in legal. unfold move in open. congruence.
    Qed.

    Lemma pick_column number : forall columns,
      pick number (map column_mask columns) = 0%uint63 \/
      exists c, In c columns /\ pick number (map column_mask columns) = column_mask c.
    Proof.
      intros columns. revert number. induction columns as [|c columns others]; intros number; simpl; [left; reflexivity|].
      destruct (number =? 0)%uint63.
      - right. exists c. auto.
      - destruct (others (number - 1)%uint63) as [none|(d & ind & found)]; [left; exact none|right].
        exists d. auto.
    Qed.

    Lemma room_spec b p : stands s b p ->
      some (top p land inside (size_of w h)) = true <-> exists c, legal w h b c.
    Proof.
      intros here. rewrite some_spec. split.
      - intros [n set]. destruct (every_place n) as (c & r & small & ->).
        rewrite bit_and, bit_inside, (tops_are _ _ _ here) in set by assumption.
        apply andb_prop in set as [one two]. apply andb_prop in one as [inw is_top]. apply andb_prop in two as [_ below].
        apply Nat.ltb_lt in inw, below. apply Nat.eqb_eq in is_top. exists c. unfold legal. lia.
      - intros [c [inw below]]. exists (place_of c (length (stack b c))).
        rewrite bit_and, bit_inside, (tops_are _ _ _ here) by lia. rewrite Nat.eqb_refl.
        assert (c <? w = true) as -> by (apply Nat.ltb_lt; lia).
        assert (length (stack b c) <? h = true) as -> by (apply Nat.ltb_lt; lia). reflexivity.
    Qed.

    Lemma take_known m : known (snd (take m)) = known m.
    Proof. reflexivity. Qed.

    Theorem check_sound : forall fuel p m m' b, stands s b p -> honest m ->
      check (size_of w h) draw_is_enough fuel p m = Some m' -> honest m' /\ secures w h s g b.
    Proof.
      induction fuel as [|fuel deeper]; intros p m m' b here before; [discriminate|].
      cbn [check].
      destruct (some (top p land inside (size_of w h))) eqn:room; cbn [negb].
      2: { unfold draw_is_enough. destruct g eqn:is_goal; [discriminate|]. intros [= ->]. split; [exact before|].
        apply full; [reflexivity|]. intros c legal.
        assert (some (top p land inside (size_of w h)) = true) by (apply (room_spec b p here); exists c; exact legal).
        congruence. }
      destruct (is_known m (key p) (place m (key p))) eqn:known_here.
      { intros [= <-]. split; [exact before|]. exact (before _ _ _ here known_here). }
      destruct (take m) as [number m1] eqn:taken.
      assert (honest m1) as between.
      { intros i b' p' there found. apply (before i b' p' there). unfold is_known in *.
        rewrite <- (take_known m), taken. exact found. }
      change (columns (size_of w h)) with (map column_mask (seq 0 w)).
      set (column := pick number (map column_mask (seq 0 w))).
      destruct (is_open (size_of w h) (landing p column)) eqn:open; cbn [negb]; [|discriminate].
      assert (exists c, c < w /\ column = column_mask c) as (c & inw & is_column).
      { destruct (pick_column number (seq 0 w)) as [none|(c & inc & found)].
        - unfold column in open. rewrite none in open. unfold landing, is_open in open.
          apply some_spec in open as [n set]. rewrite !bit_and, bit_zero, andb_false_r in set. discriminate.
        - exists c. apply in_seq in inc. split; [lia|exact found]. }
      rewrite is_column in *. clear column is_column.
      apply (open_spec s b p c here inw) in open. pose proof open as [_ free].
      pose proof (stands_own s b p c here inw free) as next.
      set (p' := after_own p (landing p (column_mask c))) in *.
      destruct (has_four (size_of w h) (own p')) eqn:won.
      { intros [= <-].
        assert (secures w h s g b) as sure.
        { apply (now w h s g b c open). apply (has_four_spec s _ (own p')); [|exact won].
          split; [apply (heights _ _ _ next)|apply (owns_are _ _ _ next)]. }
        split; [|exact sure]. apply honest_keep with (b := b); assumption. }
      destruct (negb draw_is_enough && negb (some (top p' land inside (size_of w h)))) eqn:drawn; [discriminate|].
      destruct (replies (size_of w h) (check (size_of w h) draw_is_enough fuel) p' (map column_mask (seq 0 w)) m1)
        as [m2|] eqn:asked; [|discriminate].
      intros [= <-].
      destruct (replies_sound (check (size_of w h) draw_is_enough fuel) (drop s c b) p' next
        (fun q m m' b stands_q honest_m => deeper q m m' b stands_q honest_m) (seq 0 w) m1 m2) as [after all]; auto.
      { intros d ind. apply in_seq in ind. lia. }
      assert (secures w h s g b) as sure.
      { apply (later w h s g b c open).
        - unfold draw_is_enough in drawn. destruct g; [|left; reflexivity]. right.
          apply (room_spec _ _ next). cbn [negb andb] in drawn. apply negb_false_iff in drawn. exact drawn.
        - intros d legal. apply all; [|exact legal]. apply in_seq. destruct legal. lia. }
      split; [|exact sure]. apply honest_keep with (b := b); assumption.
    Qed.
  End Goal.

  (** * The beginning *)

  Lemma stands_start s : stands s (empty w) (start w h).
  Proof.
    assert (forall c, stack (empty w) c = []) as none.
    { intros c. unfold stack, empty. destruct (Nat.lt_ge_cases c w).
      - apply nth_repeat.
      - apply nth_overflow. rewrite repeat_length. assumption. }
    assert (forall c r, cell (empty w) c r = None) as no_cell.
    { intros c r. unfold cell. rewrite none. destruct r; reflexivity. }
    constructor; cbn [own opp top start].
    - apply repeat_length.
    - intros c. rewrite none. simpl. lia.
    - intros c r _. rewrite bit_zero, no_cell. destruct s; reflexivity.
    - intros c r _. rewrite bit_zero, no_cell. destruct s; reflexivity.
    - intros c r small. rewrite none, (bit_fold _ (fun _ r => r <? 1)).
      + simpl. destruct r; reflexivity.
      + intros d ind. apply (bit_range _ 1 d r c); [lia|lia|assumption|reflexivity].
  Qed.

  (** Nothing is known at first. *)
  Definition all_zero (a : array (array int)) : Prop := forall i j, (a.[i]).[j] = 0%uint63.

  Lemma filled_zero count : forall a, all_zero a -> all_zero (filled count a).
  Proof.
    induction count as [|count others]; intros a zero; [exact zero|].
    apply others. intros i j.
    destruct (get_set a (of_Z (Z.of_nat count)) i (PArray.make block 0%uint63)) as [->|[-> _]]; [apply zero|].
    apply get_make.
  Qed.

  Lemma honest_fresh s g strategy blocks : 0 < w -> honest s g (fresh strategy blocks).
  Proof.
    intros wide i b p here found. exfalso.
    unfold is_known, read in found. cbn [known fresh] in found.
    rewrite filled_zero in found by (intros ? ?; rewrite !get_make; reflexivity).
    apply Uint63.eqb_correct in found.
    pose proof (key_bit s b p 0 (length (stack b 0)) here wide (heights _ _ _ here 0)) as set.
    rewrite <- found, bit_zero, Nat.eqb_refl, orb_true_r in set. discriminate.
  Qed.

  (** * What is accepted is true *)

  Let enough (g : goal) : bool := match g with Draw => true | Win => false end.

  Theorem first_sound g strategy blocks : 0 < w ->
    accepts_first w h (enough g) strategy blocks = true -> first_secures w h g.
  Proof.
    intros wide. unfold accepts_first.
    destruct (check (size_of w h) (enough g) (w * h) (start w h) (fresh strategy blocks)) as [m|] eqn:checked;
      [intros _|discriminate].
    apply (check_sound First g _ _ _ _ _ (stands_start First) (honest_fresh First g strategy blocks wide) checked).
  Qed.

  Theorem second_sound g strategy blocks : 0 < w ->
    accepts_second w h (enough g) strategy blocks = true -> second_secures w h g.
  Proof.
    intros wide. unfold accepts_second. change (columns (size_of w h)) with (map column_mask (seq 0 w)).
    destruct (replies (size_of w h) (check (size_of w h) (enough g) (w * h)) (start w h) (map column_mask (seq 0 w))
      (fresh strategy blocks)) as [m|] eqn:checked; [intros _|discriminate].
    destruct (replies_sound Second g (check (size_of w h) (enough g) (w * h)) (empty w) (start w h)
      (stands_start Second) (fun q m m' b stands_q honest_m => check_sound Second g (w * h) q m m' b stands_q honest_m)
      (seq 0 w) (fresh strategy blocks) m) as [_ all]; auto.
    - intros c inc. apply in_seq in inc. lia.
    - apply honest_fresh. exact wide.
    - split.
      { exists 0. unfold legal, stack, empty. rewrite nth_repeat. simpl. lia. }
      intros c legal. apply all; [|exact legal]. apply in_seq. destruct legal. lia.
  Qed.
End Size.
