"""What both functions search with."""

INF = float("inf")
DIRECTIONS = [(0, 1), (1, 0), (1, 1), (1, -1)]
nodes = 0


def runs(board, player):
    """Lengths of all maximal runs of two or more."""
    found = []
    for row in range(6):
        for col in range(7):
            if board[row][col] != player:
                continue
            for dr, dc in DIRECTIONS:
                r, c = row - dr, col - dc
                if 0 <= r < 6 and 0 <= c < 7 and board[r][c] == player:
                    continue
                length, r, c = 1, row + dr, col + dc
                while 0 <= r < 6 and 0 <= c < 7 and board[r][c] == player:
                    length, r, c = length + 1, r + dr, c + dc
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


def searched(contents, turn, max_depth, prune):
    global nodes
    nodes = 0
    board = [list(row) for row in contents.split(",")]
    _, column = search(board, turn == "red", max_depth, -INF, INF, prune)
    return column, nodes
