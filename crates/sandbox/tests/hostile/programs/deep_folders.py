#!/usr/bin/env python3
# Nests folders deeper than a path can be long.
import os

os.chdir(os.environ["TMPDIR"])
for _ in range(200):
    os.mkdir("deeper-than-a-path-can-be-long")
    os.chdir("deeper-than-a-path-can-be-long")
print(3)
