// Computes in processes that live too briefly to be seen, and has its own thread wait for them: chains of processes, or of
// threads, each of which spins for so many microseconds of CPU time, starts the next one, and ends. Its parent ignores their end.
// The first thread spins, and answers after so many milliseconds: from its start on, or from a line on.
//
//   chains fork|vfork|clone|threads CHAINS MICROSECONDS MILLISECONDS [lines]
#define _GNU_SOURCE
#include "chains.h"
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static double microseconds;

static void work(void)
{
    struct timespec t;
    double end;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    end = t.tv_sec * 1e6 + t.tv_nsec / 1e3 + microseconds;
    do
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    while (t.tv_sec * 1e6 + t.tv_nsec / 1e3 < end);
}

static void by_vfork(void)
{
    for (;;)
        if (vfork() == 0) {
            work();
            _exit(0);
        }
}

static void *thread(void *unused)
{
    pthread_t next;
    work();
    while (pthread_create(&next, NULL, thread, NULL))
        ;
    pthread_detach(next);
    return unused;
}

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "clone";
    int chains = argc > 2 ? atoi(argv[2]) : 40;
    microseconds = argc > 3 ? atof(argv[3]) : 100;
    double end = argc > 4 ? atof(argv[4]) : 0;
    char line[100];
    struct timespec t;
    if (argc > 5 && !fgets(line, sizeof line, stdin))
        return 1;
    clock_gettime(CLOCK_MONOTONIC, &t);
    end += t.tv_sec * 1e3 + t.tv_nsec / 1e6;
    ignore_ends();
    for (; chains > 0; chains--) {
        if (!strcmp(how, "threads")) {
            pthread_t first;
            pthread_create(&first, NULL, thread, NULL);
        } else if (!strcmp(how, "clone"))
            by_clone();
        else if (fork() == 0)
            strcmp(how, "vfork") ? by_fork() : by_vfork();
    }
    do
        clock_gettime(CLOCK_MONOTONIC, &t);
    while (t.tv_sec * 1e3 + t.tv_nsec / 1e6 < end);
    puts("3");
    fflush(stdout);
    return 0;
}
