# COMP3608 assignment 1 - minimax with max_value / min_value
import sys

ROWS = 6
COLS = 7
nodes = 0


def parse(s):
    return [list(row) for row in s.split(",")]


def drop(board, col, tok):
    new = [row[:] for row in board]
    for r in range(ROWS):
        if new[r][col] == ".":
            new[r][col] = tok
            return new
    return None


def lines():
    result = []
    for r in range(ROWS):
        result.append([(r, c) for c in range(COLS)])
    for c in range(COLS):
        result.append([(r, c) for r in range(ROWS)])
    for start in range(-(ROWS - 1), COLS):
        d = [(r, start + r) for r in range(ROWS) if 0 <= start + r < COLS]
        result.append(d)
    for start in range(0, COLS + ROWS - 1):
        d = [(r, start - r) for r in range(ROWS) if 0 <= start - r < COLS]
        result.append(d)
    return result


LINES = lines()


def runs(board, tok):
    """lengths of all runs of tok"""
    out = []
    for line in LINES:
        length = 0
        for (r, c) in line:
            if board[r][c] == tok:
                length += 1
            else:
                if length > 1:
                    out.append(length)
                length = 0
    return out


def winner(board):
    for tok in "ry":
        for n in runs(board, tok):
            if n >= 4:
                return tok
    return None


def score(board, tok):
    total = sum(row.count(tok) for row in board)
    for n in runs(board, tok):
        if n == 2:
            total += 10
        elif n == 3:
            total += 100
        elif n >= 4:
            total += 1000
    return total


def evaluation(board):
    return score(board, "r") - score(board, "y")


def full(board):
    return "." not in board[ROWS - 1]


def max_value(board, depth, alpha, beta, prune):
    global nodes
    nodes += 1
    w = winner(board)
    if w == "r":
        return 10000, 0
    if w == "y":
        return -10000, 0
    if depth == 0 or full(board):
        return evaluation(board), 0
    best, move = float("-inf"), 0
    for c in range(COLS):
        child = drop(board, c, "r")
        if child is None:
            continue
        v, _ = min_value(child, depth - 1, alpha, beta, prune)
        if v > best:
            best, move = v, c
        if prune:
            alpha = max(alpha, best)
            if alpha >= beta:
                break
    return best, move


def min_value(board, depth, alpha, beta, prune):
    global nodes
    nodes += 1
    w = winner(board)
    if w == "r":
        return 10000, 0
    if w == "y":
        return -10000, 0
    if depth == 0 or full(board):
        return evaluation(board), 0
    best, move = float("inf"), 0
    for c in range(COLS):
        child = drop(board, c, "y")
        if child is None:
            continue
        v, _ = max_value(child, depth - 1, alpha, beta, prune)
        if v < best:
            best, move = v, c
        if prune:
            beta = min(beta, best)
            if alpha >= beta:
                break
    return best, move


if __name__ == "__main__":
    b = parse(sys.argv[1])
    prune = sys.argv[3] == "A"
    d = int(sys.argv[4])
    if sys.argv[2] == "red":
        v, m = max_value(b, d, float("-inf"), float("inf"), prune)
    else:
        v, m = min_value(b, d, float("-inf"), float("inf"), prune)
    print(m)
    print(nodes)
