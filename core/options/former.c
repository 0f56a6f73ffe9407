/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "core/base/slice.h"
#include "core/options/former.h"

/* "now --name", "now --name=WORD" or "now --name=%s", with its value, or %l, with N:P:LABEL as
 * LABEL=N:P; without a dash: it is left out, and this says why */
#define NOW "now "

static const struct former {
	const char *command; /* the answer is for it alone, and for its questions; NULL: for all */
	const char *option;  /* that had the value `name`; NULL: `name` is an option */
	const char *name;    /* or several, with blanks between */
	const char
		*answer; /* whole, with what to type instead; or NOW and that, if it works still */
} formers[] = {
	{ NULL, "ci", "melded", "--ci=melded: gone; --ci=bb-bound has the same ends" },
	{ NULL, "ci", "bb-shared", "--ci=bb-shared: gone; use --ci=bb-spread" },
	{ NULL, "ci", "calibrated", "--ci=calibrated: gone; use --ci=bb-spread" },
	{ NULL, "ci", "score", "--ci=score: gone; use --ci=koopman, or --ci=bb-spread" },
	{ NULL, "adjust", "max-t", "--adjust=max-t: gone; use --adjust=shrunk-t" },
	{ NULL, "m", "statAP_beale", "-m statAP_beale: gone; use -m statAP_bc" },
	{ "", NULL, "agreement",
	  "--agreement: gone; how far judges of a file agree is 'strat_eval agree -R csv FILE'" },
	{ "validate", NULL, "null-round",
	  "--null-round=n:r: gone; give --null=N:n:r once more, with --fixed-size or --ci=anytime" },
	{ "", NULL, "capped",
	  "--capped: gone; it stands before the names: -m capped_est_recall, or -m capped_est for all" },
	{ "agree", NULL, "b-format",
	  "--b-format: gone; a second -R is the format of B: -R prels -R qrels" },
	{ "agree", NULL, "b-measure",
	  "--b-measure: gone; a second -m is for B, with -R twice (-R qrels -R qrels) or two files of --scores" },
	{ NULL, NULL, "usage",
	  "--usage: gone; -h is the usage on one screen, --help has the options" },
	{ "compare", NULL, "ranks", NOW "--simultaneous" },
	{ "compare", NULL, "topic-strata", NOW "--strata=%s" },
	{ "compare", NULL, "ties", "--ties: gone; it stands behind the test: --test=t,sign:half" },
	{ "compare", NULL, "gate-undecided",
	  "--gate-undecided: gone; --gate=noninferior:MARGIN has status 4 unless all runs pass" },
	{ "", NULL, "show-strata", NOW "--show=strata" },
	{ "", NULL, "show-labels", NOW "--show=labels" },
	{ "validate", NULL, "collection-list", NOW "--collection=%s" },
	{ "validate", NULL, "withheld-list", NOW "--withheld=%s" },
	{ "validate", NULL, "culled-list", NOW "--culled=%s" },
	{ "validate", NULL, "more", NOW "what --target says by itself" },
	{ "validate", NULL, "show-columns", NOW "--show=columns" },
	{ "validate", NULL, "date", "--date: gone; put it into --title" },
	{ "sample", NULL, "scores",
	  "--scores: gone here; --labels=FILE --bands=10, whose bands are of all topics together" },
	{ "sample", NULL, "buckets", NOW "--show=buckets" },
	{ "compare", NULL, "leaderboard", NOW "--show=leaderboard" },
	{ "compare", NULL, "by-topic", NOW "--query_eval_wanted" },
	{ "simulate", NULL, "by-truth by-run", NOW "--query_eval_wanted" },
	{ "simulate bootstrap", NULL, "sizes", NOW "--topics=%s" },
	{ "simulate coverage", NULL, "looks", NOW "--peeks=%s" },
	{ "simulate coverage", NULL, "quantity=recall", NOW "--measure=est_recall" },
	{ "simulate coverage", NULL, "quantity=precision", NOW "--measure=est_P" },
	{ "simulate coverage", NULL, "quantity=F", NOW "--measure=est_F" },
	{ "simulate coverage", NULL, "quantity=yield", NOW "--measure=est_rel" },
	{ "simulate coverage", NULL, "quantity",
	  "--quantity: gone; -m est_recall, est_P, est_F or est_rel" },
	{ "simulate coverage", NULL, "beta", "--beta: gone here; it stands in -m est_F.2" },
	{ "simulate coverage", NULL, "exact", NOW "--samples=all" },
	{ "simulate coverage", NULL, "table", NOW "--scenario=%s" },
	{ "simulate coverage", NULL, "realizations",
	  "--realizations: gone; the number stands behind each name: --scenario=neutral:200,small:200" },
	{ "simulate sampling", NULL, "by-topic", NOW "--show=%s" },
	{ "simulate sampling", NULL, "hold-out-count", NOW "--hold-out=%s" },
	{ "simulate sampling", NULL, "draw-from", NOW "--Max_retrieved_per_topic=%s" },
	{ "simulate bootstrap", NULL, "with-replacement", NOW "--topic-scope=random" },
	{ "simulate bootstrap", NULL, "alphas", NOW "--alpha=%s" },
	{ "stop", NULL, "budget", NOW "--rule=budget:%s" },
	{ "stop", NULL, "batch-precision", NOW "--rule=batch-precision:%s" },
	{ NULL, NULL, "frame", NOW "--drawn-from=%s" },
	{ NULL, NULL, "provenance", NOW "--manifest=-" },
	{ NULL, NULL, "only-topics", NOW "--topic=@%s" },
	{ "", NULL, "topics", NOW "--topic-scope=%s" },
	{ "", NULL, "sort",
	  "--sort: gone; name that measure first: -m P.10 -m map; --format=csv keeps the order of the files" },
	{ NULL, NULL, "matrix", NOW "--scores=%s" },
	{ "compare", NULL, "judged-matrix", NOW "--judged-scores=%s" },
	{ "compare", NULL, "judged-column",
	  "--judged-column: gone; --judged-scores=FILE#COLUMN, with the FILE of --scores" },
	{ "compare", NULL, "baseline-scores", NOW "--baseline=%s" },
	{ NULL, NULL, "bands-of",
	  "--bands-of: gone; bands are of all topics, or give cuts: --bands=0.2,0.5" },
	{ NULL, NULL, "over",
	  "--over: gone; intervals are over topics, and of one topic (--topic=T) over its documents" },
	{ "agree", NULL, "shared-runs",
	  NOW "what happens: runs that not all files have are left out" },
	{ "plan", NULL, "collection", NOW "--Number_docs_in_coll=%s" },
	{ "plan", NULL, "prevalence", NOW "--richness=%s" },
	{ "plan labels", NULL, "production", NOW "--retrieved=%s" },
	{ "plan pair", NULL, "retrieved recall both-recall runs",
	  "--retrieved, --recall, --both-recall and --runs: gone here; plan pair --system=A=N:RECALL --system=B=N:RECALL --both=N:RECALL --yield=N" },
	{ "plan strata", NULL, "retrieved", NOW "--retrieved-stratum=%l" },
	{ "plan strata", NULL, "unretrieved", NOW "--unretrieved-stratum=%l" },
	{ "plan map", NULL, "these-topics", NOW "--topic-scope=these" },
	{ "plan map", NULL, "safety", NOW "--assurance=%s" },
	{ "plan map", NULL, "judgments", NOW "--size=%s" },
	{ "plan", NULL, "judgment-cost",
	  "--judgment-cost: gone; --topic-cost is in judgments: 20 and 2 a judgment are --topic-cost=10" },
	{ "plan labels", NULL, "pilot", NOW "%s" },
	{ "plan labels", NULL, "run", "--run: gone; leave it out, there are lines of each run" },
	{ "plan", NULL, "run",
	  "--run: gone; leave it out: in a file of --write-allocation 'retrieved' is the one run" },
	{ "plan map", NULL, "pairs", NOW "what happens" },
	{ "plan pilot", NULL, "reach", "--reach: gone; the fit takes 0.55 to 0.99: leave it out" },
	{ "plan pilot", NULL, "sizes",
	  "--sizes: gone; the fit takes 1 to 200 topics: leave it out" },
	{ "plan pilot", NULL, "depth", NOW "--pool-depth=%s" },
	{ "plan", NULL, "exact",
	  "--exact: gone; sums are exact by themselves where there are few outcomes: leave it out" },
	{ "plan", NULL, "on-average",
	  "--on-average: gone; leave it out, the expected size and value stand in the answer" },
	{ "plan", NULL, "normal",
	  "--normal: gone; the column normal has what it found: leave it out" },
	{ "plan", NULL, "force",
	  "--force: gone; --write-allocation replaces no file: remove it first, or name another" },
	{ NULL, NULL, "draws",
	  "--draws: gone here, the answer is computed; 'compare' and 'validate' have it" },
};

static int is_of(const char *table, const char *command)
{
	size_t length = command != NULL ? strlen(command) : 0;
	return command == NULL || (strncmp(table, command, length) == 0 &&
				   (table[length] == '\0' || (length > 0 && table[length] == ' ')));
}

static const struct former *find(const char *command, const char *option, const char *name)
{
	static const struct former none;
	for (size_t i = 0; i < sizeof formers / sizeof *formers; i++) {
		const struct former *f = &formers[i];
		if ((option == NULL) == (f->option == NULL) &&
		    (option == NULL || strcmp(option, f->option) == 0) &&
		    words_have(f->name, name) && is_of(command, f->command))
			return f;
	}
	return &none;
}

const char *former_answer(const char *command, const char *option, const char *name)
{
	const char *answer = find(command, option, name)->answer;
	return answer != NULL && strncmp(answer, NOW, strlen(NOW)) != 0 ? answer : NULL;
}

const char *former_now(const char *command, const char *name)
{
	const char *answer = find(command, NULL, name)->answer;
	return answer != NULL && strncmp(answer, NOW, strlen(NOW)) == 0 ? answer + strlen(NOW)
									: NULL;
}

void former_renew(struct buffer *b, const char *now, const char *value)
{
	const char *place = strchr(now, '%');
	size_t before = place != NULL ? (size_t)(place - now) : strlen(now);
	buffer_print(b, "%.*s", (int)before, now);
	if (place == NULL)
		return;
	const char *colon = place[1] == 'l' ? strchr(value, ':') : NULL;
	const char *label = colon != NULL ? strchr(colon + 1, ':') : NULL;
	if (label != NULL)
		buffer_print(b, "%s=%.*s", label + 1, (int)(label - value), value);
	else
		buffer_print(b, "%s%s", value, place + 2);
}
