#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Times of decisions, by which a review is put in order (readers/review_file.c). The days are those of GNU date.

load ../support/helper

setup() {
	cd "$BATS_TEST_TMPDIR" || return
}

# review FIRST DAYS K: decisions on so many days from FIRST on, the last one first; relevant are those of the first K days
review() {
	echo record_id,title,asreview_label,asreview_time
	seq 0 $(($2 - 1)) | sed "s/.*/$1 + & days/" | date -u -f - '+%F 12:00:00' |
		awk -v k="$3" '{ print NR ",title," (NR <= k) "," $0 }' | tac
}

# found K: how many are found after K decisions
found() {
	"$STRAT_EVAL" stop -N 2000 --batch="$1" --looks=1000 --quiet-warnings --format=csv review.csv | awk -F, -v k="$1" '$2 == "look" && $5 == k { print $8; exit }'
}

@test "decisions are in the order of their days, over months, leap years and the turn of the year" {
	local k
	# at the ends of months, to 2025-02-01: from 2023-12-01 over the leap day of 2024
	for k in 31 62 91 122 152 183 213 244 275 305 336 366 397 428; do
		review 2023-12-01 428 "$k" >review.csv
		assert_equal "$(found "$k")" "$k"
	done
	# 2100 is no leap year, 2000 is one
	review 2100-02-27 4 2 >review.csv
	assert_equal "$(found 2)" 2
	review 2000-02-28 4 2 >review.csv
	assert_equal "$(found 2)" 2
}

@test "a day that is not in the calendar is refused" {
	local day
	for day in 2023-02-29 2024-02-30 2100-02-29 2024-04-31 2024-06-31 2024-09-31 2024-11-31 2024-01-32 2024-13-01 2024-00-10 2024-05-00; do
		printf 'record_id,title,asreview_label,asreview_time\n1,title,1,%s 12:00:00\n2,title,0,2024-05-01 12:00:00\n' "$day" >review.csv
		run -1 "$STRAT_EVAL" stop -N 100 review.csv
		assert_output --partial "$day"
	done
	for day in 2024-02-29 2000-02-29 2024-12-31 2024-01-31; do
		printf 'record_id,title,asreview_label,asreview_time\n1,title,1,%s 12:00:00\n2,title,0,2024-05-01 12:00:00\n' "$day" >review.csv
		run -0 "$STRAT_EVAL" stop -N 100 review.csv
	done
}

@test "decisions are in the order of the time of day, to parts of a second" {
	local k moment=('1970-01-01 00:00:00' '1970-01-01 00:00:30' '1970-01-01T00:00:30.25' '1970-01-01 00:01:00' '1970-01-01 00:59:59'
		'1970-01-01 01:00:00' '1970-01-01 23:00:00' '1970-01-01 23:59:59.5' '1970-01-02 00:00:01')
	for k in 1 2 3 4 5 6 7 8; do
		printf '%s\n' "${moment[@]}" | awk -v k="$k" '{ print NR ",title," (NR <= k) "," $0 }' | tac |
			sed '1i record_id,title,asreview_label,asreview_time' >review.csv
		assert_equal "$(found "$k")" "$k"
	done
}

@test "a time that no clock shows is refused, a leap second is not" {
	local time
	for time in '2024-05-01 24:00:00' '2024-05-01 12:60:00' '2024-05-01 12:00:61' '1969-12-31 12:00:00' '2024-05-01 12:00:00Z' '2024-05-01 1:00:00'; do
		printf 'record_id,title,asreview_label,asreview_time\n1,title,1,%s\n2,title,0,2024-05-01 12:00:00\n' "$time" >review.csv
		run -1 "$STRAT_EVAL" stop -N 100 review.csv
		assert_output --partial "$time"
	done
	printf 'record_id,title,asreview_label,asreview_time\n1,title,1,%s\n2,title,0,2024-05-01 12:00:00\n' '2016-12-31 23:59:60' >review.csv
	run -0 "$STRAT_EVAL" stop -N 100 review.csv
}

@test "references: decisions and their times stand in notes of either kind of RIS" {
	local tag
	review 2024-02-27 4 2 >review.csv
	for tag in N1 KW; do
		awk -F, -v tag="$tag" 'NR > 1 { printf "TY  - JOUR\nID  - %s\n%s  - ASReview_%srelevant\n%s  - asreview_time: %s\nER  - \n", $1, tag, $3 ? "" : "ir", tag, $4 }' review.csv >review.ris
		"$STRAT_EVAL" stop -N 2000 --batch=2 --looks=1000 --quiet-warnings --format=csv review.ris >"$tag.csv"
		# the first two days are those of the relevant ones
		assert_equal "$(awk -F, '$2 == "look" && $5 == 2 { print $8; exit }' "$tag.csv")" 2
	done
}
