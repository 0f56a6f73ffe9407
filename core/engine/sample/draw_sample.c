#include "core/engine/sample/draw_sample.h"

int draw_sample(struct sample_request *q, const struct sampling_sink *sink, struct warnings *w,
		struct err *e)
{
	const struct judgment_format *f;
	if (sample_request_ready(q, &f, e) < 0)
		return -1;
	struct sampling_request s = q->sampling;
	s.sink = sink;
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
		result = judgments_read_as(&judged, f, q->judged,
					   &(struct judgment_reading){ .partial = true }, e);
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
