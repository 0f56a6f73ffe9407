#!/usr/bin/env bash
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# depth.sh PROGRAM
#
# Which calls lie between a measure's bounds and the function of a method? Prints them for each kind of sample and
# question, under gdb, and fails if there are more than three. PROGRAM is built with what gdb needs, in a copy of the
# project: make OPTIMIZE=-O0 CFLAGS=-g strat_eval
#
# Exit status: 0 three at most, 1 more, 2 it could not be found out.

set -euo pipefail
[ $# -eq 1 ] || { echo "usage: depth.sh PROGRAM" >&2; exit 2; }
command -v gdb >/dev/null || { echo "depth.sh: gdb is not installed" >&2; exit 2; }
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
program=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/files"
STRAT_EVAL=$program sh "$root/tests/battery_files.sh" "$work/files" 2>/dev/null
cd "$work/files"
head -1 two.csv >whole.table
printf '1,a,A,20,20,20,12\n1,b,-,600,90,90,4\n' >>whole.table # one sample is in doubt
awk '{ $5 = .1 + NR / 1000; print }' judgments.probs >different.probs # they give no strata

# Where a way begins; a way ends in a method: a file of a registry, or a function that methods share.
cat >"$work/depth.py" <<'END'
import gdb, re

BEGIN = {"measure_bounds", "measure_mean", "shared"}
SHARED = {"spread_prior", "half_prior", "shared_prior", "ranked_jackknife", "learnt_mean", "learnt_compare"}
REGISTRIES = re.compile(r"core/stats/(interval|ranking)/methods/")
methods, ways = set(SHARED), set()

class Method(gdb.Breakpoint):
    def stop(self):
        names, frame = [], gdb.newest_frame()
        while frame is not None:
            names.append(frame.name())
            if names[-1] in BEGIN:
                names.reverse()
                end = next(i for i, name in enumerate(names) if name in methods)
                ways.add(tuple(names[:end + 1]))
                break
            frame = frame.older()
        return False

gdb.execute("set pagination off")
path, places = "", []
for line in gdb.execute("info functions -n .", to_string=True).splitlines():
    file = re.match(r"File (.*):$", line)
    function = re.match(r"(\d+):.*?(\w+)\(", line)
    path = file.group(1) if file else path
    if function and (REGISTRIES.search(path) or function.group(2) in SHARED):
        methods.add(function.group(2))
        places.append("%s:%s" % (path, function.group(1)))
for place in places:
    Method(place, internal=True)
gdb.execute("run")
for way in sorted(ways, key=lambda way: (len(way), way)):
    print("WAY %d %s" % (len(way) - 2, " > ".join(way)))
END

while IFS='|' read -r kind line; do
	gdb -nx -batch -x "$work/depth.py" --args "$program" $line >"$work/log" 2>&1 || true
	grep '^WAY' "$work/log" | sed "s/^WAY/$kind:/" || { echo "depth.sh: no method in: $line" >&2; exit 2; }
done <<'END' | tee "$work/ways"
set, one topic|-R table -m est_recall -m est_F --ci two.csv
one side|-R table -m est_recall --ci --tail=lower two.csv
one sample|-R table -m est_recall -m est_P --ci whole.table
a run that cuts strata|-R csv -m est_recall --ci control.csv produced.run
a cutoff|-R csv -m est_P.10 --ci control.csv produced.run
another set|-R table -m est_elusion -m est_richness --ci two.csv
probabilities only|-R probs -m est_recall -m est_elusion.5 --ci different.probs keyword.run
clusters|-R csv -T set --cluster-column=family -m est_recall --ci families.csv families.txt
labels|-R csv -T set --labels=samples/labels/model.csv -m est_recall -m est_P -l 2 --ci samples/labels/judged.csv samples/labels/produced.txt
gray|-R table --gray=nonrelevant -m est_P --ci strata.csv
outside|-R csv --outside=unknown -m est_P -m est_F --ci judgments.csv outside.run
post-stratified|-R csv --post-stratify -m est_recall --ci control.csv produced.run
mean over topics|-R table -m est_recall --ci strata.csv
mean by a named method|-R csv -m est_recall --ci=bb-spread topics.control topics.run
difference of two runs|compare -R table strata.csv A B
difference, one topic|compare -R csv --strata=sizes.csv judgments.csv produced.run keyword.run
ranking|-R prels -m statAP --ci judgments.prels keyword.run
END
! awk -F': ' '$2 + 0 > 3 { bad = 1 } END { exit !bad }' "$work/ways"
