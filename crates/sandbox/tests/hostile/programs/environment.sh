#!/bin/sh
# Tells all the environment that it can find.
env
cat /proc/1/environ /proc/$PPID/environ /proc/1/cmdline /proc/$PPID/cmdline 2>/dev/null
exit 0
