#!/usr/bin/env python3
# Has the kernel hold memory for it, in sockets that are full.
import socket
import time

kept = []
while True:
    try:
        pair = socket.socketpair()
    except OSError:
        time.sleep(600)
    kept.append(pair)
    for end in pair:
        end.setblocking(False)
        try:
            while True:
                end.send(bytes(1 << 16))
        except BlockingIOError:
            pass
