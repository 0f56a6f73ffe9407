/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "core/base/system.h"
#include "core/base/number.h"
#include "core/commands/compare/compare_options.h"
#include "core/options/former.h"
#include "core/stats/interval/choose.h"
#include "core/stats/goutte_gaussier/confusion.h"

#define AT(member)    OPTION_AT(struct compare_request, member)
#define GIVEN(member) .given = offsetof(struct compare_request, member)

static const char *const ties[] = { "sign:drop", "sign:half", "sign:random" };
static const char *const run_scopes[] = { "random", "these", NULL };

/* Whole numbers with commas between them. */
static int take_counts(const char *option, const char *text, double *count, size_t least,
		       size_t most, struct err *e)
{
	size_t given = 0;
	const char *rest = text;
	struct slice item;
	bool good = true;
	while (good && next_item(&rest, &item)) {
		int64_t value;
		good = given < most && parse_integer(item, &value) && value >= 0 &&
		       value <= 1000000000;
		if (good)
			count[given++] = (double)value;
	}
	if (good && given >= least)
		return 0;
	return err_usage(
		e, "--%s %.200s: not %s whole numbers from 0 to 1000000000, separated by commas",
		option, text, most == least ? "three" : "two or three");
}

static int add_confusion(struct compare_request *q, const char *text, struct err *e)
{
	double count[3];
	if (take_counts("counts", text, count, 3, 3, e) < 0)
		return -1;
	if (q->confusions == 2)
		return err_usage(e, "--counts needs two systems; a third is %.200s", text);
	q->confusion[q->confusions++] =
		(struct confusion){ .tp = count[0], .fp = count[1], .fn = count[2] };
	return 0;
}

/* A file, or counts. */
OPTION_SETTER(set_word)
{
	struct compare_request *q = request;
	return q->source == COMPARE_COUNTS ? add_confusion(q, text, e)
					   : text_list_add(&q->runs.file, text, e);
}

static int add_wins(struct compare_request *q, const char *text, struct err *e)
{
	double count[3] = { 0, 0, 0 };
	if (take_counts("wins", text, count, 2, 3, e) < 0)
		return -1;
	for (int i = 0; i < 3; i++)
		q->wins[i] += count[i];
	return 0;
}

/* `least` of the option is the source. */
OPTION_SETTER(set_source)
{
	struct compare_request *q = request;
	if (q->source != COMPARE_RUNS && q->source != o->least)
		return err_usage(e, "only one of --counts, --wins and --scores can be given");
	q->source = (enum compare_source)o->least;
	q->matrix = q->source == COMPARE_SCORES ? text : NULL;
	return q->source == COMPARE_COUNTS ? add_confusion(q, text, e)
	       : q->source == COMPARE_WINS ? add_wins(q, text, e)
					   : 0;
}

OPTION_SETTER(set_tests)
{
	struct comparison_request *q = &((struct compare_request *)request)->request;
	struct slice item;
	q->tests = 0;
	q->tests_given = text != o->usual;
	while (next_item(&text, &item)) {
		char name[64];
		snprintf(name, sizeof name, "%.*s", (int)item.length, item.at);
		for (int i = 0; i < 3; i++)
			q->paired.ties = strcmp(name, ties[i]) == 0 ? (enum ties)i : q->paired.ties;
		if (strncmp(name, "sign:", 5) == 0 && strcmp(name, ties[q->paired.ties]) == 0)
			name[4] = '\0';
		const struct paired_test *t = paired_test_find(name);
		struct choices c = choices_for(slice_of(name));
		CHOICES_IN(&c, paired_tests);
		if (t == NULL)
			return err_usage(e, "--test=%s: not one of %s", name, choices_text(&c));
		for (size_t i = 0; i < q->tests; i++)
			if (q->test[i] == t)
				return err_usage(e, "--test: %s is named twice", name);
		if (q->tests < PAIRED_TESTS_MAX)
			q->test[q->tests++] = t;
	}
	return 0;
}

OPTION_SETTER(set_adjustment)
{
	struct compare_request *q = request;
	const char *former = former_answer("compare", "adjust", text);
	struct choices c = choices_for(slice_of(text));
	CHOICES_IN(&c, adjustments);
	q->request.adjust = adjustment_find(text);
	if (q->request.adjust == NULL && former != NULL)
		return err_usage(e, "%s", former);
	return q->request.adjust != NULL
		       ? 0
		       : err_usage(e, "--adjust=%.200s: not one of %s", text, choices_text(&c));
}

/* [noninferior:]MARGIN[%], or nothing. */
OPTION_SETTER(set_gate)
{
	struct gate_request *q = &((struct compare_request *)request)->gate;
	static const char prefix[] = "noninferior:";
	*q = (struct gate_request){ .asked = true };
	if (text == NULL)
		return 0;
	q->noninferior = strncmp(text, prefix, sizeof prefix - 1) == 0;
	const char *number = text + (q->noninferior ? sizeof prefix - 1 : 0);
	size_t length = strlen(number);
	q->percent = length > 0 && number[length - 1] == '%';
	length -= q->percent;
	if (!parse_real((struct slice){ number, length }, &q->margin) || !(q->margin >= 0) ||
	    q->margin > (q->percent ? 100 : 1e99))
		return err_usage(
			e,
			"--gate=%.200s: neither MARGIN nor noninferior:MARGIN; MARGIN is a "
			"number of 0 or more, such as 0.01, or 2%% of the baseline's mean",
			text);
	return q->noninferior && q->margin == 0
		       ? err_usage(e, "--gate=%.200s: needs a margin above 0", text)
		       : 0;
}

OPTION_SETTER(set_prior)
{
	double *prior = &((struct compare_request *)request)->pair.prior;
	if (strcmp(text, "jeffreys") == 0)
		*prior = 0.5;
	else if (strcmp(text, "uniform") == 0)
		*prior = 1;
	else if (!parse_real(slice_of(text), prior) ||
		 !(*prior >= CONFUSION_LEAST_PRIOR && *prior <= 1e6))
		return err_usage(
			e,
			"--prior=%.200s: neither jeffreys, nor uniform, nor a number from 0.01 to 1e6",
			text);
	return 0;
}

/* Gain and cost. */
OPTION_SETTER(set_utility)
{
	struct pair_request *q = &((struct compare_request *)request)->pair;
	struct slice gain = { text, strcspn(text, ",") };
	if (text[gain.length] == '\0')
		return err_usage(e, "--utility=%.200s: two numbers are needed, A,B", text);
	return option_number(o, gain, &q->gain, e) < 0
		       ? -1
		       : option_number(o, slice_of(text + gain.length + 1), &q->cost, e);
}

static const char *const parts[] = { "all", "leaderboard", NULL };

static const struct command_option options[] = {
	{ HEADING("What is compared, instead of runs:") },
	{ "counts", 0, "TP,FP,FN TP,FP,FN", "Two sets, each by TP, FP and FN", SET_BY(set_source),
	  .least = COMPARE_COUNTS,
	  .more = "TP documents of a set are relevant, FP are not, and FN relevant ones are "
		  "missed." },
	{ "wins", 0, "N1,N2[,N3]",
	  "Two systems: how often only the first is right, only the second, and both or neither; "
	  "several add up",
	  SET_BY(set_source), .repeat = REPEAT_EACH, .least = COMPARE_WINS,
	  .more = "Both worked on the same documents: for N1 of them only the first is right, "
		  "for N2 only the second, and for N3 both or neither. What a second collection shows "
		  "is added." },
	{ OPTION_SCORES, .set = set_source, .least = COMPARE_SCORES, AT(matrix),
	  .more = "`strat_eval -q` prints such lines, too; each file of them is a system, and -m names the "
		  "measures (default map). An empty field of a matrix is a missing score." },
	{ "judged-scores", 0, "FILE[#COLUMN]",
	  "Scores by people for some topics, drawn at random; --scores=FILE has those by labels for "
	  "all topics",
	  .type = OPTION_FILE, AT(judged_matrix),
	  .more = "Both files are a matrix. If --scores=FILE has both for one system, "
		  "--judged-scores=FILE#COLUMN says which column is by people; it is empty in the topics "
		  "that people did not score. Means and differences hold whatever the labels are, and are "
		  "narrower if these are good (doc/methods.md): by regression (--ci=t, the default), or as "
		  "prediction-powered means are published (--ci=normal), which cover less with "
		  "few topics. The formats are table, csv and jsonl." },
	{ HEADING("Over topics:") },
	{ NAME_MEASURE, .own = true, .here = "(default map), or figures of a pair, listed below",
	  .type = OPTION_TEXTS, .repeat = REPEAT_EACH, AT(runs.measure),
	  .more = "Any measure that is averaged over topics will do, with its parameters. The "
		  "default is set_recall, set_P and set_F with `-T set`, and est_recall, est_P and "
		  "est_F with sampled judgments." },
	{ "lower-better", 0, NULL,
	  "With --scores: lower scores are better (known for last_rel and loss_er)",
	  AT(lower_better),
	  .more = "For runs the measure decides, and so it does for scores of `last_rel`, "
		  "`norm_last_rel`, `loss_er`, `loss_e` and `loss_r`. Counts of better topics, the "
		  "order of runs and marks in LaTeX follow it; differences and one-sided p-values are "
		  "about the scores as they are." },
	{ NAME_BASELINE, .here = "(may be repeated)", ADDED_TEXTS, AT(request.baseline),
	  .more = "With several baselines every other run is compared with each of them, and "
		  "p-values are adjusted for all these comparisons.\n\n"
		  "The run itself is not needed if `strat_eval -q --manifest=- --format=jsonl -m NAME "
		  "QRELS RUN` wrote its scores to a file, which has one run: RUN may be this file. Other "
		  "judgments (by their bytes), other options of judgments and "
		  "runs, a measure or a topic that only one side has, and rounded scores (--digits) are "
		  "errors that name the difference; another version of the program is a warning. Scores "
		  "that differ by less than 1e-9 are the same." },
	{ OPTION_TOPIC_GROUPS, AT(runs.topic_groups),
	  .more = "Each group has a comparison of its own, whose p-values are adjusted for its pairs "
		  "and not for the number of groups. The difference of the means over groups, in which "
		  "each group counts alike, has an interval and a p by t with topics drawn within each "
		  "group (Satterthwaite's degrees of freedom). In lines a group is `group=NAME` in the "
		  "column of topics and the mean over groups `group=*`. The formats are table, trec, csv "
		  "and jsonl." },
	{ NAME_SYSTEM_OF, .type = OPTION_FILE, AT(runs.system_of),
	  .more = "A run is named as it names itself, or as its file is typed, and each run must be "
		  "listed. The score of a system on a topic is the mean over those of its runs that have "
		  "one, so that folds of the topics become whole. How far the runs of a system differ "
		  "is printed: the standard deviation of their means. If each system has three runs or more, "
		  "all with the same topics, tests and intervals are about the systems: they count topics "
		  "and seeds as random (--run-scope). Else they are about these runs. "
		  "--baseline names systems." },
	{ "run-scope", 0, "WHICH",
	  "With --system-of: claims are about systems with random seeds (default; from three runs each on), or about these runs",
	  WORD(run_scopes), AT(request.these_runs),
	  .more = "`random` needs three runs or more of each system, and a test of means; else claims are "
		  "about these runs." },
	{ "test", 0, "NAME[:HOW],...",
	  "Tests (default t,sign,wilcoxon,random); p of the first is adjusted; topics without a difference are dropped by the sign test, or count half or random (sign:half)",
	  SET_BY(set_tests), .usual = "t,sign,wilcoxon,random",
	  .more = "Pairs are sorted by it, too."
		  "\n- t: paired t test"
		  "\n- sign: sign test, exact"
		  "\n- wilcoxon: Wilcoxon's signed rank test; exact up to 50 topics with a difference"
		  "\n- random: randomization test of the mean difference; exact up to 20 topics with a "
		  "difference"
		  "\n- bootstrap: studentised bootstrap test of the mean difference" },
	{ "adjust", 0, "NAME",
	  "For many comparisons: holm (default), bonferroni, bh, shrunk-t, tukey, random-tukey "
	  "or none; shrunk-t and both tukeys give intervals too",
	  SET_BY(set_adjustment), .usual = "holm",
	  .more = "`holm`, `bonferroni`, `bh` (Benjamini and Hochberg) and `none` start from "
		  "the p of the first test. The other three look at the scores of all runs together "
		  "and do not start from it. They also give simultaneous intervals of the differences, "
		  "which hold all at once with --level, stand in the table in place of those of --ci, "
		  "and leave 0 out only where p is below 1 less the level."
		  "\n- shrunk-t: The largest t of all pairs when topics are resampled, with errors that are "
		  "shrunk towards each other. p is step-down. Keeps its level with skewed differences, "
		  "too, but depends on which other runs there are, and finds near-duplicates late or "
		  "never; goes with --baseline."
		  "\n- tukey: Tukey's honestly significant difference in the model topic + system, as "
		  "R's TukeyHSD. Takes errors as normal and of one variance for all runs."
		  "\n- random-tukey: The randomised one (Carterette 2012): scores are permuted among "
		  "the runs, topic by topic."
		  "\nBoth tukeys take all runs to vary equally; on scores of real runs, which do not, "
		  "they called some equal runs different in up to 9 % of samples at .05 "
		  "(doc/coverage.md), and a warning says so; they find no difference between "
		  "near-duplicates. Both need a value of every run for "
		  "every topic (-c, --topic), all pairs and no baseline; shrunk-t takes of each "
		  "pair the topics that both runs have."
		  "\n\nOf three runs or more, what `holm` and `bonferroni` claim of means is checked by "
		  "`shrunk-t`: t is too sure of skewed differences when it is asked for very small p. "
		  "Stars, letters and daggers at .05 that it does not confirm carry a mark, `?`, and a line "
		  "names the pairs; lines for programs have `p_check` beside `p_adj`. The claim stands: "
		  "near-duplicates are marked, too, although `holm` is right about them. The check takes "
		  "--resamples, fewer where there are many pairs, and 999 at least if so many are asked for." },
	{ NAME_SIMULTANEOUS,
	  .here = "(of differences, by shrunk-t, whatever --adjust is), and so do the ranks of each run",
	  AT(simultaneous),
	  .more = "They are those of all pairs, or of the pairs with a baseline, hold at once with "
		  "--level, and come from resampled topics. In the table they stand in place of those "
		  "of --ci. p stays that of --adjust. There is no --tail. Without a baseline the ranks of a run "
		  "go from 1 and the runs whose interval against this one lies wholly on the better "
		  "side to the number of runs less those on the worse side; an --adjust with intervals of its own "
		  "has them, too. All formats have them, and --plot draws them." },
	{ "margin", 0, "X",
	  "Difference that matters: also test that A and B differ by less, and that A is not worse by "
	  "X or more",
	  REAL(ABOVE_TO(0, 1e99)), AT(request.margin),
	  .more = "It is in units of the measure, and chosen before the data are seen. There "
		  "are two more p-values: `p_equiv` is small where A and B differ by less than X (two "
		  "one-sided t tests, TOST; the larger p), and `p_noninf` where A is not worse than B "
		  "by X or more (one one-sided t test). With them goes the t interval of level 1-2a, "
		  "if the bounds have level 1-a: 90 % for 95 %. It lies within X of 0 exactly where "
		  "`p_equiv` is below a. They are not adjusted for the number of comparisons." },
	{ "gate", 0, "[noninferior:]MARGIN",
	  "With --baseline: exit status 3 if a run is shown to lose more than MARGIN (0.01 or 2%; default 0); with noninferior: also 4, unless all are shown to lose less",
	  SET_BY(set_gate), .optional = true,
	  .more = "For checks of changes: a gate in front of a merge. `fail`: some run is shown to "
		  "lose more than MARGIN by some measure; the lower bounds of the losses are adjusted "
		  "for the number of runs times measures (Bonferroni). `pass`: all runs are shown to "
		  "lose less than MARGIN by all measures, or have the same scores in all topics; each "
		  "is tested without adjustment, since all must be shown. Else `undecided`, and how "
		  "many topics would show it if the run is as good as the baseline. Tests are one-sided, "
		  "at 1 less --level, by t and by Johnson's correction for skew, of which both must show "
		  "it (doc/methods.md). A margin in % is tested as the contrast of the run with a "
		  "lower share of the baseline, topic by topic. Runs whose documents or topics are not "
		  "judged, topics that only one of two runs has, and fewer than five topics are errors. "
		  "doc/ci.md begins with what to choose." },
	{ NAME_CI,
	  .here = "(of the difference: percentile, bca, slogit, clogit, and by default t; of estimates of sets from a sample, by default " NAMED_SET_MEAN
		  ")",
	  ADDED_METHODS, AT(runs.methods) },
	{ .include = bounds_options, AT(runs) },
	{ NAME_DRAWS, WHOLE(1, 1000000000), AT(runs.batch.evaluation.bounds.ends.draws),
	  .repeat = REPEAT_LAST },
	{ HEADING("Each pair, for -m prob_gt, paired and E_diff, --counts and --wins:") },
	{ "prior", 0, "NAME|X", "Prior of unknown shares: jeffreys (default), uniform, or a number",
	  SET_BY(set_prior), .usual = "jeffreys",
	  .more = "The number is lambda or alpha of the papers." },
	{ "beta", 0, "X", "Weight of recall in F (default 1)", REAL(FROM_TO(0, 1e6)), AT(pair.beta),
	  .usual = "1" },
	{ "utility", 0, "A,B",
	  "Utility A*TP - B*FP of -m prob_gt_utility (default 1,1); with --counts, prints it",
	  REAL(FROM_TO(0.001, 1000)), .set = set_utility, GIVEN(utility_given), .usual = "1,1",
	  .more = "A is the gain of a true positive, B the cost of a false one." },
	{ NAME_PROB_REL, .here = "(of E_diff)", REAL(FROM_TO(0, 1)), AT(pair.prob_relevant),
	  .usual = "0.5" },
	{ .include = sampled_options, AT(runs) },
	{ HEADING("Judgments and runs, as in evaluation:") },
	{ OPTION_JUDGMENT_FORMAT, AT(runs.judgment_format) },
	{ .include = judgments_options, AT(runs) },
	{ HEADING("Output:") },
	{ NAME_QUERIES, .own = true, .here = "(in tables of two runs the largest difference first)",
	  AT(runs.topics),
	  .more = "In tables these are topics that both runs of a pair have, so that the best topics of "
		  "A are on top and those of B at the bottom. `latex` and `markdown` have none." },
	{ NAME_NOSUMMARY, .here = "(in trec, csv and jsonl only)", AT(runs.no_summary) },
	{ OPTION_SHOW("leaderboard (the runs, without their pairs; in tables)", parts),
	  AT(leaderboard), .more = "They are ordered by their means, and have the letters." },
	{ OPTION_ANSWER_FORMAT(1, FORMAT_TABLE), AT(format),
	  .more = "`table` is for people, with sentences to copy; `latex` for papers (best run "
		  "first, best values in bold, the letters of the runs that a run is better than, or "
		  "daggers), and `markdown` the same table for a README; `html` is a page with pictures; `trec`, `csv` and `jsonl` are for "
		  "programs." },
	{ OPTION_PICTURE_OF("differences by topic (two runs), means and which do not differ "
			    "(several), differences from the baseline, or with --counts densities",
			    "There is a plot for each measure over topics. Two runs: the "
			    "differences by topic, the largest first, their mean and its "
			    "interval. Several: each mean with its own interval by the first "
			    "method of --ci, and the letters of the table. With --baseline: the "
			    "differences from it with their intervals. "),
	  AT(plot) },
	{ .include = program_options, AT(runs) },
	{ OPTION_HELP },
	{ 0 },
};

static void init(void *request)
{
	struct compare_request *q = request;
	run_request_init(&q->runs);
}

#define NO_RUNS	    "options for judgments and runs need judgments and runs"
#define OVER_TOPICS "it is for comparisons over topics of runs and --scores"

static const struct option_rule rules[] = {
	{ "counts|wins|scores",
	  .excludes =
		  "Rel_info_format|Results_format|pool|Number_docs_in_coll|"
		  "complete_rel_info_wanted|Judged_docs_only|Max_retrieved_per_topic|plugin|gray",
	  .says = NO_RUNS },
	{ "counts|wins", .excludes = "strata", .says = NO_RUNS },
	ONE_RUN_IS_WORST,
	SAMPLE_RULES,
	{ "lower-better", .needs = "scores", .why = "for runs, the measure says it" },
	{ "judged-scores", .needs = "scores", .why = "the scores by labels" },
	{ "judged-scores",
	  .excludes = "adjust=tukey|adjust=random-tukey|adjust=shrunk-t|simultaneous|margin|"
		      "query_eval_wanted|show|plot|topic|format=trec" },
	{ "strata", .needs = "!scores|judged-scores", .says = NO_RUNS },
	{ "counts|wins", .excludes = "measure" },
	{ "wins", .excludes = "WORDS" },
	{ "system-of|topic-groups|gate", .excludes = "counts|wins|judged-scores",
	  .why = OVER_TOPICS },
	{ "topic-groups", .excludes = "format=latex|format=html|format=markdown" },
	{ "topic|baseline|ci|simultaneous|margin|show", .excludes = "counts|wins",
	  .why = OVER_TOPICS },
	{ "gate", .needs = "baseline", .why = "the run that the others are compared with" },
	{ "adjust=tukey|adjust=random-tukey", .excludes = "baseline",
	  .why = "it is for all pairs; with a baseline use shrunk-t" },
	{ "simultaneous|adjust=shrunk-t|adjust=tukey|adjust=random-tukey",
	  .excludes = "tail=lower|tail=upper", .why = "its intervals have both ends" },
	{ "simultaneous", .excludes = "adjust=tukey|adjust=random-tukey",
	  .why = "it has such intervals: leave --simultaneous out" },
	{ "show=leaderboard", .excludes = "format=trec|format=csv|format=jsonl",
	  .why = "it is for tables of runs" },
	{ 0 },
};

const struct command_table compare_table = {
	.name = "compare",
	.summary = "compare two or more runs",
	.arguments =
		"QRELS RUN RUN...\n--baseline=SCORES QRELS RUN...\n--scores FILE...\n--counts TP,FP,FN TP,FP,FN\n--wins N1,N2[,N3]",
	.doc = "Is A better than B, and how sure is that?",
	.examples =
		"  strat_eval compare -c -m nDCG@10 qrels a.run b.run\n  strat_eval compare --baseline=a.run qrels *.run\n",
	.notes =
		"Any file may be gzip, and one of them may be - for standard input. " EXIT_STATUS
		" With --gate also 3 a run is shown to lose more than MARGIN, 4 not all are shown to lose less (noninferior).",
	.option = options,
	.rule = rules,
	.word = &(const struct command_option){ AT(runs.file), .set = set_word },
	.size = sizeof(struct compare_request),
	.init = init,
};

/* What rules cannot say: kinds of methods, and levels. */
static int check_values(const struct compare_request *o, struct err *e)
{
	const struct run_request *r = &o->runs;
	const char *method = r->methods.count > 0 ? r->methods.method[0] : NULL;
	bool claims = o->request.margin > 0 || o->gate.asked;
	if (o->source != COMPARE_RUNS && method != NULL && !method_is_known(method))
		return method_unknown(method, true, e);
	if (o->source != COMPARE_RUNS && method != NULL && !compare_is_powered(o))
		return err_usage(e, "--ci=%s is for judgments and runs only", method);
	if (claims && r->level <= 0.5)
		return err_usage(e, "--%s needs a --level above 0.5",
				 o->gate.asked ? "gate" : "margin");
	if (o->gate.asked && o->request.baseline.count > 1)
		return err_usage(e, "--gate needs one run that the others are compared with: one "
				    "--baseline=RUN");
	const char *earlier = o->request.baseline_scores;
	if (earlier != NULL && (strcmp(earlier, "-") == 0 || r->system_of != NULL))
		return err_usage(e, "--baseline=%.200s: of scores it cannot %s", earlier,
				 r->system_of != NULL ? "go with --system-of"
						      : "be -, since they are read twice");
	if (o->matrix != NULL && r->file.count > 0)
		return err_usage(
			e, "--scores=%.200s: is all there is; several files are --scores FILE FILE",
			o->matrix);
	if (compare_is_powered(o) && o->matrix == NULL)
		return err_usage(e, "--judged-scores needs --scores=FILE: the scores by labels");
	return 0;
}

/* Copies the options into the requests of tests and pair measures. */
static void fill_requests(struct compare_request *o)
{
	struct run_request *r = &o->runs;
	struct comparison_request *q = &o->request;
	struct estimate_request *i = &o->bounds;
	struct ends ends = r->batch.evaluation.bounds.ends;
	tails_set(&ends, r->level, r->tail);
	q->ends = i->ends = ends;
	q->paired.resamples = r->batch.evaluation.bounds.resamples;
	q->paired.seed = ends.seed;
	q->alpha = 1 - r->level;
	q->jobs = r->batch.jobs;
	o->pair.gray_nonrelevant = r->batch.gray == GRAY_NONRELEVANT;
	q->as_asked = !output_formats[o->format]->lines;
	q->gate = o->gate.asked;
	q->run_bounds = o->plot != NULL || o->format == FORMAT_HTML;
	if (r->methods.over_topics_count == 0)
		q->method[q->methods++] = &mean_interval_by_rule;
	for (size_t k = 0; k < r->methods.over_topics_count; k++)
		q->method[q->methods++] = r->methods.over_topics[k];
	i->method = r->methods.count > 0
			    ? r->methods.method[0]
			    : chosen_method(OF_SET_DIFFERENCE, (struct sample_known){ 0 });
	o->pair.bounds = i;
	o->pair.topics = r->topics;
}

/* A file whose name is not in that of a run has the scores of the baseline. A column of the scores
 * by labels may have those by people. */
static void find_files(struct compare_request *o)
{
	struct comparison_request *q = &o->request;
	const char *people = o->judged_matrix,
		   *name = q->baseline.count == 1 ? q->baseline.text[0] : NULL;
	if (people != NULL && o->matrix == NULL && o->runs.file.count == 1) {
		o->matrix = o->runs.file.text[0];
		o->runs.file.count = 0;
	}
	size_t length = o->matrix != NULL ? strlen(o->matrix) : 0;
	if (length > 0 && people != NULL && strncmp(people, o->matrix, length) == 0 &&
	    people[length] == '#') {
		o->judged_column = people + length + 1;
		o->judged_matrix = NULL;
	}
	bool run = name == NULL || o->source != COMPARE_RUNS;
	for (size_t i = 1; i < o->runs.file.count && !run; i++)
		run = strstr(shown_path(o->runs.file.text[i]), name) != NULL;
	if (run || (strcmp(name, "-") != 0 && system_look(name, NULL) == SYSTEM_NOTHING &&
		    shown_path(name) == name))
		return;
	q->baseline_scores = name;
	q->baseline.count = 0;
}

int compare_request_ready(struct compare_request *o, struct err *e)
{
	find_files(o);
	struct comparison_request *q = &o->request;
	bool own = q->adjust->together != NULL && !o->simultaneous;
	q->intervals = own ? q->adjust : o->simultaneous ? &simultaneous_intervals : NULL;
	o->ranks = q->intervals != NULL && q->baseline.count == 0 && q->baseline_scores == NULL;
	o->by_topic = o->runs.topics && o->format == FORMAT_TABLE;
	if (check_values(o, e) < 0)
		return -1;
	fill_requests(o);
	return 0;
}
