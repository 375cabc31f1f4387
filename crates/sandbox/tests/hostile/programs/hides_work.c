// Uses as much CPU time as it is told, in milliseconds, by children of 30 that leave no trace.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

int main(int argc, char **argv)
{
    signal(SIGCHLD, SIG_IGN);
    for (double left = argc > 1 ? atof(argv[1]) : 0; left > 0; left -= 30) {
        if (fork() == 0) {
            while (now() < 30)
                ;
            _exit(0);
        }
        while (wait(NULL) > 0)
            ;
    }
    puts("3");
    return 0;
}
