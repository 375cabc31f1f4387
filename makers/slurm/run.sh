#!/usr/bin/env bash
# A tournament of seeded agents as a Slurm job array, of which a node is lost in the middle: the same command
# submits what is missing, and the table must be byte for byte that of one machine, and the games the same.
#
# Usage: makers/slurm/run.sh PROGRAM, where PROGRAM is a built plyground. Without Slurm it says so and ends with status 77.
set -euo pipefail
PROGRAM=$(realpath "${1:?expected the path of a built plyground}")
cd "$(dirname "$0")"
. ./cluster.sh

lacks=$(cluster_lacks | paste -sd ' ')
if [[ -n $lacks ]]; then
    echo "this machine lacks $lacks (Debian: slurm-wlm and munge)" >&2
    exit 77
fi

FOLDER=$(mktemp -d)
# Names that a shell or Slurm could take for more than a name.
ONE="$FOLDER/one machine"
ARRAY="$FOLDER/100%a job's \$array"
clean_up() {
    local status=$?
    if ((status != 0)); then tail -n 20 "$FOLDER"/cluster/log/*.log "$ARRAY"/*.out >&2 || true; fi
    cluster_down || status=1
    rm -rf "$FOLDER"
    exit "$status"
}
trap clean_up EXIT
trap 'exit 130' INT TERM

SHARES=8
mkdir "$ONE" "$ARRAY"

# Games without programs and without a clock depend on the seed alone.
cat >"$ONE/tournament.toml" <<'CONFIG'
name = "Seeded"
game = "connect-four"
openings = 200
opening_plies = 4
seed = 2026
[[entrant]]
name = "Alpha 7"
agent = "alpha-beta:depth=7"
[[entrant]]
name = "Alpha 6"
agent = "alpha-beta:depth=6"
[[entrant]]
name = "Alpha 6, CS431"
agent = "alpha-beta:depth=6,eval=cs431"
[[entrant]]
name = "Dice"
agent = "random"
CONFIG

tournament() { "$PROGRAM" tournament "$@"; }
fail() {
    echo "$*" >&2
    exit 1
}
submit() { tournament submit "$ARRAY" --slurm --shards "$SHARES" -- --export=ALL; }
missing() { tournament missing "$ARRAY" --shards "$SHARES"; }
has_published() { (($(find "$ARRAY/records" -name '*.jsonl' 2>/dev/null | wc -l) >= $1)); }
# Stops what node n1 plays once some games of its share are on the disk and others are not: it stays amid them until the
# node is lost.
is_stopped_amid_games() {
    local ids id share
    ids=$(job_processes n1)
    [[ -n $ids ]] || return 1
    # A process may have ended by itself meanwhile.
    kill -STOP $ids 2>/dev/null || true
    for id in $ids; do
        share=$(tr '\0' '\n' 2>/dev/null <"/proc/$id/environ" | sed -n 's/^SLURM_ARRAY_TASK_ID=//p') || continue
        [[ -z $(find "$ARRAY/records" -name ".shard-$share-of-*.part" -size +64k) ]] || return 0
    done
    kill -CONT $ids 2>/dev/null || true
    return 1
}
is_idle() { [[ -z $(squeue --noheader) ]]; }

tournament plan "$ONE"
cp "$ONE"/*.* "$ARRAY"
tournament run "$ONE" --jobs 2 >"$FOLDER/table" 2>/dev/null

cluster_up "$FOLDER/cluster"
submit
await 300 has_published 1 || fail "no element has ended"
await 300 is_stopped_amid_games || fail "node n1 was never in the middle of a share: there must be more games"
node_lost n1
# The other node plays what waits; what the lost one had begun stays unpublished, and none of it is counted.
await 300 is_idle || fail "the array has not ended"
lost=$(missing)
[[ -n $lost ]] || fail "nothing is missing: the node took no work with it"
kept=$(find "$ARRAY/records" -name '.*.part')
[[ -n $kept ]] || fail "the lost node's games were not kept"
cp "$kept" "$FOLDER/kept"

node_up n1
submit
await 300 is_idle || fail "the second array has not ended"
[[ -z $(missing) ]] || fail "still missing: $(missing)"
again=$(submit)
[[ $again == "every planned game has a result" ]] || fail "there is nothing to submit, but: $again"
# The games that were on the disk when the node was lost were not played again, cut line aside.
resumed=$ARRAY/records/$(basename "$kept" .part | cut -c 2-).1.jsonl
whole=$(head -n "$(wc -l <"$FOLDER/kept")" "$resumed" | cmp - "$FOLDER/kept" 2>&1) ||
    [[ $whole == *"EOF on -"* ]] || fail "the lost share was begun anew: $whole"

tournament merge "$ARRAY"
for words in '' --json '--format csv' '--format meetings-csv'; do
    tournament standings "$ONE" $words >"$FOLDER/expected"
    tournament standings "$ARRAY" $words | cmp "$FOLDER/expected" - || fail "standings $words differ"
done
tournament standings "$ARRAY" | cmp "$FOLDER/table" - || fail "the table of the run differs"

# The records but for the times, and the checksums that depend on them: one game a line, in the order of the games.
games() {
    python3 - "$1/records/games.jsonl" <<'PYTHON'
import json
import sys


def timeless(value):
    if isinstance(value, dict):
        times = ("wall_us", "waited_us", "cpu_us", "corrected_us", "crc32")
        return {key: timeless(inner) for key, inner in value.items() if key not in times}
    return [timeless(inner) for inner in value] if isinstance(value, list) else value


with open(sys.argv[1], encoding="utf-8") as lines:
    header = next(lines)
    records = sorted((json.loads(line) for line in lines), key=lambda record: int(record["id"]))
sys.stdout.write(header)
for record in records:
    print(json.dumps(timeless(record), sort_keys=True))
PYTHON
}
games "$ONE" >"$FOLDER/expected"
games "$ARRAY" | cmp "$FOLDER/expected" - || fail "the games differ"
count=$(($(wc -l <"$FOLDER/expected") - 1))
echo "node n1 lost, shares $lost submitted again: the table and all $count games are those of one machine"
