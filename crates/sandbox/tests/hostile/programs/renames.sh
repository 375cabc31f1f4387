#!/bin/sh
# Not hostile: writes a file under another name and renames it.
cat "$1" >"$2.new" && mv "$2.new" "$2"
