/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Evaluate, Compare, Stop: what each asks, and the options of the program that the answers become.
 */
{
	const words = (text) => text.split(/[\s;]+/).filter((word) => word !== '');
	const measures = (value, common) => [...common.filter(([name]) => value(`measure-${name}`) !== '').map(([name]) => name), ...words(value('measures'))].flatMap((name) => ['-m', name]);
	const COMMON = [['map', 'average precision'], ['est_recall', 'recall from a sample'], ['ndcg_cut.10', 'nDCG, first 10'], ['est_P', 'precision from a sample'], ['P.10', 'precision, first 10'],
		['est_elusion', 'elusion from a sample'], ['recall.100', 'recall, first 100'], ['recip_rank', 'reciprocal rank']];
	const COMPARED = COMMON.filter(([name]) => name !== 'est_elusion');
	const choices = (field, common) => [element('div', { class: 'two ticks' }, common.map(([name, text]) => field(`measure-${name}`, { kind: 'check', label: text }))),
		field('measures', { kind: 'text', label: 'Other measures', help: 'Names separated by spaces, such as bpref P.5,20 err.20', optional: true })];
	const formats = (field) => page.group({ id: undefined, title: 'If the page takes a file for something else', open: false, children: [
		field('judgments', { kind: 'choice', label: 'Form of the judgments', choices: kinds.judgments }),
		field('runs', { kind: 'choice', label: 'Form of the runs', choices: kinds.runs }),
		field('relevant', { kind: 'count', label: 'Least grade that counts as relevant', help: 'Usually 1.', optional: true }),
		field('collection', { kind: 'count', label: 'Number of documents in the whole collection', help: 'Needed by some measures of samples.', optional: true }),
	] });
	/* Options for formats: those that are chosen, else those that the files seem to have, if they are not the usual ones. */
	const formatOptions = (value, judgments, runs) => {
		const of = (name, items, usual) => value(name) !== '' ? value(name) : usual.includes(items[0]?.format ?? '') ? '' : items[0].format;
		const from = of('judgments', judgments, ['', 'qrels']), to = of('runs', runs, ['', 'trec_results']);
		return [...from === '' ? [] : ['-R', from], ...to === '' ? [] : ['-T', to], ...value('relevant') === '' ? [] : ['-l', value('relevant')],
			...value('collection') === '' ? [] : ['-N', value('collection')]];
	};
	const level = (value) => value('level') === '' || value('level') === '0.95' ? [] : [`--level=${value('level')}`];
	const ROLES = [['run', 'Run'], ['judgments', 'Judgments'], ['labels', 'Labels by a model']];
	const OPTIONS = { '-m': 'measures', '--level': 'level', '-R': 'judgments', '-T': 'runs', '-l': 'relevant', '-N': 'collection' };
	/* Judgments first, then runs, in their order; labels by their option. */
	const together = (list, value, least, what) => {
		const judgments = list.of('judgments'), runs = list.of('run'), labels = list.of('labels');
		const table = (value('judgments') || judgments[0]?.format) === 'table';
		if (judgments.length > 1)
			return { need: 'There are two files of judgments. If one has a model\u2019s judgments of all documents, and the other human judgments of a random part, say which is \u201cLabels by a model\u201d. Otherwise say which of the files are runs, or remove one.' };
		if (judgments.length === 0)
			return { need: runs.length === 0 ? what : 'A file of judgments is missing: it says which documents are relevant.' };
		if (runs.length < least && !table)
			return { need: least === 1 ? 'A run is missing: what a system found, or what was produced.' : 'Two runs or more are needed.' };
		/* plain judgments are people's, of a random part of what the model labelled; of a ranking, measures of all that it retrieves say nothing */
		const plain = labels.length > 0 && ['', 'qrels'].includes(value('judgments') || (judgments[0].format ?? ''));
		const ranked = plain && (value('runs') || runs[0]?.format) !== 'set';
		return { usual: ranked ? ['nDCG@10', 'P@10'].flatMap((name) => ['-m', name]) : [], args: [...formatOptions(value, judgments, runs), ...plain ? ['--drawn-from=labels'] : [], ...labels.map((item) => `--labels=${item.path}`), ...[...judgments, ...runs].map((item) => item.path)],
			used: [...labels, ...judgments, ...runs] };
	};

	/* ---- examples: made up, the same each time ---- */

	const mixed = (sum, x) => Math.imul((sum ^ x) + 0x9e37 ^ (sum >>> 13), 0x5bd1e995) >>> 0;
	const noise = (...of) => [...of, 1, 2].reduce(mixed, 7) / 2 ** 32;
	const pairs = (topics, documents, line) => Array.from({ length: topics * documents }, (_, i) => line(1 + Math.floor(i / documents), 1 + i % documents)).join('\n') + '\n';
	const relevant = (topic, document) => noise(topic, document) < 0.3 ? 1 : 0;
	const ranked = (name, strength, seed) => new File([pairs(12, 30, (t, d) => `${t} Q0 doc${d} 0 ${(strength * relevant(t, d) + noise(seed, t, d)).toFixed(4)} ${name}`)], `${name}.run`);
	const EXAMPLE = () => [new File([pairs(12, 30, (t, d) => `${t} 0 doc${d} ${relevant(t, d)}`)], 'judgments.qrels'), ranked('old', 0.2, 3), ranked('new', 0.5, 5)];
	/* A control sample of 300 of 5,000 documents, then a ranking that finds most of the relevant ones early. */
	const REVIEW = () => {
		const rows = Array.from({ length: 300 }, (_, i) => `doc${i},${noise(i, 1) < 0.12 ? 1 : 0},1`);
		for (let i = 0; i < 1400; i++)
			rows.push(i % 16 === 0 && i / 16 < 80 ? `${rows.filter((row) => row.endsWith(',1,1'))[i / 16]?.replace(/1$/, '') ?? `new${i},0,`}` : `new${i},${noise(i, 2) < 0.7 * Math.exp(-i / 300) ? 1 : 0},`);
		return [new File([`docno,rel,control\n${rows.join('\n')}\n`], 'review.csv')];
	};

	/* ---- the panels ---- */

	files.panel({
		id: 'evaluate', example: EXAMPLE, prefix: 'e', title: 'Evaluate', words: 0, roles: ROLES, options: OPTIONS,
		heading: 'How good is a run?',
		lead: 'Judgments say which documents are relevant; a run is what a system found for each topic, or what was produced. Both stay on this computer.',
		hint: 'Drop judgments and one or more runs here.',
		groups: (field) => [
			page.group({ id: 'e-step-measures', title: 'What to measure', help: 'If nothing is ticked: the usual ones for your files.', children: choices(field, COMMON) }),
			page.group({ id: 'e-step-options', title: 'How', children: [
				field('level', { kind: 'percent', label: 'Confidence level', value: '95', least: 50, most: 99.99 }),
				field('topics', { kind: 'check', label: 'Also a table of all topics' }), formats(field)] }),
		],
		gather({ list, value }) {
			const found = together(list, value, 1, 'Drop a file of judgments and one of a run into this window, or choose them.');
			const asked = measures(value, COMMON);
			return found.need !== undefined ? found : { ...found, args: [...asked.length > 0 ? asked : found.usual, ...level(value), ...value('topics') === '' ? [] : ['-q'], ...found.args] };
		},
	});

	const TESTS = [['', 'all four: t, sign, Wilcoxon, randomization'], ['t', 'Student\u2019s t'], ['wilcoxon', 'Wilcoxon'], ['random', 'randomization'], ['sign', 'sign test'], ['bootstrap', 'bootstrap']];
	const ADJUST = [['', 'Holm (usual)'], ['bonferroni', 'Bonferroni'], ['bh', 'Benjamini and Hochberg: share of false claims'], ['shrunk-t', 'largest t of all pairs'],
		['tukey', 'Tukey'], ['random-tukey', 'randomised Tukey'], ['none', 'none: each p as it is']];

	files.panel({
		id: 'compare', example: EXAMPLE, prefix: 'c', title: 'Compare', words: 1, roles: [...ROLES, ['scores', 'Table of scores']],
		options: { ...OPTIONS, '--test': 'test', '--adjust': 'adjust' },
		heading: 'Is one run better than another?',
		lead: 'Two runs or more on the same topics: the difference, an interval for it, and whether it could be chance.',
		hint: 'Drop judgments and two or more runs here, or one table (CSV) with a line for each topic and a column for each system.',
		groups: (field) => [
			page.group({ id: 'c-step-measures', title: 'What to compare by', help: 'If nothing is ticked: average precision, or the estimates of a sample.', children: choices(field, COMPARED) }),
			page.group({ id: 'c-step-options', title: 'How', children: [
				field('test', { kind: 'choice', label: 'Test over topics', choices: TESTS }),
				field('adjust', { kind: 'choice', label: 'Correction for many comparisons', choices: ADJUST }),
				field('level', { kind: 'percent', label: 'Confidence level', value: '95', least: 50, most: 99.99 }),
				field('topics', { kind: 'check', label: 'Also a table of all topics' }), formats(field)] }),
		],
		gather({ list, value }) {
			const options = [...measures(value, COMPARED), ...value('test') === '' ? [] : [`--test=${value('test')}`],
				...value('adjust') === '' ? [] : [`--adjust=${value('adjust')}`], ...level(value), ...value('topics') === '' ? [] : ['-q']];
			const scores = list.of('scores');
			if (scores.length > 0)
				return scores.length < list.items.length ? { need: 'A table of scores is compared alone. Remove the other files, or say what they are.' }
					: { args: ['compare', ...options.filter((word, i) => word !== '-m' && options[i - 1] !== '-m'), `--scores=${scores[0].path}`], used: scores };
			const found = together(list, value, 2, 'Drop a file of judgments and two runs into this window, or choose them.');
			return found.need !== undefined ? found : { ...found, args: ['compare', ...options.includes('-m') ? [] : found.usual, ...options, ...found.args] };
		},
	});

	const RULES = [['', 'not said'], ['anytime', 'anytime: a bound that holds at every look'], ['qbcb', 'qbcb: enough of a control sample is reached'], ['tail-once', 'tail-once: one test, at a random tail']];

	files.panel({
		id: 'stop', example: REVIEW, filled: { collection: '5000', target: '80', rule: 'qbcb' }, prefix: 's', title: 'Stop', words: 1, roles: [['review', 'Review in its order'], ['judgments', 'Judgments'], ['run', 'Run: the order']],
		options: { '-N': 'collection', '--target': 'target', '--level': 'level', '--rule': 'rule', '--tail-size': 'tail', '--batch': 'batch', '-l': 'relevant' },
		heading: 'May the review stop?',
		lead: 'A review in the order in which it was done: where each stopping rule ends it, and which of them guarantees recall.',
		hint: 'Drop a table (CSV) of the review here: docno and rel, in the order of the review; and control or random for documents that were drawn at random.',
		groups: (field) => [
			page.group({ id: 's-step-question', title: 'What is asked', children: [
				field('collection', { kind: 'count', label: 'Number of documents in the whole collection', help: 'Empty: the export lists all of them, reviewed or not.' }),
				field('target', { kind: 'percent', label: 'Recall that is wanted', value: '95', least: 1, most: 100 }),
				field('level', { kind: 'percent', label: 'Confidence level', value: '95', least: 50, most: 99.99 })] }),
			page.group({ id: 's-step-rule', title: 'What was decided before the review', children: [
				field('rule', { kind: 'choice', label: 'Rule that was chosen', choices: RULES, help: 'If you choose the rule afterwards, all rules share the error, and each guarantees less.' }),
				field('tail', { kind: 'count', label: 'Random documents at which to test once', help: 'For tail-once.', optional: true }),
				field('batch', { kind: 'count', label: 'Documents between two looks', help: 'Usually 100.', optional: true }),
				field('relevant', { kind: 'count', label: 'Least grade that counts as relevant', help: 'Usually 1.', optional: true })] }),
		],
		gather({ list, value }) {
			const review = list.of('review'), judgments = list.of('judgments'), runs = list.of('run');
			const option = (name, text) => value(name) === '' ? [] : [`${text}${value(name)}`];
			const used = review.length > 0 ? review : [...judgments, ...runs];
			const options = [...option('collection', '-N'), ...option('target', '--target='), ...level(value), ...option('rule', '--rule='), ...option('tail', '--tail-size='),
				...option('batch', '--batch='), ...option('relevant', '-l')];
			if (list.items.length === 0)
				return { need: 'Drop the table of a review into this window, or choose it.' };
			if (review.length > 1 || review.length === 1 && list.items.length > 1)
				return { need: 'One review at a time: remove the other files, or say what they are.' };
			if (review.length === 0 && (judgments.length !== 1 || runs.length !== 1))
				return { need: 'Judgments and one run are needed, or one table of a review.' };
			const shape = review.length > 0 ? [] : [...['', 'qrels'].includes(judgments[0].format) ? [] : ['-R', judgments[0].format], ...['', 'trec_results'].includes(runs[0].format) ? [] : ['-T', runs[0].format]];
			return { args: ['stop', ...options, ...shape, ...used.map((item) => item.path)], used };
		},
	});

	/* ---- two reviewers ---- */

	const TWICE = () => {
		const code = (yes) => yes ? 'Responsive' : 'Not Responsive';
		const rows = Array.from({ length: 400 }, (_, i) => [i, noise(i, 8) < 0.2, noise(i, 9)]);
		return [new File([`Control Number,First Level,QC\n${rows.map(([i, first, chance]) => `DOC${10000 + i},${code(first)},${i % 4 < (first ? 3 : 1) ? code(first ? chance > 0.1 : chance < 0.03) : ''}`).join('\n')}\n`], 'two reviews.csv')];
	};
	/* "validate --null=N:400:80 --null-qc=60:52,80:3" becomes a button that fills the form. */
	const FIRST = /validate --(null|produced)=N:(\d+):(\d+) --\w+-qc=([\d:]*),([\d:]*)/;
	const hand = (name, text) => {
		const field = document.getElementById(`v-${name}`);
		field.value = text;
		field.dispatchEvent(new Event('input', { bubbles: true }));
	};
	const take = ([, side, sampled, relevant, upheld, overturned]) => {
		const again = [...upheld === '' ? ['', ''] : upheld.split(':'), ...overturned === '' ? ['', ''] : overturned.split(':')];
		page.show('validate');
		document.getElementById('v-qc').open = true;
		[`${side}-1-sampled`, `${side}-1-relevant`, ...['relevant', 'upheld', 'other', 'overturned'].map((name) => `qc-${side}-${name}`)].forEach((name, i) => hand(name, [sampled, relevant, ...again][i]));
	};

	files.panel({
		id: 'agree', example: TWICE, prefix: 'a', title: 'Agree', words: 1, roles: [['coded', 'Export with codes']],
		options: { '--column': 'first', '--relevant-word': 'words', '--nonrelevant-word': 'others', '--sheet': 'sheet', '--level': 'level' },
		heading: 'Do two reviewers agree?',
		lead: 'Two exports of the same documents, or one export with two columns of codes: how often the codes agree, and how far beyond chance.',
		hint: 'Drop one export with two columns of codes here, or two exports: the first review first.',
		groups: (field) => [page.group({ id: 'a-step-columns', title: 'Which columns', help: 'If you leave these empty, the page looks for the columns itself.', children: [
			field('first', { kind: 'text', label: 'Column of the first review', optional: true }), field('second', { kind: 'text', label: 'Column of the second review', optional: true }),
			field('words', { kind: 'text', label: 'Other words for relevant', help: 'Separate them with commas.', optional: true }), field('others', { kind: 'text', label: 'Other words for not relevant', help: 'Separate them with commas.', optional: true }),
			field('sheet', { kind: 'text', label: 'Sheet of the workbook', optional: true }),
			field('hidden', { kind: 'choice', label: 'Rows that a filter hides', choices: [['', 'not said'], ['read', 'they count too'], ['left-out', 'they are left out']] }),
			field('level', { kind: 'percent', label: 'Confidence level', value: '95', least: 50, most: 99.99 })] })],
		gather({ list, value }) {
			const items = list.items, each = (name, option) => value(name).split(',').map((word) => word.trim()).filter((word) => word !== '').map((word) => `--${option}=${word}`);
			if (items.length === 0 || items.length > 2)
				return { need: items.length === 0 ? 'Drop one or two exports into this window, or choose them.' : 'Two exports at most: remove the others.' };
			const columns = [value('first'), value('second')].filter((name) => name !== '');
			if (columns.length === 1)
				return { need: 'Name the columns of both reviews, or of none.' };
			return { args: ['agree', ...level(value), ...columns.map((name) => `--column=rel=${name}`), ...each('words', 'relevant-word'), ...each('others', 'nonrelevant-word'),
				...value('sheet') === '' ? [] : [`--sheet=${value('sheet')}`], ...value('hidden') === '' ? [] : [`--hidden-rows=${value('hidden')}`], ...items.map((item) => item.path)], used: items };
		},
		after(copy) {
			const lines = [...copy.querySelectorAll('p')].filter((one) => FIRST.test(one.textContent));
			lines.forEach((one, i) => one.replaceWith(page.button(`a-take-${i}`, `Validate: a sample of what was ${one.textContent.includes('--null=') ? 'not ' : ''}produced`, () => take(one.textContent.match(FIRST)))));
		},
	});
}
