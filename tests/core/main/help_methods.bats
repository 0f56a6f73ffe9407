#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# What `help methods` says is what happens.

load ../../support/helper

# The methods of bounds in the output of a command, each once.
methods_of() # COMMAND LINE
{
	evaluate "$@" --format=csv --quiet-warnings
	[ "$exit_status" -eq 0 ] || fail "$* exits with $exit_status: $(cat stderr)"
	awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $at["measure"] ~ /^ci_(lo|hi)_(est|stat|map|diff)/ { print $at["method"] }' stdout |
		sort -u
}

# The method in the table for a quantity, ends and judgments.
in_table() # QUANTITY ENDS JUDGMENTS
{
	"$STRAT_EVAL" help methods | awk -v want="$1|$2|$3" '
		{ q = substr($0, 3, 28); e = substr($0, 32, 5); j = substr($0, 38, 19); m = substr($0, 58) }
		{ sub(/ +$/, "", q); sub(/ +$/, "", e); sub(/ +$/, "", j); if (q == "") q = last; last = q }
		q "|" e "|" j == want { print m }'
}

@test "help methods says which method is used if none is named" {
	local samples=samples two
	ln -s "$ROOT/qrels-samples" samples # a path without blanks: the lines below are divided at blanks
	local csv="-R csv $samples/production/judgments.csv"
	# probabilities that are all different give no strata
	printf '1 0 %s\n' 'a 1 0.5' 'b 1 0.3' 'c 0 0.2' 'd 0 0.7' >one.probs
	printf '1 Q0 %s r\n' 'a 1 3' 'c 2 2' 'x 3 1' >one.run
	sed 's/^1/2/' one.probs | cat one.probs - >two.probs
	sed 's/^1/2/' one.run | cat one.run - >two.run
	two="$samples/comparison/qrels $samples/comparison/plain.run"
	# shellcheck disable=SC2086
	while IFS='|' read -r quantity ends judgments command; do
		assert_equal "$quantity, $ends, $judgments: $(methods_of $command)" \
			"$quantity, $ends, $judgments: $(in_table "$quantity" "$ends" "$judgments")"
	done <<-END
		set, one topic|two|sample with strata|-m est_recall --ci $csv $samples/production/produced.run
		set, one topic|one|sample with strata|-m est_recall --ci --tail=lower $csv $samples/production/produced.run
		set, one topic|any|probabilities only|-m est_recall --ci -R probs one.probs one.run
		set, one topic|any|probabilities only|-m est_recall --ci --tail=upper -R probs one.probs one.run
		set, mean over topics|any|sample|-m est_recall --ci -R probs two.probs two.run
		set, difference of two runs|any|sample with strata|compare -m prob_gt $csv $samples/production/learned.run $samples/production/keyword.run
		ranking|any|sample|-m statAP --ci $csv $samples/production/learned.run
		mean over topics|any|complete|-m map --ci $two
		difference of two runs|any|complete|compare -m map $two $samples/comparison/fused.run
	END
	# and every method is listed
	source "$BUILD/completion/strat_eval.bash"
	_strat_eval_values '' --ci= | tr ' ' '\n' | sed 1d | sort >known
	"$STRAT_EVAL" help methods | sed -n 's/^  --ci=\([^ ]*\) .*/\1/p' | sort -u | diff known -
}
