#include "core/engine/ask/lists.h"

const char *const tail_names[] = { "both", "lower", "upper", NULL };

void tails_set(struct interval_request *q, double level, enum tail tail)
{
	double rest = 1 - level;
	q->lower_p = tail == TAIL_BOTH ? rest / 2 : tail == TAIL_LOWER ? rest : 0;
	q->upper_p = tail == TAIL_BOTH ? 1 - rest / 2 : tail == TAIL_UPPER ? 1 - rest : 1;
}
