/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/array.h"
#include "core/commands/sample/sample.h"
#include "core/options/command.h"

/* A line of the answer: a document, or a bucket. */
struct sample_row {
	const char *topic, *name; /* of the document or bucket */
	const char *stratum, *family;
	int64_t grade, size, picks, drawn;
	double first, last, weight, probability;
};

/* The lines of a topic. */
struct sample_topic {
	struct sample_row *row;
	size_t count, room;
	struct arena memory; /* of names */
};

#define AT(field) .at = offsetof(struct sample_row, field)

/* Of families, the last one is that of the cluster, as validate and evaluations call it. */
enum { DOCUMENT_COLUMNS = 7 };
static const struct record_column document_columns[DOCUMENT_COLUMNS + 1] = {
	{ "topic", "topic", RECORD_TEXT, AT(topic) },
	{ "docno", "docno", RECORD_TEXT, AT(name) },
	{ "rel", "rel", RECORD_WHOLE, AT(grade) },
	{ "prob", "prob", RECORD_REAL, RECORD_EXACT, 6, AT(probability) },
	{ "stratum", "stratum", RECORD_TEXT, AT(stratum) },
	{ "size", "size", RECORD_WHOLE, AT(size) },
	{ "picks", "picks", RECORD_WHOLE, AT(picks), .if_any = true },
};
static const struct record_column cluster = { "cluster", "cluster", RECORD_TEXT, AT(family),
					      .blank = true };

static const struct record_column bucket_columns[] = {
	{ "topic", "topic", RECORD_TEXT, AT(topic) },
	{ "bucket", "bucket", RECORD_TEXT, AT(name) },
	{ "documents", "documents", RECORD_WHOLE, AT(size) },
	{ "first", "first", RECORD_REAL, RECORD_EXACT, 6, AT(first) },
	{ "last", "last", RECORD_REAL, RECORD_EXACT, 6, AT(last) },
	{ "weight", "weight", RECORD_REAL, RECORD_EXACT, 6, AT(weight) },
	{ "prob", "prob", RECORD_REAL, RECORD_EXACT, 6, AT(probability) },
	{ "picked", "picked", RECORD_WHOLE, AT(picks) },
	{ "drawn", "drawn", RECORD_WHOLE, AT(drawn) },
	{ 0 },
};

/* ---- lines ---- */

int lines_expect(struct sample_lines *l, size_t topics, struct err *e)
{
	l->topic = calloc(topics + 1, sizeof *l->topic);
	l->topics = topics;
	return l->topic == NULL ? err_memory(e) : 0;
}

void lines_release(struct sample_lines *l)
{
	for (size_t t = 0; l->topic != NULL && t < l->topics; t++) {
		free(l->topic[t].row);
		arena_release(&l->topic[t].memory);
	}
	free(l->topic);
}

/* Names of topics and strata come many times in a row. */
static const char *copy(struct sample_topic *t, const char *text, const char *before)
{
	if (text == NULL || (before != NULL && strcmp(before, text) == 0))
		return text == NULL ? NULL : before;
	const char *own = arena_copy(&t->memory, slice_of(text));
	t->memory.failed = t->memory.failed || own == NULL;
	return own;
}

/* Adds a line, with copies of its texts. */
static int add_line(struct sample_topic *t, const struct sample_row *row, struct err *e)
{
	static const struct sample_row none;
	if (!ARRAY_ROOM(t->row, t->count, t->room))
		return err_memory(e);
	const struct sample_row *before = t->count > 0 ? &t->row[t->count - 1] : &none;
	struct sample_row own = *row;
	own.topic = copy(t, row->topic, before->topic);
	own.name = copy(t, row->name, NULL);
	own.stratum = copy(t, row->stratum, before->stratum);
	own.family = copy(t, row->family, before->family);
	t->row[t->count++] = own;
	return t->memory.failed ? err_memory(e) : 0;
}

static int add_documents(struct sample_topic *t, const char *topic, struct drawing *d,
			 struct err *e)
{
	for (size_t i = 0; i < d->count; i++) {
		const struct drawn_document *x = &d->drawn[i];
		const char *name = arena_copy(&d->memory, x->name);
		const char *family = arena_copy(&d->memory, x->family);
		if (name == NULL || family == NULL)
			return err_memory(e);
		const struct sample_row row = { .topic = topic,
						.name = name,
						.stratum = x->stratum,
						.family = x->family.length > 0 ? family : NULL,
						.grade = x->known ? x->grade : RECORD_NONE,
						.size = x->size,
						.picks = x->picks > 0 ? x->picks : RECORD_NONE,
						.probability = x->probability };
		if (add_line(t, &row, e) < 0)
			return -1;
	}
	return 0;
}

/*
 * ---- buckets of Stevens' design instead of the documents drawn: prior weights, picks and
 * documents (Aslam & Pavlu 2008, Figure 4), as lines and as a picture of the first topic ----
 */

static double total_of(const struct drawing *d)
{
	double sum = 0;
	for (int64_t i = 0; i < d->stevens.items; i++)
		sum += d->prior[i];
	return sum;
}

/* Documents of the sample that came from a bucket. */
static int64_t drawn_from(const struct drawing *d, size_t bucket)
{
	char label[40];
	int64_t count = 0;
	snprintf(label, sizeof label, "bucket%zu", bucket + 1);
	for (size_t i = 0; i < d->count; i++)
		count += strcmp(d->drawn[i].stratum, label) == 0;
	return count;
}

static int add_lines(struct sample_topic *t, const char *topic, const struct drawing *d,
		     struct err *e)
{
	const struct stevens *s = &d->stevens;
	double total = total_of(d);
	for (size_t k = 0; k < s->buckets; k++) {
		int64_t size = stevens_size(s, k), first = (int64_t)k * s->picks;
		char name[40];
		snprintf(name, sizeof name, "bucket%zu", k + 1);
		const struct sample_row row = {
			.topic = topic,
			.name = name,
			.size = size,
			.first = d->prior[first] / total,
			.last = d->prior[first + size - 1] / total,
			.weight = s->weight[k],
			.probability = stevens_inclusion(s->picks, size, s->weight[k]),
			.picks = d->picked[k],
			.drawn = drawn_from(d, k),
		};
		if (add_line(t, &row, e) < 0)
			return -1;
	}
	return 0;
}

static void draw_prior(struct plot *p, const char *topic, const struct drawing *d)
{
	double total = total_of(d);
	buffer_print(&p->title, "Topic %s: prior of average precision", topic);
	buffer_print(&p->x_label, "documents, by weight");
	buffer_print(&p->y_label, "weight");
	p->from_zero = true;
	plot_curve(p, PLOT_LINE, NULL, 0);
	for (int64_t i = 0; i < d->stevens.items; i++)
		plot_point(p, (double)(i + 1), d->prior[i] / total);
}

static void draw_buckets(struct plot *p, const struct drawing *d, bool picks)
{
	buffer_print(&p->title,
		     picks ? "Buckets: picks, and documents drawn (dots)"
			   : "Buckets of %lld documents",
		     (long long)d->stevens.picks);
	buffer_print(&p->x_label, "bucket");
	buffer_print(&p->y_label, picks ? "times" : "weight");
	p->from_zero = true;
	plot_curve(p, PLOT_BARS, NULL, picks ? 1 : 0);
	for (size_t k = 0; k < d->stevens.buckets; k++)
		plot_point(p, (double)(k + 1), picks ? (double)d->picked[k] : d->stevens.weight[k]);
	if (!picks)
		return;
	plot_curve(p, PLOT_POINTS, NULL, 0);
	for (size_t k = 0; k < d->stevens.buckets; k++)
		plot_point(p, (double)(k + 1), (double)drawn_from(d, k));
}

int lines_add(const struct sample_lines *l, size_t number, const char *topic, struct drawing *d,
	      struct err *e)
{
	if (!l->buckets)
		return add_documents(&l->topic[number], topic, d, e);
	if (d->prior == NULL)
		return 0;
	if (number == 0 && l->picture.plot != NULL) {
		draw_prior(&l->picture.plot[0], topic, d);
		draw_buckets(&l->picture.plot[1], d, false);
		draw_buckets(&l->picture.plot[2], d, true);
	}
	return add_lines(&l->topic[number], topic, d, e);
}

/* ---- the answer ---- */

/* What is needed to draw the sample again; a library has no command line to show. CSV has it behind
 * #, above its header. */
static void add_comments(struct report *out, struct buffer *head, const struct sample_request *q,
			 const char *command, const struct warnings *notes)
{
	bool csv = q->format == FORMAT_CSV;
	struct buffer *b = head;
	size_t first = report_is(out, IN_PAGE) ? 2 : 0; /* its foot has command and version */
	for (size_t i = first; i < notes->count + 2 && !q->no_comments && command != NULL; i++) {
		if (!csv)
			b = report_text(out, REPORT_LINE);
		buffer_print(b, csv ? "# " : "");
		if (i == 0)
			buffer_print(b, PROGRAM_NAME " " PROGRAM_VERSION ", seed %llu",
				     (unsigned long long)q->sampling.drawing.seed);
		else if (i == 1)
			buffer_print(b, "command: %s", command);
		else
			for (const char *p = notes->line[i - 2]; *p != '\0'; p++) /* from files */
				buffer_add(b, (unsigned char)*p < 0x20 ? "?" : p, 1);
		buffer_print(b, csv ? "\n" : "");
	}
	report_space(out);
}

int lines_print(const struct sample_request *q, const struct sample_lines *l,
		const struct warnings *notes, const struct warnings *warnings, struct buffer *head,
		struct buffer *b, const struct answered *asked, int result, struct err *e)
{
	struct report r;
	struct records lines;
	report_init(&r, q->format, &(struct report_origin){ .asked = asked, .warnings = warnings });
	add_comments(&r, head, q, asked->command, notes);
	struct record_column documents[DOCUMENT_COLUMNS + 1];
	memcpy(documents, document_columns, sizeof documents);
	if (q->formats.run_columns.cluster != NULL)
		documents[DOCUMENT_COLUMNS - 1] = cluster;
	records_init(&lines, q->buckets ? bucket_columns : documents, sizeof(struct sample_row));
	for (size_t t = 0; l->topic != NULL && t < l->topics; t++)
		for (size_t i = 0; i < l->topic[t].count; i++)
			records_add(&lines, &l->topic[t].row[i]);
	report_records(&r, IN_PAGE, q->buckets ? "Buckets" : "Documents to judge", &lines);
	return report_write(&r, result, b, e);
}
