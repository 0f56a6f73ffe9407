# Passes TAP through, and closes with a line that counts. Fails where a test failed or is missing.
{ print }
/^1\.\.[0-9]+/ { split($0, plan, "\\.\\."); planned = plan[2] + 0 }
/^ok / { if (/# skip/) skipped++; else passed++ }
/^not ok / { failed++ }
END {
	missing = planned - passed - failed - skipped
	printf "%d passed, %d failed, %d skipped\n", passed, failed + missing, skipped
	exit failed + missing > 0 || planned == 0
}
