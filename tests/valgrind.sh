#!/bin/sh
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# valgrind.sh PROGRAM - runs the main paths of PROGRAM under valgrind's memcheck, on small inputs that
# it makes. Fails on any error and on any block that is not freed at the end.
set -eu

[ $# -eq 1 ] || { echo "usage: valgrind.sh PROGRAM" >&2; exit 2; }
command -v valgrind >/dev/null || { echo "valgrind.sh: valgrind is not installed" >&2; exit 2; }
root=$(cd "$(dirname "$0")/.." && pwd)
program=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' HUP INT TERM
cd "$work"

# ---- input --------------------------------------------------------------------------------------

perl "$root/tests/support/random_case.pl" 6 qrels # scattered topics, ties
perl -pe 's/run6$/second/' run | sort >run2
awk '{ $5 = -$5; print }' run >backwards
gzip -c run >run.gz
gzip -c qrels >qrels.gz
mkdir jg prefs
(cd jg && perl "$root/tests/support/random_case.pl" 7 qrels_jg)
(cd prefs && perl "$root/tests/support/random_case.pl" 9 prefs)
printf '1 g s a 2\n1 g s b 1\n1 g t b 2\n1 g t a 1\n' >contradiction
printf '1 Q0 a 1 x tag\n' >bad
printf '1 Q0 a 1 1 tag\n1 Q0 a 2 2 tag\n' >twice
printf '1 0 a 1\n1 0 a 1\n' >judged_twice
head -c 40 run.gz >cut.gz
{ cat run.gz; echo garbage; } >damaged.gz
: >empty
# more distinct grades than the small table holds, and a line with everything unusual
perl -e 'print "1 0 d$_ $_\n" for 1 .. 60' >many_grades
printf '\357\273\277# comment\r\n \t1\tQ0  d5 \013 1 1e0 tag more\r\n1 Q0 d6 2 0.5 tag' >odd
# a file that ends with its page, where nothing must be read behind it
printf '#%04079d\n1 Q0 d5 1 1 tag' 0 >page
cat >plugin.c <<'END'
#include "measures/measure.h"

static int depth(const struct topic_view *t, const struct parameters *p, double *value)
{
	(void)p;
	value[0] = (double)t->retrieved;
	return 0;
}

MEASURES = {
	{ .abi = MEASURE_ABI, .name = "depth", .summary = "s", .manual = "m\n", .score = depth },
	MEASURES_END,
};
END
${CC:-gcc} -std=c17 -shared -fPIC -g "-I$root" -o plugin.so plugin.c
sed 's/"depth"/"map"/' plugin.c >refused.c
${CC:-gcc} -std=c17 -shared -fPIC -g "-I$root" -o refused.so refused.c

# ---- the calls -----------------------------------------------------------------------------------

calls=0
failed=0

# The call must end with the status that it has without valgrind, and not with valgrind's 9.
check() # STATUS ARGUMENT...
{
	want=$1
	shift
	status=0
	valgrind -q --leak-check=full --show-leak-kinds=all --errors-for-leak-kinds=all \
		--error-exitcode=9 "$program" "$@" >out 2>log || status=$?
	calls=$((calls + 1))
	if [ "$status" -ne "$want" ]; then
		failed=$((failed + 1))
		echo "not ok: $* ended with $status instead of $want"
		sed 's/^/    /' log
	fi
}

check 0 -q qrels run
check 0 -q -c -m all_trec -m yaap -m dcg -m ideal_dcg -m ndcg_exp -m ndcg_exp_cut -m judged qrels run
check 0 -m all_trec -m ndcg.1=0.5,2=3 -m rbp.p=0.5 -m P.1,3 -m P.2 -m relstring.300 -q -J -M 3 -l 2 qrels run
check 0 -m AP -m 'P(rel=2)@5' -m "nDCG(dcg='exp-log2')@3" qrels run
check 0 --jobs=4 -q qrels run run2 run.gz run run2
check 0 --jobs=1 qrels run run2
check 0 -q qrels.gz run.gz
check 0 --format=csv -q qrels run run2
check 0 --format=jsonl -q -m all_trec qrels run
check 0 -Z zscores -q -m all_trec qrels run
check 0 -D 0.always -q qrels run
check 0 -R qrels_jg -q -c jg/qrels jg/run
check 0 -R prefs -q -m all_prefs prefs/qrels prefs/run
check 0 -R qrels_prefs -q -m all_prefs -c jg/qrels jg/run
check 0 -q -m all_trec -m ndcg_exp many_grades odd
check 0 -q many_grades page
check 0 --plugin plugin.so -q -m depth -m map qrels run run2
check 0 -h
check 0 -h -m all_trec -R prefs -T trec_results
check 0 --version
# sampled judgments: p is the sample of a production in all formats
p=$root/qrels-samples/production
check 0 -R table -q --ci=bb-half,bb-mcp,jeffreys,normal,trec-legal --micro "$p/table.csv"
check 0 -R table --ci --topic-scope=random --resamples=200 "$root/qrels-samples/legal09/strata.csv" UW
check 0 -R probs -N 400 -q --ci "$p/judgments.probs" "$p/produced.run"
check 0 -R probs --ci=ht-logit -m est_recall "$p/judgments.probs" "$p/produced.run"
awk '{ $5 = .1 + NR / 1000; print }' "$p/judgments.probs" >different.probs # they give no strata
check 0 -R probs --ci -m est_elusion.5 different.probs "$p/produced.run"
check 0 -R csv --strata "$p/sizes.csv" --show=strata "$p/judgments.csv" "$p/produced.run" \
	--pool "$p/keyword.run"
check 1 -R csv -N 400 --show=strata "$p/judgments.csv" "$p/produced.run"
check 0 -h --ci=bb-half
check 0 simulate coverage --scenario=small:3 --ci=bb-half,koopman,normal
printf 'topic,A,"B ""b"""\n1,0.1,\n2,0.5,0.2\n3,0.9,0.4\n4,0.3,0.1\n' >matrix.csv
check 0 simulate bootstrap --scores=matrix.csv --topics=2,3 --samples=3 --ci=bca,percentile,slogit,t
check 0 plan recall -N 1000 --retrieved=100 --recall=0.5 --precision=0.3 --size=40 --width=0.5
check 0 plan recall -N 1000 --retrieved=100 --recall=0.5 --precision=0.3 --size=40 --samples=5 --format=csv
check 0 plan topics --effect=0.5 --power=0.8 --gamma=robust04 --format=jsonl
check 0 plan pilot qrels run backwards --resamples=3
check 0 plan map qrels run backwards --half-width=0.1 --difference=0.05
check 0 plan map --scores=matrix.csv --topics=10,20 --format=jsonl
check 1 plan map -R probs "$p/judgments.probs" "$p/produced.run"
check 64 plan
check 1 simulate bootstrap --scores=matrix.csv --topics=4
printf 'doc%03d\n' $(seq 400) >collection
printf 'topic,stratum,size\n1,keyword,5\n' >shares
check 0 sample --size=10 --pool-depth=3 run run2 run.gz
check 0 sample --size=10 --judged=qrels --add-judged --jobs=1 run run2
check 0 sample --design=strata --size=40 --allocation=neyman --collection=collection \
	"$p/keyword.run" "$p/learned.run"
check 0 sample --design=strata --total=40 -N 400 "$p/keyword.run" "$p/learned.run"
check 0 sample --design=strata --allocation=shares "$p/keyword.run" "$p/learned.run"
{ echo docno,label; sed 's/.*[05]$/&,a/; s/.*[0-9]$/&,b/' collection; } >labels.csv
sed 's/label/score/; s/,a/,0.5/; s/,b/,1e3/' labels.csv >scores.csv
printf 'docno,label\nx,a\nx,b\n' >twice.csv
check 0 sample --size=10 --collection=collection
check 0 sample --size=10 --allocation=neyman --prevalence=a:0.7,b:0.1 --labels=labels.csv
check 0 sample --size=10 --bands=2 --labels=scores.csv --collection=collection
check 1 sample --size=1 --labels=twice.csv
check 64 sample --size=1 --allocation=neyman --prevalence=c:0.1 --labels=labels.csv
"$program" sample --size=10 --labels=labels.csv >drawn.csv
{ echo 'docno;rel'; sed -n 's/^1,\([^,]*\),.*/\1;R/p' drawn.csv; } >back.csv
check 0 -R csv -T set --drawn=drawn.csv -m est_recall --ci back.csv collection
check 0 sample --size=20 --labels=labels.csv --judged=back.csv -R csv
check 1 -R csv -T set --drawn=back.csv -m est_recall back.csv collection
check 0 sample --help
check 1 sample --size=2 run twice
check 1 sample --design=strata --size=2 run run.gz
check 1 sample --design=strata --allocation=shares run
check 1 sample --design=strata --size=2 --collection=collection run
check 1 sample --size=2 --judged=judged_twice run
check 2 sample --size=2 run missing
check 64 sample run
check 1 -R table --ci=koopman "$p/table.csv"
check 1 -R strata "$p/judgments.strata" "$p/produced.run"
check 64 -R table --ci=ht-logit "$p/table.csv"
check 0 --ci=slogit,bca,t -m map -m P.5 qrels run
c=$root/qrels-samples/comparison
check 0 compare "$c/qrels" "$c/stemmed.run" "$c/plain.run"
check 0 compare --quiet-warnings -q --format=jsonl --test=random,bootstrap --ci=slogit,bca "$c/qrels" "$c/fused.run" "$c/stemmed.run" "$c/plain.run"
check 0 compare -m E_diff -m prob_gt_F --format=trec "$c/qrels" "$c/stemmed.run" "$c/plain.run"
check 0 compare --quiet-warnings --baseline=plain --format=latex "$c/qrels" "$c/fused.run" "$c/stemmed.run" "$c/plain.run"
check 0 compare -R table -q --format=csv "$root/qrels-samples/legal09/strata.csv" UW CS
check 0 compare --counts 10,10,0 3,2,7 --beta=2
check 0 simulate sampling --samples=2 --depths=1,4 --quiet-warnings "$c/qrels" "$c/fused.run" "$c/stemmed.run" "$c/plain.run"
check 0 simulate sampling --samples=2 --depths=3 --truth=pool --hold-out=1 -q --jobs=2 --quiet-warnings "$c/qrels" "$c/fused.run" "$c/stemmed.run" "$c/plain.run"
check 0 simulate coverage --scenario=small:2 --ci=anytime --peeks=3 --samples=3
check 0 stop -N 2000 --target=0.8 --tail-size=300 "$root/qrels-samples/stopping/review.csv"
check 0 stop --format=csv "$c/qrels" "$c/stemmed.run"
check 1 stop -N 5 "$root/qrels-samples/stopping/review.csv"
check 1 stop -N 5 "$c/qrels"
check 2 stop -N 5 missing
check 1 simulate sampling -l 9 "$c/qrels" "$c/stemmed.run" "$c/plain.run"
check 1 simulate sampling many_grades twice odd
check 2 simulate sampling "$c/qrels" "$c/stemmed.run" missing
check 64 simulate sampling --hold-out=nobody "$c/qrels" "$c/stemmed.run" "$c/plain.run"
check 64 simulate sampling -m map -m ndcg "$c/qrels" "$c/stemmed.run" "$c/plain.run"
check 0 compare --wins 3,4
check 0 compare --help
check 1 compare "$c/qrels" "$c/plain.run" bad
check 2 compare "$c/qrels" "$c/plain.run" missing
check 64 compare -R table "$root/qrels-samples/legal09/strata.csv" UW nobody
check 64 compare --baseline=nobody "$c/qrels" "$c/stemmed.run" "$c/plain.run"
check 1 qrels bad
check 1 qrels run bad run2
check 1 many_grades twice
check 1 judged_twice run
check 1 empty run
check 1 qrels empty
check 1 -Z empty qrels run
check 1 -Z qrels qrels run
check 1 -R prefs contradiction run
check 1 -R prefs qrels run
check 1 -D 0.nosuch qrels run
check 1 --plugin refused.so qrels run
check 2 --plugin bad qrels run
check 2 qrels cut.gz
check 2 qrels damaged.gz
check 2 missing run
check 2 qrels missing run
check 2 . run
check 64 -m nosuch qrels run
check 64 -m P.5 -m P.x qrels run
check 64 -m AP -m 'AP(rel=2)' qrels run
check 64 -h -m nosuch
check 64 -M -5 qrels run
check 64 --nosuch qrels run
check 64 qrels

echo "valgrind: $calls calls, $failed with errors or leaks"
[ "$failed" -eq 0 ]
