#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# strat_eval simulate QUESTION: the questions, each with its own options, and lines of version 0.2.0.

load ../../../support/helper

# Each question with an option that only it, or only its like, has.
own_options()
{
	cat <<-'END'
		ap --picks=3
		bootstrap --alphas=0.1
		clusters --icc=0.2
		comparisons --systems=3
		confidence --sizes=2
		coverage --looks=2
		distribution --exact
		labels --production=20
		means --topic-count=2
		power --effects=0.5
		powered --topics=50
		regression --depth=10
		reviews --sensitivity=0.9
		sampling --depths=2
		skew --with-replacement
		stopping --target=0.8
		study --pilot=3
	END
}

@test "simulate --help lists the questions, and each has its own options only" {
	evaluate simulate --help
	assert_equal "$exit_status $(cat stderr)" '0 '
	assert_equal "$(sed -n 's/^  \([a-z]*\) .*/\1/p' stdout)" "$(own_options | cut -d' ' -f1)"
	while read -r question option; do
		evaluate simulate "$question" --help
		assert_equal "$question $exit_status $(cat stderr)" "$question 0 "
		grep -q "^Usage: strat_eval simulate $question " stdout
		grep -q -e "^ *${option%%=*}" stdout || fail "$question has no $option"
		evaluate simulate "$question" --nonsense
		assert_equal "$question $exit_status" "$question 64"
	done < <(own_options)
	for question in bootstrap comparisons power sampling stopping; do
		option=$(own_options | sed -n "s/^$question //p")
		for other in $(own_options | grep -v "^$question " | cut -d' ' -f1); do
			evaluate simulate "$other" "$option"
			assert_equal "$other $option $exit_status" "$other $option 64"
			grep -q "unrecognized option '$option'" stderr || fail "$other $option: $(cat stderr)"
		done
	done
}

@test "a missing or misspelt question is answered with the questions" {
	evaluate simulate
	assert_equal "$exit_status" 64
	assert_equal "$(cat stderr)" "strat_eval: simulate: a question is missing: $(own_options | cut -d' ' -f1 | paste -sd, | sed 's/,/, /g') (simulate --help)"
	evaluate simulate covrage
	assert_equal "$exit_status" 64
	grep -q "did you mean 'coverage'?" stderr
}

# The lines are written down by hand, one for each flag; options that had no effect are left out.
@test "a line of version 0.2.0 is refused with the line that asks the same" {
	while IFS='|' read -r old new; do
		eval "evaluate simulate $old"
		assert_equal "$old: $exit_status $(wc -c <stdout | tr -d ' ')" "$old: 64 0"
		assert_equal "$(cat stderr)" "strat_eval: simulate: a question must come first; this line is now:
strat_eval simulate $new"
	done <<-'END'
		--scenario=small|coverage --scenario=small
		--scenario small --ci=normal --by-truth|coverage --scenario small --ci=normal --by-truth
		--looks=3|coverage --looks=3
		--samples=9 --topic-count=2,3|means --samples=9 --topic-count=2,3
		--exact --topic-count=2|means --topic-count=2
		--table=t.csv --distribution --level=.9|distribution --table=t.csv
		--bootstrap --matrix=m.csv|bootstrap --matrix=m.csv
		--matrix=m.csv --boot|bootstrap --matrix=m.csv
		--by-system --bootstrap --matrix m.csv --resamples 9 --sizes=3|skew --matrix m.csv --sizes=3
		--power --matrix=m.csv --quiet-warnings|power --matrix=m.csv
		--comparisons --matrix=m.csv --systems=3|comparisons --matrix=m.csv --systems=3
		--confidence q a b|confidence q a b
		--depth=9 --study q a b --pilot=5|study --depth=9 q a b --pilot=5
		--sampling -m map -l 2 q a b|sampling -m map -l 2 q a b
		--sampling --coverage --picks=9 q a b|ap --picks=9 q a b
		--stopping -N 100 --jobs=2 --shard=1/2|stopping -N 100 --jobs=2 --shard=1/2
		--sampling -- q --power b|sampling -- q --power b
		--scenario='two words.csv'|coverage '--scenario=two words.csv'
		--scenario="it's;x"|coverage '--scenario=it'\''s;x'
	END
}

@test "the line can be pasted, however long it is" {
	printf 'truth,retrieved,size,yield,sampled\na,1,60,10,15\na,0,60,5,15\n' >'my truths.csv'
	local -a words=(--ci=normal --samples=3)
	for i in $(seq 200); do words+=('--scenario=my truths.csv'); done
	"$STRAT_EVAL" simulate coverage "${words[@]}" >expected
	[ "$(wc -l <expected)" = 201 ]
	evaluate simulate "${words[@]}"
	sed -n 's/^strat_eval simulate/"$STRAT_EVAL" simulate/p' stderr >line
	[ "$(wc -c <line)" -gt 4000 ]
	# shellcheck disable=SC1091
	. ./line >found
	cmp expected found
}
