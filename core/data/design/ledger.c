/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * From the files of a review to the ledger, and to counts: see ledger.h for the rule.
 */
#include "core/data/design/ledger.h"

const char *const place_names[PLACES] = { "produced", "withheld", "culled", "not produced" };

const char *const knowledge_names[KNOWLEDGE] = {
	"coded before the draw", "drawn and coded",  "drawn, not coded", "not assessable",
	"coded after the draw",	 "coded, not drawn", "not looked at",
};

int64_t ledger_known_misses(const struct ledger *l, bool drawn)
{
	int64_t sum = 0;
	for (int k = 0; k < KNOWLEDGE; k++)
		if (!drawn || k == DRAWN)
			sum += l->documents[CULLED][k][1] + l->documents[NOT_PRODUCED][k][1];
	return sum;
}

/* ---- adding up ---- */

/* Coded documents that were not produced, by the samples that they are in. */
static void add_not_produced(struct review_files *f, const struct coded_document *d)
{
	if (is_in(f, NULL_SAMPLE, d))
		return;
	count_document(&f->outside, d);
	if (!is_in(f, CONTROL, d))
		count_document(&f->in_no_sample, d);
	if (f->is_read[FRAME] && !is_in(f, FRAME, d))
		count_document(&f->outside_frame, d);
}

/* The volume of a document, the first that has it; NULL: none. */
static struct volume *volume_of(const struct review_files *f, struct slice name)
{
	int64_t number = names_find(&f->listed[PRODUCED], name);
	size_t i = 0;
	while (number != NAME_UNKNOWN && i < f->volumes && f->volume[i].last <= number)
		i++;
	return number != NAME_UNKNOWN && i < f->volumes ? &f->volume[i] : NULL;
}

/* The list that says which documents were produced or withheld since the draw. */
static int list_of_since(const struct review_files *f)
{
	return f->is_read[SINCE] ? SINCE : f->is_read[FRAME] ? FRAME : NULL_SAMPLE;
}

static void add_document(struct review_files *f, const struct coded_document *d)
{
	enum ledger_place place = place_of(f, d);
	for (int list = CONTROL; list < LISTS; list++) {
		struct listed_part *part = &f->part[list][place];
		if (d->code == CODE_NONE || !is_in(f, list, d))
			continue;
		part->documents += !f->is_read[list];
		part->gray += d->code == CODE_GRAY;
		if (is_coded(d))
			count_document(&part->coded, d);
	}
	f->gray[place] += d->code == CODE_GRAY;
	f->gray_outside_frame +=
		d->code == CODE_GRAY && place == NOT_PRODUCED && !is_in(f, FRAME, d);
	if (!is_coded(d))
		return;
	count_document(&f->of[place], d);
	if (is_in(f, CONTROL, d) && is_in(f, SINCE, d))
		count_document(&f->drawn_since[place], d);
	if (place == NOT_PRODUCED) {
		add_not_produced(f, d);
		if (is_in(f, CONTROL, d) && is_in(f, NULL_SAMPLE, d))
			count_document(&f->both, d);
	}
	struct volume *v = volume_of(f, d->name);
	if (place <= WITHHELD && is_in(f, list_of_since(f), d))
		f->moved.relevant += d->code == CODE_RELEVANT;
	else if (v != NULL)
		v->relevant += d->code == CODE_RELEVANT;
}

/*
 * Which other documents were produced since the draw is not known, if no list says it. It lowers
 * what may be missed if they are relevant, and raises it if not: the others of a volume that has
 * drawn documents count as produced since if they are not.
 */
static void add_later_volumes(struct review_files *f)
{
	int64_t before = 0;
	for (size_t i = 0; i < f->volumes; before = f->volume[i++].last) {
		const struct volume *v = &f->volume[i];
		f->moved.sampled += v->later > 0 ? v->last - before - v->later - v->relevant : 0;
	}
}

static void add_up(struct review_files *f)
{
	for (int list = CONTROL; list < LISTS; list++)
		for (size_t i = 0; f->is_read[list] && i < collection_size(&f->list[list]); i++) {
			const struct coded_document d = { .name = collection_name(&f->list[list],
										  i) };
			struct volume *v = volume_of(f, d.name);
			if (list == NULL_SAMPLE && is_certain(f, d.name))
				continue;
			if (list <= NULL_SAMPLE && v != NULL)
				*(list == CONTROL ? &v->drawn : &v->later) += 1;
			f->part[list][place_of(f, &d)].documents++;
		}
	for (size_t i = 0; i < f->coded.count; i++)
		add_document(f, &f->coded.document[i]);
	const struct listed_part *since = f->part[list_of_since(f)];
	f->moved.sampled = since[PRODUCED].documents + since[WITHHELD].documents;
	if (list_of_since(f) == NULL_SAMPLE && f->frame_size == 0)
		add_later_volumes(f);
}

/* Drawn documents without a code. */
static int64_t uncoded(const struct review_files *f, int list, enum ledger_place place)
{
	const struct listed_part *p = &f->part[list][place];
	return f->asked.leave_uncoded_out ? 0 : p->documents - p->gray - p->coded.sampled;
}

static int64_t all_uncoded(const struct review_files *f)
{
	int64_t sum = 0;
	for (int list = CONTROL; list <= NULL_SAMPLE; list++)
		for (enum ledger_place place = PRODUCED; place < PLACES; place++)
			sum += f->is_read[list] ? uncoded(f, list, place) : 0;
	return sum;
}

/* ---- readings ---- */

/* A sample with its documents that have no code, all relevant or none. */
static struct counted with_uncoded(const struct review_files *f, int list, enum ledger_place place,
				   bool relevant)
{
	struct counted c = f->part[list][place].coded;
	int64_t more = f->is_read[list] ? uncoded(f, list, place) : 0;
	c.sampled += more;
	c.relevant += relevant ? more : 0;
	return c;
}

static struct counted drawn_of_null(const struct review_files *f, bool against)
{
	struct counted sum = { 0 };
	for (enum ledger_place place = PRODUCED; place < PLACES; place++) {
		const struct counted c =
			with_uncoded(f, NULL_SAMPLE, place, against && place != PRODUCED);
		sum.sampled += place == CULLED ? 0 : c.sampled;
		sum.relevant += place == CULLED ? 0 : c.relevant;
	}
	return sum;
}

/* All coded, a sample, or only known by its size; with `against`, what is not known is not
 * relevant.
 */
static struct ledger_part read_produced(const struct review_files *f, bool against)
{
	struct ledger_part p = { .size = place_size(f, PRODUCED), .coded = f->of[PRODUCED] };
	p.known = p.coded.sampled > 0 || p.size == 0;
	if (p.coded.sampled + f->gray[PRODUCED] >= p.size ||
	    (f->asked.drawn_from & FROM_PRODUCED) != 0)
		return p;
	if (has_control(f))
		return (struct ledger_part){ .size = p.size };
	if (p.known) {
		p.coded.relevant += against ? 0 : p.size - p.coded.sampled;
		p.coded.sampled = p.size;
	}
	return p;
}

static struct ledger_part read_listed(const struct review_files *f, enum ledger_place place)
{
	return (struct ledger_part){ .size = place_size(f, place),
				     .coded = f->of[place],
				     .known = place_size(f, place) > 0 };
}

/*
 * A control set that was drawn before documents were produced, those that are listed or all: it is
 * divided as it was at the draw.
 */
static void read_control_then(const struct review_files *f, struct ledger_reading *r, bool against)
{
	const struct counted *listed = f->is_read[SINCE] ? f->drawn_since : NULL;
	for (enum ledger_place place = PRODUCED; place <= WITHHELD; place++) {
		const struct listed_part *p = &f->part[SINCE][place];
		const struct counted drawn =
			listed != NULL ? listed[place] : with_uncoded(f, CONTROL, place, against);
		r->since.sampled += listed != NULL ? p->documents : place_size(f, place);
		r->since.relevant += (listed != NULL ? p->coded : f->of[place]).relevant;
		r->control[0].sampled += drawn.sampled;
		r->control[0].relevant += drawn.relevant;
	}
	r->control[1].sampled -= listed != NULL ? listed[PRODUCED].sampled : r->control[1].sampled;
	r->control[1].relevant -=
		listed != NULL ? listed[PRODUCED].relevant : r->control[1].relevant;
}

/* The frame, and what is coded outside it; false: nothing is known of some documents. */
static bool read_frame_of(const struct review_files *f, struct ledger_reading *r,
			  int64_t not_produced)
{
	int64_t drawn_since = f->moved.sampled;
	r->since = f->moved;
	r->null.size = not_produced + drawn_since;
	if (r->frame == FROM_LIST) {
		const struct listed_part *p = f->part[FRAME];
		r->null.size = p[NOT_PRODUCED].documents + drawn_since;
		r->coded = (struct ledger_part){ not_produced - p[NOT_PRODUCED].documents,
						 f->outside_frame, true };
		r->coded.coded.sampled += f->gray_outside_frame;
		return r->coded.coded.sampled >= r->coded.size;
	}
	if (r->frame == FROM_UNREVIEWED) {
		r->coded = (struct ledger_part){ f->outside.sampled, f->outside, true };
		r->null.size -= f->outside.sampled;
	} else if (f->frame_size > 0) {
		int64_t left = r->null.size - f->frame_size;
		r->null.size = f->frame_size;
		if (left <= 0) {
			r->since.sampled -= left;
			return true;
		}
		if (left > f->outside.sampled)
			return false;
		r->coded = (struct ledger_part){
			left,
			{ left, left < f->outside.relevant ? left : f->outside.relevant },
			true
		};
	}
	return true;
}

static int read_as(const struct review_files *f, unsigned frame, bool against, int64_t all,
		   struct ledger_readings *out, struct err *e)
{
	struct ledger_reading *r = &out->item[out->count];
	int64_t not_produced = all - place_size(f, PRODUCED) - place_size(f, WITHHELD);
	*r = (struct ledger_reading){ .frame = frame,
				      .collection = all,
				      .produced = read_produced(f, against),
				      .withheld = read_listed(f, WITHHELD),
				      .culled = read_listed(f, CULLED),
				      .both = f->both,
				      .missed = f->of[NOT_PRODUCED].relevant };
	if (has_control(f)) {
		r->control[1] = with_uncoded(f, CONTROL, PRODUCED, !against);
		r->control[0] = with_uncoded(f, CONTROL, NOT_PRODUCED, against);
		if (frame == FROM_THEN)
			read_control_then(f, r, against);
	}
	if (has_null_sample(f)) {
		bool fits = read_frame_of(f, r, not_produced);
		r->null.known = true;
		r->null.coded = drawn_of_null(f, against);
		if (!fits)
			return err_data(
				e,
				"%.300s: of the %lld documents that were not produced, %lld are "
				"neither coded nor in the %lld that the sample was drawn from: "
				"nothing is known of them",
				f->coded.name, LL(not_produced),
				LL(not_produced + f->moved.sampled - r->null.size -
				   (frame == FROM_LIST ? f->outside_frame.sampled
						       : f->outside.sampled)),
				LL(r->null.size));
		if (r->coded.size > 0 && has_control(f)) { /* it is among what is coded */
			if (!r->produced.known)
				r->produced = (struct ledger_part){ r->produced.size, r->control[1],
								    true };
			r->control[0] = r->control[1] = (struct counted){ 0 };
		}
	} else if (!has_control(f)) {
		r->null = (struct ledger_part){ not_produced, f->of[NOT_PRODUCED], true };
	}
	out->count++;
	return 0;
}

/*
 * Nothing relevant of a control set is left that was not produced: it may have been produced
 * because it was drawn. That the sample is one of the collection at the draw holds in any case.
 */
static bool may_be_since(const struct review_files *f)
{
	const struct listed_part *p = f->part[CONTROL];
	return has_control(f) && !f->is_read[SINCE] && !f->asked.nothing_since &&
	       p[NOT_PRODUCED].coded.relevant == 0 &&
	       p[PRODUCED].coded.relevant + p[WITHHELD].coded.relevant > 0;
}

/* The readings of a control set: what was produced was so before the draw, or since. */
static int find_divisions(const struct review_files *f, int64_t all, unsigned frame[2],
			  size_t *count, struct err *e)
{
	struct err refuted = { 0 };
	bool since = may_be_since(f), counted = !has_null_sample(f);
	for (enum ledger_place place = PRODUCED; place <= WITHHELD; place++)
		counted = counted && f->of[place].sampled + f->gray[place] >= place_size(f, place);
	frame[0] = f->is_read[SINCE] ? FROM_THEN : FROM_COLLECTION;
	*count = 1;
	if (check_control_now(f, all, &refuted) < 0) {
		if (!since || !counted)
			*e = refuted;
		frame[0] = FROM_THEN;
		return since && counted ? check_control_then(f, all, e) : -1;
	}
	if (since && !counted)
		return ask_of_control(f, e);
	if (since)
		frame[(*count)++] = FROM_THEN;
	return 0;
}

/* The frames of the sample of the null set that count. */
static int find_frames(const struct review_files *f, int64_t all, unsigned frame[2], size_t *count,
		       struct err *e)
{
	unsigned stated = f->asked.drawn_from & (FROM_NULL | FROM_UNREVIEWED | FROM_LIST);
	const struct counted drawn = drawn_of_null(f, false);
	int64_t size = all - place_size(f, PRODUCED) - place_size(f, WITHHELD) + f->moved.sampled;
	bool null = !lacks_known(size, drawn.relevant + f->outside.relevant, drawn.sampled,
				 drawn.relevant);
	*count = 0;
	if (!f->is_read[SINCE] && stated == 0 && f->frame_size == 0 && f->moved.sampled > 0)
		return ask_of_moved(f, e);
	if (stated == FROM_NULL && !null)
		return err_data(
			e,
			"%.300s: %lld documents that were not produced are coded relevant, and "
			"%lld of them are among the %lld that were drawn: a random sample of all "
			"that was not produced has so few in fewer than 1 of 1000 samples. If what "
			"was coded before was left out of the draw, say --drawn-from=unreviewed",
			f->coded.name, LL(drawn.relevant + f->outside.relevant), LL(drawn.relevant),
			LL(drawn.sampled));
	if (stated != 0 || f->frame_size > 0 || f->outside.sampled == 0) {
		frame[(*count)++] = stated != 0 ? stated : FROM_NULL;
		return 0;
	}
	frame[(*count)++] = FROM_UNREVIEWED;
	if (null)
		frame[(*count)++] = FROM_NULL;
	return 0;
}

/* ---- the table ---- */

static enum knowledge known_of(const struct review_files *f, const struct coded_document *d,
			       enum ledger_place place, const struct ledger_readings *readings)
{
	const struct ledger_reading *r = &readings->item[0];
	const struct ledger_part *part[PLACES] = { NULL, &r->withheld, &r->culled, &r->null };
	bool named = place == NOT_PRODUCED && (has_control(f) || has_null_sample(f));
	/* a part that is coded is taken as a sample of what was not produced, withheld or culled */
	bool drawn = is_in(f, CONTROL, d) || is_in(f, NULL_SAMPLE, d) ||
		     (place == PRODUCED ? (f->asked.drawn_from & FROM_PRODUCED) != 0
					: !named && part[place]->coded.sampled < part[place]->size);
	if (d->code == CODE_NONE)
		return drawn ? DRAWN_UNCODED : NOT_LOOKED_AT;
	if (d->code == CODE_GRAY)
		return NOT_ASSESSED;
	if (drawn)
		return DRAWN;
	if (place != NOT_PRODUCED || !has_null_sample(f) || is_certain(f, d->name))
		return CODED_OTHERWISE;
	for (size_t i = 1; i < readings->count; i++)
		if (readings->item[i].frame != r->frame)
			return CODED_OTHERWISE;
	if (r->frame == FROM_LIST)
		return is_in(f, FRAME, d) ? CODED_AFTER : CODED_BEFORE;
	if (r->coded.size > 0 && r->coded.size < f->outside.sampled)
		return CODED_OTHERWISE;
	return r->coded.size > 0 ? CODED_BEFORE : CODED_AFTER;
}

static void fill_ledger(const struct review_files *f, int64_t all,
			const struct ledger_readings *readings, struct ledger *l)
{
	*l = (struct ledger){ 0 };
	for (size_t i = 0; i < f->coded.count; i++) {
		const struct coded_document *d = &f->coded.document[i];
		enum ledger_place place = place_of(f, d);
		enum knowledge known = known_of(f, d, place, readings);
		if (known != NOT_LOOKED_AT && known != DRAWN_UNCODED)
			l->documents[place][known][d->code == CODE_RELEVANT]++;
	}
	for (enum ledger_place place = PRODUCED; place < PLACES; place++) {
		int64_t size = place < NOT_PRODUCED
				       ? place_size(f, place)
				       : all - place_size(f, PRODUCED) - place_size(f, WITHHELD);
		/* a document without a code in both samples was left in both */
		for (int list = CONTROL; list <= NULL_SAMPLE; list++)
			if (f->is_read[list])
				l->documents[place][DRAWN_UNCODED][0] +=
					f->part[list][place].documents - f->part[list][place].gray -
					f->part[list][place].coded.sampled;
		for (int k = 0; k < NOT_LOOKED_AT; k++)
			size -= l->documents[place][k][0] + l->documents[place][k][1];
		l->documents[place][NOT_LOOKED_AT][0] = size;
	}
}

/* ---- all ---- */

static int check_coded(const struct review_files *f, int list, struct err *e)
{
	int64_t coded = 0;
	for (enum ledger_place place = PRODUCED; place < PLACES; place++)
		coded += f->part[list][place].coded.sampled + f->part[list][place].gray;
	if (!f->is_read[list] || coded > 0)
		return 0;
	return err_data(e,
			"%.300s: none of its %zu documents is coded in %.300s: are the document "
			"numbers written the same way?",
			f->list[list].in.path, collection_size(&f->list[list]), f->coded.name);
}

/* What must be known of each place; questions that no reading answers. */
static int check_places(const struct review_files *f, int64_t all, struct err *e)
{
	int64_t not_produced = all - place_size(f, PRODUCED) - place_size(f, WITHHELD);
	bool sampled = has_control(f) || has_null_sample(f);
	for (enum ledger_place place = PRODUCED; place < NOT_PRODUCED; place++) {
		bool alone = place == PRODUCED &&
			     (f->is_read[COLLECTED] || (sampled && f->asked.drawn_from != 0));
		if (f->of[place].sampled == 0 && place_size(f, place) > 0 &&
		    !(place == PRODUCED && has_control(f)) && !alone)
			return err_data(
				e,
				"%.300s: no document of %.300s (documents: %lld) is coded: are "
				"the document numbers written the same way? (An elusion test alone: --drawn-from=null)",
				f->coded.name, place_files(f, place), LL(place_size(f, place)));
	}
	if (!sampled && f->of[NOT_PRODUCED].sampled == 0 && not_produced > 0)
		return err_data(e,
				"%.300s: no document is coded that was not produced: there is no "
				"sample of the null set, and so no recall",
				f->coded.name);
	if (ask_of_privilege(f, e) < 0)
		return -1;
	if (!sampled && f->of[NOT_PRODUCED].sampled < not_produced)
		return ask_how_chosen(f, all, e);
	const struct ledger_part p = read_produced(f, true), q = read_produced(f, false);
	if (p.coded.relevant != q.coded.relevant && f->asked.drawn_from == 0)
		return ask_of_production(f, e);
	return 0;
}

int ledger_read(struct review_files *f, struct ledger_readings *out, struct ledger *l,
		struct warnings *w, struct err *e)
{
	int64_t all = 0;
	unsigned frame[2] = { FROM_COLLECTION };
	size_t frames = 1;
	*out = (struct ledger_readings){ 0 };
	if (review_size(f, &all, e) < 0)
		return -1;
	add_up(f);
	if (check_coded(f, CONTROL, e) < 0 || check_coded(f, NULL_SAMPLE, e) < 0 ||
	    check_places(f, all, e) < 0 ||
	    (has_control(f) && find_divisions(f, all, frame, &frames, e) < 0) ||
	    (has_null_sample(f) && find_frames(f, all, frame, &frames, e) < 0))
		return -1;
	const struct ledger_part p = read_produced(f, true), q = read_produced(f, false);
	bool open = all_uncoded(f) > 0 || p.coded.relevant != q.coded.relevant;
	for (size_t i = 0; i < frames; i++)
		for (int against = 1; against >= (open ? 0 : 1); against--)
			if (read_as(f, frame[i], against, all, out, e) < 0)
				return -1;
	fill_ledger(f, all, out, l);
	if (all_uncoded(f) > 0)
		warnings_add(
			w,
			"%s: %lld drawn document%s no code: in the lower bound of recall %s as "
			"missed, or as produced and not relevant; say --partial if that "
			"has nothing to do with what is in %s",
			f->coded.name, LL(all_uncoded(f)), all_uncoded(f) == 1 ? " has" : "s have",
			all_uncoded(f) == 1 ? "it counts" : "they count",
			all_uncoded(f) == 1 ? "it" : "them");
	return 0;
}
