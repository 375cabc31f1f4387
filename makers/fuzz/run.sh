#!/usr/bin/env bash
# Fuzzes the readers: run.sh [SECONDS [TARGET...]], each target for so many seconds (60), two at a time.
#
# It needs cargo-fuzz, a C++ compiler, and a rustc that can instrument code. A stable one can with RUSTC_BOOTSTRAP=1.
# Inputs that break a law are left in makers/fuzz/artifacts; new ones worth keeping are in makers/fuzz/target/found.
set -euo pipefail
cd "$(dirname "$0")/.."
export RUSTC_BOOTSTRAP=1
seconds=${1:-60}
shift || true
if [ $# -eq 0 ]; then
    set -- $(sed -n 's/^ *Target { name: "\([a-z_]*\)".*/\1/p' fuzz-targets/src/lib.rs)
fi

host=$(rustc -vV | sed -n 's/^host: //p')
cargo fuzz build --fuzz-dir "$PWD/fuzz" --target "$host"

one() {
    local name=$1 seconds=$2 host=$3 found=fuzz/target/found/$1 artifacts=fuzz/artifacts/$1/
    mkdir -p "$found" "$artifacts"
    # A folder in memory, where there is one: some readers read files.
    if [ -d /dev/shm ]; then export TMPDIR=/dev/shm; fi
    if PLYGROUND_TARGET=$name fuzz/target/"$host"/release/targets -max_total_time="$seconds" -timeout=20 -rss_limit_mb=2048 -max_len=4096 \
        -print_final_stats=1 -artifact_prefix="$artifacts" "$found" fuzz/corpus/"$name" >fuzz/target/"$name".log 2>&1; then
        echo "$name: $(sed -n 's/^stat::number_of_executed_units: *//p' fuzz/target/"$name".log) inputs in $seconds s"
    else
        tail -n 40 fuzz/target/"$name".log
        echo "$name: a law is broken; the input is in $artifacts:"
        for file in "$artifacts"*; do echo "$file"; base64 "$file"; done
        return 1
    fi
}
export -f one
printf '%s\n' "$@" | xargs -P 2 -I NAME bash -c 'one NAME "$@"' one "$seconds" "$host"
