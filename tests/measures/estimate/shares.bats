# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# est_elusion, est_richness, est_rel_unret: relevant documents among those not retrieved, and among all.

load ../../support/helper

values() # ARGUMENT...
{
	"$STRAT_EVAL" --quiet-warnings "$@" | awk '{ print $1, $2, $3 }'
}

# The topics of one run in a table, in which the run "x" retrieves the strata of a condition on `has`:
# whether that run retrieves them.
table_of() # RUN FILE CONDITION
{
	awk -F, -v OFS=, -v run="$1" '
		/^#/ { next }
		!head { head = NR; for (i = 1; i <= NF; i++) at[$i] = i; print; next }
		{ line[NR] = $0; has = ("+" $at["runs"] "+") ~ ("[+]" run "[+]"); in_run[NR] = has; if (has) topic[$at["topic"]] = 1 }
		END { for (n = head + 1; n <= NR; n++) {
			$0 = line[n]
			if (!($at["topic"] in topic)) continue
			has = in_run[n]
			$at["runs"] = '"$3"' ? "x" : "-"
			print
		} }' "$2"
}

# Lines with other names of the measures.
renamed() # FROM TO
{
	sed "s/$1\\b/$2/"
}

@test "a collection of one document has at most one that is relevant" {
	printf '1 0 a 1 .5\n' >probs
	printf '1 Q0 a 1 1 r\n' >run
	run values -R probs -N 1 -m capped_est_rel -m capped_est_rel_ret probs run
	# 1/.5 = 2 is more than there is
	assert_output - <<-END
		capped_est_rel all 1.0000
		capped_est_rel_ret all 1.0000
	END
}

# relevant: d1 1/.5 + d3 1/.2 retrieved, d4 1/.1 not; others d2 4, not d6 20; gray d5 2, not d7 4
@test "shares and numbers are sums of 1/probability, gray documents counted" {
	printf '1 0 d%s %s %s\n' 1 1 .5 2 0 .25 3 1 .2 4 1 .1 5 -1 .5 6 0 .05 7 -1 .25 >probs
	printf '1 Q0 d%s 0 %s r\n' 1 9 2 8 3 7 5 6 >run
	run values -R probs -m est_rel_unret -m est_richness -m est_elusion -m est_elusion.1,3 probs run
	# 10; 17/47; 10/34; of all but the first 15/45, but the first three 10/36
	assert_output - <<-END
		est_rel_unret all 10.0000
		est_richness all 0.3617
		est_elusion all 0.2941
		est_elusion_1 all 0.3333
		est_elusion_3 all 0.2778
	END
}

@test "from probabilities, the bounds of elusion are those of the precision of the other documents" {
	printf '1 0 d%s %s %s\n' 1 1 .5 2 0 .25 3 1 .2 4 1 .1 5 -1 .5 6 0 .05 7 -1 .25 >probs
	printf '1 Q0 d%s 0 %s r\n' 1 9 2 8 3 7 5 6 >run
	printf '1 Q0 d%s 0 %s r\n' 4 9 6 8 7 7 >other
	printf '1 Q0 d%s 0 %s r\n' 1 9 2 8 3 7 5 6 4 5 6 4 7 3 >all
	printf '1 Q0 d%s 0 %s r\n' 3 7 5 6 4 5 6 4 7 3 >rest
	values -R probs -m est_elusion.2 --ci --digits=9 probs run >found
	values -R probs -m est_P --gray=nonrelevant --ci --digits=9 probs rest | renamed est_P est_elusion_2 >expected
	diff expected found
	values -R probs -m est_elusion --ci --digits=9 probs run >found
	values -R probs -m est_P --gray=nonrelevant --ci --digits=9 probs other | renamed est_P est_elusion >expected
	diff expected found
	values -R probs -m est_richness --ci --digits=9 probs run >found
	values -R probs -m est_P --gray=nonrelevant --ci --digits=9 probs all | renamed est_P est_richness >expected
	diff expected found
	assert_equal "$(wc -l <found)" 3
}

# The run that retrieves what the other does not, written as a table of its own.
@test "from strata, elusion is the precision of the complement, by every method" {
	local method run compared=0
	for run in produced keyword; do
		table_of $run "$ROOT/qrels-samples/production/table.csv" 'has' >run.csv
		table_of $run "$ROOT/qrels-samples/production/table.csv" '!has' >complement.csv
		for method in bb-spread bb-half bb-bound bb-uniform bb-mcp jeffreys normal laplace agresti-coull trec-legal; do
			values -R table -m est_elusion --ci=$method --digits=9 run.csv >found
			values -R table -m est_P --gray=nonrelevant --ci=$method --digits=9 complement.csv | renamed est_P est_elusion >expected
			diff expected found
			values -R table -m est_rel_unret --ci=$method --digits=9 run.csv >found
			values -R table -m est_rel_ret --ci=$method --digits=9 complement.csv | renamed est_rel_ret est_rel_unret >expected
			diff expected found
			compared=$((compared + $(grep -c ci_ found || true)))
		done
	done
	echo "bounds of est_rel_unret compared: $compared"
	[ "$compared" -ge 28 ]
}

@test "from strata, richness is the yield over their size, and elusion times the rest is what was missed" {
	local method size
	table_of produced "$ROOT/qrels-samples/production/table.csv" 'has' >run.csv
	for method in bb-spread bb-half bb-bound normal jeffreys; do
		values -R table -m est_rel -m est_richness -m est_rel_unret -m est_elusion --ci=$method --digits=12 run.csv >found
		awk -v all=400 -v rest="$(awk -F, '$3 == "-" { n += $4 } END { print n }' run.csv)" '
			{ x[$1] = $3 }
			function same(a, b) { d = a - b; if (d > 1e-8 || d < -1e-8) { print a, b; bad = 1 } n++ }
			END {
				m = split("# ci_lo_ ci_hi_", prefix, " ")
				for (i = 1; i <= m; i++) {
					p = prefix[i] == "#" ? "" : prefix[i]
					same(x[p "est_rel"] / all, x[p "est_richness"])
					same(x[p "est_rel_unret"] / rest, x[p "est_elusion"])
				}
				exit bad || n != 6
			}' found
	done
}

@test "means over topics and pooled topics are those of the complement's precision" {
	local options compared=0
	table_of UW "$ROOT/qrels-samples/legal09/strata.csv" 'has' >run.csv
	table_of UW "$ROOT/qrels-samples/legal09/strata.csv" '!has' >complement.csv
	table_of UW "$ROOT/qrels-samples/legal09/strata.csv" '1' >all.csv
	for options in --ci --ci=bb-half "--ci=bb-half --topic-scope=random" --ci=normal "--tail=upper --ci"; do
		values -R table -q -m est_elusion --micro $options --digits=6 run.csv >found
		values -R table -q -m est_P --gray=nonrelevant --micro $options --digits=6 complement.csv | renamed est_P est_elusion >expected
		diff expected found
		values -R table -m est_richness $options --digits=6 run.csv >found
		values -R table -m est_P --gray=nonrelevant $options --digits=6 all.csv | renamed est_P est_richness >expected
		diff expected found
		compared=$((compared + $(wc -l <expected)))
	done
	[ "$compared" -ge 14 ]
}

@test "a table that names no run has a richness, of each topic and of all" {
	printf 'topic,stratum,runs,size,sampled,relevant\n1,a,-,2000000,1000,50\n2,a,-,1000,100,10\n2,b,,1000,100,30\n' >table.csv
	run values -R table -q -m runid -m est_rel -m est_richness table.csv
	assert_output - <<-END
		est_rel 1 100000.0000
		est_richness 1 0.0500
		est_rel 2 400.0000
		est_richness 2 0.2000
		runid all -
		est_rel all 50200.0000
		est_richness all 0.1250
	END
	# what needs a run is left out, unless it is asked for by its name
	run values -R table table.csv
	refute_output --partial est_recall
	assert_line 'num_sampled all 1200'
	refused 64 '-m est_P: est_P needs a run, and the table names none' -R table -m est_P table.csv
	# simulations are about runs
	refused 1 'table.csv: the table names no run' simulate coverage --scenario=table.csv
	# R, the exact limits of a hypergeometric sample: 74677 130773
	run values -R table -D 0.1 -m est_rel --ci=bb-bound table.csv
	assert_line 'ci_lo_est_rel all 74677.0000'
	assert_line 'ci_hi_est_rel all 130773.0000'
}

# Numbers of documents have no upper limit: ten times as many have ten times the ends, also where the first are below 1.
@test "means of estimated numbers over topics are not kept below 1" {
	for times in 1 10; do
		{
			echo topic,stratum,runs,size,sampled,assessable,relevant
			for t in 1 2 3 4 5 6; do printf '%d,a,x,%d,4,%d,1\n%d,b,-,%d,3,3,1\n' $t $((4 * times)) $((3 + t % 2)) $t $((9 * times)); done
		} >table.csv
		evaluate -R table --quiet-warnings --digits=6 --ci=clogit -m est_gray -m est_gray_ret table.csv
		assert_equal "$exit_status $(wc -l <stdout)" '0 6'
		awk -v times=$times '{ printf "%s %.4f\n", $1, $3 / times }' stdout >of.$times
	done
	cmp of.1 of.10
}
