#include "core/base/buffer.h"
#include "core/base/number.h"
#include "core/cli/options.h"

int64_t option_number(struct argp_state *state, const char *option, const char *text, int64_t least,
		      int64_t most)
{
	int64_t value;
	if (!parse_integer(slice_of(text), &value) || value < least || value > most)
		argp_error(state, "%s %s: not a whole number from %lld to %lld", option, text,
			   (long long)least, (long long)most);
	return value;
}

double option_share(struct argp_state *state, const char *option, const char *text)
{
	double value;
	if (!parse_real(slice_of(text), &value) || !(value > 0 && value < 1))
		argp_error(state, "%s=%s: not a number above 0 and below 1", option, text);
	return value;
}

int option_choice(struct argp_state *state, const char *option, const char *text,
		  const char *const *words)
{
	struct buffer list = { 0 };
	for (int i = 0; words[i] != NULL; i++) {
		if (strcmp(words[i], text) == 0) {
			buffer_release(&list);
			return i;
		}
		buffer_print(&list, "%s%s", i > 0 ? ", " : "", words[i]);
	}
	argp_error(state, "%s=%s: not one of %s", option, text, list.failed ? "them" : list.text);
	buffer_release(&list);
	return 0;
}

void option_methods(struct argp_state *state, const char *text, struct method_list *list)
{
	while (text != NULL && *text != '\0') {
		size_t length = strcspn(text, ",");
		char name[64];
		snprintf(name, sizeof name, "%.*s", (int)length, text);
		const struct interval_method *m = interval_find(name);
		const struct mean_interval_method *mean = mean_interval_find(name);
		if (m == NULL && mean == NULL)
			argp_error(state, "--ci=%s: no such method (-h lists them)", name);
		for (size_t i = 0; i < list->count; i++)
			if (list->method[i] == m)
				argp_error(state, "--ci: method %s is named twice", name);
		for (size_t i = 0; i < list->over_topics_count; i++)
			if (list->over_topics[i] == mean)
				argp_error(state, "--ci: method %s is named twice", name);
		if (m != NULL && list->count < METHODS_MAX)
			list->method[list->count++] = m;
		else if (mean != NULL && list->over_topics_count < MEAN_METHODS_MAX)
			list->over_topics[list->over_topics_count++] = mean;
		text += length + (text[length] == ',');
	}
}

const char *const option_tails[] = { "both", "lower", "upper", NULL };

void option_set_tails(struct interval_request *q, double level, enum tail tail)
{
	double rest = 1 - level;
	q->lower_p = tail == TAIL_BOTH ? rest / 2 : tail == TAIL_LOWER ? rest : 0;
	q->upper_p = tail == TAIL_BOTH ? 1 - rest / 2 : tail == TAIL_UPPER ? 1 - rest : 1;
}
