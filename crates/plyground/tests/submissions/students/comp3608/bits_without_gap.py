import sys

# bitboards: bit (6*col + row)
H1 = 6
examined = 0


def has_four(b):
    for s in (1, H1, H1 + 1, H1 - 1):
        m = b & (b >> s)
        if m & (m >> (2 * s)):
            return True
    return False


def count_runs(b):
    """number of maximal runs of 2, 3 and 4+"""
    two = three = four = 0
    for s in (1, H1, H1 + 1, H1 - 1):
        starts = b & ~(b << s)
        while starts:
            low = starts & -starts
            starts ^= low
            n = 0
            while low & b:
                n += 1
                low <<= s
            if n == 2:
                two += 1
            elif n == 3:
                three += 1
            elif n >= 4:
                four += 1
    return two, three, four


def score(b):
    two, three, four = count_runs(b)
    return bin(b).count("1") + 10 * two + 100 * three + 1000 * four


def evaluation(red, yellow):
    return score(red) - score(yellow)


def utility(red, yellow):
    if has_four(red):
        return 10000
    if has_four(yellow):
        return -10000
    return None


def max_node(red, yellow, heights, depth, alpha, beta, ab):
    global examined
    examined += 1
    u = utility(red, yellow)
    if u is not None:
        return u
    if depth == 0 or min(heights) == 6:
        return evaluation(red, yellow)
    v = -1000000
    for c in range(7):
        if heights[c] < 6:
            h = heights[:]
            bit = 1 << (H1 * c + h[c])
            h[c] += 1
            v = max(v, min_node(red | bit, yellow, h, depth - 1, alpha, beta, ab))
            if ab:
                alpha = max(alpha, v)
                if alpha >= beta:
                    return v
    return v


def min_node(red, yellow, heights, depth, alpha, beta, ab):
    global examined
    examined += 1
    u = utility(red, yellow)
    if u is not None:
        return u
    if depth == 0 or min(heights) == 6:
        return evaluation(red, yellow)
    v = 1000000
    for c in range(7):
        if heights[c] < 6:
            h = heights[:]
            bit = 1 << (H1 * c + h[c])
            h[c] += 1
            v = min(v, max_node(red, yellow | bit, h, depth - 1, alpha, beta, ab))
            if ab:
                beta = min(beta, v)
                if alpha >= beta:
                    return v
    return v


def root(red, yellow, heights, player, depth, ab):
    global examined
    examined += 1
    if utility(red, yellow) is not None or min(heights) == 6:
        return 0
    alpha, beta = -1000000, 1000000
    best_col = None
    for c in range(7):
        if heights[c] == 6:
            continue
        h = heights[:]
        bit = 1 << (H1 * c + h[c])
        h[c] += 1
        if player == "red":
            v = min_node(red | bit, yellow, h, depth - 1, alpha, beta, ab)
            if best_col is None or v > best:
                best, best_col = v, c
            if ab:
                alpha = max(alpha, best)
        else:
            v = max_node(red, yellow | bit, h, depth - 1, alpha, beta, ab)
            if best_col is None or v < best:
                best, best_col = v, c
            if ab:
                beta = min(beta, best)
    return best_col


def main():
    red = yellow = 0
    heights = [0] * 7
    for r, row in enumerate(sys.argv[1].split(",")):
        for c, ch in enumerate(row):
            if ch == ".":
                continue
            heights[c] = r + 1
            if ch == "r":
                red |= 1 << (H1 * c + r)
            else:
                yellow |= 1 << (H1 * c + r)
    print(root(red, yellow, heights, sys.argv[2], int(sys.argv[4]), sys.argv[3] == "A"))
    print(examined)


main()
