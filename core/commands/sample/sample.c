/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * strat_eval sample [OPTION...] RUN...
 */
#include "core/commands/sample/sample.h"
#include "core/options/command.h"

/* A list has one topic, and so have judgments that name none. */
static int supply_topic(void *context, const struct input *in, struct judgment_record *r,
			struct err *e)
{
	const char *topic = context;
	(void)in, (void)e;
	r->topic = r->topic.length > 0 ? r->topic : slice_of(topic);
	return 0;
}

/* The collection, without what is left out of it. */
static int read_collection(struct collection *c, const struct sample_request *q,
			   struct warnings *notes, struct warnings *w, struct err *e)
{
	const struct column_options *columns = &q->formats.run_columns;
	int result = collection_read(c, q->collection, columns, false, e);
	if (result < 0)
		return -1;
	for (size_t i = 0; i < q->left_out.count && result == 0; i++) {
		struct collection other;
		size_t strangers;
		result = collection_read(&other, q->left_out.text[i], columns, true, e);
		if (result < 0)
			break;
		result = collection_leave_out(c, &other, &strangers, e);
		if (result == 0 && strangers > 0)
			warnings_add(w,
				     "%s: %zu of its %zu documents are not in %s; if their numbers "
				     "are written differently there, they may be drawn",
				     other.in.path, strangers, collection_size(&other), c->in.path);
		sampling_note(notes, "left out", &other.in);
		collection_release(&other);
	}
	if (result == 0)
		result = collection_close_gaps(c, e);
	if (result == 0 && columns->cluster != NULL)
		result = collection_read_families(c, e);
	if (result < 0)
		collection_release(c);
	return result;
}

/* Checks the request, reads its files, and draws. */
static int draw_sample(struct sample_request *q, struct sample_lines *lines, struct warnings *notes,
		       struct warnings *w, struct err *e)
{
	const struct judgment_format *f;
	if (sample_request_ready(q, &f, e) < 0)
		return -1;
	struct sampling_request s = q->sampling;
	s.lines = lines;
	s.notes = notes;
	struct collection collection;
	struct stratum_rows shares;
	struct judgments judged;
	int result = 0;
	if (q->collection != NULL) {
		result = read_collection(&collection, q, notes, w, e);
		if (result == 0) {
			s.drawing.rest = q->left_out.count > 0;
			s.drawing.collection = &collection;
			s.drawing.collection_size = (int64_t)collection_size(&collection);
		}
	}
	if (result == 0 && q->shares != NULL) {
		result = stratum_sizes_load(&shares, q->shares, NULL, e);
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
		stratum_rows_release(&shares);
	if (s.drawing.collection != NULL)
		collection_release(&collection);
	return result;
}

static int sample_files(void *request, const struct output *out, struct err *e)
{
	struct sample_request *q = request;
	struct sample_lines lines = { .buckets = q->buckets };
	struct warnings warnings = { 0 }, notes = { 0 };
	struct buffer both[2] = { 0 }; /* comments, and the rest */
	struct err lost = { 0 };
	if (plot_check(q->plot, e) < 0 ||
	    (q->plot != NULL && picture_init(&lines.picture, 3, 1, e) < 0))
		return -1;
	int result = draw_sample(q, &lines, &notes, &warnings, e);
	if (result == 0)
		result = warnings_check(&notes, e);
	result = lines_print(q, &lines, &notes, &warnings, &both[0], &both[1], &out->asked, result,
			     e);
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
	lines_release(&lines);
	return result;
}

COMMAND = { &sample_table, sample_files, NULL };
