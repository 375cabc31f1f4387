"""COMP3608 Assignment 1: board is a dict (col, row) -> token; empty cells are absent."""
import sys

nodes = 0
DIRECTIONS = [(1, 0), (0, 1), (1, 1), (1, -1)]


def read_board(s):
    board = {}
    for y, row in enumerate(s.split(',')):
        for x, ch in enumerate(row):
            if ch != '.':
                board[(x, y)] = ch
    return board


def landing_row(board, x):
    y = 0
    while (x, y) in board:
        y += 1
    return y


def num_in_a_row(count, board, player):
    total = 0
    for (x, y), token in board.items():
        if token != player:
            continue
        for dx, dy in DIRECTIONS:
            if board.get((x - dx, y - dy)) == player:
                continue
            length = 1
            while board.get((x + dx * length, y + dy * length)) == player:
                length += 1
            if length == count or (count == 4 and length >= 4):
                total += 1
    return total


def score(board, player):
    s = sum(1 for t in board.values() if t == player)
    s += 10 * num_in_a_row(2, board, player)
    s += 100 * num_in_a_row(3, board, player)
    s += 1000 * num_in_a_row(4, board, player)
    return s


def evaluation(board):
    return score(board, 'r') - score(board, 'y')


def utility(board, depth):
    if num_in_a_row(4, board, 'r') > 0:
        return 10000 - depth
    if num_in_a_row(4, board, 'y') > 0:
        return -10000 + depth
    return None


def other(p):
    return 'y' if p == 'r' else 'r'


def value(board, player, depth, limit, alpha, beta, prune):
    global nodes
    nodes += 1
    u = utility(board, depth)
    if u is not None:
        return u
    if depth >= limit or len(board) == 42:
        return evaluation(board)
    best = None
    for x in range(7):
        y = landing_row(board, x)
        if y > 5:
            continue
        board[(x, y)] = player
        v = value(board, other(player), depth + 1, limit, alpha, beta, prune)
        del board[(x, y)]
        if player == 'r':
            if best is None or v > best:
                best = v
            alpha = max(alpha, best)
        else:
            if best is None or v < best:
                best = v
            beta = min(beta, best)
        if prune and beta <= alpha:
            break
    return best


def decide(board, player, limit, prune):
    global nodes
    nodes = 1
    if utility(board, 0) is not None or len(board) == 42:
        return 0
    alpha, beta = float('-inf'), float('inf')
    best, choice = None, 0
    for x in range(7):
        y = landing_row(board, x)
        if y > 5:
            continue
        child = dict(board)
        child[(x, y)] = player
        v = value(child, other(player), 2, limit, alpha, beta, prune)
        if best is None or (player == 'r' and v > best) or (player == 'y' and v < best):
            best, choice = v, x
        if player == 'r':
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
    return choice


def main():
    player = sys.argv[2][0]
    print(decide(read_board(sys.argv[1]), player, int(sys.argv[4]), sys.argv[3] == 'A'))
    print(nodes)


if __name__ == '__main__':
    main()
