#!/usr/bin/env python3
# Answers, closes everything and lives on.
import os
import time

os.write(1, b"3\n")
os.closerange(0, 64)
time.sleep(600)
