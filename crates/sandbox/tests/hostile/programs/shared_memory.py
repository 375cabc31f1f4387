#!/usr/bin/env python3
# Asks for memory that processes can share and that is no file's, and for larger sockets; tells which it got.
import mmap
import os
import socket

try:
    mmap.mmap(-1, 4096)
    print("mmap")
except OSError:
    pass
try:
    with open("/dev/zero", "r+b") as zero:
        mmap.mmap(zero.fileno(), 4096)
    print("/dev/zero")
except OSError:
    pass
try:
    socket.socketpair()[0].setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 20)
    print("SO_SNDBUF")
except OSError:
    pass
# Memory of its own, and that of a file, it needs.
mmap.mmap(-1, 4096, flags=mmap.MAP_PRIVATE)
with open(os.environ["TMPDIR"] + "/shared", "w+b") as file:
    file.truncate(4096)
    mmap.mmap(file.fileno(), 4096)
print("done")
