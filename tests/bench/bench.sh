#!/usr/bin/env bash
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# bench.sh STRAT_EVAL GENERATE [DIR]
#
# Measures STRAT_EVAL against `wc -l` on the same files and prints a report.
# Counting lines is about the least that can be done with a text file, so the
# ratio says how much the evaluation costs beyond looking at every byte, and it
# carries over from one machine to another better than seconds do.
#
# The input is made by GENERATE in DIR (default build/bench, about 1 GB) and
# kept for the next time; it is made anew when GENERATE is newer. Beside GENERATE
# stands reading, which reads runs and does nothing else.
#
# BENCH_ROUNDS   samples per command, of which the smallest counts (default 5)
# BENCH_SECONDS  shortest sample; a quick command is repeated until it has
#                taken this long (default 0.3)
#
# A limit that is not met is part of the report, not a failure: the exit status
# is non-zero only when something could not be measured.

set -euo pipefail

# The locale decides how wc works, how numbers are printed and how shuf reads.
export LC_ALL=C

if [ $# -lt 2 ] || [ $# -gt 3 ]; then
	echo "usage: bench.sh STRAT_EVAL GENERATE [DIR]" >&2
	exit 2
fi
strat_eval=$1
generate=$2
reading=$(dirname "$2")/reading
dir=${3:-build/bench}
rounds=${BENCH_ROUNDS:-5}
seconds=${BENCH_SECONDS:-0.3}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cc=${CC:-cc}

die()
{
	echo "bench.sh: $*" >&2
	exit 1
}

for program in "$strat_eval" "$generate" "$reading"; do
	command -v "$program" > /dev/null || die "$program: cannot be run"
done
[[ $rounds =~ ^[1-9][0-9]*$ ]] || die "BENCH_ROUNDS must be a positive number"
mkdir -p "$dir"

# ---- input -------------------------------------------------------------------

# Everything is made in a directory aside and moved when complete, so that an
# interrupted run leaves no half file behind to be measured the next time.
aside=$dir/aside
rm -rf "$aside"
mkdir "$aside"
trap 'rm -rf "$aside"' EXIT

missing()
{
	[ ! -s "$1" ] || [ "$generate" -nt "$1" ]
}

# input NAME CASE [TOPICS]
input()
{
	local name=$1
	shift
	if missing "$dir/$name.qrels" || missing "$dir/$name.run"; then
		echo "generating $name" >&2
		"$generate" "$1" "$aside" "${@:2}"
		mv "$aside/$1.qrels" "$dir/$name.qrels"
		mv "$aside/$1.run" "$dir/$name.run"
	fi
}

input a a
input b b
input c c
input d d
input d2 d 200000

if missing "$dir/b.run.gz"; then
	echo "compressing b" >&2
	gzip -nc "$dir/b.run" > "$aside/b.run.gz"
	mv "$aside/b.run.gz" "$dir/b.run.gz"
fi
for name in a c; do
	if missing "$dir/$name.shuffled.run"; then
		echo "shuffling $name" >&2
		[ -s "$aside/bytes" ] || "$generate" bytes "$aside"
		shuf --random-source="$aside/bytes" "$dir/$name.run" > "$aside/run"
		mv "$aside/run" "$dir/$name.shuffled.run"
	fi
done
for i in 1 2 3 4; do
	if missing "$dir/a.$i.run"; then
		cp "$dir/a.run" "$aside/run"
		mv "$aside/run" "$dir/a.$i.run"
	fi
done
if missing "$dir/e.99.run"; then
	echo "generating e" >&2
	"$generate" e "$aside"
	mv "$aside"/e.??.run "$dir"
fi
for i in 01 02 03 04 05 06 07 08 09 10 11 12 13 14 15 16 17 18 19 20; do
	if missing "$dir/f.$i.run"; then
		echo "generating f.$i" >&2
		awk -v i="${i#0}" '{ $5 += NR * 7919 % 1009 * i % 97 / 9; $6 = "run" i; print }' \
			"$dir/a.run" > "$aside/run"
		mv "$aside/run" "$dir/f.$i.run"
	fi
done

# Not kept: compiling takes no time, and it must fit this machine.
cpu=$aside/cpu
"$cc" -std=c17 -O2 -o "$cpu" "$here/cpu.c"

# ---- measuring ---------------------------------------------------------------

declare -A cpu_time wall_time peak

# smaller A B: the smaller one, A may be empty
smaller()
{
	awk -v a="$1" -v b="$2" 'BEGIN { print (a == "" || b + 0 < a + 0) ? b : a }'
}

# sample KEY COMMAND...: one sample; the smallest times under KEY are kept.  Of
# memory it is the largest, as that is what has to be there.
sample()
{
	local key=$1 line c w p
	shift
	line=$("$cpu" "$seconds" "$@") || die "failed: $*"
	read -r c w p _ <<< "$line"
	cpu_time[$key]=$(smaller "${cpu_time[$key]:-}" "$c")
	wall_time[$key]=$(smaller "${wall_time[$key]:-}" "$w")
	if [ "$p" -gt "${peak[$key]:-0}" ]; then
		peak[$key]=$p
	fi
}

# Reading the files once puts them into the page cache: what is to be measured
# is the program and not the disk.
warm()
{
	cat "$@" > /dev/null
}

# A program that skips half of its input would be fast; so first see that it
# has evaluated every topic.
check()
{
	local qrels=$1 run=$2 topics=$3 output counted
	output=$("$strat_eval" --jobs=1 "$qrels" "$run") || die "failed: $strat_eval $qrels $run"
	counted=$(awk '$1 == "num_q" { print $3 }' <<< "$output")
	[ "$counted" = "$topics" ] || die "$run: num_q is '$counted' instead of $topics"
}

evaluate()
{
	sample "$1" "$strat_eval" --jobs=1 "$2" "$3"
}

# The programs compared take turns, so that a machine that becomes slower for a
# while does so for both.
both()
{
	sample "wc $1" wc -l "$dir/$1.run"
	evaluate "se $1" "$dir/${1%%.*}.qrels" "$dir/$1.run"
}

note()
{
	echo "measuring $*" >&2
}

# ---- report ------------------------------------------------------------------

bytes()
{
	stat -Lc %s "$1"
}

# within VALUE LIMIT
within()
{
	awk -v v="$1" -v l="$2" 'BEGIN { print (v <= l) ? "ok" : "OVER" }'
}

calculate()
{
	awk "BEGIN { printf \"%.6f\", $1 }"
}

megabytes_of_kib()
{
	calculate "$1 * 1024 / 1e6"
}

# row CASE LINES [LIMIT]
row()
{
	local name=$1 lines=$2 limit=${3:-} file=$dir/$1.run size se wc ratio met=- shown=-
	size=$(bytes "$file")
	wc=${cpu_time["wc $name"]}
	se=${cpu_time["se $name"]}
	ratio=$(calculate "$se / $wc")
	if [ -n "$limit" ]; then
		shown=${limit}x
		met=$(within "$ratio" "$limit")
	fi
	printf '%-11s %8s %7.1f %9.4f %12.4f %7.0f %8.1f %7.2fx %6s  %s\n' \
		"$name" "$lines" "$(calculate "$size / 1e6")" "$wc" "$se" \
		"$(calculate "$size / 1e6 / $se")" "$(megabytes_of_kib "${peak["se $name"]}")" \
		"$ratio" "$shown" "$met"
}

head_row()
{
	printf '%-11s %8s %7s %9s %12s %7s %8s %8s %6s  %s\n' \
		case lines MB 'wc -l s' 'strat_eval s' 'MB/s' 'peak MB' ratio limit met
}

# bound WHAT VALUE LIMIT UNIT
bound()
{
	printf '%-52s %10.3f %10.3f %-2s  %s\n' "$1" "$2" "$3" "$4" "$(within "$2" "$3")"
}

processor()
{
	local model=
	if command -v lscpu > /dev/null; then
		model=$(lscpu | sed -n 's/^Model name: *//p' | head -n 1)
	fi
	if [ -z "$model" ] && [ -r /proc/cpuinfo ]; then
		model=$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo | head -n 1)
	fi
	echo "${model:-unknown processor}"
}

version()
{
	"$@" --version 2> /dev/null | sed -n 1p
}

check "$dir/a.qrels" "$dir/a.run" 250
check "$dir/b.qrels" "$dir/b.run" 6980
check "$dir/b.qrels" "$dir/b.run.gz" 6980
check "$dir/c.qrels" "$dir/c.run" 50
check "$dir/d.qrels" "$dir/d.run" 100000
check "$dir/d2.qrels" "$dir/d2.run" 200000
check "$dir/a.qrels" "$dir/a.shuffled.run" 250
check "$dir/c.qrels" "$dir/c.shuffled.run" 50

note a
warm "$dir"/a.{qrels,run}
for ((round = 0; round < rounds; round++)); do
	both a
done

note b
warm "$dir"/b.{qrels,run,run.gz}
for ((round = 0; round < rounds; round++)); do
	sample 'gzip b' gzip -dc "$dir/b.run.gz"
	both b
	# Twice each: a virtual machine gives free memory back to its host, and whoever comes next
	# waits to get it again, up to 0.3 s for what these need.
	evaluate 'se b' "$dir/b.qrels" "$dir/b.run"
	evaluate 'se b.gz' "$dir/b.qrels" "$dir/b.run.gz"
	evaluate 'se b.gz' "$dir/b.qrels" "$dir/b.run.gz"
	sample 'two b' "$strat_eval" --jobs=2 "$dir/b.qrels" "$dir/b.run"
done

note c
warm "$dir"/c.{qrels,run}
for ((round = 0; round < rounds; round++)); do
	both c
done

note d d2
warm "$dir"/d.{qrels,run} "$dir"/d2.{qrels,run}
for ((round = 0; round < rounds; round++)); do
	both d
	both d2
done

note shuffled
warm "$dir"/{a,c}.{qrels,shuffled.run}
for ((round = 0; round < rounds; round++)); do
	both a.shuffled
	both c.shuffled
done

note strata
table=$here/../../qrels-samples/legal09/strata.csv
for ((round = 0; round < rounds; round++)); do
	sample table "$strat_eval" --quiet-warnings -R table -q -m est_recall -m est_P -m est_F --ci \
		"$table"
done

# 100 topics of 8 strata, half of which the run retrieves; 5 to 19 judged of up to 100 times as many
awk 'BEGIN {
	print "topic,stratum,runs,size,sampled,relevant"
	for (t = 1; t <= 100; t++)
		for (s = 0; s < 8; s++) {
			i = 8 * t + s
			n = 5 + i * 7 % 15
			printf "%d,%d,%s,%d,%d,%d\n", t, s, s < 4 ? "half" : "", n * (1 + i * 37 % 100), n, \
				n * (i * 11 % 29) / 29 * (i * 13 % 31) / 31 / (s < 4 ? 1 : 3)
		}
}' > "$dir/topics.csv"
for ((round = 0; round < rounds; round++)); do
	sample topics "$strat_eval" --quiet-warnings -R table -m est_F --ci "$dir/topics.csv"
done

# many_strata COUNT: one topic in a table, every other stratum retrieved, 10 judged of each 1,000
many_strata()
{
	echo topic,stratum,runs,size,sampled,relevant
	awk -v count="$1" 'BEGIN { for (i = 0; i < count; i++)
		printf "1,%d,%s,1000,10,%d\n", i, i % 2 ? "half" : "", i % 10 }'
}

for count in 25000 100000; do
	many_strata $count > "$dir/strata.$count.csv"
	for ((round = 0; round < rounds; round++)); do
		sample "strata $count" "$strat_eval" --quiet-warnings -R table -m est_recall --ci \
			"$dir/strata.$count.csv"
	done
done

note rankings
if missing "$dir/a.probs"; then
	awk '{ print $0, (NR % 4 ? 0.1 + NR % 7 / 10 : 1) }' "$dir/a.qrels" > "$aside/probs"
	mv "$aside/probs" "$dir/a.probs"
fi
warm "$dir"/a.{probs,run}
for ((round = 0; round < rounds; round++)); do
	sample 'map of probs' "$strat_eval" --jobs=1 -R probs -m map "$dir/a.probs" "$dir/a.run"
	sample statAP "$strat_eval" --jobs=1 -R probs -m statAP --ci "$dir/a.probs" "$dir/a.run"
done

note compare
warm "$dir"/f.??.run
pairs=$("$strat_eval" compare --format=csv "$dir/a.qrels" "$dir"/f.??.run | grep -c ,p_adj_map,)
[ "$pairs" = 190 ] || die "compare: $pairs pairs instead of 190"
for ((round = 0; round < rounds; round++)); do
	sample evaluate "$strat_eval" --jobs=1 -m map "$dir/a.qrels" "$dir"/f.??.run
	sample compare "$strat_eval" compare --jobs=1 "$dir/a.qrels" "$dir"/f.??.run
done

# many_topics COUNT: scores by labels, those of every other topic by people, two judges, groups of ten topics
many_topics()
{
	awk -v count="$1" -v to="$dir/topics.$1" 'BEGIN {
		print "topic,a,b" > (to ".labels")
		print "topic,a,b" > (to ".people")
		print "topic,docno,rel,judged_by" > (to ".judges")
		print "topic,group" > (to ".groups")
		for (t = 1; t <= count; t++) {
			scores = t "," t * 7919 % 1009 / 1009 "," t * 104729 % 997 / 997
			print scores > (to ".labels")
			if (t % 2) print scores > (to ".people")
			print t ",d," t % 3 % 2 ",x\n" t ",d," t % 5 % 2 ",y" > (to ".judges")
			print t "," int(t / 10) > (to ".groups")
		} }'
}

note many topics
for count in 50000 100000; do
	many_topics $count
	t=$dir/topics.$count
	for ((round = 0; round < rounds; round++)); do
		sample "judged-matrix $count" "$strat_eval" compare --jobs=1 --scores="$t.labels" \
			--judged-scores="$t.people"
		sample "agreement $count" "$strat_eval" agree --jobs=1 -R csv -q "$t.judges"
		sample "groups $count" "$strat_eval" compare --jobs=1 --quiet-warnings --test=t --ci=t --scores="$t.labels" \
			--topic-groups="$t.groups"
	done
done

# A log of 200,000 items, as JSON and as CSV: less than a second.
note items
awk -v to="$dir/items" 'BEGIN {
	print "item,system,score" > (to ".csv")
	for (i = 0; i < 200000; i++) {
		item = "q" int(i / 2); system_name = i % 2 ? "a" : "b"; score = i * 7919 % 1009 < 600
		print item "," system_name "," score > (to ".csv")
		printf "{\"item\": \"%s\", \"system\": \"%s\", \"metrics\": {\"correct\": %d}}\n", item, system_name, score > (to ".jsonl")
	} }'
for ((round = 0; round < rounds; round++)); do
	sample "items csv" "$strat_eval" compare --jobs=1 --quiet-warnings --scores "$dir/items.csv"
	sample "items jsonl" "$strat_eval" compare --jobs=1 --quiet-warnings --scores --column=score=metrics.correct "$dir/items.jsonl"
done

note sample
warm "$dir"/e.??.run
drawn=$("$strat_eval" sample --jobs=1 --size=100 "$dir"/e.??.run | wc -l)
[ "$drawn" -gt 4900 ] || die "sample: $drawn lines instead of about 5000"
for ((round = 0; round < rounds; round++)); do
	sample reading "$reading" "$dir"/e.??.run
	sample stevens "$strat_eval" sample --jobs=1 --size=100 "$dir"/e.??.run
	sample cells "$strat_eval" sample --jobs=1 --quiet-warnings --design=strata --size=1000 \
		"$dir"/e.??.run
done

# One sample of the memory is enough: it is the largest that counts.
note memory
if missing "$dir/e.probs"; then
	awk 'NR % 20 == 0 && !seen[$1, $3]++ { print $1, 0, $3, NR % 3 == 0, NR % 40 ? 0.1 : 0.5 }' "$dir"/e.0?.run > "$aside/probs"
	mv "$aside/probs" "$dir/e.probs"
fi
thousand=()
for ((round = 0; round < 10; round++)); do
	thousand+=("$dir"/e.??.run)
done
sampled=(--jobs=1 --quiet-warnings -R probs -m est_recall -m statAP "$dir/e.probs" "$dir"/e.??.run)
awk '{ print $1, $2, $3, $4 }' "$dir/e.probs" > "$aside/e.qrels"
evaluated=$("$strat_eval" --jobs=1 --format=csv -m map "$aside/e.qrels" "${thousand[@]}" | grep -c ,map,)
[ "$evaluated" = 1000 ] || die "$evaluated runs instead of 1000"
sample 'one run' "$strat_eval" --jobs=1 "$aside/e.qrels" "$dir/e.00.run"
sample 'thousand runs' "$strat_eval" --jobs=1 "$aside/e.qrels" "${thousand[@]}"
sample 'thousand by two' "$strat_eval" --jobs=2 "$aside/e.qrels" "${thousand[@]}"
sample 'sampled' "$strat_eval" "${sampled[@]}"
sample 'shard' "$strat_eval" "${sampled[@]}" --shard=1/10
for i in 1 2 3 4 5 6 7 8 9 10; do
	"$strat_eval" "${sampled[@]}" --shard=$i/10 > "$aside/shard.$i"
done
sample 'merge' "$strat_eval" merge "$aside"/shard.*
cmp <("$strat_eval" "${sampled[@]}") <("$strat_eval" merge "$aside"/shard.*) || die "merge: other bytes"

note plan
for ((round = 0; round < rounds; round++)); do
	sample 'plan richness' "$strat_eval" plan richness -N 1000000 --richness=0.5 --half-width=0.01
	sample 'plan bound' "$strat_eval" plan richness -N 1000000 --richness=0.01 --tail=lower \
		--bound=0.0095
done
for ((round = 0; round < rounds; round++)); do
	sample plan "$strat_eval" plan recall -N 5000000 --retrieved=500000 --recall=0.5 \
		--precision=0.5 --size=5000
	sample 'plan width' "$strat_eval" plan recall -N 5000000 --retrieved=500000 --recall=0.5 \
		--precision=0.5 --width=0.1
done

note jobs
warm "$dir"/a.[1-4].run
for ((round = 0; round < rounds; round++)); do
	for jobs in 1 2; do
		sample "jobs $jobs" "$strat_eval" --jobs=$jobs "$dir/a.qrels" "$dir"/a.[1-4].run
	done
done

cat << END
$(processor), $(nproc) processors, $(uname -sm)
$(version "$cc"); $(version wc)
CPU seconds (user + system), the smallest of $rounds samples; files in the page cache;
one job; MB are 1,000,000 bytes; MB/s are bytes of the run per CPU second

END
head_row
row a 250000 7
row b 6980000 3.6
row c 1250000 3.6
row d 1000000 8
row d2 2000000

b_size=$(bytes "$dir/b.run")
echo
printf '%-52s %10s %10s\n' 'other limits' value limit
bound 'd2 / d: time for twice the topics' \
	"$(calculate "${cpu_time["se d2"]} / ${cpu_time["se d"]}")" 2.06 x
bound 'b: peak memory, at most 1.38 x file size' \
	"$(megabytes_of_kib "${peak["se b"]}")" "$(calculate "1.38 * $b_size / 1e6")" MB
bound 'b.gz / b: time for unpacking too' \
	"$(calculate "${cpu_time["se b.gz"]} / ${cpu_time["se b"]}")" 2.1 x
bound 'b: two jobs / one job, wall clock' \
	"$(calculate "${wall_time["two b"]} / ${wall_time["se b"]}")" 0.6 x
printf '  (b.gz: %.1f MB, gzip -dc %.3f s, plain %.3f s, peak %.1f MB)\n' \
	"$(calculate "$(bytes "$dir/b.run.gz") / 1e6")" "${cpu_time["gzip b"]}" \
	"${cpu_time["se b"]}" "$(megabytes_of_kib "${peak["se b.gz"]}")"

bound 'strata: the TREC 2009 table, all runs' "${cpu_time[table]}" 0.08 s
bound 'strata: mean F over 100 topics of 8 strata' "${cpu_time[topics]}" 0.1 s
bound 'strata: 100,000 in one topic, recall' "${cpu_time["strata 100000"]}" 2 s
bound 'strata: 100,000 / 25,000' \
	"$(calculate "${cpu_time["strata 100000"]} / ${cpu_time["strata 25000"]}")" 4.4 x
bound 'a: statAP with its interval / map' \
	"$(calculate "${cpu_time[statAP]} / ${cpu_time['map of probs']}")" 2.3 x
bound 'plan richness: plus or minus .01 of .5' "${cpu_time["plan richness"]}" 0.1 s
bound 'plan richness: more than .0095 of .01' "${cpu_time["plan bound"]}" 0.1 s
bound 'plan recall: 5000 of 5000000, 20 divisions, wall clock' "${wall_time[plan]}" 1 s
bound 'plan recall: smallest sample for a width, wall clock' "${wall_time["plan width"]}" 1 s
bound 'compare: 20 runs x 250 topics x 1000, 190 pairs / evaluate' \
	"$(calculate "${cpu_time[compare]} / ${cpu_time[evaluate]}")" 2 x
for name in judged-matrix agreement groups; do
	bound "$name: 100,000 topics / 50,000" \
		"$(calculate "${cpu_time["$name 100000"]} / ${cpu_time["$name 50000"]}")" 2.6 x
done
bound 'compare --judged-scores: 100,000 topics' "${cpu_time["judged-matrix 100000"]}" 0.5 s
for name in csv jsonl; do
	bound "compare --scores: 200,000 items, $name" "${cpu_time["items $name"]}" 1 s
done
bound 'e: sample of 100 runs x 50 topics x 1000 / reading' \
	"$(calculate "${cpu_time[stevens]} / ${cpu_time[reading]}")" 3 x
bound 'e: the same with --design=strata' \
	"$(calculate "${cpu_time[cells]} / ${cpu_time[reading]}")" 3 x
printf '  (e: reading %.3f s, sample %.3f s, with strata %.3f s)\n' "${cpu_time[reading]}" \
	"${cpu_time[stevens]}" "${cpu_time[cells]}"

# what 1000 runs add are the lines that wait to be printed
bound 'e: peak memory of 1000 runs, less that of one' \
	"$(megabytes_of_kib "$((peak['thousand runs'] - peak['one run']))")" 6 MB
bound 'e: the same with two jobs, less that of two' \
	"$(megabytes_of_kib "$((peak['thousand by two'] - 2 * peak['one run']))")" 6 MB
bound 'e: peak memory of a sample, 100 runs: shard 1/10 / all' \
	"$(calculate "${peak[shard]} / ${peak[sampled]}")" 0.2 x
printf '  (e: one run %.1f MB, 1000 runs %.1f MB; sample %.1f MB, a shard %.1f MB, merge %.1f MB)\n' \
	"$(megabytes_of_kib "${peak['one run']}")" "$(megabytes_of_kib "${peak['thousand runs']}")" \
	"$(megabytes_of_kib "${peak[sampled]}")" "$(megabytes_of_kib "${peak[shard]}")" \
	"$(megabytes_of_kib "${peak[merge]}")"

echo
echo 'shuffled: the same lines in random order'
head_row
row a.shuffled 250000 10
row c.shuffled 1250000 8

echo
echo "two jobs: four copies of the run of a, no limits"
printf '%-11s %9s %9s %9s\n' jobs 'wall s' 'CPU s' 'peak MB'
for jobs in 1 2; do
	printf '%-11s %9.4f %9.4f %9.1f\n' "$jobs" "${wall_time["jobs $jobs"]}" \
		"${cpu_time["jobs $jobs"]}" "$(megabytes_of_kib "${peak["jobs $jobs"]}")"
done
printf 'one job / two jobs: %.2fx\n' \
	"$(calculate "${wall_time["jobs 1"]} / ${wall_time["jobs 2"]}")"

echo
CC=$cc bash "$here/readers.sh" "$strat_eval"
