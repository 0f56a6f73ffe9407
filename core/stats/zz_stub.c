#include "core/stats/shared_posterior.h"
int shared_compare_mean(const struct interval_method *m, const struct shared_topic *topic,
			size_t count, const struct interval_request *q, struct shared_result *out,
			struct err *e)
{
	(void)count;
	return shared_compare(m, topic[0].cell, topic[0].cells, q, out, e);
}
