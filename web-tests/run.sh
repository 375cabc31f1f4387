#!/usr/bin/env bash
# Tests of the page: types, pure modules, and people's ways through it in a browser.
#
#   web-tests/run.sh --pure                 types and pure modules, which need no program and no browser
#   web-tests/run.sh PROGRAM [FILE...]      with PROGRAM, a built `plyground`: its answers, and a browser; or these files of tests
#
# PLYGROUND_LONG=1 runs the long tests too: every control's focus, and axe on all views in both themes.
# SITE=1 tests the static site (`plyground site`) in a plain file server instead, without what needs the machine
# (machine-only.mjs). OFFLINE=1 tests it without a network: every test begins with a visit of the site, after which its server is
# stopped; the few that need a network, named there too, have one all the same.
# FIREFOX=PROGRAM tests in that Firefox instead of Chromium.
# WEB_TEST_JOBS=2 runs two files of tests at a time. WEB_DIR=web serves the files of that folder instead of the embedded ones, so that nothing has to be built again.
# LATE=400 lets every answer of the server come so many milliseconds later, which shows tests that do not wait for one.
# Needs node 20.19 or newer, npm and chromium. A file of browser tests that fails is run once more, and named FLAKY if it passes.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
if [ $# -lt 1 ]; then
    echo "run.sh: no program; expected --pure, or the path of a built plyground" >&2
    exit 2
fi
missing="" pure=""
for tool in node npm; do command -v "$tool" >/dev/null || missing="$missing $tool"; done
if [ "$1" = --pure ]; then
    pure=yes
    files=()
    for file in "$here"/pure/*.test.mjs; do [[ $file == */transports.test.mjs ]] || files+=("$file"); done
else
    PLYGROUND="$(realpath -- "$1")"
    [ -x "$PLYGROUND" ] || { echo "run.sh: $1: no such program; expected a built plyground, as by cargo build" >&2; exit 2; }
    # The headless shell is the same browser without windows, and takes half of the time.
    CHROMIUM="${CHROMIUM:-$(command -v chromium-headless-shell || command -v chromium || command -v chromium-browser || true)}"
    export PLYGROUND CHROMIUM
    if [ -n "${WEB_DIR:-}" ]; then WEB_DIR="$(realpath -- "$WEB_DIR")"; export WEB_DIR; fi
    [ -n "$CHROMIUM" ] || missing="$missing chromium"
    shift
    files=("$@")
    if [ ${#files[@]} -eq 0 ]; then files=("$here"/pure/transports.test.mjs "$here"/browser/*.test.mjs); fi
    for at in "${!files[@]}"; do files[at]="$(realpath -- "${files[at]}")"; done
fi
if [ -n "$missing" ]; then
    echo "run.sh: the tests of the page need$missing" >&2
    exit 1
fi

cd "$here"
# npm writes that file last.
if [ package-lock.json -nt node_modules/.package-lock.json ]; then
    npm ci --no-audit --no-fund --loglevel=error || { echo "run.sh: npm could not install the packages of package-lock.json" >&2; exit 1; }
fi
if [ -n "$pure" ]; then npx --no-install tsc -p .; fi
exec node --no-warnings run.mjs "${files[@]}"
