#!/usr/bin/env bash
# Kits for Gradescope and PrairieLearn in a Debian that has nothing but its base: setup.sh installs what languages need,
# and the scripts mark a right program, a wrong one, and one that looks for what it must not find.
#
# Usage: makers/kit/run.sh PROGRAM, where PROGRAM is a built plyground. It must be root, needs debootstrap, and takes
# about 150 MB from a mirror of Debian. Without any of these it says so and ends with status 77.
set -euo pipefail
PROGRAM=$(realpath "${1:?expected the path of a built plyground}")
cd "$(dirname "$0")"
SUBMISSIONS=$(realpath ../../crates/plyground/tests/submissions)

skip() {
    echo "$1" >&2
    exit 77
}
[[ $(id -u) == 0 ]] || skip "a root of its own is made by root only"
command -v debootstrap >/dev/null || skip "debootstrap is not installed"

FOLDER=$(mktemp -d)
trap 'rm -rf "$FOLDER"' EXIT
trap 'exit 130' INT TERM
DEBIAN=$FOLDER/debian
debootstrap --variant=minbase stable "$DEBIAN" >"$FOLDER/log" 2>&1 || skip "no base of Debian could be had: $(tail -n 1 "$FOLDER/log")"
cp /etc/resolv.conf "$DEBIAN/etc/resolv.conf"

# Runs a command there as a container would: own mounts and processes, and not what makes a box.
there() {
    # shellcheck disable=SC2016 # the inner shell expands
    env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin unshare --mount --pid --fork --kill-child --propagation private sh -c '
        mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" &&
            exec chroot "$0" setpriv --bounding-set -sys_admin,-net_admin,-sys_ptrace "$@"' "$DEBIAN" "$@"
}

# C and Python are enough: the others are larger.
"$PROGRAM" assignments new "$FOLDER/course" --from comp3608 2>/dev/null
sed -i '/^name = "java"/,/^run = /d; /^name = "octave"/,/^run = /d' "$FOLDER/course/assignment.toml"
sed -i '/^\[\[language\]\]$/{N;/\n$/d}' "$FOLDER/course/assignment.toml"
for system in gradescope prairielearn; do
    "$PROGRAM" kit "$system" "$FOLDER/course" --out "$FOLDER/$system.zip"
done
python3 - "$FOLDER" <<'PYTHON'
"""Unpacks the kits where each system puts them."""
import os
import sys
import zipfile

top = sys.argv[1]
for name, place in [("gradescope", "autograder/source"), ("prairielearn", "grade")]:
    with zipfile.ZipFile(f"{top}/{name}.zip") as kit:
        for info in kit.infolist():
            path = f"{top}/debian/{place}/{info.filename}"
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(kit.read(info))
            os.chmod(path, info.external_attr >> 16 & 0o777)
PYTHON
there /autograder/source/setup.sh >"$FOLDER/setup.log" 2>&1 || {
    tail -n 20 "$FOLDER/setup.log" >&2
    exit 1
}

mkdir "$FOLDER/right" "$FOLDER/wrong" "$FOLDER/spy"
cp "$SUBMISSIONS/comp3608/right.py" "$FOLDER/right/ConnectFour.py"
printf '#define TESTED(before, after) (before)\n#include "base.h"\n' >"$FOLDER/wrong/ConnectFour.c"
cp "$SUBMISSIONS/comp3608/base.h" "$FOLDER/wrong"
cat >"$FOLDER/spy/ConnectFour.py" <<'PYTHON'
def tried(path, mode):
    try:
        with open("/" + path, mode) as file:
            print("found", path, file.write("{}") if mode == "w" else file.read(10))
    except OSError:
        pass

for kit in ["autograder/source", "grade/tests"]:
    for name in ["assignment.toml", "plyground", "kit.sh"]:
        tried(f"{kit}/{name}", "rb")
for system in ["autograder", "grade"]:
    tried(f"{system}/results/results.json", "w")
PYTHON

# Marks a submission with both kits: score of the one, and share of the other.
marked() {
    rm -rf "$DEBIAN/autograder/submission" "$DEBIAN/grade/student"
    cp -r "$FOLDER/$1" "$DEBIAN/autograder/submission"
    cp -r "$FOLDER/$1" "$DEBIAN/grade/student"
    there /autograder/source/run_autograder >"$FOLDER/$1.log" 2>&1
    there /grade/tests/run.sh >"$FOLDER/$1.pl.log" 2>&1
    python3 - "$DEBIAN" <<'PYTHON'
import json
import sys

results = [json.load(open(f"{sys.argv[1]}/{place}/results/results.json")) for place in ("autograder", "grade")]
failed = sum(test["status"] == "failed" for test in results[0].get("tests", []))
print(results[0]["score"], results[1].get("score"), failed, *results[0].get("extra_data", {}).get("mistakes", []))
PYTHON
}

# is NAME EXPECTED FOUND
is() {
    if [[ $3 != "$2" ]]; then
        echo "$1: found '$3'; expected '$2'" >&2
        tail -n 20 "$FOLDER/$1.log" "$FOLDER/$1.pl.log" >&2
        exit 1
    fi
    echo "$1: $3"
}
is right "8.0 1.0 0" "$(marked right)"
wrong=$(marked wrong)
[[ $wrong == *" cut-before-update" && $wrong != 8.0* ]] || is wrong "less than 8.0, cut-before-update" "$wrong"
echo "wrong: $wrong"
is spy "0.0 0.0 30" "$(marked spy)"
if grep -q "^| found" "$FOLDER/spy.log"; then
    echo "spy: a program read the kit" >&2
    exit 1
fi
grep -m 1 "^isolation of programs" "$FOLDER/right.log"
