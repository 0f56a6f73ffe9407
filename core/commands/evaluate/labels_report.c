/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/commands/evaluate/evaluate.h"
#include "core/stats/learnt_prior/labelled_mean.h"

/* A class, or what a run retrieves of it; or a figure of a run. */
struct labels_report_row {
	const char *label, *run, *set, *measure;
	int64_t documents, judged, relevant;
	double value, lower, upper, width;
	double without, lower_without, upper_without, width_without;
	double alone;
	int64_t variates;
	double share, together, share_together; /* of a judge: see judge_columns */
};

#define AT(field) .at = offsetof(struct labels_report_row, field)

static const struct record_column class_columns[] = {
	{ "label", "label", RECORD_TEXT, .width = 10, AT(label) },
	{ "run", "run", RECORD_TEXT, .width = 10, AT(run), .if_any = true },
	{ "set", "documents of", RECORD_TEXT, .width = 13, AT(set) },
	{ "documents", "documents", RECORD_WHOLE, .width = 9, AT(documents) },
	{ "judged", "judged", RECORD_WHOLE, .width = 6, AT(judged) },
	{ "relevant", "relevant", RECORD_WHOLE, .width = 8, AT(relevant) },
	{ "share", "share", RECORD_REAL, RECORD_EXACT, 3, 6, AT(value) },
	{ "lower", "from", RECORD_REAL, RECORD_EXACT, 3, 6, AT(lower) },
	{ "upper", "to", RECORD_REAL, RECORD_EXACT, 3, 6, AT(upper) },
	{ 0 },
};

static const struct record_column run_columns[] = {
	{ "run", "run", RECORD_TEXT, .width = 10, AT(run) },
	{ "measure", "measure", RECORD_TEXT, .width = 10, AT(measure) },
	{ "value", "with labels", RECORD_REAL, RECORD_EXACT, 4, 11, AT(value) },
	{ "lower", "from", RECORD_REAL, RECORD_EXACT, 4, 6, AT(lower) },
	{ "upper", "to", RECORD_REAL, RECORD_EXACT, 4, 6, AT(upper) },
	{ "width", "width", RECORD_REAL, RECORD_EXACT, 4, 6, AT(width) },
	{ "value_without", "without", RECORD_REAL, RECORD_EXACT, 4, 7, AT(without) },
	{ "lower_without", "from", RECORD_REAL, RECORD_EXACT, 4, 6, AT(lower_without) },
	{ "upper_without", "to", RECORD_REAL, RECORD_EXACT, 4, 6, AT(upper_without) },
	{ "width_without", "width", RECORD_REAL, RECORD_EXACT, 4, 6, AT(width_without) },
	{ "labels_alone", "labels alone", RECORD_REAL, RECORD_EXACT, 4, 12, AT(alone) },
	{ "variates", "variates", RECORD_WHOLE, .width = 8, AT(variates), .if_any = true },
	{ 0 },
};

/* Each judge of a jury: widths by it alone, and by it and those before it, and their shares of the
 * width without labels. */
static const struct record_column judge_columns[] = {
	{ "label", "judge", RECORD_TEXT, .width = 20, AT(label) },
	{ "run", "run", RECORD_TEXT, .width = 10, AT(run) },
	{ "measure", "measure", RECORD_TEXT, .width = 10, AT(measure) },
	{ "width_alone", "width alone", RECORD_REAL, RECORD_EXACT, 4, 11, AT(width) },
	{ "share_alone", "share", RECORD_REAL, RECORD_EXACT, 3, 6, AT(share) },
	{ "width_together", "with those before", RECORD_REAL, RECORD_EXACT, 4, 17, AT(together) },
	{ "share_together", "share", RECORD_REAL, RECORD_EXACT, 3, 6, AT(share_together) },
	{ "labels_alone", "labels alone", RECORD_REAL, RECORD_EXACT, 4, 12, AT(alone) },
	{ 0 },
};

/* The errors of each judge. */
static const struct record_column error_columns[] = {
	{ "label", "labels", RECORD_TEXT, .width = 20, AT(label) },
	{ "set", "error", RECORD_TEXT, .width = 17, AT(set) },
	{ "documents", "documents", RECORD_WHOLE, .width = 9, AT(documents) },
	{ "judged", "judged", RECORD_WHOLE, .width = 6, AT(judged) },
	{ "relevant", "errors", RECORD_WHOLE, .width = 6, AT(relevant) },
	{ "share", "share", RECORD_REAL, RECORD_EXACT, 3, 6, AT(value) },
	{ "lower", "from", RECORD_REAL, RECORD_EXACT, 3, 6, AT(lower) },
	{ "upper", "to", RECORD_REAL, RECORD_EXACT, 3, 6, AT(upper) },
	{ 0 },
};

static const struct record_column *const columns[LABEL_TABLES] = {
	[LABEL_CLASSES] = class_columns,
	[LABEL_RUNS] = run_columns,
	[LABEL_ERRORS] = error_columns,
	[LABEL_JUDGES] = judge_columns,
};

/* Lines of csv and jsonl have all of it; a line is about a class, or about a figure of a run. */
static const struct record_column line_columns[] = {
	{ "label", NULL, RECORD_TEXT, AT(label) },
	{ "run", NULL, RECORD_TEXT, AT(run) },
	{ "set", NULL, RECORD_TEXT, AT(set) },
	{ "measure", NULL, RECORD_TEXT, AT(measure) },
	{ "documents", NULL, RECORD_WHOLE, AT(documents) },
	{ "judged", NULL, RECORD_WHOLE, AT(judged) },
	{ "relevant", NULL, RECORD_WHOLE, AT(relevant) },
	{ "value", NULL, RECORD_REAL, RECORD_EXACT, AT(value) },
	{ "lower", NULL, RECORD_REAL, RECORD_EXACT, AT(lower) },
	{ "upper", NULL, RECORD_REAL, RECORD_EXACT, AT(upper) },
	{ "value_without", NULL, RECORD_REAL, RECORD_EXACT, AT(without) },
	{ "lower_without", NULL, RECORD_REAL, RECORD_EXACT, AT(lower_without) },
	{ "upper_without", NULL, RECORD_REAL, RECORD_EXACT, AT(upper_without) },
	{ "labels_alone", NULL, RECORD_REAL, RECORD_EXACT, AT(alone) },
	{ "variates", NULL, RECORD_WHOLE, AT(variates) },
	{ "share_alone", NULL, RECORD_REAL, RECORD_EXACT, AT(share), .if_any = true },
	{ "share_together", NULL, RECORD_REAL, RECORD_EXACT, AT(share_together), .if_any = true },
	{ 0 },
};

/* Names are those of the sample, which is gone when they are printed. */
static const char *kept(struct labels_report *x, const char *name)
{
	const char *copy = arena_copy(&x->memory, slice_of(name));
	x->table[LABEL_CLASSES].failed = x->table[LABEL_CLASSES].failed || copy == NULL;
	return copy != NULL ? copy : "";
}

/* A row of a share of documents; the caller names what it is of. */
static struct labels_report_row share_row(const struct label_share *share)
{
	struct labels_report_row row = { 0 };
	record_clear(line_columns, &row);
	row.documents = share->documents;
	row.judged = share->judged;
	row.relevant = share->relevant;
	row.value = share->share;
	row.lower = share->interval.lower;
	row.upper = share->interval.upper;
	return row;
}

/* `path`: of the judge, if there are several. */
static int add_class(struct labels_report *x, const struct labelled_sample *of, size_t judge,
		     int32_t class_of, const char *path, struct err *e)
{
	static const char *const sets[] = { "all", "the others", "the run" };
	const struct design *s = of->s;
	char name_of[600];
	snprintf(name_of, sizeof name_of, "%.300s%s%.200s", path != NULL ? path : "",
		 path != NULL ? ": " : "",
		 class_of == LABEL_NONE ? "(no label)" : s->judge_class[judge][class_of]);
	const char *name = kept(x, name_of);
	size_t runs = s->runs - s->pools;
	for (size_t k = 0; k < 1 + 2 * runs; k++) {
		int side = k == 0 ? -1 : (int)(k % 2);
		size_t run = k == 0 ? 0 : (k - 1) / 2;
		const struct shared_by by = {
			.judge = judge, .class_of = class_of, .run = run, .side = side
		};
		struct label_share share;
		if (label_share_of(of, &by, &share, e) < 0)
			return -1;
		if (share.documents == 0)
			continue;
		struct labels_report_row row = share_row(&share);
		row.label = name;
		row.run = k == 0 ? NULL : kept(x, s->run[run]);
		row.set = sets[side + 1];
		records_add(&x->table[LABEL_CLASSES], &row);
	}
	return 0;
}

static int add_errors(struct labels_report *x, const struct labelled_sample *of, size_t judge,
		      const char *path, struct err *e)
{
	static const char *const sets[] = { "people accept", "people reject" };
	const struct label_variates *v = &of->s->variates;
	for (int above = 1; above >= 0; above--) {
		const struct shared_by by = { .counts = v->counts + judge * v->classes,
					      .above = above,
					      .side = -1 };
		struct label_share share;
		char name[600];
		if (label_share_of(of, &by, &share, e) < 0)
			return -1;
		snprintf(name, sizeof name,
			 above ? "%.300s%s%.150s or above" : "%.300s%sbelow %.150s",
			 path != NULL ? path : "", path != NULL ? ": " : "",
			 of->s->judge[judge].cut);
		struct labels_report_row row = share_row(&share);
		row.label = kept(x, name);
		row.set = sets[above];
		records_add(&x->table[LABEL_ERRORS], &row);
	}
	return 0;
}

static double width_of(const struct estimate *of)
{
	return of->bounds.upper - of->bounds.lower;
}

/* The name of a figure, by its number among those of all runs; and its run. */
static const char *measure_of(const struct labelled_sample *of, size_t i)
{
	return of->asked->request[i % LABEL_FIGURES].column[0].name;
}

static const char *run_of(const struct labelled_sample *of, size_t i)
{
	return of->s->run[i / LABEL_FIGURES];
}

static size_t figures_of(const struct labelled_sample *of)
{
	return LABEL_FIGURES * (of->s->runs - of->s->pools);
}

static void add_worth(struct labels_report *x, const struct labelled_sample *of, size_t i)
{
	const struct label_worth *w = &x->worth[i];
	struct labels_report_row row = { 0 };
	record_clear(line_columns, &row);
	row.run = kept(x, run_of(of, i));
	row.measure = kept(x, measure_of(of, i));
	row.value = w->with.value;
	row.lower = w->with.bounds.lower;
	row.upper = w->with.bounds.upper;
	row.width = width_of(&w->with);
	row.without = w->without.value;
	row.lower_without = w->without.bounds.lower;
	row.upper_without = w->without.bounds.upper;
	row.width_without = width_of(&w->without);
	row.alone = w->alone;
	row.variates = w->topics > 1 ? (int64_t)w->with.variates : RECORD_NONE;
	records_add(&x->table[LABEL_RUNS], &row);
}

/* The figures of each run; those without labels are the same with any labels. NULL: `e` is filled.
 */
static struct label_worth *worth_of_all(struct labels_report *x, const struct labelled_sample *of,
					struct err *e)
{
	size_t count = figures_of(of);
	struct label_worth *out = arena_zeroed(&x->memory, count, sizeof *out);
	if (out == NULL)
		err_memory(e);
	of->options->bounds.memo = x->memo;
	for (size_t i = 0; out != NULL && i < count; i += LABEL_FIGURES)
		if ((x->worth == NULL &&
		     label_worth_of(of, i / LABEL_FIGURES, false, &out[i], e) < 0) ||
		    label_worth_of(of, i / LABEL_FIGURES, true, &out[i], e) < 0)
			return NULL;
	return out;
}

int labels_report_judge(struct labels_report *x, const struct labelled_sample *of, const char *path,
			bool together, struct err *e)
{
	const struct label_worth *w = worth_of_all(x, of, e);
	if (w == NULL)
		return -1;
	bool first = !x->jury;
	x->jury = true;
	x->judge = together && !first ? x->judge : w;
	for (size_t i = 0; i < figures_of(of) && (together || first); i++) {
		const struct label_worth *alone = &x->judge[i];
		double without = width_of(&x->worth[i].without);
		struct labels_report_row row = { 0 };
		record_clear(line_columns, &row);
		row.label = kept(x, path);
		row.run = kept(x, run_of(of, i));
		row.measure = kept(x, measure_of(of, i));
		row.width = width_of(&alone->with);
		row.share = row.width / without;
		row.together = width_of(&w[i].with);
		row.share_together = row.together / without;
		row.alone = alone->alone;
		records_add(&x->table[LABEL_JUDGES], &row);
	}
	if (!together && !first)
		return 0;
	char added[400];
	snprintf(
		added, sizeof added,
		" The last file, %.200s, brings the interval of est_rel to %.2f of its width without "
		"it.",
		path, width_of(&w[0].with) / x->before);
	if (!first)
		x->added = kept(x, added);
	x->before = width_of(&w[0].with);
	return 0;
}

int labels_report_init(struct labels_report *x, const struct labelled_sample *of,
		       const struct labels_asked *labels, struct err *e)
{
	const struct design *s = of->s;
	const struct label_counts *c = &s->labels;
	*x = (struct labels_report){ 0 };
	x->memo = labels->file.count > 1 ? arena_zeroed(&x->memory, 1, sizeof *x->memo) : NULL;
	for (int i = 0; i < LABEL_TABLES; i++)
		records_init(&x->table[i], columns[i], sizeof(struct labels_report_row));
	for (size_t g = 0; g < s->jury.judges; g++)
		for (int32_t k = LABEL_NONE; k < (int32_t)s->jury.judge[g].classes; k++)
			if (add_class(x, of, g, k,
				      labels->file.count > 1 ? labels->file.text[g] : NULL, e) < 0)
				return -1;
	for (size_t k = 0; k < s->variates.judges; k++)
		if (add_errors(x, of, k,
			       labels->file.count > 1 ? labels->file.text[s->judge[k].judge] : NULL,
			       e) < 0)
			return -1;
	x->worth = worth_of_all(x, of, e);
	if (x->worth == NULL)
		return -1;
	for (size_t i = 0; i < figures_of(of); i++)
		add_worth(x, of, i);
	char use[200];
	const struct label_worth *yield = &x->worth[0];
	if (yield->topics > 1)
		snprintf(use, sizeof use,
			 "are control variates of means over %zu topics (of est_rel %zu, whose "
			 "interval has %.2f of its width without them)",
			 yield->topics, yield->with.variates,
			 width_of(&yield->with) / width_of(&yield->without));
	else
		snprintf(use, sizeof use,
			 "only divide the documents into classes of known sizes, by which the "
			 "sample is post-stratified (classes: %zu; small ones are joined)",
			 s->classes);
	snprintf(x->sentence, sizeof x->sentence,
		 "People judged %lld of %lld documents, drawn at random. The labels of %.200s %s: "
		 "the estimates do not depend on the labels being right, if they were made "
		 "without knowing the human grades.",
		 (long long)c->judged, (long long)c->documents, labels_names(labels).text, use);
	return 0;
}

void labels_report_release(struct labels_report *x)
{
	for (int i = 0; i < LABEL_TABLES; i++)
		records_release(&x->table[i]);
	arena_release(&x->memory);
}

/* A page has the digits that are asked for, and all columns. */
static void fit_page(struct records *r, int digits)
{
	for (struct record_column *c = r->column; c->name != NULL; c++) {
		c->table_digits = digits;
		c->if_any = false;
		c->blank = c->kind == RECORD_TEXT;
	}
}

void labels_report_add(struct report *out, struct labels_report *x, int digits)
{
	bool page = report_is(out, IN_PAGE);
	static const char *const title[] = { "What was judged relevant of each class",
					     "With labels, without, and labels alone" };
	if (page)
		report_section(out, "Labels");
	for (int i = 0; i < LABEL_TABLES; i++)
		if (page)
			fit_page(&x->table[i], digits);
		else if (report_is(out, IN_LINES)) /* one kind of lines for all */
			memcpy(x->table[i].column, line_columns, sizeof line_columns);
	report_records(out, IN_PAGE, title[page],
		       page ? &x->table[LABEL_RUNS] : &x->table[LABEL_CLASSES]);
	report_space(out);
	report_records(out, IN_PAGE, "Errors of the labels", &x->table[LABEL_ERRORS]);
	report_space(out);
	report_records(out, IN_PAGE, title[!page],
		       page ? &x->table[LABEL_CLASSES] : &x->table[LABEL_RUNS]);
	report_space(out);
	if (x->jury) {
		report_records(out, IN_PAGE, "What each file brings", &x->table[LABEL_JUDGES]);
		report_space(out);
	}
	buffer_print(report_text(out, REPORT_PROSE), "%s%s", x->sentence,
		     x->added != NULL ? x->added : "");
	if (out->last != NULL)
		out->last->width = 100;
}

int labels_report_write(struct labels_report *x, enum record_format format, struct buffer *b,
			struct err *e)
{
	struct report r;
	report_init(&r, format == FORMAT_TREC ? FORMAT_TABLE : format,
		    &(struct report_origin){ 0 });
	labels_report_add(&r, x, 0);
	return report_write(&r, 0, b, e);
}
