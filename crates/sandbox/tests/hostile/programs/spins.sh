#!/bin/sh
# Uses CPU time without end.
while :; do :; done
