#!/usr/bin/env python3
# Leaves a process behind that changes its number all the time.
import os
import time

print(3, flush=True)
if os.fork() != 0:
    os._exit(0)
os.setsid()
end = time.time() + 100
while time.time() < end:
    if os.fork() != 0:
        os._exit(0)
