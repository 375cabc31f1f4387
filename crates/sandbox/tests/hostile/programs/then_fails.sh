#!/bin/sh
# The right answer, and then exit status 1.
echo 3
exit 1
