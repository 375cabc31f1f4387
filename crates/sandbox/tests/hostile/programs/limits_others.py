#!/usr/bin/env python3
# Tries to take the files away from the one who started it; its number is the argument.
import resource
import sys

try:
    resource.prlimit(int(sys.argv[1]), resource.RLIMIT_NOFILE, (0, 0))
    print("limited")
except (OSError, ValueError):
    pass
try:
    resource.setrlimit(resource.RLIMIT_NPROC, (100000, 100000))
    print("raised")
except (OSError, ValueError):
    pass
print("done")
