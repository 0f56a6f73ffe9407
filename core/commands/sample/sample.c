/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * strat_eval sample [OPTION...] RUN...
 */
#include "core/base/buffer.h"
#include "core/base/number.h"
#include "core/commands/sample/sample.h"
#include "core/options/command.h"

/* What is needed to draw the sample again. A library has no command line to show. */
static void write_comments(struct buffer *b, const struct sample_request *q,
			   const struct warnings *notes)
{
	if (q->no_comments || q->command == NULL)
		return;
	buffer_print(b, "# " PROGRAM_NAME " " PROGRAM_VERSION ", seed %llu\n",
		     (unsigned long long)q->sampling.drawing.seed);
	buffer_print(b, "# command: %s\n", q->command);
	for (size_t i = 0; i < notes->count; i++) {
		buffer_print(b, "# ");
		for (const char *p = notes->line[i]; *p != '\0'; p++) /* from names of files */
			buffer_add(b, (unsigned char)*p < 0x20 ? "?" : p, 1);
		buffer_print(b, "\n");
	}
}

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
	for (size_t t = 0; l->topic != NULL && t < l->topics; t++)
		buffer_release(&l->topic[t]);
	free(l->topic);
}

static void print_name(struct buffer *b, struct arena *memory, struct slice name)
{
	const char *text = arena_copy(memory, name);
	if (text == NULL)
		b->failed = true;
	else
		escape_csv(b, text);
}

static int print_documents(void *context, size_t number, const char *topic, struct drawing *d,
			   struct err *e)
{
	(void)e; /* a buffer that failed says so when it is written */
	const struct sample_lines *l = context;
	struct buffer *b = &l->topic[number];
	for (size_t i = 0; i < d->count; i++) {
		const struct drawn_document *x = &d->drawn[i];
		escape_csv(b, topic);
		buffer_print(b, ",");
		print_name(b, &d->memory, x->name);
		buffer_print(b, ",");
		if (x->known)
			buffer_print(b, "%d", (int)x->grade);
		buffer_print(b, ",%s,", real_text(x->probability).text);
		escape_csv(b, x->stratum);
		buffer_print(b, ",%lld,", (long long)x->size);
		if (x->picks > 0)
			buffer_print(b, "%lld", (long long)x->picks);
		buffer_print(b, "\n");
	}
	return 0;
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
	struct buffer head = { 0 };
	struct err lost = { 0 };
	const struct sampling_receiver receiver = { .context = &lines,
						    .expect = expect,
						    .drawn = q->buckets ? buckets_print
									: print_documents,
						    .notes = &notes };
	if (plot_check(q->plot, e) < 0 ||
	    (q->plot != NULL && picture_init(&lines.picture, 3, 1, e) < 0))
		return -1;
	int result = draw_sample(q, &receiver, &warnings, e);
	output_warn(out, &warnings, q->quiet);
	write_comments(&head, q, &notes);
	buffer_print(&head, q->buckets ? "topic,bucket,documents,first,last,weight,prob,picked,"
					 "drawn\n"
				       : "topic,docno,rel,prob,stratum,size,picks\n");
	if (result == 0)
		result = warnings_check(&notes, e);
	if (result == 0)
		result = output_check_all(lines.topic, lines.topics, e);
	if (result == 0 && head.failed)
		result = err_memory(e);
	if (result == 0)
		result = picture_write(&lines.picture, q->plot, &lost, e);
	picture_release(&lines.picture);
	result = output_finish(out, &head, result, e);
	if (result == 0)
		result = output_write_all(out, lines.topic, lines.topics, e);
	result = picture_status(result, &lost, e);
	warnings_release(&notes);
	release_lines(&lines);
	return result;
}

COMMAND = { &sample_table, run, NULL };
