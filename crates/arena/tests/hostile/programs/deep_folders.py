#!/usr/bin/env python3
# Nests folders deeper than a path can be long.
import os

os.chdir(os.environ["TMPDIR"])
for _ in range(3000):
    os.mkdir("d")
    os.chdir("d")
print(3)
