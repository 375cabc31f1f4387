#!/bin/sh
# A move in lower case.
echo e1d2
