#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Measures in shared objects: what is loaded, what is refused and why, and what is installed for them.

load ../support/helper

# What is built already is installed as it is.
setup_file()
{
	make_built install DESTDIR="$BATS_FILE_TMPDIR/staged" PREFIX=/opt/strat >"$BATS_FILE_TMPDIR/log" 2>&1 ||
		fail "$(cat "$BATS_FILE_TMPDIR/log")"
}

small()
{
	printf '%s\n' '1 0 a 1' '1 0 b 0' '2 0 a 1' '2 0 b 2' >q
	printf '%s\n' '1 Q0 a 1 1 tag' '1 Q0 b 2 2 tag' '2 Q0 a 1 3 tag' '2 Q0 c 2 2 tag' '2 Q0 b 3 1 tag' >r
}

# Compiles a C file against the source tree, or with the flags given.
shared_object() # FILE.c FILE.so FLAG...
{
	local source=$1 target=$2
	shift 2
	[ $# -gt 0 ] || set -- "-I$ROOT"
	${CC:-gcc} -std=c17 -Wall -Wextra -Werror -Wno-unused-function -O1 -shared -fPIC "$@" -o "$target" "$source" -lm
}

# A measure with the depth of the ranking as its value; the rest of its lines is the argument.
measure_file() # FILE.c LINES
{
	cat >"$1" <<-END
		#include "measures/measure.h"

		static int depth(const struct topic_view *t, const struct parameters *p, double *value)
		{
			(void)p;
			value[0] = (double)t->retrieved;
			return 0;
		}

		MEASURES = {
			{ $2 },
			MEASURES_END,
		};
	END
}

GOOD='.abi = MEASURE_ABI, .name = "depth", .summary = "documents", .manual = "How many.\n",
      .range = { 0, INFINITY }, .members = "official", .score = depth, .example = { .ranking = "0 1", .value = 2 }'

@test "a plugin's measure is evaluated, printed last, averaged, listed, and has a manual" {
	small
	measure_file good.c "$GOOD"
	shared_object good.c good.so
	# 2 and 3 documents: 2.5 on average
	prints --quiet-warnings --plugin=good.so -q -m depth -m num_ret q r <<-'END'
		num_ret 1 2
		depth 1 2.0000
		num_ret 2 3
		depth 2 3.0000
		num_ret all 5
		depth all 2.5000
	END
	# a name without a slash is a file of this folder; another folder is as good
	mkdir folder
	mv good.so folder/
	prints --quiet-warnings --plugin folder/good.so -m depth q r <<<'depth all 2.5000'
	prints --quiet-warnings --plugin "$PWD/folder/good.so" -m depth q r <<<'depth all 2.5000'
	# it is a member of the nickname that it names
	evaluate --plugin folder/good.so q r
	assert_equal "$(wc -l <stdout | tr -d ' ') $(tail -1 stdout | cut -f1 | tr -d ' ')" '31 depth'
	evaluate --plugin folder/good.so -h -m depth
	assert_equal "$(cat stdout)" $'depth - documents\n  How many.\n  Example: grades \'0 1\' give 2.0000'
	evaluate --plugin folder/good.so -h
	grep -q '^  depth  *documents$' stdout
	# without the plugin there is no such measure
	refused 64 '-m depth: no such measure or nickname (--help lists them)' -m depth q r
}

@test "two plugins can be loaded together, but not one of them twice" {
	small
	measure_file one.c "$GOOD"
	measure_file two.c "${GOOD/\"depth\"/\"depth2\"}"
	shared_object one.c one.so
	shared_object two.c two.so
	prints --quiet-warnings --plugin one.so --plugin two.so -m depth2 -m depth q r <<-'END'
		depth all 2.5000
		depth2 all 2.5000
	END
	refused 1 "./one.so: a measure of this name exists already: 'depth'" --plugin one.so --plugin ./one.so q r
}

@test "a plugin that does not fit is refused with the reason, before anything is computed" {
	small
	# MESSAGE LINES-OF-THE-MEASURE
	not_this()
	{
		measure_file bad.c "$2"
		shared_object bad.c bad.so
		refused 1 "bad.so: $1" --plugin bad.so q r
		refused 1 "bad.so: $1" --plugin bad.so -h
	}
	local again='compile it again with the headers of this program'
	not_this "built for version 8.1 of the plugin interface, and this program has 8.0: $again" \
		"${GOOD/MEASURE_ABI/MEASURE_ABI + (1 << 16)}"
	not_this "built for version 9.0 of the plugin interface, and this program has 8.0: $again" \
		"${GOOD/MEASURE_ABI/MEASURE_ABI + (1 << 24)}"
	# the version is read before anything else: the rest may be garbage
	not_this "built for version 99.0 of the plugin interface, and this program has 8.0: $again" \
		'.abi = 99 << 24, .name = (const char *)8, .score = depth'
	# a size that no descriptor has
	not_this "built for version 8.0 of the plugin interface, and this program has 8.0: $again" \
		"${GOOD/MEASURE_ABI/MEASURE_ABI + 8}"
	# 0.4 had 7.0
	not_this "built for version 7.0 of the plugin interface, and this program has 8.0: $again" \
		"${GOOD/MEASURE_ABI/7 << 24}"
	not_this "a measure has a quantity of samples, but its input is not INPUT_SAMPLE: 'depth'" "$GOOD, .quantity = SET_RECALL"
	not_this "a measure of this name exists already: 'map'" "${GOOD/\"depth\"/\"map\"}"
	not_this 'a measure has no name' "${GOOD/.name = \"depth\",/}"
	not_this "a measure has no name: ''" "${GOOD/\"depth\"/\"\"}"
	not_this "a measure's name contains white space, '.' or ',': 'de pth'" "${GOOD/\"depth\"/\"de pth\"}"
	not_this "a measure's name contains white space, '.' or ',': 'P.5'" "${GOOD/\"depth\"/\"P.5\"}"
	not_this "a measure has no summary or no manual text: 'depth'" "${GOOD/.summary = \"documents\",/}"
	not_this "a measure has no summary or no manual text: 'depth'" "${GOOD/.manual = \"How many.\\n\",/}"
	not_this "a measure has no function to compute it: 'depth'" "${GOOD/.score = depth,/}"
	not_this "a measure's worked example lies outside its range (.range = { least, most }; without it, from 0 to 1): 'depth'" "${GOOD/.range = { 0, INFINITY \},/}"
	not_this "a measure has no function to compute it: 'depth'" "$GOOD, .value = VALUE_TEXT"
	not_this "a measure has a setting without '=': 'depth'" "$GOOD, .settings = \"alpha=0.5 beta\""
	not_this "a measure has an alias with '(' and without ')': 'depth'" "$GOOD, .alias = \"D D(rel\""
	not_this "the plugin has no measure in it" '.abi = 0'
}

@test "a file that is no shared object, or has no measures, is refused with the reason" {
	small
	echo 'int x; ' >empty.c
	shared_object empty.c empty.so
	refused 1 "empty.so: neither a symbol 'strat_eval_measures' nor 'strat_eval_pairs': not a measure plugin" --plugin empty.so q r
	refused 2 'cannot load plugin: ./missing.so: cannot open shared object file: No such file or directory' \
		--plugin missing.so q r
	# the rest of these messages is the dynamic loader's
	local file
	echo text >text.so
	: >nothing.so
	for file in text.so nothing.so q .; do
		evaluate --plugin $file q r
		assert_equal "$exit_status $(wc -c <stdout | tr -d ' ')" '2 0'
		assert_regex "$(cat stderr)" "^strat_eval: cannot load plugin: (\\./)?$file: .+"
		assert_equal "$(wc -l <stderr | tr -d ' ')" 1
	done
	# cut short anywhere, as a copy that was interrupted
	measure_file whole.c "$GOOD"
	shared_object whole.c whole.so
	evaluate --plugin whole.so -m depth q r
	assert_equal "$exit_status" 0
	local size
	size=$(stat -c %s whole.so)
	for ((bytes = 1; bytes <= size / 2; bytes += 1 + size / 60)) do
		head -c $bytes whole.so >cut.so
		evaluate --plugin cut.so -m depth q r
		assert_equal "$bytes $exit_status $(wc -c <stdout | tr -d ' ')" "$bytes 2 0"
		assert_regex "$(cat stderr)" '^strat_eval: cannot load plugin: \./cut\.so: .+'
	done
	assert_regex "$(cat stderr)" '^[^:]*: [^:]*: ./cut.so: cut short: [0-9]+ of [0-9]+ bytes or more$'
	# a symbol that nobody has
	measure_file bad.c "${GOOD/.score = depth/.score = elsewhere}"
	sed -i 's/^MEASURES = {/int elsewhere(const struct topic_view *, const struct parameters *, double *);\n&/' bad.c
	shared_object bad.c bad.so
	evaluate --plugin bad.so q r
	assert_equal "$exit_status" 2
	assert_regex "$(cat stderr)" 'undefined symbol: elsewhere'
}

@test "parameters, texts and sums of a plugin work as those of built-in measures do" {
	small
	cat >p.c <<-'END'
		#include <stdio.h>
		#include "measures/measure.h"

		static int scaled(const struct topic_view *t, const struct parameters *p, double *value)
		{
			for (size_t k = 0; k < p->count; k++)
				value[k] = (double)t->retrieved * p->value[k];
			return 0;
		}

		static size_t text(const struct topic_view *t, const struct parameters *p, char *to, size_t room)
		{
			(void)p;
			/* longer than any buffer that the caller may have on its stack */
			return (size_t)snprintf(to, room, "%s%0600d", t->topic, 7);
		}

		static const char *check(const struct parameters *p)
		{
			return p->value[0] < 100 ? 0 : "takes numbers below 100";
		}

		MEASURES = {
			{ .abi = MEASURE_ABI, .name = "scaled", .summary = "s", .manual = "m\n", .alias = "Scaled@",
			  .kind = PARAMETERS_CUTOFFS, .defaults = "1,10", .value = VALUE_INTEGER,
			  .aggregate = AGGREGATE_SUM, .score = scaled, .check = check },
			{ .abi = MEASURE_ABI, .name = "long_text", .summary = "s", .manual = "m\n", .value = VALUE_TEXT,
			  .aggregate = AGGREGATE_NONE, .text = text },
			MEASURES_END,
		};
	END
	shared_object p.c p.so
	# 2 and 3 documents, times the cutoff, summed
	prints --quiet-warnings --plugin p.so -m scaled q r <<-'END'
		scaled_1 all 5
		scaled_10 all 50
	END
	prints --quiet-warnings --plugin p.so -m Scaled@3 -m scaled.2 q r <<-'END'
		scaled_2 all 10
		scaled_3 all 15
	END
	refused 64 '-m scaled.100: scaled takes numbers below 100' --plugin p.so -m scaled.100 q r
	prints --quiet-warnings --plugin p.so -q -m long_text q r <<-END
		long_text 1 1$(printf '%0600d' 7)
		long_text 2 2$(printf '%0600d' 7)
	END
}

@test "every file of measures/ but those of pairs, compiled as it is, is refused only because its names exist already" {
	only_with_test_all
	small
	local file name count=0
	for file in "$ROOT"/measures/*/*.c; do
		[[ $file != */compare/* ]] || continue # these call core/stats by name
		count=$((count + 1))
		[ $((count % $(cases 1 4))) = 0 ] || continue
		name=$(basename "$(dirname "$file")")_$(basename "$file" .c)
		shared_object "$file" "$name.so" "-I$ROOT" -O0
		evaluate --plugin "$name.so" q r
		assert_equal "$exit_status $(wc -c <stdout | tr -d ' ')" '1 0'
		assert_regex "$(cat stderr)" "^strat_eval: $name\.so: a measure of this name exists already: '[A-Za-z0-9_]+'$"
		# what it needs of the program it finds in its view, and not by name
		! nm -D --undefined-only "$name.so" | grep -vE ' (_|[a-z0-9]+@GLIBC)' || fail "$name calls the program"
	done
	[ $count -ge 22 ] || fail "only $count files"
}

@test "every file of measures/classic, with its measures renamed, loads and gives the numbers of the built-in ones" {
	only_with_test_all
	local file name format count=0
	# names as -h lists them, longest first, so that none is taken for the beginning of another
	"$STRAT_EVAL" --help | sed -n '/^Measures/,/^Nicknames/s/^  \([^ ]*\) .*/\1/p' >names
	for file in "$ROOT"/measures/classic/*.c; do
		name=$(basename "$file" .c)
		count=$((count + 1))
		[ $((count % $(cases 1 3))) = 0 ] || continue
		# quoted names become "my_..." and are asked for together with the built-in ones
		perl -pe 'BEGIN { open my $n, "<", "names"; chomp(@n = <$n>); $re = join "|", map quotemeta, @n }
			s/"($re)"/"my_$1"/g unless /\.(after|if_sampled) = /' "$file" >"$name.c"
		shared_object "$name.c" "$name.so" "-I$ROOT" -O0
		local -a requests=()
		local parameters=
		[ "$name" != reader_models ] || parameters=.max_rel=4
		while read -r _ measure; do
			requests+=(-m "$measure$parameters" -m "my_$measure$parameters")
		done < <(grep -o '"my_[A-Za-z0-9_]*"' "$name.c" | sort -u | tr -d '"' | sed 's/^my_\(.*\)/& \1/')
		[ ${#requests[@]} -gt 0 ] || fail "$name: no measure found"
		format=qrels
		[ "$name" != preferences ] || format=prefs
		[ "$name" != judgment_groups ] || format=qrels_jg
		perl "$ROOT/tests/support/random_case.pl" 11 $format
		[ "$name" != diversity ] || { perl "$ROOT/tests/support/random_case.pl" 11 qrels_jg && format=diversity; }
		[ "$name" != expected_reciprocal_rank ] || perl -pi -e 's/(\d+)$/$1 % 5/e' qrels
		evaluate --quiet-warnings --digits=12 -q -c -R $format --plugin "$name.so" "${requests[@]}" qrels run
		assert_equal "$name: $exit_status $(cat stderr)" "$name: 0 "
		# the lines with my_ are those without
		grep -v '^my_' stdout | perl -pe 's/ +\t/\t/' | sort >built_in
		grep '^my_' stdout | perl -pe 's/^my_//; s/ +\t/\t/' | sort >plugged
		[ -s built_in ] || fail "$name: no output"
		diff built_in plugged || fail "$name"
	done
	[ $count -ge 15 ] || fail "only $count files"
}

@test "make install puts program, headers, manual page and pkg-config file in their places, and a plugin builds with them alone" {
	small
	local prefix=/opt/strat destination=$BATS_FILE_TMPDIR/staged
	cmp "$STRAT_EVAL" "$destination$prefix/bin/strat_eval"
	assert [ -x "$destination$prefix/bin/strat_eval" ]
	assert [ -f "$destination$prefix/share/man/man1/strat_eval.1" ]
	(cd "$destination" && find .$prefix/bin .$prefix/include/strat_eval .$prefix/lib/pkgconfig/strat_eval.pc .$prefix/share/man -type f |
		LC_ALL=C sort) >files
	diff files - <<-END
		.$prefix/bin/strat_eval
		.$prefix/include/strat_eval/core/base/banned.h
		.$prefix/include/strat_eval/core/base/err.h
		.$prefix/include/strat_eval/core/base/near.h
		.$prefix/include/strat_eval/core/data/estimate.h
		.$prefix/include/strat_eval/core/data/joined/pair_view.h
		.$prefix/include/strat_eval/core/data/view.h
		.$prefix/include/strat_eval/core/stats/bounds.h
		.$prefix/include/strat_eval/core/stats/stratum.h
		.$prefix/include/strat_eval/measures/gains.h
		.$prefix/include/strat_eval/measures/measure.h
		.$prefix/include/strat_eval/measures/pair.h
		.$prefix/include/strat_eval/measures/ranking.h
		.$prefix/include/strat_eval/measures/services.h
		.$prefix/lib/pkgconfig/strat_eval.pc
$(cd "$ROOT/doc" && printf ".$prefix/share/man/man1/%s\n" strat_eval*.1)
	END
	export PKG_CONFIG_PATH=$destination$prefix/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$destination
	assert_equal "$(pkg-config --cflags strat_eval | tr -d ' ')" "-I$destination$prefix/include/strat_eval"
	assert_equal "strat_eval $(pkg-config --modversion strat_eval)" \
		"$("$destination$prefix/bin/strat_eval" --version | head -1)"
	measure_file good.c "$GOOD"
	# shellcheck disable=SC2046
	shared_object good.c good.so $(pkg-config --cflags strat_eval)
	"$destination$prefix/bin/strat_eval" --plugin good.so -m depth q r >given
	printf '%-22s\tall\t2.5000\n' depth | cmp - given
	# the gains and rankings of other measures are part of the interface
	printf '#include "measures/gains.h"\n#include "measures/ranking.h"\n' | cat - good.c >more.c
	# shellcheck disable=SC2046
	shared_object more.c more.so $(pkg-config --cflags strat_eval)
}

# The file NAME of doc/writing-a-measure.md.
from_guide() # NAME
{
	awk -v name="$1" '/^```c file=/ { split($2, part, "="); on = part[2] == name; next } /^```/ { on = 0 } on' \
		"$ROOT/doc/writing-a-measure.md" >"$1"
	[ -s "$1" ] || fail "no $1 in the guide"
}

# Columns by name of CSV, blank-separated, of the lines that match.
csv_columns() # FILE REGEX COLUMN...
{
	awk -F, -v regex="$2" -v wanted="${*:3}" '
		NR == 1 { n = split(wanted, w, " "); for (i = 1; i <= NF; i++) at[$i] = i; next }
		$0 ~ regex { line = ""; for (i = 1; i <= n; i++) line = line (i > 1 ? " " : "") $at[w[i]]; print line }' "$1"
}

@test "three plugins built with the installed headers alone: a value, an estimate with its own bounds, a pair" {
	local prefix=/opt/strat destination=$BATS_FILE_TMPDIR/staged name
	for name in first_tier top_share overlap; do
		from_guide $name.c
		shared_object $name.c $name.so "-I$destination$prefix/include/strat_eval"
	done
	local samples=$ROOT/qrels-samples
	local plugins="--plugin=first_tier.so --plugin=top_share.so --plugin=overlap.so"
	run "$destination$prefix/bin/strat_eval" --plugin=first_tier.so --quiet-warnings -m patience.2 "$samples/tiny/qrels" "$samples/tiny/alpha.run"
	assert_output "$(printf '%-22s\tall\t0.7778' patience_2)" # (1/3 + 1 + 1) / 3
	# the method has the plugin's name; four relevant documents of ten, each for two
	# shellcheck disable=SC2086
	evaluate $plugins -R probs -m top_share.10 --ci=wald --format=csv --digits=4 "$samples/production/judgments.probs" \
		"$samples/production/produced.run"
	assert_equal "$exit_status $(csv_columns stdout ',(se|ci_lo)_top' measure value method)" \
		"0 se_top_share_10 0.2828 wald
ci_lo_top_share_10 0.2456 wald"
	# shellcheck disable=SC2086
	refused 64 '--ci=walt: no such method (help methods lists them)' $plugins -R probs -m top_share.10 --ci=walt \
		"$samples/production/judgments.probs" "$samples/production/produced.run"

	# twelve topics, everything judged or drawn with a probability; two topics added up by hand below
	cat >two.probs <<-'END'
		1 0 a 1 0.5
		1 0 b 1 1
		2 0 a 1 0.25
		2 0 b 0 0.25
	END
	printf '%s Q0 a 1 2 one\n%s Q0 b 2 1 one\n' 1 1 2 2 >one.run
	printf '%s Q0 b 1 2 two\n%s Q0 a 2 1 two\n' 1 1 2 2 >two.run
	# top 2: (2 + 1)/2 and 4/2; variances 2/4 and 12/4; their mean 1.75, se sqrt(3.5)/2, z 1.959964
	# shellcheck disable=SC2086
	evaluate $plugins --quiet-warnings -R probs -m top_share.2 --ci --digits=6 two.probs one.run
	trec_lines >expected <<-'END'
		top_share_2 all 1.750000
		se_top_share_2 all 0.935414
		ci_lo_top_share_2 all -0.083378
		ci_hi_top_share_2 all 3.583378
	END
	assert_equal "$exit_status $(cat stderr)" '0 '
	same_output 'mean over topics'

	# compare: top 1 is 2, 4 against 1, 0: differences 1 and 4
	# shellcheck disable=SC2086
	evaluate compare $plugins -R probs --format=csv -m top_share.1 two.probs one.run two.run
	assert_equal "$exit_status $(csv_columns stdout ',all,diff_top_share_1,' value)" '0 2.5'
	# pairs: both retrieve the same two documents
	printf '%s 0 a 1\n' 1 2 >qrels
	# shellcheck disable=SC2086
	evaluate compare $plugins --format=trec -m overlap -m first_tier.1 qrels one.run two.run
	assert_equal "$exit_status $(grep -c '^overlap .*all.*1.0000$' stdout) $(grep -c '^diff_first_tier_1 .*1.0000$' stdout)" '0 1 1'

	# plan map takes its standard errors; simulate sampling what it estimates
	# shellcheck disable=SC2086
	evaluate plan map $plugins --quiet-warnings -R probs -m top_share.2 --half-width=1 --format=csv two.probs one.run
	assert_equal "$exit_status $(cat stderr)" '0 '
	# the root of the mean of the variances .5 and 3
	near "$(csv_columns stdout ',one,' se_within)" 1.322876 1e-6
	# shellcheck disable=SC2086
	evaluate simulate sampling $plugins -m top_share.10 -m statAP_bc --depths=3 --samples=2 --quiet-warnings --format=csv \
		"$samples/comparison/qrels" "$samples"/comparison/*.run
	assert_equal "$exit_status $(cat stderr)" '0 '
	assert_equal "$(csv_columns stdout ',all,3,pool,' measure)" 'top_share_10
statAP_bc'
}

# The beginning of the descriptors of 0.2: the first member was a plain number, 5 for measures and 3 for pairs.
@test "a plugin built for 0.2 is told to compile again, and nothing of it is called" {
	small
	local kind
	for kind in 'strat_eval_measures[2] = { { 5' 'strat_eval_pairs[2] = { { 3'; do
		cat >old.c <<-END
			static const char *const boom = "never read";
			const struct { int abi; const char *name, *summary, *manual; const void *rest[60]; } $kind, "old", boom, boom, { 0 } } };
		END
		shared_object old.c old.so -Wno-missing-field-initializers
		refused 1 'old.so: built for 0.2 or earlier: compile it again with the headers of this program' --plugin old.so q r
	done
}

# Two estimates a topic, their mean, groups by name, and figures of pairs: whatever is walked by size.
earlier_sources()
{
	from_guide top_share.c
	from_guide overlap.c
	sed -i -e 's/^MEASURES = {/static int sum_of(const struct topics_view *v, const struct parameters *p, const struct estimate_request *q, struct estimate *out, struct err *e)\n{\n	(void)p, (void)q, (void)e;\n	out->bounds.lower = out->bounds.upper = 0;\n	for (size_t i = 0; i < v->topics; i++)\n		out->bounds.upper += topics_estimate(v, i)->value;\n	return 0;\n}\n&/' \
		-e 's/\.estimate = .*/&\n.summarise = sum_of,/' top_share.c
	cat >in_groups.c <<-'END'
		#include "measures/measure.h"

		static int in_groups(const struct topic_view *t, const struct parameters *p, double *value)
		{
			(void)p;
			*value = 0;
			for (size_t g = 0; g < t->groups; g++)
				*value = 10 * *value + (double)topic_group(t, g)->relevant;
			return 0;
		}

		static int twice(const struct topic_view *t, const struct parameters *p, double *value)
		{
			return in_groups(t, p, value) < 0 ? -1 : (*value *= 2, 0);
		}

		MEASURES = {
			{ .abi = MEASURE_ABI, .name = "in_groups", .summary = "s", .manual = "m\n", .input = INPUT_GROUPS, .score = in_groups },
			{ .abi = MEASURE_ABI, .name = "twice", .summary = "s", .manual = "m\n", .input = INPUT_GROUPS, .score = twice },
			MEASURES_END,
		};
	END
	sed -i '/\.example = /d' top_share.c overlap.c
}

@test "a plugin built for an earlier revision, with a field less in each struct that grows, gives the same numbers" {
	local header name
	small
	earlier_sources
	# the headers of this version, the last field taken away
	for header in core/base/banned.h core/base/err.h core/base/near.h core/data/estimate.h core/data/joined/pair_view.h core/data/view.h \
		core/stats/bounds.h core/stats/stratum.h measures/measure.h measures/pair.h measures/services.h; do
		mkdir -p "earlier/$(dirname $header)"
		cp "$ROOT/$header" earlier/$header
	done
	less() # HEADER LINE
	{
		grep -qE "^	$2" earlier/$1 || fail "$1 has no '$2'"
		sed -i -E "/^	$2/d" earlier/$1
	}
	less core/data/estimate.h 'double design_effect;'
	less core/data/view.h 'const struct services \*services;'
	less core/data/view.h 'bool post_stratified;'
	less core/data/joined/pair_view.h 'size_t cells;'
	less measures/measure.h 'struct measure_example example;'
	less measures/pair.h 'struct pair_example example;'
	less measures/pair.h 'int64_t draws;'
	printf '%s\n' '1 0 a 1 0.5' '1 0 b 1 1' '2 0 a 1 0.25' '2 0 b 0 0.25' >two.probs
	printf '%s\n' '1 g1 a 1' '1 g1 b 0' '1 g2 a 1' '1 g2 b 1' '1 g3 b 0' >groups
	for name in top_share in_groups overlap; do
		shared_object $name.c $name.now.so
		shared_object $name.c $name.earlier.so -Iearlier
	done
	answer() # NAME WHICH
	{
		case $1 in
		top_share) "$STRAT_EVAL" --plugin $1.$2.so -q -R probs -m top_share.1,2 --ci two.probs r ;;
		in_groups) "$STRAT_EVAL" --plugin $1.$2.so -R qrels_jg -m in_groups -m twice groups r ;;
		overlap) "$STRAT_EVAL" compare --plugin $1.$2.so --quiet-warnings --format=trec -q -m overlap q r r ;;
		esac >$1.$2
	}
	for name in top_share in_groups overlap; do
		answer $name now
		answer $name earlier
		diff $name.now $name.earlier
	done
	# top 2: (1 + 2)/2 and 4/2, which sum_of() adds; the groups have 1, 2 and 0 relevant documents
	trec_lines >expected <<-'END'
		ci_hi_top_share_2 all 3.5000
		in_groups all 120.0000
		twice all 240.0000
		overlap 2 1.0000
		overlap all 1.0000
	END
	cat ./*.now | grep -E '^(ci_hi_top_share_2 .*all|in_groups|twice|overlap .*(2|all)	)' | sort >given
	sort expected | diff - given
	# it matters how they are walked
	sed -i 's/estimate_at(out, q, k)/\&out[k]/' top_share.c
	sed -i 's/topic_group(t, g)->/t->group[g]./' in_groups.c
	sed -i 's/pair_topic(v, t)->/v->topic[t]./; s/shared(pair_topic(v, t))/shared(\&v->topic[t])/' overlap.c
	for name in top_share in_groups overlap; do
		shared_object $name.c $name.wrong.so -Iearlier
		answer $name wrong 2>errors || true
		! cmp -s $name.now $name.wrong || fail "$name: an array may be indexed"
	done
}

@test "a measure that runs out of memory ends the program with status 2 and nothing printed" {
	small
	measure_file fails.c "${GOOD/.score = depth/.score = fails}"
	sed -i 's/^MEASURES = {/static int fails(const struct topic_view *t, const struct parameters *p, double *value)\n{\n	(void)t, (void)p, (void)value;\n	return -1;\n}\n&/' fails.c
	shared_object fails.c fails.so
	refused 2 'out of memory' --plugin fails.so -m depth q r
}

@test "a measure sees document numbers, also with -J, and the names of judgment groups" {
	cat >names.c <<-'END'
		#include <stdio.h>
		#include "measures/measure.h"

		static size_t documents(const struct topic_view *t, const struct parameters *p, char *to, size_t room)
		{
			size_t used = 0;
			char text[500] = "";
			(void)p;
			for (size_t i = 0; i < t->retrieved; i++) {
				struct document_number d = t->document(t, i);
				used += (size_t)snprintf(text + used, sizeof text - used, "%.*s,", (int)d.length, d.text);
			}
			return (size_t)snprintf(to, room, "%s", text);
		}

		static size_t groups(const struct topic_view *t, const struct parameters *p, char *to, size_t room)
		{
			size_t used = 0;
			char text[500] = "";
			(void)p;
			for (size_t g = 0; g < t->groups; g++)
				used += (size_t)snprintf(text + used, sizeof text - used, "%s:%zu,", t->group[g].group_name,
							 t->group[g].relevant_retrieved);
			return (size_t)snprintf(to, room, "%s", text);
		}

		MEASURES = {
			{ .abi = MEASURE_ABI, .name = "documents", .summary = "s", .manual = "m\n", .value = VALUE_TEXT,
			  .aggregate = AGGREGATE_NONE, .text = documents },
			{ .abi = MEASURE_ABI, .name = "groups", .summary = "s", .manual = "m\n", .value = VALUE_TEXT,
			  .aggregate = AGGREGATE_NONE, .text = groups, .input = INPUT_GROUPS },
			MEASURES_END,
		};
	END
	shared_object names.c names.so
	small
	prints --quiet-warnings --plugin names.so -q -m documents q r <<-'END'
		documents 1 b,a,
		documents 2 a,c,b,
	END
	prints --quiet-warnings --plugin names.so -q -J -m documents q r <<-'END'
		documents 1 b,a,
		documents 2 a,b,
	END
	printf '%s\n' '1 east a 1' '1 east b 0' '1 west b 1' >jg
	prints --quiet-warnings --plugin names.so -q -R qrels_jg -m groups jg r <<<'groups 1 east:1,west:1,'
}
