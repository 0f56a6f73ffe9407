#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Completions of the shells, made from the tables of options.

load ../../support/helper

# What bash would offer for the last word; with "=" as a word of its own, as bash splits lines.
offered() # WORD...
{
	COMP_WORDS=(strat_eval "$@")
	COMP_CWORD=$#
	COMPREPLY=()
	_strat_eval || true # nothing to offer
	printf '%s\n' "${COMPREPLY[@]}"
}

offers() # EXPECTED WORD...
{
	local expected=$1
	shift
	offered "$@" >offered
	grep -qxF -- "$expected" offered || fail "$*: no $expected in: $(paste -sd' ' offered)"
}

setup()
{
	cd "$BATS_TEST_TMPDIR" || return 1
	bash -n "$BUILD/completion/strat_eval.bash"
	source "$BUILD/completion/strat_eval.bash"
}

@test "bash completes commands, questions, and files" {
	touch qrels.txt
	offers compare com
	assert_equal "$(offered compa)" compare
	assert_equal "$(offered qr)" qrels.txt
	assert_equal "$(offered plan re)" recall
	assert_equal "$(offered simul)" simulate
	assert_equal "$(offered simulate s | paste -sd' ')" 'sampling'
	assert_equal "$(offered help simulate boot)" bootstrap
	assert_equal "$(offered simulate coverage qr)" qrels.txt
	assert_equal "$(offered compare qr)" qrels.txt
	assert_equal "$(offered -m map qr)" qrels.txt
	assert_equal "$(offered agr)" agree
	assert_equal "$(offered hel)" help
	assert_equal "$(offered help validat)" validate
	assert_equal "$(offered help recip_)" recip_rank
	assert_equal "$(offered help plan rec)" recall
	assert_equal "$(offered agree --Rel_info_format = prel)" prels
}

# Those that --help explains, and those of groups that it names; of letters also the long names.
all_options() # [COMMAND...]
{
	"$STRAT_EVAL" "$@" --help >help
	grep -oE '^ {2,6}(-[A-Za-z], )?(-[A-Za-z]$|--[A-Za-z_-]+)' help | grep -oE -- '-[A-Za-z-][A-Za-z_-]*'
	"$STRAT_EVAL" --help | sed -nE 's/^ +(-[A-Za-z]), (--[A-Za-z_-]+).*/\1 \2/p' >letters
	for option in $(sed -n '/^More options/,/^$/p' help | grep -oE -- '(^| )-[A-Za-z-][A-Za-z_-]*') -h; do
		[[ $option = -? ]] && grep -e "^$option " letters | tr ' ' '\n' || [ "$option" = --help ] || echo "$option"
	done
}

@test "bash completes all options of each command, and no others" {
	local command options
	_strat_eval_commands | _strat_eval_names >commands
	[ "$(wc -l <commands)" -ge 8 ]
	for command in '' $(tr ' ' _ <commands); do
		command=${command/_/ }
		# shellcheck disable=SC2086 # two words are two arguments
		options=$(all_options $command | sort -u)
		[ "$(echo "$options" | wc -l)" -ge 2 ]
		# shellcheck disable=SC2086
		assert_equal "$command: $(offered $command - | sort -u)" "$command: $options"
	done
}

@test "bash completes the words of --format, and only those of the command" {
	assert_equal "$(offered --format = | paste -sd' ')" 'trec csv jsonl table latex html markdown'
	assert_equal "$(offered validate --format = t | paste -sd' ')" 'table trec'
	assert_equal "$(offered plan topics --format j)" jsonl
	assert_equal "$(offered compare --adjust = b | paste -sd' ')" 'bonferroni bh'
}

@test "bash completes measures behind -m, as many as --help lists, and nicknames" {
	offers ndcg_cut -m nd
	offers est_recall -q -m est_
	offers official -m off
	offered -m '' | sort >all
	"$STRAT_EVAL" --help | awk '/^Measures/ { on = 1; next } /^Nicknames/ { for (i = 2; i <= NF; i++) print $i; exit } on { print $1 }' | sort >listed
	assert_equal "$(comm -23 listed all)" ''
	[ "$(wc -l <listed)" -gt 60 ]
	# beyond these, names of other programs, each of which the program knows
	offers nDCG -m nD
	offers nDCG@10 -m nDCG
	offers hit_rate@10 -m hit
	comm -13 listed all >others
	[ "$(wc -l <others)" -gt 40 ]
	while read -r name; do
		"$STRAT_EVAL" -h -m "$name" >/dev/null || fail "$name"
	done <others
}

@test "bash completes formats behind -R and -T, methods behind --ci= and after a comma" {
	assert_equal "$(offered -R pro)" probs
	assert_equal "$(offered compare -T trec)" trec_results
	assert_equal "$(offered --ci = bb-bou)" bb-bound
	assert_equal "$(offered validate --ci bb-h)" bb-half
	assert_equal "$(offered compare --ci = percentile,bc)" percentile,bca
	assert_equal "$(offered compare --test t,wil)" t,wilcoxon
	assert_equal "$(offered simulate bootstrap --ci p)" percentile
	assert_equal "$(offered simulate coverage --ci p)" ''
	# the argument is optional: what stands apart is a file
	touch bb-bound.txt
	assert_equal "$(offered --ci bb-bou)" bb-bound.txt
	# methods of means have no place where there are no topics
	assert_equal "$(offered validate --ci percen)" ''
	# a number is nothing that could be completed
	assert_equal "$(offered --digits '')" ''
}

@test "zsh takes the completions, and offers them" {
	command -v zsh >/dev/null || skip "skipped: zsh is not installed"
	zsh -n "$BUILD/completion/_strat_eval"
	zsh -fc 'zmodload zsh/zpty && zpty z true' >/dev/null 2>&1 || skip 'skipped: there is no terminal to be had here (/dev/pts)'
	cat >lines <<-'END'
		compa>compare
		agre>agree
		hel>help
		help compar>help compare
		help recip_r>help recip_rank
		help plan reca>help plan recall
		agree --measure=statRp>agree --measure=statRprec
		plan reca>plan recall
		simulat>simulate
		simulate boot>simulate bootstrap
		help simulate cove>help simulate coverage
		simulate bootstrap --ci=percen>simulate bootstrap --ci=percentile
		validate --produced-o>validate --produced-overlap
		--format=js>--format=jsonl
		-m recip_r>-m recip_rank
		--ci=bb-bou>--ci=bb-bound
		compare --test=t,wilc>compare --test=t,wilcoxon
	END
	run timeout 60 zsh -f "$ROOT/core/packaging/tab.zsh" "$BUILD/completion" <lines
	assert_output "$(cat lines)"
}

@test "fish takes the completions, and offers them" {
	command -v fish >/dev/null || skip "skipped: fish is not installed"
	export HOME=$BATS_TEST_TMPDIR
	fish -n "$BUILD/completion/strat_eval.fish"
	local line expected
	while IFS='>' read -r line expected; do
		run fish -c "source $BUILD/completion/strat_eval.fish; complete -C 'strat_eval $line'"
		assert_line --regexp "^$expected	"'?'
	done <<-'END'
		compa>compare
		agre>agree
		hel>help
		help compa>compare
		help ndcg_cu>ndcg_cut
		help plan reca>recall
		agree --rbo>--rbo-p
		plan reca>recall
		simulat>simulate
		pla>plan
		simulate boot>bootstrap
		help simulate cove>coverage
		validate --prod>--produced
		--format=js>--format=jsonl
		-m ndcg_cu>ndcg_cut
		--ci=bb-bou>--ci=bb-bound
		compare --test=t,wilc>--test=t,wilcoxon
	END
}
