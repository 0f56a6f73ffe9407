/*
 * The law of a sum of figures of confusion.h that are independent of each other.
 *
 * The characteristic function of a sum is the product of those of its terms. Each of these is a
 * sum over nodes (log_odds.h); the distribution function is their Fourier series over a window
 * outside of which less than 1e-13 of the mass lies (Chernoff's bound). With smooth posteriors 20
 * to 100 frequencies are enough, however many terms there are. Posteriors that are infinite at an
 * end, as with no true positive and lambda = 1/2, have characteristic functions that fall slowly;
 * what the series then leaves out is integrated separately (fourier_tail.h).
 */
#ifndef STATS_INDEPENDENT_CONFUSION_SUM_H
#define STATS_INDEPENDENT_CONFUSION_SUM_H

#include "core/stats/independent/confusion_sum_ends.h"

struct figure_sum;

/* One term or more. Borrows the posteriors; NULL: out of memory. */
struct figure_sum *figure_sum_new(const struct figure_term *term, size_t count);
void figure_sum_free(struct figure_sum *s);

double figure_sum_mean(const struct figure_sum *s);

/* P(S <= value) */
double figure_sum_cdf(const struct figure_sum *s, double value);

/*
 * An estimate of the error of figure_sum_cdf() at a value, usually near 1e-9: what is left out, or
 * by how much the result changes with half of the frequencies.
 */
double figure_sum_error(const struct figure_sum *s, double value);

/* The value with P(S <= value) = prob; 0 and the number of terms for 0 and 1. */
double figure_sum_quantile(const struct figure_sum *s, double prob);

#endif
