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
	for (int i = 0; words[i] != NULL; i++)
		if (strcmp(words[i], text) == 0)
			return i;
	argp_error(state, "%s=%s: not one of %s, %s%s%s", option, text, words[0], words[1],
		   words[2] != NULL ? ", " : "", words[2] != NULL ? words[2] : "");
	return 0;
}
