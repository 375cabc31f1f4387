#!/usr/bin/env python3
# Answers, and has a child that changes its number all the time.
import os
import sys

for _ in sys.stdin:
    if os.fork() == 0:
        os.setsid()
        while True:
            if os.fork() != 0:
                os._exit(0)
    print(3, flush=True)
