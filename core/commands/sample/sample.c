/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * strat_eval sample [OPTION...] RUN...
 */
#include "core/base/array.h"
#include "core/commands/sample/sample.h"
#include "core/options/command.h"

#define AT(field) .at = offsetof(struct sample_row, field)

static const struct record_column document_columns[] = {
	{ "topic", "topic", RECORD_TEXT, AT(topic) },
	{ "docno", "docno", RECORD_TEXT, AT(name) },
	{ "rel", "rel", RECORD_WHOLE, AT(grade) },
	{ "prob", "prob", RECORD_REAL, RECORD_EXACT, 6, AT(probability) },
	{ "stratum", "stratum", RECORD_TEXT, AT(stratum) },
	{ "size", "size", RECORD_WHOLE, AT(size) },
	{ "picks", "picks", RECORD_WHOLE, AT(picks), .if_any = true },
	{ 0 },
};

/* ---- lines ---- */

static int expect(void *context, size_t topics, struct err *e)
{
	struct sample_lines *l = context;
	l->topic = calloc(topics + 1, sizeof *l->topic);
	l->topics = topics;
	return l->topic == NULL ? err_memory(e) : 0;
}

static void release_lines(struct sample_lines *l)
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

int sample_add(struct sample_topic *t, const struct sample_row *row, struct err *e)
{
	static const struct sample_row none;
	if (!ARRAY_ROOM(t->row, t->count, t->room))
		return err_memory(e);
	const struct sample_row *before = t->count > 0 ? &t->row[t->count - 1] : &none;
	struct sample_row own = *row;
	own.topic = copy(t, row->topic, before->topic);
	own.name = copy(t, row->name, NULL);
	own.stratum = copy(t, row->stratum, before->stratum);
	t->row[t->count++] = own;
	return t->memory.failed ? err_memory(e) : 0;
}

static int add_documents(void *context, size_t number, const char *topic, struct drawing *d,
			 struct err *e)
{
	const struct sample_lines *l = context;
	for (size_t i = 0; i < d->count; i++) {
		const struct drawn_document *x = &d->drawn[i];
		const char *name = arena_copy(&d->memory, x->name);
		if (name == NULL)
			return err_memory(e);
		const struct sample_row row = { .topic = topic,
						.name = name,
						.stratum = x->stratum,
						.grade = x->known ? x->grade : RECORD_NONE,
						.size = x->size,
						.picks = x->picks > 0 ? x->picks : RECORD_NONE,
						.probability = x->probability };
		if (sample_add(&l->topic[number], &row, e) < 0)
			return -1;
	}
	return 0;
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

static int print(const struct sample_request *q, struct sample_lines *l,
		 const struct warnings *notes, const struct warnings *warnings, struct buffer *head,
		 struct buffer *b, const struct answered *asked, int result, struct err *e)
{
	struct report r;
	struct records lines;
	report_init(&r, q->format, &(struct report_origin){ .asked = asked, .warnings = warnings });
	add_comments(&r, head, q, asked->command, notes);
	records_init(&lines, q->buckets ? bucket_columns : document_columns,
		     sizeof(struct sample_row));
	for (size_t t = 0; l->topic != NULL && t < l->topics; t++)
		for (size_t i = 0; i < l->topic[t].count; i++)
			records_add(&lines, &l->topic[t].row[i]);
	report_records(&r, IN_PAGE, q->buckets ? "Buckets" : "Documents to judge", &lines);
	return report_write(&r, result, b, e);
}

/* ---- drawing ---- */

/* A list has one topic, and so have judgments that name none. */
static int supply_topic(void *context, const struct input *in, struct judgment_record *r,
			struct err *e)
{
	const char *topic = context;
	(void)in, (void)e;
	r->topic = r->topic.length > 0 ? r->topic : slice_of(topic);
	return 0;
}

/* Checks the request, reads its files, draws and hands the documents to the receiver. */
static int draw_sample(struct sample_request *q, const struct sampling_receiver *receiver,
		       struct warnings *w, struct err *e)
{
	const struct judgment_format *f;
	if (sample_request_ready(q, &f, e) < 0)
		return -1;
	struct sampling_request s = q->sampling;
	s.receiver = receiver;
	struct collection collection;
	struct shares shares;
	struct judgments judged;
	int result = 0;
	if (q->collection != NULL) {
		result = collection_read(&collection, q->collection, &q->formats.run_columns, e);
		if (result == 0) {
			s.drawing.collection = &collection;
			s.drawing.collection_size = (int64_t)collection_size(&collection);
		}
	}
	if (result == 0 && q->shares != NULL) {
		result = shares_read(&shares, q->shares, e);
		s.drawing.shares = result == 0 ? &shares : NULL;
	}
	if (result == 0 && q->judged != NULL) {
		const struct judgment_supplier supplier = { supply_topic, (void *)s.only_topic };
		const struct judgment_reading how = { .partial = true,
						      .supplier = s.only_topic != NULL ? &supplier
										       : NULL };
		result = judgments_read_as(&judged, f, q->judged, &how, e);
		s.drawing.judged = result == 0 ? &judged : NULL;
	}
	if (result == 0)
		result = sampling_run(&s, w, e);
	if (s.drawing.judged != NULL)
		judgments_release(&judged);
	if (s.drawing.shares != NULL)
		shares_release(&shares);
	if (s.drawing.collection != NULL)
		collection_release(&collection);
	return result;
}

/* ---- the command ---- */

static int run(void *request, const struct output *out, struct err *e)
{
	struct sample_request *q = request;
	struct sample_lines lines = { 0 };
	struct warnings warnings = { 0 }, notes = { 0 };
	struct buffer both[2] = { 0 }; /* comments, and the rest */
	struct err lost = { 0 };
	const struct sampling_receiver receiver = { .context = &lines,
						    .expect = expect,
						    .drawn = q->buckets ? buckets_add
									: add_documents,
						    .notes = &notes };
	if (plot_check(q->plot, e) < 0 ||
	    (q->plot != NULL && picture_init(&lines.picture, 3, 1, e) < 0))
		return -1;
	int result = draw_sample(q, &receiver, &warnings, e);
	if (result == 0)
		result = warnings_check(&notes, e);
	result = print(q, &lines, &notes, &warnings, &both[0], &both[1], &out->asked, result, e);
	output_warn(out, &warnings, q->quiet);
	if (result == 0)
		result = output_check_all(both, 2, e);
	if (result == 0)
		result = picture_write(&lines.picture, q->plot, &lost, e);
	picture_release(&lines.picture);
	result = output_finish(out, &both[0], result, e);
	result = output_finish(out, &both[1], result, e);
	result = picture_status(result, &lost, e);
	warnings_release(&notes);
	release_lines(&lines);
	return result;
}

COMMAND = { &sample_table, run, NULL };
