#!/usr/bin/env bash
# Starts Slurm on this machine alone, runs a command in it, and ends it: for tests of the job scripts. Needs root and
# Debian's packages slurmctld, slurmd, slurm-client and munge.
#
#   scripts/slurm/one_node.sh COMMAND ARGUMENTS...
#
# Everything is in network, process and mount namespaces of its own, so that an installed Slurm, its ports and its
# processes are not touched and nothing is left. Exit code 77: such namespaces are not to be had here.
set -euo pipefail

if [[ ${1-} != --inside ]]; then
    unshare --net --pid --mount --fork true 2>/dev/null || { echo "one_node: namespaces are not to be had here" >&2; exit 77; }
    exec unshare --net --pid --mount --fork --mount-proc --kill-child "$0" --inside "$@"
fi
shift

home=$(mktemp -d)
# The daemons write until they are gone, also into a folder that is being removed.
tidy() {
    cat "$home"/slurm*.pid "$home/munge/pid" 2>/dev/null | xargs -r kill -KILL 2>/dev/null || true
    for _ in $(seq 50); do
        if rm -rf "$home" 2>/dev/null; then return; fi
        sleep 0.1
    done
}
trap tidy EXIT
# An address beside 127.0.0.1: the C library does not look up names where there is none.
ip link set lo up
ip address add 10.77.0.1/32 dev lo
hostname=$(hostname -s)
printf '127.0.0.1 localhost\n10.77.0.1 %s\n' "$hostname" >"$home/hosts"
mount --bind "$home/hosts" /etc/hosts

mkdir -p "$home"/{state,spool,log,munge}
chmod 755 "$home"
chmod 700 "$home/munge"
head -c 128 /dev/urandom >"$home/munge/key"
chmod 400 "$home/munge/key"
munged --force --key-file="$home/munge/key" --socket="$home/munge.socket" --pid-file="$home/munge/pid" \
    --log-file="$home/munge/log" --seed-file="$home/munge/seed" 2>/dev/null

# cred_expire: a job that is queued again waits for so many seconds.
cpus=$(nproc)
memory=$(awk '/^MemTotal/ { print int($2 / 1024 * 0.9) }' /proc/meminfo)
cat >"$home/slurm.conf" <<END
ClusterName=one
SlurmctldHost=$hostname(10.77.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$home/munge.socket,cred_expire=15
CryptoType=crypto/munge
StateSaveLocation=$home/state
SlurmdSpoolDir=$home/spool
SlurmctldPidFile=$home/slurmctld.pid
SlurmdPidFile=$home/slurmd.pid
SlurmctldLogFile=$home/log/slurmctld
SlurmdLogFile=$home/log/slurmd
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=sched_interval=1,bf_interval=1
ReturnToService=2
MpiDefault=none
JobCompType=jobcomp/none
AccountingStorageType=accounting_storage/none
NodeName=$hostname NodeAddr=10.77.0.1 CPUs=$cpus RealMemory=$memory State=UNKNOWN
PartitionName=all Nodes=$hostname Default=YES MaxTime=INFINITE State=UP OverSubscribe=FORCE:4
END
export SLURM_CONF=$home/slurm.conf
slurmctld
slurmd
for _ in $(seq 100); do
    [[ $(timeout 5 sinfo --noheader --format %t 2>/dev/null) == idle ]] && ready=1 && break
    sleep 0.1
done
[[ ${ready-} ]] || { echo "one_node: Slurm does not start" >&2; tail -n 5 "$home"/log/* >&2; exit 1; }
code=0
"$@" || code=$?
timeout 5 scancel --user root 2>/dev/null || true
exit "$code"
