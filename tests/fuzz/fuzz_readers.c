/*
 * Every reader must take any bytes or refuse them with a message: the first byte chooses which one.
 */
#include "readers/judgments/format.h"
#include "readers/runs/format.h"
#include "readers/zscores.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static int take_judgment(void *context, const struct judgment_record *r, struct err *e)
{
	(void)context, (void)e;
	return r->document.length > 0 ? 0 : -1;
}

static int take_zscore(void *context, const struct zscore_record *r, uint64_t line, struct err *e)
{
	(void)context, (void)e;
	return r->topic.length > 0 && line > 0 ? 0 : -1;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	if (size == 0)
		return 0;
	struct err e = { 0 };
	struct input in;
	if (input_from_bytes(&in, "fuzz", bytes + 1, size - 1, &e) < 0)
		return 0;
	size_t formats = 0, choice = bytes[0];
	while (judgment_formats[formats] != NULL)
		formats++;
	int result;
	if (choice % (formats + 2) < formats) {
		result = judgment_formats[choice % (formats + 2)]->read(&in, take_judgment, NULL,
									&e);
	} else if (choice % (formats + 2) == formats) {
		struct run_records r = { 0 };
		result = run_formats[0]->read(&in, &r, &e);
		run_records_release(&r);
	} else {
		result = zscores_read(&in, take_zscore, NULL, &e);
	}
	if ((result < 0) != (e.text[0] != '\0'))
		abort(); /* an error without a message, or a message without an error */
	input_release(&in);
	return 0;
}
