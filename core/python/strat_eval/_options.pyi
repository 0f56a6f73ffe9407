# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Made from the tables of options by `make pages`: the keyword arguments of each function.
from typing import Any, Literal, Protocol, TypedDict, Union, overload

from typing_extensions import Unpack

from ._inputs import File, FlagOr, FlagOrSeveral, MaybeJudgments, MaybeRuns, Numbers, Several, SeveralOrMapping
from ._results import Records

class AgreeOptions(TypedDict, total=False):
    """do two sets of judgments, or two measures, order the runs alike?"""
    also: Several[File]  # One more file of judgments, compared with A as B is; may be repeated
    scores: FlagOrSeveral[File]  # Scores by topic instead of judgments and runs: lines of -q, or CSV with a line for each topic and a column for each system
    rbo_p: float  # Persistence p of rank-biased overlap: the lower, the more the top counts (default 0.9)
    level: Union[str, float]  # Confidence level of bounds, of P(A > B) or of a rule's guarantee, between 0 and 1 (default 0.95)
    tail: Literal["both", "lower", "upper"]  # Sides of bounds, and in plan of the test; p of compare is two-sided
    resamples: int  # Number of resamples of topics
    seed: int  # Seed of all random numbers (default 1)
    Rel_info_format: Several[Literal["beir", "csv", "diversity", "json", "jsonl", "nuggets", "pairs", "prefs", "prels", "probs", "qrels", "qrels_jg", "qrels_prefs", "strata", "table", "topics"]]  # Format of the judgments (default qrels)
    R: Several[Literal["beir", "csv", "diversity", "json", "jsonl", "nuggets", "pairs", "prefs", "prels", "probs", "qrels", "qrels_jg", "qrels_prefs", "strata", "table", "topics"]]  # Rel_info_format
    complete_rel_info_wanted: bool  # Average over all judged topics; those missing from the run retrieve nothing
    c: bool  # complete_rel_info_wanted
    level_for_rel: int  # Least grade that is relevant (default 1)
    l: int  # level_for_rel
    Judged_docs_only: bool  # Leave unjudged documents out of the ranking
    J: bool  # Judged_docs_only
    Number_docs_in_coll: int  # Number of documents in the collection
    N: int  # Number_docs_in_coll
    Max_retrieved_per_topic: int  # Use only the first N documents of each topic in a run
    M: int  # Max_retrieved_per_topic
    Results_format: Literal["assignments", "csv", "json", "jsonl", "msmarco", "pairs", "set", "support", "trec_results"]  # Format of the runs (default trec_results)
    T: Literal["assignments", "csv", "json", "jsonl", "msmarco", "pairs", "set", "support", "trec_results"]  # Results_format
    column: SeveralOrMapping[str]  # The header of the judgments calls COLUMN (rel, docno ...) NAME: rel='Responsive?'; may be repeated
    run_column: Several[str]  # The same for runs and lists (topic, docno, score ...); may be repeated
    sheet: str  # Sheet with the judgments, in a workbook (default: the only one)
    header: int  # Row of the header of the judgments; rows above it are not read (default: the first that is not blank)
    run_sheet: str  # Sheet with the run or list, in a workbook (default: the only one)
    hidden_rows: Literal["asked", "read", "left-out"]  # Hidden rows of a workbook (default asked: a workbook that has some is refused)
    relevant_word: Several[str]  # WORD in the column rel means relevant; may be repeated
    nonrelevant_word: Several[str]  # WORD in the column rel means not relevant; may be repeated
    gray_word: Several[str]  # WORD in the column rel means that it could not be assessed; may be repeated
    topic: Several[Union[str, float]]  # The topic asked about, or those in FILE, one on each line
    judge: str  # Documents judged twice (-R csv, column judged_by; default: an error): the judgments of WHO count, or the first or last of each document; two-phase: a random part was judged again
    duplicates: Literal["refused", "first"]  # A document twice in a topic of a run: refused (default), or its first place counts
    score_ties: Literal["docno", "rank"]  # Order of documents with equal scores: docno, descending (default), or rank
    trec_eval: Literal["10", "9"]  # Print what this version of trec_eval prints, where versions differ (default 10)
    cluster_column: str  # Column that names the family or thread of a document, if these were drawn whole
    drawn: File  # What `sample` wrote: judgments of other documents are refused, and a topic, probability, stratum or size that judgments lack is taken from it
    outside: Literal["by-design", "left-out", "nonrelevant", "unknown", "as-inside"]  # Retrieved documents that could not be drawn into the sample: left-out of est_P and est_F, nonrelevant, unknown (bounds from none to all of them relevant), by-design (default): left-out, or nonrelevant if strata were sampled at different rates; as-inside (default of lab_ and reg_ measures): from none of them relevant to as good as the run's others
    labels: Several[File]  # Labels or scores of all documents, by a language model for instance
    drawn_from: Several[Literal["sample", "labels"]]  # What the judged documents were drawn from at random:
    bands: Union[str, float]  # Cut scores into K bands with about equal numbers of documents, or at these scores; band1 has the highest
    partial: bool  # Leave out rows of -R csv that are not judged yet
    pool: Several[File]  # A run of the pool that formed the strata, not evaluated; may be repeated
    post_stratify: bool  # Split each stratum that a run cuts into what it retrieves and the rest, by their known sizes
    strata: File  # CSV with the sizes of strata: topic,stratum,size; with --judged-scores the strata that topics were drawn in: topic,stratum
    gray: Literal["left-out", "nonrelevant", "worst", "best"]  # Documents that could not be assessed: left-out of precision (default), nonrelevant, or as in the worst or best case of each run
    query_eval_wanted: bool  # Also the values of each topic
    q: bool  # query_eval_wanted
    digits: int  # Digits after the decimal point (default 4; csv and jsonl have all)
    manifest: Several[File]  # Write version, options and checksums of all files to FILE; with -, above the lines of csv and jsonl
    jobs: int  # Threads (default: one per core)
    plugin: Several[File]  # Load more measures; may be repeated
    quiet_warnings: bool  # No warnings or notes on standard error

class CompareOptions(TypedDict, total=False):
    """compare two or more runs"""
    counts: Union[str, float]  # Two sets, each by TP, FP and FN
    wins: Several[Union[str, float]]  # Two systems: how often only the first is right, only the second, and both or neither; several add up
    scores: FlagOrSeveral[File]  # Scores by topic instead of judgments and runs: lines of -q, or CSV with a line for each topic and a column for each system
    judged_scores: File  # Scores by people for some topics, drawn at random; --scores=FILE has those by labels for all topics
    lower_better: bool  # With --scores: lower scores are better (known for last_rel and loss_er)
    baseline: Several[str]  # Differences from this run only: its name, its file, or its scores, in csv of -q with the manifest above them
    topic_groups: File  # CSV with topic,group: also the means of each group of topics, and the mean over groups
    system_of: File  # CSV with run,system: a system is the mean of its runs (seeds or folds), topic by topic
    run_scope: Literal["random", "these"]  # With --system-of: claims are about systems with random seeds (default; from three runs each on), or about these runs
    test: Several[str]  # Tests (default t,sign,wilcoxon,random); p of the first is adjusted; topics without a difference are dropped by the sign test, or count half or random (sign:half)
    adjust: Literal["holm", "bonferroni", "bh", "shrunk-t", "tukey", "random-tukey", "none"]  # For many comparisons: holm (default), bonferroni, bh, shrunk-t, tukey, random-tukey or none; shrunk-t and both tukeys give intervals too
    simultaneous: bool  # All bounds hold at once
    margin: float  # Difference that matters: also test that A and B differ by less, and that A is not worse by X or more
    gate: FlagOr[Union[str, float]]  # With --baseline: exit status 3 if a run is shown to lose more than MARGIN (0.01 or 2%; default 0); with noninferior: also 4, unless all are shown to lose less
    ci: Several[str]  # Confidence intervals by these methods
    level: Union[str, float]  # Confidence level of bounds, of P(A > B) or of a rule's guarantee, between 0 and 1 (default 0.95)
    tail: Literal["both", "lower", "upper"]  # Sides of bounds, and in plan of the test; p of compare is two-sided
    resamples: int  # Number of resamples of topics
    seed: int  # Seed of all random numbers (default 1)
    draws: int  # Estimate by N random draws, as the papers did, what is otherwise computed
    prior: Union[str, float]  # Prior of unknown shares: jeffreys (default), uniform, or a number
    beta: float  # Weight of recall in F (default 1)
    utility: Union[str, float]  # Utility A*TP - B*FP of -m prob_gt_utility (default 1,1); with --counts, prints it
    prob_rel: float  # Probability that an unjudged document is relevant (default 0.5)
    cluster_column: str  # Column that names the family or thread of a document, if these were drawn whole
    drawn: File  # What `sample` wrote: judgments of other documents are refused, and a topic, probability, stratum or size that judgments lack is taken from it
    outside: Literal["by-design", "left-out", "nonrelevant", "unknown", "as-inside"]  # Retrieved documents that could not be drawn into the sample: left-out of est_P and est_F, nonrelevant, unknown (bounds from none to all of them relevant), by-design (default): left-out, or nonrelevant if strata were sampled at different rates; as-inside (default of lab_ and reg_ measures): from none of them relevant to as good as the run's others
    labels: Several[File]  # Labels or scores of all documents, by a language model for instance
    drawn_from: Several[Literal["sample", "labels"]]  # What the judged documents were drawn from at random:
    bands: Union[str, float]  # Cut scores into K bands with about equal numbers of documents, or at these scores; band1 has the highest
    partial: bool  # Leave out rows of -R csv that are not judged yet
    pool: Several[File]  # A run of the pool that formed the strata, not evaluated; may be repeated
    post_stratify: bool  # Split each stratum that a run cuts into what it retrieves and the rest, by their known sizes
    strata: File  # CSV with the sizes of strata: topic,stratum,size; with --judged-scores the strata that topics were drawn in: topic,stratum
    gray: Literal["left-out", "nonrelevant", "worst", "best"]  # Documents that could not be assessed: left-out of precision (default), nonrelevant, or as in the worst or best case of each run
    Rel_info_format: Literal["beir", "csv", "diversity", "json", "jsonl", "nuggets", "pairs", "prefs", "prels", "probs", "qrels", "qrels_jg", "qrels_prefs", "strata", "table", "topics"]  # Format of the judgments (default qrels)
    R: Literal["beir", "csv", "diversity", "json", "jsonl", "nuggets", "pairs", "prefs", "prels", "probs", "qrels", "qrels_jg", "qrels_prefs", "strata", "table", "topics"]  # Rel_info_format
    complete_rel_info_wanted: bool  # Average over all judged topics; those missing from the run retrieve nothing
    c: bool  # complete_rel_info_wanted
    level_for_rel: int  # Least grade that is relevant (default 1)
    l: int  # level_for_rel
    Judged_docs_only: bool  # Leave unjudged documents out of the ranking
    J: bool  # Judged_docs_only
    Number_docs_in_coll: int  # Number of documents in the collection
    N: int  # Number_docs_in_coll
    Max_retrieved_per_topic: int  # Use only the first N documents of each topic in a run
    M: int  # Max_retrieved_per_topic
    Results_format: Literal["assignments", "csv", "json", "jsonl", "msmarco", "pairs", "set", "support", "trec_results"]  # Format of the runs (default trec_results)
    T: Literal["assignments", "csv", "json", "jsonl", "msmarco", "pairs", "set", "support", "trec_results"]  # Results_format
    column: SeveralOrMapping[str]  # The header of the judgments calls COLUMN (rel, docno ...) NAME: rel='Responsive?'; may be repeated
    run_column: Several[str]  # The same for runs and lists (topic, docno, score ...); may be repeated
    sheet: str  # Sheet with the judgments, in a workbook (default: the only one)
    header: int  # Row of the header of the judgments; rows above it are not read (default: the first that is not blank)
    run_sheet: str  # Sheet with the run or list, in a workbook (default: the only one)
    hidden_rows: Literal["asked", "read", "left-out"]  # Hidden rows of a workbook (default asked: a workbook that has some is refused)
    relevant_word: Several[str]  # WORD in the column rel means relevant; may be repeated
    nonrelevant_word: Several[str]  # WORD in the column rel means not relevant; may be repeated
    gray_word: Several[str]  # WORD in the column rel means that it could not be assessed; may be repeated
    topic: Several[Union[str, float]]  # The topic asked about, or those in FILE, one on each line
    judge: str  # Documents judged twice (-R csv, column judged_by; default: an error): the judgments of WHO count, or the first or last of each document; two-phase: a random part was judged again
    duplicates: Literal["refused", "first"]  # A document twice in a topic of a run: refused (default), or its first place counts
    score_ties: Literal["docno", "rank"]  # Order of documents with equal scores: docno, descending (default), or rank
    trec_eval: Literal["10", "9"]  # Print what this version of trec_eval prints, where versions differ (default 10)
    query_eval_wanted: bool  # Also the values of each topic
    q: bool  # query_eval_wanted
    nosummary: bool  # Do not print the summary over all topics
    n: bool  # nosummary
    show: Literal["all", "leaderboard"]  # Print only this part, instead of the answer:
    plot: File  # Draw the answer into FILE, whose name ends in .svg, or in .png or .pdf, which need rsvg-convert
    digits: int  # Digits after the decimal point (default 4; csv and jsonl have all)
    manifest: Several[File]  # Write version, options and checksums of all files to FILE; with -, above the lines of csv and jsonl
    jobs: int  # Threads (default: one per core)
    plugin: Several[File]  # Load more measures; may be repeated
    quiet_warnings: bool  # No warnings or notes on standard error

class EvaluateOptions(TypedDict, total=False):
    """evaluate retrieval runs against relevance judgments"""
    query_eval_wanted: bool  # Also the values of each topic
    q: bool  # query_eval_wanted
    nosummary: bool  # Do not print the summary over all topics
    n: bool  # nosummary
    Rel_info_format: Literal["beir", "csv", "diversity", "json", "jsonl", "nuggets", "pairs", "prefs", "prels", "probs", "qrels", "qrels_jg", "qrels_prefs", "strata", "table", "topics"]  # Format of the judgments (default qrels)
    R: Literal["beir", "csv", "diversity", "json", "jsonl", "nuggets", "pairs", "prefs", "prels", "probs", "qrels", "qrels_jg", "qrels_prefs", "strata", "table", "topics"]  # Rel_info_format
    complete_rel_info_wanted: bool  # Average over all judged topics; those missing from the run retrieve nothing
    c: bool  # complete_rel_info_wanted
    level_for_rel: int  # Least grade that is relevant (default 1)
    l: int  # level_for_rel
    Judged_docs_only: bool  # Leave unjudged documents out of the ranking
    J: bool  # Judged_docs_only
    Number_docs_in_coll: int  # Number of documents in the collection
    N: int  # Number_docs_in_coll
    Max_retrieved_per_topic: int  # Use only the first N documents of each topic in a run
    M: int  # Max_retrieved_per_topic
    Results_format: Literal["assignments", "csv", "json", "jsonl", "msmarco", "pairs", "set", "support", "trec_results"]  # Format of the runs (default trec_results)
    T: Literal["assignments", "csv", "json", "jsonl", "msmarco", "pairs", "set", "support", "trec_results"]  # Results_format
    column: SeveralOrMapping[str]  # The header of the judgments calls COLUMN (rel, docno ...) NAME: rel='Responsive?'; may be repeated
    run_column: Several[str]  # The same for runs and lists (topic, docno, score ...); may be repeated
    sheet: str  # Sheet with the judgments, in a workbook (default: the only one)
    header: int  # Row of the header of the judgments; rows above it are not read (default: the first that is not blank)
    run_sheet: str  # Sheet with the run or list, in a workbook (default: the only one)
    hidden_rows: Literal["asked", "read", "left-out"]  # Hidden rows of a workbook (default asked: a workbook that has some is refused)
    relevant_word: Several[str]  # WORD in the column rel means relevant; may be repeated
    nonrelevant_word: Several[str]  # WORD in the column rel means not relevant; may be repeated
    gray_word: Several[str]  # WORD in the column rel means that it could not be assessed; may be repeated
    topic: Several[Union[str, float]]  # The topic asked about, or those in FILE, one on each line
    judge: str  # Documents judged twice (-R csv, column judged_by; default: an error): the judgments of WHO count, or the first or last of each document; two-phase: a random part was judged again
    duplicates: Literal["refused", "first"]  # A document twice in a topic of a run: refused (default), or its first place counts
    score_ties: Literal["docno", "rank"]  # Order of documents with equal scores: docno, descending (default), or rank
    trec_eval: Literal["10", "9"]  # Print what this version of trec_eval prints, where versions differ (default 10)
    Zscore: File  # Print z-scores; FILE has means and standard deviations
    Z: File  # Zscore
    topic_groups: File  # CSV with topic,group: also the means of each group of topics, and the mean over groups
    system_of: File  # CSV with run,system: a system is the mean of its runs (seeds or folds), topic by topic
    plot: File  # Draw the answer into FILE, whose name ends in .svg, or in .png or .pdf, which need rsvg-convert
    digits: int  # Digits after the decimal point (default 4; csv and jsonl have all)
    manifest: Several[File]  # Write version, options and checksums of all files to FILE; with -, above the lines of csv and jsonl
    jobs: int  # Threads (default: one per core)
    plugin: Several[File]  # Load more measures; may be repeated
    quiet_warnings: bool  # No warnings or notes on standard error
    shard: Union[str, float]  # Compute part I of N, I from 1 to N, and write it; strat_eval merge prints the answer from all parts
    ci: FlagOrSeveral[str]  # Confidence intervals by these methods
    level: Union[str, float]  # Confidence level of bounds, of P(A > B) or of a rule's guarantee, between 0 and 1 (default 0.95)
    tail: Literal["both", "lower", "upper"]  # Sides of bounds, and in plan of the test; p of compare is two-sided
    resamples: int  # Number of resamples of topics
    seed: int  # Seed of all random numbers (default 1)
    cluster_column: str  # Column that names the family or thread of a document, if these were drawn whole
    drawn: File  # What `sample` wrote: judgments of other documents are refused, and a topic, probability, stratum or size that judgments lack is taken from it
    outside: Literal["by-design", "left-out", "nonrelevant", "unknown", "as-inside"]  # Retrieved documents that could not be drawn into the sample: left-out of est_P and est_F, nonrelevant, unknown (bounds from none to all of them relevant), by-design (default): left-out, or nonrelevant if strata were sampled at different rates; as-inside (default of lab_ and reg_ measures): from none of them relevant to as good as the run's others
    labels: Several[File]  # Labels or scores of all documents, by a language model for instance
    drawn_from: Several[Literal["sample", "labels"]]  # What the judged documents were drawn from at random:
    bands: Union[str, float]  # Cut scores into K bands with about equal numbers of documents, or at these scores; band1 has the highest
    partial: bool  # Leave out rows of -R csv that are not judged yet
    pool: Several[File]  # A run of the pool that formed the strata, not evaluated; may be repeated
    post_stratify: bool  # Split each stratum that a run cuts into what it retrieves and the rest, by their known sizes
    strata: File  # CSV with the sizes of strata: topic,stratum,size; with --judged-scores the strata that topics were drawn in: topic,stratum
    gray: Literal["left-out", "nonrelevant", "worst", "best"]  # Documents that could not be assessed: left-out of precision (default), nonrelevant, or as in the worst or best case of each run
    show: Literal["all", "strata", "labels"]  # Print only this part, instead of the answer:
    micro: bool  # Also estimates of all topics pooled, as micro_...
    topic_scope: Literal["these", "random"]  # The answer is for these topics, or for random ones like them

class PlanControlOptions(TypedDict, total=False):
    """sample of the whole collection, to know recall (control set)"""
    Number_docs_in_coll: int  # Number of documents in the collection
    N: int  # Number_docs_in_coll
    richness: Numbers  # Share of the collection that is relevant, a guess
    yield_: Numbers  # Number of relevant documents, a guess, in place of --richness
    recall: Numbers  # Share of the relevant that is retrieved, a guess
    width: Numbers  # How large a sample is needed for an interval no wider than X?
    half_width: Union[str, float]  # Half the width of the interval, the margin of error: 0.02 is plus or minus 2 %
    bound: Numbers  # How large a sample is needed for a bound of X? (with --tail)
    assurance: float  # Probability that this and every larger sample reaches the target (default 0.8)
    size: Numbers  # Documents to judge, of each topic if there are several
    ci: Several[str]  # Confidence intervals by these methods
    level: float  # Confidence level of bounds, of P(A > B) or of a rule's guarantee, between 0 and 1 (default 0.95)
    jobs: int  # Threads (default: one per core)
    tail: Literal["both", "lower", "upper"]  # Sides of bounds, and in plan of the test; p of compare is two-sided
    samples: int  # Simulated samples
    seed: int  # Seed of all random numbers (default 1)
    write_allocation: File  # Write for `sample --allocation` how many documents to draw
    topic: str  # The topic asked about, or those in FILE, one on each line
    manifest: Several[File]  # Write version, options and checksums of all files to FILE; with -, above the lines of csv and jsonl

class PlanElusionOptions(TypedDict, total=False):
    """sample of the null set, to show that little was left behind"""
    null: int  # What was not produced, the null set: N documents, n of them sampled at random, r of these relevant
    elusion: Numbers  # Share of these that is relevant
    width: Numbers  # How large a sample is needed for an interval no wider than X?
    half_width: Union[str, float]  # Half the width of the interval, the margin of error: 0.02 is plus or minus 2 %
    bound: Numbers  # How large a sample is needed for a bound of X? (with --tail)
    assurance: float  # Probability that this and every larger sample reaches the target (default 0.8)
    size: Numbers  # Documents to judge, of each topic if there are several
    ci: Several[str]  # Confidence intervals by these methods
    level: float  # Confidence level of bounds, of P(A > B) or of a rule's guarantee, between 0 and 1 (default 0.95)
    jobs: int  # Threads (default: one per core)
    tail: Literal["both", "lower", "upper"]  # Sides of bounds, and in plan of the test; p of compare is two-sided
    write_allocation: File  # Write for `sample --allocation` how many documents to draw
    topic: str  # The topic asked about, or those in FILE, one on each line
    manifest: Several[File]  # Write version, options and checksums of all files to FILE; with -, above the lines of csv and jsonl

class PlanLabelsOptions(TypedDict, total=False):
    """what labels by a language model, or a first review, would save"""
    Number_docs_in_coll: int  # Number of documents in the collection
    N: int  # Number_docs_in_coll
    retrieved: Union[str, float]  # Number of documents retrieved (produced)
    recall: Union[str, float]  # Share of the relevant that is retrieved, a guess
    precision: Union[str, float]  # Share of the retrieved that is relevant, a guess
    sensitivity: Numbers  # Share of the relevant documents that are labelled relevant
    specificity: Numbers  # Share of the others labelled not relevant
    size: Numbers  # Documents to judge, of each topic if there are several
    level: float  # Confidence level of bounds, of P(A > B) or of a rule's guarantee, between 0 and 1 (default 0.95)
    manifest: Several[File]  # Write version, options and checksums of all files to FILE; with -, above the lines of csv and jsonl

class PlanMapOptions(TypedDict, total=False):
    """topics and judgments for the interval of a mean, from a pilot study"""
    half_width: Numbers  # Half the width of the interval, the margin of error: 0.02 is plus or minus 2 %
    topics: Numbers  # Number of topics
    size: Numbers  # Documents to judge, of each topic if there are several
    level: float  # Confidence level of bounds, of P(A > B) or of a rule's guarantee, between 0 and 1 (default 0.95)
    topic_scope: Literal["these", "random"]  # The answer is for these topics, or for random ones like them
    assurance: float  # Probability that this and every larger sample reaches the target (default 0.8)
    topic_cost: float  # Cost of a topic, in judgments (default 0)
    free_topics: int  # Topics that cost nothing (default 0)
    baseline: str  # Differences from this run only: its name, its file, or its scores, in csv of -q with the manifest above them
    difference: Numbers  # A mean difference that a paired t test is to find
    power: Numbers  # Probability that the test finds the difference
    alpha: Union[str, float]  # Level of the test
    tail: Literal["both", "lower", "upper"]  # Sides of bounds, and in plan of the test; p of compare is two-sided
    measure: Several[str]  # Measure (P.10, P@10, nDCG@10), or nickname of several; may be repeated
    m: Several[str]  # measure
    scores: FlagOrSeveral[File]  # Scores by topic instead of judgments and runs: lines of -q, or CSV with a line for each topic and a column for each system
    Rel_info_format: Literal["beir", "csv", "diversity", "json", "jsonl", "nuggets", "pairs", "prefs", "prels", "probs", "qrels", "qrels_jg", "qrels_prefs", "strata", "table", "topics"]  # Format of the judgments (default qrels)
    R: Literal["beir", "csv", "diversity", "json", "jsonl", "nuggets", "pairs", "prefs", "prels", "probs", "qrels", "qrels_jg", "qrels_prefs", "strata", "table", "topics"]  # Rel_info_format
    complete_rel_info_wanted: bool  # Average over all judged topics; those missing from the run retrieve nothing
    c: bool  # complete_rel_info_wanted
    level_for_rel: int  # Least grade that is relevant (default 1)
    l: int  # level_for_rel
    Judged_docs_only: bool  # Leave unjudged documents out of the ranking
    J: bool  # Judged_docs_only
    Number_docs_in_coll: int  # Number of documents in the collection
    N: int  # Number_docs_in_coll
    Max_retrieved_per_topic: int  # Use only the first N documents of each topic in a run
    M: int  # Max_retrieved_per_topic
    Results_format: Literal["assignments", "csv", "json", "jsonl", "msmarco", "pairs", "set", "support", "trec_results"]  # Format of the runs (default trec_results)
    T: Literal["assignments", "csv", "json", "jsonl", "msmarco", "pairs", "set", "support", "trec_results"]  # Results_format
    column: SeveralOrMapping[str]  # The header of the judgments calls COLUMN (rel, docno ...) NAME: rel='Responsive?'; may be repeated
    run_column: Several[str]  # The same for runs and lists (topic, docno, score ...); may be repeated
    sheet: str  # Sheet with the judgments, in a workbook (default: the only one)
    header: int  # Row of the header of the judgments; rows above it are not read (default: the first that is not blank)
    run_sheet: str  # Sheet with the run or list, in a workbook (default: the only one)
    hidden_rows: Literal["asked", "read", "left-out"]  # Hidden rows of a workbook (default asked: a workbook that has some is refused)
    relevant_word: Several[str]  # WORD in the column rel means relevant; may be repeated
    nonrelevant_word: Several[str]  # WORD in the column rel means not relevant; may be repeated
    gray_word: Several[str]  # WORD in the column rel means that it could not be assessed; may be repeated
    topic: Several[Union[str, float]]  # The topic asked about, or those in FILE, one on each line
    judge: str  # Documents judged twice (-R csv, column judged_by; default: an error): the judgments of WHO count, or the first or last of each document; two-phase: a random part was judged again
    duplicates: Literal["refused", "first"]  # A document twice in a topic of a run: refused (default), or its first place counts
    score_ties: Literal["docno", "rank"]  # Order of documents with equal scores: docno, descending (default), or rank
    trec_eval: Literal["10", "9"]  # Print what this version of trec_eval prints, where versions differ (default 10)
    pool: Several[File]  # A run of the pool that formed the strata, not evaluated; may be repeated
    strata: File  # CSV with the sizes of strata: topic,stratum,size; with --judged-scores the strata that topics were drawn in: topic,stratum
    partial: bool  # Leave out rows of -R csv that are not judged yet
    jobs: int  # Threads (default: one per core)
    plugin: Several[File]  # Load more measures; may be repeated
    quiet_warnings: bool  # No warnings or notes on standard error
    manifest: Several[File]  # Write version, options and checksums of all files to FILE; with -, above the lines of csv and jsonl
    plot: File  # Draw the answer into FILE, whose name ends in .svg, or in .png or .pdf, which need rsvg-convert

class PlanPairOptions(TypedDict, total=False):
    """sample that tells which of two runs has the higher recall"""
    system: Several[Union[str, float]]  # A system that retrieves N documents with recall R; give two
    both: Union[str, float]  # Documents that both retrieve, and the recall of these
    yield_: Union[str, float]  # Number of relevant documents, a guess, in place of --richness
    assurance: float  # Probability that this and every larger sample reaches the target (default 0.8)
    size: Numbers  # Documents to judge, of each topic if there are several
    level: float  # Confidence level of bounds, of P(A > B) or of a rule's guarantee, between 0 and 1 (default 0.95)
    ci: Several[str]  # Confidence intervals by these methods
    samples: int  # Simulated samples
    seed: int  # Seed of all random numbers (default 1)
    jobs: int  # Threads (default: one per core)
    write_allocation: File  # Write for `sample --allocation` how many documents to draw
    topic: str  # The topic asked about, or those in FILE, one on each line
    manifest: Several[File]  # Write version, options and checksums of all files to FILE; with -, above the lines of csv and jsonl

class PlanPilotOptions(TypedDict, total=False):
    """what certainty costs, from a pilot study's judgments and runs"""
    topics: Numbers  # Number of topics
    effect: Numbers  # Effect size: A is better than B on a share (1+H)/2 of all topics
    power: Numbers  # Probability that the test finds the difference
    alpha: Numbers  # Level of the test
    tail: Literal["both", "lower", "upper"]  # Sides of bounds, and in plan of the test; p of compare is two-sided
    certainty: Union[str, float]  # Probability that the sign of a topic is right; best, as the last: the one that costs least (default if costs are known: 1,best)
    topic_cost: float  # Cost of a topic, in judgments (default 0)
    free_topics: int  # Topics that cost nothing (default 0)
    level_for_rel: int  # Least grade that is relevant (default 1)
    l: int  # level_for_rel
    Rel_info_format: Literal["beir", "csv", "diversity", "json", "jsonl", "nuggets", "pairs", "prefs", "prels", "probs", "qrels", "qrels_jg", "qrels_prefs", "strata", "table", "topics"]  # Format of the judgments (default qrels)
    R: Literal["beir", "csv", "diversity", "json", "jsonl", "nuggets", "pairs", "prefs", "prels", "probs", "qrels", "qrels_jg", "qrels_prefs", "strata", "table", "topics"]  # Rel_info_format
    Results_format: Literal["assignments", "csv", "json", "jsonl", "msmarco", "pairs", "set", "support", "trec_results"]  # Format of the runs (default trec_results)
    T: Literal["assignments", "csv", "json", "jsonl", "msmarco", "pairs", "set", "support", "trec_results"]  # Results_format
    column: SeveralOrMapping[str]  # The header of the judgments calls COLUMN (rel, docno ...) NAME: rel='Responsive?'; may be repeated
    run_column: Several[str]  # The same for runs and lists (topic, docno, score ...); may be repeated
    sheet: str  # Sheet with the judgments, in a workbook (default: the only one)
    header: int  # Row of the header of the judgments; rows above it are not read (default: the first that is not blank)
    run_sheet: str  # Sheet with the run or list, in a workbook (default: the only one)
    hidden_rows: Literal["asked", "read", "left-out"]  # Hidden rows of a workbook (default asked: a workbook that has some is refused)
    relevant_word: Several[str]  # WORD in the column rel means relevant; may be repeated
    nonrelevant_word: Several[str]  # WORD in the column rel means not relevant; may be repeated
    gray_word: Several[str]  # WORD in the column rel means that it could not be assessed; may be repeated
    Max_retrieved_per_topic: int  # Use only the first N documents of each topic in a run
    M: int  # Max_retrieved_per_topic
    pool_depth: int  # The first K documents of each run are a pool, which is judged as a whole
    prob_rel: float  # Probability that an unjudged document is relevant (default 0.5)
    resamples: int  # Number of resamples of topics
    seed: int  # Seed of all random numbers (default 1)
    jobs: int  # Threads (default: one per core)
    quiet_warnings: bool  # No warnings or notes on standard error
    manifest: Several[File]  # Write version, options and checksums of all files to FILE; with -, above the lines of csv and jsonl
    plot: File  # Draw the answer into FILE, whose name ends in .svg, or in .png or .pdf, which need rsvg-convert

class PlanPrecisionOptions(TypedDict, total=False):
    """sample of what was retrieved, to know how much of it is relevant"""
    retrieved: Union[str, float]  # Number of documents retrieved (produced)
    precision: Numbers  # Share of the retrieved that is relevant, a guess
    width: Numbers  # How large a sample is needed for an interval no wider than X?
    half_width: Union[str, float]  # Half the width of the interval, the margin of error: 0.02 is plus or minus 2 %
    bound: Numbers  # How large a sample is needed for a bound of X? (with --tail)
    assurance: float  # Probability that this and every larger sample reaches the target (default 0.8)
    size: Numbers  # Documents to judge, of each topic if there are several
    ci: Several[str]  # Confidence intervals by these methods
    level: float  # Confidence level of bounds, of P(A > B) or of a rule's guarantee, between 0 and 1 (default 0.95)
    jobs: int  # Threads (default: one per core)
    tail: Literal["both", "lower", "upper"]  # Sides of bounds, and in plan of the test; p of compare is two-sided
    write_allocation: File  # Write for `sample --allocation` how many documents to draw
    topic: str  # The topic asked about, or those in FILE, one on each line
    manifest: Several[File]  # Write version, options and checksums of all files to FILE; with -, above the lines of csv and jsonl

class PlanRecallOptions(TypedDict, total=False):
    """width of the interval on recall, by size and division of the sample"""
    Number_docs_in_coll: int  # Number of documents in the collection
    N: int  # Number_docs_in_coll
    retrieved: Numbers  # Number of documents retrieved (produced)
    richness: Numbers  # Share of the collection that is relevant, a guess
    yield_: Numbers  # Number of relevant documents, a guess, in place of --richness
    recall: Numbers  # Share of the relevant that is retrieved, a guess
    precision: Numbers  # Share of the retrieved that is relevant, a guess
    width: Numbers  # How large a sample is needed for an interval no wider than X?
    half_width: Union[str, float]  # Half the width of the interval, the margin of error: 0.02 is plus or minus 2 %
    bound: Numbers  # How large a sample is needed for a bound of X? (with --tail)
    assurance: float  # Probability that this and every larger sample reaches the target (default 0.8)
    size: Numbers  # Documents to judge, of each topic if there are several
    ci: Several[str]  # Confidence intervals by these methods
    level: float  # Confidence level of bounds, of P(A > B) or of a rule's guarantee, between 0 and 1 (default 0.95)
    jobs: int  # Threads (default: one per core)
    tail: Literal["both", "lower", "upper"]  # Sides of bounds, and in plan of the test; p of compare is two-sided
    allocation: Union[str, float]  # How the sample is divided among strata:
    samples: int  # Simulated samples
    seed: int  # Seed of all random numbers (default 1)
    write_allocation: File  # Write for `sample --allocation` how many documents to draw
    topic: str  # The topic asked about, or those in FILE, one on each line
    manifest: Several[File]  # Write version, options and checksums of all files to FILE; with -, above the lines of csv and jsonl
    plot: File  # Draw the answer into FILE, whose name ends in .svg, or in .png or .pdf, which need rsvg-convert

class PlanRichnessOptions(TypedDict, total=False):
    """sample of a collection, to know how much of it is relevant"""
    Number_docs_in_coll: int  # Number of documents in the collection
    N: int  # Number_docs_in_coll
    richness: Numbers  # Share of the collection that is relevant, a guess
    width: Numbers  # How large a sample is needed for an interval no wider than X?
    half_width: Union[str, float]  # Half the width of the interval, the margin of error: 0.02 is plus or minus 2 %
    bound: Numbers  # How large a sample is needed for a bound of X? (with --tail)
    assurance: float  # Probability that this and every larger sample reaches the target (default 0.8)
    size: Numbers  # Documents to judge, of each topic if there are several
    ci: Several[str]  # Confidence intervals by these methods
    level: float  # Confidence level of bounds, of P(A > B) or of a rule's guarantee, between 0 and 1 (default 0.95)
    jobs: int  # Threads (default: one per core)
    tail: Literal["both", "lower", "upper"]  # Sides of bounds, and in plan of the test; p of compare is two-sided
    write_allocation: File  # Write for `sample --allocation` how many documents to draw
    topic: str  # The topic asked about, or those in FILE, one on each line
    manifest: Several[File]  # Write version, options and checksums of all files to FILE; with -, above the lines of csv and jsonl

class PlanStrataOptions(TypedDict, total=False):
    """sample of several strata, to know recall"""
    retrieved_stratum: Several[Union[str, float]]  # A stratum of N documents that were retrieved, of which a share P is relevant, a guess; may be repeated
    unretrieved_stratum: Several[Union[str, float]]  # The same of documents that were not retrieved; may be repeated
    width: Numbers  # How large a sample is needed for an interval no wider than X?
    half_width: Union[str, float]  # Half the width of the interval, the margin of error: 0.02 is plus or minus 2 %
    bound: Numbers  # How large a sample is needed for a bound of X? (with --tail)
    assurance: float  # Probability that this and every larger sample reaches the target (default 0.8)
    size: Numbers  # Documents to judge, of each topic if there are several
    ci: Several[str]  # Confidence intervals by these methods
    level: float  # Confidence level of bounds, of P(A > B) or of a rule's guarantee, between 0 and 1 (default 0.95)
    jobs: int  # Threads (default: one per core)
    tail: Literal["both", "lower", "upper"]  # Sides of bounds, and in plan of the test; p of compare is two-sided
    samples: int  # Simulated samples
    seed: int  # Seed of all random numbers (default 1)
    write_allocation: File  # Write for `sample --allocation` how many documents to draw
    topic: str  # The topic asked about, or those in FILE, one on each line
    manifest: Several[File]  # Write version, options and checksums of all files to FILE; with -, above the lines of csv and jsonl

class PlanTopicsOptions(TypedDict, total=False):
    """power of the sign test, topics needed, cost of uncertain judgments"""
    topics: Numbers  # Number of topics
    effect: Numbers  # Effect size: A is better than B on a share (1+H)/2 of all topics
    power: Numbers  # Probability that the test finds the difference
    alpha: Numbers  # Level of the test
    tail: Literal["both", "lower", "upper"]  # Sides of bounds, and in plan of the test; p of compare is two-sided
    certainty: Union[str, float]  # Probability that the sign of a topic is right; best, as the last: the one that costs least (default if costs are known: 1,best)
    topic_cost: float  # Cost of a topic, in judgments (default 0)
    free_topics: int  # Topics that cost nothing (default 0)
    gamma: Union[str, float]  # Judgments for n topics at certainty x: exp(G0) x^G1 n^G2; robust04: 4.79,5.43,0.71
    manifest: Several[File]  # Write version, options and checksums of all files to FILE; with -, above the lines of csv and jsonl
    plot: File  # Draw the answer into FILE, whose name ends in .svg, or in .png or .pdf, which need rsvg-convert

class SampleOptions(TypedDict, total=False):
    """draw the documents to judge, with inclusion probabilities"""
    design: Literal["stevens", "strata", "pool"]  # stevens (default): the higher ranked, the likelier; strata: what the same runs retrieve is a stratum, of which a part is drawn at random; pool: only what --pool-depth takes
    size: int  # Documents to judge, of each topic if there are several
    total: int  # Documents to draw for all topics, in equal parts
    pool_depth: int  # The first K documents of each run are a pool, which is judged as a whole
    Max_retrieved_per_topic: int  # Use only the first N documents of each topic in a run
    M: int  # Max_retrieved_per_topic
    below: int  # With -M, also Q documents of each topic drawn at random from what the runs retrieve below the first N, so that the sample stands for all of it
    seed: int  # Seed of all random numbers (default 1)
    labels: File  # Labels or scores of all documents, by a language model for instance
    bands: Union[str, float]  # Cut scores into K bands with about equal numbers of documents, or at these scores; band1 has the highest
    allocation: Union[str, float]  # How the sample is divided among strata:
    prevalence: Union[str, float]  # Guessed share of relevant documents in the cells and in the rest, and in cells by name, for neyman (default 0.5,0.01)
    collection: File  # All documents: their list, or their number (with n:r, a sample of all of them: richness)
    leave_out: Several[File]  # List of documents not to draw, such as a production: what is drawn is a sample of the null set; repeated: further lists
    cluster_column: str  # Column that names the family or thread of a document, if these were drawn whole
    Number_docs_in_coll: int  # Number of documents in the collection
    N: int  # Number_docs_in_coll
    judged: File  # Fill in the relevance of documents judged there
    add_judged: bool  # All documents judged there belong to the sample, for certain. Not for an earlier random sample: that grows by a larger --size at the same --seed
    Rel_info_format: Literal["beir", "csv", "diversity", "json", "jsonl", "nuggets", "pairs", "prefs", "prels", "probs", "qrels", "qrels_jg", "qrels_prefs", "strata", "table", "topics"]  # Format of the judgments (default qrels)
    R: Literal["beir", "csv", "diversity", "json", "jsonl", "nuggets", "pairs", "prefs", "prels", "probs", "qrels", "qrels_jg", "qrels_prefs", "strata", "table", "topics"]  # Rel_info_format
    level_for_rel: int  # Least grade that is relevant (default 1)
    l: int  # level_for_rel
    Results_format: Literal["assignments", "csv", "json", "jsonl", "msmarco", "pairs", "set", "support", "trec_results"]  # Format of the runs (default trec_results)
    T: Literal["assignments", "csv", "json", "jsonl", "msmarco", "pairs", "set", "support", "trec_results"]  # Results_format
    column: SeveralOrMapping[str]  # The header of the judgments calls COLUMN (rel, docno ...) NAME: rel='Responsive?'; may be repeated
    run_column: Several[str]  # The same for runs and lists (topic, docno, score ...); may be repeated
    sheet: str  # Sheet with the judgments, in a workbook (default: the only one)
    header: int  # Row of the header of the judgments; rows above it are not read (default: the first that is not blank)
    run_sheet: str  # Sheet with the run or list, in a workbook (default: the only one)
    hidden_rows: Literal["asked", "read", "left-out"]  # Hidden rows of a workbook (default asked: a workbook that has some is refused)
    relevant_word: Several[str]  # WORD in the column rel means relevant; may be repeated
    nonrelevant_word: Several[str]  # WORD in the column rel means not relevant; may be repeated
    gray_word: Several[str]  # WORD in the column rel means that it could not be assessed; may be repeated
    topic: str  # The topic asked about, or those in FILE, one on each line
    show: Literal["all", "buckets"]  # Print only this part, instead of the answer:
    plot: File  # Draw the answer into FILE, whose name ends in .svg, or in .png or .pdf, which need rsvg-convert
    no_comments: bool  # Leave out the # lines above the header, which say how the sample was drawn
    manifest: Several[File]  # Write version, options and checksums of all files to FILE; with -, above the lines of csv and jsonl
    jobs: int  # Threads (default: one per core)
    quiet_warnings: bool  # No warnings or notes on standard error

class SimulateBootstrapOptions(TypedDict, total=False):
    """how often intervals of means over topics cover the mean"""
    scores: FlagOrSeveral[File]  # Scores by topic instead of judgments and runs: lines of -q, or CSV with a line for each topic and a column for each system
    topics: Numbers  # Number of topics
    topic_scope: Literal["these", "random"]  # The answer is for these topics, or for random ones like them
    ci: Several[str]  # Confidence intervals by these methods
    alpha: Numbers  # Level of the test
    resamples: int  # Number of resamples of topics
    samples: int  # Simulated samples
    seed: int  # Seed of all random numbers (default 1)
    jobs: int  # Threads (default: one per core)
    shard: Union[str, float]  # Compute part I of N, I from 1 to N, and write it; strat_eval merge prints the answer from all parts
    manifest: Several[File]  # Write version, options and checksums of all files to FILE; with -, above the lines of csv and jsonl

class SimulateCoverageOptions(TypedDict, total=False):
    """how often intervals from sampled judgments cover the true value"""
    scenario: Several[Union[str, float]]  # Scenarios by name (default: all that are listed below), and how many truths are drawn from each (default 1000); or files of truths or tables of strata; may be repeated
    ci: Several[str]  # Confidence intervals by these methods
    level: float  # Confidence level of bounds, of P(A > B) or of a rule's guarantee, between 0 and 1 (default 0.95)
    tail: Literal["both", "lower", "upper"]  # Sides of bounds, and in plan of the test; p of compare is two-sided
    measure: str  # Measure (P.10, P@10, nDCG@10), or nickname of several; may be repeated
    m: str  # measure
    peeks: int  # Look N times while the samples grow, and count a miss at any look (default 1: at the end)
    query_eval_wanted: bool  # Also the values of each topic
    q: bool  # query_eval_wanted
    samples: Union[str, float]  # Simulated samples
    seed: int  # Seed of all random numbers (default 1)
    jobs: int  # Threads (default: one per core)
    plot: File  # Draw the answer into FILE, whose name ends in .svg, or in .png or .pdf, which need rsvg-convert
    quiet_warnings: bool  # No warnings or notes on standard error
    shard: Union[str, float]  # Compute part I of N, I from 1 to N, and write it; strat_eval merge prints the answer from all parts
    manifest: Several[File]  # Write version, options and checksums of all files to FILE; with -, above the lines of csv and jsonl

class SimulateSamplingOptions(TypedDict, total=False):
    """how well samples and pools of documents agree with all judgments"""
    depths: Numbers  # Depths of the pools (default 1:10:1)
    pool_depth: int  # The first K documents of each run are a pool, which is judged as a whole
    truth: Literal["all", "pool"]  # All judgments (default), or the pool that is drawn from, as if nothing else were judged
    Max_retrieved_per_topic: Union[str, float]  # Use only the first N documents of each topic in a run
    M: Union[str, float]  # Max_retrieved_per_topic
    hold_out: Several[Union[str, float]]  # Runs, by name or file, that shape neither pools nor samples; or N, drawn anew for each sample
    measure: Several[str]  # Measure (P.10, P@10, nDCG@10), or nickname of several; may be repeated
    m: Several[str]  # measure
    plugin: Several[File]  # Load more measures; may be repeated
    query_eval_wanted: bool  # Also the values of each topic
    q: bool  # query_eval_wanted
    show: str  # Print only this part, instead of the answer:
    level_for_rel: int  # Least grade that is relevant (default 1)
    l: int  # level_for_rel
    Rel_info_format: Literal["beir", "csv", "diversity", "json", "jsonl", "nuggets", "pairs", "prefs", "prels", "probs", "qrels", "qrels_jg", "qrels_prefs", "strata", "table", "topics"]  # Format of the judgments (default qrels)
    R: Literal["beir", "csv", "diversity", "json", "jsonl", "nuggets", "pairs", "prefs", "prels", "probs", "qrels", "qrels_jg", "qrels_prefs", "strata", "table", "topics"]  # Rel_info_format
    Results_format: Literal["assignments", "csv", "json", "jsonl", "msmarco", "pairs", "set", "support", "trec_results"]  # Format of the runs (default trec_results)
    T: Literal["assignments", "csv", "json", "jsonl", "msmarco", "pairs", "set", "support", "trec_results"]  # Results_format
    column: SeveralOrMapping[str]  # The header of the judgments calls COLUMN (rel, docno ...) NAME: rel='Responsive?'; may be repeated
    run_column: Several[str]  # The same for runs and lists (topic, docno, score ...); may be repeated
    sheet: str  # Sheet with the judgments, in a workbook (default: the only one)
    header: int  # Row of the header of the judgments; rows above it are not read (default: the first that is not blank)
    run_sheet: str  # Sheet with the run or list, in a workbook (default: the only one)
    hidden_rows: Literal["asked", "read", "left-out"]  # Hidden rows of a workbook (default asked: a workbook that has some is refused)
    relevant_word: Several[str]  # WORD in the column rel means relevant; may be repeated
    nonrelevant_word: Several[str]  # WORD in the column rel means not relevant; may be repeated
    gray_word: Several[str]  # WORD in the column rel means that it could not be assessed; may be repeated
    samples: int  # Simulated samples
    seed: int  # Seed of all random numbers (default 1)
    jobs: int  # Threads (default: one per core)
    plot: File  # Draw the answer into FILE, whose name ends in .svg, or in .png or .pdf, which need rsvg-convert
    quiet_warnings: bool  # No warnings or notes on standard error
    shard: Union[str, float]  # Compute part I of N, I from 1 to N, and write it; strat_eval merge prints the answer from all parts
    manifest: Several[File]  # Write version, options and checksums of all files to FILE; with -, above the lines of csv and jsonl

class StopOptions(TypedDict, total=False):
    """where rules end a review, and which of them guarantee its recall"""
    Number_docs_in_coll: int  # Number of documents in the collection
    N: int  # Number_docs_in_coll
    target: float  # Target recall
    level: float  # Confidence level of bounds, of P(A > B) or of a rule's guarantee, between 0 and 1 (default 0.95)
    rule: Several[Union[str, float]]  # The rule below, with a guarantee, that was set before the review; or budget:X, the share of the collection that is judged (default 0.5), or batch-precision:X, the share of a batch that is relevant (default 0.05); may be repeated
    batch: int  # Look after each N documents (default 100)
    tail_size: int  # Random documents at which to test once, as set before the review
    level_for_rel: int  # Least grade that is relevant (default 1)
    l: int  # level_for_rel
    Rel_info_format: Literal["beir", "csv", "diversity", "json", "jsonl", "nuggets", "pairs", "prefs", "prels", "probs", "qrels", "qrels_jg", "qrels_prefs", "strata", "table", "topics"]  # Format of the judgments (default qrels)
    R: Literal["beir", "csv", "diversity", "json", "jsonl", "nuggets", "pairs", "prefs", "prels", "probs", "qrels", "qrels_jg", "qrels_prefs", "strata", "table", "topics"]  # Rel_info_format
    Results_format: Literal["assignments", "csv", "json", "jsonl", "msmarco", "pairs", "set", "support", "trec_results"]  # Format of the runs (default trec_results)
    T: Literal["assignments", "csv", "json", "jsonl", "msmarco", "pairs", "set", "support", "trec_results"]  # Results_format
    column: SeveralOrMapping[str]  # The header of the judgments calls COLUMN (rel, docno ...) NAME: rel='Responsive?'; may be repeated
    run_column: Several[str]  # The same for runs and lists (topic, docno, score ...); may be repeated
    sheet: str  # Sheet with the judgments, in a workbook (default: the only one)
    header: int  # Row of the header of the judgments; rows above it are not read (default: the first that is not blank)
    run_sheet: str  # Sheet with the run or list, in a workbook (default: the only one)
    hidden_rows: Literal["asked", "read", "left-out"]  # Hidden rows of a workbook (default asked: a workbook that has some is refused)
    relevant_word: Several[str]  # WORD in the column rel means relevant; may be repeated
    nonrelevant_word: Several[str]  # WORD in the column rel means not relevant; may be repeated
    gray_word: Several[str]  # WORD in the column rel means that it could not be assessed; may be repeated
    looks: int  # Lines of the table along the way (default 10)
    plot: File  # Draw the answer into FILE, whose name ends in .svg, or in .png or .pdf, which need rsvg-convert
    manifest: Several[File]  # Write version, options and checksums of all files to FILE; with -, above the lines of csv and jsonl
    quiet_warnings: bool  # No warnings or notes on standard error

class ValidateOptions(TypedDict, total=False):
    """recall, elusion, richness, precision of a production: counts or files"""
    null_sample: File  # List of the documents that were drawn from what was not produced
    drawn_from: Several[File]  # What the judged documents were drawn from at random:
    partial: bool  # Leave out rows of -R csv that are not judged yet
    cluster_column: str  # Column that names the family or thread of a document, if these were drawn whole
    column: SeveralOrMapping[str]  # The header of the judgments calls COLUMN (rel, docno ...) NAME: rel='Responsive?'; may be repeated
    run_column: Several[str]  # The same for runs and lists (topic, docno, score ...); may be repeated
    sheet: str  # Sheet with the judgments, in a workbook (default: the only one)
    header: int  # Row of the header of the judgments; rows above it are not read (default: the first that is not blank)
    run_sheet: str  # Sheet with the run or list, in a workbook (default: the only one)
    hidden_rows: Literal["asked", "read", "left-out"]  # Hidden rows of a workbook (default asked: a workbook that has some is refused)
    relevant_word: Several[str]  # WORD in the column rel means relevant; may be repeated
    nonrelevant_word: Several[str]  # WORD in the column rel means not relevant; may be repeated
    gray_word: Several[str]  # WORD in the column rel means that it could not be assessed; may be repeated
    show: Literal["all", "columns"]  # Print only this part, instead of the answer:
    produced: Several[File]  # What was produced: N documents, n of them sampled at random, r of these relevant (N::r: all were reviewed; N alone: with --control), or the list of them; repeated: strata or volumes
    null: Several[Union[str, float]]  # What was not produced, the null set: N documents, n of them sampled at random, r of these relevant
    fixed_size: bool  # The total size of repeated samples (--null given again) was fixed in advance
    collection: Several[File]  # All documents: their list, or their number (with n:r, a sample of all of them: richness)
    control: File  # Control set: n documents of the collection sampled, p of them produced, a relevant and produced, b relevant and not produced (n::a:b: p is not known), or the list of them
    stratum: Several[Union[str, float]]  # A stratum of which a part was produced: N documents, n sampled, p of these produced, a relevant and produced, b relevant and not; repeated: further ones
    culled: Several[File]  # Left out before the review (search terms): N documents, n of them sampled, r relevant, or a list; adds end-to-end recall
    withheld: Several[File]  # Found and withheld (privileged), in neither --produced nor --null: N documents, n of them sampled, r relevant, or a list
    null_overlap: Union[str, float]  # Documents that are in the control set and in the elusion sample, and how many of them are relevant
    produced_overlap: Union[str, float]  # Documents that are in the control set and in the sample of the production, and how many of them are relevant
    produced_since: File  # Documents that were produced since the sample of --null or --control was drawn, and how many of them are relevant
    known_missed: int  # Documents known to be relevant and not produced, in samples or elsewhere
    produced_qc: Union[str, float]  # A random part of the sample of the production was reviewed again: m1 of those coded relevant, u1 of them upheld; m0 of the others, o0 of them overturned
    null_qc: Union[str, float]  # A random part of the elusion sample was reviewed again, as in --produced-qc
    target: float  # Target recall
    ci: Several[str]  # Confidence intervals by these methods
    simultaneous: bool  # All bounds hold at once
    level: float  # Confidence level of bounds, of P(A > B) or of a rule's guarantee, between 0 and 1 (default 0.95)
    draws: int  # Estimate by N random draws, as the papers did, what is otherwise computed
    tail: Literal["both", "lower", "upper"]  # Sides of bounds, and in plan of the test; p of compare is two-sided
    title: str  # Title of table and page
    word: Union[str, float]  # Word for relevant in table and sentences (default relevant)
    plot: File  # Draw the answer into FILE, whose name ends in .svg, or in .png or .pdf, which need rsvg-convert
    digits: int  # Digits after the decimal point (default 4; csv and jsonl have all)
    manifest: Several[File]  # Write version, options and checksums of all files to FILE; with -, above the lines of csv and jsonl
    quiet_warnings: bool  # No warnings or notes on standard error

class Plan(Protocol):
    """how many documents or topics you need, before you pay for judgments"""
    @overload
    def __call__(self, question: Literal["control"], judgments: MaybeJudgments = ..., runs: MaybeRuns = ..., /,
                 *, frame: Literal[False] = ..., **options: Unpack[PlanControlOptions]) -> Records: ...
    @overload
    def __call__(self, question: Literal["elusion"], judgments: MaybeJudgments = ..., runs: MaybeRuns = ..., /,
                 *, frame: Literal[False] = ..., **options: Unpack[PlanElusionOptions]) -> Records: ...
    @overload
    def __call__(self, question: Literal["labels"], judgments: MaybeJudgments = ..., runs: MaybeRuns = ..., /,
                 *, frame: Literal[False] = ..., **options: Unpack[PlanLabelsOptions]) -> Records: ...
    @overload
    def __call__(self, question: Literal["map"], judgments: MaybeJudgments = ..., runs: MaybeRuns = ..., /,
                 *, frame: Literal[False] = ..., **options: Unpack[PlanMapOptions]) -> Records: ...
    @overload
    def __call__(self, question: Literal["pair"], judgments: MaybeJudgments = ..., runs: MaybeRuns = ..., /,
                 *, frame: Literal[False] = ..., **options: Unpack[PlanPairOptions]) -> Records: ...
    @overload
    def __call__(self, question: Literal["pilot"], judgments: MaybeJudgments = ..., runs: MaybeRuns = ..., /,
                 *, frame: Literal[False] = ..., **options: Unpack[PlanPilotOptions]) -> Records: ...
    @overload
    def __call__(self, question: Literal["precision"], judgments: MaybeJudgments = ..., runs: MaybeRuns = ..., /,
                 *, frame: Literal[False] = ..., **options: Unpack[PlanPrecisionOptions]) -> Records: ...
    @overload
    def __call__(self, question: Literal["recall"], judgments: MaybeJudgments = ..., runs: MaybeRuns = ..., /,
                 *, frame: Literal[False] = ..., **options: Unpack[PlanRecallOptions]) -> Records: ...
    @overload
    def __call__(self, question: Literal["richness"], judgments: MaybeJudgments = ..., runs: MaybeRuns = ..., /,
                 *, frame: Literal[False] = ..., **options: Unpack[PlanRichnessOptions]) -> Records: ...
    @overload
    def __call__(self, question: Literal["strata"], judgments: MaybeJudgments = ..., runs: MaybeRuns = ..., /,
                 *, frame: Literal[False] = ..., **options: Unpack[PlanStrataOptions]) -> Records: ...
    @overload
    def __call__(self, question: Literal["topics"], judgments: MaybeJudgments = ..., runs: MaybeRuns = ..., /,
                 *, frame: Literal[False] = ..., **options: Unpack[PlanTopicsOptions]) -> Records: ...
    @overload
    def __call__(self, question: str, judgments: MaybeJudgments = ..., runs: MaybeRuns = ..., /,
                 *, frame: Literal[True], **options: Any) -> Any: ...

class Simulate(Protocol):
    """measure the coverage of the interval methods"""
    @overload
    def __call__(self, question: Literal["bootstrap"], judgments: MaybeJudgments = ..., runs: MaybeRuns = ..., /,
                 *, frame: Literal[False] = ..., **options: Unpack[SimulateBootstrapOptions]) -> Records: ...
    @overload
    def __call__(self, question: Literal["coverage"], judgments: MaybeJudgments = ..., runs: MaybeRuns = ..., /,
                 *, frame: Literal[False] = ..., **options: Unpack[SimulateCoverageOptions]) -> Records: ...
    @overload
    def __call__(self, question: Literal["sampling"], judgments: MaybeJudgments = ..., runs: MaybeRuns = ..., /,
                 *, frame: Literal[False] = ..., **options: Unpack[SimulateSamplingOptions]) -> Records: ...
    @overload
    def __call__(self, question: str, judgments: MaybeJudgments = ..., runs: MaybeRuns = ..., /,
                 *, frame: Literal[True], **options: Any) -> Any: ...
