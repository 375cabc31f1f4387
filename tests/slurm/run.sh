#!/usr/bin/env bash
# Matches of seeded agents as a Slurm job array, of which a node is lost in the middle: what is missing is
# submitted again, and the results must be byte for byte those of one machine.
#
# Usage: tests/slurm/run.sh PROGRAM, where PROGRAM is a built plyground. Without Slurm it says so and is
# skipped, but under continuous integration (CI=true) that is a failure.
set -euo pipefail
PROGRAM=$(realpath "${1:?expected the path of a built plyground}")
cd "$(dirname "$0")"
. ./cluster.sh

lacks=$(cluster_lacks | paste -sd ' ')
if [[ -n $lacks ]]; then
    echo "skipped: this machine lacks $lacks (Debian: slurm-wlm and munge)" >&2
    [[ ${CI:-} != true ]] || exit 1
    exit 0
fi

FOLDER=$(mktemp -d)
clean_up() {
    local status=$?
    if ((status != 0)); then tail -n 20 "$FOLDER"/cluster/log/*.log "$FOLDER"/*.out >&2 || true; fi
    cluster_down || status=1
    rm -rf "$FOLDER"
    exit "$status"
}
trap clean_up EXIT
trap 'exit 130' INT TERM

LAST=7
export PROGRAM FOLDER
mkdir "$FOLDER"/{one,array}

# One element: published by renaming, so that a file is whole or not there.
cat >"$FOLDER/element.sh" <<'ELEMENT'
#!/usr/bin/env bash
set -euo pipefail
new=$FOLDER/$WHERE/.$SLURM_ARRAY_TASK_ID.$$
"$PROGRAM" match alpha-beta:depth=7 alpha-beta:depth=5 --game connect-four -n 500 --jobs 1 \
    --seed "$SLURM_ARRAY_TASK_ID" >"$new"
mv -T "$new" "$FOLDER/$WHERE/$SLURM_ARRAY_TASK_ID"
ELEMENT

missing() {
    local i
    for ((i = 0; i <= LAST; i++)); do [[ -e $FOLDER/array/$i ]] || echo "$i"; done | paste -sd ,
}
submit() {
    WHERE=array sbatch --parsable --no-requeue --export=ALL --output="$FOLDER/%A_%a.out" --array="$1" \
        "$FOLDER/element.sh"
}
works_on() { [[ -n $(job_processes "$1") ]]; }
has_results() { (($(ls "$FOLDER/array" | wc -l) >= $1)); }
is_idle() { [[ -z $(squeue --noheader) ]]; }

for ((i = 0; i <= LAST; i++)); do WHERE=one SLURM_ARRAY_TASK_ID=$i bash "$FOLDER/element.sh" 2>/dev/null; done

cluster_up "$FOLDER/cluster"
job=$(submit "0-$LAST")
await 40 has_results 1
await 20 works_on n1
node_lost n1
lost=$(missing)
[[ -n $lost ]] || { echo "nothing was left to lose: the node must go earlier" >&2; exit 1; }
# What waits for the lost node would wait for long.
scancel "$job"
await 40 is_idle
lost=$(missing)
[[ -n $lost ]] || { echo "nothing is missing: the node took no work with it" >&2; exit 1; }
node_up n1
submit "$lost" >/dev/null
await 60 is_idle
[[ -z $(missing) ]] || { echo "still missing: $(missing)" >&2; exit 1; }
# What killed elements had begun was never published, and keeps its hidden name.
diff -r --exclude='.*' "$FOLDER/one" "$FOLDER/array"
echo "node n1 lost, elements $lost submitted again: all $((LAST + 1)) results are those of one machine"
