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
	printf 'topic,a,c\n1,.1,.2\n2,.3,\n3,.5,.4\n4,.2,.2\n5,.4,.5\n' >both.csv
	printf 'topic,a,b\n1,.1,.1\n2,.3,.3\n3,.5,.5\n4,.2,.2\n5,.4,.4\n' >same.csv
	printf '%s\n' topic,docno,rel,prob 1,a,1,.5 1,c,0,.5 >judged.csv
	printf 'a\nb\n' >list
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
		--retrieved=100:.5:top|--retrieved-stratum=top=100:.5|plan strata OPTION --unretrieved-stratum=900:.01 --width=.4 --samples=100
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

# What was typed, a part of the answer, and the call that this says to type.
@test "the advice of every refused old name works when it is typed" {
	local old says new count=0
	local sampled='-R strata --strata=production/sizes.csv production/judgments.strata production/produced.run'
	printf 'topic,docno,rel,judged_by\n1,a,1,x\n1,b,0,x\n1,a,1,y\n1,b,1,y\n' >two.csv
	printf 'docno,score\na,.1\nb,.2\nc,.9\nd,.5\n' >docs.csv
	while IFS='|' read -r old says new; do
		count=$((count + 1))
		evaluate ${old/SAMPLED/$sampled}
		assert_equal "$old $exit_status" "$old 64"
		grep -qF -e "$says" stderr || fail "$old: $(cat stderr)"
		evaluate ${new/SAMPLED/$sampled}
		assert_equal "$new $exit_status $(grep -v warning stderr)" "$new 0 "
	done <<-'END'
		-m est_recall --ci=melded SAMPLED|--ci=bb-bound|-m est_recall --ci=bb-bound SAMPLED
		-m est_recall --ci=bb-shared SAMPLED|--ci=bb-spread|-m est_recall --ci=bb-spread SAMPLED
		-m est_recall --ci=calibrated SAMPLED|--ci=bb-spread|-m est_recall --ci=bb-spread SAMPLED
		validate --produced=100::70 --null=400:60:2 --ci=score|--ci=koopman|validate --produced=100::70 --null=400:60:2 --ci=koopman
		compare --scores=matrix.csv --adjust=max-t|--adjust=shrunk-t|compare --scores=matrix.csv --adjust=shrunk-t --resamples=100
		-R probs -m statAP_beale production/judgments.probs production/produced.run|-m statAP_bc|-R probs -m statAP_bc production/judgments.probs production/produced.run
		-R csv --agreement two.csv|strat_eval agree -R csv FILE|agree -R csv two.csv
		validate --produced=100::70 --null=400:60:2 --null-round=60:1|--fixed-size|validate --produced=100::70 --null=400:60:2 --null=400:60:1 --fixed-size
		-R probs -N 4000 --capped production/judgments.probs production/produced.run|-m capped_est|-R probs -N 4000 -m capped_est production/judgments.probs production/produced.run
		agree -R prels --b-format=qrels production/judgments.prels tiny/qrels tiny/alpha.run tiny/beta.run|-R prels -R qrels|agree -R qrels -R qrels tiny/qrels tiny/qrels tiny/alpha.run tiny/beta.run
		agree -m map --b-measure=Rprec tiny/qrels tiny/qrels tiny/alpha.run tiny/beta.run|-R qrels -R qrels|agree -R qrels -R qrels -m map -m Rprec tiny/qrels tiny/qrels tiny/alpha.run tiny/beta.run
		--usage|-h|-h
		compare --scores=matrix.csv --baseline=a --gate-undecided=fail|--gate=noninferior:MARGIN|compare --scores=same.csv --baseline=a --gate=noninferior:0.5
		validate --produced=100::70 --null=400:60:2 --date=May|--title|validate --produced=100::70 --null=400:60:2 --title=May
		--sort=P_10 --format=table tiny/qrels tiny/alpha.run|-m P.10 -m map|--format=table -m P.10 -m map tiny/qrels tiny/alpha.run
		compare --scores=matrix.csv --judged-column=c|--judged-scores=FILE#COLUMN|compare --scores=both.csv --judged-scores=both.csv#c
		--bands-of=topic SAMPLED|--bands=0.2,0.5|--show=labels -R csv -T set --labels=docs.csv --bands=0.2,0.5 judged.csv list
		--over=documents tiny/qrels tiny/alpha.run|--topic=T|--topic=1 -m map tiny/qrels tiny/alpha.run
		simulate coverage --quantity=P|-m est_recall|simulate coverage -m est_recall --scenario=small:1 --ci=normal
		simulate coverage --beta=2|-m est_F.2|simulate coverage -m est_F.2 --scenario=small:1 --ci=normal
		simulate coverage --realizations=2|--scenario=neutral:200,small:200|simulate coverage --scenario=neutral:2,small:2 --ci=normal
		plan pair --retrieved=400,500 --recall=.75,.8|plan pair --system=A=N:RECALL --system=B=N:RECALL --both=N:RECALL --yield=N|plan pair --system=A=400:.75 --system=B=500:.8 --both=300:.7 --yield=310 --size=50
		plan topics --effect=.5 --power=.8 --topic-cost=20 --judgment-cost=2|--topic-cost=10|plan topics --effect=.5 --power=.8 --topic-cost=10 --gamma=robust04
		plan recall -N 1000 --retrieved=100 --precision=.5 --recall=.8 --size=50 --exact|leave it out|plan recall -N 1000 --retrieved=100 --precision=.5 --recall=.8 --size=50
		plan recall -N 1000 --retrieved=100 --precision=.5 --recall=.8 --width=.5 --on-average|leave it out|plan recall -N 1000 --retrieved=100 --precision=.5 --recall=.8 --width=.5
		plan topics --effect=.5 --power=.8 --normal|leave it out|plan topics --effect=.5 --power=.8
		plan elusion --null=960 --elusion=.01 --bound=.05 --force|name another|plan elusion --null=960 --elusion=.01 --bound=.05 --write-allocation=another
		--draws=9 tiny/qrels tiny/alpha.run|'compare' and 'validate' have it|validate --produced=100::70 --null=400:60:2 --draws=99
		plan labels pilot.csv --size=100 --run=r|leave it out|plan labels pilot.csv --size=100
		plan precision --retrieved=400 --precision=.7 --width=.2 --run=r|leave it out|plan precision --retrieved=400 --precision=.7 --width=.2
		plan pilot --reach=.6,.7 --resamples=2 tiny/qrels tiny/alpha.run tiny/beta.run|leave it out|plan pilot --resamples=2 tiny/qrels tiny/alpha.run tiny/beta.run
		plan pilot --sizes=1,2 --resamples=2 tiny/qrels tiny/alpha.run tiny/beta.run|leave it out|plan pilot --resamples=2 tiny/qrels tiny/alpha.run tiny/beta.run
		compare --scores=matrix.csv --ties=half|--test=t,sign:half|compare --scores=matrix.csv --test=t,sign:half
		sample --scores=docs.csv --size=2|--labels=FILE --bands=10|sample --labels=docs.csv --bands=10 --size=2
	END
	assert_equal "$count" "$(sed -n '/formers\[\] = /,/^};/p' "$ROOT/core/options/former.c" | tr '\n' ' ' | grep -oE '\{ [^{}]*, [^{}]*\}' | grep -vc 'NOW "')"
}
