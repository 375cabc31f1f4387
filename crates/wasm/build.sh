#!/usr/bin/env bash
# Builds the WebAssembly that `plyground site` writes, and keeps it in crates/wasm/built.
#
#   crates/wasm/build.sh            builds, and replaces what is kept
#   crates/wasm/build.sh --check    builds, and fails if what is kept is not that, byte for byte, or has not its digest
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
if [ "$mode" = --check ] && [ "$(gzip -dc "$kept/plyground.wasm.gz" | sha256sum | cut -d ' ' -f 1)" != "$(cat "$kept/digest.txt")" ]; then
    echo "build.sh: $kept/plyground.wasm.gz has another digest than digest.txt says; run crates/wasm/build.sh and commit what it writes" >&2
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
flags=(
    "--remap-path-prefix=$registry=registry" "--remap-path-prefix=$root=plyground" "--remap-path-prefix=$sysroot=rust"
    -C target-feature=+simd128,+bulk-memory,+sign-ext,+nontrapping-fptoint -C link-arg=-zstack-size=4194304 "${linker[@]}"
)
export CARGO_ENCODED_RUSTFLAGS
CARGO_ENCODED_RUSTFLAGS="$(printf '%s\x1f' "${flags[@]}")"
CARGO_ENCODED_RUSTFLAGS="${CARGO_ENCODED_RUSTFLAGS%$'\x1f'}"
RUSTC_BOOTSTRAP=1 RUSTC="$rustc" "$cargo" build --quiet --locked --profile wasm -p plyground-wasm --lib --target "$target" \
    --target-dir target/wasm "${more[@]}"
built="target/wasm/$target/wasm/plyground_wasm.wasm"
gzip -9 -n -c "$built" > target/wasm/plyground.wasm.gz

digest="$(sha256sum < "$built" | cut -d ' ' -f 1)"
echo "$(wc -c < "$built") bytes, $(wc -c < target/wasm/plyground.wasm.gz) compressed; $digest"
if [ "$mode" = write ]; then
    mkdir -p "$kept"
    cp target/wasm/plyground.wasm.gz "$kept/new.gz"
    mv "$kept/new.gz" "$kept/plyground.wasm.gz"
    echo "$digest" > "$kept/digest.txt"
    echo "$version" > "$kept/compiler.txt"
elif [ "$version" != "$(cat "$kept/compiler.txt")" ]; then
    echo "build.sh: this compiler is $version, that of the kept file $(cat "$kept/compiler.txt"): bytes cannot be compared" >&2
    exit 77
elif [ "$digest" != "$(cat "$kept/digest.txt")" ] || ! gzip -dc "$kept/plyground.wasm.gz" | cmp -s - "$built"; then
    echo "build.sh: $kept is not what the sources make; run crates/wasm/build.sh and commit what it writes" >&2
    exit 1
fi
