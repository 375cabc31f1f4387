#!/usr/bin/env bash
# Checks the package for Python.
#
#   check.sh --quick [PROGRAM]   its tests, on what `cargo build` makes: with pytest and hypothesis, without numpy and the rest
#   check.sh [PROGRAM]           the wheel as it is installed, its size, lints, types, notebooks, and all tests
#
# With the program `plyground` the numbers of matches and tables are compared with its own. Packages come from PyPI, into
# virtual environments below target/python. With PLYGROUND_LONG=1 a test that is left out is a failure.
set -euo pipefail
quick=no
if [ "${1:-}" = --quick ]; then
    quick=yes
    shift
fi
if [ $# -gt 0 ]; then
    PLYGROUND_PROGRAM=$(realpath "$1")
    export PLYGROUND_PROGRAM
fi
cd "$(dirname "$0")"
target=$(realpath ../..)/target
export PIP_CONSTRAINT=$PWD/constraints.txt PIP_QUIET=1 PIP_DISABLE_PIP_VERSION_CHECK=1

if [ $quick = yes ]; then
    # With an example, dependencies have the features that tests give them: what tests are built of is not built again.
    cargo build --workspace --locked --lib --example own_game
    rm -rf "$target/python/package"
    mkdir -p "$target/python/package"
    cp -r python/plyground "$target/python/package"
    cp "$target/debug/lib_plyground.so" "$target/python/package/plyground/_plyground.abi3.so"
    # What is installed there already needs no network.
    python3 -m venv "$target/python/quick"
    "$target/python/quick/bin/python" -m pip install pytest hypothesis
    PYTHONPATH=$target/python/package exec "$target/python/quick/bin/python" -m pytest
fi

# The commands of the README as they stand there, in a fresh environment, with the versions of tools that are known to work.
python3 -m venv --clear "$target/python/venv"
# shellcheck disable=SC1091
source "$target/python/venv/bin/activate"
mapfile -t commands < <(sed -n '/^```sh$/,/^```$/{s/ *#.*//; /^```/d; p}' README.md)
[ "${#commands[@]}" = 2 ]
# OpenSpiel has wheels for some versions of Python only.
pip install maturin ruff
pip install --only-binary :all: open_spiel || [ -z "${PLYGROUND_LONG:-}" ]
echo "$ ${commands[0]}"
eval "${commands[0]}"

rm -rf "$target/python/wheels"
maturin build --release --locked --out "$target/python/wheels" --interpreter python
wheel=$(echo "$target"/python/wheels/*.whl)
bytes=$(stat --format %s "$wheel")
echo "$wheel: $bytes bytes"
[ "$bytes" -lt 4000000 ]
python3 -m venv --clear "$target/python/bare"
"$target/python/bare/bin/python" -m pip install "$wheel"
"$target/python/bare/bin/python" tests/bare.py

ruff check .
ruff format --check .
mypy python/plyground tests examples
pyright --pythonpath "$target/python/venv/bin/python" python examples
python -m mypy.stubtest plyground._plyground --mypy-config-file pyproject.toml
echo "$ ${commands[1]}"
eval "${commands[1]}"
