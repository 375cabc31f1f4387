#!/bin/sh
# Leaves folders behind that nobody may enter.
mkdir -p "$TMPDIR/a/b/c"
echo x >"$TMPDIR/a/b/file"
ln -s / "$TMPDIR/a/root"
chmod 0 "$TMPDIR/a/b" "$TMPDIR/a"
echo 3
