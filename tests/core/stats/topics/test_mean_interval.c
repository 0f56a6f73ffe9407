/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Intervals of a mean over topics: against R on given resamples, against all resamples of a few
 * scores written out, and at the edges.
 */
#define MATHLIB_STANDALONE
#include <Rmath.h>

#include "core/stats/random/resample.h"
#include "core/stats/random/uniform.h"
#include "core/stats/topics/mean_interval.h"
#include "tests/support/cases.h"
#include "tests/support/interval_help.h"

static const double eight[8] = { .12, .55, .03, .31, .08, .91, .27, .4 };

static struct mean_interval_request wanting(double lower_p, double upper_p)
{
	return (struct mean_interval_request){ .ends.lower_p = lower_p,
					       .ends.upper_p = upper_p,
					       .least = 0,
					       .most = 1,
					       .resamples = 1000,
					       .ends.seed = 1 };
}

/* The bounds by a method, or by rule if it is NULL. */
static struct mean_bounds bounds_with(const char *name, const double *score, size_t count,
				      struct mean_interval_request q)
{
	const struct mean_interval_method *m =
		name != NULL ? mean_interval_find(name) : &mean_interval_by_rule;
	struct mean_bounds out = { .ends = { -9, -9 } };
	struct err e = { 0 };
	assert_non_null(m);
	if (mean_intervals(&m, 1, score, count, &q, &out, &e) < 0)
		fail_msg("%s: %s", m->name, e.text);
	assert_int_equal(out.gap != MEAN_WHOLE, isnan(out.ends.lower));
	assert_int_equal(out.gap != MEAN_WHOLE, isnan(out.ends.upper));
	assert_int_equal(out.topics, count);
	return out;
}

static struct interval interval_with(const char *name, const double *score, size_t count,
				     struct mean_interval_request q)
{
	return bounds_with(name, score, count, q).ends;
}

/* All but `constant`, which is for equal scores alone. */
static const char *const names[] = { "bca", "clogit", "delta", "percentile", "slogit", "t" };
enum { METHODS = sizeof names / sizeof *names };

static void is_undefined(const char *name, const double *score, size_t count,
			 struct mean_interval_request q)
{
	struct interval x = interval_with(name, score, count, q);
	if (!isnan(x.lower) || !isnan(x.upper))
		fail_msg("%s gives %g and %g", name, x.lower, x.upper);
}

/* ---- given resamples ---- */

/* The eight scores, with the numbers .1 + i/2000, i = 1 ... 1000, as the means of resamples. */
static double end_with(const char *name, double p, double least, double most)
{
	static double resampled[1000];
	for (int i = 0; i < 1000; i++)
		resampled[i] = .1 + (i + 1) / 2000.0;
	double mean = 0;
	for (int i = 0; i < 8; i++)
		mean += eight[i] / 8;
	const struct mean_sample s = { .score = eight,
				       .count = 8,
				       .mean = mean,
				       .grain = 1e-12,
				       .least = least,
				       .most = most,
				       .limited = true,
				       .resampled = resampled,
				       .resamples = 1000 };
	const struct mean_interval_method *m = mean_interval_find(name);
	struct mean_fit f;
	assert_true(mean_interval_fit(m, &s, &f));
	return m->end(&s, &f, p);
}

static const double probability[] = { .025, .975, .05, .95, .25, .75 };

static void agrees(const char *name, double least, double most, const double *wanted)
{
	for (int i = 0; i < 6; i++)
		assert_near(end_with(name, probability[i], least, most), wanted[i], 1e-12);
}

static void the_percentile_is_the_smallest_of_its_rank(void **state)
{
	(void)state;
	/* .1 + ceil(1000 p)/2000 */
	const double wanted[] = { .1125, .5875, .125, .575, .225, .475 };
	agrees("percentile", 0, 1, wanted);
	const double five[] = { 1, 2, 3, 4, 5 };
	assert_near(resample_quantile(five, 5, .2), 1, 0);
	assert_near(resample_quantile(five, 5, .2001), 2, 0);
	assert_near(resample_quantile(five, 5, .6), 3, 0); /* .6 * 5 is above 3 in doubles */
	assert_near(resample_quantile(five, 5, 0), 1, 0);
	assert_near(resample_quantile(five, 5, 1), 5, 0);
}

static void bca_moves_the_percentiles_as_in_R(void **state)
{
	(void)state;
	/*
	 * R: x <- c(.12,.55,.03,.31,.08,.91,.27,.4); m <- .1 + (1:1000)/2000
	 * jack <- sapply(1:8, function(i) mean(x[-i])); d <- mean(jack) - jack
	 * a <- sum(d^3)/(6*sum(d^2)^1.5); z0 <- qnorm(mean(m < mean(x)))
	 * z <- z0 + qnorm(c(.025,.975,.05,.95,.25,.75))
	 * m[ceiling(1000*pnorm(z0 + z/(1-a*z)))]
	 */
	const double wanted[] = { .114, .589, .1245, .574, .2045, .451 };
	agrees("bca", 0, 1, wanted);
}

static void slogit_is_t_on_the_logit_scale_as_in_R(void **state)
{
	(void)state;
	/*
	 * R, m and p as above: y <- qlogis(m); s <- sqrt(mean((y-mean(y))^2));
	 * plogis(mean(y) + qt(p,7)*s); for -1 to 1 with qlogis((m+1)/2) and 2*plogis(...)-1
	 */
	const double share[] = { 0.0868495333926893, 0.7238441822843973, 0.1167978839398616,
				 0.6533950930399899, 0.2326805323256976, 0.4511870090767847 };
	const double difference[] = { -0.0230652477583205, 0.6496007981363823, 0.0561536046571178,
				      0.6013924176019247,  0.2503833071742887, 0.4587419084625917 };
	agrees("slogit", 0, 1, share);
	agrees("slogit", -1, 1, difference);
}

static void clogit_is_wider_by_the_bias_on_both_sides_as_in_scipy(void **state)
{
	(void)state;
	/*
	 * Python, m, x and p as above: y = logit(m); o = logit(x.mean()); b = abs(y.mean() - o);
	 * s = y.std()*sqrt(8/7); expit(o + sign(p-.5)*b + t*s), t by inverting
	 * scipy.special.betainc (scipy 1.10's t.ppf is off by 6e-10); for -1 to 1 with
	 * logit((m+1)/2), logit((x.mean()+1)/2) and 2*expit(...)-1
	 */
	const double share[] = { 0.07818897024219124, 0.747375987556982,  0.107662892723674,
				 0.6753083570438806,  0.2265898054589541, 0.4613578791209805 };
	const double difference[] = { -0.1076420681404585, 0.6652345441993603, -0.02330040132977984,
				      0.615289661515944,   0.1878295130859682, 0.4652559322313317 };
	agrees("clogit", 0, 1, share);
	agrees("clogit", -1, 1, difference);
	/* one half: the mean itself */
	assert_near(end_with("clogit", .5, 0, 1), 2.67 / 8, 1e-14);
}

/* All 27 resamples of .1, .2, .6, by scipy as above with qt(., 2). */
static void clogit_of_all_resamples_is_that_of_scipy(void **state)
{
	(void)state;
	const double three[3] = { .1, .2, .6 };
	double resampled[27];
	for (int i = 0; i < 27; i++)
		resampled[i] = (three[i / 9] + three[i / 3 % 3] + three[i % 3]) / 3;
	const struct mean_sample s = { .score = three,
				       .count = 3,
				       .mean = .3,
				       .most = 1,
				       .limited = true,
				       .resampled = resampled,
				       .resamples = 27 };
	const struct mean_interval_method *m = mean_interval_find("clogit");
	struct mean_fit f;
	assert_true(mean_interval_fit(m, &s, &f));
	assert_near(f.bias, 0.0795610905406, 1e-11);
	assert_near(f.scale, 0.784900104718, 1e-11);
	assert_near(m->end(&s, &f, .025), 0.01333403801760304, 1e-13);
	assert_near(m->end(&s, &f, .975), 0.9314651121282252, 1e-13);
}

static void clogit_always_has_the_mean_inside(void **state)
{
	(void)state;
	for (int i = 0; i < 300; i++) {
		struct uniform u = uniform_start(7, (uint64_t)i, 0);
		double score[12], mean = 0;
		size_t n = 2 + (size_t)i % 11;
		for (size_t k = 0; k < n; k++) {
			score[k] = pow(uniform_next(&u), i % 3 ? 6 : .2);
			mean += score[k] / (double)n;
		}
		struct mean_interval_request q = wanting(.025, .975);
		q.resamples = 200;
		struct interval x = interval_with("clogit", score, n, q);
		assert_true(x.lower < mean && mean < x.upper);
	}
}

/*
 * Python, all resamples of x by itertools.product, those of mean 0 left out: y = log(mean);
 * o = log(sum(x)/n); b = abs(mean(y) - o); s = pstdev(y)*sqrt(n/(n-1)); exp(o -+ (b + t*s)), with
 * t(2) = 4.302652729911275 and t(3) = 3.182446305284263; slogit exp(mean(y) -+ t*pstdev(y)). The
 * resamples are drawn here: within 4 standard errors.
 */
static void without_an_upper_limit_logits_are_logarithms(void **state)
{
	(void)state;
	const double three[3] = { 1, 2, 6 }, four[4] = { 0, 3, 6, 30 };
	struct mean_interval_request q = wanting(.025, .975);
	q.resamples = 40000;
	for (int most = 0; most < 2; most++) { /* none, or one that the scores do not keep to */
		q.most = most == 0 ? INFINITY : 5;
		struct interval x = interval_with("clogit", three, 3, q);
		assert_near(log(x.lower), log(0.2431779363562399), 0.04);
		assert_near(log(x.upper), log(37.0099365709543), 0.04);
		x = interval_with("slogit", three, 3, q);
		assert_near(log(x.lower), log(0.3788279448753982), 0.04);
		assert_near(log(x.upper), log(19.57286094368282), 0.04);
		x = interval_with("clogit", four, 4, q);
		assert_near(log(x.lower), log(0.4312162196836432), 0.04);
		assert_near(log(x.upper), log(220.45205087540893), 0.04);
	}
	/* logits of a range that goes on and on come to logarithms */
	q.most = 1e9;
	struct interval far = interval_with("clogit", four, 4, q);
	q.most = INFINITY;
	struct interval none = interval_with("clogit", four, 4, q);
	assert_near(far.lower, none.lower, 1e-5);
	assert_near(far.upper, none.upper, 1e-3);
}

/*
 * Python: n = len(x); m = sum(x)/n; u = m - least; r = most - m, or math.inf;
 * v = sum((a-m)**2 for a in x)/n**2; k = sum((a-m)**3 for a in x)/n**3;
 * g1 = 1/u+1/r; g2 = 1/r**2-1/u**2; g3 = 2/u**3+2/r**3; g4 = 6/r**4-6/u**4;
 * b = abs(g2*v/2 + g3*k/6+g4*v*v/8); s = sqrt((g1*g1*v + g1*g2*k+(g2*g2/2+g1*g3)*v*v)*n/(n-1)), the
 * second terms where they are below a quarter of the first; log(u/r) or log(u) -+ (b + t*s), and
 * back
 */
static void delta_is_the_series_of_the_scale(void **state)
{
	(void)state;
	struct mean_interval_request q = wanting(.025, .975);
	struct interval x = interval_with("delta", eight, 8, q);
	assert_near(x.lower, 0.13437410954719134, 1e-12);
	assert_near(x.upper, 0.6178138758262282, 1e-12);
	q.most = INFINITY;
	x = interval_with("delta", eight, 8, q);
	assert_near(x.lower, 0.1482554621179052, 1e-12);
	assert_near(x.upper, 0.7513319300938405, 1e-12);
	q.least = -1;
	q.most = 1;
	x = interval_with("delta", eight, 8, q);
	assert_near(x.lower, 0.06184459388365182, 1e-12);
	assert_near(x.upper, 0.5595385782393665, 1e-12);
}

/*
 * r of 20,000 scores are 1, the others 0, so that resampled means are binomial: the ends of clogit
 * with all resamples, by Python from the moments of the logit (the logarithm) under the binomial
 * distribution without 0.
 */
static void delta_of_many_topics_has_the_digits_of_clogit(void **state)
{
	(void)state;
	enum { TOPICS = 20000 };
	static const struct {
		size_t ones;
		double most, lower, upper;
	} wanted[] = {
		{ 20, 1, 0.0006171340802746287, 0.0016200083810933548 },
		{ 50, 1, 0.0018680604206306936, 0.00334499977259498 },
		{ 50, INFINITY, 0.001868166707159566, 0.0033455258441591374 },
		{ 400, 1, 0.01812397587365831, 0.022065848535876644 },
		{ 400, INFINITY, 0.018125169355872942, 0.022068759311779425 },
		{ 9000, 1, 0.44311181542745554, 0.4569074086151542 },
	};
	static double score[TOPICS];
	for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
		for (size_t k = 0; k < TOPICS; k++)
			score[k] = k < wanted[i].ones;
		struct mean_interval_request q = wanting(.025, .975);
		q.most = wanted[i].most;
		struct mean_bounds x = bounds_with(NULL, score, TOPICS, q);
		assert_string_equal(x.by->name, "delta");
		assert_near(x.ends.lower, wanted[i].lower, 5e-6);
		assert_near(x.ends.upper, wanted[i].upper, 5e-6);
	}
}

static void equal_scores_of_several_topics_have_that_score_by_rule(void **state)
{
	(void)state;
	const double noisy[3] = { .5 - .3, .4 - .2, .3 - .1 }, zero[2] = { 0, 0 };
	const double beyond[3] = { 7, 7, 7 }, infinite[2] = { INFINITY, INFINITY };
	struct mean_bounds x = bounds_with(NULL, noisy, 3, wanting(.025, .975));
	assert_string_equal(x.by->name, "constant");
	assert_near(x.ends.lower, .2, 1e-15);
	assert_near(x.ends.upper, .2, 1e-15);
	x = bounds_with(NULL, zero, 2, wanting(0, .95));
	assert_near(x.ends.lower, 0, 0);
	assert_near(x.ends.upper, 0, 0);
	x = bounds_with(NULL, beyond, 3, wanting(.025, .975));
	assert_near(x.ends.lower, 7, 0);
	/* one topic is not several, and what is not a number has no interval */
	assert_int_equal(bounds_with(NULL, noisy, 1, wanting(.025, .975)).gap, MEAN_ONE_TOPIC);
	assert_int_equal(bounds_with(NULL, noisy, 0, wanting(.025, .975)).gap, MEAN_NO_TOPIC);
	assert_int_equal(bounds_with(NULL, infinite, 2, wanting(.025, .975)).gap, MEAN_EQUAL);
	assert_int_equal(bounds_with("t", noisy, 3, wanting(.025, .975)).gap, MEAN_EQUAL);
	assert_int_equal(bounds_with("constant", eight, 8, wanting(.025, .975)).gap, MEAN_UNEQUAL);
}

/* Scores of 2 to 6 topics on a grid, within and without the range. */
static void the_rule_has_an_interval_wherever_a_method_has(void **state)
{
	(void)state;
	static const double value[] = { -1, 0, .3, 1, 2.5 };
	size_t by_t = 0, by_clogit = 0, by_delta = 0, by_constant = 0;
	for (size_t n = 2; n <= 6; n++)
		for (size_t code = 0; code < 500; code++) {
			struct uniform u = uniform_start(11, code, (uint32_t)n);
			double score[6], mean = 0;
			bool below = false;
			for (size_t i = 0; i < n; i++) {
				score[i] = value[uniform_below(&u, 5)];
				mean += score[i] / (double)n;
				below = below || score[i] < 0;
			}
			struct mean_interval_request q = wanting(.025, .975);
			q.resamples = 100;
			struct mean_bounds x = bounds_with(NULL, score, n, q);
			assert_int_equal(x.gap, MEAN_WHOLE);
			assert_true(x.ends.lower <= mean + 1e-12 && mean - 1e-12 <= x.ends.upper);
			by_constant += x.by->constant;
			by_t += strcmp(x.by->name, "t") == 0;
			by_clogit += strcmp(x.by->name, "clogit") == 0;
			by_delta += strcmp(x.by->name, "delta") == 0;
			assert_int_equal(strcmp(x.by->name, "t") == 0, below && !x.by->constant);
			assert_true(below || x.ends.lower >= 0);
		}
	/* 0 and 1 alone: clogit has none (see below) */
	assert_true(by_t > 0 && by_clogit > 0 && by_delta > 0 && by_constant > 0);
}

static void the_rule_of_differences_is_t(void **state)
{
	(void)state;
	struct mean_interval_request q = wanting(.025, .975);
	q.least = -1;
	q.difference = true;
	struct mean_bounds x = bounds_with(NULL, eight, 8, q);
	assert_string_equal(x.by->name, "t");
	struct interval t = interval_with("t", eight, 8, q);
	assert_memory_equal(&x.ends, &t, sizeof t);
	/* differences outside their range have none, above it too */
	const double far[3] = { 0, .5, 1.5 };
	assert_int_equal(bounds_with("clogit", far, 3, q).gap, MEAN_UNLIMITED);
}

static void t_is_that_of_R(void **state)
{
	(void)state;
	/* R: t.test(x)$conf.int, and with conf.level = .9 and .5 */
	const double wanted[] = { 0.0909978252012847, 0.5765021747987153, 0.139252681281001,
				  0.528247318718999,  0.260744230435006,  0.406755769564994 };
	agrees("t", 0, 1, wanted);
	struct interval x = interval_with("t", eight, 8, wanting(.025, .975));
	assert_near(x.lower, wanted[0], 1e-12);
	assert_near(x.upper, wanted[1], 1e-12);
}

/* ---- all resamples of a few scores ---- */

/*
 * R: x <- c(.1,.2,.4,.9); g <- expand.grid(1:4,1:4,1:4,1:4);
 * m <- sort(apply(g, 1, function(i) mean(x[i])))
 * The ends by the 256 resamples, and those of 200,000 drawn ones: the same atoms, whose borders are
 * eight standard errors off or more; for slogit within 4 standard errors of mu and sigma.
 */
static void drawn_resamples_come_to_all_resamples(void **state)
{
	(void)state;
	const double four[4] = { .1, .2, .4, .9 };
	struct mean_interval_request q = wanting(.025, .975);
	q.resamples = 200000;
	for (q.ends.seed = 1; q.ends.seed <= 3; q.ends.seed++) {
		/* m[ceiling(256*c(.025,.975))] */
		struct interval x = interval_with("percentile", four, 4, q);
		assert_near(x.lower, .150, 1e-12);
		assert_near(x.upper, .725, 1e-12);
		/* z0 <- qnorm(mean(m < .4 - 1e-12)), which is .484375; a as above */
		x = interval_with("bca", four, 4, q);
		assert_near(x.lower, .150, 1e-12);
		assert_near(x.upper, .775, 1e-12);
		/* y <- qlogis(m); plogis(mean(y) + qt(c(.025,.975),3)*sqrt(mean((y-mean(y))^2))) */
		x = interval_with("slogit", four, 4, q);
		assert_near(x.lower, 0.0631474403361113, 0.002);
		assert_near(x.upper, 0.8584845510127003, 0.002);
		/* scipy, as for the 27 resamples */
		x = interval_with("clogit", four, 4, q);
		assert_near(x.lower, 0.045428825607224735, 0.002);
		assert_near(x.upper, 0.9032776224133683, 0.002);
	}
}

static void resampled_means_of_0_and_1_are_left_out(void **state)
{
	(void)state;
	/*
	 * R: x <- c(0,0,0,.5,1), all 3125 resamples but the 244 whose mean is 0 or 1, as above with
	 * qt(., 4)
	 */
	const double five[5] = { 0, 0, 0, .5, 1 };
	struct mean_interval_request q = wanting(.025, .975);
	q.resamples = 200000;
	struct interval x = interval_with("slogit", five, 5, q);
	assert_near(x.lower, 0.0425271131368427, 0.002);
	assert_near(x.upper, 0.8092200786319984, 0.002);
	struct interval wider = interval_with("clogit", five, 5, q);
	assert_near(wider.lower, 0.03202743546315948, 0.002);
	assert_near(wider.upper, 0.8473563401055921, 0.002);

	/* the same scores on another range, of which thirds are not exact */
	double thirds[5];
	for (int i = 0; i < 5; i++)
		thirds[i] = five[i] / 3 + 1;
	q.least = 1;
	q.most = 4.0 / 3;
	struct interval y = interval_with("slogit", thirds, 5, q);
	assert_near(3 * (y.lower - 1), x.lower, 1e-9);
	assert_near(3 * (y.upper - 1), x.upper, 1e-9);
}

static void bca_counts_only_means_below_the_mean_whatever_the_rounding(void **state)
{
	(void)state;
	/*
	 * Tenths: 24 of the 256 resamples are permutations, with sums such as .1+.2+.3+.6 and
	 * .6+.3+.2+.1 that differ in the last bit, and there are other sums of 1.2. The same
	 * scores as whole numbers have no rounding.
	 */
	const double tenths[4] = { .1, .2, .3, .6 }, whole[4] = { 1, 2, 3, 6 };
	struct mean_interval_request q = wanting(.2, .6);
	const struct mean_interval_method *m = mean_interval_find("bca");
	struct mean_sample s, t;
	struct mean_fit f, g;
	struct err e = { 0 };
	assert_int_equal(mean_sample_init(&s, tenths, 4, true, &q, &e), 0);
	q.most = 10;
	assert_int_equal(mean_sample_init(&t, whole, 4, true, &q, &e), 0);
	assert_true(mean_interval_fit(m, &s, &f));
	assert_true(mean_interval_fit(m, &t, &g));
	assert_near(f.bias, g.bias, 0);
	assert_near(f.acceleration, g.acceleration, 1e-12);
	mean_sample_release(&s);
	mean_sample_release(&t);
}

/* ---- resamples ---- */

static void every_score_is_drawn_equally_often(void **state)
{
	(void)state;
	enum { RESAMPLES = 2000, MOST = 1000 };
	static double score[MOST], mean[RESAMPLES];
	const size_t counts[] = { 2, 3, 5, 10, 20, 250, 255, 256, 257, MOST };
	for (size_t c = 0; c < (size_t)cases(10, 9); c++) {
		size_t n = counts[c];
		double chi_square = 0, total = 0;
		/* Eight scores at a time are digits to the base 64: no score is drawn more often
		 * than 63 times in one resample, and their sum is exact. */
		for (size_t i = 0; i < n; i += 8) {
			int64_t drawn[8] = { 0 };
			memset(score, 0, sizeof score);
			for (size_t k = 0; k < 8 && i + k < n; k++)
				score[i + k] = ldexp(1, 6 * (int)k);
			resample_means(score, n, RESAMPLES, 7, mean);
			for (int b = 0; b < RESAMPLES; b++) {
				int64_t digits = llround(mean[b] * (double)n);
				for (size_t k = 0; k < 8; k++, digits /= 64)
					drawn[k] += digits % 64;
			}
			for (size_t k = 0; k < 8 && i + k < n; k++) {
				double off = (double)drawn[k] - RESAMPLES;
				chi_square += off * off / RESAMPLES;
				total += (double)drawn[k];
			}
		}
		assert_near(total, (double)n * RESAMPLES, 1e-3);
		double p = pchisq(chi_square, (double)(n - 1), 1, 0);
		if (!(p > 1e-4 && p < 1 - 1e-4))
			fail_msg("%zu scores: chi-square %g", n, chi_square);
	}
}

/* 3 scores, 27 equally probable resamples: counts of the ten kinds, in 270,000 resamples. */
static void resamples_have_the_multinomial_law(void **state)
{
	(void)state;
	enum { RESAMPLES = 270000 };
	static double mean[RESAMPLES];
	const double score[3] = { 1, 10, 100 };
	const struct {
		double sum;
		int of27;
	} kind[] = { { 3, 1 },	 { 30, 1 },  { 300, 1 }, { 12, 3 },  { 21, 3 },
		     { 102, 3 }, { 201, 3 }, { 120, 3 }, { 210, 3 }, { 111, 6 } };
	resample_means(score, 3, RESAMPLES, 11, mean);
	double chi_square = 0;
	for (size_t k = 0; k < 10; k++) {
		double seen = 0, expected = kind[k].of27 * (RESAMPLES / 27.0);
		for (int b = 0; b < RESAMPLES; b++)
			seen += fabs(3 * mean[b] - kind[k].sum) < 1e-9;
		chi_square += (seen - expected) * (seen - expected) / expected;
	}
	double p = pchisq(chi_square, 9, 1, 0);
	assert_true(p > 1e-4 && p < 1 - 1e-4);
}

static void a_longer_series_of_resamples_begins_with_the_shorter(void **state)
{
	(void)state;
	double few[10], many[1000], other[10];
	resample_means(eight, 8, 10, 3, few);
	resample_means(eight, 8, 1000, 3, many);
	resample_means(eight, 8, 10, 4, other);
	assert_memory_equal(few, many, sizeof few);
	assert_memory_not_equal(few, other, sizeof few);
}

static int rising(const void *a, const void *b)
{
	const double *x = a, *y = b;
	return (*x > *y) - (*x < *y);
}

static void any_numbers_are_sorted_as_qsort_does(void **state)
{
	(void)state;
	enum { MOST = 3000 };
	static double raw[MOST], ours[MOST], theirs[MOST];
	struct err e = { 0 };
	/* spread out; in three places; one far off; beyond what a difference can hold; equal */
	for (int shape = 0; shape < 5; shape++) {
		for (size_t n = 1; n <= MOST; n = n < 70 ? n + 1 : n * 3) {
			resample_means(eight, 8, (int64_t)n, n, raw);
			for (size_t i = 0; i < n; i++) {
				double x = raw[i];
				ours[i] = shape == 0   ? x
					  : shape == 1 ? floor(3 * x)
					  : shape == 2 ? (i == n / 2 ? 1e300 : x)
					  : shape == 3 ? (x > .3 ? x : -x) * 1.7e308
						       : 5;
			}
			memcpy(theirs, ours, n * sizeof *ours);
			qsort(theirs, n, sizeof *theirs, rising);
			assert_int_equal(resample_sort(ours, (int64_t)n, &e), 0);
			assert_memory_equal(ours, theirs, n * sizeof *ours);
		}
	}
}

/* ---- edges ---- */

static void equal_scores_or_a_single_one_or_none_give_nan(void **state)
{
	(void)state;
	const double equal[3] = { .3, .3, .3 }, noisy[3] = { .5 - .3, .4 - .2, .3 - .1 };
	const double zero[3] = { 0, 0, 0 }, infinite[3] = { 0, INFINITY, .5 };
	for (int i = 0; i < METHODS; i++) {
		is_undefined(names[i], equal, 3, wanting(.025, .975));
		is_undefined(names[i], noisy, 3, wanting(.025, .975));
		is_undefined(names[i], zero, 3, wanting(.05, 1));
		is_undefined(names[i], infinite, 3, wanting(.025, .975));
		is_undefined(names[i], eight, 1, wanting(.025, .975));
		is_undefined(names[i], eight, 0, wanting(.025, .975));
	}
}

static void an_end_that_is_not_asked_for_is_that_of_the_range(void **state)
{
	(void)state;
	for (int i = 0; i < METHODS; i++) {
		struct interval both = interval_with(names[i], eight, 8, wanting(.05, .95));
		struct interval lower = interval_with(names[i], eight, 8, wanting(.05, 1));
		struct interval upper = interval_with(names[i], eight, 8, wanting(0, .95));
		assert_near(lower.lower, both.lower, 0);
		assert_near(lower.upper, 1, 0);
		assert_near(upper.lower, 0, 0);
		assert_near(upper.upper, both.upper, 0);
	}
}

static void some_methods_need_a_least_score(void **state)
{
	(void)state;
	const double counts[4] = { 3, 17, 250, 4 }, rounded[3] = { .2, 1 + 1e-15, .7 };
	const double below[4] = { .5, .25, -1e-6, .75 };
	const char *const bounded[] = { "clogit", "delta", "slogit" };
	struct mean_interval_request q = wanting(.025, .975);
	q.most = INFINITY;
	for (int i = 0; i < 3; i++) {
		assert_true(mean_interval_find(bounded[i])->bounded);
		assert_int_equal(bounds_with(bounded[i], below, 4, q).gap, MEAN_UNLIMITED);
		assert_true(interval_with(bounded[i], counts, 4, q).lower > 0);
	}
	q.least = -INFINITY;
	for (int i = 0; i < 3; i++)
		assert_int_equal(bounds_with(bounded[i], counts, 4, q).gap, MEAN_UNLIMITED);
	/* the others do without, and an open end is open */
	q.ends.upper_p = 1;
	const char *const rest[] = { "bca", "percentile", "t" };
	for (int i = 0; i < 3; i++) {
		assert_false(mean_interval_find(rest[i])->bounded);
		struct interval x = interval_with(rest[i], counts, 4, q);
		assert_true(isfinite(x.lower));
		assert_true(isinf(x.upper));
	}
	struct interval x = interval_with("slogit", rounded, 3, wanting(.025, .975));
	assert_true(x.lower > 0 && x.upper < 1 && x.lower < x.upper);
}

static void undefined_at_the_margin_is_nan_and_never_infinite(void **state)
{
	(void)state;
	/* 0 and 1: every resampled mean with a logit is 1/2 */
	const double two[2] = { 0, 1 };
	is_undefined("slogit", two, 2, wanting(.025, .975));
	is_undefined("clogit", two, 2, wanting(.025, .975));
	/* one resample: all of them on one side of the mean */
	struct mean_interval_request q = wanting(.025, .975);
	q.resamples = 1;
	is_undefined("bca", eight, 8, q);
	is_undefined("slogit", eight, 8, q);
	is_undefined("clogit", eight, 8, q);
	/* a single score unlike the others, and ends so far out that the fraction has its pole */
	double lone[60] = { 0 };
	lone[7] = 1;
	q = wanting(1e-12, 1 - 1e-12);
	struct interval x = interval_with("bca", lone, 60, q);
	assert_true(x.lower >= 0 && x.lower <= x.upper && x.upper <= 1);
	x = interval_with("slogit", lone, 60, q);
	assert_true(x.lower >= 0 && x.lower <= x.upper && x.upper <= 1);
}

/* All methods at once have one set of resamples, and so the values of each alone. */
static void several_methods_give_what_each_gives_alone(void **state)
{
	(void)state;
	const struct mean_interval_method *m[METHODS];
	struct mean_bounds all[METHODS];
	struct err e = { 0 };
	struct mean_interval_request q = wanting(.025, .975);
	size_t listed = 0;
	while (mean_interval_methods[listed] != NULL)
		listed++;
	assert_int_equal(listed, METHODS + 2); /* constant, and tango, of differences */
	for (int i = 0; i < METHODS; i++) {
		m[i] = mean_interval_find(names[i]);
		assert_non_null(m[i]);
	}
	assert_null(mean_interval_find("bootstrap"));
	assert_int_equal(mean_intervals(m, METHODS, eight, 8, &q, all, &e), 0);
	for (int i = 0; i < METHODS; i++) {
		struct interval x = interval_with(names[i], eight, 8, q);
		assert_memory_equal(&x, &all[i].ends, sizeof x);
		assert_ptr_equal(all[i].by, m[i]);
	}
}

static void wrong_requests_are_refused(void **state)
{
	(void)state;
	const struct mean_interval_method *m = mean_interval_find("percentile");
	struct mean_interval_request bad[] = { wanting(.9, .1), wanting(-.1, .5), wanting(.1, 1.5),
					       wanting(.1, .9), wanting(.1, .9) };
	bad[3].resamples = 0;
	bad[4].most = 0;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct mean_bounds out;
		struct err e = { 0 };
		assert_int_equal(mean_intervals(&m, 1, eight, 8, &bad[i], &out, &e), -1);
		assert_int_equal(e.status, STATUS_USAGE);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_percentile_is_the_smallest_of_its_rank),
		cmocka_unit_test(bca_moves_the_percentiles_as_in_R),
		cmocka_unit_test(slogit_is_t_on_the_logit_scale_as_in_R),
		cmocka_unit_test(clogit_is_wider_by_the_bias_on_both_sides_as_in_scipy),
		cmocka_unit_test(clogit_of_all_resamples_is_that_of_scipy),
		cmocka_unit_test(clogit_always_has_the_mean_inside),
		cmocka_unit_test(t_is_that_of_R),
		cmocka_unit_test(drawn_resamples_come_to_all_resamples),
		cmocka_unit_test(resampled_means_of_0_and_1_are_left_out),
		cmocka_unit_test(bca_counts_only_means_below_the_mean_whatever_the_rounding),
		cmocka_unit_test(every_score_is_drawn_equally_often),
		cmocka_unit_test(resamples_have_the_multinomial_law),
		cmocka_unit_test(a_longer_series_of_resamples_begins_with_the_shorter),
		cmocka_unit_test(any_numbers_are_sorted_as_qsort_does),
		cmocka_unit_test(equal_scores_or_a_single_one_or_none_give_nan),
		cmocka_unit_test(an_end_that_is_not_asked_for_is_that_of_the_range),
		cmocka_unit_test(some_methods_need_a_least_score),
		cmocka_unit_test(without_an_upper_limit_logits_are_logarithms),
		cmocka_unit_test(delta_is_the_series_of_the_scale),
		cmocka_unit_test(delta_of_many_topics_has_the_digits_of_clogit),
		cmocka_unit_test(equal_scores_of_several_topics_have_that_score_by_rule),
		cmocka_unit_test(the_rule_has_an_interval_wherever_a_method_has),
		cmocka_unit_test(the_rule_of_differences_is_t),
		cmocka_unit_test(undefined_at_the_margin_is_nan_and_never_infinite),
		cmocka_unit_test(several_methods_give_what_each_gives_alone),
		cmocka_unit_test(wrong_requests_are_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
