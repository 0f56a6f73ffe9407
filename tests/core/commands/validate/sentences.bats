#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# The sentences of strat_eval validate, each with the counts it comes from.

load ../../../support/helper

validate() { "$STRAT_EVAL" validate "$@"; }

# What is printed under "For the report:", or under another heading, as one line.
part() # HEADING
{
	awk -v heading="$1" '$0 == heading { on = 1; next } /^$/ { on = 0 } on' <<<"$output" | tr -s ' \n' ' '
}

# The sentences have a text, of which a line break may be part.
says() # TEXT
{
	local sentences
	sentences=$(part 'For the report:')
	[[ "$sentences" == *"$1"* ]] || fail "'$1' is not in: $sentences"
}

silent() # TEXT
{
	local sentences
	sentences=$(part 'For the report:')
	[[ "$sentences" != *"$1"* ]] || fail "'$1' is in: $sentences"
}

# All numbers: R 4.2.2, with
#     up <- function(N,n,r,a) { R <- r:(N-n+r); max(R[phyper(r,R,N-R,n) > a]) }
# and by hand where nothing else is said. Bounds are rounded to their safe side.
#     31000/(31000 + up(960000,2400,9,.05))   .83179    up(960000,2400,9,.05)/960000   .0065302
#     31000/(31000 + 9*400)                   .89595    9/2400                         .00375
@test "the whole report of a reviewed production and an elusion sample" {
	run validate --produced=40000::31000 --null=960000:2400:9 --target=0.75 --title='Doe v. Roe, 2026-11-16'
	assert_success
	assert_line --index 0 'Doe v. Roe, 2026-11-16'
	assert_equal "$(part 'For the report:')" "Of the 40,000 documents produced, all were reviewed; 31,000 of these were \
coded relevant. Of the 960,000 documents not produced, 2,400 were drawn at random and reviewed; 9 of these were coded \
relevant. The point estimate of recall is 89.60 %; at the 95 % confidence level recall is at least 83.17 % (one-sided \
lower bound, method bb-bound). The point estimate of elusion, the relevant share of the documents not produced, is \
0.375 %; at the 95 % confidence level it is at most 0.654 % (one-sided upper bound, method bb-bound). Precision is \
77.50 % (a count, not an estimate: every produced document was reviewed). At the 95 % confidence level the sample \
supports a recall of at least 75 %: the target is shown. Computed by $("$STRAT_EVAL" --version | head -1). "
	assert_line --regexp '^elusion .* 0\.00654$' # as in the sentence
	assert_line --regexp '^recall .* 0\.8317 +0\.9428$'
}

# By hand: 31000/31009 = .99971; 31000/31010 = .99968; 9/960000 = .0000094; 1/96000 = .0000104.
@test "less than all is never 100 %, and 1 document was, not were" {
	run validate --produced=40000::31000 --null=960000::9
	says 'Recall is 99.97 % (a count, not an estimate: every document was reviewed).'
	says 'is 0.000938 % (a count, not an estimate: every document not produced was reviewed).'
	run validate --produced=40000::31000 --null=960000:96000:1
	says '96,000 were drawn at random and reviewed; 1 of these was coded relevant.'
	says 'The point estimate of recall is 99.97 %'
	# 39999999/40000000 = .999999975: with eight digits it is no longer 1
	run validate --produced=40000000::39999999 --null=960000::1
	says 'Recall is 99.999998 %'
	assert_line --regexp '^recall +0\.99999998 '
	run validate --produced=40000000::39999999 --null=960000::1 --digits=1
	says 'Recall is 99.999998 %'
	run validate --produced=40::40 --null=60::0 --target=1
	says 'Recall is 100 % (a count'
	says 'The target, a recall of at least 100 %, is reached.'
}

# up(...) above: .831790496 is not .8318, and .83179 is not below .83178
@test "table, verdict and sentences agree on a target beside the bound" {
	run validate --produced=40000::31000 --null=960000:2400:9 --target=0.8318
	assert_line 'recall of 0.8318: not shown (at least 0.8317 only)'
	says 'does not establish a recall of at least 83.18 %; it does not show that recall is lower.'
	run validate --produced=40000::31000 --null=960000:2400:9 --target=0.83178
	assert_line 'recall of 0.83178: shown (at least 0.83179)'
	says 'recall is at least 83.179 %'
	says 'the sample supports a recall of at least 83.178 %: the target is shown.'
	assert_line --regexp '^recall .* 0\.83179 '
}

# 450000*12/2399 + 20000*6/500 = 2490.94; of 470000 .530 %; 20000/22490.94 = .88925. 18/2899 would be .621 %.
@test "strata have names and counts, so that a reader can compute the estimate" {
	run validate --produced=30000::20000 --null=email=450000:2399:12 --null=paper=20000:500:6 --word=responsive
	says 'The 470,000 documents not produced are in 2 strata: email, 2,399 of 450,000 drawn at random and reviewed, 12 coded responsive; paper, 500 of 20,000 drawn at random and reviewed, 6 coded responsive.'
	says 'In the estimates a stratum of N documents counts as N times the share of its sample.'
	says 'elusion, the responsive share of the documents not produced, is 0.530 %'
	says 'The point estimate of recall is 88.92 %'
	assert_line --regexp '^responsive, not produced +2,491 '
	refute_output --partial 'coded relevant'
	run validate --produced=8000:500:400 --produced=700::120 --null=52000:1500:15
	says 'The 8,700 documents produced are in 2 strata: stratum 1, 500 of 8,000 drawn at random and reviewed, 400 coded relevant; stratum 2, all 700 reviewed, 120 coded relevant.'
}

# 31000/(31000 + up(960000,2400,9,.01)) .80534; up(960000,2400,9,.01)/960000 .0078052
@test "the lower bound of recall stands beside the upper one of elusion, whatever --tail says" {
	local tail
	for tail in lower upper both; do
		run validate --produced=40000::31000 --null=960000:2400:9 --tail=$tail --level=.99
		says 'at the 99 % confidence level recall is at least 80.53 % (one-sided lower bound'
		says 'at the 99 % confidence level it is at most 0.781 % (one-sided upper bound'
	done
	run validate --produced=40000::31000 --null=960000:2400:9 --tail=upper --target=.75
	says 'recall is at least 83.17 %'
}

@test "only methods that keep their level show a target" {
	local ci
	for ci in naive normal bb-half bb-spread koopman; do
		run validate --produced=40000:500:388 --null=960000:2400:2 --ci=$ci --target=.9
		assert_line --regexp "^recall of 0\.9: not shown \(at least 0\.9[0-9]* by $ci, an approximation\)$"
		says "method $ci, an approximation)"
		says "By this approximation recall is at least 90 %. That is not shown: method $ci does not guarantee"
		silent 'the target is shown'
	done
	for ci in bb-bound; do
		run validate --produced=40000:500:388 --null=960000:2400:2 --ci=$ci --target=.9
		assert_line --regexp '^recall of 0\.9: shown \(at least 0\.92[0-9]*\)$'
		says 'the target is shown'
	done
	# what was counted is no approximation
	run validate --produced=40::39 --null=60::1 --ci=naive --target=.9
	assert_line --regexp '^recall of 0\.9: shown '
}

@test "no bound is above 1 or below 0 in the table, and csv has them as they were computed" {
	run validate --produced=40000:500:388 --null=960000:2400:2 --ci=normal
	assert_line --regexp '^recall +0\.9749 +0\.9[0-9]* +1\.0000 +0\.9[0-9]* +1\.0000$'
	assert_line --regexp '^relevant, not produced +800 +0 '
	run validate --produced=40000:500:388 --null=960000:2400:2 --ci=normal --format=csv
	[[ "$(grep ci_hi_est_recall <<<"$output" | cut -d, -f4)" > 1.00 ]] || fail "$output"
}

@test "anytime says that it holds at every look" {
	run validate --produced=40000::31000 --null=960000:2400:9 --ci=anytime
	says 'method anytime, which holds at every look)'
	[[ "$(part 'What this does not say:')" == *'the bounds hold at every look'* ]]
}

@test "nothing relevant: recall cannot be estimated, and is not shown" {
	run validate --produced=40000:500:0 --null=960000:2400:0 --target=.75 --word=responsive
	says 'Recall cannot be estimated: nothing responsive was found, neither in the production nor outside it.'
	assert_line 'recall of 0.75: not shown (recall cannot be estimated)'
}

# 31000/(31000 + up(960000,3600,12,.05)) .85694: 2,400 and 1,200 documents, 9 and 3 relevant
@test "rounds of one null set are added up" {
	run validate --produced=40000::31000 --null=960000:2400:9 --null=960000:1200:3 --fixed-size
	says '3,600 were drawn at random, in 2 rounds (2,400 and 1,200), and reviewed; 12 of these were coded relevant.'
	says 'recall is at least 85.69 %'
	[[ "$(part 'What this does not say:')" == *'If a round was drawn because of what an earlier one showed'* ]]
	validate --produced=40000::31000 --null=960000:3600:12 --format=csv >together
	validate --produced=40000::31000 --null=960000:2400:9 --null=960000:1200:3 --fixed-size --format=csv | diff together -
	validate --produced=40000::31000 --null=960000:2400:9 --null=960000:600:2 --null=960000:600:1 --fixed-size --format=csv | diff together -
}

# R: c(lo(2e6,1000,50,.025), up(2e6,1000,50,.025))/2e6 .0373385 .0653865: .0154 above and .0127 below .05
@test "richness has a margin of error" {
	run validate --collection=2000000:1000:50
	says 'The point estimate of richness is 5.00 %, with a margin of error of at most 1.54 percentage points at the 95 % confidence level: from 3.73 % to 6.54 % (two-sided, method hypergeometric). These are about 100,000 relevant documents, from 74,677 to 130,773.'
}

@test "what was counted has bounds by every method" {
	run validate --produced=40000::31000 --null=960000:2400:9 --ci=koopman
	assert_line --regexp '^precision( +0\.7750){5}$'
	says 'Precision is 77.50 % (a count'
	# 20000/30000: no bound is rounded away from it
	run validate --produced=30000::20000 --null=470000:2399:12
	assert_line --regexp '^precision( +0\.6667){5}$'
}

@test "what the sentences do not say" {
	run validate --produced=40000::31000 --null=960000:2400:9 --word=responsive
	local limits
	limits=$(part 'What this does not say:')
	for text in 'a document is responsive if it was coded so' 'culled, lost or never collected' 'One look:' \
		'If you compute two and report the better one' 'on its own' 'Families:'; do
		[[ "$limits" == *"$text"* ]] || fail "'$text' is not in: $limits"
	done
	# nothing was sampled: no word of bounds
	run validate --produced=40::31 --null=60::9
	limits=$(part 'What this does not say:')
	[[ "$limits" != *bound* && "$limits" == *Reviewers:* ]] || fail "$limits"
}

@test "csv and jsonl have the one-sided bounds behind their other columns" {
	run validate --produced=40000::31000 --null=960000:2400:9 --format=csv --digits=5
	assert_line --index 0 --regexp ',one_sided,one_sided_method$'
	assert_line --regexp '^production,all,ci_lo_est_recall,.*,0\.83179,bb-bound$'
	assert_line --regexp '^production,all,ci_hi_est_elusion,.*,0\.00653,bb-bound$'
	assert_line --regexp '^production,all,est_recall,0\.89595,.*,,$'
	run validate --produced=40000::31000 --null=960000:2400:9 --format=jsonl --digits=5
	assert_line --regexp '"ci_lo_est_recall".*"one_sided":0\.83179,"one_sided_method":"bb-bound"\}$'
}

@test "the page has title, counts, limits, methods with their sources, and the version" {
	run validate --produced=30000::20000 --null=email=450000:2399:12 --null=paper=20000:500:6 --format=html \
		--title='A < B' --word=responsive
	assert_success
	assert_output --partial '<h1>A &#60; B</h1>'
	assert_output --partial '<th scope="row">drawn and coded, responsive<td>0<td>18<td>18'
	assert_output --partial '<h2>What this does not say</h2>'
	assert_output --partial '<li>Families:'
	# a number and its percent sign stay on one line
	assert_output --partial $' 0.530\xc2\xa0%; '
	assert_output --partial 'bb-bound: one-sided bounds'
	assert_output --partial 'Fay and Feuer 1997'
	assert_output --partial "Made by $("$STRAT_EVAL" --version | head -1)"
	run validate --collection=1000000 --control=2000:80:58:6 --format=html
	assert_output --partial '<th scope="row">drawn and coded, relevant<td>58<td>6<td>0<td>64'
}

# Every cell from the counts that are typed: N - n was not looked at, and the columns add up to all documents.
@test "counts are a ledger: every document once, by place and by what is known" {
	run validate --produced=30000::20000 --null=email=450000:2399:12 --null=paper=20000:500:6 --withheld=300:100:40 \
		--culled=9000:90:1 --known-missed=25 --format=markdown
	assert_line '| documents | produced | withheld | culled | not produced | all |'
	assert_line '| drawn and coded, relevant | 0 | 40 | 1 | 18 | 59 |'
	assert_line '| drawn and coded, not relevant | 0 | 60 | 89 | 2,881 | 3,030 |'
	assert_line '| coded, not drawn, relevant | 20,000 | 0 | 0 | 7 | 20,007 |'
	assert_line '| coded, not drawn, not relevant | 10,000 | 0 | 0 | 0 | 10,000 |'
	assert_line '| not looked at | 0 | 200 | 8,910 | 467,094 | 476,204 |'
	assert_line '| all | 30,000 | 300 | 9,000 | 470,000 | 509,300 |'
	# of a control set alone, only the places of its relevant documents are known
	run validate -N 60000 --control=1500::80:9 --format=markdown
	assert_line '| documents | produced | not produced | in either | all |'
	assert_line '| drawn and coded, not relevant | 0 | 0 | 1,411 | 1,411 |'
	assert_line '| all | 80 | 9 | 59,911 | 60,000 |'
	# what is not sampled is known by its number
	run validate -N 1000 --null=900:100:2 --format=markdown
	assert_line '| not looked at | 100 | 800 | 900 |'
	assert_line '| all | 100 | 900 | 1,000 |'
}

@test "strata on both sides: how they count is said once" {
	run validate --produced=a=30000:400:300 --produced=b=10000:200:150 --null=email=450000:2399:12 --null=paper=20000:500:6
	says 'b, 200 of 10,000 drawn at random and reviewed, 150 coded relevant. The 470,000 documents not produced are in 2 strata:'
	assert_equal "$(tr '\n' ' ' <<<"$output" | grep -o 'counts as N times' | wc -l)" 1
}

@test "long names of strata stand on the page as they were typed" {
	local letters name
	letters=$(perl -e 'print "\xc3\xbc" x 150') # 150 letters of two bytes each
	validate --produced=40000:500:388 --null="${letters}one=960000:2400:9" --null="a${letters}two=9000:240:9" --format=html >page
	run ! grep -qF '&#xfffd;' <(sed '/^<pre>/d' page)
	for name in "${letters}one" "a${letters}two"; do
		grep -qF "<th scope=\"row\">$name<td>" page
	done
}

@test "a million millions of documents, less one, are as many in the sentence" {
	run validate --produced=999999999999:5:0 --null=1000:1:1
	says 'Of the 999,999,999,999 documents produced, 5 were drawn'
}
