#!/usr/bin/env python3
# Leaves a process behind that is in a session of its own, and answers.
import os
import time

if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        time.sleep(600)
    os._exit(0)
print(3)
