#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Names that options had: they work with a note, or are refused with what to type (core/options/former.c).

load ../../support/helper

setup() {
	cd "$BATS_TEST_TMPDIR" || return 1
	cp -r "$ROOT"/qrels-samples/{tiny,production,comparison,stopping} .
	printf '1\n2\n' >topics
	printf '%s\n' docno,rel d1,1 d2,1 d3,0 d4,1 d5,0 d6,0 >codes.csv
	printf 'd%s\n' 1 2 3 >produced.txt
	printf 'd%s\n' 1 2 3 4 5 6 7 8 9 >all.txt
	echo d4 >w.txt
	"$STRAT_EVAL" -q --manifest=- --format=jsonl -c -m map tiny/qrels tiny/alpha.run >scores
	cp "$ROOT/qrels-samples/scenarios/hand.csv" qrels-scenario.csv
	cp "$ROOT/qrels-samples/legal09/strata.csv" table.csv
	printf 'topic,stratum\n1,x\n2,x\n3,y\n4,y\n5,y\n' >s.csv
	printf 'label,run,set,measure,documents,judged,relevant\n1,r,the run,,150,10,8\n0,r,the rest,,850,50,1\n' >pilot.csv
	printf 'topic,a,b,d\n1,.1,.2,.4\n2,.3,.2,.1\n3,.5,.4,.4\n' >matrix2.csv
	printf 'topic,a,b,c\n1,.1,.2,.4\n2,.3,.2,.1\n3,.5,.6,.4\n4,.2,.1,.2\n5,.4,.3,.1\n' >matrix.csv
}

# Old and new options, with a bar between, and the rest of the call.
@test "an old spelling gives the bytes of the new one, and a note that names it" {
	local old new rest
	while IFS='|' read -r old new rest; do
		# shellcheck disable=SC2086 # a call is several words
		"$STRAT_EVAL" ${rest/OPTION/$new} >expected 2>/dev/null || fail "$new: ${rest/OPTION/$new}"
		# shellcheck disable=SC2086
		evaluate ${rest/OPTION/$old}
		assert_equal "$old $exit_status" "$old 0"
		grep -vE '^# (command|.*"command")' expected >e
		grep -vE '^# (command|.*"command")' stdout | diff e - || fail "$old"
		[[ $old = --production=* ]] || grep -qF -e "strat_eval: warning: ${old/ /=} is now " stderr || fail "$old: $(cat stderr)"
	done <<-'END'
		--show-strata|--show=strata|-R strata --strata=production/sizes.csv OPTION production/judgments.strata production/produced.run
		--only-topics=topics|--topic=@topics|-m map OPTION tiny/qrels tiny/alpha.run
		--only-topics topics|--topic=@topics|compare OPTION --resamples=100 tiny/qrels tiny/alpha.run tiny/beta.run
		--provenance|--manifest=-|--format=csv OPTION tiny/qrels tiny/alpha.run
		--topics=random|--topic-scope=random|-R strata --strata=production/sizes.csv -m est_recall --ci OPTION production/judgments.strata production/produced.run
		--production=produced.txt|--produced=produced.txt|validate codes.csv OPTION -N 9 --drawn-from=null
		--collection-list=all.txt|--collection=all.txt|validate codes.csv OPTION --produced=produced.txt --drawn-from=null
		--withheld-list=w.txt|--withheld=w.txt|validate codes.csv OPTION -N 9 --produced=produced.txt --drawn-from=null
		--culled-list=w.txt|--culled=w.txt|validate codes.csv OPTION -N 9 --produced=produced.txt --drawn-from=null
		--more||validate --produced=100::70 --null=400:60:2 --target=0.75 OPTION
		--shared-runs||agree OPTION --resamples=100 --scores=matrix.csv --scores=matrix2.csv
		--matrix=matrix.csv|--scores=matrix.csv|compare OPTION --format=csv --resamples=100
		--matrix matrix.csv|--scores=matrix.csv|plan map OPTION
		--matrix matrix.csv|--scores=matrix.csv|simulate bootstrap OPTION --topics=3 --samples=3 --resamples=100
		--judged-matrix=matrix.csv|--judged-scores=matrix.csv|compare --scores=matrix.csv OPTION
		--baseline-scores=scores|--baseline=scores|compare -c -m map OPTION --resamples=100 tiny/qrels tiny/beta.run
		--sizes=3|--topics=3|simulate bootstrap OPTION --scores=matrix.csv --samples=3 --resamples=100
		--looks=2|--peeks=2|simulate coverage OPTION --scenario=small:2 --ci=normal --samples=5
		--collection=1000|-N 1000|plan recall OPTION --retrieved=100 --precision=.5 --recall=.8 --size=50
		--prevalence=.1|--richness=.1|plan control OPTION -N 1000 --recall=.8 --size=50
		--production=200|--retrieved=200|plan labels OPTION -N 1000 --sensitivity=.8 --specificity=.9 --size=100
		--retrieved=100:.5|--retrieved-stratum=100:.5|plan strata OPTION --unretrieved-stratum=900:.01 --width=.4 --samples=100
		--unretrieved=900:.01|--unretrieved-stratum=900:.01|plan strata OPTION --retrieved-stratum=100:.5 --width=.4 --samples=100
		--safety=.9|--assurance=.9|plan map OPTION --scores=matrix.csv
		--depth=5|--pool-depth=5|plan pilot OPTION --resamples=2 tiny/qrels tiny/alpha.run tiny/beta.run
		--budget=.2|--rule=budget:.2|stop -N 2000 OPTION stopping/review.csv
		--batch-precision=.2|--rule=batch-precision:.2|stop -N 2000 OPTION stopping/review.csv
		--buckets|--show=buckets|sample OPTION --size=2 tiny/alpha.run tiny/beta.run
		--leaderboard|--show=leaderboard|compare OPTION --scores=matrix.csv --resamples=100
		--ranks|--simultaneous|compare OPTION --scores=matrix.csv --resamples=100 --format=csv
		--topic-strata=s.csv|--strata=s.csv|compare OPTION --scores=matrix.csv --judged-scores=matrix.csv
		--pairs||plan map OPTION --scores=matrix.csv
		--pilot=pilot.csv|pilot.csv|plan labels OPTION --size=100
		--by-topic|-q|compare OPTION --scores=matrix.csv --resamples=100
		--by-truth|-q|simulate coverage OPTION --scenario=small:2 --ci=normal
		--exact|--samples=all|simulate coverage OPTION --scenario=qrels-scenario.csv --ci=normal
		--table=table.csv|--scenario=table.csv|simulate coverage OPTION --ci=normal --samples=5
		--quantity=recall|-m est_recall|simulate coverage OPTION --scenario=small:2 --ci=normal --samples=5
		--quantity precision|-m est_P|simulate coverage OPTION --scenario=small:2 --ci=normal --samples=5
		--quantity=F|-m est_F|simulate coverage OPTION --scenario=small:2 --ci=normal --samples=5
		--quantity=yield|-m est_rel|simulate coverage OPTION --scenario=small:2 --ci=normal --samples=5
		--by-topic=tiny/alpha.run|--show=tiny/alpha.run|simulate sampling OPTION --samples=2 --depths=2 tiny/qrels tiny/alpha.run tiny/beta.run
		--by-run|-q|simulate sampling OPTION --samples=2 --depths=2 tiny/qrels tiny/alpha.run tiny/beta.run
		--hold-out-count=1|--hold-out=1|simulate sampling OPTION --samples=2 --depths=2 tiny/qrels tiny/alpha.run tiny/beta.run
		--draw-from=3|-M 3|simulate sampling OPTION --samples=2 --depths=2 tiny/qrels tiny/alpha.run tiny/beta.run
		--with-replacement|--topic-scope=random|simulate bootstrap OPTION --scores=matrix.csv --topics=3 --samples=3 --resamples=100
		--alphas=0.1|--alpha=0.1|simulate bootstrap OPTION --scores=matrix.csv --topics=3 --samples=3 --resamples=100
	END
	# notes are silenced as warnings are
	evaluate --quiet-warnings --provenance --format=csv -m num_q tiny/qrels tiny/alpha.run
	assert_equal "$(cat stderr)" ''
	STRAT_EVAL_WARNINGS=none evaluate --provenance --format=csv -m num_q tiny/qrels tiny/alpha.run
	assert_equal "$(cat stderr)" ''
	# behind -- there are no options
	evaluate -m map -- --show-strata tiny/alpha.run
	assert_equal "$exit_status" 2
}

# Old options of a command are options still, or answered: never taken for another one, nor merely unknown.
@test "every option of 0.4.0 is accepted, put in today's words, or refused with what to type" {
	local command names name count=0
	source "$BUILD/completion/strat_eval.bash"
	while IFS=: read -r command names; do
		[[ $command = \#* ]] && continue
		[ "$command" = evaluate ] && command=
		"$STRAT_EVAL" $command --help >/dev/null 2>&1 || { # an experiment now
			evaluate $command --help
			assert_equal "$command $exit_status" "$command 64"
			continue
		}
		_strat_eval_options "$command" | _strat_eval_names >today
		for name in $names; do
			count=$((count + 1))
			grep -qxF -e "--$name" today && continue
			[[ $command/$name = validate/production || $name = Debug_level ]] && continue # not shown, for good
			evaluate $command "--$name=1" --nonsense
			grep -qE "^strat_eval: (warning: )?.*--$name\b.*( is now |: gone)" stderr || fail "$command --$name: $(cat stderr)"
		done
	done <"$ROOT/tests/project/names_0.4.0.txt"
	[ "$count" -gt 600 ]
}
