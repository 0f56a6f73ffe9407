#include "core/data/sample.h"

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
	bool labeled = j->with_stratum == j->count;
	s->weights_given = j->with_probability == j->count;
	if (!labeled && !s->weights_given)
		return err_data(
			e,
			"%.600s: the judgments have neither probabilities nor strata: plain "
			"judgments (-R qrels) are not a sample",
			j->in.path);
	s->weight = calloc(j->count, sizeof *s->weight);
	if (s->weight == NULL)
		return err_memory(e);
	s->stratified = labeled || o->collection_size > 0;
	int result = 0;
	if (s->stratified)
		result = strata_build(&s->strata, j, runs, count, o, s->weight, e);
	if (result < 0) {
		free(s->weight);
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
	free(s->weight);
}

int sample_join_strata(struct sample_join *x, const struct sample *s, size_t topic, size_t run,
		       struct err *e)
{
	x->view = (struct sample_view){ .weights_given = s->weights_given,
					.capped = s->capped,
					.gray_nonrelevant = s->gray_nonrelevant };
	if (!s->stratified)
		return 0;
	const struct topic_strata *t = &s->strata.topic[topic];
	if (t->count + 2 > x->stratum_room) {
		free(x->stratum);
		x->stratum_room = t->count + 2;
		x->stratum = malloc(x->stratum_room * sizeof *x->stratum);
		if (x->stratum == NULL)
			return err_memory(e);
	}
	int64_t unsampled[2] = { 0, 0 };
	size_t count = 0;
	for (size_t i = 0; i < t->count; i++) {
		const struct cell *c = &t->cell[i];
		bool retrieved = cell_has_run(c, run);
		x->view.retrieved += retrieved ? c->size : 0;
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

int sample_join_documents(struct sample_join *x, size_t count, size_t ranks, struct err *e)
{
	if (count > x->document_room) {
		free(x->document);
		free(x->added);
		x->document_room = count;
		x->document = malloc(count * sizeof *x->document);
		x->added = malloc(count * sizeof *x->added);
	}
	if (ranks > x->rank_room) {
		free(x->at);
		x->rank_room = ranks;
		x->at = malloc(ranks * sizeof *x->at);
	}
	if ((count > 0 && (x->document == NULL || x->added == NULL)) ||
	    (ranks > 0 && x->at == NULL)) {
		x->document_room = x->rank_room = 0;
		return err_memory(e);
	}
	x->ranks = ranks;
	if (ranks > 0)
		memset(x->at, 0, ranks * sizeof *x->at);
	x->view.document = x->document;
	return 0;
}

void sample_join_add(struct sample_join *x, const struct sampled_document *d)
{
	x->added[x->view.documents++] = *d;
	if (d->rank >= 0)
		x->at[d->rank] = (uint32_t)x->view.documents;
}

void sample_join_order(struct sample_join *x)
{
	size_t count = 0;
	for (size_t rank = 0; rank < x->ranks; rank++)
		if (x->at[rank] != 0)
			x->document[count++] = x->added[x->at[rank] - 1];
	for (size_t i = 0; i < x->view.documents; i++)
		if (x->added[i].rank < 0)
			x->document[count++] = x->added[i];
}

void sample_join_release(struct sample_join *x)
{
	free(x->added);
	free(x->document);
	free(x->at);
	free(x->stratum);
}
