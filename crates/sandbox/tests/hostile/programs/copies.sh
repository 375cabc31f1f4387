#!/bin/sh
# Not hostile: copies one file to another, and says so.
cat "$1" >"$2" && echo copied
