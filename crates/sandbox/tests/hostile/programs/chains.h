// Chains of processes, each of which works, starts the next one, and ends. Its parent ignores its end.
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

static void work(void);

static void by_fork(void)
{
    for (;;) {
        pid_t next;
        work();
        while ((next = fork()) < 0)
            ;
        if (next > 0)
            _exit(0);
    }
}

// Two stacks for each chain: while one element ends on its own, the next one begins on the other.
struct chain {
    char *stacks[2];
    int turn;
};

static int element(void *chain_)
{
    struct chain *chain = chain_;
    work();
    chain->turn ^= 1;
    while (clone(element, chain->stacks[chain->turn] + 65536, CLONE_VM | CLONE_FS | CLONE_FILES | SIGCHLD, chain) < 0)
        ;
    _exit(0);
}

static void by_clone(void)
{
    struct chain *chain = calloc(1, sizeof *chain);
    for (int i = 0; i < 2; i++)
        chain->stacks[i] = mmap(NULL, 65536, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    clone(element, chain->stacks[0] + 65536, CLONE_VM | CLONE_FS | CLONE_FILES | SIGCHLD, chain);
}

static void ignore_ends(void)
{
    signal(SIGCHLD, SIG_IGN);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
}
