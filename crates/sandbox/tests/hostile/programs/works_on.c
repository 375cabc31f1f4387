// Answers line by line, and works on in chains as "chains" does, or by timers that wake it whenever it is stopped. Asked "FROM TO",
// it prints for how many microseconds it worked between these times, in nanoseconds of the monotonic clock.
//
//   works_on fork|clone|timer CHAINS MICROSECONDS
#define _GNU_SOURCE
#include "chains.h"
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define MOST (1 << 20)

struct stamps {
    atomic_long count;
    long long ended[MOST];
    long long worked[MOST];
};

static struct stamps *stamps;
static double microseconds;

static long long now(clockid_t which)
{
    struct timespec t;
    clock_gettime(which, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void work(void)
{
    long long begin = now(CLOCK_THREAD_CPUTIME_ID), used;
    do
        used = now(CLOCK_THREAD_CPUTIME_ID) - begin;
    while (used < microseconds * 1000);
    long at = atomic_fetch_add(&stamps->count, 1) % MOST;
    stamps->ended[at] = now(CLOCK_MONOTONIC);
    stamps->worked[at] = used;
}

static void woken(int signal)
{
}

static void by_timer(int number)
{
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGCONT};
    struct itimerspec often = {{0, 1000000L * (1 + number)}, {0, 1000000L * (1 + number)}};
    timer_t timer;
    signal(SIGCONT, woken);
    timer_create(CLOCK_MONOTONIC, &event, &timer);
    timer_settime(timer, 0, &often, NULL);
    for (;;)
        work();
}

static void begin(const char *how, int chains)
{
    ignore_ends();
    for (; chains > 0; chains--) {
        if (!strcmp(how, "clone"))
            by_clone();
        else if (fork() == 0) {
            if (!strcmp(how, "timer"))
                by_timer(chains);
            by_fork();
        }
    }
}

int main(int argc, char **argv)
{
    char line[100], name[4096];
    long long from, to;
    int has_begun = 0;
    snprintf(name, sizeof name, "%s/stamps", getenv("HOME"));
    int file = open(name, O_RDWR | O_CREAT, 0600);
    if (argc < 4 || file < 0 || ftruncate(file, sizeof *stamps))
        return 1;
    stamps = mmap(NULL, sizeof *stamps, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    microseconds = atof(argv[3]);
    while (fgets(line, sizeof line, stdin)) {
        if (sscanf(line, "%lld %lld", &from, &to) == 2) {
            long long sum = 0;
            for (long i = 0; i < stamps->count && i < MOST; i++)
                if (stamps->ended[i] > from && stamps->ended[i] < to)
                    sum += stamps->worked[i] < stamps->ended[i] - from ? stamps->worked[i] : stamps->ended[i] - from;
            printf("%lld\n", sum / 1000);
        } else {
            if (!has_begun++)
                begin(argv[1], atoi(argv[2]));
            puts("3");
        }
        fflush(stdout);
    }
    return 0;
}
