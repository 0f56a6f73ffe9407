#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Nugget scores against a few lines of Python that count as the definition says, with fractions. The same
# kind of files is given to castorini/nuggetizer by tests/peers/peers.py (make peers-test): in April 2026 its four
# scores of all 200 answers were ours to 1e-15.

load ../../support/helper

setup()
{
	cd "$BATS_TEST_TMPDIR" || return 1
}

@test "six scores of 200 random answers are those of the definition" {
	cat >make.py <<'END'
import json, random
from fractions import Fraction as F
random.seed(7)
words = {"support": F(1), "partial_support": F(1, 2), "not_support": F(0)}
def score(nuggets, okay, strict):
    weight = lambda n: F(1) if n["importance"] == "vital" else okay
    counts = lambda n: words[n["assignment"]] // 1 if strict else words[n["assignment"]]
    whole = sum(map(weight, nuggets))
    return sum(weight(n) * counts(n) for n in nuggets) / whole if whole else F(0)
names = [(s + k, o, s != "") for s in ("", "strict_") for k, o in (("vital", F(0)), ("all", F(1)), ("weighted", F(1, 2)))]
with open("answers.jsonl", "w") as f, open("expected", "w") as g:
    sums = [F(0)] * 6
    for q in range(200):
        vital = random.choice([0, .3, .7, 1])
        nuggets = [{"text": "fact %d of %d" % (i, q), "importance": "vital" if random.random() < vital else "okay",
                    "assignment": random.choice(list(words))} for i in range(random.choice([0, 1, 2, 5, 20]))]
        random.shuffle(nuggets)
        f.write(json.dumps({"query": "?", "qid": "q%03d" % q, "run_id": "r", "nuggets": nuggets}) + "\n")
        for k, (name, okay, strict) in enumerate(names):
            value = score(nuggets, okay, strict)
            sums[k] += value
            g.write("nugget_%s q%03d %.12f\n" % (name, q, value))
    for (name, _, _), total in zip(names, sums):
        g.write("nugget_%s all %.12f\n" % (name, total / 200))
END
	python3 make.py
	"$STRAT_EVAL" -q --digits=12 -R nuggets $(printf -- '-m nugget_%s ' vital all weighted strict_{vital,all,weighted}) \
		answers.jsonl answers.jsonl | sed 's/ *\t/ /g' >got
	[ "$(wc -l <got)" -eq 1206 ]
	awk 'NR == FNR { value[$1, $2] = $3; next } { d = $3 - value[$1, $2]; if (!(($1, $2) in value) || d > 1e-9 || d < -1e-9) { print; bad = 1 } } END { exit bad }' expected got ||
		fail "values differ"
	# settings: okay=0 is vital, okay=1 is all
	"$STRAT_EVAL" -R nuggets -m nugget_vital -m nugget_weighted.okay=0 -m nugget_all -m nugget_weighted.okay=1 answers.jsonl answers.jsonl >got
	assert_equal "$(cut -f3 got | sort | uniq -c | awk '{ print $1 }' | xargs)" '2 2'
	refused 64 "-m nugget_weighted.okay=2: nugget_weighted takes okay from 0 to 1" -R nuggets -m nugget_weighted.okay=2 answers.jsonl answers.jsonl
}

@test "the example of nuggetizer's documents: 2 of 2 vital, half an okay nugget of two" {
	# its page of examples has these four assignments; by hand: vital 2/2, all (2 + .5) / 4, strict all 2/4
	printf '%s\n' '{"qid": "q1", "run_id": "run-123", "nuggets": [' \
		'{"text": "is a language", "importance": "vital", "assignment": "support"},' \
		'{"text": "has an author", "importance": "vital", "assignment": "support"},' \
		'{"text": "is used for data", "importance": "okay", "assignment": "partial_support"},' \
		'{"text": "has threads", "importance": "okay", "assignment": "not_support"}]}' >a.jsonl
	run --separate-stderr "$STRAT_EVAL" -R nuggets a.jsonl a.jsonl
	assert_equal "$status $stderr" '0 '
	# weighted (2 + .25) / 3 and 2 / 3
	assert_output "$(printf '%-22s\tall\t%s\n' runid run-123 num_q 1 nugget_vital 1.0000 nugget_all 0.6250 nugget_weighted 0.7500 \
		nugget_strict_vital 1.0000 nugget_strict_all 0.5000 nugget_strict_weighted 0.6667)"
}

@test "other options see nuggets as documents: -c, -J, -M, compare" {
	printf 'q1 n1 vital\nq1 n2 okay\nq2 n1 vital\nq3 n1 vital\n' >nuggets
	printf 'a q1 n1 support\na q1 n2 partial_support\na q2 n1 support\n' >a
	printf 'b q1 n1 support\nb q2 n1 not_support\nb q3 n1 partial_support\n' >b
	run --separate-stderr "$STRAT_EVAL" -R nuggets -c -m nugget_all nuggets a
	assert_output "$(printf '%-22s\tall\t%s' nugget_all 0.5833)" # (3/4 + 1 + 0) / 3
	# -J and -M keep scores and nuggets together: -M1 has the supported one alone
	run --separate-stderr "$STRAT_EVAL" --quiet-warnings -R nuggets -J -m nugget_all nuggets a
	assert_output "$(printf '%-22s\tall\t%s' nugget_all 0.8750)"
	run --separate-stderr "$STRAT_EVAL" --quiet-warnings -R nuggets -M1 -m nugget_all nuggets a
	assert_output "$(printf '%-22s\tall\t%s' nugget_all 0.7500)"
	# without -m, the measures of the format; and no order of runs by map
	run --separate-stderr "$STRAT_EVAL" compare --quiet-warnings --format=csv -R nuggets nuggets a b
	assert_line --regexp 'diff_nugget_strict_weighted'
	refute_line --regexp 'map'
	refused 64 'a measure is needed for such judgments and runs: -m NAME' agree -R nuggets nuggets nuggets a b
	# differences over q1, q2: 1/4 and 1
	run --separate-stderr "$STRAT_EVAL" compare --quiet-warnings --format=csv -R nuggets -m nugget_all nuggets a b
	assert_line --regexp '^.*diff_nugget_all.*,0\.625,'
}
