#!/usr/bin/env python3
# Takes memory until it is stopped.
import time

kept = []
try:
    while True:
        kept.append(bytearray(b"x" * (4 << 20)))
        time.sleep(0.002)
except MemoryError:
    print("refused", flush=True)
    raise
