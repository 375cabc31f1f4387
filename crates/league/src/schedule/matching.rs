//! Pairing as many as possible: maximum matching in any graph.

use std::collections::VecDeque;

/// A matching in a graph of `n` vertices, grown by augmenting paths (J. Edmonds, "Paths, trees, and
/// flowers", Canadian Journal of Mathematics 17, 1965).
#[derive(Clone, Debug)]
pub(super) struct Matching {
    /// The partner of each vertex, or `NONE`.
    mate: Vec<usize>,
    /// Whether a vertex still takes part.
    is_present: Vec<bool>,
}

const NONE: usize = usize::MAX;

impl Matching {
    /// A maximum matching of the vertices for which `is_present` holds.
    pub(super) fn maximum(is_present: Vec<bool>, adjacent: &dyn Fn(usize, usize) -> bool) -> Self {
        let mut matching = Self { mate: vec![NONE; is_present.len()], is_present };
        matching.grow(adjacent);
        matching
    }

    /// The same graph without two vertices, matched as far as possible.
    pub(super) fn without(&self, [a, b]: [usize; 2], adjacent: &dyn Fn(usize, usize) -> bool) -> Self {
        let mut rest = self.clone();
        for v in [a, b] {
            rest.is_present[v] = false;
            let partner = std::mem::replace(&mut rest.mate[v], NONE);
            if partner != NONE {
                rest.mate[partner] = NONE;
            }
        }
        rest.grow(adjacent);
        rest
    }

    /// How many vertices that take part have no partner.
    pub(super) fn unmatched(&self) -> usize {
        self.mate.iter().zip(&self.is_present).filter(|&(&mate, &here)| here && mate == NONE).count()
    }

    fn grow(&mut self, adjacent: &dyn Fn(usize, usize) -> bool) {
        let n = self.mate.len();
        for v in 0..n {
            if !self.is_present[v] || self.mate[v] != NONE {
                continue;
            }
            // Most vertices have a free neighbour, which is quicker to find than a path.
            let free =
                (0..n).find(|&w| w != v && self.is_present[w] && self.mate[w] == NONE && adjacent(v, w));
            if let Some(w) = free {
                (self.mate[v], self.mate[w]) = (w, v);
            }
        }
        for v in 0..n {
            if self.is_present[v] && self.mate[v] == NONE {
                self.augment(v, adjacent);
            }
        }
    }

    /// Looks for an augmenting path that begins at an unmatched vertex, and switches it.
    fn augment(&mut self, root: usize, adjacent: &dyn Fn(usize, usize) -> bool) {
        let n = self.mate.len();
        let mut tree = Tree { parent: vec![NONE; n], base: (0..n).collect(), is_even: vec![false; n] };
        tree.is_even[root] = true;
        let mut queue = VecDeque::from([root]);
        while let Some(v) = queue.pop_front() {
            for to in 0..n {
                let is_edge = to != v && self.is_present[to] && adjacent(v, to);
                if !is_edge || tree.base[v] == tree.base[to] || self.mate[v] == to {
                    continue;
                }
                if to == root || self.mate[to] != NONE && tree.parent[self.mate[to]] != NONE {
                    tree.shrink(&self.mate, v, to, &mut queue);
                } else if tree.parent[to] == NONE {
                    tree.parent[to] = v;
                    if self.mate[to] == NONE {
                        self.switch(to, &tree.parent);
                        return;
                    }
                    let next = self.mate[to];
                    tree.is_even[next] = true;
                    queue.push_back(next);
                }
            }
        }
    }

    /// Exchanges matched and unmatched edges on the path that ends at `end`.
    fn switch(&mut self, end: usize, parent: &[usize]) {
        let mut v = end;
        while v != NONE {
            let before = parent[v];
            let next = self.mate[before];
            (self.mate[v], self.mate[before]) = (before, v);
            v = next;
        }
    }
}

/// An alternating tree in which odd cycles ("blossoms") are shrunk to their base.
struct Tree {
    parent: Vec<usize>,
    base: Vec<usize>,
    is_even: Vec<bool>,
}

impl Tree {
    /// Shrinks the odd cycle that the edge from `v` to `to` closes.
    fn shrink(&mut self, mate: &[usize], v: usize, to: usize, queue: &mut VecDeque<usize>) {
        let base = self.common_base(mate, v, to);
        let mut is_inside = vec![false; self.base.len()];
        self.mark(mate, v, base, to, &mut is_inside);
        self.mark(mate, to, base, v, &mut is_inside);
        for i in 0..self.base.len() {
            if is_inside[self.base[i]] {
                self.base[i] = base;
                if !self.is_even[i] {
                    self.is_even[i] = true;
                    queue.push_back(i);
                }
            }
        }
    }

    fn common_base(&self, mate: &[usize], a: usize, b: usize) -> usize {
        let mut is_above = vec![false; self.base.len()];
        let mut v = self.base[a];
        loop {
            is_above[v] = true;
            if mate[v] == NONE {
                break;
            }
            v = self.base[self.parent[mate[v]]];
        }
        let mut v = self.base[b];
        while !is_above[v] {
            v = self.base[self.parent[mate[v]]];
        }
        v
    }

    fn mark(&mut self, mate: &[usize], from: usize, base: usize, child: usize, is_inside: &mut [bool]) {
        let (mut v, mut child) = (from, child);
        while self.base[v] != base {
            is_inside[self.base[v]] = true;
            is_inside[self.base[mate[v]]] = true;
            self.parent[v] = child;
            child = mate[v];
            v = self.parent[mate[v]];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyground_core::rng::Rng;

    /// The size of a maximum matching, by trying everything.
    fn brute_force(present: &mut Vec<bool>, edges: &[Vec<bool>]) -> usize {
        let Some(v) = present.iter().position(|&here| here) else { return 0 };
        present[v] = false;
        let mut best = brute_force(present, edges);
        for w in 0..present.len() {
            if present[w] && edges[v][w] {
                present[w] = false;
                best = best.max(1 + brute_force(present, edges));
                present[w] = true;
            }
        }
        present[v] = true;
        best
    }

    #[test]
    fn matchings_are_maximum_and_valid() {
        let mut rng = Rng::new(5);
        for _ in 0..2000 {
            let n = 1 + rng.below(9);
            let density = 1 + rng.below(8);
            let mut edges = vec![vec![false; n]; n];
            for (a, b) in (0..n).flat_map(|a| (0..a).map(move |b| (a, b))) {
                edges[a][b] = rng.below(9) < density;
                edges[b][a] = edges[a][b];
            }
            let mut present: Vec<bool> = (0..n).map(|_| rng.below(8) > 0).collect();
            let adjacent = |a: usize, b: usize| edges[a][b];
            let mut matching = Matching::maximum(present.clone(), &adjacent);
            loop {
                for v in 0..n {
                    let w = matching.mate[v];
                    assert!(w == NONE || present[v] && present[w] && edges[v][w] && matching.mate[w] == v);
                }
                let here = present.iter().filter(|&&here| here).count();
                assert_eq!(matching.unmatched(), here - 2 * brute_force(&mut present, &edges));
                let two: Vec<usize> = (0..n).filter(|&v| present[v]).take(2).collect();
                let [a, b] = two[..] else { break };
                matching = matching.without([a, b], &adjacent);
                (present[a], present[b]) = (false, false);
            }
        }
    }
}
