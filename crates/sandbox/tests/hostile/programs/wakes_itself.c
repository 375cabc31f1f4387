// Answers line by line, and sees to it that some of it is woken when it is stopped: timers kill children, and the death of
// each wakes its own. Told "spin", those then spin. Timers end after 40 ms to 10 s, each twice as late as the one before, and
// it answers only once all are set: however slow the machine is, some end after it was stopped.
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

static void grandchild(int spins, int ready)
{
    signal(SIGCONT, wake);
    prctl(PR_SET_PDEATHSIG, SIGCONT);
    close(ready);
    while (!spins || !is_awake)
        pause();
    for (;;)
        ;
}

static void child(int milliseconds, int spins, int ready)
{
    struct sigevent event = { .sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGKILL };
    struct itimerspec once = { { 0, 0 }, { milliseconds / 1000, milliseconds % 1000 * 1000000L } };
    timer_t timer;
    for (int i = 0; i < 4; i++)
        if (fork() == 0)
            grandchild(spins, ready);
    timer_create(CLOCK_MONOTONIC, &event, &timer);
    timer_settime(timer, 0, &once, NULL);
    close(ready);
    for (;;)
        pause();
}

int main(void)
{
    char line[100];
    int ends[2];
    while (fgets(line, sizeof line, stdin)) {
        if (pipe(ends))
            return 1;
        for (int i = 0; i < 9; i++)
            if (fork() == 0)
                child(40 << i, line[0] == 's', ends[1]);
        // It ends when nobody holds it any more: all are ready, or have ended.
        close(ends[1]);
        if (read(ends[0], line, 1))
            return 1;
        close(ends[0]);
        puts("3");
        fflush(stdout);
    }
    return 0;
}
