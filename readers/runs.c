/*
 * The arrays that all formats of runs fill, and the name of a run that has none.
 */
#include "core/base/pages.h"
#include "readers/runs/format.h"

void run_records_release(struct run_records *r)
{
	pages_release(r->record, r->capacity * sizeof *r->record);
	free(r->segment);
	*r = (struct run_records){ 0 };
}

int run_records_reserve(struct run_records *r, const struct input *in, size_t least_bytes,
			struct err *e)
{
	if (in->size > PIECE_AT_MAX)
		return err_data(e, "%.600s: a run of more than 1 TiB", in->path);
	size_t capacity = in->size / least_bytes + 1;
	r->record = pages_reserve(capacity * sizeof *r->record);
	if (r->record == NULL)
		return err_memory(e);
	r->capacity = capacity;
	return 0;
}

static int start_segment(struct run_records *r, const struct input *in, struct slice topic,
			 struct err *e)
{
	if (r->segments == r->segment_capacity) {
		size_t capacity = r->segments < 512 ? 1024 : 2 * r->segments;
		struct run_segment *larger = realloc(r->segment, capacity * sizeof *larger);
		if (larger == NULL)
			return err_memory(e);
		r->segment = larger;
		r->segment_capacity = capacity;
	}
	r->segment[r->segments++] =
		(struct run_segment){ .topic = piece_in(in, topic), .first = r->count };
	return 0;
}

int run_records_add(struct run_records *r, const struct input *in, struct slice topic,
		    struct slice document, double score, struct err *e)
{
	if (r->segments == 0 ||
	    !slice_equal(piece_slice(in, r->segment[r->segments - 1].topic), topic))
		if (start_segment(r, in, topic, e) < 0)
			return -1;
	r->record[r->count++] =
		(struct run_record){ .document = piece_in(in, document), .score = score };
	return 0;
}

/* Whether a name has the ending, and something before it. */
static bool ends_in(struct slice name, const char *ending)
{
	size_t length = strlen(ending);
	return name.length > length && memcmp(name.at + name.length - length, ending, length) == 0;
}

struct slice run_name_of_file(const struct input *in)
{
	static const char *const endings[] = { ".gz", ".txt", ".csv", ".run" };
	const char *slash = strrchr(in->path, '/');
	struct slice name = slice_of(slash != NULL ? slash + 1 : in->path);
	size_t i = 0;
	while (i < sizeof endings / sizeof endings[0]) {
		if (ends_in(name, endings[i])) {
			name.length -= strlen(endings[i]);
			i = 0; /* there may be several, as in .run.gz */
		} else {
			i++;
		}
	}
	return name;
}

const struct run_format *run_format_find(const char *name, struct err *e)
{
	for (size_t i = 0; run_formats[i] != NULL; i++)
		if (strcmp(run_formats[i]->name, name) == 0)
			return run_formats[i];
	err_usage(e, "-T %.100s: no such format of runs (-h lists them)", name);
	return NULL;
}
