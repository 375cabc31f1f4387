#!/bin/sh
# Complains a lot, and answers.
i=0
while [ $i -lt 500 ]; do
    echo "line $i of many that nobody asked for, each of them some sixty bytes long" >&2
    i=$((i + 1))
done
echo 3
