#!/usr/bin/env bash
# Builds the WebAssembly that `plyground site` writes, and keeps it in crates/wasm/built: rules.wasm.gz has the rules alone, which the
# page loads first; plyground.wasm.gz answers everything; openings.book.gz has the books of Connect Four, which it looks into.
#
#   crates/wasm/build.sh            builds, and replaces what is kept
#   crates/wasm/build.sh --check    builds, and fails if what is kept is not that, byte for byte, or has not its digests
#
# Equal bytes need the same compiler: that of Debian's packages rustc-web, cargo-web, rust-web-src and lld, in the version that
# built/compiler.txt names. Another compiler, or one of rustup with the target wasm32-unknown-unknown, builds a file that
# answers the same; `--check` then says that bytes cannot be compared, and ends with status 77.
# web-tests/pure/transports.test.mjs compares answers, which is what counts: .ci/run asks for no more.
set -euo pipefail
cd "$(dirname "$0")/../.."
root="$PWD"

case "${1:-}" in
    "" | --check) mode="${1:-write}" ;;
    *) echo "build.sh: found $1; expected --check or nothing" >&2; exit 2 ;;
esac

kept=crates/wasm/built
digests() { for name in plyground.wasm rules.wasm openings.book; do gzip -dc "$1/$name.gz" | sha256sum | sed "s/-\$/$name/"; done; }
if [ "$mode" = --check ] && ! digests "$kept" | cmp -s - "$kept/digests.txt"; then
    echo "build.sh: $kept has other digests than its digests.txt says; run crates/wasm/build.sh and commit what it writes" >&2
    exit 1
fi

target=wasm32-unknown-unknown
cargo=/usr/bin/cargo rustc=/usr/bin/rustc more=(-Z "build-std=std,panic_abort") linker=(-C linker=wasm-ld)
if ! [ -d "$("$rustc" --print sysroot 2>/dev/null)/lib/rustlib/src/rust/library" ]; then
    cargo=cargo rustc=rustc more=() linker=()
    if ! [ -d "$(rustc --print sysroot)/lib/rustlib/$target" ]; then
        echo "build.sh: no compiler for $target; install Debian's rustc-web cargo-web rust-web-src lld, or run: rustup target add $target" >&2
        if [ "$mode" = --check ]; then exit 77; fi
        exit 1
    fi
fi
version="$("$rustc" -vV | grep -E '^(rustc|LLVM)' | paste -sd ' '), $(wasm-ld --version 2>/dev/null || echo 'the linker of the toolchain')"

# Places of this machine stand in no file. Stack: a megabyte is too little for what searches keep in it.
registry="$(echo "${CARGO_HOME:-$HOME/.cargo}"/registry/src/*)"
sysroot="$("$rustc" --print sysroot)"
fresh=target/wasm/built
mkdir -p "$fresh"

# Debian's zopfli, where it is installed, packs 5 % smaller than gzip. Digests are of what is unpacked.
pack() { if command -v zopfli >/dev/null; then zopfli -c "$1"; else gzip -9 -n -c "$1"; fi; }

# Builds $1.wasm.gz, for size or speed by the level $2, with the flags $3...
build() {
    local name=$1 level=$2 flags
    flags=(
        "--remap-path-prefix=$registry=registry" "--remap-path-prefix=$root=plyground" "--remap-path-prefix=$sysroot=rust"
        -C target-feature=+simd128,+bulk-memory,+sign-ext,+nontrapping-fptoint -C link-arg=-zstack-size=4194304 "${linker[@]}" "${@:3}"
    )
    CARGO_ENCODED_RUSTFLAGS="$(printf '%s\x1f' "${flags[@]}")"
    export CARGO_ENCODED_RUSTFLAGS="${CARGO_ENCODED_RUSTFLAGS%$'\x1f'}" CARGO_PROFILE_WASM_OPT_LEVEL="$level"
    RUSTC_BOOTSTRAP=1 RUSTC="$rustc" "$cargo" build --quiet --locked --profile wasm -p plyground-wasm --lib --target "$target" \
        --target-dir "target/wasm/$name" "${more[@]}"
    pack "target/wasm/$name/$target/wasm/plyground_wasm.wasm" > "$fresh/$name.wasm.gz"
    echo "$name.wasm.gz: $(wc -c < "$fresh/$name.wasm.gz") bytes"
}
build plyground 3 --cfg books_apart
build rules s --cfg rules_alone
books=crates/core/src/games/connect_four/book
cat "$books"/{scores,balanced,extra}.book > target/wasm/openings.book
pack target/wasm/openings.book > "$fresh/openings.book.gz"

if [ "$mode" = write ]; then
    mkdir -p "$kept"
    digests "$fresh" > "$kept/digests.txt"
    echo "$version" > "$kept/compiler.txt"
    mv "$fresh"/*.gz "$kept"
elif [ "$version" != "$(cat "$kept/compiler.txt")" ]; then
    echo "build.sh: this compiler is $version, that of the kept files $(cat "$kept/compiler.txt"): bytes cannot be compared" >&2
    exit 77
elif ! digests "$fresh" | cmp -s - "$kept/digests.txt"; then
    echo "build.sh: $kept is not what the sources make; run crates/wasm/build.sh and commit what it writes" >&2
    exit 1
fi
