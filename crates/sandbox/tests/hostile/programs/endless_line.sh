#!/bin/sh
# A line of 1 GB.
yes 7 | tr -d '\n' | head -c 1000000000
echo
