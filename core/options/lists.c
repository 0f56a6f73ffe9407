/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/array.h"
#include "core/base/nearest.h"
#include "core/base/number.h"
#include "core/options/former.h"
#include "core/options/lists.h"
#include "core/stats/ranking/ranking_method.h"

bool next_item(const char **rest, struct slice *item)
{
	if (*rest == NULL)
		return false;
	*item = (struct slice){ *rest, strcspn(*rest, ",") };
	*rest = item->at[item->length] == ',' ? item->at + item->length + 1 : NULL;
	return true;
}

bool method_is_known(const char *name)
{
	return interval_find(name) != NULL || ranking_method_find(name) != NULL;
}

int method_unknown(const char *name, bool sampled, struct err *e)
{
	double level;
	size_t length = strlen(name);
	if (former_answer("", "ci", name) != NULL)
		return err_usage(e, "%s", former_answer("", "ci", name));
	struct slice number = { name, length - (length > 0 && name[length - 1] == '%') };
	if (parse_real(number, &level) && level > 0 && level < 100)
		return err_usage(e, "--ci=%.40s: --ci takes methods; the level is --ci --level=%s",
				 name, real_text(level < 1 ? level : level / 100).text);
	struct choices c = choices_for(slice_of(name));
	CHOICES_IN(&c, mean_interval_methods);
	if (!sampled)
		return err_usage(e, "--ci=%.100s: not one of %s", name, choices_text(&c));
	CHOICES_IN(&c, interval_methods);
	CHOICES_IN(&c, ranking_methods);
	return err_usage(e, "--ci=%.100s: no such method (help methods lists them)%s", name,
			 nearest_text(&c.nearest).text);
}

int methods_are_for_sets(const struct method_list *list, struct err *e)
{
	if (list->over_topics_count > 0)
		return err_usage(e, "--ci=%s: is for means over topics",
				 list->over_topics[0]->name);
	for (size_t i = 0; i < list->count; i++) {
		const struct interval_method *m = interval_find(list->method[i]);
		if (m == NULL && ranking_method_find(list->method[i]) != NULL)
			return err_usage(e, "--ci=%s: is for estimates of a ranking",
					 list->method[i]);
		if (m == NULL)
			return method_unknown(list->method[i], true, e);
		if (m->weighted != NULL)
			return err_usage(e, "--ci=%s: works from probabilities and not from strata",
					 list->method[i]);
	}
	return 0;
}

int methods_add(struct method_list *list, const char *name, struct err *e)
{
	const struct mean_interval_method *mean = mean_interval_find(name);
	for (size_t i = 0; i < list->count; i++)
		if (strcmp(list->name[i], name) == 0)
			return err_usage(e, "--ci: method %s is named twice", name);
	for (size_t i = 0; i < list->over_topics_count; i++)
		if (list->over_topics[i] == mean)
			return err_usage(e, "--ci: method %s is named twice", name);
	if (mean != NULL && list->over_topics_count < MEAN_METHODS_MAX) {
		list->over_topics[list->over_topics_count++] = mean;
	} else if (mean == NULL && list->count < METHODS_MAX) {
		snprintf(list->name[list->count], METHOD_NAME_MAX, "%s", name);
		list->method[list->count] = list->name[list->count];
		list->count++;
	} else {
		return err_usage(e, "--ci: more than %d methods", METHODS_MAX);
	}
	return 0;
}

size_t numbers_combined(const struct number_list *const *list, size_t lists, size_t number,
			double *value)
{
	size_t all = 1;
	for (size_t i = lists; i-- > 0;) {
		size_t length = list[i]->count > 0 ? list[i]->count : 1;
		value[i] = list[i]->count > 0 ? list[i]->value[number % length] : NAN;
		number /= length;
		all *= length;
	}
	return all;
}

bool is_stdin(const char *file)
{
	static const char *const name[] = { "-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0" };
	bool found = false;
	for (size_t i = 0; file != NULL && i < sizeof name / sizeof *name; i++)
		found = found || strcmp(file, name[i]) == 0;
	return found;
}

int count_stdin(const struct text_list *list)
{
	int count = 0;
	for (size_t i = 0; i < list->count; i++)
		count += is_stdin(list->text[i]);
	return count;
}

const char *const tail_names[] = { "both", "lower", "upper", NULL };

void tails_set(struct ends *ends, double level, enum tail tail)
{
	double rest = 1 - level;
	ends->lower_p = tail == TAIL_BOTH ? rest / 2 : tail == TAIL_LOWER ? rest : 0;
	ends->upper_p = tail == TAIL_BOTH ? 1 - rest / 2 : tail == TAIL_UPPER ? 1 - rest : 1;
}
