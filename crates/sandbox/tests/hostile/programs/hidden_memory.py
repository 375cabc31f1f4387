#!/usr/bin/env python3
# Asks for files in memory that have no name, and tells which it got.
import ctypes
import os
import platform

try:
    os.close(os.memfd_create("hidden"))
    print("memfd_create")
except OSError:
    pass
if platform.machine() == "x86_64" and ctypes.CDLL(None).syscall(447, 0) >= 0:
    print("memfd_secret")
print("done")
