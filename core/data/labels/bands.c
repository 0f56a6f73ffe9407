/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/sort.h"
#include "core/data/labels/bands.h"

int bands_cuts(const double *score, size_t n, size_t bands, double *cut, struct err *e)
{
	struct keyed *keyed = malloc(2 * n * sizeof *keyed + 1);
	if (keyed == NULL)
		return err_memory(e);
	for (size_t i = 0; i < n; i++)
		keyed[i] = (struct keyed){ key_descending(score[i]), i };
	keyed_sort(keyed, n, keyed + n, NULL, NULL);
	for (size_t i = 1; i < bands && n > 0; i++)
		cut[i - 1] = score[keyed[(i * n + bands - 1) / bands - 1].item];
	free(keyed);
	return 0;
}
