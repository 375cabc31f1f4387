#!/bin/sh
# Tries to read another entrant's program; its path is the argument.
cat "$1" "$1"/* 2>/dev/null
cat "../$(basename "$1")/secret" 2>/dev/null
ls "$1" .. 2>/dev/null | grep secret
echo done
