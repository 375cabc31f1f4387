// Looks for bits that are kept in the memory of the system: which pages of a file are there. Prints what was not refused.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

int main(void)
{
    char byte[4096];
    unsigned char there[64];
    struct iovec one = {byte, 1};
    unsigned long range[2] = {0, 4096}, found[5];
    int file = open("/bin/sh", O_RDONLY);
    void *mapped = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, file, 0);
    if (pread(file, byte, 1, 0) != 1 || preadv2(file, &one, 1, 0, 0) != 1)
        puts("cannot read");
    if (preadv2(file, &one, 1, 0, RWF_NOWAIT) >= 0)
        puts("RWF_NOWAIT");
    if (posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED) == 0)
        puts("POSIX_FADV_DONTNEED");
    if (mincore(mapped, 4096, there) == 0)
        puts("mincore");
    if (syscall(451, file, range, found, 0) == 0)
        puts("cachestat");
    if (madvise(mapped, 4096, 21) == 0)
        puts("MADV_PAGEOUT");
    puts("done");
    return 0;
}
