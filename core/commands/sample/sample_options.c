/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "core/base/array.h"
#include "core/commands/sample/sample.h"
#include "core/engine/evaluate/run_options.h"
#include "core/options/rules.h"
#include "core/stats/sampling/joined_classes.h"

#define AT(member)    OPTION_AT(struct sample_request, member)
#define GIVEN(member) .given = offsetof(struct sample_request, member)

/* Fewer judged documents of a class would be joined with another one in an evaluation. */
enum { LEAST_OF_CLASS = CLASS_LEAST };

static const char *const designs[] = { "stevens", "strata", "pool", NULL };

/* LABEL:P, the label up to the last colon. */
static int add_guess(const struct command_option *o, struct drawing_options *d, struct slice item,
		     const char *colon, struct err *e)
{
	struct slice label = { item.at, (size_t)(colon - item.at) };
	struct slice share = { colon + 1, item.length - label.length - 1 };
	if (!ARRAY_RESIZE(d->guess, d->guesses + 1))
		return err_memory(e);
	d->guess[d->guesses] = (struct prevalence_guess){ .label = label };
	for (size_t i = 0; i < d->guesses; i++)
		if (slice_equal(d->guess[i].label, label))
			return err_usage(e, "--prevalence: '%s' appears twice", shown(label).text);
	return option_number(o, share, &d->guess[d->guesses++].share, e);
}

/* Rates of cells and of the rest, P or P,P, and of cells by name, LABEL:P. */
OPTION_SETTER(set_prevalence)
{
	struct drawing_options *d = &((struct sample_request *)request)->sampling.drawing;
	double *const plain[] = { &d->prevalence, &d->rest_prevalence };
	struct slice item;
	for (size_t given = 0; next_item(&text, &item);) {
		const char *colon = memrchr(item.at, ':', item.length);
		if (colon != NULL ? add_guess(o, d, item, colon, e) < 0
				  : given == 2 || option_number(o, item, plain[given++], e) < 0)
			return e->status != STATUS_OK
				       ? -1
				       : err_usage(e,
						   "--prevalence: '%s' is a third number without "
						   "a label",
						   shown(item).text);
	}
	return 0;
}

/* A number of bands, or where to cut. */
OPTION_SETTER(set_bands)
{
	struct sample_request *q = request;
	return bands_parse(o, text, &q->cuts, &q->bands, e);
}

/* A rule, or else a file. */
OPTION_SETTER(set_allocation)
{
	static const char *const rules[] = { "proportional", "equal", "neyman" };
	struct sample_request *q = request;
	q->sampling.drawing.allocation = ALLOCATION_GIVEN;
	q->shares = text;
	for (int i = 0; i < 3; i++)
		if (strcmp(rules[i], text) == 0) {
			q->sampling.drawing.allocation = (enum allocation_rule)i;
			q->shares = NULL;
		}
	return 0;
}

static const char *const parts[] = { "all", "buckets", NULL };

static const struct command_option options[] = {
	{ HEADING("What is drawn:") },
	{ "design", 0, "NAME",
	  "stevens (default): the higher ranked, the likelier; strata: what the same runs "
	  "retrieve is a stratum, of which a part is drawn at random; pool: only what --pool-depth takes",
	  WORD(designs), AT(sampling.drawing.design), GIVEN(design_given),
	  .more = "\n- stevens: from the documents of all runs: the prior of average "
		  "precision, averaged over the runs, buckets of as many documents as are drawn, picks "
		  "of buckets with replacement, documents of a bucket without (Aslam and Pavlu 2008)"
		  "\n- strata: a simple random sample from each cell: the documents that the same ones "
		  "of the runs retrieve, and those that no run retrieves"
		  "\n- pool: nothing but what --pool-depth takes" },
	{ NAME_SIZE, .here = "(one number)", WHOLE(1, DOCUMENTS_MAX), AT(sampling.size) },
	{ "total", 0, "N", "Documents to draw for all topics, in equal parts",
	  WHOLE(1, DOCUMENTS_MAX), AT(sampling.total),
	  .more = "What is left over goes to the first topics, one each." },
	{ NAME_POOL_DEPTH, .here = "(in addition to what is drawn)", WHOLE(1, DOCUMENTS_MAX),
	  AT(sampling.drawing.pool_depth) },
	{ NAME_MOST_RETRIEVED, .own = true, .here = "(not with strata)", WHOLE(1, INT64_MAX),
	  AT(sampling.drawing.depth), GIVEN(depth_given),
	  .more = "It is as if the run had no others." },
	{ "below", 0, "Q",
	  "With -M, also Q documents of each topic drawn at random from what the runs retrieve "
	  "below the first N, so that the sample stands for all of it",
	  WHOLE(1, DOCUMENTS_MAX), AT(sampling.drawing.below),
	  .more = "They are in the stratum `below`. Without them, average precision is "
		  "estimated as if nothing down there were relevant. Only with `stevens`." },
	{ OPTION_SEED, AT(sampling.drawing.seed),
	  .more = "The same seed gives the same sample on every machine, whatever the order of "
		  "lines, topics and runs." },
	{ HEADING("Lists in place of runs (the design is then strata):") },
	{ NAME_LABELS, .own = true,
	  .here = "(docno,label, docno,score, or qrels: each label, or band of scores, is a stratum; given with runs, it divides their cells)",
	  .type = OPTION_FILE, AT(labels),
	  .more = "There may be a column topic. Numbers that are not whole are scores, and are cut by "
		  "--bands (default 5), over all topics." },
	{ NAME_BANDS,
	  .here = "(of --labels: scores have 5 by default, and labels stay as they are)",
	  .type = OPTION_LIST, .range = { FROM_TO(-1e300, 1e300) }, AT(cuts), .set = set_bands,
	  GIVEN(bands_given), .own = true,
	  .more = "Documents of one score are in one band. A single place to cut is written "
		  "with a decimal point." },
	{ HEADING("With --design=strata:") },
	{ NAME_ALLOCATION,
	  .here = "proportional (default), equal, neyman, or as FILE says, CSV with topic,stratum,size",
	  SET_BY(set_allocation),
	  .more = "`proportional` is to their size; `neyman` in proportion to size times "
		  "sqrt(p(1-p)), with p the guessed share of relevant documents. Unless the allocation "
		  "comes from a file, each cell gives at least one document, and with `neyman` and --labels at "
		  "least 5. There, without --prevalence, the share is guessed from the label: (g + 1/2)/(most + 1) "
		  "of the grades g = 0, 1 ... most, or the mean of scores between 0 and 1, whose bands then have "
		  "equal sums of sqrt(p(1-p)); comments say what each label gets. If there are more cells "
		  "than documents to draw, those that would give fewer than two are joined by how many "
		  "runs retrieve them, or all into one, so that every document has a chance; a warning "
		  "says so." },
	{ "prevalence", 0, "P[,P][,LABEL:P...]",
	  "Guessed share of relevant documents in the cells and in the rest, and in cells by name, "
	  "for neyman (default 0.5,0.01)",
	  REAL(BETWEEN(0, 1)), .set = set_prevalence, GIVEN(prevalence_given), .usual = "0.5,0.01",
	  .more = "A name that no cell has is an error. If r of n documents of a cell that "
		  "--judged knows are relevant, p becomes (r+p)/(n+1)." },
	{ NAME_COLLECTION,
	  .here = "(here a list: draw also from what no run retrieves; without a run, from all)",
	  .type = OPTION_FILE, AT(collection),
	  .more = "There is one number a line. Without a run, or labels, the sample is "
		  "drawn from one stratum, `all`." },
	{ "leave-out", 0, "FILE",
	  "List of documents not to draw, such as a production: what is drawn is a sample of the "
	  "null set; repeated: further lists",
	  ADDED_FILES, AT(left_out),
	  .more = "It goes with --collection alone; the stratum is then called `-`. A further round of the "
		  "same sample leaves out the production and the sample before." },
	{ NAME_CLUSTERS, .own = true,
	  .here = "(of --collection: whole ones are drawn, and --size is their number)",
	  .type = OPTION_TEXT, AT(formats.run_columns.cluster),
	  .more = "It goes with --collection alone, and --leave-out. Each family has the same chance, and all "
		  "its documents are drawn; one of more than 1 % of the documents, and more than 10, is taken for certain, "
		  "as a stratum. A document with nothing in the column is a family of its own. The answer has "
		  "a column `cluster`: when `rel` is filled in, `validate --cluster-column=cluster` has bounds that allow for it." },
	{ NAME_COLLECTION_SIZE, .own = true, .here = "(if there is no list of them)",
	  WHOLE(1, INT64_C(1) << 53), AT(sampling.drawing.collection_size),
	  .more = "Rows for documents that no run retrieves then have no document number, "
		  "which is to be put in." },
	{ HEADING("What is known already:") },
	{ "judged", 0, "QRELS", "Fill in the relevance of documents judged there",
	  .type = OPTION_FILE, AT(judged),
	  .more = "Judgments of a sample also fill in gray ones. To extend a sample, draw it "
		  "again with the same seed, lists and runs and a larger size, with its judgments here." },
	{ "add-judged", 0, NULL,
	  "All documents judged there belong to the sample, for certain. Not for an earlier random "
	  "sample: that grows by a larger --size at the same --seed",
	  AT(sampling.drawing.add_judged),
	  .more = "Documents of such a sample would stand for themselves only, and intervals "
		  "get wider." },
	{ OPTION_JUDGMENT_FORMAT, .here = "(of --judged)", AT(judgment_format) },
	{ NAME_LEVEL_FOR_REL, .here = "(for neyman)", WHOLE(0, GRADE_MAX),
	  AT(sampling.drawing.level), GIVEN(level_given), .usual = "1" },
	{ HEADING("How:") },
	{ OPTION_RUN_FORMAT, AT(run_format) },
	{ .include = column_options, AT(formats) },
	{ NAME_TOPIC, .here = "(one topic, for lists without a topic column; default 1)",
	  .type = OPTION_TEXT, AT(sampling.only_topic), GIVEN(sampling.topic_given),
	  .more = "It is an error if they have one." },
	{ OPTION_SHOW("buckets (of stevens, with prior weight, picks and documents drawn)", parts),
	  AT(buckets),
	  .more = "There is a line for each with its documents, the prior weights of the "
		  "`first` and the `last` of them and of all together, the inclusion probability, how "
		  "often it was picked and how many documents were drawn from it (Figure 4 of Aslam "
		  "and Pavlu)." },
	{ OPTION_ANSWER_FORMAT(0, FORMAT_CSV), AT(format) },
	{ OPTION_PICTURE("prior, buckets and picks of the first topic, with --show=buckets"),
	  AT(plot) },
	{ "no-comments", 0, NULL,
	  "Leave out the # lines above the header, which say how the sample was drawn",
	  AT(no_comments),
	  .more = "They have the version, the seed, the command line and the XXH64 checksum of "
		  "each file that was drawn from. Formats for people have them as lines, `jsonl` "
		  "has none." },
	{ OPTION_MANIFEST },
	{ OPTION_JOBS, AT(sampling.jobs) },
	{ OPTION_QUIET, AT(quiet) },
	{ OPTION_HELP },
	{ 0 },
};

#define RULE_OF_ALLOCATION "allocation=proportional|allocation=equal|allocation=neyman"
#define NO_RANKS	   "!WORDS|labels"

static const struct option_rule rules[] = {
	{ "!WORDS", .needs = "collection|labels",
	  .says = "a run is needed, to draw documents from, or a list: --collection or --labels" },
	{ "design", .with = "design=stevens|design=pool", .needs = "WORDS",
	  .says = "--design=stevens and pool choose by rank, and a list has none: --design=strata draws from lists" },
	{ "pool-depth", .needs = "WORDS",
	  .says = "--pool-depth chooses by rank, and a list has none" },
	{ "design", .with = "labels", .needs = "design=strata",
	  .says = "--labels with runs is for --design=strata" },
	{ "topic", .needs = "!WORDS|Results_format=set|labels",
	  .says = "--topic is for lists that name none (-T set, --collection, --labels)" },
	{ "allocation", .with = "size|total", .needs = RULE_OF_ALLOCATION,
	  .says = "--allocation: not proportional, equal or neyman, so it is a file that says how many documents "
		  "to draw, which --size and --total cannot be combined with" },
	{ "!allocation|" RULE_OF_ALLOCATION, .needs = "size|total|design=pool",
	  .says = "how many documents are to be drawn? --size for each topic or --total for all is needed "
		  "(--design=pool takes a pool alone)" },
	{ "allocation|collection|Number_docs_in_coll", .with = "WORDS",
	  .needs = "design=strata|labels",
	  .says = "--allocation, --collection and -N are for --design=strata" },
	{ "show=buckets", .needs = "design=stevens", .excludes = NO_RANKS,
	  .says = "--show=buckets needs --design=stevens" },
	{ "below", .needs = "design=stevens", .excludes = NO_RANKS,
	  .says = "--below is for --design=stevens" },
	{ "Max_retrieved_per_topic", .excludes = NO_RANKS "|design=strata",
	  .says = "-M cannot be combined with --design=strata: cells are what the runs retrieve, as the evaluation "
		  "sees them" },
	{ "Results_format=set", .with = "WORDS", .needs = "design=strata|labels",
	  .says = "-T set has no ranking, which stevens and pool need: use --design=strata" },
	{ "Results_format=set", .excludes = "pool-depth",
	  .says = "-T set has no ranking, which --pool-depth needs" },
	{ "size", .excludes = "total", .why = "--size is for each topic, --total for all" },
	{ "design=pool", .needs = "pool-depth", .excludes = "size|total" },
	{ "bands", .needs = "labels" },
	{ "prevalence", .needs = "allocation=neyman" },
	{ "leave-out|cluster-column", .needs = "collection", .excludes = "WORDS|labels" },
	{ "cluster-column", .excludes = "allocation|add-judged" },
	{ "collection", .excludes = "Number_docs_in_coll", .why = "its size is known" },
	{ "plot", .needs = "show=buckets" },
	{ "below", .needs = "Max_retrieved_per_topic", .why = "it draws below that rank" },
	{ "add-judged|Rel_info_format|level_for_rel", .needs = "judged" },
	{ 0 },
};

static void release(void *request)
{
	free(((struct sample_request *)request)->sampling.drawing.guess);
}

const struct command_table sample_table = {
	.name = "sample",
	.summary = "draw the documents to judge, with inclusion probabilities",
	.arguments = "RUN...\n--collection=LIST\n--labels=FILE",
	.doc = "Draw the documents to judge, with their inclusion probabilities.",
	.notes =
		"The output is CSV: topic,docno,rel,prob,stratum,size,picks. When rel is filled in, "
		"'strat_eval -R csv' reads it. LIST has one document number a line; "
		"--labels may have a column topic. " EXIT_STATUS,
	.examples =
		"  strat_eval sample --size=30 a.run b.run c.run\n  strat_eval sample --collection=collection --size=20\n",
	.option = options,
	.rule = rules,
	.word = &(const struct command_option){ ADDED_FILES, AT(run) },
	.size = sizeof(struct sample_request),
	.release = release,
};

/* Lists are strata, and a topic if they name none. */
static void take_lists(struct sample_request *q)
{
	struct sampling_request *s = &q->sampling;
	struct drawing_options *d = &s->drawing;
	bool set = s->run_format->set, list = q->run.count == 0;
	if (q->labels != NULL && !q->design_given)
		d->design = DESIGN_STRATA;
	d->design = list ? DESIGN_STRATA : d->design;
	s->only_topic = (list || set) && s->only_topic == NULL ? "1" : s->only_topic;
	bool neyman = d->allocation == ALLOCATION_NEYMAN;
	q->asked = (struct labels_asked){ .file = { &q->labels, q->labels != NULL },
					  .columns = &q->formats.run_columns,
					  .names = true,
					  .by_variance = neyman };
	if (q->bands_given)
		q->asked.bands = q->bands;
	s->labels = q->labels != NULL ? &q->asked : NULL;
	s->guess_by_label = q->labels != NULL && neyman && !q->prevalence_given;
	if (s->guess_by_label)
		d->least = LEAST_OF_CLASS;
}

int sample_request_ready(struct sample_request *q, const struct judgment_format **judged,
			 struct err *e)
{
	struct sampling_request *s = &q->sampling;
	if (formats_find(&q->formats, q->judgment_format, q->run_format, e) < 0)
		return -1;
	*judged = &q->formats.judgments;
	s->run_format = &q->formats.runs;
	s->columns = &q->formats.run_columns;
	s->run = q->run.text;
	s->runs = q->run.count;
	if (!q->depth_given)
		s->drawing.depth = SIZE_MAX;
	take_lists(q);
	if (s->only_topic != NULL && s->only_topic[0] == '\0')
		return err_usage(e, "--topic: a name is missing");
	return (*judged)->kind == JUDGMENTS_GRADED
		       ? 0
		       : err_usage(e, "-R %s: --judged needs one grade per document",
				   (*judged)->name);
}
