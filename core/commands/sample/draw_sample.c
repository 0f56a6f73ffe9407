/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/commands/sample/draw_sample.h"

/* A list has one topic, and so have judgments that name none. */
static int supply_topic(void *context, const struct input *in, struct judgment_record *r,
			struct err *e)
{
	const char *topic = context;
	(void)in, (void)e;
	r->topic = r->topic.length > 0 ? r->topic : slice_of(topic);
	return 0;
}

int draw_sample(struct sample_request *q, const struct sampling_receiver *receiver,
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
		result = collection_read(&collection, q->collection, e);
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
