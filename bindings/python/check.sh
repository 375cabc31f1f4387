#!/usr/bin/env bash
# Checks the package for Python: check.sh [PROGRAM], in a fresh virtual environment below target.
#
# Builds the wheel, installs it with what its tests need, and runs lints, types and tests. With the program `plyground` the
# numbers of matches and tables are compared with its own. Packages come from PyPI.
set -euo pipefail
cd "$(dirname "$0")"
if [ $# -gt 0 ]; then
    PLYGROUND_PROGRAM=$(cd ../.. && realpath "$1")
    export PLYGROUND_PROGRAM
fi
cargo clippy --release --locked -- -D warnings

# The commands of the README as they stand there, in a fresh environment, with the versions of tools that are known to work.
python3 -m venv --clear target/venv
export PIP_CONSTRAINT=$PWD/constraints.txt PIP_QUIET=1 PIP_DISABLE_PIP_VERSION_CHECK=1
# shellcheck disable=SC1091
source target/venv/bin/activate
mapfile -t commands < <(sed -n '/^```sh$/,/^```$/{s/ *#.*//; /^```/d; p}' README.md)
[ "${#commands[@]}" = 2 ]
# OpenSpiel has wheels for some versions of Python only. Where it has one its bots are tested; where CI checks it must.
pip install maturin ruff
pip install --only-binary :all: open_spiel || [ -z "${CI:-}" ]
echo "$ ${commands[0]}"
eval "${commands[0]}"

rm -rf target/wheels
maturin build --release --locked --out target/wheels --interpreter python
wheel=$(echo target/wheels/*.whl)
bytes=$(stat --format %s "$wheel")
echo "$wheel: $bytes bytes"
[ "$bytes" -lt 4000000 ]
python3 -m venv --clear target/bare
target/bare/bin/python -m pip install "$wheel"
target/bare/bin/python tests/bare.py

ruff check .
ruff format --check .
mypy python/plyground tests examples
pyright --pythonpath target/venv/bin/python python examples
python -m mypy.stubtest plyground._plyground --mypy-config-file pyproject.toml
echo "$ ${commands[1]}"
eval "${commands[1]}"
