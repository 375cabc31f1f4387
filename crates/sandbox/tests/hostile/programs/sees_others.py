#!/usr/bin/env python3
# Tells which processes it sees besides its own tree's.
import os

try:
    seen = [int(name) for name in os.listdir("/proc") if name.isdigit()]
except OSError:
    seen = []
print(len([number for number in seen if number > 100]))
