#!/usr/bin/env bash
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# cluster.sh STRAT_EVAL FOLDER
#
# Shards on what runs them in earnest: GNU parallel, and a Slurm of one node that is started here and ended
# again. An array does all shards of a simulation and of an evaluation; one task is killed and done again
# alone; the merged shards must be the bytes of the undivided command. The recipes are those of doc/scale.md.
#
# Skips, with a message, what is not installed (packages parallel, slurm-wlm, munge), and Slurm unless it is
# root who calls.

set -euo pipefail
export LC_ALL=C

strat_eval=$(realpath "$1")
rm -rf "$2"
mkdir -p "$2"
cd "$2"
here=$(pwd)
shards=7

say()
{
	echo "cluster: $*"
}

die()
{
	echo "cluster: FAILED: $*" >&2
	exit 1
}

# ---- work ----------------------------------------------------------------------------------------

# Sampled judgments of 30 topics, and 12 runs that divide their strata.
awk 'BEGIN {
	print "topic,docno,rel,stratum,size" >"judgments.csv"
	for (t = 1; t <= 30; t++) for (s = 0; s < 3; s++) for (i = 0; i < 15; i++)
		printf "%d,d%d-%d-%d,%d,s%d,%d\n", t, t, s, i, (i * 7 + t + s) % (3 + s) == 0, s, 40 * (s + 1) >"judgments.csv"
	for (r = 1; r <= 12; r++) for (t = 1; t <= 30; t++) for (i = 0; i < 60; i++)
		printf "%d Q0 d%d-%d-%d %d %d run%d\n", t, t, (i * r) % 3, (i * 5 + r * t) % 120, i + 1, 1000 - i, r >("run" r)
}'
for r in run*; do awk '!seen[$1, $3]++' "$r" >once && mv once "$r"; done

evaluation=(-q -R csv --ci --topic-scope=random --resamples=1000 -m est_recall -m est_P judgments.csv run?*)
simulation=(simulate coverage --scenario=neutral:140 --samples=150 --ci=bb-half --format=csv)
"$strat_eval" "${evaluation[@]}" >evaluation.whole 2>evaluation.said
"$strat_eval" "${simulation[@]}" >simulation.whole 2>simulation.said

# The merged shards of a folder, in random order, are the bytes of the undivided command.
same() # NAME FOLDER
{
	"$strat_eval" merge $(ls "$2"/* | shuf) >merged 2>said || die "$1: merge: $(cat said)"
	cmp "$1.whole" merged || die "$1: other bytes"
	cmp "$1.said" said || die "$1: other messages"
}

# ---- GNU parallel --------------------------------------------------------------------------------

if command -v parallel >/dev/null; then
	mkdir parallel.evaluation parallel.simulation
	parallel --will-cite --sshlogin 2/: --workdir "$here" "$strat_eval" "${evaluation[*]}" "--shard={}/$shards" \
		'>' 'parallel.evaluation/{}' ::: $(seq $shards) || die "parallel"
	same evaluation parallel.evaluation
	parallel --will-cite -j 2 "$strat_eval" "${simulation[*]}" "--shard={}/$shards" '>' 'parallel.simulation/{}' \
		::: $(seq $shards) || die "parallel"
	same simulation parallel.simulation
	say "GNU parallel: $shards shards of an evaluation and of a simulation merge to the same bytes"
else
	say "GNU parallel is not installed (package parallel): skipped"
fi

# ---- Slurm ---------------------------------------------------------------------------------------

for program in sbatch slurmctld slurmd munged; do
	if ! command -v $program >/dev/null; then
		say "$program is not installed (packages slurm-wlm and munge): Slurm is skipped"
		exit 0
	fi
done
if [ "$(id -u)" != 0 ]; then
	say "only root can start slurmd: Slurm is skipped"
	exit 0
fi

# Only what was started here is ended, by its number.
started=()
finish()
{
	local p
	for p in "${started[@]}"; do kill "$p" 2>/dev/null || true; done
	wait 2>/dev/null || true
	rm -rf "$private"
}
trap finish EXIT
# sockets and keys, in a folder that munged trusts, with a short name
private=$(mktemp -d /tmp/cluster.XXXXXX)
host=$(hostname -s)
port=$((20000 + $$ % 20000))
mkdir "$private/state" "$private/spool"
chmod 755 "$private"

dd if=/dev/urandom of="$private/key" bs=64 count=1 2>/dev/null
chmod 600 "$private/key"
munged --foreground --force --key-file="$private/key" --socket="$private/munge" --pid-file="$private/munged.pid" \
	--log-file="$private/munged.log" --seed-file="$private/seed" >munged.out 2>&1 &
started+=($!)

cat >slurm.conf <<END
ClusterName=one
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$private/munge
SlurmctldPort=$port
SlurmdPort=$((port + 1))
SlurmctldPidFile=$private/slurmctld.pid
SlurmdPidFile=$private/slurmd.pid
StateSaveLocation=$private/state
SlurmdSpoolDir=$private/spool
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
MailProg=/bin/true
NodeName=$host NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes=$host Default=YES State=UP
END
export SLURM_CONF=$here/slurm.conf
for i in $(seq 50); do [ -S "$private/munge" ] && break || sleep 0.1; done
[ -S "$private/munge" ] || die "munged: $(cat munged.out)"
slurmctld -D >slurmctld.out 2>&1 &
started+=($!)
slurmd -D -N "$host" >slurmd.out 2>&1 &
started+=($!)
for i in $(seq 150); do
	[ "$(sinfo -h -o %T 2>/dev/null)" = idle ] && break || sleep 0.2
done
[ "$(sinfo -h -o %T 2>/dev/null)" = idle ] || die "Slurm does not start: $(tail -3 slurmctld.out slurmd.out)"

# The job of doc/scale.md: what a task writes gets its name only when it is whole.
job() # NAME ARGUMENT...
{
	local name=$1
	shift
	mkdir "$name"
	cat >"$name.sh" <<-END
		#!/bin/sh
		i=\$SLURM_ARRAY_TASK_ID n=\${N:-\$SLURM_ARRAY_TASK_COUNT}
		$strat_eval $* --jobs=1 --shard=\$i/\$n > $name/part.\$i && mv $name/part.\$i $name/\$i
	END
}

job slurm.evaluation "${evaluation[@]}"
sbatch --wait --output=slurm.%A_%a.out --array=1-$shards slurm.evaluation.sh >sbatch.out || die "sbatch: $(cat sbatch.out slurm.*.out)"
same evaluation slurm.evaluation
say "Slurm: an array of $shards tasks of an evaluation merges to the same bytes"

job slurm.simulation "${simulation[@]}"
id=$(sbatch --parsable --output=slurm.%A_%a.out --array=1-$shards slurm.simulation.sh)
for i in $(seq 1200); do [ -e slurm.simulation/part.3 ] && break || sleep 0.05; done
[ -e slurm.simulation/part.3 ] || die "task 3 is not at work: $(squeue)"
scancel --signal=KILL --full "${id}_3"
for i in $(seq 600); do
	[ -n "$(squeue -h -j "$id" 2>/dev/null)" ] || break
	sleep 0.2
done
[ ! -e slurm.simulation/3 ] || die "the killed task has written its shard"
rm -f slurm.simulation/part.3
if "$strat_eval" merge slurm.simulation/* >merged 2>said; then die "a shard is missing, and merge does not say so"; fi
[ "$(cat said)" = "strat_eval: shard 3 of $shards is missing" ] || die "merge says: $(cat said)"
[ ! -s merged ] || die "merge has printed something"
N=$shards sbatch --wait --output=slurm.%A_%a.out --array=3 slurm.simulation.sh >sbatch.out || die "sbatch: $(cat sbatch.out)"
same simulation slurm.simulation
say "Slurm: a killed task was done again alone, and the simulation merges to the same bytes"
