#!/usr/bin/env python3
# Starts processes until it is stopped, and tells how many there were.
import os
import time

started = 0
try:
    while started < 2000:
        if os.fork() == 0:
            time.sleep(600)
        started += 1
except OSError:
    pass
print(started, flush=True)
