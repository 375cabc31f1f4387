#!/usr/bin/env bash
# Checks the package for Python: check.sh [PROGRAM], in a fresh virtual environment below target.
#
# Builds the wheel, installs it with what its tests need, and runs lints, types and tests. With the program `plyground` the
# numbers of matches and tables are compared with its own. Packages come from PyPI.
set -euo pipefail
cd "$(dirname "$0")"
export PLYGROUND_PROGRAM=
if [ $# -gt 0 ]; then
    PLYGROUND_PROGRAM=$(cd ../.. && realpath "$1")
fi
cargo clippy --release --locked -- -D warnings

python3 -m venv --clear target/venv
python=target/venv/bin/python
"$python" -m pip install --quiet --disable-pip-version-check 'maturin>=1.9,<2' ruff
rm -rf target/wheels
"$python" -m maturin build --release --locked --out target/wheels --interpreter "$python"
wheel=$(echo target/wheels/*.whl)
"$python" -m pip install --quiet --disable-pip-version-check "$wheel[test]"
bytes=$(stat --format %s "$wheel")
echo "$wheel: $bytes bytes"
[ "$bytes" -lt 4000000 ]

target/venv/bin/ruff check .
target/venv/bin/ruff format --check .
target/venv/bin/mypy python/plyground tests
target/venv/bin/pyright --pythonpath "$python" python
"$python" -m mypy.stubtest plyground._plyground --mypy-config-file pyproject.toml
"$python" -m pytest
