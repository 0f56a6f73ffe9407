#include <math.h>

#include "core/base/parallel.h"
#include "core/data/drawing/pool.h"
#include "core/data/judgments/judgments.h"
#include "core/data/runs/runs.h"
#include "core/engine/plan/pilot_study.h"
#include "core/stats/planning/pilot_judging.h"

/* Everything read, and what each topic comes to for each pair of runs. */
struct study_data {
	const struct pilot_question *question;
	struct judgments judgments;
	bool judgments_read;
	struct runs runs;
	const struct run_topic **run_topic; /* topic by topic, one for each run */
	const struct judged_topic **judged; /* the topics that all runs have */
	size_t topics, pairs;
	struct pilot_topic *topic; /* pair by pair */
	struct worker *worker;	   /* by thread */
};

static void data_release(struct study_data *d)
{
	for (size_t i = 0; d->topic != NULL && i < d->topics * d->pairs; i++)
		pilot_topic_release(&d->topic[i]);
	runs_release(&d->runs);
	if (d->judgments_read)
		judgments_release(&d->judgments);
	free(d->topic);
	free(d->run_topic);
	free(d->judged);
	free(d->worker);
}

static int read_files(struct study_data *d, struct err *e)
{
	const struct pilot_question *q = d->question;
	if (judgments_read(&d->judgments, q->judgment_format, q->judgments, e) < 0)
		return -1;
	d->judgments_read = true;
	return runs_read(&d->runs, q->run_format, q->run, q->runs, &d->judgments.names, q->jobs, e);
}

/* The topics of all runs by number of the judged topic, for the caller to free: topics x runs. */
static const struct run_topic **index_topics(const struct study_data *d, struct err *e)
{
	size_t runs = d->question->runs;
	const struct run_topic **index = calloc(d->judgments.topics * runs + 1, sizeof *index);
	if (index == NULL) {
		err_memory(e);
		return NULL;
	}
	for (size_t r = 0; r < runs; r++)
		for (size_t t = 0; t < d->runs.run[r].topics; t++) {
			const struct run_topic *x = &d->runs.run[r].topic[t];
			if (x->judged != NAME_UNKNOWN)
				index[(size_t)x->judged * runs + r] = x;
		}
	return index;
}

/* The judged topics that every run has, in the order of their names. */
static int choose_topics(struct study_data *d, struct pilot_result *out, struct err *e)
{
	const struct judgments *j = &d->judgments;
	size_t runs = d->question->runs;
	const struct run_topic **index = index_topics(d, e);
	if (index == NULL)
		return -1;
	d->run_topic = calloc(j->topics * runs + 1, sizeof *d->run_topic);
	d->judged = calloc(j->topics + 1, sizeof *d->judged);
	int result = d->run_topic != NULL && d->judged != NULL ? 0 : err_memory(e);
	for (size_t i = 0; i < j->topics && result == 0; i++) {
		const struct run_topic **from = index + j->sorted[i] * runs;
		bool all = true;
		for (size_t r = 0; r < runs; r++)
			all = all && from[r] != NULL;
		if (all) {
			memcpy(d->run_topic + d->topics * runs, from, runs * sizeof *from);
			d->judged[d->topics++] = &j->topic[j->sorted[i]];
		}
	}
	free(index);
	out->topics = d->topics;
	out->left_out = j->topics - d->topics;
	if (result == 0 && d->topics < 2)
		return err_data(e,
				"%.600s: a pilot study needs two topics at least, and all runs "
				"have %zu of the judged ones",
				j->in.path, d->topics);
	return result;
}

/* Working memory of one thread. */
struct worker {
	struct pool pool;
	struct ap_numerator numerator;
	int8_t *grade; /* of each document of the pool: relevant 1, not 0, unjudged -1 */
	struct ap_document *document; /* of a pair */
	size_t *place;		      /* in that list, and 1; 0: not there */
	size_t room;
	int64_t pooled, unjudged; /* as in struct pilot_result */
};

static void worker_release(struct worker *w)
{
	pool_release(&w->pool);
	ap_numerator_release(&w->numerator);
	free(w->grade);
	free(w->document);
	free(w->place);
}

static int worker_room(struct worker *w, struct err *e)
{
	if (w->pool.count <= w->room)
		return 0;
	free(w->grade);
	free(w->document);
	free(w->place);
	w->room = 2 * w->pool.count;
	w->grade = malloc(w->room * sizeof *w->grade);
	w->document = malloc(w->room * sizeof *w->document);
	w->place = calloc(w->room, sizeof *w->place);
	if (w->grade != NULL && w->document != NULL && w->place != NULL)
		return 0;
	w->room = 0;
	return err_memory(e);
}

static void grade_pool(struct worker *w, const struct judged_topic *t, int32_t level)
{
	memset(w->grade, -1, w->pool.count * sizeof *w->grade);
	for (size_t i = 0; i < t->all.count; i++) {
		const struct judgment *x = &t->all.judgment[i];
		size_t at = pool_find(&w->pool, judgment_document(x), x->hash);
		if (at != SIZE_MAX && x->level >= 0)
			w->grade[at] = x->level >= level;
	}
}

/* The documents that either of two runs has, with their ranks; returns how many. */
static size_t pair_documents(struct worker *w, size_t a, size_t b)
{
	const struct pool *p = &w->pool;
	size_t count = 0;
	memset(w->place, 0, p->count * sizeof *w->place);
	for (int which = 0; which < 2; which++) {
		size_t run = which == 0 ? a : b;
		for (size_t i = 0; i < pool_length(p, run); i++) {
			uint32_t number = p->ranked[p->start[run] + i];
			if (w->place[number] == 0) {
				w->place[number] = ++count;
				w->document[count - 1] =
					(struct ap_document){ .relevant = w->grade[number] > 0 };
			}
			struct ap_document *d = &w->document[w->place[number] - 1];
			*(which == 0 ? &d->rank_a : &d->rank_b) = (int64_t)i + 1;
		}
	}
	return count;
}

/* How many documents of the deepest pool there are, and how many of them nobody judged. */
static void count_unjudged(struct worker *w, size_t depth)
{
	const struct pool *p = &w->pool;
	int64_t pooled = 0, unjudged = 0;
	for (size_t number = 0; number < p->count; number++) {
		if (w->place[number] == 0)
			continue;
		const struct ap_document *d = &w->document[w->place[number] - 1];
		if ((d->rank_a > 0 && (size_t)d->rank_a <= depth) ||
		    (d->rank_b > 0 && (size_t)d->rank_b <= depth)) {
			pooled++;
			unjudged += w->grade[number] < 0;
		}
	}
	w->pooled += pooled;
	w->unjudged += unjudged;
}

/* One topic for every pair. */
static int do_topic(void *context, size_t t, int thread, struct err *e)
{
	struct study_data *d = context;
	struct worker *w = &d->worker[thread];
	const struct pilot_question *q = d->question;
	if (pool_make(&w->pool, d->runs.each, d->run_topic + t * q->runs, q->runs, q->length, e) <
		    0 ||
	    worker_room(w, e) < 0)
		return -1;
	grade_pool(w, d->judged[t], q->level);
	size_t pair = 0;
	for (size_t a = 0; a < q->runs; a++)
		for (size_t b = a + 1; b < q->runs; b++, pair++) {
			size_t count = pair_documents(w, a, b);
			count_unjudged(w, q->depth);
			if (pilot_topic_init(&d->topic[pair * d->topics + t], w->document, count,
					     q->depth, q->unjudged, &w->numerator, e) < 0)
				return -1;
		}
	return 0;
}

static int do_topics(struct study_data *d, struct pilot_result *out, struct err *e)
{
	size_t runs = d->question->runs;
	int workers = parallel_threads(d->question->jobs, d->topics);
	out->pairs = d->pairs = runs * (runs - 1) / 2;
	d->topic = calloc(d->pairs * d->topics, sizeof *d->topic);
	d->worker = calloc((size_t)workers, sizeof *d->worker);
	if (d->topic == NULL || d->worker == NULL)
		return err_memory(e);
	for (int i = 0; i < workers; i++)
		ap_numerator_init(&d->worker[i].numerator);
	int result = parallel_each(d->question->jobs, d->topics, do_topic, d, e);
	for (int i = 0; i < workers; i++) {
		out->pooled += d->worker[i].pooled;
		out->unjudged += d->worker[i].unjudged;
		worker_release(&d->worker[i]);
	}
	return result;
}

/* Means over all pairs and resamples. */
static int sum_up(const struct pilot_design *p, const struct pilot_observations *all,
		  struct pilot_result *out, struct err *e)
{
	out->cells = p->sizes * p->certainties;
	out->cell = calloc(out->cells, sizeof *out->cell);
	if (out->cell == NULL)
		return err_memory(e);
	for (size_t s = 0; s < p->sizes; s++)
		for (size_t c = 0; c < p->certainties; c++) {
			struct pilot_cell *x = &out->cell[s * p->certainties + c];
			*x = (struct pilot_cell){ p->certainty[c], p->size[s], 0, 0, 0 };
			for (size_t pair = 0; pair < out->pairs; pair++)
				for (int64_t k = 0; k < p->resamples; k++) {
					double j = all[pair].judgments[pilot_place(p, c, s, k)];
					*(isnan(j) ? &x->missed : &x->reached) += 1;
					x->judgments += isnan(j) ? 0 : j;
				}
			x->judgments = x->reached > 0 ? x->judgments / (double)x->reached : NAN;
			out->reached += x->reached;
			out->missed += x->missed;
		}
	return 0;
}

/* The regression over single observations. */
static int fit(const struct pilot_design *p, const struct pilot_observations *all,
	       struct pilot_result *out, struct err *e)
{
	if (out->reached == 0)
		return err_data(e, "none of the certainties is ever reached: the runs differ too "
				   "little, or the pools are not deep enough");
	double *row = malloc((out->reached + 1) * 3 * sizeof *row);
	if (row == NULL)
		return err_memory(e);
	double *certainty = row, *topics = row + out->reached, *judgments = topics + out->reached;
	size_t count = 0;
	for (size_t pair = 0; pair < out->pairs; pair++)
		for (size_t s = 0; s < p->sizes; s++)
			for (size_t c = 0; c < p->certainties; c++)
				for (int64_t k = 0; k < p->resamples; k++) {
					double j = all[pair].judgments[pilot_place(p, c, s, k)];
					if (isnan(j))
						continue;
					certainty[count] = p->certainty[c];
					topics[count] = p->size[s];
					judgments[count++] = j;
				}
	int result =
		judgment_model_fit(certainty, topics, judgments, count, &out->model, &out->fit, e);
	free(row);
	return result;
}

struct observing {
	const struct study_data *data;
	const struct pilot_design *design;
	struct pilot_observations *all; /* by pair */
};

static int observe_pair(void *context, size_t pair, int thread, struct err *e)
{
	(void)thread;
	const struct observing *x = context;
	const struct study_data *d = x->data;
	return pilot_observe(d->topic + pair * d->topics, d->topics, x->design, pair, &x->all[pair],
			     e);
}

static int observe_all(const struct study_data *d, struct pilot_result *out, struct err *e)
{
	const struct pilot_question *q = d->question;
	const struct pilot_design p = { .certainty = q->certainty.value,
					.certainties = q->certainty.count,
					.size = q->size.value,
					.sizes = q->size.count,
					.resamples = q->resamples,
					.seed = q->seed };
	struct pilot_observations *all = calloc(d->pairs, sizeof *all);
	if (all == NULL)
		return err_memory(e);
	struct observing x = { d, &p, all };
	int result = parallel_each(q->jobs, d->pairs, observe_pair, &x, e);
	if (result == 0)
		result = sum_up(&p, all, out, e);
	if (result == 0)
		result = fit(&p, all, out, e);
	for (size_t pair = 0; pair < d->pairs; pair++)
		free(all[pair].judgments);
	free(all);
	return result;
}

int pilot_study(const struct pilot_question *q, struct pilot_result *out, struct err *e)
{
	struct study_data d = { .question = q };
	*out = (struct pilot_result){ 0 };
	int result = read_files(&d, e);
	if (result == 0)
		result = choose_topics(&d, out, e);
	if (result == 0)
		result = do_topics(&d, out, e);
	if (result == 0)
		result = observe_all(&d, out, e);
	data_release(&d);
	return result;
}

void pilot_result_release(struct pilot_result *r)
{
	free(r->cell);
	*r = (struct pilot_result){ 0 };
}
