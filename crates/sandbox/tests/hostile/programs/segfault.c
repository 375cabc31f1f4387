/* Answers and crashes. */
#include <stdio.h>

int main(void)
{
    printf("3\n");
    fflush(stdout);
    volatile int *nowhere = NULL;
    return *nowhere;
}
