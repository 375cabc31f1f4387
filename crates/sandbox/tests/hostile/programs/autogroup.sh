#!/bin/sh
# Asks for a smaller part of the machine, so as to wait for a processor on purpose. The number is what it has already.
for file in autogroup timerslack_ns oom_score_adj; do
    echo 0 2>/dev/null >"/proc/self/$file" && echo "wrote $file"
done
echo done
