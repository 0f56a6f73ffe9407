# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Passes the TAP of several tests through, and closes with a line that counts. Each test begins with
# "# test NAME" and ends with "# exit STATUS". Tests that a plan promises but do not come, a test
# without a plan, and one that fails otherwise (at its exit, say) count as failed. Fails if any did. A file
# of bats that passed only the second time is named.

# What is wrong with the test that ends here.
function close_test(    missing) {
	if (name == "")
		return
	missing = planned == "" ? 1 : planned - seen
	if (missing > 0)
		print "not ok - " name ": " (planned == "" ? "no plan" : missing " of " planned " are missing")
	else if (missing < 0 || (status != "0" && !bad)) {
		print "not ok - " name ": exit status " status ", " seen " of " planned
		missing = 1
	}
	failed += missing
	if (again && !missing && !bad)
		print "# " name " passed only when bats ran it again"
}

{ print }
/^# test / {
	close_test()
	name = $3
	planned = status = ""
	seen = bad = again = 0
	tests++
}
/^# by bats$/ { again = 1 } # tests/support/quick_bats.bash
/^# exit / { status = $3 }
/^1\.\.[0-9]+ *$/ { split($0, plan, "\\.\\."); planned = plan[2] + 0 }
# cmocka has "not ok" before what is skipped
/^(not )?ok [0-9]+.*# (skip|SKIP)/ { seen++; skipped++; next }
/^ok [0-9]/ { seen++; passed++ }
/^not ok [0-9]/ { seen++; bad++; failed++ }
END {
	close_test()
	printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped
	exit failed > 0 || tests == 0 || passed == 0
}
