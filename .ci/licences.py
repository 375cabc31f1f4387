"""Prints the licences of all crates that the program and the package for Python are built of, with their texts."""

import json
import pathlib
import re
import subprocess

ROOTS = ("plyground", "plyground-python")
TARGET = "x86_64-unknown-linux-gnu"
# What lies in the repository itself and is not ours.
OURS = {"lit-html": "web/vendor/LICENSE.txt", "Noto Sans": "crates/plyground/fonts/OFL.txt"}


def main() -> None:
    """Walks the graph of crates that are linked, and prints each with the texts in its folder."""
    command = ["cargo", "metadata", "--locked", "--format-version", "1", "--filter-platform", TARGET]
    found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    packages = {package["id"]: package for package in found["packages"]}
    needs = {
        node["id"]: [dep["pkg"] for dep in node["deps"] if any(kind["kind"] is None for kind in dep["dep_kinds"])]
        for node in found["resolve"]["nodes"]
    }
    linked, open_ids = set(), [id for id, package in packages.items() if package["name"] in ROOTS]
    while open_ids:
        id = open_ids.pop()
        if id not in linked:
            linked.add(id)
            open_ids += needs[id]
    print("Plyground is licensed under either of Apache 2.0 or MIT. It holds these works of others.")
    for name, path in OURS.items():
        print(f"\n{'=' * 78}\n{name}\n\n{pathlib.Path(path).read_text().strip()}")
    others = sorted((packages[id] for id in linked if packages[id]["source"]), key=lambda one: (one["name"], one["version"]))
    users: dict[str, list[str]] = {}
    print(f"\n{'=' * 78}\nCrates of Rust, with their licences:\n")
    for package in others:
        name = f"{package['name']} {package['version']}"
        print(f"{name}: {package['license']}")
        for path in sorted(pathlib.Path(package["manifest_path"]).parent.iterdir()):
            if path.is_file() and re.match("(?i)(un)?licen[cs]e|copying|notice", path.name):
                users.setdefault(path.read_text(errors="replace").strip(), []).append(name)
    for text, names in users.items():
        print(f"\n{'=' * 78}\nOf {', '.join(names)}:\n\n{text}")


if __name__ == "__main__":
    main()
