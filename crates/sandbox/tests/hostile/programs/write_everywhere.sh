#!/bin/sh
# Tries to write wherever it should not, and tells where it could.
for place in . .. / /dev /etc /usr /usr/lib /bin /var /home /proc /sys /run /program; do
    if (echo x >"$place/hostile-mark") 2>/dev/null; then
        echo "wrote to $place"
    fi
done
if (echo x >>"$0") 2>/dev/null; then echo "changed itself"; fi
echo done
