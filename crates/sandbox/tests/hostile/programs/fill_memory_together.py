#!/usr/bin/env python3
# Eight processes that take as much memory as one may have.
import os
import time

for _ in range(8):
    if os.fork() == 0:
        kept = bytearray(b"x" * (40 << 20))
        time.sleep(600)
time.sleep(600)
