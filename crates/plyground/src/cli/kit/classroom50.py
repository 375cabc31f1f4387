#!/usr/bin/env python3
"""Marks a submission for Classroom 50 in the student's checkout. Made by plyground kit classroom50.

It ends with a status other than 0, and without results, if the machine failed: that is not the program's fault.
"""

import datetime
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

KIT = Path(__file__).resolve().parent
ISOLATION = []
FIELDS = {
    "classroom": "CLASSROOM",
    "assignment": "ASSIGNMENT",
    "submission": "SUBMISSION_TAG",
    "commit": "COMMIT_URL",
    "release": "RELEASE_URL",
}


def variable(name):
    return os.environ.get(name) or sys.exit(f"{name} is not set; expected to be started by Classroom 50")


def marked(work):
    """What the marker found."""
    program = shutil.copy(KIT / "plyground", work / "plyground")
    os.chmod(program, 0o755)
    # The repository's own files are not handed in.
    shutil.copytree(".", work / "submissions" / "student", symlinks=True, ignore=shutil.ignore_patterns(".*"))
    words = [program, "mark", KIT / "assignment.toml", work / "submissions", "--out", work / "marks", "--jobs", "1"]
    # What it prints is for staff, and students can read this log.
    done = subprocess.run(words + ISOLATION, capture_output=True, text=True, errors="replace")
    if done.returncode != 0:
        sys.exit(f"{done.stderr}plyground mark ended with status {done.returncode}: nothing is known of the program")
    return json.loads((work / "marks/classroom50/student/result.json").read_text(encoding="utf-8"))


def page(result, said):
    """What the release says. Text of programs stands in blocks, where it is nothing but text."""
    out = [f"{result['score']} of {result['max-score']} points", "", *said]
    for test in result["tests"]:
        if not test["passed"]:
            out += ["", f"{test['test-name']}:", "", *("    " + line for line in test["message"].splitlines())]
    return "\n".join(out) + "\n"


def main():
    for path in [Path("result.json"), Path("release-body.md")]:
        # Students may have put a folder or a link there.
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        path.unlink(missing_ok=True)
    result = {"schema": "classroom50/result/v1", **{field: variable(name) for field, name in FIELDS.items()}}
    result["review"] = os.environ.get("REVIEW_URL") or result["commit"]
    # The runner puts the time of the commit in its place.
    result["datetime"] = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    with tempfile.TemporaryDirectory() as work:
        found = marked(Path(work))
    said = [f"    {line}" for text in found.pop("said") for line in text.splitlines()]
    result.update(found)
    Path("release-body.md").write_text(page(result, said), encoding="utf-8")
    Path("result.json").write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")


try:
    main()
except (OSError, shutil.Error, ValueError) as error:
    sys.exit(f"nothing is known of the program: {error}")
