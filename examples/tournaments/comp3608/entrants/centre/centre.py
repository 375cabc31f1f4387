#!/usr/bin/env python3
"""A player for COMP3608: the open column nearest to the centre."""

import sys

rows = sys.argv[1].split(",")  # the bottom row first
print(min((c for c in range(7) if rows[5][c] == "."), key=lambda c: abs(c - 3)))
