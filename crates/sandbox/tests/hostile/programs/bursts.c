// Sleeps for as long as it is told, in milliseconds, while a hundred threads are woken together again and again: each
// of them waits for all the others.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { THREADS = 100 };

static pthread_barrier_t together;

static double now(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

static void *burst(void *unused)
{
    (void)unused;
    for (;;) {
        pthread_barrier_wait(&together);
        double end = now(CLOCK_THREAD_CPUTIME_ID) + 0.01;
        while (now(CLOCK_THREAD_CPUTIME_ID) < end)
            ;
    }
    return NULL;
}

int main(int argc, char **argv)
{
    double end = now(CLOCK_MONOTONIC) + (argc > 1 ? atof(argv[1]) : 0);
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 65536);
    pthread_barrier_init(&together, NULL, THREADS + 1);
    pthread_t thread;
    for (int i = 0; i < THREADS; i++)
        pthread_create(&thread, &small, burst, NULL);
    while (now(CLOCK_MONOTONIC) < end) {
        pthread_barrier_wait(&together);
        usleep(10000);
    }
    puts("3");
    fflush(stdout);
    _exit(0);
}
