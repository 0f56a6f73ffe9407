/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What files do not say, and only the user can: errors with the commands that answer them.
 */
#include <stdarg.h>

#include "core/base/buffer.h"
#include "core/data/design/ledger.h"
#include "core/stats/rmath.h"

struct answer {
	const char *option, *meaning;
};

static int ask(const struct review_files *f, const struct answer *answer, struct err *e,
	       const char *format, ...) __attribute__((format(__printf__, 4, 5)));

/* Answers end with one without an option. */
static int ask(const struct review_files *f, const struct answer *answer, struct err *e,
	       const char *format, ...)
{
	struct buffer b = { 0 };
	char why[400];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(why, sizeof why, format, arguments);
	va_end(arguments);
	const char *command = f->asked.command; /* NULL, or too long to stand here three times */
	bool whole = command != NULL && strlen(command) < 300;
	/* the user must have a FILE: there is no command to be typed as it is */
	for (const struct answer *a = answer; a->option != NULL; a++)
		buffer_print(&b, "%s%s: %s %s", a == answer ? "" : "; ", a->meaning,
			     whole && strstr(a->option, "=FILE") == NULL ? command : "add",
			     a->option);
	int result = b.failed ? err_memory(e)
			      : err_usage(e, "%.300s: %s. %s", f->coded.name, why, b.text);
	buffer_release(&b);
	return result;
}

/* A count that a random sample has with less than this probability, on either side, refutes it. */
static const double REFUTED = 0.0005;

bool is_refuted(int64_t N, int64_t known, int64_t n, int64_t x)
{
	double good = (double)known, bad = (double)(N - known);
	return bad < 0 || phyper((double)x, good, bad, (double)n, 1, 0) < REFUTED ||
	       phyper((double)x - 1, good, bad, (double)n, 0, 0) < REFUTED;
}

bool lacks_known(int64_t N, int64_t known, int64_t n, int64_t r)
{
	return known > N ||
	       phyper((double)r, (double)known, (double)(N - known), (double)n, 1, 0) < 2 * REFUTED;
}

static const char *control_name(const struct review_files *f)
{
	return f->is_read[CONTROL] ? f->list[CONTROL].in.path : f->coded.name;
}

/* Relevant documents that are known, of `size` at the draw, and those of them that were drawn. */
static int check_known(const struct review_files *f, int64_t size, int64_t known,
		       const struct counted *drawn, const char *which, struct err *e)
{
	if (!lacks_known(size, known, drawn->sampled, drawn->relevant))
		return 0;
	return err_data(e,
			"%.300s: %lld documents%s are coded relevant, and %lld of them are among "
			"the %lld that were drawn: a random sample of the collection has so few in "
			"fewer than 1 of 1000 samples",
			control_name(f), LL(known), which, LL(drawn->relevant), LL(drawn->sampled));
}

int check_control_now(const struct review_files *f, int64_t all, struct err *e)
{
	const struct listed_part *p = f->part[CONTROL];
	const struct counted *since = f->drawn_since;
	int64_t n = p[PRODUCED].documents + p[NOT_PRODUCED].documents;
	int64_t listed = place_size(f, PRODUCED) - f->part[SINCE][PRODUCED].documents;
	int64_t in_review = all - place_size(f, WITHHELD);
	int64_t drawn = p[PRODUCED].documents - since[PRODUCED].sampled;
	for (size_t i = 0; f->is_read[CONTROL] && !f->is_read[SINCE] && i < f->volumes; i++) {
		const struct volume *v = &f->volume[i];
		if (f->volumes > 1 && is_refuted(in_review, v->documents, n, v->drawn))
			return err_data(
				e,
				"%.300s: %lld of its %lld documents are in the control set, and "
				"%.1f are on average: what is produced because the sample found it "
				"says nothing about the others. Say --produced-since=%.300s",
				shown_path(v->path), LL(v->drawn), LL(v->documents),
				(double)n * (double)v->documents / (double)in_review,
				shown_path(v->path));
	}
	if (is_refuted(in_review, listed, n, drawn))
		return err_data(
			e,
			"%.300s: %lld of its %lld documents were produced, and %lld of all %lld: a "
			"random sample of the collection has %.1f of them on average, and so many "
			"or so few in fewer than 1 of 1000 samples. If some were produced because "
			"they had been drawn, list what was produced since: --produced-since=FILE",
			control_name(f), LL(drawn), LL(n), LL(listed), LL(in_review),
			(double)n * (double)listed / (double)in_review);
	const struct counted missed = { p[NOT_PRODUCED].coded.sampled + since[PRODUCED].sampled,
					p[NOT_PRODUCED].coded.relevant + since[PRODUCED].relevant };
	int64_t found = f->part[SINCE][PRODUCED].coded.relevant - since[PRODUCED].relevant;
	return check_known(f, in_review - listed,
			   missed.relevant + f->in_no_sample.relevant + found, &missed,
			   " that were not produced", e);
}

int check_control_then(const struct review_files *f, int64_t all, struct err *e)
{
	struct counted drawn = { 0 };
	int64_t known = 0;
	for (int place = 0; place < PLACES; place++) {
		drawn.sampled += place != CULLED ? f->part[CONTROL][place].coded.sampled : 0;
		drawn.relevant += place != CULLED ? f->part[CONTROL][place].coded.relevant : 0;
		known += place != CULLED ? f->of[place].relevant : 0;
	}
	return check_known(f, all, known, &drawn, "", e);
}

int ask_of_control(const struct review_files *f, struct err *e)
{
	static const struct answer answer[] = {
		{ "--produced-since=0:0", "If nothing was" },
		{ "--produced-since=FILE", "if so, list what was produced since the draw" },
		{ 0 },
	};
	const struct listed_part *p = f->part[CONTROL];
	return ask(f, answer, e,
		   "all %lld relevant documents of the control set were produced, and nothing says "
		   "whether some were produced because they had been drawn",
		   LL(p[PRODUCED].coded.relevant + p[WITHHELD].coded.relevant));
}

int ask_how_chosen(const struct review_files *f, int64_t all, struct err *e)
{
	int64_t produced = f->of[PRODUCED].sampled, others = f->of[NOT_PRODUCED].sampled;
	int64_t in_review = all - place_size(f, WITHHELD);
	struct answer answer[4] = { 0 };
	size_t count = 0;
	bool whole = produced == place_size(f, PRODUCED) || produced == 0;
	answer[count++] = (struct answer){ whole ? "--drawn-from=null"
						 : "--drawn-from=null --drawn-from=produced",
					   whole ? "If they were, from all that was not produced"
						 : "If they were, and those of the production from "
						   "the production" };
	if (!is_refuted(in_review, place_size(f, PRODUCED), produced + others, produced))
		answer[count++] = (struct answer){ "--drawn-from=collection",
						   "if all that are coded were drawn from the "
						   "collection" };
	answer[count] = (struct answer){ "--null-sample=FILE", "if some of them were, list these" };
	return ask(f, answer, e,
		   "%lld document%s coded that %s not produced, and nothing says whether %s "
		   "drawn at random",
		   LL(others), others == 1 ? " is" : "s are", others == 1 ? "was" : "were",
		   others == 1 ? "it was" : "they were");
}

int ask_of_production(const struct review_files *f, struct err *e)
{
	static const struct answer answer[] = {
		{ "--drawn-from=produced", "If they were" },
		{ "--drawn-from=null", "if not, so that the others may be relevant or not" },
		{ 0 },
	};
	return ask(f, answer, e,
		   "%lld of the %lld documents produced are coded, and nothing says whether they "
		   "were drawn at random",
		   LL(f->of[PRODUCED].sampled), LL(place_size(f, PRODUCED)));
}

int ask_of_moved(const struct review_files *f, struct err *e)
{
	static const struct answer answer[] = {
		{ "--drawn-from=null", "If it was drawn from what was not produced then" },
		{ "--drawn-from=collection", "if from the collection" },
		{ "--drawn-from=unreviewed", "if from what was neither produced nor coded then" },
		{ 0 },
	};
	const struct listed_part *p = f->part[NULL_SAMPLE];
	int64_t drawn = p[PRODUCED].documents + p[WITHHELD].documents;
	return ask(f, answer, e, "%lld of the documents in the sample of the null set %s produced",
		   LL(drawn), drawn == 1 ? "was" : "were");
}

int ask_of_privilege(const struct review_files *f, struct err *e)
{
	int64_t privileged = 0;
	for (size_t i = 0; i < f->coded.count; i++) {
		const struct coded_document *d = &f->coded.document[i];
		privileged += d->code == CODE_RELEVANT && d->privilege.length > 0 &&
			      place_of(f, d) == NOT_PRODUCED;
	}
	if (privileged == 0)
		return 0;
	struct shown name = shown(f->coded.privileges);
	char withheld[160];
	snprintf(withheld, sizeof withheld, "--column=privilege='%s'", name.text);
	const struct answer answer[] = {
		{ withheld, "If all that is marked was withheld" },
		{ "--column=privilege=", "if what is not listed was missed" },
		{ 0 },
	};
	return ask(
		f, answer, e,
		"%lld relevant document%s not produced %s marked in the column '%s', and no list "
		"says that %s withheld",
		LL(privileged), privileged == 1 ? "" : "s", privileged == 1 ? "is" : "are",
		name.text, privileged == 1 ? "it was" : "they were");
}

int ask_of_families(struct review_files *f, struct err *e)
{
	struct family_list all;
	if (family_list_fill(f, &all, e) < 0)
		return -1;
	int64_t whole = 0, parts = 0;
	for (size_t i = 0; i < all.count; i++) {
		const struct family *x = &all.family[i];
		bool several = x->documents > 1 && x->drawn > 0;
		whole += several && x->drawn == x->documents;
		parts += several && x->drawn < x->documents;
	}
	if (whole == 0 || parts > 0)
		return 0;
	struct shown name = shown(f->coded.families);
	char families[160];
	snprintf(families, sizeof families, "--cluster-column='%s'", name.text);
	const struct answer answer[] = {
		{ families, "If whole families were drawn" },
		{ "--column=cluster=", "if single documents were" },
		{ 0 },
	};
	return ask(f, answer, e,
		   "%lld famil%s of several documents (column '%s') %s drawn as a whole", LL(whole),
		   whole == 1 ? "y" : "ies", name.text, whole == 1 ? "was" : "were");
}
