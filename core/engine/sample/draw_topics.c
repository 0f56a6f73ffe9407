#include <omp.h>

#include "core/base/escape.h"
#include "core/cli/command.h"
#include "core/cli/output/output.h"
#include "core/engine/sample/draw_topics.h"

/* One run file. */
struct source {
	struct run run;
	bool read; /* `run` is there to be released */
	struct err err;
	size_t lacks; /* so many topics */
};

/* What one topic came to. */
struct outcome {
	struct buffer text;
	struct err err;
	int64_t missing; /* documents that were asked for, but are not there */
	int64_t unsampled, nameless;
};

struct batch {
	const struct sampling_request *s;
	struct source *source;
	struct drawing_options drawing;
	const struct run **run; /* in the order in which the designs want them */
	struct arena memory;
	struct names only_topic, topics;
	struct drawing_topic *topic; /* in bytewise order of their names */
	const struct run_topic **run_topic;
	struct outcome *outcome;
};

static int threads(const struct batch *b, size_t work)
{
	return work < (size_t)b->s->jobs ? (int)work : b->s->jobs;
}

/*
 * Runs.
 */

static int read_runs(struct batch *b, struct err *e)
{
	size_t count = b->s->runs;
	if (b->s->only_topic != NULL &&
	    names_add(&b->only_topic, &b->memory, slice_of(b->s->only_topic), e) < 0)
		return -1;
	b->source = calloc(count, sizeof *b->source);
	b->run = calloc(count, sizeof *b->run);
	if (b->source == NULL || b->run == NULL)
		return err_memory(e);
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads(b, count))
	for (size_t i = 0; i < count; i++) {
		struct source *x = &b->source[i];
		x->read = run_read(&x->run, b->s->run_format, b->s->run[i], &b->only_topic,
				   &x->err) == 0;
	}
	for (size_t i = 0; i < count; i++) {
		b->run[i] = &b->source[i].run;
		if (b->source[i].read)
			continue;
		*e = b->source[i].err;
		return -1;
	}
	return 0;
}

static int by_id(const void *a, const void *b)
{
	const struct run *const *x = a, *const *y = b;
	return strcmp((*x)->id, (*y)->id);
}

/* Cells are called after runs; in the order of their names, that of the command line is no matter.
 */
static int name_runs(struct batch *b, struct err *e)
{
	if (b->s->drawing.design != DESIGN_STRATA)
		return 0;
	qsort(b->run, b->s->runs, sizeof *b->run, by_id);
	for (size_t i = 1; i < b->s->runs; i++)
		if (strcmp(b->run[i - 1]->id, b->run[i]->id) == 0)
			return err_data(e,
					"two runs are called '%s', after which cells are named: "
					"%.300s and %.300s",
					shown(b->run[i]->id, strlen(b->run[i]->id)).text,
					b->run[i - 1]->in.path, b->run[i]->in.path);
	return 0;
}

/*
 * Topics.
 */

static int by_name(uint64_t a, uint64_t b, const void *context)
{
	const char *const *name = context;
	return strcmp(name[a], name[b]);
}

/* The numbers of the topics, in the order of the names. */
static int sort_topics(const struct batch *b, size_t *sorted, const char **name, struct err *e)
{
	size_t count = b->topics.count;
	struct keyed *keyed = malloc(2 * count * sizeof *keyed);
	if (keyed == NULL)
		return err_memory(e);
	names_list(&b->topics, name);
	for (size_t t = 0; t < count; t++)
		keyed[t] = (struct keyed){ key_of_text(slice_of(name[t])), t };
	keyed_sort(keyed, count, keyed + count, by_name, name);
	for (size_t t = 0; t < count; t++)
		sorted[keyed[t].item] = t;
	free(keyed);
	return 0;
}

/* --size for each, or --total in equal parts, one more for the first ones until nothing is left. */
static int64_t size_of_topic(const struct batch *b, size_t topic)
{
	int64_t topics = (int64_t)b->topics.count, total = b->s->total;
	return total > 0 ? total / topics + ((int64_t)topic < total % topics) : b->s->size;
}

static int fill_topics(struct batch *b, const size_t *place, const char **name, struct err *e)
{
	const struct judgments *judged = b->s->drawing.judged;
	size_t runs = b->s->runs, topics = b->topics.count, common = 0;
	for (size_t t = 0; t < topics; t++) {
		int64_t number = judged != NULL ? names_find(&judged->names, slice_of(name[t]))
						: NAME_UNKNOWN;
		common += number != NAME_UNKNOWN;
		b->topic[place[t]] = (struct drawing_topic){
			.name = name[t],
			.run = b->run_topic + place[t] * runs,
			.judged = number != NAME_UNKNOWN ? &judged->topic[number] : NULL,
			.size = size_of_topic(b, place[t]),
		};
	}
	for (size_t r = 0; r < runs; r++)
		for (size_t t = 0; t < b->run[r]->topics; t++) {
			const struct run_topic *x = &b->run[r]->topic[t];
			size_t number = (size_t)names_find(&b->topics, x->name);
			b->run_topic[place[number] * runs + r] = x;
		}
	if (judged != NULL && common == 0)
		return err_data(e, "%.600s: no topic of the runs has judgments in the file",
				judged->in.path);
	return 0;
}

static int find_topics(struct batch *b, struct err *e)
{
	for (size_t r = 0; r < b->s->runs; r++)
		for (size_t t = 0; t < b->run[r]->topics; t++)
			if (names_add(&b->topics, &b->memory, b->run[r]->topic[t].name, e) < 0)
				return -1;
	size_t topics = b->topics.count;
	for (size_t i = 0; i < b->s->runs; i++)
		b->source[i].lacks = topics - b->source[i].run.topics;
	if (b->s->total > 0 && b->s->total < (int64_t)topics)
		return err_usage(e, "--total %lld: there are %zu topics, and each needs a document",
				 (long long)b->s->total, topics);
	b->topic = calloc(topics, sizeof *b->topic);
	b->run_topic = calloc(topics * b->s->runs, sizeof *b->run_topic);
	b->outcome = calloc(topics, sizeof *b->outcome);
	size_t *place = malloc(topics * sizeof *place);
	const char **name = malloc(topics * sizeof *name);
	int result = -1;
	if (b->topic == NULL || b->run_topic == NULL || b->outcome == NULL || place == NULL ||
	    name == NULL)
		err_memory(e);
	else if (sort_topics(b, place, name, e) == 0)
		result = fill_topics(b, place, name, e);
	free(place);
	free(name);
	return result;
}

/*
 * Drawing and printing.
 */

static void print_name(struct buffer *b, struct arena *memory, struct slice name)
{
	const char *text = arena_copy(memory, name);
	if (text == NULL)
		b->failed = true;
	else
		escape_csv(b, text);
}

static void print_drawn(struct buffer *b, const char *topic, struct drawing *d)
{
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
}

static void draw_one(const struct batch *b, size_t topic, struct drawing *d)
{
	struct outcome *o = &b->outcome[topic];
	const struct drawing_topic *t = &b->topic[topic];
	if (drawing_make(d, &b->drawing, t, &o->err) < 0)
		return;
	o->missing = t->size > d->available ? t->size - d->available : 0;
	o->unsampled = d->unsampled;
	o->nameless = d->nameless;
	print_drawn(&o->text, t->name, d);
}

static int draw_all(struct batch *b, struct err *e)
{
	size_t topics = b->topics.count;
	int count = threads(b, topics);
	struct drawing *drawing = calloc((size_t)count, sizeof *drawing);
	if (drawing == NULL)
		return err_memory(e);
#pragma omp parallel for schedule(dynamic, 1) num_threads(count)
	for (size_t t = 0; t < topics; t++)
		draw_one(b, t, &drawing[omp_get_thread_num()]);
	for (int i = 0; i < count; i++)
		drawing_release(&drawing[i]);
	free(drawing);
	for (size_t t = 0; t < topics; t++) {
		if (b->outcome[t].err.status == STATUS_OK)
			continue;
		*e = b->outcome[t].err;
		return -1;
	}
	const struct shares *shares = b->drawing.shares;
	return shares != NULL ? shares_refuse_unused(shares, b->drawing.collection_size > 0, e) : 0;
}

static void warn_of_run(const struct batch *b, const struct source *x)
{
	if (x->run.records.lines_with_more > 0)
		fprintf(stderr,
			PROGRAM_NAME ": warning: %s: %llu line%s with more than six columns; the "
				     "rest is ignored\n",
			x->run.in.path, (unsigned long long)x->run.records.lines_with_more,
			x->run.records.lines_with_more == 1 ? "" : "s");
	if (x->lacks > 0)
		fprintf(stderr,
			PROGRAM_NAME ": warning: %s: %zu of %zu topics %s missing from the run, "
				     "which retrieves nothing there\n",
			x->run.in.path, x->lacks, b->topics.count, x->lacks == 1 ? "is" : "are");
}

static void warn_of_sample(const struct batch *b)
{
	size_t small = 0;
	int64_t missing = 0, unsampled = 0, nameless = 0;
	for (size_t t = 0; t < b->topics.count; t++) {
		const struct outcome *o = &b->outcome[t];
		small += o->missing > 0;
		missing += o->missing;
		unsampled += o->unsampled;
		nameless += o->nameless;
	}
	if (small > 0)
		fprintf(stderr,
			PROGRAM_NAME ": warning: in %zu topic%s there are fewer documents than are "
				     "to be drawn (%lld missing): all of them are in the "
				     "sample\n",
			small, small == 1 ? "" : "s", (long long)missing);
	if (b->drawing.design != DESIGN_STRATA)
		return;
	if (unsampled > 0)
		fprintf(stderr,
			PROGRAM_NAME ": warning: %lld documents are in cells of which nothing is "
				     "drawn; the sample says nothing about them\n",
			(long long)unsampled);
	if (b->drawing.collection_size == 0)
		fprintf(stderr, PROGRAM_NAME
			": warning: nothing is drawn of what no run retrieves: --collection or -N "
			"would tell what that is\n");
	if (nameless > 0)
		fprintf(stderr,
			PROGRAM_NAME ": warning: %lld row%s without a document number: put in "
				     "documents drawn at random from those that no run retrieves\n",
			(long long)nameless, nameless == 1 ? "" : "s");
}

static int print_all(const struct batch *b, struct err *e)
{
	struct buffer header = { 0 };
	buffer_print(&header, "topic,docno,rel,prob,stratum,size,picks\n");
	int result = output_write(&header, e);
	buffer_release(&header);
	for (size_t i = 0; i < b->s->runs && !b->s->quiet; i++)
		warn_of_run(b, &b->source[i]);
	if (!b->s->quiet)
		warn_of_sample(b);
	for (size_t t = 0; t < b->topics.count && result == 0; t++)
		result = output_write(&b->outcome[t].text, e);
	return result;
}

static void release(struct batch *b)
{
	for (size_t i = 0; b->source != NULL && i < b->s->runs; i++)
		if (b->source[i].read)
			run_release(&b->source[i].run);
	for (size_t t = 0; b->outcome != NULL && t < b->topics.count; t++)
		buffer_release(&b->outcome[t].text);
	free(b->source);
	free(b->run);
	free(b->topic);
	free(b->run_topic);
	free(b->outcome);
	names_release(&b->only_topic);
	names_release(&b->topics);
	arena_release(&b->memory);
}

int sampling_run(const struct sampling_request *s, struct err *e)
{
	struct batch b = { .s = s, .drawing = s->drawing };
	int result = read_runs(&b, e);
	if (result == 0)
		result = name_runs(&b, e);
	if (result == 0)
		result = find_topics(&b, e);
	if (result == 0) {
		b.drawing.runs = b.run;
		b.drawing.run_count = s->runs;
		result = draw_all(&b, e);
	}
	if (result == 0)
		result = print_all(&b, e);
	release(&b);
	return result;
}
