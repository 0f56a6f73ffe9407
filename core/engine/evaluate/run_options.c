/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/number.h"
#include "core/engine/evaluate/run_options.h"
#include "core/stats/numeric/ascending.h"
#include "readers/fields.h"

#define AT(member) OPTION_AT(struct run_request, member)

enum { GRADE = 1 }; /* its place in the block */

static const char *const tie_orders[] = { "docno", "rank", NULL };
static const char *const trec_evals[] = { "10", "9", NULL };
static const char *const duplicates[] = { "refused", "first", NULL };
const char *const topic_scopes[] = { "these", "random", NULL };

/* A topic, or a file of them. */
OPTION_SETTER(set_topic)
{
	struct run_request *q = request;
	if (text[0] != '@')
		return text_list_add(&q->topic, text, e);
	if (q->only_topics != NULL && strcmp(q->only_topics, text + 1) != 0)
		return err_usage(e, "--topic=%.200s: there is --topic=@%.200s already", text,
				 q->only_topics);
	q->only_topics = text + 1;
	return 0;
}

#define OF_FORMATS(member) OPTION_AT(struct formats, member)
#define WORD_OPTION(name, meaning, grade)                                                     \
	name "-word", 0, "WORD", "WORD in the column rel means " meaning "; may be repeated", \
		ADDED_TEXTS, .more = "It is the grade " grade

const struct command_option column_options[] = {
	{ "column", 0, "COLUMN=NAME",
	  "The header of the judgments calls COLUMN (rel, docno ...) NAME: rel='Responsive?'; may be repeated",
	  ADDED_TEXTS, OF_FORMATS(columns.column),
	  .more = "COLUMN is `topic`, `docno`, `rel`, `prob`, `stratum`, `size` and so on; INPUT of strat_eval(1) "
		  "has the names that are known without this option. Capitals, blanks, hyphens and question marks in "
		  "NAME do not matter. An empty NAME says that the file has no such column." },
	{ "run-column", 0, "COLUMN=NAME",
	  "The same for runs and lists (topic, docno, score ...); may be repeated", ADDED_TEXTS,
	  OF_FORMATS(run_columns.column),
	  .more = "COLUMN is `topic`, `docno`, `score`, `rank`, `label` or `tag`." },
	{ "sheet", 0, "NAME", "Sheet with the judgments, in a workbook (default: the only one)",
	  .type = OPTION_TEXT, OF_FORMATS(columns.sheet),
	  .more = "Without it there must be only one sheet that is not hidden." },
	{ "header", 0, "ROW",
	  "Row of the header of the judgments; rows above it are not read (default: the first that is not blank)",
	  WHOLE(1, 1048576), OF_FORMATS(columns.header) },
	{ "run-sheet", 0, "NAME",
	  "Sheet with the run or list, in a workbook (default: the only one)", .type = OPTION_TEXT,
	  OF_FORMATS(run_columns.sheet) },
	{ "hidden-rows", 0, "HOW",
	  "Hidden rows of a workbook (default asked: a workbook that has some is refused)",
	  WORD(hidden_rows), OF_FORMATS(columns.hidden),
	  .more = "Without it such a workbook is refused." },
	{ WORD_OPTION("relevant", "relevant",
		      "1. `yes`, `true`, `relevant`, `responsive` and the like are known."),
	  OF_FORMATS(columns.word[WORD_RELEVANT]) },
	{ WORD_OPTION("nonrelevant", "not relevant", "0."),
	  OF_FORMATS(columns.word[WORD_NONRELEVANT]) },
	{ WORD_OPTION("gray", "that it could not be assessed",
		      "-2; --gray says how such documents count."),
	  OF_FORMATS(columns.word[WORD_GRAY]) },
	{ 0 },
};

const struct command_option judgments_options[] = {
	{ "complete_rel_info_wanted", 'c', NULL,
	  "Average over all judged topics; those missing from the run retrieve nothing",
	  AT(batch.evaluation.join.complete),
	  .more = "Without this option such topics are left out, with a warning." },
	{ NAME_LEVEL_FOR_REL, WHOLE(-GRADE_MAX, GRADE_MAX), AT(batch.evaluation.join.level),
	  .repeat = REPEAT_LAST,
	  .more = "Measures that use the grades as gains (`ndcg` and its kin, `G`, `rbp`) "
		  "ignore it." },
	{ "Judged_docs_only", 'J', NULL, "Leave unjudged documents out of the ranking",
	  AT(batch.evaluation.join.judged_only),
	  .more = "These are documents without a judgment of 0 or more. -M cuts it before that." },
	{ NAME_COLLECTION_SIZE, WHOLE(0, INT64_C(1) << 53),
	  AT(batch.evaluation.join.collection_size), .repeat = REPEAT_LAST,
	  .more = "0, as in trec_eval: not known. It is for `utility`, for measures of reviews and for the stratum that no "
		  "run retrieves." },
	{ NAME_MOST_RETRIEVED, WHOLE(0, INT64_MAX), AT(batch.evaluation.join.most_retrieved),
	  .repeat = REPEAT_LAST },
	{ OPTION_RUN_FORMAT, AT(run_format) },
	{ .include = column_options, AT(formats) },
	{ NAME_TOPIC, .here = "(others do not count; may be repeated)", .type = OPTION_TEXTS,
	  .repeat = REPEAT_EACH, AT(topic), .set = set_topic,
	  .more = "The figures of a topic are the same as without this option; means are over the "
		  "chosen topics. A topic without judgments is an error." },
	{ "judge", 0, "WHO|first|last|two-phase",
	  "Documents judged twice (-R csv, column judged_by; default: an error): the judgments of WHO count, or the first or last of each document; two-phase: a random part was judged again",
	  .type = OPTION_TEXT, AT(judge),
	  .more = "`first` and `last` are in the order of the file. Documents that WHO did not "
		  "judge and others did are an error, or left out with --partial. `last` is right if "
		  "the second review saw every document that was in doubt; if it saw a random part, "
		  "there is a warning: `two-phase` is for that. Then the second judgment of a document "
		  "counts, what it says of those first judged relevant, and of the others, is carried "
		  "over to the documents that it did not see, and bounds have the errors of both "
		  "samples (est_rel, est_recall, est_P, est_F, est_elusion and their like, of one "
		  "stratum on each side of the run)." },
	{ "duplicates", 0, "HOW",
	  "A document twice in a topic of a run: refused (default), or its first place counts",
	  WORD(duplicates), AT(batch.keep_first), .more = "Then there is a warning." },
	{ "score-ties", 0, "ORDER",
	  "Order of documents with equal scores: docno, descending (default), or rank",
	  WORD(tie_orders), AT(batch.evaluation.join.ties_by_rank),
	  .given = offsetof(struct run_request, batch.evaluation.join.ties_chosen),
	  .more = "`docno` is trec_eval's order. `rank` is that of the column of ranks, which else "
		  "is ignored. If no order is chosen, a warning says whether another one could change "
		  "a conclusion." },
	{ "trec-eval", 0, "VERSION",
	  "Print what this version of trec_eval prints, where versions differ (default 10)",
	  WORD(trec_evals), AT(batch.evaluation.join.trec_eval_9), .repeat = REPEAT_LAST,
	  .more = "They differ in `iprec_at_recall`, in `11pt_avg`, in what `all_trec` lists, and in topics "
		  "that -c adds: 9 prints no lines for them with -q. The environment variable "
		  "STRAT_EVAL_TREC_EVAL sets it for all calls; an option overrides it." },
	{ 0 },
};

/*
 * In an evaluation --level=2 is what it is in trec_eval, short for --level_for_rel. Beside bounds
 * it is refused, when it is known whether there are any: nobody could tell which of the two was
 * meant.
 */
OPTION_SETTER(set_level)
{
	struct run_request *q = request;
	int64_t whole;
	if (parse_integer(slice_of(text), &whole)) {
		if (q->whole_level != WHOLE_LEVEL_REFUSED) {
			q->whole_level = WHOLE_LEVEL_TAKEN;
			return option_take(&judgments_options[GRADE], request, text, e);
		}
		return err_usage(e,
				 "--level=%.50s: the level of bounds lies between 0 and 1, as in "
				 "--level=0.95; the lowest relevant grade is -l %.50s",
				 text, text);
	}
	return option_number(o, slice_of(text), &q->level, e);
}

const struct command_option bounds_options[] = {
	{ NAME_LEVEL, REAL(BETWEEN(0, 1)), AT(level), .repeat = REPEAT_LAST, .set = set_level,
	  .more = "It lies between 0 and 1. In an evaluation without bounds a whole number is the "
		  "least relevant grade, as -l, of which --level is an abbreviation in trec_eval; "
		  "with bounds it is refused, because their level may be meant." },
	{ OPTION_TAIL, AT(tail) },
	{ NAME_RESAMPLES, .here = "(default 10000)", WHOLE(100, 100000000),
	  AT(batch.evaluation.bounds.resamples), .repeat = REPEAT_LAST,
	  .more = "It is how often topics are drawn anew; in comparisons also how often signs are "
		  "flipped and scores permuted." },
	{ OPTION_SEED, AT(batch.evaluation.bounds.ends.seed) },
	{ 0 },
};

static const char *const grays[] = { "left-out", "nonrelevant", "worst", "best", NULL };
static const char *const frames[] = { "sample", "labels", NULL };
static const char *const outsides[] = { "by-design", "left-out",  "nonrelevant",
					"unknown",   "as-inside", NULL };

int bands_parse(const struct command_option *o, const char *text, struct number_list *cuts,
		struct bands *bands, struct err *e)
{
	int64_t count;
	bool whole = text[strspn(text, "0123456789")] == '\0';
	*bands = (struct bands){ 0 };
	if (whole && (!parse_integer(slice_of(text), &count) || count < 2 || count > BANDS_MAX))
		return err_usage(
			e,
			"--bands=%.50s: not a whole number of bands from 2 to %d (a single "
			"place to cut is written with a decimal point)",
			text, BANDS_MAX);
	if (whole) {
		bands->count = (size_t)count;
		bands->asked = true;
		return 0;
	}
	if (option_numbers(o, slice_of(text), cuts, e) < 0)
		return -1;
	if (cuts->count >= BANDS_MAX)
		return err_usage(e, "--bands: more than %d bands", BANDS_MAX);
	qsort(cuts->value, cuts->count, sizeof *cuts->value, descending);
	bands->cut = cuts->value;
	bands->cuts = cuts->count;
	return 0;
}

OPTION_SETTER(set_bands)
{
	struct run_request *q = request;
	return bands_parse(o, text, &q->cuts, &q->batch.labels.bands, e);
}

const struct command_option sampled_options[] = {
	{ NAME_CLUSTERS, .here = "(of -R csv; bounds of est_ measures are then by clusters)",
	  .type = OPTION_TEXT, AT(formats.columns.cluster),
	  .more = "Documents with the same name in this column are one cluster; an empty field is a "
		  "cluster of its own. The method is `clusters` (-h --ci=clusters), a jackknife that "
		  "leaves out one cluster at a time. It is refused with fewer than 30 clusters, 10 of "
		  "them with a relevant document. If each cluster is one document, bounds are those of "
		  "documents drawn one by one. A file with a column that is called `Family ID`, "
		  "`Group Identifier`, `Thread ID`, `family` or `cluster` gets a warning if nobody "
		  "names it; `--column=cluster=` says that it does not matter." },
	{ "drawn", 0, "FILE",
	  "What `sample` wrote: judgments of other documents are refused, and a topic, probability, stratum or size that judgments lack is taken from it",
	  .type = OPTION_FILE, AT(drawn),
	  .more = "They are taken by document number, so that the judgments may come back in any order and with other columns. A judgment with another probability, stratum or size is refused, too, and so is a sample of which some documents are not judged, unless --partial is given." },
	{ "outside", 0, "HOW",
	  "Retrieved documents that could not be drawn into the sample: left-out of est_P and est_F, "
	  "nonrelevant, unknown (bounds from none to all of them relevant), by-design (default): left-out, or "
	  "nonrelevant if strata were sampled at different rates; as-inside (default of lab_ and reg_ measures): from "
	  "none of them relevant to as good as the run's others",
	  WORD(outsides), AT(batch.outside),
	  .given = offsetof(struct run_request, estimate_options),
	  .more = "With by-design they are left out. But if the strata that the run divides were sampled at "
		  "different rates, and it cannot be counted what is outside, the run is taken to lie within "
		  "the frame, and its precision has the number of documents that it retrieves below the line: "
		  "the same as nonrelevant. If they are nonrelevant, precision is est_rel_ret over the number of retrieved "
		  "documents. Recall is always that of the frame. num_outside counts or estimates them. compare: "
		  "with unknown, least_prob_gt_P and most_prob_gt_P are the least and the greatest P(A > B)." },
	{ NAME_LABELS,
	  .here = "(good ones narrow the intervals of est_ measures, and with bad ones these still hold)",
	  ADDED_FILES, AT(batch.labels.file),
	  .more = "FILE is qrels, or CSV with the columns topic (unless there is only one), docno, and "
		  "label or score. Labels never count as judgments, and -l does not cut them: each label is a "
		  "class. Words are classes too. Numbers that are not whole, or of which there are more than 20 "
		  "different ones, are scores, and are cut by --bands. A document without a label is in a "
		  "class of its own. What a run retrieves of a class of a stratum, and the rest, are "
		  "strata, as with --post-stratify; classes with few judged documents are joined with "
		  "their neighbours, by the numbers of documents and of judged ones alone. Given several times, the "
		  "files are a jury (up to 6): a class is what each of them says, of the documents of the first. "
		  "Labels that were "
		  "made after somebody saw the judgments void all claims. See labels.md." },
	{ NAME_DRAWN_FROM,
	  .here = "those that --labels names (labels: the judgments are plain ones, such as qrels), or what the judgments say (sample, default)",
	  WORD(frames), .repeat = REPEAT_ADDS, AT(batch.label_frame),
	  .more = "Measures of complete judgments are then estimated: nDCG@10 by lab_nDCG, P@10 by lab_P, "
		  "set_recall, set_P and set_F by est_recall, est_P and est_F, each under the name of the "
		  "estimate, with bounds. That the sample was random, and that the labels were made "
		  "without knowledge of people's grades, is your word: judged documents at the top of the "
		  "rankings are warned of or refused, and labels that equal all grades are asked about." },
	{ NAME_BANDS,
	  .here = "(with --labels: scores have 5 by default, and labels stay as they are)",
	  .type = OPTION_LIST, .range = { FROM_TO(-1e300, 1e300) }, AT(cuts), .set = set_bands,
	  .more = "Documents of one score are in one band. A single place to cut is written with a "
		  "decimal point. Whole numbers are then scores, too." },
	{ OPTION_PARTIAL, AT(partial) },
	{ OPTION_POOL, AT(batch.pool) },
	{ "post-stratify", 0, NULL,
	  "Split each stratum that a run cuts into what it retrieves and the rest, by their known sizes",
	  AT(batch.strata.post_stratify),
	  .more = "This is for a control set, or a run that came later than the sample. The "
		  "sizes are those that were counted. Estimates and bounds are both of these strata. "
		  "Then est_rel_ret, est_nonrel_ret and est_gray_ret add up to the size of the run, "
		  "and est_rel, the number of relevant documents in the collection, depends on the "
		  "run; without the option it does not. Other runs of the call still change nothing. A "
		  "part of which nothing was sampled is assumed to have the same share of relevant "
		  "documents as the other parts and strata, with a warning."
		  "\n\nHow much of each stratum the run retrieves must be known: all documents of the "
		  "strata are listed, or there is only one stratum of which some documents are not "
		  "listed, and the strata add up to the collection (-N). Otherwise a retrieved "
		  "document that is not in the judgments is an error, and so are probabilities that "
		  "give no strata. A cutoff, as in est_recall.100, cuts the strata of the run, as it "
		  "cuts any others. The column `design` of --format=csv and `jsonl` ends in "
		  "`+post-stratified`." },
	{ OPTION_STRATA, AT(batch.strata.sizes) },
	{ "gray", 0, "HOW",
	  "Documents that could not be assessed: left-out of precision (default), nonrelevant, or as in the worst or best case of each run",
	  WORD(grays), AT(batch.gray), .given = offsetof(struct run_request, estimate_options),
	  .more = "`left-out` means out of the intervals of precision and F. In the `worst` case of a run they are relevant "
		  "if the run does not retrieve them and not relevant if it does; in the `best` case "
		  "it is the other way round. Estimates of recall, precision, F and yield and their "
		  "bounds count them alike; those of rankings leave gray documents out in any case." },
	{ 0 },
};

const struct command_option program_options[] = {
	{ "digits", 0, "N", "Digits after the decimal point (default 4; csv and jsonl have all)",
	  WHOLE(0, 17), AT(digits), .repeat = REPEAT_LAST,
	  .given = offsetof(struct run_request, digits_given),
	  .more = "From 0 to 17; `csv` and `jsonl` have by default as many as it takes to read "
		  "back the same number." },
	{ OPTION_MANIFEST },
	{ OPTION_JOBS, AT(batch.jobs) },
	{ OPTION_PLUGIN, AT(plugin) },
	{ OPTION_QUIET, AT(quiet) },
	{ 0 },
};

int set_provenance(const struct command_option *o, void *request, const char *text, struct err *e)
{
	(void)o, (void)request, (void)text, (void)e;
	return 0;
}

int set_shard(const struct command_option *o, void *request, const char *text, struct err *e)
{
	enum { SHARDS_MAX = 1000000 };
	struct shard *s = (struct shard *)((char *)request + o->at);
	struct slice rest = slice_of(text), first = slice_before(&rest, "/");
	int64_t number, count;
	if (!parse_integer(first, &number) || !parse_integer(rest, &count) || count < 1 ||
	    count > SHARDS_MAX)
		return err_usage(e, "--shard=%.100s: not I/N, two whole numbers, as in 1/4", text);
	if (number == 0)
		return err_usage(e,
				 "--shard=%.100s: shards are numbered from 1 to %lld; with Slurm "
				 "that is --array=1-%lld",
				 text, (long long)count, (long long)count);
	if (number < 0 || number > count)
		return err_usage(e, "--shard=%.100s: shards are numbered from 1 to %lld", text,
				 (long long)count);
	s->number = (size_t)number - 1;
	s->count = (size_t)count;
	return 0;
}
