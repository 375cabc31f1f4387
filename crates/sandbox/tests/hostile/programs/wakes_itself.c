// Answers line by line, and sees to it that some of it is woken when it is stopped: a timer kills a child, and its
// death wakes the grandchild. Told "spin", the grandchild then spins. Timers end after 40 ms to 10 s, each twice as late as the
// one before: however slow the machine is, some end after it was stopped.
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

static volatile int is_awake;

static void wake(int signal)
{
    is_awake = 1;
}

static void child(int milliseconds, int spins)
{
    struct sigevent event = { .sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGKILL };
    struct itimerspec once = { { 0, 0 }, { milliseconds / 1000, milliseconds % 1000 * 1000000L } };
    timer_t timer;
    if (fork() == 0) {
        signal(SIGCONT, wake);
        prctl(PR_SET_PDEATHSIG, SIGCONT);
        while (!spins || !is_awake)
            pause();
        for (;;)
            ;
    }
    timer_create(CLOCK_MONOTONIC, &event, &timer);
    timer_settime(timer, 0, &once, NULL);
    for (;;)
        pause();
}

int main(void)
{
    char line[100];
    while (fgets(line, sizeof line, stdin)) {
        for (int i = 0; i < 9; i++)
            if (fork() == 0)
                child(40 << i, line[0] == 's');
        puts("3");
        fflush(stdout);
    }
    return 0;
}
