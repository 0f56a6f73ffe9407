/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What was counted to validate a production, and the strata that follow from it.
 *
 * Samples of the production and of what was not produced (the null set) are strata as they are. A
 * control set is one sample of the whole collection. If the size of the production is not known, it
 * is one stratum that the production cuts (core/stats/interval/cut_strata.h). If it is, the control
 * set is divided after the draw (post-stratification): given how many of its documents are in the
 * production, those are a simple random sample of the production, and the others one of the null
 * set. They join a sample that was drawn there on its own; what is in both counts once. Given its
 * size, the union of two simple random samples is again one: no document is favoured by either.
 */
#include <math.h>

#include "core/base/number.h"
#include "core/commands/validate/validate.h"

/*
 * Counts as they are typed: 960000:2400:9.
 */

static const int64_t LARGEST_COUNT = INT64_C(1000000000000);

/* 40,000 or 1e6: a count, if it is written otherwise. */
static bool meant_whole(struct slice text, int64_t *count)
{
	char own[40];
	double x;
	snprintf(own, sizeof own, "%.*s", (int)text.length, text.at);
	bool is_one = option_meant_whole(own, &x) && x >= 0 && x <= (double)LARGEST_COUNT;
	*count = is_one ? (int64_t)x : NOT_GIVEN;
	return is_one;
}

/* A whole number, or NOT_GIVEN if it is empty; false: it is neither. */
static bool parse_count(struct slice text, int64_t *count)
{
	*count = NOT_GIVEN;
	return text.length == 0 ||
	       (parse_integer(text, count) && *count >= 0 && *count <= LARGEST_COUNT);
}

size_t counts_parse(const char *text, int64_t count[COUNTS_MAX])
{
	for (size_t i = 0; i < COUNTS_MAX; i++) {
		size_t length = strcspn(text, ":");
		if (!parse_count((struct slice){ text, length }, &count[i]))
			return 0;
		text += length;
		if (*text++ == '\0')
			return i + 1;
	}
	return 0;
}

bool counts_are_meant(const char *text)
{
	const char *equals = strrchr(text, '=');
	const char *counts = equals != NULL ? equals + 1 : text;
	bool letters =
		counts[strcspn(counts, "abcdfghijklmnopqrstuvwxyzABCDFGHIJKLMNOPQRSTUVWXYZ")] !=
		'\0';
	return strchr(text, '/') == NULL &&
	       (strchr(counts, ':') != NULL || (!letters && strpbrk(counts, "0123456789") != NULL));
}

int counts_refuse(const struct command_option *o, const char *text, const char *form, struct err *e)
{
	const char *name = option_name(o).text, *between = o->letter != 0 ? " " : "=";
	const char *equals = strrchr(text, '='), *counts = equals != NULL ? equals + 1 : text;
	char plain[160];
	size_t length = (size_t)snprintf(plain, sizeof plain, "%.*s",
					 counts - text < 60 ? (int)(counts - text) : 60, text);
	bool signs = false;
	for (const char *c = counts;; c++) {
		struct slice piece = { c, strcspn(c, ":") };
		int64_t count;
		bool is_one = parse_count(piece, &count),
		     meant = !is_one && meant_whole(piece, &count);
		if (!is_one && !meant)
			return err_usage(
				e,
				"%s%s%.100s: '%.*s' is not a whole number from 0 to %lld; write %s",
				name, between, text, piece.length < 40 ? (int)piece.length : 40,
				piece.at, LL(LARGEST_COUNT), form);
		signs = signs || meant;
		c += piece.length;
		length += (size_t)snprintf(plain + length, sizeof plain - length,
					   count == NOT_GIVEN ? "%.0lld%.1s" : "%lld%.1s",
					   count == NOT_GIVEN ? 0 : LL(count), c);
		if (*c == '\0' || length >= sizeof plain)
			break;
	}
	if (!signs)
		return err_usage(e, "%s%s%.100s: not %s", name, between, text, form);
	return err_usage(e, "%s%s%.100s: write whole numbers, without separators: %s%s%s", name,
			 between, text, name, between, plain);
}

/*
 * What was counted.
 */

const char *const side_option[SIDES] = { "--null", "--produced" };

static int check_segment(const char *option, const struct counted_segment *s, struct err *e)
{
	char instead[160] = ""; /* the two numbers may have been exchanged */
	if (s->relevant <= s->size)
		snprintf(instead, sizeof instead, "; did you mean %s=%.*s%s%lld:%lld:%lld?", option,
			 (int)(s->name.length < 60 ? s->name.length : 60), s->name.at,
			 s->name.length > 0 ? "=" : "", LL(s->sampled), LL(s->size),
			 LL(s->relevant));
	if (s->sampled > s->size)
		return err_usage(e,
				 "%s=%.100s: %lld documents sampled of %lld (N:n:r is "
				 "documents:sampled:relevant)%s",
				 option, s->text, LL(s->sampled), LL(s->size), instead);
	if (s->relevant > s->sampled)
		return err_usage(e,
				 "%s=%.100s: %lld relevant of %lld documents sampled (N:n:r is "
				 "documents:sampled:relevant)",
				 option, s->text, LL(s->relevant), LL(s->sampled));
	if (s->sampled == 0 && s->size > 0)
		return err_usage(e,
				 s->size_only
					 ? "%s=%.100s: what was reviewed is missing, N:n:r (or "
					   "N::r: all)"
					 : "%s=%.100s: nothing was sampled",
				 option, s->text);
	return 0;
}

static void add_stratum(struct validation_design *d, const struct counted_segment *s, int side)
{
	d->name[d->strata] = s->name;
	const struct stratum of = { s->size, s->sampled, s->relevant, s->sampled,
				    side == PRODUCTION };
	d->stratum[d->strata++] = counted_stratum(&of, 0);
}

/* A sample of documents that the production cuts. */
static void add_cut(struct validation_design *d, const struct control_set *x, int64_t size)
{
	int64_t a = x->relevant[1], b = x->relevant[0], p = x->parted ? x->produced : a;
	d->name[d->strata] = x->name;
	d->stratum[d->strata++] = (struct divided_stratum){ .size = size,
							    .sampled = x->sampled,
							    .relevant = { b, a },
							    .other = { x->sampled - p - b, p - a },
							    .cut = true };
}

static int add_segments(struct validation_design *d, const char *option,
			const struct segment_list *list, int side, struct err *e)
{
	for (size_t i = 0; i < list->count; i++) {
		if (check_segment(option, &list->item[i], e) < 0)
			return -1;
		add_stratum(d, &list->item[i], side);
	}
	return 0;
}

int64_t segments_size(const struct segment_list *list)
{
	int64_t sum = 0;
	for (size_t i = 0; i < list->count; i++)
		sum += list->item[i].size;
	return sum;
}

struct total total_of(const struct validation_design *d, int side)
{
	struct total t = { 0 };
	for (size_t i = 0; i < d->strata; i++) {
		const struct divided_stratum *s = &d->stratum[i];
		if (s->cut || s->retrieved != side)
			continue;
		t.size += s->size;
		t.sampled += s->sampled;
		t.relevant += s->relevant[side];
		t.strata++;
	}
	return t;
}

/* What several samples of the same documents leave open. */
#define LOOKS                                                                                     \
	": if their total size was fixed in advance, add --fixed-size; if one was drawn because " \
	"of what another had shown, add --ci=anytime"

/*
 * Strata of the same size without names are more often two samples of the same documents, which
 * would count twice.
 */
static int check_names(const char *option, const struct segment_list *list, struct err *e)
{
	for (size_t i = 0; i < list->count; i++)
		for (size_t k = 0; k < i; k++) {
			const struct counted_segment *a = &list->item[k], *b = &list->item[i];
			bool named = a->name.length > 0 && b->name.length > 0;
			if (named && slice_equal(a->name, b->name))
				return err_usage(e, "%s=%.100s: there are two strata of this name",
						 option, b->text);
			if (a->name.length + b->name.length > 0 || a->size != b->size)
				continue;
			bool samples = strcmp(option, "--null") == 0 && !b->size_only;
			return err_usage(e,
					 "%s=%.60s and %s=%.60s: the same %lld documents? Strata "
					 "of one size get names, %s=NAME=%.60s%s",
					 option, a->text, option, b->text, LL(a->size), option,
					 a->text, samples ? "; two samples add up" LOOKS : "");
		}
	return 0;
}

/* Further samples of the documents of the first one, and of the same size, are rounds: they add up.
 */
static int add_rounds(struct validation_counts *c, struct err *e)
{
	struct segment_list *list = &c->null;
	struct counted_segment *first = &list->item[0];
	size_t kept = list->count > 0;
	for (size_t i = 1; i < list->count; i++) {
		const struct counted_segment *s = &list->item[i];
		if (s->name.length + first->name.length > 0 || s->size != first->size ||
		    s->size_only || first->size_only) {
			list->item[kept++] = *s;
			continue;
		}
		if (check_segment("--null", s, e) < 0)
			return -1;
		if (c->rounds == 0)
			c->round[c->rounds++] = first->sampled;
		c->round[c->rounds++] = s->sampled;
		first->sampled += s->sampled;
		first->relevant += s->relevant;
	}
	list->count = kept;
	if (c->rounds == 0 || first->sampled <= first->size)
		return 0;
	return err_usage(e, "--null=%.100s: %lld documents sampled of %lld, in %zu rounds",
			 first->text, LL(first->sampled), LL(first->size), c->rounds);
}

bool at_every_look(const struct validation_question *q)
{
	bool every = q->methods.count > 0;
	for (size_t i = 0; i < q->methods.count; i++)
		every = every && strcmp(q->methods.method[i], "anytime") == 0;
	return every;
}

int validation_counts_settle(struct validation_question *q, struct err *e)
{
	struct validation_counts *c = &q->counts;
	if ((q->fixed_size || at_every_look(q)) && add_rounds(c, e) < 0)
		return -1;
	if (check_names("--collection", &c->collection, e) < 0 ||
	    check_names(side_option[PRODUCTION], &c->produced, e) < 0 ||
	    check_names(side_option[NULL_SET], &c->null, e) < 0 ||
	    check_names("--withheld", &c->withheld, e) < 0 ||
	    check_names("--culled", &c->culled, e) < 0)
		return -1;
	for (size_t i = 0; i < c->cuts; i++)
		for (size_t k = 0; k < i; k++)
			if (slice_equal(c->cut[i].name, c->cut[k].name))
				return err_usage(e,
						 "--stratum=%.100s and --stratum=%.100s: the same "
						 "stratum? Each needs a name of its own",
						 c->cut[k].text, c->cut[i].text);
	return 0;
}

static int64_t size_of_cuts(const struct validation_counts *c)
{
	int64_t sum = 0;
	for (size_t i = 0; i < c->cuts; i++)
		sum += c->cut[i].size;
	return sum;
}

/* The segments fill the collection, if there are both and its size is given. */
static int check_sum(const struct validation_counts *c, struct err *e)
{
	int64_t all = segments_size(&c->collection), produced = segments_size(&c->produced),
		null = segments_size(&c->null), withheld = segments_size(&c->withheld);
	int64_t sum = produced + null + withheld + size_of_cuts(c) - c->since.documents;
	bool both = c->produced.count > 0 && c->null.count > 0;
	char also[64] = "";
	if (c->collection.count == 0 || (both ? sum == all : sum <= all))
		return 0;
	if (sum > produced + null)
		snprintf(also, sizeof also, ", with %lld %s,", LL(sum - produced - null),
			 c->cuts > 0 ? "others" : "withheld");
	return err_usage(
		e, "--collection=%lld: %lld documents produced and %lld not produced%s are %lld",
		LL(all), LL(produced), LL(null), also, LL(sum));
}

static int check_control(const char *option, const struct control_set *x, int64_t collection,
			 struct err *e)
{
	int64_t a = x->relevant[1], b = x->relevant[0], p = x->parted ? x->produced : a;
	if (x->sampled > 0 && x->sampled <= collection && a <= p && p + b <= x->sampled)
		return 0;
	return err_usage(
		e,
		"%s=%.100s: impossible: %lld of %lld documents sampled, %lld of them produced, "
		"%lld relevant and produced, %lld relevant and not produced",
		option, x->text, LL(x->sampled), LL(collection), LL(p), LL(a), LL(b));
}

/* Samples of the production, of the null set, or of both. */
static int from_segments(struct validation_design *d, const struct validation_counts *c,
			 struct err *e)
{
	bool produced = c->produced.count > 0, null = c->null.count > 0;
	if (add_segments(d, side_option[PRODUCTION], &c->produced, PRODUCTION, e) < 0 ||
	    add_segments(d, side_option[NULL_SET], &c->null, NULL_SET, e) < 0 ||
	    check_sum(c, e) < 0)
		return -1;
	for (size_t i = 0; i < c->cuts; i++) {
		if (check_control("--stratum", &c->cut[i], c->cut[i].size, e) < 0)
			return -1;
		add_cut(d, &c->cut[i], c->cut[i].size);
	}
	produced = produced || c->cuts > 0;
	null = null || c->cuts > 0;
	d->known = KNOWN_PARTS | (produced ? KNOWN_PRODUCED : 0U) | (null ? KNOWN_NULL : 0U) |
		   (produced && null ? KNOWN_ALL : 0U);
	return 0;
}

/*
 * Control sets.
 */

/* A side that has only one sample, so that nothing can be in two, or both (SIDES). */
static int refuse_overlap(const struct validation_counts *c, int which, struct err *e)
{
	for (int side = SIDES - 1; side >= 0; side--)
		if ((which == SIDES || side == which) && c->twice[side].text != NULL)
			return err_usage(
				e, "%s-overlap=%.100s: is for a control set and a sample, %s=N:n:r",
				side_option[side], c->twice[side].text, side_option[side]);
	return 0;
}

/* If all documents of a side were reviewed, those of the control set are among them. */
static int check_within(const struct counted_segment *part, const struct counted_segment *all,
			int side, struct err *e)
{
	int64_t other = part->sampled - part->relevant, all_other = all->sampled - all->relevant;
	if (part->relevant <= all->relevant && other <= all_other)
		return 0;
	return err_usage(e,
			 "--control=%.100s: %lld relevant and %lld other documents of %s=%.100s, "
			 "which has %lld and %lld",
			 part->text, LL(part->relevant), LL(other), side_option[side], all->text,
			 LL(all->relevant), LL(all_other));
}

/* Both samples of one side, without what is in both. */
static int join_samples(struct counted_segment *part, const struct counted_segment *s,
			const struct counted_twice *twice, int side, struct err *e)
{
	const char *option = side_option[side];
	if (twice->text == NULL)
		return err_usage(e,
				 "%s=%.100s and the control set: %s-overlap=M:R is missing, the "
				 "documents in both and the relevant ones among them (0:0: none)",
				 option, s->text, option);
	int64_t relevant = part->relevant + s->relevant - twice->relevant;
	int64_t sampled = part->sampled + s->sampled - twice->documents;
	int64_t other = twice->documents - twice->relevant;
	bool fits = twice->relevant <= part->relevant && twice->relevant <= s->relevant &&
		    other >= 0 && other <= part->sampled - part->relevant &&
		    other <= s->sampled - s->relevant && sampled <= part->size;
	if (!fits)
		return err_usage(
			e,
			"%s-overlap=%.100s: impossible: the control set has %lld documents there, "
			"%lld of them relevant, and %s=%.100s has %lld of %lld, %lld relevant",
			option, twice->text, LL(part->sampled), LL(part->relevant), option, s->text,
			LL(s->sampled), LL(s->size), LL(s->relevant));
	part->sampled = sampled;
	part->relevant = relevant;
	return 0;
}

/* The part of the control set on one side, and what else was sampled there. */
static int add_side(struct validation_design *d, const struct validation_counts *c, int side,
		    int64_t size, struct err *e)
{
	const struct control_set *x = &c->control;
	const struct segment_list *list = segments_of(c, side);
	const struct counted_segment *s = &list->item[0];
	struct counted_segment part = {
		.text = x->text,
		.name = list->count > 0 ? s->name : (struct slice){ 0 },
		.size = size,
		.sampled = side == PRODUCTION ? x->produced : x->sampled - x->produced,
		.relevant = x->relevant[side],
	};
	if (part.sampled > size)
		return err_usage(e, "--control=%.100s: %lld documents sampled of %lld that are %s",
				 x->text, LL(part.sampled), LL(size),
				 side == PRODUCTION ? "produced" : "not produced");
	bool sampled = list->count > 0 && !s->size_only;
	if (sampled && check_segment(side_option[side], s, e) < 0)
		return -1;
	bool whole = sampled && s->sampled == s->size;
	if (whole ? check_within(&part, s, side, e) < 0
		  : sampled && join_samples(&part, s, &c->twice[side], side, e) < 0)
		return -1;
	if ((whole || !sampled) && refuse_overlap(c, side, e) < 0)
		return -1;
	if (!whole && part.sampled == 0 && size > 0)
		return err_usage(e,
				 "--control=%.100s: none of it is %s, so nothing is known about "
				 "these %lld documents",
				 x->text, side == PRODUCTION ? "produced" : "unproduced", LL(size));
	add_stratum(d, whole ? s : &part, side);
	return 0;
}

/*
 * What was produced since the draw is in the production, and was in the null set. If all that was
 * produced was reviewed, it is among that; else it is a stratum of its own, and *produced is left.
 */
static int add_since(struct validation_design *d, const struct validation_counts *c,
		     int64_t *produced, struct err *e)
{
	const struct counted_segment *s = &c->produced.item[0];
	bool size_only = c->produced.count > 0 && s->size_only;
	if (c->since.relevant > c->since.documents || c->produced.count == 0 ||
	    (size_only ? c->since.documents > *produced : s->sampled != s->size))
		return err_usage(
			e,
			"--produced-since=%.100s: with --control it needs --produced=N, or N::r if "
			"all were reviewed, with these documents",
			c->since.text);
	if (!size_only)
		return 0;
	const struct counted_segment since = { .text = c->since.text,
					       .name = slice_of("produced since"),
					       .size = c->since.documents,
					       .sampled = c->since.documents,
					       .relevant = c->since.relevant };
	add_stratum(d, &since, PRODUCTION);
	*produced -= c->since.documents;
	return 0;
}

static int from_control(struct validation_design *d, const struct validation_counts *c,
			struct err *e)
{
	const struct control_set *x = &c->control;
	int64_t all = segments_size(&c->collection) - segments_size(&c->withheld);
	if (c->cuts > 0)
		return err_usage(e,
				 "--control is of the whole collection, and --stratum of a part: "
				 "they cannot be combined");
	if (c->collection.count != 1 || !c->collection.item[0].size_only)
		return err_usage(e, "--control needs the size of the collection, --collection=N");
	if (check_control("--control", x, all, e) < 0)
		return -1;
	if (c->produced.count + c->null.count == 0) {
		add_cut(d, x, all);
		d->known = KNOWN_ALL | KNOWN_PRODUCED | KNOWN_NULL | (x->parted ? KNOWN_PARTS : 0U);
		return refuse_overlap(c, SIDES, e);
	}
	if (c->produced.count > 1 || c->null.count > 1)
		return err_usage(e, "--control needs one --produced and one --null: with several "
				    "strata it does not say which of its documents are in which");
	if (!x->parted)
		return err_usage(e,
				 "--control=%.100s: to combine it with other counts, the number "
				 "of its documents that are produced is needed, n:p:a:b",
				 x->text);
	if (check_sum(c, e) < 0)
		return -1;
	int64_t produced =
		c->produced.count > 0 ? segments_size(&c->produced) : all - segments_size(&c->null);
	d->known = KNOWN_ALL | KNOWN_PRODUCED | KNOWN_NULL | KNOWN_PARTS;
	int64_t null = all - produced + c->since.documents;
	if (c->since.documents > 0 && add_since(d, c, &produced, e) < 0)
		return -1;
	return add_side(d, c, PRODUCTION, produced, e) < 0 ? -1 : add_side(d, c, NULL_SET, null, e);
}

int validation_end_to_end(struct validation_design *d, const struct validation_design *review,
			  const struct validation_counts *c, struct err *e)
{
	*d = (struct validation_design){ 0 };
	bool withheld = c->withheld.count > 0, culled = c->culled.count > 0;
	const char *option = withheld ? "--withheld" : "--culled";
	if (!withheld && !culled)
		return 0;
	if (~review->known & (KNOWN_PRODUCED | KNOWN_NULL))
		return err_usage(e,
				 "%s is for end-to-end recall, which needs --produced and --null, "
				 "or --control",
				 option);
	if (review->strata + c->withheld.count + c->culled.count >
	    sizeof d->stratum / sizeof *d->stratum)
		return err_usage(e, "%s: too many strata", option);
	*d = *review;
	return add_segments(d, "--withheld", &c->withheld, PRODUCTION, e) < 0
		       ? -1
		       : add_segments(d, "--culled", &c->culled, NULL_SET, e);
}

int validation_design_of(struct validation_design *d, struct validation_design *whole,
			 const struct validation_counts *c, struct err *e)
{
	*d = *whole = (struct validation_design){ 0 };
	bool segments = c->produced.count + c->null.count + c->cuts > 0;
	const struct segment_list *collection = &c->collection;
	bool sampled = collection->count > 0 && !collection->item[0].size_only;
	if (c->control.text != NULL)
		return from_control(d, c, e);
	if (refuse_overlap(c, SIDES, e) < 0)
		return -1;
	if ((segments || collection->count > 0) &&
	    segments_size(collection) + segments_size(&c->produced) + segments_size(&c->null) +
			    size_of_cuts(c) ==
		    0)
		return err_usage(e, "no documents: all sizes are 0");
	bool erecall = sampled && c->null.count > 0 && c->produced.count + c->cuts == 0;
	if (segments && !erecall && (sampled || collection->count > 1))
		return err_usage(e,
				 "--collection=%.100s: to combine a sample of the whole collection "
				 "with others, use --control=n:p:a:b",
				 collection->item[0].text);
	whole->known = KNOWN_ALL;
	if (erecall && add_segments(whole, "--collection", collection, NULL_SET, e) < 0)
		return -1;
	if (segments)
		return from_segments(d, c, e);
	if (collection->count == 0)
		return err_usage(e, "no counts: give --produced and --null, --collection with "
				    "--control, or --collection=N:n:r");
	d->known = KNOWN_ALL;
	return add_segments(d, "--collection", collection, NULL_SET, e);
}
