#!/bin/sh
# Puts a pipe where its file should be.
mkfifo "$2"
