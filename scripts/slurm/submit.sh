#!/usr/bin/env bash
# Submits one array of jobs to Slurm, each a worker that solves the game of FOLDER together with the others, level after
# level, until it is solved (docs/cluster.md). FOLDER is on a file system that all nodes see; `retrograph solve` with
# --down-to creates it. What follows TASKS are options of sbatch.
#
#   scripts/slurm/submit.sh FOLDER TASKS [OPTIONS OF SBATCH]
#   WORK_ARGS="--memory 48GiB" scripts/slurm/submit.sh /shared/t16 8 --cpus-per-task=64 --mem=64G --time=4:00:00
#
# Variables: RETROGRAPH, the program; WORK_ARGS, options of `retrograph work`, quoted as in a shell; PROLOGUE, what each job
# runs first, such as PROLOGUE="module load gcc". What the jobs print goes to FOLDER-logs.
#
# Two minutes before the end of its time a job is stopped, and queued again to go on. A job that fails or never starts costs
# nothing but time: the others make its parts. To go on after `scancel`, submit again; with --array=3, worker 3 alone.
set -euo pipefail

fail() {
    echo "submit.sh: $1" >&2
    exit 2
}

if [[ $# -lt 2 ]]; then
    sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//p}' "$0" >&2
    exit 2
fi
folder=$1 tasks=$2
shift 2
[[ $tasks =~ ^[1-9][0-9]{0,5}$ ]] || fail "TASKS is a number from 1 on, not '$tasks'"
program=${RETROGRAPH:-retrograph}
# Jobs may start in another folder (--chdir).
absolute() {
    case $1 in
        /*) echo "$1" ;;
        *) echo "$PWD/$1" ;;
    esac
}
# FOLDER/ is FOLDER: what is beside it must not be in it. And `.` has a name.
if [[ -d $folder ]]; then folder=$(cd -- "$folder" && pwd); else folder=$(absolute "$folder"); fi
if [[ $program == */* ]]; then program=$(absolute "$program"); fi

# Workers are numbered from 0: of 1-8 the last would be refused when its turn has come.
check_array() {
    local piece
    for piece in ${1//,/ }; do
        [[ $piece =~ ^([0-9]+)(-([0-9]+)(:[0-9]+)?)?(%[0-9]+)?$ ]] || continue
        local last=${BASH_REMATCH[3]:-${BASH_REMATCH[1]}}
        ((10#$last < tasks)) || fail "--array=$1 has worker $last, and the $tasks workers are 0 to $((tasks - 1))"
    done
}
given=("$@")
for at in "${!given[@]}"; do
    case ${given[at]} in
        --array=*) check_array "${given[at]#*=}" ;;
        --array | -a) check_array "${given[at + 1]-}" ;;
        -a*) check_array "${given[at]#-a}" ;;
    esac
done
# The program itself says whether there is such a folder, and knows such options; a job would do so hours later.
(
    set +u
    eval "${PROLOGUE-}"
    eval "work=(${WORK_ARGS-})"
    code=0
    said=$("$program" work --db "$folder" --of "$tasks" --until 0s "${work[@]}" 2>&1) || code=$?
    # The time was up, as it should be.
    ((code == 10)) || { echo "$said" >&2; exit 1; }
) || fail "nothing was submitted"
mkdir -p "$folder-logs"

# USR1 comes before the end of the job's time, and nothing else sends it: a job that is cancelled is not queued again.
job=$(sbatch --parsable --requeue --signal=B:USR1@120 --array="0-$((tasks - 1))" --job-name="$(basename "$folder")" \
    --output="${folder//%/%%}-logs/%x-%A-%a.out" --open-mode=append "$@" <<END
#!/bin/bash
${PROLOGUE-}
$(printf %q "$program") work --db $(printf %q "$folder") --task "\$SLURM_ARRAY_TASK_ID" --of $tasks ${WORK_ARGS-} &
child=\$! code=0
trap 'is_over=1; kill "\$child"' USR1
wait "\$child" || code=\$?
# A signal ends the waiting too.
while ((code > 128)) && kill -0 "\$child" 2>/dev/null; do
    code=0
    wait "\$child" || code=\$?
done
# The last task has the array's own number as its job's: by that, all of them would be queued again.
if [[ \$code == 10 && \${is_over-} ]]; then scontrol requeue "\${SLURM_ARRAY_JOB_ID}_\$SLURM_ARRAY_TASK_ID"; fi
exit "\$code"
END
) || fail "sbatch refused the jobs"
echo "submitted $tasks workers as job ${job%%;*}; what they print is in $folder-logs"
