# What .ci/run and .ci/full share; they read it, nobody runs it.
#
# A script says `begin NAME "$@"`, then `step NAME COMMAND [ARGUMENT...]` for each of its steps, then `conclude`. Every step runs,
# though one before it failed. A step that ends with status 77 cannot run here: its last line says why. All output is in
# target/NAME.log, which can be followed there; on the screen a step's output comes when it has ended.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 2
export CI=true CARGO_TERM_COLOR=never NO_COLOR=1
# Everything is compiled once.
export CARGO_INCREMENTAL=0
WEB_TEST_JOBS=$(nproc)
export WEB_TEST_JOBS

passed=0 failed=0 table="" refused=()

begin() {
    script=$1 from="" only="" whole=no
    shift
    local names
    names=$(sed -n 's/^step \([a-z-]*\) .*/\1/p' ".ci/$script")
    case "${1:-} ${2:-}" in
        " ") whole=yes ;;
        "--from "* | "--only "*)
            if ! grep -qx -- "${2:-}" <<<"$names"; then
                printf '%s: no step "%s"; expected one of: %s\n' ".ci/$script" "${2:-}" "$(paste -sd ' ' <<<"$names")" >&2
                exit 2
            fi
            if [ "$1" = --from ]; then from=$2; else only=$2; fi
            ;;
        *)
            printf '%s: found %s; expected nothing, --from STEP or --only STEP; steps are: %s\n' ".ci/$script" "$1" \
                "$(paste -sd ' ' <<<"$names")" >&2
            exit 2
            ;;
    esac
    commit=$(git rev-parse HEAD) || exit 2
    mkdir -p target
    log=target/$script.log
    [ "$script" != run ] || log=target/gate.log
    : >"$log"
    # Of an earlier commit, or an earlier try.
    [ "$script$whole" != runyes ] || rm -f target/gate-passed
}

# Prints, and keeps what is printed.
say() { printf '%s\n' "$*" | tee -a "$log"; }

# Installs Debian's packages.
install() { { apt-get update -qq && apt-get install -y -qq --no-install-recommends "$@"; } >>"$log" 2>&1 </dev/null; }

# Installs Debian's packages $2... where there is no command $1. One command at a time: a machine may have some of them from
# elsewhere, beside which Debian's packages of them cannot be installed. Versions are not compared.
provide() {
    command -v "$1" >/dev/null && return
    install "${@:2}"
    command -v "$1" >/dev/null || refused+=("$1 ${*:2}")
}

# The browser without windows takes half of the time of one with windows, which will do.
provide_browser() {
    command -v chromium-headless-shell >/dev/null && return
    install chromium-headless-shell
    command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || refused+=("chromium-headless-shell chromium")
}

# Debian has environments of Python in a package of their own.
provide_venv() {
    python3 -c "import ensurepip" 2>/dev/null && return
    install python3-venv
    python3 -c "import ensurepip" 2>/dev/null || refused+=("ensurepip python3-venv")
}

# The numbers of tests that passed and failed, of the runners of Rust, JavaScript and Python, in what a step printed.
counts() {
    awk '
        function take(line, word,    number) {
            while (match(line, "[0-9]+ " word)) {
                number += substr(line, RSTART) + 0
                line = substr(line, RSTART + RLENGTH)
            }
            return number
        }
        / tests? run: |^test result: |^[0-9]+ (passed|failed).* in [0-9.]+s|^[0-9]+ passed, [0-9]+ failed$/ {
            passed += take($0, "passed")
            failed += take($0, "failed") + take($0, "timed out")
        }
        END { print passed + 0, failed + 0 }'
}

step() {
    local name=$1 began=$SECONDS status=0 size good bad result
    shift
    [ "$name" != "$from" ] || from=""
    if [ -n "$from" ] || [ -n "$only" ] && [ "$only" != "$name" ]; then return; fi
    say ""
    say "== $name: $*"
    size=$(stat -c %s "$log")
    # Straight into the file: a process that a test has left running delays nothing.
    "$@" >>"$log" 2>&1 </dev/null || status=$?
    tail -c "+$((size + 1))" "$log"
    read -r good bad < <(tail -c "+$((size + 1))" "$log" | counts)
    case $status in
        0) result=passed ;;
        77) result="left out: $(tail -n 1 "$log")" ;;
        *) result="FAILED with status $status" ;;
    esac
    # A step can fail without a failed test, and a test can fail though its step says nothing.
    if [ "$status" != 0 ] && [ "$status" != 77 ] && [ "$bad" = 0 ]; then bad=1; fi
    if [ "$status" = 0 ] && [ "$bad" != 0 ]; then result="FAILED, though with status 0"; fi
    if [ "$status" = 0 ] && [ "$good" = 0 ]; then good=1; fi
    passed=$((passed + good)) failed=$((failed + bad))
    local took=$((SECONDS - began))
    took=$(printf '%d:%02d' $((took / 60)) $((took % 60)))
    say "== $name: $took, $result"
    table+=$(printf '%-14s %6s  %5d passed  %3d failed  %s' "$name" "$took" "$good" "$bad" "$result")$'\n'
}

# Prints the result of every step. The last line counts the tests of all of them; a step without any counts as one.
conclude() {
    local package
    for package in "${refused[@]}"; do
        [ $whole = yes ] || continue
        table+="package ${package%% *}: cannot be installed (Debian: ${package#* })"$'\n'
        failed=$((failed + 1))
    done
    say ""
    say "$(printf '%-14s %6s' step minutes)"
    say "$table"
    if [ "$script$whole$failed" = runyes0 ]; then
        # A commit has passed only if nothing else was in the tree.
        if [ -z "$(git status --porcelain)" ] && [ "$(git rev-parse HEAD)" = "$commit" ]; then
            echo "$commit" >target/gate-passed
        else
            say "the tree has changes that are not committed: target/gate-passed is not written"
        fi
    fi
    say "$passed passed, $failed failed"
    [ "$failed" = 0 ]
}
