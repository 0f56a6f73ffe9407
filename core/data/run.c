#include "core/base/pages.h"
#include "core/data/run.h"

static int64_t topic_of(struct run *r, const struct run_segment *s, struct err *e)
{
	return names_add(&r->names, &r->memory, piece_slice(&r->in, s->topic), e);
}

static size_t segment_length(const struct run_records *r, size_t s)
{
	size_t end = s + 1 < r->segments ? r->segment[s + 1].first : r->count;
	return end - r->segment[s].first;
}

/* The lines of a topic do not all stand together: move each to its topic's place. */
static int gather(struct run *r, const size_t *topic_of_segment, struct err *e)
{
	struct run_records *x = &r->records;
	struct run_record *ordered = pages_reserve(x->count * sizeof *ordered);
	size_t *next = calloc(r->topics, sizeof *next);
	if (ordered == NULL || next == NULL) {
		pages_release(ordered, x->count * sizeof *ordered);
		free(next);
		return err_memory(e);
	}
	for (size_t t = 1; t < r->topics; t++)
		next[t] = next[t - 1] + r->topic[t - 1].count;
	for (size_t t = 0; t < r->topics; t++)
		r->topic[t].record = ordered + next[t];
	for (size_t s = 0; s < x->segments; s++) {
		size_t length = segment_length(x, s), t = topic_of_segment[s];
		memcpy(ordered + next[t], x->record + x->segment[s].first,
		       length * sizeof *ordered);
		next[t] += length;
	}
	free(next);
	pages_release(x->record, x->capacity * sizeof *x->record);
	x->record = ordered;
	x->capacity = x->count;
	return 0;
}

static int build(struct run *r, struct err *e)
{
	const struct run_records *x = &r->records;
	if (x->count == 0)
		return err_data(e, "%.600s: no retrieved documents: the file is empty",
				r->in.path);
	size_t *topic_of_segment = malloc(x->segments * sizeof *topic_of_segment);
	if (topic_of_segment == NULL)
		return err_memory(e);
	int result = 0;
	r->names.expected = x->segments;
	for (size_t s = 0; s < x->segments && result == 0; s++) {
		int64_t t = topic_of(r, &x->segment[s], e);
		topic_of_segment[s] = (size_t)t;
		result = t < 0 ? -1 : 0;
	}
	r->topics = r->names.count;
	r->topic = arena_alloc(&r->memory, r->topics * sizeof *r->topic);
	const char **name = malloc(r->topics * sizeof *name);
	r->id = arena_copy(&r->memory, x->runid);
	if (result == 0 && (r->topic == NULL || name == NULL || r->id == NULL))
		result = err_memory(e);
	if (result == 0) {
		names_list(&r->names, name);
		for (size_t t = 0; t < r->topics; t++)
			r->topic[t] = (struct run_topic){ .name = name[t] };
		for (size_t s = x->segments; s-- > 0;) {
			struct run_topic *t = &r->topic[topic_of_segment[s]];
			t->record = x->record + x->segment[s].first;
			t->count += segment_length(x, s);
		}
		if (x->segments > r->topics)
			result = gather(r, topic_of_segment, e);
	}
	free(name);
	free(topic_of_segment);
	return result;
}

int run_read(struct run *r, const struct run_format *format, const char *path, struct err *e)
{
	*r = (struct run){ 0 };
	if (input_read(&r->in, path, e) < 0)
		return -1;
	if (format->read(&r->in, &r->records, e) < 0 || build(r, e) < 0) {
		run_release(r);
		return -1;
	}
	return 0;
}

void run_release(struct run *r)
{
	names_release(&r->names);
	arena_release(&r->memory);
	run_records_release(&r->records);
	input_release(&r->in);
}
