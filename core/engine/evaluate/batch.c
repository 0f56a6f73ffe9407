#include <omp.h>

#include "core/base/escape.h"
#include "core/cli/command.h"
#include "core/cli/output/output.h"
#include "core/engine/evaluate/batch.h"

/* What one run came to: its lines and its warnings, or an error. */
struct outcome {
	struct run run;
	bool read;     /* `run` is there to be released */
	size_t number; /* in the strata of the sample */
	struct buffer text;
	struct err err;
	const char *path; /* for warnings */
	size_t missing, prior_heavy, unbounded;
	uint64_t lines_with_more;
};

static int threads(const struct batch *b, size_t work)
{
	return work < (size_t)b->jobs ? (int)work : b->jobs;
}

static void read_one(const struct batch *b, struct outcome *o, const char *path)
{
	if (run_read(&o->run, b->run_format, path, &b->judgments->names, &o->err) < 0)
		return;
	o->read = true;
	o->path = o->run.in.path;
	o->lines_with_more = o->run.records.lines_with_more;
}

static void evaluate_one(const struct batch *b, struct outcome *o, size_t number,
			 const struct evaluated_run *r)
{
	struct evaluation x;
	if (evaluation_run(&x, b->plan, b->judgments, r, &b->evaluation, &o->err) < 0)
		return;
	o->missing = x.missing;
	o->prior_heavy = x.prior_heavy;
	o->unbounded = x.unbounded;
	if (b->sink != NULL) {
		b->sink->evaluated(b->sink->context, number, &x);
		return;
	}
	output_run(&o->text, &x, &b->output);
	evaluation_release(&x);
}

static int expect(const struct batch *b, size_t count, struct err *e)
{
	return b->sink != NULL ? b->sink->expect(b->sink->context, count, e) : 0;
}

/* Every run has been evaluated, and those that are kept are `o`, or names of a table. */
static int hand_on(const struct batch *b, const struct outcome *o, size_t count,
		   const struct sample *s, struct err *e)
{
	if (b->sink == NULL)
		return 0;
	struct evaluated_run *r = calloc(count + 1, sizeof *r);
	if (r == NULL)
		return err_memory(e);
	for (size_t i = 0; i < count; i++)
		r[i] = (struct evaluated_run){
			.run = o[i].read ? &o[i].run : NULL,
			.sample = s,
			.number = o[i].number,
		};
	int result = b->sink->all(b->sink->context, r, count, e);
	free(r);
	return result;
}

static void release_run(struct outcome *o)
{
	if (o->read)
		run_release(&o->run);
	o->read = false;
}

/* The error of the first run that has one, whatever came first in time. */
static int first_error(const struct outcome *o, size_t count, struct err *e)
{
	for (size_t i = 0; i < count; i++) {
		if (o[i].err.status == STATUS_OK)
			continue;
		*e = o[i].err;
		return -1;
	}
	return 0;
}

/* Plain judgments: each run is read, evaluated and forgotten by one thread. */
static int evaluate_plain(const struct batch *b, struct outcome *o, struct err *e)
{
	if (expect(b, b->runs, e) < 0)
		return -1;
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads(b, b->runs))
	for (size_t i = 0; i < b->runs; i++) {
		read_one(b, &o[i], b->run[i]);
		const struct evaluated_run r = { .run = &o[i].run };
		if (o[i].read)
			evaluate_one(b, &o[i], i, &r);
		if (b->sink == NULL || !b->sink->keep_runs)
			release_run(&o[i]);
	}
	return first_error(o, b->runs, e) < 0 ? -1 : hand_on(b, o, b->runs, NULL, e);
}

static void print_strata(struct buffer *out, const struct strata *s, const struct judgments *j)
{
	buffer_print(out, "topic,stratum,runs,size,sampled,assessable,relevant,gray\n");
	for (size_t i = 0; i < s->topics; i++) {
		const struct topic_strata *t = &s->topic[j->sorted[i]];
		for (size_t c = 0; c < t->count; c++) {
			const struct cell *x = &t->cell[c];
			escape_csv(out, t->name);
			buffer_print(out, ",%zu", c + 1);
			if (x->label != NULL) {
				buffer_print(out, ":");
				escape_csv(out, x->label);
			}
			buffer_print(out, ",");
			bool any = false;
			for (size_t r = 0; r < s->runs; r++) {
				if (!cell_has_run(x, r))
					continue;
				buffer_print(out, any ? "+" : "");
				escape_csv(out, s->run[r]);
				any = true;
			}
			buffer_print(out, "%s,%lld,%lld,%lld,%lld,%lld\n", any ? "" : "-",
				     (long long)x->size, (long long)x->sampled,
				     (long long)(x->sampled - x->gray), (long long)x->relevant,
				     (long long)x->gray);
		}
	}
}

static void warn_of_sample(const struct batch *b, const struct sample *s)
{
	size_t mixed = 0;
	for (size_t t = 0; s->stratified && t < s->strata.topics; t++)
		mixed += !s->strata.topic[t].uniform;
	if (b->quiet)
		return;
	if (s->stratified && s->strata.unsampled > 0)
		fprintf(stderr,
			PROGRAM_NAME ": warning: %lld documents are in strata of which nothing was "
				     "sampled; intervals have only the prior to go by there\n",
			(long long)s->strata.unsampled);
	if (s->weights_given && mixed > 0)
		fprintf(stderr,
			PROGRAM_NAME
			": warning: in %zu topic%s documents of one stratum have different "
			"probabilities: the sample was not drawn from these strata "
			"(--ci=ht-logit does without them)\n",
			mixed, mixed == 1 ? "" : "s");
}

static int show_strata(struct outcome *o, const struct batch *b, const struct sample *s,
		       struct err *e)
{
	if (!s->stratified)
		return err_usage(e,
				 "--show-strata: no strata are known without -N, the size of the "
				 "collection");
	print_strata(&o->text, &s->strata, b->judgments);
	return 0;
}

/* Sampled judgments: all runs are needed to form the strata. */
static int evaluate_sampled(const struct batch *b, struct outcome *o, struct err *e)
{
	size_t all = b->runs + b->pools;
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads(b, all))
	for (size_t i = 0; i < all; i++)
		read_one(b, &o[i], i < b->runs ? b->run[i] : b->pool[i - b->runs]);
	if (first_error(o, all, e) < 0)
		return -1;
	const struct run **runs = calloc(all, sizeof *runs);
	if (runs == NULL)
		return err_memory(e);
	for (size_t i = 0; i < all; i++)
		runs[i] = &o[i].run;
	struct sample s;
	int result = sample_build(&s, b->judgments, runs, all, &b->strata, b->capped, e);
	free(runs);
	if (result < 0)
		return -1;
	s.gray_nonrelevant = b->evaluation.bounds.interval.gray_nonrelevant;
	warn_of_sample(b, &s);
	if (b->show_strata) {
		result = show_strata(&o[0], b, &s, e);
	} else if (expect(b, b->runs, e) < 0) {
		result = -1;
	} else {
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads(b, b->runs))
		for (size_t i = 0; i < b->runs; i++) {
			const struct evaluated_run r = { &o[i].run, &s, i };
			o[i].number = i;
			evaluate_one(b, &o[i], i, &r);
		}
		result = first_error(o, b->runs, e);
		if (result == 0)
			result = hand_on(b, o, b->runs, &s, e);
	}
	sample_release(&s);
	return result;
}

static int64_t find_run(const struct strata *s, const char *name)
{
	for (size_t r = 0; r < s->runs; r++)
		if (strcmp(s->run[r], name) == 0)
			return (int64_t)r;
	return -1;
}

/* A table of strata: the runs are those that it names, or those of them that were asked for. */
static int evaluate_table(const struct batch *b, struct outcome **outcomes, size_t *count,
			  struct err *e)
{
	struct sample s;
	if (sample_build(&s, b->judgments, NULL, 0, &b->strata, b->capped, e) < 0)
		return -1;
	s.gray_nonrelevant = b->evaluation.bounds.interval.gray_nonrelevant;
	warn_of_sample(b, &s);
	*count = b->runs > 0 ? b->runs : s.strata.runs;
	struct outcome *o = calloc(*count, sizeof *o);
	int result = o == NULL ? err_memory(e) : 0;
	*outcomes = o;
	if (result == 0 && b->show_strata) {
		result = show_strata(&o[0], b, &s, e);
	} else if (result == 0 && expect(b, *count, e) < 0) {
		result = -1;
	} else if (result == 0) {
		struct batch named = *b;
		named.output.several_runs = *count > 1;
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads(b, *count))
		for (size_t i = 0; i < *count; i++) {
			int64_t number = b->runs > 0 ? find_run(&s.strata, b->run[i]) : (int64_t)i;
			const struct evaluated_run r = { NULL, &s, (size_t)number };
			if (number < 0)
				err_usage(&o[i].err, "the table names no run '%.200s'", b->run[i]);
			else
				evaluate_one(&named, &o[i], i, &r);
			o[i].number = r.number;
		}
		result = first_error(o, *count, e);
		if (result == 0)
			result = hand_on(b, o, *count, &s, e);
	}
	sample_release(&s);
	return result;
}

static void warn_of_run(const struct batch *b, const struct outcome *o)
{
	if (o->lines_with_more > 0)
		fprintf(stderr,
			PROGRAM_NAME ": warning: %s: %llu line%s with more than six columns; the "
				     "rest is ignored\n",
			o->path, (unsigned long long)o->lines_with_more,
			o->lines_with_more == 1 ? "" : "s");
	if (o->missing > 0 && b->evaluation.only_topic == NULL)
		fprintf(stderr,
			PROGRAM_NAME ": warning: %s: %zu of %zu judged topics %s missing from the "
				     "run; %s\n",
			o->path, o->missing, b->judgments->topics, o->missing == 1 ? "is" : "are",
			b->evaluation.join.complete ? "counted as retrieving nothing (-c)"
						    : "left out (-c counts them)");
}

/* Once for all runs: it is the sample, the scores and the method that matter. */
static void warn_of_intervals(const struct outcome *o, size_t count)
{
	size_t unbounded = 0, heavy = 0;
	for (size_t i = 0; i < count; i++) {
		unbounded += o[i].unbounded;
		heavy += o[i].prior_heavy;
	}
	if (unbounded > 0)
		fprintf(stderr,
			PROGRAM_NAME
			": warning: %zu interval%s of means %s nan: there is one topic, all have "
			"one score, or scores lie outside the method's range (-h --ci=METHOD)\n",
			unbounded, unbounded == 1 ? "" : "s", unbounded == 1 ? "is" : "are");
	if (heavy > 0)
		fprintf(stderr,
			PROGRAM_NAME
			": warning: in %zu intervals the priors of many strata add up to "
			"more than half a standard deviation of the yield; bb-shared has "
			"one prior for each segment\n",
			heavy);
}

static int print_all(const struct batch *b, const struct outcome *o, size_t count, struct err *e)
{
	struct buffer header = { 0 };
	if (!b->show_strata && b->sink == NULL)
		output_header(&header, &b->output);
	int result = output_write(&header, e);
	buffer_release(&header);
	if (!b->quiet)
		warn_of_intervals(o, count);
	for (size_t i = 0; i < count && result == 0; i++) {
		if (!b->quiet && i < b->runs && b->judgments->format->kind != JUDGMENTS_TABLE)
			warn_of_run(b, &o[i]);
		result = output_write(&o[i].text, e);
	}
	return result;
}

int batch_run(const struct batch *b, struct err *e)
{
	struct outcome *o = NULL;
	size_t count = b->runs + b->pools;
	int result = 0;
	if (b->judgments->format->kind == JUDGMENTS_TABLE) {
		count = 0;
		result = evaluate_table(b, &o, &count, e);
	} else {
		o = calloc(count, sizeof *o);
		result = o == NULL    ? err_memory(e)
			 : b->sampled ? evaluate_sampled(b, o, e)
				      : evaluate_plain(b, o, e);
	}
	if (result == 0)
		result = print_all(b, o, count, e);
	for (size_t i = 0; o != NULL && i < count; i++) {
		release_run(&o[i]);
		buffer_release(&o[i].text);
	}
	free(o);
	return result;
}
