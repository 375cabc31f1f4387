#!/usr/bin/env python3
# Answers line by line, and goes on thinking: in threads, in children, in sessions of their own.
import os
import sys
import threading


def think():
    while True:
        pass


for _ in sys.stdin:
    print(3, flush=True)
    threading.Thread(target=think, daemon=True).start()
    for _ in range(2):
        if os.fork() == 0:
            os.setsid()
            think()
