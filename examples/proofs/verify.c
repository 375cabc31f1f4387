/* A verifier of certificates of Breakthrough, with leaves and without, written from docs/proofs.md alone.
 *
 *     cc -std=c99 -O2 -o verify verify.c
 *     ./verify FILE
 *
 * It says who wins and exits with status 0. The status is 1 if the file proves nothing, and 2 if it cannot be read or is no
 * certificate. Memory is that of the file and at most 96 bytes for each of its choices. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_HEADER = 4096, SUM = 32, MOST_CELLS = 39, MOST_LEAF_NODES = 1000000, LEAVES = 128 };
#define MOST_CHOICES (1UL << 28)

static void fail(int status, const char *what, const char *expected)
{
    fprintf(stderr, "%s; expected %s\n", what, expected);
    exit(status);
}

static void *memory(size_t count, size_t size)
{
    void *found = calloc(count, size);
    if (!found)
        fail(2, "no memory for the choices", "more memory or a shorter file");
    return found;
}

/* ---- SHA-256 (FIPS 180-4): the round constants are the first bits of cube roots of primes ---- */

static uint32_t turned(uint32_t x, int by) { return x >> by | x << (32 - by); }

/* The first 32 bits of the fraction of the square root (power 2) or cube root (power 3) of n. */
static uint32_t root_bits(unsigned n, int power)
{
    /* The greatest x with x^power <= n * 2^(32 * power), bit by bit, in numbers of four 32-bit digits. */
    uint64_t x = 0;
    for (int bit = 36; bit >= 0; bit--) {
        uint64_t try = x | (uint64_t)1 << bit;
        uint32_t product[4] = {1, 0, 0, 0};
        int is_too_long = 0;
        for (int i = 0; i < power; i++) {
            uint32_t next[6] = {0};
            for (int digit = 0; digit < 4; digit++) {
                uint64_t low = (uint64_t)product[digit] * (uint32_t)try, high = product[digit] * (try >> 32);
                uint64_t part[3] = {(uint32_t)low, (low >> 32) + (uint32_t)high, high >> 32}, carry = 0;
                for (int at = digit; at < 6; at++) {
                    uint64_t sum = next[at] + carry + (at - digit < 3 ? part[at - digit] : 0);
                    next[at] = (uint32_t)sum;
                    carry = sum >> 32;
                }
            }
            is_too_long |= next[4] != 0 || next[5] != 0;
            memcpy(product, next, sizeof product);
        }
        /* n * 2^(32 * power) has the digit n at place `power`. */
        int fits = !is_too_long;
        if (power == 3)
            fits = fits && product[3] < n;
        else
            fits = fits && product[3] == 0 && product[2] < n;
        if (fits)
            x = try;
    }
    return (uint32_t)x;
}

static uint32_t round_constants[64], state[8];

static void begin_sum(void)
{
    int found = 0;
    for (unsigned n = 2; found < 64; n++) {
        int is_prime = 1;
        for (unsigned d = 2; d * d <= n; d++)
            is_prime &= n % d != 0;
        if (!is_prime)
            continue;
        if (found < 8)
            state[found] = root_bits(n, 2);
        round_constants[found++] = root_bits(n, 3);
    }
}

static void add_block(const unsigned char *block)
{
    uint32_t w[64], v[8];
    for (int i = 0; i < 16; i++, block += 4)
        w[i] = (uint32_t)block[0] << 24 | (uint32_t)block[1] << 16 | (uint32_t)block[2] << 8 | block[3];
    for (int i = 16; i < 64; i++) {
        uint32_t a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + w[i - 7] + (turned(a, 7) ^ turned(a, 18) ^ a >> 3)
             + (turned(b, 17) ^ turned(b, 19) ^ b >> 10);
    }
    memcpy(v, state, sizeof v);
    for (int i = 0; i < 64; i++) {
        uint32_t e = v[4], a = v[0];
        uint32_t first = v[7] + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & v[5]) ^ (~e & v[6]))
                       + round_constants[i] + w[i];
        uint32_t second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));
        memmove(v + 1, v, 7 * sizeof *v);
        v[4] += first;
        v[0] = first + second;
    }
    for (int i = 0; i < 8; i++)
        state[i] += v[i];
}

static int has_sum(const unsigned char *bytes, size_t count, const unsigned char *sum)
{
    unsigned char last[128] = {0};
    size_t whole = count / 64 * 64, rest = count - whole, end = rest < 56 ? 64 : 128;
    begin_sum();
    for (size_t at = 0; at < whole; at += 64)
        add_block(bytes + at);
    memcpy(last, bytes + whole, rest);
    last[rest] = 0x80;
    for (int i = 0; i < 8; i++)
        last[end - 1 - i] = (unsigned char)((uint64_t)count * 8 >> 8 * i);
    for (size_t at = 0; at < end; at += 64)
        add_block(last + at);
    for (int i = 0; i < SUM; i++)
        if (sum[i] != (unsigned char)(state[i / 4] >> (24 - i % 4 * 8)))
            return 0;
    return 1;
}

/* ---- the game: cell row * columns + column is a bit, row 0 is row 1 of the page; the winner is side 0 ---- */

typedef struct {
    uint64_t pawns[2]; /* of the winner, of the loser */
} Board;

static int columns, rows, winner_goes_up;
static uint64_t cells, first_column, last_column, top, bottom;
enum { WINNER, LOSER };

static int goes_up(int side) { return side == WINNER ? winner_goes_up : !winner_goes_up; }
static uint64_t far_row(int side) { return goes_up(side) ? top : bottom; }

/* The cells one row ahead of these, from the side's point of view, on the same column. */
static uint64_t ahead(uint64_t set, int side) { return (goes_up(side) ? set << columns : set >> columns) & cells; }
/* The cells one row behind: where a pawn of the side stands that has these ahead. */
static uint64_t behind(uint64_t set, int side) { return ahead(set, !side); }
static uint64_t beside(uint64_t set) { return (set & ~first_column) >> 1 | (set & ~last_column) << 1; }

/* Who has won, or -1. */
static int won_by(Board b)
{
    int white = winner_goes_up ? WINNER : LOSER;
    if (b.pawns[white] & top)
        return white;
    if (b.pawns[!white] & bottom)
        return !white;
    return !b.pawns[!white] ? white : !b.pawns[white] ? !white : -1;
}

typedef struct {
    unsigned char from, to;
} Move;

/* All moves in their order, and how many they are. The game is not over. */
static int moves(Board b, int side, Move *list)
{
    uint64_t own = b.pawns[side], taken = own | b.pawns[!side];
    int count = 0, up = goes_up(side) ? columns : -columns;
    for (int from = 0; from < columns * rows; from++) {
        if (!(own >> from & 1))
            continue;
        for (int shift = -1; shift <= 1; shift++) {
            int column = from % columns + shift, to = from + up + shift;
            if (column < 0 || column >= columns || to < 0 || to >= columns * rows)
                continue;
            if (!((shift ? own : taken) >> to & 1)) {
                list[count].from = (unsigned char)from;
                list[count++].to = (unsigned char)to;
            }
        }
    }
    return count;
}

static Board play(Board b, int side, Move move)
{
    b.pawns[side] ^= (uint64_t)1 << move.from | (uint64_t)1 << move.to;
    b.pawns[!side] &= ~((uint64_t)1 << move.to);
    return b;
}

/* Whether a pawn of the side, which is to move, is unstoppable. The game is not over. */
static int runs_away(Board b, int side)
{
    uint64_t own = b.pawns[side], runners = own, reach = b.pawns[!side];
    while (runners) {
        uint64_t straight = ahead(runners, side) & ~reach, steps = (beside(ahead(runners, side)) | straight) & ~own;
        if (steps & far_row(side))
            return 1;
        runners = steps & ~beside(behind(reach, side));
        uint64_t forward = ahead(reach, !side);
        reach |= forward | beside(forward);
        if (reach & far_row(!side))
            return 0;
    }
    return 0;
}

/* ---- leaves ---- */

static uint32_t leaf_nodes, moves_left;
static int is_exhausted;

static int foremost_first(Board b, int side, Move *list)
{
    int count = moves(b, side, list);
    if (goes_up(side))
        for (int i = 0; i < count / 2; i++) {
            Move swapped = list[i];
            list[i] = list[count - 1 - i];
            list[count - 1 - i] = swapped;
        }
    return count;
}

/* Plays a move if one is left to be played. */
static Board search_move(Board b, int side, Move move)
{
    if (moves_left == 0)
        is_exhausted = 1;
    else
        moves_left--;
    return play(b, side, move);
}

static int answers_all(Board b, int depth);

static int wins(Board b, int depth)
{
    Move list[3 * MOST_CELLS];
    int count = foremost_first(b, WINNER, list);
    for (int i = 0; i < count; i++) {
        Board after = search_move(b, WINNER, list[i]);
        if (is_exhausted)
            return 0;
        if (won_by(after) >= 0)
            return 1;
        if (!runs_away(after, LOSER) && answers_all(after, depth))
            return 1;
        if (is_exhausted)
            return 0;
    }
    return 0;
}

static int answers_all(Board b, int depth)
{
    Move list[3 * MOST_CELLS];
    Board open[3 * MOST_CELLS];
    int count = foremost_first(b, LOSER, list), still = 0;
    for (int i = 0; i < count; i++) {
        Board after = search_move(b, LOSER, list[i]);
        if (is_exhausted || won_by(after) >= 0)
            return 0;
        if (runs_away(after, WINNER))
            continue;
        if (depth == 0)
            return 0;
        open[still++] = after;
    }
    for (int i = 0; i < still; i++)
        if (!wins(open[i], depth - 1))
            return 0;
    return 1;
}

static int is_leaf(Board b)
{
    moves_left = leaf_nodes;
    is_exhausted = 0;
    for (int depth = 0; !is_exhausted; depth++)
        if (wins(b, depth))
            return 1;
    return 0;
}

/* ---- the walk ---- */

static const unsigned char *choices;
static size_t choice_count, used, leaves_left;
static unsigned long long chosen, leaf_count;

/* Positions that have a choice: a table with open addressing. No position is without pawns, so nothing stands for free. */
static Board *visited;
static size_t places, filled;

static Board mirror(Board b)
{
    Board mirrored = {{0, 0}};
    for (int side = 0; side < 2; side++)
        for (int column = 0; column < columns; column++)
            mirrored.pawns[side] |= (b.pawns[side] >> column & first_column) << (columns - 1 - column);
    return mirrored;
}

static size_t place_of(Board b)
{
    uint64_t hash = (b.pawns[0] * 0x9e3779b97f4a7c15u) ^ (b.pawns[1] + 0x7f4a7c15u) * 0xd6e8feb86659fd93u;
    hash = (hash ^ hash >> 32) * 0xd6e8feb86659fd93u;
    size_t at = (size_t)(hash ^ hash >> 29) & (places - 1);
    while (visited[at].pawns[0] && memcmp(&visited[at], &b, sizeof b) != 0)
        at = (at + 1) & (places - 1);
    return at;
}

/* One of a position and its mirror image, always the same. */
static Board one_of_both(Board b)
{
    Board m = mirror(b);
    return memcmp(&m, &b, sizeof b) < 0 ? m : b;
}

static void remember(Board b)
{
    if (2 * (filled + 1) > places) {
        Board *old = visited;
        size_t count = places;
        places *= 2;
        visited = memory(places, sizeof *visited);
        for (size_t i = 0; i < count; i++)
            if (old[i].pawns[0])
                visited[place_of(old[i])] = old[i];
        free(old);
    }
    visited[place_of(b)] = b;
    filled++;
}

/* Ends the verification at a position. */
static void refuse(Board b, const char *what, const char *expected)
{
    fprintf(stderr, "no proof: after %lu bytes of choices: ", (unsigned long)used);
    for (int row = rows - 1; row >= 0; row--)
        for (int column = 0; column <= columns; column++) {
            int cell = row * columns + column;
            int is_winner = column < columns && b.pawns[WINNER] >> cell & 1;
            int is_loser = column < columns && b.pawns[LOSER] >> cell & 1;
            putc(column == columns ? (row ? '/' : ':') : is_winner ? "bw"[winner_goes_up] : is_loser ? "wb"[winner_goes_up] : '-', stderr);
        }
    fputs(" ", stderr);
    fail(1, what, expected);
}

static void leaf(Board b)
{
    if (!is_leaf(b))
        refuse(b, "no win is found for this leaf", "a leaf that is won within leaf_nodes moves");
    leaves_left--;
    leaf_count++;
}

static void answer(Board b);

/* A position in which the winner is to move, or the game is over. */
static void visit(Board b)
{
    int over = won_by(b);
    if (over == LOSER)
        refuse(b, "the other side wins", "a choice that prevents it");
    if (over == WINNER || runs_away(b, WINNER))
        return;
    Board key = one_of_both(b);
    if (visited[place_of(key)].pawns[0])
        return;
    if (leaves_left) {
        leaf(b);
        return;
    }
    if (used == choice_count)
        refuse(b, "the choices end", "one for this position");
    unsigned choice = choices[used++];
    if (leaf_nodes && choice >= LEAVES) {
        leaves_left = choice - LEAVES + 1;
        leaf(b);
        return;
    }
    Move list[3 * MOST_CELLS];
    if (choice >= (unsigned)moves(b, WINNER, list))
        refuse(b, "a choice is no move of this position", "a number of one");
    remember(key);
    chosen++;
    b = play(b, WINNER, list[choice]);
    if (won_by(b) < 0)
        answer(b);
}

static void answer(Board b)
{
    Move list[3 * MOST_CELLS];
    int count = moves(b, LOSER, list);
    for (int i = 0; i < count; i++)
        visit(play(b, LOSER, list[i]));
}

/* ---- the file ---- */

enum { FORMAT, GAME, COLUMNS, ROWS, POSITION, WINNER_NAME, LEAF_NODES, CHOICES, FIELDS };
static const char *const names[FIELDS] = {"format", "game", "columns", "rows", "position", "winner", "leaf_nodes", "choices"};
static char values[FIELDS][128];
static int is_text[FIELDS] = {1, 1, 0, 0, 1, 1, 0, 0};
static const char *at;

static void blanks(void)
{
    while (*at == ' ' || *at == '\t' || *at == '\r')
        at++;
}

static void sign(char expected)
{
    blanks();
    if (*at++ != expected)
        fail(2, "line 1: no JSON", "an object with a text or a number for each name");
    blanks();
}

/* A text without escapes; none is needed. */
static void text(char *into)
{
    size_t length = 0;
    sign('"');
    while (*at != '"') {
        if (length == 127 || *at == '\\' || (unsigned char)*at < ' ' || (unsigned char)*at > '~')
            fail(2, "line 1: a text that is too long or has other signs", "plain signs without escapes");
        into[length++] = *at++;
    }
    into[length] = 0;
    at++;
}

static void number(char *into)
{
    size_t length = 0;
    while (*at >= '0' && *at <= '9' && length < 19)
        into[length++] = *at++;
    into[length] = 0;
    if (length == 0 || (*into == '0' && length > 1))
        fail(2, "line 1: no number", "a whole number");
}

static void header(const char *line)
{
    int is_known[FIELDS] = {0};
    at = line;
    sign('{');
    do {
        char name[128];
        int field = 0;
        text(name);
        while (field < FIELDS && strcmp(name, names[field]) != 0)
            field++;
        if (field == FIELDS || is_known[field])
            fail(2, "line 1: a name that is unknown or comes twice", "each field of the format once");
        is_known[field] = 1;
        sign(':');
        (is_text[field] ? text : number)(values[field]);
        blanks();
    } while (*at == ',' && at++);
    sign('}');
    if (*at)
        fail(2, "line 1: more after the object", "the end of the line");
    int has_leaves = strcmp(values[FORMAT], "plyground proof 2") == 0;
    if (!has_leaves && strcmp(values[FORMAT], "plyground proof 1") != 0)
        fail(2, "line 1: another format", "plyground proof 1 or plyground proof 2");
    for (int field = 0; field < FIELDS; field++)
        if (is_known[field] != (field != LEAF_NODES || has_leaves))
            fail(2, "line 1: a field too many or too few", "those of the format");
    if (strcmp(values[GAME], "breakthrough") != 0)
        fail(2, "line 1: another game", "breakthrough");
    uint64_t most = strtoull(values[LEAF_NODES], NULL, 10);
    if (has_leaves && (most < 1 || most > MOST_LEAF_NODES))
        fail(2, "line 1: leaf_nodes out of range", "1 to 1000000");
    leaf_nodes = (uint32_t)most;
}

/* Reads the position; the answer is whether the winner is to move. */
static int position(Board *b)
{
    uint64_t wide = strtoull(values[COLUMNS], NULL, 10), high = strtoull(values[ROWS], NULL, 10);
    if (wide < 2 || wide > MOST_CELLS || high < 4 || high > MOST_CELLS || wide * high > MOST_CELLS)
        fail(2, "line 1: no size of a board", "2 columns or more, 4 rows or more, at most 39 cells");
    columns = (int)wide;
    rows = (int)high;
    cells = ((uint64_t)1 << columns * rows) - 1;
    bottom = ((uint64_t)1 << columns) - 1;
    top = bottom << (rows - 1) * columns;
    for (int row = 0; row < rows; row++)
        first_column |= (uint64_t)1 << row * columns;
    last_column = first_column << (columns - 1);
    winner_goes_up = strcmp(values[WINNER_NAME], "white") == 0;
    if (!winner_goes_up && strcmp(values[WINNER_NAME], "black") != 0)
        fail(2, "line 1: no winner", "white or black");
    const char *sign_at = values[POSITION];
    int pawns[2] = {0, 0};
    if (strlen(sign_at) != (size_t)((columns + 1) * rows + 1))
        fail(2, "line 1: no position", "rows from the top down and the side to move, with / between");
    for (int row = rows - 1; row >= 0; row--, sign_at++) {
        for (int column = 0; column < columns; column++, sign_at++) {
            if (!strchr("wb-", *sign_at))
                fail(2, "line 1: another sign in the position", "w, b or -");
            if (*sign_at != '-') {
                int side = (*sign_at == 'w') == winner_goes_up ? WINNER : LOSER;
                b->pawns[side] |= (uint64_t)1 << (row * columns + column);
                pawns[side]++;
            }
        }
        if (*sign_at != '/')
            fail(2, "line 1: no end of a row in the position", "/");
    }
    if (pawns[0] > 2 * columns || pawns[1] > 2 * columns)
        fail(2, "line 1: too many pawns", "two rows for each side at most");
    if (*sign_at != 'w' && *sign_at != 'b')
        fail(2, "line 1: no side to move", "w or b");
    return (*sign_at == 'w') == winner_goes_up;
}

static unsigned char *read_file(const char *name, size_t *length)
{
    size_t room = 1 << 16, most = MOST_HEADER + MOST_CHOICES + SUM;
    unsigned char *bytes = memory(room, 1);
    FILE *file = fopen(name, "rb");
    if (!file)
        fail(2, "the file cannot be opened", "a certificate");
    *length = 0;
    for (size_t got; (got = fread(bytes + *length, 1, room - *length, file)) > 0;) {
        *length += got;
        if (*length > most)
            fail(2, "the file is too long", "at most 2^28 choices");
        if (*length == room) {
            room *= 2;
            bytes = realloc(bytes, room);
            if (!bytes)
                fail(2, "no memory for the file", "more memory or a shorter file");
        }
    }
    if (ferror(file))
        fail(2, "the file cannot be read", "a certificate");
    fclose(file);
    return bytes;
}

int main(int count, char **words)
{
    if (count != 2)
        fail(2, "no file is named", "verify FILE");
    size_t length;
    unsigned char *bytes = read_file(words[1], &length);
    unsigned char *end = memchr(bytes, '\n', length < MOST_HEADER ? length : MOST_HEADER);
    if (!end || memchr(bytes, 0, (size_t)(end - bytes)))
        fail(2, "line 1: no line of text", "what is proved, as JSON");
    *end = 0;
    header((const char *)bytes);
    *end = '\n';
    choices = end + 1;
    size_t rest = length - (size_t)(choices - bytes);
    if (rest < SUM || strtoull(values[CHOICES], NULL, 10) != rest - SUM)
        fail(2, "after line 1: the file is not whole", "as many choices as line 1 says, and 32 bytes of the sum");
    choice_count = rest - SUM;
    if (!has_sum(bytes, length - SUM, bytes + length - SUM))
        fail(2, "last 32 bytes: the file is damaged", "the SHA-256 sum of what is before them");

    Board root = {{0, 0}};
    int is_to_move = position(&root);
    places = 1024;
    visited = memory(places, sizeof *visited);
    if (is_to_move || won_by(root) >= 0)
        visit(root);
    else
        answer(root);
    if (used != choice_count || leaves_left)
        fail(1, "no proof: choices are left", "one for each position to choose in");
    printf("%s wins %s\n", values[WINNER_NAME], values[POSITION]);
    if (fflush(stdout) != 0)
        fail(2, "the result cannot be written", "a place for it");
    fprintf(stderr, "choices: %llu, leaves: %llu\n", chosen, leaf_count);
    return 0;
}
