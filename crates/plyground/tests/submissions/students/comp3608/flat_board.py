"""COMP3608: ConnectFour STATE red|yellow M|A DEPTH. One list of 42 cells; lines go over the edge."""
import sys

INF = float("inf")
nodes = 0


def runs(board, player):
    """Lengths of all maximal runs of two or more, along 1, 7, 8 and 6."""
    cells = [cell for row in board for cell in row]
    found = []
    for at in range(42):
        if cells[at] != player:
            continue
        for step in (1, 7, 8, 6):
            if at - step >= 0 and cells[at - step] == player:
                continue
            length = 1
            while at + length * step < 42 and cells[at + length * step] == player:
                length += 1
            if length >= 2:
                found.append(length)
    return found


def score(board, player):
    total = sum(line.count(player) for line in board)
    for length in runs(board, player):
        total += 10 if length == 2 else 100 if length == 3 else 1000
    return total


def won(board, player):
    return any(length >= 4 for length in runs(board, player))


def search(board, red, depth, alpha, beta, prune):
    global nodes
    nodes += 1
    if won(board, "r"):
        return 10000, 0
    if won(board, "y"):
        return -10000, 0
    if depth == 0 or "." not in board[5]:
        return score(board, "r") - score(board, "y"), 0
    best, column = (-INF if red else INF), 0
    for col in range(7):
        if board[5][col] != ".":
            continue
        row = min(r for r in range(6) if board[r][col] == ".")
        board[row][col] = "r" if red else "y"
        value, _ = search(board, not red, depth - 1, alpha, beta, prune)
        board[row][col] = "."
        if red and value > best or not red and value < best:
            best, column = value, col
        if red:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if prune and alpha >= beta:
            break
    return best, column


state, side, algorithm, depth = sys.argv[1:5]
board = [list(row) for row in state.split(",")]
_, column = search(board, side == "red", int(depth), -INF, INF, algorithm == "A")
print(column)
print(nodes)
