#!/bin/sh
# A line of 1 GB.
head -c 1000000000 /dev/zero | tr '\0' 7
echo
