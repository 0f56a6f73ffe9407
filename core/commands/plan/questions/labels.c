/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * plan labels: what cheap labels of a certain quality would save.
 */
#include <math.h>

#include "core/commands/plan/plan.h"
#include "core/stats/planning/labels_saving.h"
#include "core/stats/rmath.h"
#include "readers/csv_text.h"

enum { CELLS_MAX = 2 * 257 };

struct labels_plan {
	double collection, production; /* documents; 0: not given */
	double recall, precision;
	struct number_list sensitivity, specificity, size;
	const char *pilot; /* a file of --show=labels */
	double level;
	struct planning_options options;
};

#define AT(member) OPTION_AT(struct labels_plan, member)

static const struct command_option options[] = {
	{ HEADING("What is known, and what is guessed:") },
	{ NAME_COLLECTION_SIZE, .own = true, WHOLE(2, PLAN_MOST_DOCUMENTS), AT(collection) },
	{ NAME_RETRIEVED, DOCUMENTS(1), SINGLE, AT(production) },
	{ NAME_RECALL, .here = "(default 0.7)", LIST(BETWEEN(0, 1)), SINGLE, AT(recall),
	  .usual = "0.7" },
	{ NAME_PRECISION, .here = "(default 0.7)", LIST(BETWEEN(0, 1)), SINGLE, AT(precision),
	  .usual = "0.7" },
	{ HEADING("The labels, of two classes:") },
	{ "sensitivity", 0, "X,...", "Share of the relevant documents that are labelled relevant",
	  LIST(FROM_TO(0, 1)), AT(sensitivity) },
	{ "specificity", 0, "X,...", "Share of the others labelled not relevant",
	  LIST(FROM_TO(0, 1)), AT(specificity),
	  .more = "One for each sensitivity, or one for all." },
	{ HEADING("The sample:") },
	{ NAME_SIZE, LIST(WHOLES(2, 1000000000)), AT(size) },
	{ OPTION_LEVEL, AT(level) },
	{ .include = printing_options, AT(options) },
	{ 0 },
};

static int check_sizes(const struct labels_plan *q, double documents, const char *from,
		       struct err *e)
{
	for (size_t i = 0; i < q->size.count; i++)
		if (q->size.value[i] > documents)
			return err_usage(e,
					 "--size=%.0f: the collection has %.0f documents (%.300s)",
					 q->size.value[i], documents, from);
	return 0;
}

static const struct option_rule rules[] = {
	{ "", .needs = "size" },
	{ "WORDS", .excludes = "Number_docs_in_coll|retrieved|sensitivity|specificity" },
	{ "!WORDS", .needs = "Number_docs_in_coll",
	  .says = "-N is missing, or the file of a pilot" },
	{ "!WORDS", .needs = "retrieved",
	  .says = "--retrieved is missing, or the file of a pilot" },
	{ 0 },
};

static int check_plan_labels(void *request, struct err *e)
{
	const struct labels_plan *q = request;
	if (q->pilot != NULL)
		return 0;
	if (q->sensitivity.count == 0 || q->specificity.count == 0 ||
	    (q->specificity.count > 1 && q->specificity.count != q->sensitivity.count))
		return err_usage(e, "--sensitivity needs --specificity: for each, or one for all");
	double relevant = q->production * q->precision / q->recall;
	double missed = relevant * (1 - q->recall);
	if (q->production >= q->collection || missed > q->collection - q->production)
		return err_usage(e,
				 "a production of %.0f with precision %g and recall %g leaves %.0f "
				 "relevant documents among the other %.0f",
				 q->production, q->precision, q->recall, missed,
				 q->collection - q->production);
	return check_sizes(q, q->collection, "-N", e);
}

static const struct command_table table = {
	.name = "plan labels",
	.summary = "what labels by a language model, or a first review, would save",
	.doc = "How much narrower intervals of recall and precision get by cheap labels of all "
	       "documents, and how many\njudgments would do the same without them.",
	.arguments = "-N N --retrieved=N --sensitivity=X,... --specificity=X,...\nPILOT",
	.notes =
		"PILOT is what --show=labels --format=csv printed of judged documents; of r relevant among n "
		"judged documents of a label, the share is taken as (r + 1/2)/(n + 1). The widths are those of normal intervals, to the first order. Documents are drawn at "
		"random and post-stratified by --labels (post-strata), or drawn by sample --labels "
		"--allocation=neyman, with shares that are known (neyman). " PILOT_EXIT_STATUS,
	.examples =
		"  strat_eval plan labels -N 10000 --retrieved=600 --sensitivity=0.85 --specificity=0.95 --size=1000\n",
	.option = options,
	.rule = rules,
	.word = &(const struct command_option){ .type = OPTION_FILE, AT(pilot) },
	.size = sizeof(struct labels_plan),
	.check = check_plan_labels,
};

/* ---- cells ---- */

struct cells {
	struct labelled_cell cell[CELLS_MAX];
	size_t count;
	struct text_list done; /* runs of the file; the next one is that whose rows count: */
	const char *run;
	struct arena memory;
	int64_t column[7];
	char label[256]; /* of the last cell */
	int labels;
};

/* Both sides, each with a class that is labelled relevant and one that is not. */
static void guess_cells(struct cells *x, const struct labels_plan *q, double sensitivity,
			double specificity)
{
	double found = q->production * q->precision, all = found / q->recall;
	double relevant[2] = { all - found, found };
	double size[2] = { q->collection - q->production, q->production };
	x->count = 0;
	for (int side = 0; side < 2; side++)
		for (int label = 0; label < 2; label++) {
			double hit = label == 1 ? sensitivity : 1 - sensitivity;
			double miss = label == 1 ? 1 - specificity : specificity;
			double r = relevant[side] * hit,
			       N = r + (size[side] - relevant[side]) * miss;
			x->cell[x->count++] =
				(struct labelled_cell){ N, N > 0 ? r / N : 0, side == 1, label };
		}
}

enum { LABEL, RUN, SET, MEASURE, DOCUMENTS, JUDGED, RELEVANT, COLUMNS };

static int find_columns(struct cells *x, const struct csv_record *r, struct err *e)
{
	static const char *const name[] = { "label",	 "run",	   "set",     "measure",
					    "documents", "judged", "relevant" };
	for (int k = 0; k < COLUMNS; k++) {
		x->column[k] = -1;
		for (size_t i = 0; i < r->fields; i++)
			if (slice_equal(r->field[i], slice_of(name[k])))
				x->column[k] = (int64_t)i;
		if (x->column[k] < 0)
			return err_at(e, r->place.path, r->place.line,
				      "no column '%s': a pilot is what --show=labels "
				      "--format=csv prints",
				      name[k]);
	}
	return 0;
}

static int take_record(void *context, const struct csv_record *r, struct err *e)
{
	struct cells *x = context;
	if (r->header)
		return find_columns(x, r, e);
	struct slice run = r->field[x->column[RUN]], set = r->field[x->column[SET]];
	if (run.length == 0 || r->field[x->column[MEASURE]].length > 0)
		return 0;
	for (size_t i = 0; i < x->done.count; i++)
		if (slice_equal(run, slice_of(x->done.text[i])))
			return 0;
	if (x->count == 0 && (x->run = arena_copy(&x->memory, run)) == NULL)
		return err_memory(e);
	if (!slice_equal(run, slice_of(x->run)))
		return 0;
	int64_t count[3];
	for (int k = 0; k < 3; k++)
		if (field_count(r->place, "number", r->field[x->column[DOCUMENTS + k]], &count[k],
				e) < 0)
			return -1;
	if (count[1] > count[0] || count[2] > count[1])
		return err_at(e, r->place.path, r->place.line,
			      "%lld documents, %lld judged, %lld relevant: that cannot be",
			      (long long)count[0], (long long)count[1], (long long)count[2]);
	if (x->count == CELLS_MAX)
		return err_at(e, r->place.path, r->place.line, "more than %d labels",
			      CELLS_MAX / 2);
	struct slice label = r->field[x->column[LABEL]];
	if (x->count == 0 || !slice_equal(label, slice_of(x->label)))
		x->labels++; /* rows of a label stand together */
	snprintf(x->label, sizeof x->label, "%.*s", (int)label.length, label.at);
	x->cell[x->count++] =
		(struct labelled_cell){ (double)count[0],
					((double)count[2] + 0.5) / ((double)count[1] + 1),
					slice_equal(set, slice_of("the run")), x->labels - 1 };
	return 0;
}

/* ---- lines ---- */

struct labels_plan_row {
	const char *quantity, *design, *run;
	int64_t size;
	double sensitivity, specificity, value, level, width, ratio, equivalent, saved;
};

#undef AT
#define AT(field) .at = offsetof(struct labels_plan_row, field)

static const struct record_column columns[] = {
	{ "sensitivity", "sensitivity", RECORD_SHORT, .width = 11, AT(sensitivity),
	  .if_any = true },
	{ "specificity", "specificity", RECORD_SHORT, .width = 11, AT(specificity),
	  .if_any = true },
	{ "size", "judged", RECORD_WHOLE, .width = 6, AT(size) },
	{ "quantity", "quantity", RECORD_TEXT, .width = 9, AT(quantity) },
	{ "value", "value", RECORD_REAL, RECORD_EXACT, 4, 6, AT(value) },
	{ "level", NULL, RECORD_SHORT, AT(level) },
	{ "design", "design", RECORD_TEXT, .width = 14, AT(design) },
	{ "width", "width", RECORD_REAL, RECORD_EXACT, 4, 6, AT(width) },
	{ "ratio", "ratio", RECORD_REAL, RECORD_EXACT, 3, 5, AT(ratio) },
	{ "without_labels", "without labels", RECORD_REAL, RECORD_EXACT, 0, 14, AT(equivalent) },
	{ "saved", "saved", RECORD_REAL, RECORD_EXACT, 3, 6, AT(saved) },
	{ "run", "run", RECORD_TEXT, .width = 4, AT(run), .if_any = true },
	{ 0 },
};

static int add_lines(struct records *r, const struct labels_plan *q, const struct cells *x,
		     double sensitivity, double specificity, struct err *e)
{
	static const char *const design[] = { "without labels", "post-strata", "neyman" };
	double z = qnorm((1 + q->level) / 2, 0, 1, true, false);
	for (size_t i = 0; i < q->size.count; i++)
		for (int recall = 1; recall >= 0; recall--) {
			struct labels_saving s;
			int64_t n = (int64_t)q->size.value[i];
			if (labels_saving(x->cell, x->count, n, recall, &s, e) < 0)
				return -1;
			for (int k = 0; k < SAVING_DESIGNS; k++) {
				const struct labels_plan_row row = {
					.quantity = recall ? "recall" : "precision",
					.design = design[k],
					.run = x->run,
					.size = n,
					.sensitivity = sensitivity,
					.specificity = specificity,
					.value = s.value,
					.level = q->level,
					.width = 2 * z * s.deviation[k],
					.ratio = s.deviation[k] / s.deviation[SAVING_WITHOUT],
					.equivalent = s.equivalent[k],
					.saved = 1 - (double)n / s.equivalent[k],
				};
				records_add(r, &row);
			}
		}
	return 0;
}

/* Lines of each run of the file. */
static int add_pilot(struct records *lines, const struct labels_plan *q, struct cells *x,
		     struct err *e)
{
	struct input in;
	if (input_read(&in, q->pilot, e) < 0)
		return -1;
	int result = csv_read(&in, CSV_ALL, take_record, x, e);
	if (result == 0 && x->count == 0)
		result = err_data(e, "%.600s: no labels of a run", q->pilot);
	while (result == 0 && x->count > 0) {
		double documents = 0;
		for (size_t i = 0; i < x->count; i++)
			documents += x->cell[i].size;
		result = check_sizes(q, documents, q->pilot, e);
		if (result == 0)
			result = add_lines(lines, q, x, NAN, NAN, e);
		if (result == 0)
			result = text_list_add(&x->done, x->run, e);
		x->count = 0;
		x->labels = 0;
		if (result == 0)
			result = csv_read(&in, CSV_ALL, take_record, x, e);
	}
	text_list_release(&x->done);
	input_release(&in);
	return result;
}

static int plan_labels(void *request, const struct output *out, struct err *e)
{
	const struct labels_plan *q = request;
	struct records lines;
	struct report r;
	struct cells x = { 0 };
	records_init(&lines, columns, sizeof(struct labels_plan_row));
	int result = q->pilot != NULL ? add_pilot(&lines, q, &x, e) : 0;
	for (size_t i = 0; i < q->sensitivity.count && result == 0; i++) {
		double specificity = q->specificity.value[q->specificity.count > 1 ? i : 0];
		guess_cells(&x, q, q->sensitivity.value[i], specificity);
		result = add_lines(&lines, q, &x, q->sensitivity.value[i], specificity, e);
	}
	report_init(&r, q->options.format, &(struct report_origin){ .asked = &out->asked });
	report_records(&r, IN_PAGE, "What labels save", &lines);
	result = report_finish(&r, out, result, e);
	arena_release(&x.memory);
	return result;
}

COMMAND = { &table, plan_labels, NULL };
