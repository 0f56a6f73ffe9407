/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Frequentist interval methods against published figures, hand calculations and brute force.
 *
 * z = 1.959963984540054 is the normal quantile of .975 (any table). "Rows" below are of the TREC
 * 2009 Legal Track, interactive task: strata from the track overview (Hedin et al. 2009, appendix
 * A), intervals from Webber 2013, Table XII, and from the overview itself.
 */
#include "tests/support/interval_help.h"

static void check95(const char *method, enum quantity quantity, double lower, double upper)
{
	struct stratum s[] = { { 100, 20, 10, 20, true }, { 1000, 50, 2, 50, false } };
	struct interval x = ask(method, s, 2, asking(quantity, 0.025, 0.975));
	assert_near(x.lower, lower, 1e-8);
	assert_near(x.upper, upper, 1e-8);
}

/* ---- published figures ---- */

struct row {
	const char *runs; /* those that retrieved the stratum, a letter each */
	int64_t size, sampled, assessable, relevant;
};

/* Topic 201: B = CB, S = CS, P = UP, W = UW. */
static const struct row topic201[] = {
	{ "BSPW", 101, 16, 15, 15 },   { "BSP", 7, 3, 3, 0 },	   { "BSW", 188, 29, 29, 27 },
	{ "BS", 74, 12, 12, 1 },       { "BPW", 4, 2, 2, 2 },	   { "BP", 11, 2, 2, 0 },
	{ "BW", 31, 4, 4, 4 },	       { "B", 48, 7, 6, 0 },	   { "SPW", 108, 18, 17, 17 },
	{ "SP", 25, 4, 4, 0 },	       { "SW", 382, 59, 58, 53 },  { "S", 2657, 331, 324, 3 },
	{ "PW", 37, 6, 6, 6 },	       { "P", 1911, 232, 230, 2 }, { "W", 479, 77, 75, 64 },
	{ "", 562971, 1927, 1856, 1 },
};

/* Topic 202: S = CS, W = UW. */
static const struct row topic202[] = {
	{ "SW", 1690, 397, 388, 378 },
	{ "S", 1733, 406, 390, 139 },
	{ "W", 1312, 317, 300, 229 },
	{ "", 564299, 2600, 2522, 3 },
};

/* Topic 205: S = CS, E = EQ, I = IN. */
static const struct row topic205[] = {
	{ "SEI", 3907, 106, 104, 100 }, { "SE", 7007, 191, 190, 174 },
	{ "SI", 11068, 302, 275, 59 },	{ "S", 37243, 1003, 955, 157 },
	{ "EI", 622, 27, 26, 19 },	{ "E", 2200, 60, 59, 52 },
	{ "I", 17640, 481, 455, 42 },	{ "", 489347, 1100, 1065, 11 },
};

static const struct topic {
	const struct row *rows;
	size_t count;
	double yield_lower, yield_upper; /* official */
} topics[] = {
	{ topic201, sizeof topic201 / sizeof *topic201, 949, 2099 },
	{ topic202, sizeof topic202 / sizeof *topic202, 3060, 4542 },
	{ topic205, sizeof topic205 / sizeof *topic205, 23751, 29928 },
};

static const struct published {
	int topic;
	char run;
	double recall, normal[2], laplace[2];	      /* Table XII */
	double trec_recall[2], trec_P[2], trec_F1[2]; /* official */
} published[] = {
	{ 0,
	  'W',
	  .778,
	  { .485, 1.070 },
	  { .351, .916 },
	  { .482, 1.000 },
	  { .869, .956 },
	  { .667, 1.000 } },
	{ 0,
	  'S',
	  .489,
	  { .304, .673 },
	  { .226, .593 },
	  { .302, .676 },
	  { .202, .228 },
	  { .261, .336 } },
	{ 0,
	  'B',
	  .204,
	  { .126, .282 },
	  { .093, .247 },
	  { .126, .282 },
	  { .633, .746 },
	  { .221, .408 } },
	{ 0,
	  'P',
	  .167,
	  { .102, .231 },
	  { .076, .205 },
	  { .102, .232 },
	  { .105, .129 },
	  { .114, .161 } },
	{ 1,
	  'W',
	  .673,
	  { .542, .803 },
	  { .501, .771 },
	  { .540, .805 },
	  { .859, .909 },
	  { .678, .850 } },
	{ 1,
	  'S',
	  .579,
	  { .467, .692 },
	  { .432, .664 },
	  { .465, .694 },
	  { .640, .688 },
	  { .553, .685 } },
	{ 2,
	  'S',
	  .673,
	  { .599, .747 },
	  { .587, .737 },
	  { .587, .759 },
	  { .302, .339 },
	  { .410, .459 } },
	{ 2,
	  'E',
	  .463,
	  { .409, .516 },
	  { .399, .505 },
	  { .407, .518 },
	  { .884, .946 },
	  { .565, .664 } },
	{ 2,
	  'I',
	  .292,
	  { .254, .329 },
	  { .250, .325 },
	  { .249, .334 },
	  { .228, .273 },
	  { .247, .292 } },
};

static size_t strata_of(const struct topic *t, char run, struct stratum *s)
{
	for (size_t i = 0; i < t->count; i++) {
		const struct row *w = &t->rows[i];
		s[i] = (struct stratum){ w->size, w->sampled, w->relevant, w->assessable,
					 strchr(w->runs, run) != NULL };
	}
	return t->count;
}

/* Half a unit of the last printed digit, and round-off. */
static const double PRINTED = 0.0005 + 1e-9;

static void table_xii_recall_normal_and_laplace_to_the_printed_digits(void **state)
{
	(void)state;
	struct stratum s[16];
	for (size_t i = 0; i < sizeof published / sizeof *published; i++) {
		const struct published *p = &published[i];
		size_t count = strata_of(&topics[p->topic], p->run, s);
		struct interval_request q = asking(QUANTITY_RECALL, 0.025, 0.975);
		struct interval normal = ask("normal", s, count, q);
		struct interval laplace = ask("laplace", s, count, q);
		assert_near(0.5 * (normal.lower + normal.upper), p->recall, PRINTED);
		assert_near(normal.lower, p->normal[0], PRINTED);
		assert_near(normal.upper, p->normal[1], PRINTED);
		assert_near(laplace.lower, p->laplace[0], PRINTED);
		assert_near(laplace.upper, p->laplace[1], PRINTED);
	}
}

static void trec_legal_official_figures_to_the_printed_digits(void **state)
{
	(void)state;
	struct stratum s[16];
	for (size_t i = 0; i < sizeof published / sizeof *published; i++) {
		const struct published *p = &published[i];
		size_t count = strata_of(&topics[p->topic], p->run, s);
		struct interval x =
			ask("trec-legal", s, count, asking(QUANTITY_RECALL, 0.025, 0.975));
		assert_near(x.lower, p->trec_recall[0], PRINTED);
		assert_near(x.upper, p->trec_recall[1], PRINTED);
		x = ask("trec-legal", s, count, asking(QUANTITY_PRECISION, 0.025, 0.975));
		assert_near(x.lower, p->trec_P[0], PRINTED);
		assert_near(x.upper, p->trec_P[1], PRINTED);
		x = ask("trec-legal", s, count, asking(QUANTITY_F, 0.025, 0.975));
		assert_near(x.lower, p->trec_F1[0], PRINTED);
		assert_near(x.upper, p->trec_F1[1], PRINTED);
	}
	for (size_t i = 0; i < sizeof topics / sizeof *topics; i++) {
		size_t count = strata_of(&topics[i], '-', s);
		struct interval x =
			ask("trec-legal", s, count, asking(QUANTITY_YIELD, 0.025, 0.975));
		assert_near(x.lower, topics[i].yield_lower, 0.5);
		assert_near(x.upper, topics[i].yield_upper, 0.5);
	}
}

/*
 * Koopman's formulas for x/m = 36/40 over y/n = 16/80 at 95 %, evaluated in R by optimize() for the
 * restricted maximum likelihood and uniroot() for U = qchisq(.95, 1): 2.9395692, 7.1522234. With
 * two segments of equal size recall is 1/(1 + ratio).
 */
static void koopman_agrees_with_a_direct_evaluation_of_his_formulas(void **state)
{
	(void)state;
	struct interval x = recall95("koopman", 1000000, 80, 16, 1000000, 40, 36);
	assert_near(1.0 / x.upper - 1.0, 2.9395692, 1e-6);
	assert_near(1.0 / x.lower - 1.0, 7.1522234, 1e-6);
}

/* ---- hand calculations: N1 = 100, n1 = 20, r1 = 10; N0 = 1000, n0 = 50, r0 = 2 ---- */

/*
 * R1 = 100·10/20 = 50, R0 = 1000·2/50 = 40, Rec = 50/90 = .5555556.
 * n = 10 + 2 = 12: sd² = .5555556·.4444444/12 = .0205761317, z·sd = .2811447.
 */
static void naive_by_hand(void **state)
{
	(void)state;
	check95("naive", QUANTITY_RECALL, 0.274410820, 0.836700292);
}

/*
 * V1 = 100²·.25/20·.8 = 100, V0 = 1000²·.04·.96/50·.95 = 729.6.
 * Recall: (100·40² + 729.6·50²)/90⁴ = 1984000/65610000 = .0302392928, sd = .17389449.
 * Precision 50/100, sd = 10/100. Yield 90, sd = sqrt(829.6).
 * F1 = 2·50/(100 + 90) = .5263158; dF/dR1 = 2·140/190², dF/dR0 = -2·50/190²:
 * variance (280² · 100 + 100²·729.6)/190⁴ = .0116143983.
 */
static void normal_by_hand(void **state)
{
	(void)state;
	check95("normal", QUANTITY_RECALL, 0.214728623, 0.896382488);
	check95("normal", QUANTITY_PRECISION, 0.304003602, 0.695996398);
	check95("normal", QUANTITY_F, 0.315090240, 0.737541339);
	check95("normal", QUANTITY_YIELD, 33.547593163, 146.452406837);
}

/*
 * By R, with the log odds written out: plogis(qlogis(x) ± qnorm(.975) sd), sd² = V1/R1² + V0/R0²
 * for recall, (1-n/N)/(npq) for precision, and the squared gradient of ln(2 R1) - ln(N1 + R0 - R1)
 * for F.
 */
static void logit_normal_by_r(void **state)
{
	(void)state;
	check95("logit-normal", QUANTITY_RECALL, 0.2391754264, 0.8325059622);
	check95("logit-normal", QUANTITY_PRECISION, 0.3134615357, 0.6865384643);
	check95("logit-normal", QUANTITY_F, 0.3225912899, 0.7216396996);
}

/* Webber 2013, section 5.1: "when estimated recall is 0 or 1", [0,0] and [1,1]. */
static void logit_normal_has_no_width_at_0_and_1(void **state)
{
	(void)state;
	struct interval none = recall95("logit-normal", 100, 20, 0, 1000, 50, 2);
	struct interval all = recall95("logit-normal", 100, 20, 10, 1000, 50, 0);
	assert_true(none.lower == 0 && none.upper == 0);
	assert_true(all.lower == 1 && all.upper == 1);
}

/* 100/90² + 50²·829.6/90⁴ = .0123456790 + .0316110349 = .0439567139. */
static void normal_uncorr_by_hand(void **state)
{
	(void)state;
	check95("normal-uncorr", QUANTITY_RECALL, 0.144632319, 0.966478792);
}

/*
 * p1 = 11/22 = .5, p0 = 3/52; R1 = 50, R0 = 57.6923077, Rec = .4642857;
 * V1 = 100·80·.25/22 = 90.9090909, V0 = 1000·950·(3/52)(49/52)/52 = 993.1867319;
 * (V1·R0² + V0·R1²)/107.6923077⁴ = .0207096161.
 */
static void laplace_by_hand(void **state)
{
	(void)state;
	check95("laplace", QUANTITY_RECALL, 0.182230512, 0.746340917);
}

/*
 * p1 = 12/24 = .5, p0 = 4/54; R1 = 50, R0 = 74.0740741, Rec = .4029851;
 * V1 = 100·80·.25/24 = 83.3333333, V0 = 1000·950·(4/54)(50/54)/54 = 1206.6250064;
 * (V1·R0² + V0·R1²)/124.0740741⁴ = .0146582416.
 */
static void agresti_coull_by_hand(void **state)
{
	(void)state;
	check95("agresti-coull", QUANTITY_RECALL, 0.165689833, 0.640280316);
}

/* By R as above, φ = π0/π1 from 2/50 and 10/20, recall = 1/(1 + 10φ): .2537628, .8266982. */
static void koopman_by_hand(void **state)
{
	(void)state;
	struct interval x = recall95("koopman", 100, 20, 10, 1000, 50, 2);
	assert_near(x.lower, 0.2537628, 1e-6);
	assert_near(x.upper, 0.8266982, 1e-6);
}

/*
 * 18 of the 20 and 48 of the 50 are assessable:
 * var T1 = 100·80·.25/19 = 105.2631579, var T0 = 1000·950·.04·.96/49 = 744.4897959;
 * recall: (105.2631579 + (50/90)²·849.7529538)/90² = .0453743936, times z = 1.96;
 * A = 100·18/20 = 90, var A = 100·80·.9·.1/19 = 37.8947368, P = 50/90;
 * precision: (105.2631579 + (50/90)²·37.8947368)/90² = .0144393907;
 * F1 = .5555556; both derivatives are 2·(5/9)²/(10/9)² = 1/2: (.0453743936 + .0144393907)/4.
 */
static void trec_legal_by_hand(void **state)
{
	(void)state;
	struct stratum s[] = { { 100, 20, 10, 18, true }, { 1000, 50, 2, 48, false } };
	struct interval x = ask("trec-legal", s, 2, asking(QUANTITY_RECALL, 0.025, 0.975));
	assert_near(x.lower, 0.1380507407, 1e-9);
	assert_near(x.upper, 0.9730603704, 1e-9);
	x = ask("trec-legal", s, 2, asking(QUANTITY_PRECISION, 0.025, 0.975));
	assert_near(x.lower, 0.3200340849, 1e-9);
	assert_near(x.upper, 0.7910770262, 1e-9);
	x = ask("trec-legal", s, 2, asking(QUANTITY_F, 0.025, 0.975));
	assert_near(x.lower, 0.3158783593, 1e-9);
	assert_near(x.upper, 0.7952327518, 1e-9);
	x = ask("trec-legal", s, 2, asking(QUANTITY_YIELD, 0.025, 0.975));
	assert_near(x.lower, 32.8649761760, 1e-8);
	assert_near(x.upper, 147.1350238240, 1e-8);
}

/* Everything judged: 4 and 12 of 16 relevant documents, recall .25 and nothing uncertain. */
static void nothing_is_uncertain_when_everything_was_judged(void **state)
{
	(void)state;
	const char *methods[] = { "normal", "normal-uncorr" };
	for (size_t i = 0; i < 2; i++) {
		struct interval x = recall95(methods[i], 10, 10, 4, 30, 30, 12);
		assert_near(x.lower, 0.25, 1e-12);
		assert_near(x.upper, 0.25, 1e-12);
	}
}

/* ---- what holds for all samples ---- */

/* Retrieved and unretrieved change places: recall becomes 1 - recall. */
static void exchanging_the_segments_mirrors_the_interval(void **state)
{
	(void)state;
	const char *methods[] = { "naive", "normal", "laplace", "agresti-coull", "koopman" };
	for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
		for (int64_t r1 = 1; r1 <= 15; r1 += 2)
			for (int64_t r0 = 1; r0 <= 20; r0 += 3) {
				struct interval x = recall95(methods[i], 60, 15, r1, 200, 20, r0);
				struct interval y = recall95(methods[i], 200, 20, r0, 60, 15, r1);
				assert_near(x.lower, 1.0 - y.upper, 6e-9);
				assert_near(x.upper, 1.0 - y.lower, 6e-9);
			}
}

/* More relevant documents among the retrieved cannot speak for a lower recall, and vice versa. */
static void ends_of_koopman_rise_with_r1_and_fall_with_r0(void **state)
{
	(void)state;
	enum { N1 = 60, n1 = 15, N0 = 200, n0 = 20 };
	{
		static struct interval x[n1 + 1][n0 + 1];
		for (int64_t r1 = 0; r1 <= n1; r1++)
			for (int64_t r0 = 0; r0 <= n0; r0++)
				x[r1][r0] = recall95("koopman", N1, n1, r1, N0, n0, r0);
		for (int r1 = 0; r1 <= n1; r1++)
			for (int r0 = 0; r0 <= n0; r0++) {
				struct interval here = x[r1][r0];
				assert_true(here.lower >= 0.0 && here.upper <= 1.0);
				assert_true(here.lower < here.upper);
				if (r1 > 0 && r1 + r0 > 1) {
					assert_true(here.lower >= x[r1 - 1][r0].lower - 1e-8);
					assert_true(here.upper >= x[r1 - 1][r0].upper - 1e-8);
				}
				if (r0 > 0 && r1 + r0 > 1) {
					assert_true(here.lower <= x[r1][r0 - 1].lower + 1e-8);
					assert_true(here.upper <= x[r1][r0 - 1].upper + 1e-8);
				}
			}
	}
}

/* A higher level gives an interval around the lower one; the estimate is in all of them. */
static void intervals_are_nested_and_hold_the_estimate(void **state)
{
	(void)state;
	struct stratum s[] = { { 300, 40, 22, 40, true }, { 9000, 200, 5, 200, false } };
	double estimate = 165.0 / (165.0 + 225.0); /* 300·22/40 and 9000·5/200 */
	const char *methods[] = { "naive", "normal", "normal-uncorr", "koopman", "trec-legal" };
	for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
		struct interval before = { estimate, estimate };
		for (double tail = 0.2; tail > 0.001; tail *= 0.5) {
			struct interval x =
				ask(methods[i], s, 2, asking(QUANTITY_RECALL, tail, 1.0 - tail));
			assert_true(x.lower < before.lower && x.upper > before.upper);
			before = x;
		}
	}
}

/*
 * One-sided: the normal lower end is estimate - 1.6448536·sd (normal quantile of .95) whatever the
 * other end is, and an end that is not asked for says nothing.
 */
static void one_sided_ends(void **state)
{
	(void)state;
	struct stratum s[] = { { 100, 20, 10, 20, true }, { 1000, 50, 2, 50, false } };
	struct interval x = ask("normal", s, 2, asking(QUANTITY_RECALL, 0.05, 1.0));
	assert_near(x.lower, 50.0 / 90.0 - 1.6448536270 * sqrt(1984000.0 / 65610000.0), 1e-9);
	assert_near(x.upper, 1.0, 0.0);
	{
		struct interval two = ask("koopman", s, 2, asking(QUANTITY_RECALL, 0.05, 0.95));
		struct interval low = ask("koopman", s, 2, asking(QUANTITY_RECALL, 0.05, 1.0));
		struct interval high = ask("koopman", s, 2, asking(QUANTITY_RECALL, 0.0, 0.95));
		assert_near(low.lower, two.lower, 1e-15);
		assert_near(high.upper, two.upper, 1e-15);
	}
}

static void ends_that_the_sample_decides(void **state)
{
	(void)state;
	const char *forced[] = { "laplace", "agresti-coull", "koopman" };
	for (size_t i = 0; i < sizeof forced / sizeof *forced; i++) {
		struct interval x = recall95(forced[i], 100, 20, 0, 1000, 50, 2);
		assert_near(x.lower, 0.0, 0.0);
		assert_true(x.upper > 0.0 && x.upper < 1.0);
		x = recall95(forced[i], 100, 20, 10, 1000, 50, 0);
		assert_near(x.upper, 1.0, 0.0);
		assert_true(x.lower > 0.0 && x.lower < 1.0);
		x = recall95(forced[i], 100, 20, 0, 1000, 50, 0);
		assert_near(x.lower, 0.0, 0.0);
		assert_near(x.upper, 1.0, 0.0);
	}
}

static void no_relevant_document_seen_leaves_naive_and_normal_undefined(void **state)
{
	(void)state;
	const char *methods[] = { "naive", "normal", "normal-uncorr", "trec-legal",
				  "logit-normal" };
	for (size_t i = 0; i < 5; i++) {
		struct interval x = recall95(methods[i], 100, 20, 0, 1000, 50, 0);
		assert_true(isnan(x.lower) && isnan(x.upper));
	}
}

static void a_stratum_without_sample_leaves_the_plain_estimates_undefined(void **state)
{
	(void)state;
	struct stratum s[] = { { 100, 20, 10, 20, true },
			       { 1000, 50, 2, 50, false },
			       { 7, 0, 0, 0, false },
			       { 0, 0, 0, 0, true } };
	const char *methods[] = { "naive", "normal", "normal-uncorr", "trec-legal" };
	for (size_t i = 0; i < 4; i++) {
		struct interval x = ask(methods[i], s, 4, asking(QUANTITY_RECALL, 0.025, 0.975));
		assert_true(isnan(x.lower) && isnan(x.upper));
	}
	/* precision looks at retrieved strata only, and one without documents is none */
	struct interval x = ask("normal", s, 4, asking(QUANTITY_PRECISION, 0.025, 0.975));
	assert_near(x.lower, 0.304003602, 1e-8);
}

/*
 * Nothing known of the retrieved: R1 is anything from 0 to N1, so the lower end is 0 and the upper
 * one is N1/(N1 + lower end of R0), where the Wilson interval of π0 applies.
 */
static void a_segment_without_sample_is_bounded_by_its_size(void **state)
{
	(void)state;
	const double z = 1.959963984540054, m = 50.0, p = 0.16;
	double low = (p + z * z / (2.0 * m) - z * sqrt((p * (1.0 - p) + z * z / (4.0 * m)) / m)) /
		     (1.0 + z * z / m);
	struct interval x = recall95("koopman", 30, 0, 0, 1000, 50, 8);
	assert_near(x.lower, 0.0, 0.0);
	assert_near(x.upper, 30.0 / (30.0 + 1000.0 * low), 1e-10);
}

static void strata_are_refused_by_koopman(void **state)
{
	(void)state;
	struct stratum s[] = { { 100, 20, 10, 20, true },
			       { 50, 10, 4, 10, true },
			       { 1000, 50, 2, 50, false } };
	struct interval_request q = asking(QUANTITY_RECALL, 0.025, 0.975);
	{
		struct err e = { 0 };
		struct interval x;
		assert_int_equal(interval_compute(interval_find("koopman"), s, 3, &q, &x, &e), -1);
		assert_int_equal(e.status, STATUS_DATA);
		assert_non_null(strstr(e.text, "koopman"));
		assert_non_null(strstr(e.text, "2 retrieved and 1 unretrieved strata"));
	}
}

/* Counts of 1e8 and samples of 1e5: ends stay within [0,1] and around the estimate. */
static void large_collections_do_not_break_koopman(void **state)
{
	(void)state;
	{
		struct interval x =
			recall95("koopman", 2000000, 100000, 40000, 100000000, 100000, 1000);
		double estimate = 800000.0 / (800000.0 + 1000000.0);
		assert_true(x.lower > 0.0 && x.lower < estimate);
		assert_true(x.upper < 1.0 && x.upper > estimate);
		/* all methods are normal in the limit: within 1e-3 of `normal` */
		struct interval y =
			recall95("normal", 2000000, 100000, 40000, 100000000, 100000, 1000);
		assert_near(x.lower, y.lower, 1e-3);
		assert_near(x.upper, y.upper, 1e-3);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(table_xii_recall_normal_and_laplace_to_the_printed_digits),
		cmocka_unit_test(trec_legal_official_figures_to_the_printed_digits),
		cmocka_unit_test(koopman_agrees_with_a_direct_evaluation_of_his_formulas),
		cmocka_unit_test(naive_by_hand),
		cmocka_unit_test(normal_by_hand),
		cmocka_unit_test(normal_uncorr_by_hand),
		cmocka_unit_test(logit_normal_by_r),
		cmocka_unit_test(logit_normal_has_no_width_at_0_and_1),
		cmocka_unit_test(laplace_by_hand),
		cmocka_unit_test(agresti_coull_by_hand),
		cmocka_unit_test(koopman_by_hand),
		cmocka_unit_test(trec_legal_by_hand),
		cmocka_unit_test(nothing_is_uncertain_when_everything_was_judged),
		cmocka_unit_test(exchanging_the_segments_mirrors_the_interval),
		cmocka_unit_test(ends_of_koopman_rise_with_r1_and_fall_with_r0),
		cmocka_unit_test(intervals_are_nested_and_hold_the_estimate),
		cmocka_unit_test(one_sided_ends),
		cmocka_unit_test(ends_that_the_sample_decides),
		cmocka_unit_test(no_relevant_document_seen_leaves_naive_and_normal_undefined),
		cmocka_unit_test(a_stratum_without_sample_leaves_the_plain_estimates_undefined),
		cmocka_unit_test(a_segment_without_sample_is_bounded_by_its_size),
		cmocka_unit_test(strata_are_refused_by_koopman),
		cmocka_unit_test(large_collections_do_not_break_koopman),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
