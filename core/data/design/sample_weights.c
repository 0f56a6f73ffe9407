#include "core/data/design/sample_weights.h"
#include "core/data/design/strata_table.h"

/* Weights by the probabilities of the judgments. */
static void weigh_by_probability(struct sample *s, const struct judgments *j)
{
	for (size_t i = 0; i < j->count; i++)
		s->weight[i] = 1 / j->judgment[i].probability;
}

int sample_build(struct sample *s, const struct judgments *j, const struct run *const *runs,
		 size_t count, const struct strata_options *o, bool capped, struct err *e)
{
	*s = (struct sample){ .capped = capped, .weights = j->count };
	if (j->format->kind == JUDGMENTS_TABLE) {
		s->stratified = true;
		return strata_from_table(&s->strata, j, e);
	}
	/* Buckets that are picked with replacement are no strata: how many are drawn is random. */
	bool picked = j->strata.picked, labeled = j->with_stratum == j->count && !picked;
	s->weights_given = j->with_probability == j->count;
	if (!labeled && !s->weights_given)
		return err_data(
			e,
			"%.600s: the judgments have neither probabilities nor strata: plain "
			"judgments (-R qrels) are not a sample",
			j->in.path);
	s->whole = strata_are_whole(j, o);
	s->stratified = labeled || (o->collection_size > 0 && !picked);
	s->weight = calloc(j->count, sizeof *s->weight);
	s->cell = malloc(j->count * sizeof *s->cell);
	int result = s->weight == NULL || s->cell == NULL ? err_memory(e) : 0;
	for (size_t i = 0; result == 0 && i < j->count; i++)
		s->cell[i] = -1;
	bool stratified = s->stratified;
	s->stratified = false; /* until it is there to be released */
	if (result == 0 && stratified)
		result = strata_build(&s->strata, j, runs, count, o, s->weight, s->cell, e);
	s->stratified = stratified && result == 0;
	if (result == 0)
		result = drawn_build(&s->drawn, j, s->stratified ? &s->strata : NULL, s->cell,
				     s->whole, e);
	if (result < 0) {
		sample_release(s);
		return -1;
	}
	if (s->weights_given)
		weigh_by_probability(s, j);
	return 0;
}

void sample_release(struct sample *s)
{
	if (s->stratified)
		strata_release(&s->strata);
	drawn_release(&s->drawn);
	free(s->weight);
	free(s->cell);
}

int sample_join_strata(struct sample_join *x, const struct sample *s, size_t topic, size_t run,
		       struct err *e)
{
	x->view = (struct sample_view){ .weights_given = s->weights_given,
					.whole = s->whole,
					.capped = s->capped,
					.gray_nonrelevant = s->gray_nonrelevant };
	if (!s->stratified)
		return 0;
	const struct topic_strata *t = &s->strata.topic[topic];
	if (t->count + 2 > x->stratum_room) {
		free(x->stratum);
		free(x->stratum_of_cell);
		x->stratum_room = t->count + 2;
		x->stratum = malloc(x->stratum_room * sizeof *x->stratum);
		x->stratum_of_cell = malloc(x->stratum_room * sizeof *x->stratum_of_cell);
		if (x->stratum == NULL || x->stratum_of_cell == NULL) {
			x->stratum_room = 0;
			return err_memory(e);
		}
	}
	int64_t unsampled[2] = { 0, 0 };
	size_t count = 0;
	for (size_t i = 0; i < t->count; i++) {
		const struct cell *c = &t->cell[i];
		bool retrieved = cell_has_run(c, run);
		x->view.retrieved += retrieved ? c->size : 0;
		x->stratum_of_cell[i] = (int32_t)count;
		if (c->sampled == 0)
			unsampled[retrieved] += c->size;
		else
			x->stratum[count++] = (struct stratum){ .size = c->size,
								.sampled = c->sampled,
								.relevant = c->relevant,
								.assessable = c->sampled - c->gray,
								.retrieved = retrieved };
	}
	for (int retrieved = 0; retrieved <= 1; retrieved++)
		if (unsampled[retrieved] > 0)
			x->stratum[count++] = (struct stratum){ .size = unsampled[retrieved],
								.retrieved = retrieved };
	x->view.stratum = x->stratum;
	x->view.strata = count;
	return 0;
}

static int make_room(struct sample_join *x, size_t judgments, size_t ranks, struct err *e)
{
	if (judgments > x->judgments_room) {
		free(x->document);
		free(x->unsampled);
		free(x->rank);
		x->document = malloc(judgments * sizeof *x->document);
		x->unsampled = malloc(judgments * sizeof *x->unsampled);
		x->rank = malloc(judgments * sizeof *x->rank);
		bool done = x->document != NULL && x->unsampled != NULL && x->rank != NULL;
		x->judgments_room = done ? judgments : 0;
	}
	if (ranks > x->ranks_room) {
		free(x->at);
		x->at = malloc(ranks * sizeof *x->at);
		x->ranks_room = x->at != NULL ? ranks : 0;
	}
	return x->judgments_room < judgments || x->ranks_room < ranks ? err_memory(e) : 0;
}

int sample_join_start(struct sample_join *x, size_t judgments, size_t ranks, struct err *e)
{
	if (make_room(x, judgments, ranks, e) < 0)
		return -1;
	x->ranks = ranks;
	for (size_t i = 0; i < judgments; i++)
		x->rank[i] = NOT_RETRIEVED;
	for (size_t i = 0; i < ranks; i++)
		x->at[i] = 0;
	return 0;
}

void sample_join_rank(struct sample_join *x, size_t number, size_t rank)
{
	x->rank[number] = (uint32_t)rank;
	x->at[rank] = (uint32_t)number + 1;
}

/* Judgment `i` of all joins the sampled documents, or the unsampled ones. */
static void take(struct sample_join *x, const struct sample *s, const struct judgments *j, size_t i,
		 int64_t rank)
{
	if (s->weight[i] > 0)
		x->document[x->view.documents++] = (struct sampled_document){
			.grade = (int32_t)j->judgment[i].level,
			.weight = s->weight[i],
			.rank = rank,
			.drawn = s->drawn.place[i],
			.cell = s->cell[i] >= 0 ? x->stratum_of_cell[s->cell[i]] : -1,
		};
	else if (rank >= 0)
		x->unsampled[x->view.unsampled_documents++] =
			(struct unsampled_document){ rank, s->drawn.place[i] };
}

void sample_join_documents(struct sample_join *x, const struct sample *s, const struct judgments *j,
			   size_t topic)
{
	const struct judgment_set *all = &j->topic[topic].all;
	size_t first = (size_t)(all->judgment - j->judgment);
	for (size_t rank = 0; rank < x->ranks; rank++)
		if (x->at[rank] != 0)
			take(x, s, j, first + x->at[rank] - 1, (int64_t)rank);
	for (size_t i = 0; i < all->count; i++)
		if (x->rank[i] == NOT_RETRIEVED)
			take(x, s, j, first + i, -1);
	x->view.document = x->document;
	x->view.unsampled = x->unsampled;
	x->view.drawn = s->drawn.topic[topic].stratum;
	x->view.drawn_strata = s->drawn.topic[topic].count;
}

void sample_join_release(struct sample_join *x)
{
	free(x->document);
	free(x->unsampled);
	free(x->rank);
	free(x->at);
	free(x->stratum);
	free(x->stratum_of_cell);
}
