/* Starts threads until it is stopped, and tells how many there were. */
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static void *wait_long(void *unused)
{
    (void)unused;
    sleep(600);
    return NULL;
}

int main(void)
{
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 65536);
    int started = 0;
    pthread_t thread;
    while (started < 2000 && pthread_create(&thread, &small, wait_long, NULL) == 0)
        started++;
    printf("%d\n", started);
    fflush(stdout);
    sleep(1);
    _exit(0);
}
