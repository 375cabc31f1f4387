#!/bin/sh
# Answers with NUL bytes.
printf '3\0\0\n'
