#!/usr/bin/env bash
# Submits levels of a game to Slurm: for each level an array of tasks that make its parts, a job that cuts it into files,
# an array of tasks that write them, a job that cuts its label function into ranges of shards, an array of tasks that
# solve them, an array of tasks that search the files for ambiguous positions, then a job that seals it and plans the
# next. Each waits for the one before. The levels above FROM must be solved; FOLDER is on a file system that all nodes see.
#
#   scripts/slurm/submit.sh FOLDER GAME N FROM TO TASKS
#   scripts/slurm/submit.sh /shared/t16 triangle 16 50 22 64
#
# Variables: RETROGRAPH, the program; PARTS, how many parts a level has (4 for each task); ARRAY and SEAL, options of
# sbatch for the tasks and for the other jobs, such as ARRAY="--cpus-per-task=16 --mem=40G --time=2:00:00";
# PART_ARGS and SOLVE_ARGS, options of the program, such as --memory 32GiB.
#
# A failed task costs its parts: the sealing job makes what is missing. A failed sealing job cancels the jobs after it;
# submit again from the level that it was to seal.
set -euo pipefail

if [[ $# -ne 6 ]]; then
    sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//p}' "$0" >&2
    exit 2
fi
folder=$1 game=$2 n=$3 from=$4 to=$5 tasks=$6
program=$(printf %q "${RETROGRAPH:-retrograph}")
db=$(printf %q "$folder")
name=$(printf %q "$game")
read -ra array <<<"${ARRAY-}"
read -ra seal <<<"${SEAL-}"
plan="$program plan --db $db --parts ${PARTS:-$((4 * tasks))}"

# submit OPTIONS... COMMAND: prints the number of the job.
submit() {
    sbatch --parsable --kill-on-invalid-dep=yes --output="$folder-%x-%A-%a.out" "${@:1:$#-1}" --wrap "${*: -1}"
}

before=$(submit "${seal[@]}" --job-name="plan-$from" "$plan")
for ((level = from; level >= to; level--)); do
    task="$program part --db $db --of $tasks --task \$SLURM_ARRAY_TASK_ID ${PART_ARGS-}"
    before=$(submit "${array[@]}" --job-name="part-$level" --array="0-$((tasks - 1))" \
        --dependency="afterok:$before" "$task")
    # afterany: also when a task has failed.
    for what in file shard; do
        before=$(submit "${seal[@]}" --job-name="${what}s-$level" --dependency="afterany:$before" "$plan")
        before=$(submit "${array[@]}" --job-name="$what-$level" --array="0-$((tasks - 1))" \
            --dependency="afterok:$before" "$task")
    done
    before=$(submit "${array[@]}" --job-name="ambiguous-$level" --array="0-$((tasks - 1))" \
        --dependency="afterany:$before" "$task")
    then=""
    ((level == to)) || then=" && $plan"
    before=$(submit "${seal[@]}" --job-name="seal-$level" --dependency="afterany:$before" \
        "$program solve $name -n $n --db $db --down-to $level ${SOLVE_ARGS-}$then")
done
echo "submitted levels $from to $to; the last job is $before"
