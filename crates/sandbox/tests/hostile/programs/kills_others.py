#!/usr/bin/env python3
# Tries to end the one who started it; its number is the argument.
import os
import signal
import sys

for target in (int(sys.argv[1]), os.getppid()):
    for number in (signal.SIGTERM, signal.SIGKILL):
        try:
            if target > 1:
                os.kill(target, number)
                print("killed", flush=True)
        except OSError:
            pass
print("done")
