#!/usr/bin/env python3
from sys import argv


class Board:
    def __init__(self, text):
        rows = text.split(',')
        # one stack for each column
        self.cols = [[rows[r][c] for r in range(6) if rows[r][c] != '.'] for c in range(7)]

    def make(self, c, token):
        self.cols[c].append(token)

    def undo(self, c):
        self.cols[c].pop()

    def can_play(self, c):
        return len(self.cols[c]) < 6

    def is_full(self):
        return all(len(col) == 6 for col in self.cols)

    def get(self, c, r):
        if c < 0 or c >= 7 or r < 0 or r >= len(self.cols[c]):
            return '.'
        return self.cols[c][r]

    def has_won(self, token):
        for c in range(7):
            for r in range(len(self.cols[c])):
                if self.cols[c][r] != token:
                    continue
                # up
                if r <= 2 and self.cols[c][r:r + 4] == [token] * 4:
                    return True
                # right, and the two diagonals
                for dy in (0, 1, -1):
                    if all(self.get(c + k, r + k * dy) == token for k in range(1, 4)):
                        return True
        return False

    def in_a_row(self, token):
        counts = {2: 0, 3: 0, 4: 0}
        for c in range(7):
            for r in range(len(self.cols[c])):
                if self.cols[c][r] != token:
                    continue
                for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                    if self.get(c - dx, r - dy) == token:
                        continue
                    n = 1
                    while self.get(c + n * dx, r + n * dy) == token:
                        n += 1
                    if n >= 2:
                        counts[min(n, 4)] += 1
        return counts

    def score(self, token):
        n = self.in_a_row(token)
        return sum(col.count(token) for col in self.cols) + 10 * n[2] + 100 * n[3] + 1000 * n[4]

    def evaluate(self):
        return self.score('r') - self.score('y')


class Agent:
    def __init__(self, board, prune):
        self.board = board
        self.prune = prune
        self.nodes = 0
        self.best_move = 0

    def search(self, token, depth, alpha, beta, root=False):
        self.nodes += 1
        if self.board.has_won('r'):
            return 10000
        if self.board.has_won('y'):
            return -10000
        if depth == 0 or self.board.is_full():
            return self.board.evaluate()
        best = None
        other = 'y' if token == 'r' else 'r'
        for c in range(7):
            if not self.board.can_play(c):
                continue
            self.board.make(c, token)
            value = self.search(other, depth - 1, alpha, beta)
            if token == 'r':
                if best is None or value > best:
                    best = value
                    if root:
                        self.best_move = c
                alpha = max(alpha, best)
            else:
                if best is None or value < best:
                    best = value
                    if root:
                        self.best_move = c
                beta = min(beta, best)
            if self.prune and alpha >= beta:
                return best
            self.board.undo(c)
        return best


agent = Agent(Board(argv[1]), argv[3] == 'A')
agent.search(argv[2][0], int(argv[4]), -10 ** 6, 10 ** 6, True)
print(agent.best_move)
print(agent.nodes)
