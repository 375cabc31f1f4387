#!/usr/bin/env bash
# Tests of the page: types, pure modules, and people's ways through it in a browser.
#
#   web-tests/run.sh PROGRAM [FILE...]      PROGRAM is a built `plyground`; FILEs are tests to run instead of all
#
# SITE=1 tests the static site (`plyground site`) in a plain file server instead, without what needs the machine
# (machine-only.mjs). OFFLINE=1 tests it without a network: every test begins with a visit of the site, after which its server is
# stopped; the few that need a network, named there too, have one all the same.
# WEB_TEST_JOBS=2 runs two files of tests at a time. WEB_DIR=web serves the files of that folder instead of the embedded ones, so that nothing has to be built again.
# LATE=400 lets every answer of the server come so many milliseconds later, which shows tests that do not wait for one.
# Needs node 20.19 or newer, npm and chromium. Where one is missing the tests are skipped, except under CI=true.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
if [ $# -lt 1 ]; then
    echo "run.sh: no program; expected the path of a built plyground" >&2
    exit 2
fi
PLYGROUND="$(realpath -- "$1")"
# The shell is the same browser without windows of its own, and takes half of the time.
CHROMIUM="${CHROMIUM:-$(command -v chromium-headless-shell || command -v chromium || command -v chromium-browser || true)}"
export PLYGROUND CHROMIUM
if [ -n "${WEB_DIR:-}" ]; then WEB_DIR="$(realpath -- "$WEB_DIR")"; export WEB_DIR; fi
shift

missing=""
for tool in node npm; do command -v "$tool" >/dev/null || missing="$missing $tool"; done
if [ -z "$missing" ] && ! node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)'; then
    missing=" node 20.19 or newer (found $(node --version))"
fi
[ -n "$CHROMIUM" ] || missing="$missing chromium"
if [ -n "$missing" ]; then
    echo "SKIPPED: the tests of the page need$missing" >&2
    if [ "${CI:-}" = true ]; then exit 1; else exit 0; fi
fi

files=("$@")
if [ ${#files[@]} -eq 0 ]; then files=("$here"/pure/*.test.mjs "$here"/browser/*.test.mjs); fi
for at in "${!files[@]}"; do files[at]="$(realpath -- "${files[at]}")"; done

cd "$here"
if [ ! -d node_modules ] || [ package-lock.json -nt node_modules ]; then
    npm ci --no-audit --no-fund --loglevel=error
    touch node_modules
fi
echo "types"
npx --no-install tsc -p .
node --no-warnings --test --test-concurrency="${WEB_TEST_JOBS:-1}" --test-timeout=600000 "${files[@]}"
