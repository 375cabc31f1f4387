#!/usr/bin/env python3
# Looks for more processors than it was given.
import os

for processors in (range(64), os.sched_getaffinity(0), {0}):
    try:
        os.sched_setaffinity(0, processors)
        print("chose", processors)
    except OSError:
        pass
print("done")
