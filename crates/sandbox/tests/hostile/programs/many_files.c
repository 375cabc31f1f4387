// Makes empty files until it may make no more.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void)
{
    char name[4096];
    const char *folder = getenv("TMPDIR");
    for (int i = 0;; i++) {
        snprintf(name, sizeof name, "%s/%d", folder ? folder : "/tmp", i);
        int file = open(name, O_CREAT | O_WRONLY, 0600);
        if (file < 0)
            break;
        close(file);
    }
    puts("full");
    return 0;
}
