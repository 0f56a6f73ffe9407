/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/number.h"
#include "core/commands/evaluate/evaluate.h"
#include "core/options/rules.h"
#include "core/stats/interval/choose.h"

#define AT(member) OPTION_AT(struct evaluate_request, member)

static const char *const parts[] = { "all", "strata", "labels", NULL };

/* N or N.TOPIC */
OPTION_SETTER(set_debug_level)
{
	struct evaluate_request *q = request;
	size_t length = strcspn(text, ".");
	if (!parse_integer((struct slice){ text, length }, &(int64_t){ 0 }))
		return err_usage(e, "-%c %.200s: not a whole number, or number.topic", o->letter,
				 text);
	if (text[length] == '.')
		q->debug_topic = text + length + 1;
	return 0;
}

static const struct command_option options[] = {
	{ HEADING("Files, topics and measures (options with a letter are those of trec_eval):") },
	{ NAME_QUERIES, AT(runs.topics) },
	{ NAME_NOSUMMARY, AT(runs.no_summary) },
	{ NAME_MEASURE,
	  .here = "(default: official; capped_ before an est_ name keeps it within what -N allows)",
	  .type = OPTION_TEXTS, .repeat = REPEAT_EACH, AT(runs.measure),
	  .more = "MEASURES below lists them. The default is `qrels_jg` for `-R qrels_jg`, "
		  "`diversity` for `-R diversity`, `nuggets` for `-R nuggets`, `support` for `-R topics`, "
		  "`nuggets_labels` for `-R pairs`, "
		  "`prefs` for preferences, and for sampled judgments `est` with all bounds, and `stat` where the judgments have documents and the runs "
		  "are rankings (not `-T set`). `capped_est_recall`, `capped_est` and the like are kept within what -N, the retrieved set and the judgments allow (l07_eval's rule)." },
	{ OPTION_JUDGMENT_FORMAT, AT(runs.judgment_format) },
	{ .include = judgments_options, AT(runs) },
	{ "Debug_level", 'D', "N[.TOPIC]", "Evaluate only TOPIC; N is ignored",
	  SET_BY(set_debug_level), .repeat = REPEAT_LAST, .hidden = true }, /* --topic is shown */
	{ "Zscore", 'Z', "FILE", "Print z-scores; FILE has means and standard deviations",
	  .type = OPTION_FILE, AT(zscores), .repeat = REPEAT_LAST,
	  .more = "They are printed instead of the values." },
	/* abbreviations that are unique in trec_eval and would not be here */
	{ "q", SAME_AS("query_eval_wanted") },
	{ "qu", SAME_AS("query_eval_wanted") },
	{ "m", SAME_AS("measure") },
	{ "c", SAME_AS("complete_rel_info_wanted") },
	{ "co", SAME_AS("complete_rel_info_wanted") },
	{ "n", SAME_AS("nosummary") },
	{ "no", SAME_AS("nosummary") },
	{ "l", SAME_AS("level_for_rel") },
	{ "le", SAME_AS("level_for_rel") },
	{ "h", SAME_AS("help") },
	{ "he", SAME_AS("help") },
	{ "lev", SAME_AS("level") }, /* which knows a grade */
	{ "leve", SAME_AS("level") },
	{ "Output_old_results_format", 0, "X", "Accepted and ignored", .type = OPTION_IGNORED,
	  .repeat = REPEAT_LAST, .hidden = true },
	{ NULL, 'o', NULL, "Accepted and ignored", .type = OPTION_IGNORED, .hidden = true },
	{ NULL, 'a', NULL, "-a: all measures, as trec_eval 8 prints them, are -m all_trec",
	  REFUSED },
	{ HEADING("Beyond trec_eval:") },
	{ OPTION_ANSWER_FORMAT(1, FORMAT_TREC), AT(format),
	  .more = "A leaderboard has one line a run, the best by the first measure above, one "
		  "column a measure, in the order and by the names of -m, the interval beside each value "
		  "(as with --ci), and the best value of a column marked: of values that are the same "
		  "in print, all; of counts and shares of judged documents, none. Three measures fit into one column of a page in LaTeX with "
		  "--digits=3. `html` is a page that needs no other file and no network, with pictures; "
		  "with -q it also has the values of all topics. At its foot "
		  "are the command, the version and the checksums of the files (XXH64, as `xxhsum -H1` "
		  "prints them). Without -m the measures are map, recip_rank, P_10 and ndcg_cut_10, or "
		  "est_recall, est_P and est_F." },
	{ OPTION_TOPIC_GROUPS, AT(runs.topic_groups),
	  .more = "In lines the group `easy` is `group=easy` in the column of topics, and the mean "
		  "over groups, in which each group counts alike, is `group=*`; it is that of measures "
		  "that are averaged over topics, and has no bounds. With -n there are the groups "
		  "without `all`. A leaderboard is followed by one for each group. A topic in no group "
		  "counts in `all` only. A topic that is listed twice is an error." },
	{ NAME_SYSTEM_OF, .type = OPTION_FILE, AT(runs.system_of),
	  .more = "A run is named as it names itself, or as its file is typed, and each run must be "
		  "listed. The value of a system on a topic is the mean over those of its runs that have "
		  "one. Judgments are complete, and measures are those that are averaged over topics; of "
		  "what a nickname asks for, others are left out. How far the runs of a system differ, "
		  "`strat_eval compare --system-of` says." },
	{ OPTION_PICTURE_OF(
		  "in an evaluation the intervals of all runs, or a curve for each run if a measure has several values",
		  "Each measure is a plot, nine at most. A measure with one value shows "
		  "the intervals of all runs, in the order of the leaderboard; of a "
		  "single run, all shares are lines of one plot. A measure with several "
		  "values is a curve for each run; beside recall after a number of "
		  "documents (`recall`, `recall_at`) there are lines for the perfect "
		  "order and, if the number of documents is known, for a random one. "
		  "Bounds are computed and printed as with --ci, and without -m the "
		  "measures are those of a leaderboard. "),
	  AT(plot) },
	{ .include = program_options, AT(runs) },
	{ OPTION_SHARD, AT(runs.shard),
	  .more = "A part of an evaluation is every Nth topic, from number I on in the order "
		  "in which the judgments name them. Of the runs only the documents of these topics "
		  "are kept in memory. See strat_eval-merge(1)." },
	{ HEADING("Bounds:") },
	{ NAME_CI,
	  .here = "(default by what is known, as 'help methods' lists; compare and validate need METHOD, and like tables print them anyway)",
	  ADDED_METHODS, .optional = true, AT(runs.methods),
	  .given = offsetof(struct evaluate_request, runs.with_ci),
	  .more = "For measures that are averaged over topics, bounds say how far the mean "
		  "could be off because the topics are a sample of those that could have been asked; "
		  "only 'all' has them. For estimates from sampled judgments (`est_rel`, `est_recall`, "
		  "`est_P`, `est_F`, `statAP`, `statAP_bc`, `statRprec`, `statP`) they say how far "
		  "these could be off because only a sample was judged. The last four have standard "
		  "errors too, and their default is `ht-jackknife`. The estimates have bounds without "
		  "this option, if there is no -m. INTERVALS below has the methods. Methods that are "
		  "named give bounds wherever they can." },
	{ .include = bounds_options, AT(runs) },
	{ HEADING("Sampled judgments (-R probs, prels, strata, csv, table):") },
	{ .include = sampled_options, AT(runs) },
	{ OPTION_SHOW("strata, or labels (how good those of --labels are)", parts), AT(show),
	  .more = "`strata` is CSV, and says whether they come from the file, from probabilities "
		  "or from labels. The runs of a stratum that a run may cut are `*`. With "
		  "--post-stratify there are lines for what each run retrieves of such a stratum, "
		  "under its name, and for what it does not, `not` and its name."
		  "\n\nThe first table of `labels` has, for each label, its documents, how many are judged and relevant, and "
		  "the share of relevant ones with its interval; then the same of what each run retrieves and of "
		  "the others: labels that are wrong differently there would mislead if they were taken for "
		  "judgments. The second has est_rel, divided by labels and not by what a run retrieves, and "
		  "est_recall, est_P and est_F of each run, with labels and without, and "
		  "what the labels alone would give (grades of -l and above being relevant). A sentence for a "
		  "paper follows. `csv` and `jsonl` have the same numbers. A page (--format=html) has them, too." },
	{ "micro", 0, NULL, "Also estimates of all topics pooled, as micro_...",
	  AT(runs.batch.evaluation.micro) },
	{ OPTION_TOPIC_SCOPE("(of sampled judgments; default these)",
			     "`random` needs a Bayesian method, or an estimate of a ranking."),
	  AT(runs.batch.evaluation.bounds.random_topics),
	  .given = offsetof(struct evaluate_request, runs.estimate_options) },
	{ HEADING("Help:") },
	{ OPTION_HELP },
	{ "version", 'v', NULL, "Print version, licence and libraries", .type = OPTION_PRINTS },
	{ 0 },
};

static void init(void *request)
{
	struct evaluate_request *q = request;
	run_request_init(&q->runs);
	q->runs.whole_level = WHOLE_LEVEL_GRADE;
}

static int check_evaluate_request(void *request, struct err *e)
{
	struct evaluate_request *q = request;
	bool board = is_leaderboard(q->format), page = q->format == FORMAT_HTML;
	if (q->debug_topic != NULL && text_list_add(&q->runs.topic, q->debug_topic, e) < 0)
		return -1;
	q->runs.show_strata = q->show == SHOW_STRATA;
	q->show_labels = q->show == SHOW_LABELS && !page; /* the page has it anyway */
	if (board || q->plot != NULL)			  /* intervals are what they are for */
		q->runs.with_ci = true;
	return 0;
}

#define BOARD "format=table|format=latex|format=markdown"

static const struct option_rule rules[] = {
	{ BOARD, .excludes = "query_eval_wanted", .why = "a leaderboard is about all topics" },
	{ BOARD "|format=html", .excludes = "nosummary|Zscore",
	  .why = "a leaderboard is about all topics" },
	{ "", .needs = "WORDS", .says = "two files are needed: judgments and a run" },
	SAMPLE_RULES,
	{ "judge=two-phase", .excludes = "micro" },
	{ "show=labels", .needs = "labels", .excludes = BOARD },
	{ "show=strata", .excludes = "format=jsonl|format=html|" BOARD, .why = "it is CSV" },
	{ "format=html", .with = "labels", .excludes = "shard",
	  .says = "a page with --labels also shows what they are worth, which shards do not know: leave out "
		  "--shard, or --format=html" },
	{ "show=labels|show=strata|Zscore", .excludes = "plot" },
	{ "show=labels|show=strata", .excludes = "shard" },
	{ 0 },
};

const struct command_table evaluate_table = {
	.name = "",
	.summary = "evaluate retrieval runs against relevance judgments",
	.arguments = "QRELS RUN...",
	.examples =
		"  strat_eval -m map -m P.10 qrels run\n  strat_eval -c --format=table -m nDCG@10 qrels *.run\n",
	.doc = "Evaluate retrieval runs against relevance judgments, in trec_eval's output format.",
	.notes = "Each command has --help. "
		 "Any file may be gzip, and one of them may be - for standard input. " EXIT_STATUS,
	.option = options,
	.rule = rules,
	.word = &(const struct command_option){ ADDED_FILES, AT(runs.file) },
	.size = sizeof(struct evaluate_request),
	.init = init,
	.shard = offsetof(struct evaluate_request, runs.shard),
	.merged_words = 1, /* the judgments: what the runs gave stands in the shards */
	.check = check_evaluate_request,
};
