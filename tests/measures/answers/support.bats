#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Support of citations against a few lines of Python that count as the definition says, with fractions.

load ../../support/helper

@test "four scores of 200 random answers are those of the definition" {
	cat >make.py <<'END'
import random
from fractions import Fraction as F
random.seed(5)
words = {"full": (F(1), F(1)), "partial": (F(1, 2), F(0)), "no": (F(0), F(0))}
with open("answers.csv", "w") as f, open("expected", "w") as g:
    f.write("topic,sentence,citation,support\n")
    for q in range(200):
        rows = [[random.choice(list(words)) for c in range(random.choice([0, 0, 1, 1, 2, 3]))] for i in range(random.choice([1, 2, 5, 12]))]
        for i, said in enumerate(rows):
            for c, word in enumerate(said or [""]):
                f.write("q%d,%d,%s,%s\n" % (q, i, "d%d" % c if word else "", word))
        cited = [said for said in rows if said]
        for k, kind in enumerate(("", "strict_")):
            total = sum((sum(words[w][k] for w in said) / len(said) for said in cited), F(0))
            g.write("support_%sprecision q%d %.12f\n" % (kind, q, total / len(cited) if cited else 0))
            g.write("support_%srecall q%d %.12f\n" % (kind, q, total / len(rows)))
END
	python3 make.py
	"$STRAT_EVAL" -q -n --digits=12 -R topics $(printf -- '-m support_%s ' {,strict_}{precision,recall}) answers.csv answers.csv | sed 's/ *\t/ /g' >got
	[ "$(wc -l <got)" -eq 800 ]
	awk 'NR == FNR { value[$1, $2] = $3; next } { d = $3 - value[$1, $2]; if (!(($1, $2) in value) || d > 1e-9 || d < -1e-9) { print; bad = 1 } } END { exit bad }' expected got ||
		fail "values differ"
}
