# A Slurm cluster of two nodes on this one machine, for tests: without systemd, as any user, on its own
# ports and in its own folder, so that it neither needs nor disturbs a Slurm that is installed here.
#
# To be sourced by bash. `cluster_up FOLDER` starts it, `cluster_down` ends it and leaves nothing running;
# in between, the usual commands (sbatch, squeue, scontrol) find it by SLURM_CONF.

# Where Debian puts the daemons is not on an ordinary user's path.
PATH=$PATH:/usr/sbin:/sbin

# What the cluster needs and this machine does not have, one a line.
cluster_lacks() {
    local command
    for command in munged slurmctld slurmd sbatch squeue scancel scontrol sinfo; do
        command -v "$command" >/dev/null || echo "$command"
    done
}

# Waits up to $1 seconds until the rest of the arguments, a command, succeeds.
await() {
    local end=$((SECONDS + $1))
    shift
    until "$@"; do
        ((SECONDS < end)) || return 1
        sleep 0.2
    done
}

# Those of the process ids in the arguments that still run. A process that has ended and that nobody has
# asked about, because the first process of a container does not, no longer runs.
alive() {
    local id state
    for id; do
        state=$(sed 's/.*) //; s/ .*//' "/proc/$id/stat" 2>/dev/null) || continue
        [[ $state == [ZX] ]] || echo "$id"
    done
}

# The process ids that the files named in the arguments hold, of those that run.
running() {
    local file
    for file; do
        [[ ! -s $file ]] || alive "$(<"$file")"
    done
}

# Whether node $1 is in state $2.
node_is() {
    [[ $(sinfo --noheader --nodes="$1" --format=%T 2>/dev/null) == "$2" ]]
}

# Starts a cluster with the nodes n1 and n2, of one processor each, whose files are in the folder $1.
# The folder must be private: it holds the key that the daemons know each other by.
cluster_up() {
    CLUSTER=$1
    local host user port
    host=$(hostname -s)
    user=$(id -un)
    # Three ports that differ from run to run, below those that the system hands out to clients.
    port=$((20000 + $$ % 4000 * 3))
    mkdir -p "$CLUSTER"/{munge,controller,n1,n2,log,run}
    chmod 700 "$CLUSTER/munge"
    (umask 077 && head -c 1024 /dev/urandom >"$CLUSTER/munge/key")
    cat >"$CLUSTER/slurm.conf" <<CONF
ClusterName=plyground
SlurmctldHost=$host(127.0.0.1)
SlurmUser=$user
SlurmdUser=$user
SlurmctldPort=$port
AuthType=auth/munge
AuthInfo=socket=$CLUSTER/munge/socket
CredType=cred/munge
StateSaveLocation=$CLUSTER/controller
SlurmdSpoolDir=$CLUSTER/%n
SlurmctldPidFile=$CLUSTER/run/slurmctld.pid
SlurmdPidFile=$CLUSTER/run/%n.pid
SlurmctldLogFile=$CLUSTER/log/slurmctld.log
SlurmdLogFile=$CLUSTER/log/%n.log
# Neither control groups nor a database: a container has none.
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/none
MpiDefault=none
SwitchType=switch/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/backfill
SchedulerParameters=batch_sched_delay=0,sched_interval=2,sched_min_interval=0,bf_interval=2
# A lost node is noticed in seconds, not in five minutes.
SlurmdTimeout=10
ReturnToService=2
NodeName=n1 NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 1)) CPUs=1 RealMemory=500 State=UNKNOWN
NodeName=n2 NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 2)) CPUs=1 RealMemory=500 State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF
    export SLURM_CONF=$CLUSTER/slurm.conf
    munged --force --key-file="$CLUSTER/munge/key" --socket="$CLUSTER/munge/socket" \
        --pid-file="$CLUSTER/munge/pid" --log-file="$CLUSTER/munge/log" --seed-file="$CLUSTER/munge/seed" \
        2>>"$CLUSTER/log/munged.err" || return 1
    slurmctld 2>>"$CLUSTER/log/slurmctld.err" || return 1
    node_up n1 && node_up n2 && await 20 node_is n1 idle && await 20 node_is n2 idle
}

# Starts node $1, or starts it again.
node_up() {
    slurmd -N "$1" 2>>"$CLUSTER/log/$1.err"
}

# The processes of jobs on node $1: all of this cluster that have Slurm's variables in their environment, and the
# keeper of each job, which is its script's parent and does not have them.
job_processes() {
    local file parent
    for file in $(grep -lszxF "SLURMD_NODENAME=$1" /proc/[0-9]*/environ); do
        grep -qszxF "SLURM_CONF=$CLUSTER/slurm.conf" "$file" || continue
        # After the name in brackets: state, parent.
        read -r _ parent _ < <(sed 's/.*) //' "${file%/environ}/stat" 2>/dev/null) || continue
        # The parent of an orphan is the first process.
        if ((parent > 1)); then echo "$parent"; fi
        basename "${file%/environ}"
    done | sort -u
}

# Ends node $1 as a power failure would: its daemon and its jobs at once, without a word to the controller.
node_lost() {
    local ids
    ids=$(running "$CLUSTER/run/$1.pid")
    [[ -n $ids ]] && kill -KILL $ids
    ids=$(job_processes "$1")
    # A process may have ended by itself meanwhile.
    [[ -z $ids ]] || kill -KILL $ids 2>/dev/null || true
}

# Whether none of the processes in the arguments runs.
have_ended() {
    [[ -z $(alive "$@") ]]
}

# Ends the cluster: jobs first, then the daemons, those that do not listen by force.
cluster_down() {
    local node ids
    [[ -n ${CLUSTER:-} && -d $CLUSTER ]] || return 0
    for node in n1 n2; do node_lost "$node"; done
    # Remembered, because a daemon removes its file long before it ends.
    ids=$(running "$CLUSTER"/run/*.pid "$CLUSTER/munge/pid")
    [[ -n $ids ]] || return 0
    kill $ids
    if ! await 10 have_ended $ids; then
        kill -KILL $(alive $ids) || true
        await 5 have_ended $ids
    fi
}
