"""COMP3608 once more, right in other ways: bit boards, fail-hard bounds, a counter that is returned."""
import sys

STEPS = (1, 8, 7, 9)  # columns of eight bits: up, right, down to the right, up to the right
COLUMNS = [0x3F << 8 * col for col in range(7)]
FULL = sum(COLUMNS)
WIN, INF = 10000, 1 << 30


def lengths(cells, step):
    """Numbers of maximal runs of two, of three, and of four or more."""
    two = cells & ~(cells << step) & (cells >> step)
    three = two & (cells >> 2 * step)
    four = three & (cells >> 3 * step)
    count = [bin(x).count("1") for x in (two, three, four)]
    return count[0] - count[1], count[1] - count[2], count[2]


def score(cells):
    total = bin(cells).count("1")
    for step in STEPS:
        two, three, four = lengths(cells, step)
        total += 10 * two + 100 * three + 1000 * four
    return total


def has_four(cells):
    return any(lengths(cells, step)[2] for step in STEPS)


def moves(taken):
    for col in range(7):
        cell = (taken + (1 << 8 * col)) & COLUMNS[col]
        if cell:
            yield col, cell


def leaf(red, yellow, depth):
    if has_four(red):
        return WIN
    if has_four(yellow):
        return -WIN
    if depth == 0 or red | yellow == FULL:
        return score(red) - score(yellow)
    return None


def maximum(red, yellow, depth, alpha, beta, prune):
    value = leaf(red, yellow, depth)
    if value is not None:
        return value, None, 1
    nodes, column = 1, None
    for col, cell in moves(red | yellow):
        value, _, more = minimum(red | cell, yellow, depth - 1, alpha, beta, prune)
        nodes += more
        if value > alpha:
            alpha, column = value, col
        if prune and alpha >= beta:
            return beta, column, nodes
    return alpha, column, nodes


def minimum(red, yellow, depth, alpha, beta, prune):
    value = leaf(red, yellow, depth)
    if value is not None:
        return value, None, 1
    nodes, column = 1, None
    for col, cell in moves(red | yellow):
        value, _, more = maximum(red, yellow | cell, depth - 1, alpha, beta, prune)
        nodes += more
        if value < beta:
            beta, column = value, col
        if prune and alpha >= beta:
            return alpha, column, nodes
    return beta, column, nodes


def plain(red, yellow, is_red, depth):
    value = leaf(red, yellow, depth)
    if value is not None:
        return value, None, 1
    children = []
    for col, cell in moves(red | yellow):
        after = (red | cell, yellow) if is_red else (red, yellow | cell)
        value, _, more = plain(*after, not is_red, depth - 1)
        children.append((value, col, more))
    best = (max if is_red else min)(children, key=lambda child: child[0])
    return best[0], best[1], 1 + sum(child[2] for child in children)


def main():
    state, side, algorithm, depth = sys.argv[1:]
    red = yellow = 0
    for row, line in enumerate(state.split(",")):
        for col, token in enumerate(line):
            red |= (token == "r") << 8 * col + row
            yellow |= (token == "y") << 8 * col + row
    depth = int(depth)
    if algorithm == "M":
        _, column, nodes = plain(red, yellow, side == "red", depth)
    else:
        root = maximum if side == "red" else minimum
        _, column, nodes = root(red, yellow, depth, -INF, INF, True)
    print(column or 0, nodes, sep="\n")


main()
