import sys

ROWS, COLS = 6, 7
INF = float('inf')
nodes = 0


def parse(s):
    return [list(r) for r in s.split(',')]


def lines():
    res = []
    for r in range(ROWS):
        res.append([(r, c) for c in range(COLS)])
    for c in range(COLS):
        res.append([(r, c) for r in range(ROWS)])
    for d in range(-(COLS - 1), ROWS):
        res.append([(r, r - d) for r in range(ROWS) if 0 <= r - d < COLS])
    for s in range(ROWS + COLS - 1):
        res.append([(r, s - r) for r in range(ROWS) if 0 <= s - r < COLS])
    return res


LINES = lines()


def count_runs(board, p, lines=LINES):
    two = three = four = 0
    for line in lines:
        run = 0
        for (r, c) in line:
            if board[r][c] == p:
                run += 1
            else:
                if run == 2:
                    two += 1
                elif run == 3:
                    three += 1
                elif run >= 4:
                    four += 1
                run = 0
        if run == 2:
            two += 1
        elif run == 3:
            three += 1
        elif run >= 4:
            four += 1
    return two, three, four


def score(board, p):
    tokens = sum(row.count(p) for row in board)
    two, three, four = count_runs(board, p, LINES[:13])
    return tokens + 10 * two + 100 * three + 1000 * four


def evaluation(board):
    return score(board, 'r') - score(board, 'y')


def wins(board, p):
    return count_runs(board, p)[2] > 0


def full(board):
    return all(x != '.' for x in board[5])


def drop(board, c, p):
    for r in range(ROWS):
        if board[r][c] == '.':
            board[r][c] = p
            return r


def terminal(board, depth):
    global nodes
    nodes += 1
    if wins(board, 'r'):
        return 10000
    if wins(board, 'y'):
        return -10000
    if depth == 0 or full(board):
        return evaluation(board)
    return None


def minimax(board, p, depth):
    v = terminal(board, depth)
    if v is not None:
        return v, 0
    best = -10000 if p == 'r' else 10000
    col = -1
    for c in range(COLS):
        if board[5][c] != '.':
            continue
        r = drop(board, c, p)
        v, _ = minimax(board, 'y' if p == 'r' else 'r', depth - 1)
        board[r][c] = '.'
        if p == 'r' and v > best or p == 'y' and v < best:
            best, col = v, c
    return best, col


def alphabeta(board, p, depth, alpha, beta):
    v = terminal(board, depth)
    if v is not None:
        return v, 0
    best = -10000 if p == 'r' else 10000
    col = -1
    for c in range(COLS):
        if board[5][c] != '.':
            continue
        r = drop(board, c, p)
        v, _ = alphabeta(board, 'y' if p == 'r' else 'r', depth - 1, alpha, beta)
        board[r][c] = '.'
        if p == 'r':
            if v > best:
                best, col = v, c
            alpha = max(alpha, best)
        else:
            if v < best:
                best, col = v, c
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best, col


def main():
    board = parse(sys.argv[1])
    p = 'r' if sys.argv[2] == 'red' else 'y'
    if len(sys.argv) < 5:
        v, col = alphabeta(board, p, 3, -INF, INF)
        print(col or 0)
        return
    depth = int(sys.argv[4])
    if sys.argv[3] == 'M':
        v, col = minimax(board, p, depth)
    else:
        v, col = alphabeta(board, p, depth, -INF, INF)
    print(col if col is not None else 0)
    print(nodes)


main()
