#!/bin/sh
# Does not end its line.
printf 3
