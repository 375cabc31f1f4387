// Has as many signals wait as it may, in as many processes as it may, and asks for a timer: prints how many signals,
// and whether there was a timer. Told nothing, it only asks for the timer. Then it waits.
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static int queue(void)
{
    union sigval value = { 0 };
    int count = 0;
    while (count < 200000 && sigqueue(getpid(), SIGRTMIN, value) == 0)
        count++;
    return count;
}

int main(int argc, char **argv)
{
    struct sigevent event = { .sigev_notify = SIGEV_NONE };
    timer_t timer;
    sigset_t all;
    int count = 0;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    if (argc > 1) {
        for (int i = 0; i < 4; i++)
            if (fork() == 0) {
                queue();
                for (;;)
                    sleep(1);
            }
        count = queue();
        usleep(100000);
    }
    printf("%d %s\n", count, timer_create(CLOCK_MONOTONIC, &event, &timer) == 0 ? "timer" : "no timer");
    fflush(stdout);
    for (;;)
        sleep(1);
}
