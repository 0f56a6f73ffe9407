# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# The sample legal09 gives the numbers that were published for it.
#
# Expected values are typed from: Webber, "Approximate recall confidence intervals" (2013), Table XII;
# Hedin, Tomlinson, Baron, Oard, "Overview of the TREC 2009 Legal Track" (official results of the
# Interactive task, after appeal); and NIST's l07_eval for topic 201, run UW (evalInt09, no caps).

load ../../support/helper

setup() {
	cd "$ROOT" || return 1
	table=qrels-samples/legal09/strata.csv
	data=$DATA/legal09
	pool="--pool $data/201.CB.run --pool $data/201.CS.run --pool $data/201.UP.run"
}

# compare TOLERANCE COLUMN...: lines of standard input are "topic run value..."; each value must be
# within the tolerance of that column in the CSV file $BATS_TEST_TMPDIR/actual.
compare() {
	awk -F, -v tolerance="$1" -v columns="${*:2}" '
		FNR == NR { value[$2 " " $1 " " $3] = $4; next }
		FNR == 1 { count = split(columns, column, " "); FS = " "; $0 = $0 }
		{
			rows++
			for (i = 1; i <= count; i++) {
				key = $1 " " $2 " " column[i]
				if (!(key in value)) {
					print key " is missing"
					wrong++
				} else if (value[key] !~ /^-?[0-9.]+$/ || (d = value[key] - $(i + 2)) > tolerance || -d > tolerance) {
					print key ": expected " $(i + 2) ", found " value[key]
					wrong++
				}
			}
		}
		END { print rows + 0 " rows, " wrong + 0 " wrong" }
	' "$BATS_TEST_TMPDIR/actual" -
}

# From the program, with three columns, those after the first without their padding.
values() {
	"$STRAT_EVAL" -q -n --quiet-warnings "$@" | awk '{ print $1, $3 }'
}

@test "recall, normal, Laplace and beta-binomial intervals are those of Webber's Table XII, all 24 runs" {
	"$STRAT_EVAL" -R table -q -n --digits=6 --format=csv -m est_recall \
		--ci=normal,laplace,bb-half "$table" > "$BATS_TEST_TMPDIR/actual"
	# topic run recall, then lower and upper end: BBin 0.5, Norm corr., Laplace.
	# The paper's UD is the overview's AD.
	cat > "$BATS_TEST_TMPDIR/table12" <<-END
		201 UW 0.778 0.451 0.928 0.485 1.070 0.351 0.916
		201 CS 0.489 0.287 0.592 0.304 0.673 0.226 0.593
		201 CB 0.204 0.119 0.250 0.126 0.282 0.093 0.247
		201 UP 0.167 0.097 0.208 0.102 0.231 0.076 0.205
		202 UW 0.673 0.523 0.768 0.542 0.803 0.501 0.771
		202 CS 0.579 0.451 0.662 0.467 0.692 0.432 0.664
		203 UW 0.865 0.623 0.881 0.832 0.897 0.552 0.940
		203 UB 0.592 0.427 0.621 0.552 0.631 0.378 0.652
		203 ZL-NoCull 0.175 0.123 0.185 0.157 0.192 0.105 0.185
		203 ZL-Cull 0.029 0.019 0.034 0.023 0.035 0.016 0.033
		204 H5 0.762 0.572 0.882 0.595 0.930 0.538 0.874
		204 AD 0.305 0.229 0.360 0.235 0.374 0.216 0.358
		204 CB 0.198 0.149 0.240 0.151 0.246 0.140 0.238
		205 CS 0.673 0.592 0.738 0.599 0.747 0.587 0.737
		205 EQ 0.463 0.404 0.509 0.409 0.516 0.399 0.505
		205 IN 0.292 0.253 0.327 0.254 0.329 0.250 0.325
		206 CB-High 0.076 0.052 0.112 0.046 0.106 0.049 0.109
		206 LO 0.042 0.025 0.069 0.020 0.063 0.023 0.067
		206 CB-Mid 0.011 0.007 0.015 0.007 0.015 0.007 0.014
		206 CB-Low 0.009 0.006 0.013 0.006 0.013 0.005 0.012
		207 CB 0.768 0.698 0.798 0.723 0.813 0.689 0.802
		207 UW 0.761 0.688 0.791 0.714 0.807 0.677 0.791
		207 LO 0.538 0.489 0.566 0.503 0.573 0.484 0.569
		207 EQ 0.483 0.437 0.507 0.451 0.515 0.430 0.507
	END
	# printed with three decimals
	run compare 0.0005 est_recall <<< "$(cut -d' ' -f1-3 "$BATS_TEST_TMPDIR/table12")"
	assert_output '24 rows, 0 wrong'
	run compare 0.0005 ci_{lo,hi}_est_recall_normal ci_{lo,hi}_est_recall_laplace \
		<<< "$(cut -d' ' -f1,2,6-9 "$BATS_TEST_TMPDIR/table12")"
	assert_output '24 rows, 0 wrong'
	# the paper's are from 40,000 Monte Carlo draws
	run compare 0.0015 ci_{lo,hi}_est_recall_bb-half <<< "$(cut -d' ' -f1,2,4,5 "$BATS_TEST_TMPDIR/table12")"
	assert_output '24 rows, 0 wrong'
}

@test "--ci=trec-legal gives the official recall, precision and F1 with their intervals, all 24 runs" {
	"$STRAT_EVAL" -R table -q -n --digits=6 --format=csv -m est_recall -m est_P -m est_F \
		--ci=trec-legal "$table" > "$BATS_TEST_TMPDIR/actual"
	# topic run, then estimate, lower and upper end of recall, precision, F1; three decimals, of
	# which the last of a half may be rounded either way
	run compare 0.000501 {,ci_lo_,ci_hi_}est_recall {,ci_lo_,ci_hi_}est_P {,ci_lo_,ci_hi_}est_F <<-END
		201 UW 0.778 0.482 1.000 0.912 0.869 0.956 0.840 0.667 1.000
		201 CB 0.204 0.126 0.282 0.690 0.633 0.746 0.315 0.221 0.408
		201 CS 0.489 0.302 0.676 0.215 0.202 0.228 0.299 0.261 0.336
		201 UP 0.167 0.102 0.232 0.117 0.105 0.129 0.137 0.114 0.161
		202 UW 0.673 0.540 0.805 0.884 0.859 0.909 0.764 0.678 0.850
		202 CS 0.579 0.465 0.694 0.664 0.640 0.688 0.619 0.553 0.685
		203 UW 0.865 0.765 0.964 0.692 0.632 0.752 0.769 0.715 0.823
		203 ZL-NoCull 0.175 0.155 0.194 0.895 0.812 0.978 0.292 0.264 0.320
		203 UB 0.592 0.515 0.668 0.111 0.099 0.122 0.186 0.170 0.203
		203 ZL-Cull 0.029 0.022 0.036 0.613 0.463 0.762 0.056 0.043 0.068
		204 H5 0.762 0.587 0.937 0.844 0.796 0.893 0.801 0.702 0.900
		204 CB 0.198 0.149 0.248 0.169 0.150 0.189 0.183 0.159 0.207
		204 AD 0.305 0.232 0.377 0.077 0.071 0.083 0.123 0.113 0.133
		205 EQ 0.463 0.407 0.518 0.915 0.884 0.946 0.614 0.565 0.664
		205 CS 0.673 0.587 0.759 0.321 0.302 0.339 0.434 0.410 0.459
		205 IN 0.292 0.249 0.334 0.251 0.228 0.273 0.270 0.247 0.292
		206 CB-High 0.076 0.044 0.107 0.038 0.025 0.051 0.051 0.037 0.064
		206 LO 0.042 0.020 0.063 0.026 0.014 0.039 0.032 0.021 0.043
		206 CB-Mid 0.011 0.007 0.015 0.608 0.412 0.804 0.021 0.013 0.030
		206 CB-Low 0.009 0.006 0.013 0.612 0.407 0.816 0.018 0.011 0.026
		207 UW 0.761 0.704 0.818 0.907 0.875 0.939 0.828 0.791 0.864
		207 CB 0.768 0.707 0.828 0.834 0.797 0.871 0.799 0.762 0.836
		207 EQ 0.483 0.445 0.521 0.725 0.693 0.758 0.580 0.551 0.609
		207 LO 0.538 0.493 0.583 0.183 0.174 0.193 0.273 0.261 0.285
	END
	assert_output '24 rows, 0 wrong'
}

@test "--ci=trec-legal gives the official yields with their intervals, all seven topics" {
	"$STRAT_EVAL" -R table -q -n --digits=6 --format=csv -m est_rel --ci=trec-legal "$table" \
		> "$BATS_TEST_TMPDIR/actual"
	# topic, any run of it, estimate, lower and upper end; whole numbers
	run compare 0.5 {,ci_lo_,ci_hi_}est_rel <<-END
		201 UP 1524 949 2099
		202 CS 3801 3060 4542
		203 UB 1685 1550 1820
		204 AD 3163 2456 3869
		205 IN 26839 23751 29928
		206 LO 15695 12042 19348
		207 EQ 8454 7892 9016
	END
	assert_output '7 rows, 0 wrong'
}

@test "a run is evaluated only in the topics in which the table names it" {
	run "$STRAT_EVAL" -R table -m num_q "$table" UW UP
	# UW took part in 201, 202, 203 and 207, UP in 201
	assert_output "$(printf '%-22s\tall\t%s\n' runid UW num_q 4 runid UP num_q 1)"
}

@test "topic 201 from documents gives what l07_eval printed for run UW" {
	need_data legal09
	run values -R probs -N 569034 $pool -m num_ret -m num_rel -m num_rel_ret -m num_sampled -m num_gray \
		-m est_rel -m est_nonrel -m est_gray -m est_rel_ret -m est_nonrel_ret -m est_gray_ret \
		-m est_recall -m est_P -m est_F.1 -m est_F.2 -m est_F.0.5 -m est_R_prec \
		"$data/201.qrels" "$data/201.UW.run"
	assert_success
	assert_output - <<-END
		num_ret 1330
		num_rel 195
		num_rel_ret 188
		num_sampled 2729
		num_gray 86
		est_rel 1523.8755
		est_nonrel 546656.7456
		est_gray 20853.3226
		est_rel_ret 1185.0042
		est_nonrel_ret 113.7669
		est_gray_ret 31.2286
		est_recall 0.7776
		est_P 0.9124
		est_F_1 0.8396
		est_F_2 0.8013
		est_F_0.5 0.8818
		est_R_prec 0.7963
	END
	run values -R probs -m est_P.5000,10000 "$data/201.qrels" "$data/201.UW.run"
	assert_output "$(printf 'est_P_5000 0.2427\nest_P_10000 0.1213')"
}

@test "topic 201 has one interval, from documents with probabilities, strata, CSV or the table" {
	need_data legal09
	awk 'BEGIN { print "rel,docno,stratum,topic" } { print $5 "," $3 "," $4 "," $1 }' \
		"$data/201.strata" > "$BATS_TEST_TMPDIR/201.csv"
	awk -F, 'BEGIN { print "topic,stratum,size" } $1 == 201 { print $1 "," $2 "," $4 }' "$table" \
		> "$BATS_TEST_TMPDIR/sizes.csv"
	ask="--digits=6 -m est_recall -m est_P -m est_F --ci=bb-half,normal,trec-legal"
	values $ask -R table -D 0.201 "$table" UW > "$BATS_TEST_TMPDIR/expected"
	run values $ask -R strata -N 569034 $pool "$data/201.strata" "$data/201.UW.run"
	assert_output "$(cat "$BATS_TEST_TMPDIR/expected")"
	run values $ask -R strata --strata "$BATS_TEST_TMPDIR/sizes.csv" "$data/201.strata" "$data/201.UW.run"
	assert_output "$(cat "$BATS_TEST_TMPDIR/expected")"
	run values $ask -R csv -N 569034 $pool "$BATS_TEST_TMPDIR/201.csv" "$data/201.UW.run"
	assert_output "$(cat "$BATS_TEST_TMPDIR/expected")"
	# its probabilities have seven digits, and the sum of 1/p is no whole number: all differ from the seventh on
	local name value expected last
	while read -r name value expected; do
		near "$value" "$expected" 2e-6
		last=$name
	done < <(values $ask -R probs -N 569034 $pool "$data/201.qrels" "$data/201.UW.run" |
		paste -d' ' - <(cut -d' ' -f2 "$BATS_TEST_TMPDIR/expected"))
	assert_equal "$last" ci_hi_est_F_trec-legal
}

@test "the strata of topic 201, counted from documents, are those of the published table" {
	need_data legal09
	"$STRAT_EVAL" -R probs -N 569034 --show=strata "$data/201.qrels" "$data/201.CB.run" \
		"$data/201.CS.run" "$data/201.UP.run" "$data/201.UW.run" |
		cut -d, -f1,3-7 | sed 1d | sort > "$BATS_TEST_TMPDIR/counted"
	grep '^201,' "$table" | cut -d, -f1,3-7 | sort > "$BATS_TEST_TMPDIR/published"
	run diff "$BATS_TEST_TMPDIR/published" "$BATS_TEST_TMPDIR/counted"
	assert_success
}

@test "doc/evidence/tables/derivations-1.csv has Table XII as the program and the paper have it" {
	"$STRAT_EVAL" -R table -q -n --digits=3 --format=csv -m est_recall --ci=bb-half,normal,laplace "$table" |
		awk -F, 'NR > 1 { v[$2 " " $1, $3] = $4; if ($3 == "est_recall") key[++count] = $2 " " $1 }
			function ends(k, method) {
				return v[k, "ci_lo_est_recall_" method] "-" v[k, "ci_hi_est_recall_" method]
			}
			END {
				for (i = 1; i <= count; i++)
					print key[i], v[key[i], "est_recall"], ends(key[i], "bb-half"), ends(key[i], "normal"), ends(key[i], "laplace")
			}' | sort > "$BATS_TEST_TMPDIR/program"
	awk -F, '/^20[1-7],/ { print $1, $2, $3, $4, $6, $8 }' doc/evidence/tables/derivations-1.csv | sort > "$BATS_TEST_TMPDIR/document"
	run diff "$BATS_TEST_TMPDIR/program" "$BATS_TEST_TMPDIR/document"
	assert_success
	# the printed columns, from the paper's table above
	awk -F, '/^20[1-7],/ { gsub("-", " ", $5); gsub("-", " ", $7); gsub("-", " ", $9)
		print $1, $2, $3, $5, $7, $9 }' doc/evidence/tables/derivations-1.csv | sort > "$BATS_TEST_TMPDIR/document"
	sed -n '/table12" <<-END/,/^	END/p' "$BATS_TEST_FILENAME" | grep '^		20' | tr -d '\t' | sort > "$BATS_TEST_TMPDIR/paper"
	run diff "$BATS_TEST_TMPDIR/paper" "$BATS_TEST_TMPDIR/document"
	assert_success
}
