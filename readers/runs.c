/*
 * The growing arrays that all formats of runs fill.
 */
#include "readers/runs/format.h"

void run_records_release(struct run_records *r)
{
	free(r->record);
	free(r->segment);
	*r = (struct run_records){ 0 };
}

static void *grow(void *array, size_t *capacity, size_t size)
{
	size_t wanted = *capacity < 1024 ? 1024 : *capacity * 2;
	void *larger = realloc(array, wanted * size);
	if (larger != NULL)
		*capacity = wanted;
	return larger;
}

static struct piece piece_of(const struct input *in, struct slice s)
{
	return (struct piece){ .at = (uint64_t)(s.at - in->bytes) & ((UINT64_C(1) << 40) - 1),
			       .length = s.length & ((UINT64_C(1) << 24) - 1) };
}

static int start_segment(struct run_records *r, const struct input *in, struct slice topic,
			 struct err *e)
{
	if (r->segments == r->segment_capacity) {
		struct run_segment *s =
			grow(r->segment, &r->segment_capacity, sizeof *r->segment);
		if (s == NULL)
			return err_memory(e);
		r->segment = s;
	}
	r->segment[r->segments++] =
		(struct run_segment){ .topic = piece_of(in, topic), .first = r->count };
	return 0;
}

int run_records_add(struct run_records *r, const struct input *in, struct slice topic,
		    struct slice document, double score, struct err *e)
{
	if (r->count == r->capacity) {
		struct run_record *records = grow(r->record, &r->capacity, sizeof *r->record);
		if (records == NULL)
			return err_memory(e);
		r->record = records;
	}
	if (r->segments == 0 ||
	    !slice_equal(piece_slice(in, r->segment[r->segments - 1].topic), topic))
		if (start_segment(r, in, topic, e) < 0)
			return -1;
	r->record[r->count++] =
		(struct run_record){ .document = piece_of(in, document), .score = score };
	return 0;
}
