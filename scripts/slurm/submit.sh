#!/usr/bin/env bash
# Submits levels of a game to Slurm: for each level an array of tasks that make its parts, a job that cuts it into files,
# an array of tasks that write them, a job that cuts its label function into ranges of shards, an array of tasks that
# solve them, an array of tasks that search the files for ambiguous positions, then a job that seals it and plans the
# next. Each waits for the one before. The levels above FROM must be solved; FOLDER is on a file system that all nodes see.
#
#   scripts/slurm/submit.sh FOLDER GAME N FROM TO TASKS
#   scripts/slurm/submit.sh /shared/t16 triangle 16 43 22 64
#
# Variables: RETROGRAPH, the program; PARTS, how many parts a level has (4 for each task); ARRAY and SEAL, options of
# sbatch for the tasks and for the other jobs, quoted as in a shell, such as ARRAY="--cpus-per-task=16 --mem=40G
# --time=2:00:00 --account='my project'"; PART_ARGS and SOLVE_ARGS, options of the program, such as --memory 32GiB;
# PROLOGUE, what each job runs first, such as PROLOGUE="module load gcc"; AFTER, a job to wait for. What the jobs print
# goes to FOLDER-logs.
#
# Two minutes before the end of its time a job is stopped, and queued again to go on. A failed task costs its parts: the
# sealing job makes what is missing. A failed sealing job cancels the jobs after it; submit again from the level that it
# was to seal.
set -euo pipefail

fail() {
    echo "submit.sh: $1" >&2
    exit 2
}

if [[ $# -ne 6 ]]; then
    sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//p}' "$0" >&2
    exit 2
fi
folder=$1 game=$2 n=$3 from=$4 to=$5 tasks=$6
for number in "N $n" "FROM $from" "TO $to" "TASKS $tasks" "PARTS ${PARTS-1}"; do
    [[ $number =~ ^[A-Z]+\ (0|[1-9][0-9]{0,8})$ ]] || fail "${number%% *} is a number, not '${number#* }'"
done
((tasks > 0 && ${PARTS-1} > 0)) || fail "TASKS and PARTS are at least 1"
((from >= to)) || fail "levels are solved from the highest down, but FROM $from is below TO $to"
# The program itself says whether there is such a game; without its own jobs the first to do so would come hours later.
(
    set +u
    eval "${PROLOGUE-}"
    "${RETROGRAPH:-retrograph}" solve "$game" -n "$n" --explain >/dev/null
) || fail "nothing was submitted"
# An array keeps options with blanks.
eval "array=(${ARRAY-}) seal=(${SEAL-})"
program=$(printf %q "${RETROGRAPH:-retrograph}")
db=$(printf %q "$folder")
name=$(printf %q "$game")
plan="$program plan --db $db --parts ${PARTS:-$((4 * tasks))}"
mkdir -p "$folder-logs"

# A job that runs these lines. USR1 comes before the end of its time, and nothing else sends it: a job that is cancelled
# is not queued again.
script() {
    cat <<END
#!/bin/bash
${PROLOGUE-}
run() {
    "\$@" &
    child=\$! code=0
    wait "\$child" || code=\$?
    # A signal ends the waiting too.
    while ((code > 128)) && kill -0 "\$child" 2>/dev/null; do
        code=0
        wait "\$child" || code=\$?
    done
    if [[ \$code == 10 && \${is_over-} ]]; then scontrol requeue "\$SLURM_JOB_ID"; fi
    ((code == 0)) || exit "\$code"
}
trap 'is_over=1; kill "\$child"' USR1
$1
END
}

# submit OPTIONS... LINES: puts a job that waits for the one before into the queue; its number is then in `before`.
level=$from before=${AFTER-} after=${AFTER-} jobs=()
submit() {
    local options=(--parsable --kill-on-invalid-dep=yes --requeue --signal=B:USR1@120)
    [[ ! $before ]] || options+=(--dependency="$when:$before")
    before=$(sbatch "${options[@]}" "${@:1:$#-1}" <<<"$(script "${*: -1}")") || refused
    before=${before%%;*}
    jobs+=("$before")
}
# Of two options of the same name sbatch takes the last: that of ARRAY or SEAL.
single() { submit --output="$folder-logs/%x-%j.out" "${seal[@]}" "$@"; }
several() { submit --output="$folder-logs/%x-%A-%a.out" --array="0-$((tasks - 1))" "${array[@]}" "$@"; }

# Jobs of a level that is not whole in the queue are of no use.
refused() {
    [[ ${#jobs[@]} -eq 0 ]] || scancel "${jobs[@]}" || true
    echo "submit.sh: sbatch refused a job of level $level" >&2
    if ((level < from)); then
        echo "submit.sh: levels from $from down to $((level + 1)) are in the queue; the last job is $after" >&2
    fi
    local words=(AFTER="$after" "$0" "$folder" "$game" "$n" "$level" "$to" "$tasks")
    echo "submit.sh: to go on, with the same variables: $(printf '%q ' "${words[@]}")" >&2
    exit 1
}

when=afterok single --job-name="plan-$from" "run $plan"
for ((; level >= to; level--)); do
    task="$program part --db $db --of $tasks --task \$SLURM_ARRAY_TASK_ID ${PART_ARGS-}"
    when=afterok several --job-name="part-$level" "run $task"
    # afterany: also when a task has failed.
    for what in file shard; do
        when=afterany single --job-name="${what}s-$level" "run $plan"
        when=afterok several --job-name="$what-$level" "run $task"
    done
    when=afterany several --job-name="ambiguous-$level" "run $task"
    next=""
    ((level == to)) || next=$'\n'"run $plan"
    sealing="$program solve $name -n $n --db $db --down-to $level ${SOLVE_ARGS-}"
    when=afterany single --job-name="seal-$level" "run $sealing$next"
    after=$before jobs=()
done
echo "submitted levels $from to $to; the last job is $after"
