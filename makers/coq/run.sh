#!/usr/bin/env bash
# Has Coq check that the side that begins wins Connect Four, and on what the theorem rests:
#   makers/coq/run.sh [STRATEGY]
# STRATEGY is a file that "plyground-lab strategy --out FirstWins.v" writes; without one it is written first.
# Needs Coq 8.16 (Debian's package coq).
set -euo pipefail
sources=$(cd "$(dirname "$0")" && pwd)
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
if [ $# -gt 0 ]; then
    cp "$1" "$build/FirstWins.v"
else
    cargo run --manifest-path "$sources/../../Cargo.toml" --release --quiet -p plyground-lab -- strategy --out "$build/FirstWins.v"
fi
cp "$sources"/*.v "$build"
cd "$build"
for file in Rules Check Sound FirstWins; do
    coqc "$file.v"
done
coqc ConnectFour.v | tee assumptions
# Names of axioms stand at the beginnings of lines.
if grep -v '^ ' assumptions | grep -vE '^(Axioms:$|PrimInt63\.|Uint63\.|PArray\.)'; then
    echo "the theorem rests on more than Coq's integers and arrays: see above" >&2
    exit 1
fi
echo "first_player_wins is a theorem; it rests on Coq's integers and arrays alone"
