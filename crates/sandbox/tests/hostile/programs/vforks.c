// Answers line by line. A thread of it waits for a child by vfork, which no signal breaks off, and the child spins.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static void *spin(void *unused)
{
    if (vfork() == 0)
        for (;;)
            ;
    return unused;
}

int main(void)
{
    char line[100];
    pthread_t thread;
    pthread_create(&thread, NULL, spin, NULL);
    while (fgets(line, sizeof line, stdin)) {
        puts("3");
        fflush(stdout);
    }
    return 0;
}
