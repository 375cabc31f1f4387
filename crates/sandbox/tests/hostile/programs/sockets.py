#!/usr/bin/env python3
# Tries every kind of socket, and tells which it got.
import os
import socket

kinds = [
    (socket.AF_INET, socket.SOCK_STREAM),
    (socket.AF_INET, socket.SOCK_DGRAM),
    (socket.AF_INET6, socket.SOCK_STREAM),
    (socket.AF_UNIX, socket.SOCK_STREAM),
    (socket.AF_UNIX, socket.SOCK_DGRAM),
    (getattr(socket, "AF_VSOCK", 40), socket.SOCK_STREAM),
    (socket.AF_NETLINK, socket.SOCK_RAW),
]
for family, kind in kinds:
    try:
        socket.socket(family, kind)
        print("opened", family, kind)
    except OSError:
        pass
print("done")
