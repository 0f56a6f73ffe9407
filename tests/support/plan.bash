# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# What the tests of `strat_eval plan` share.

map() {
	"$STRAT_EVAL" plan map "$@"
}

pilot() {
	"$STRAT_EVAL" plan pilot "$@"
}

recall() {
	"$STRAT_EVAL" plan recall "$@"
}

topics() {
	"$STRAT_EVAL" plan topics "$@"
}

# Five topics of 12 to 16 documents, two runs that share most of them, about a third relevant; ranks and scores agree.
make_pilot() {
	perl -e 'my $x = 42; sub pick { $x = ($x * 1103515245 + 12345) % 2147483648; return int($x / 65536) % $_[0] }
		open Q, ">qrels"; open A, ">a.run"; open B, ">b.run";
		for my $t (1 .. 5) {
			my @d = map { "d$_" } 1 .. 18;
			for my $run (*A, *B) {
				my @order = @d;
				for my $i (reverse 1 .. $#order) { my $k = pick($i + 1); @order[$i, $k] = @order[$k, $i] }
				my $n = 10 + pick(4);
				printf $run "%d Q0 %s %d %d x\n", $t, $order[$_], $_ + 1, 100 - $_ for 0 .. $n - 1;
			}
			printf Q "%d 0 %s %d\n", $t, $_, pick(3) == 0 for @d;
		}'
}

# Columns of the first line only.
first() # COLUMN,...
{
	pick "$1" | head -1
}
