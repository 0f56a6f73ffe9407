/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The program's page about a validation, for readers in a hurry: the verdict on the target and the main figures are
 * picked from it, and stand before it.
 */
const report = {};
{
	const VERDICTS = {
		shown: ['shown', 'M4 12.5l5 5L20 6.5'],
		not_shown: ['not shown', 'M5 12h14'],
		missed: ['missed', 'M6 6l12 12M18 6L6 18'],
	};

	const forReport = (sheet) => [...sheet.querySelectorAll('h3')].find((one) => one.textContent === 'For the report');
	const sentencesOf = (sheet) => (forReport(sheet)?.nextElementSibling.textContent ?? '').replace(/[ \n]+/g, ' ').trim().split(/(?<=\.) (?=[A-Z])/);

	report.sentences = (sheet) => sentencesOf(sheet).filter((one) => !one.startsWith('Computed by')).join(' ');

	/* Bounds that are approximations show nothing; the sentences say so, the lines do not. */
	report.target = (jsonl, sheet) => {
		const line = jsonl.split('\n').find((one) => one.includes('"measure":"target"'));
		const approximate = sentencesOf(sheet).some((one) => one.startsWith('By this approximation recall is '));
		return line === undefined ? 'none' : approximate ? 'not_shown' : JSON.parse(line).value;
	};

	/* Sentences about the target and about how many more, from those for the report. */
	report.verdict = (sheet, target, percent) => {
		if (!(target in VERDICTS))
			return null;
		const sentences = sentencesOf(sheet);
		const first = sentences.findIndex((one) => /level the sample |^The target, |^By this approximation |: the target, /.test(one));
		const last = sentences.findIndex((one) => one.startsWith('Computed by'));
		const said = first < 0 ? [] : sentences.slice(first, last < 0 ? undefined : last);
		const [word, path] = VERDICTS[target];
		return element('div', { id: 'v-verdict', class: `verdict ${target}` },
			element('svg:svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, element('svg:path', { d: path })),
			element('div', {}, element('p', { class: 'head' }, `Recall of at least ${percent}: ${word}`), said.map((one) => element('p', {}, one))));
	};

	/* The figures that are asked for first, with the bound that is quoted. */
	const MAIN = [['recall, end to end', 'at least'], ['recall', 'at least'], ['elusion', 'at most'], ['precision', 'at least'], ['richness', 'from']];

	report.figures = (sheet) => {
		const table = [...sheet.querySelectorAll('table')].find((one) => one.querySelector('thead').textContent.includes('estimate'));
		if (table === undefined)
			return null;
		const heads = [...table.tHead.rows[0].cells].map((cell) => cell.textContent);
		const rows = new Map([...table.tBodies[0].rows].map((row) => [row.cells[0].textContent.trim(), row.cells]));
		const shown = MAIN.filter(([name]) => rows.has(name)).slice(0, 3).map(([name, side]) => {
			const cell = (head) => rows.get(name)[heads.findIndex((one) => one === head || one.endsWith(` % ${head}`))]?.textContent.trim() ?? '';
			const other = side === 'from' ? ` to ${page.percent(cell('to'))}` : '';
			return element('div', {}, element('dt', {}, name), element('dd', { class: 'value' }, page.percent(cell('estimate'))),
				/\d/.test(cell(side)) ? element('dd', {}, `${side} ${page.percent(cell(side))}${other}`) : null);
		});
		return element('dl', { class: 'figures' }, shown);
	};

	/* Methods for readers who are not statisticians. What the program says of them stays, folded. */
	const METHODS = {
		'bb-bound': 'one-sided bounds ("at least", "at most"). They are computed as if one more document of each sample had been reviewed and had gone against you. With several strata it was measured, not proved, that they keep their level.',
		'bb-spread': 'two-sided intervals ("from", "to"). They have the figures that are plausible after the sample, if nothing was known before it. They hold at the stated level on average over what may be true, not in each single case.',
		hypergeometric: 'exact limits of a share in one random sample from a known number of documents. A share outside of them would make such a sample improbable. The level is kept whatever the truth is.',
		'clopper-pearson': 'exact limits of a share in one random sample. The level is kept whatever the truth is.',
		anytime: 'bounds that hold at every look: one may see the result, draw more documents and look again, without losing the confidence level.',
		'two-phase': 'a random part of the sample was reviewed again, and the second decision counts. The bounds have both errors, that of the sample and that of the part.',
		clusters: 'whole families were drawn. The bounds are found by leaving out one family at a time, and are approximations; if the sizes of all families are known, the lower bound of recall allows for the worst case instead.',
	};
	const forJudges = (section) => {
		const told = [...section.querySelectorAll('p')], plain = told.map((one) => one.textContent.match(/^([a-z-]+): /)?.[1]).filter((name) => name in METHODS);
		if (plain.length < told.length)
			return;
		const all = element('details', {}, element('summary', {}, 'The methods in full'));
		all.append(...told);
		section.append(...plain.map((name) => element('p', {}, element('b', {}, name), `: ${METHODS[name]}`)), all);
	};
	const LOOKS = [[/need(s?)\s+--ci=anytime\s+from\s+the\s+first\s+look\s+on/, 'need$1 bounds for several looks from the first one on'], [/only\s+--ci=anytime\s+keeps/, 'only bounds for several looks keep']];

	/* The program's page in the order of this one: pictures stand before the sentences. */
	report.arrange = (sheet) => {
		const section = (title) => [...sheet.querySelectorAll('section')].find((one) => one.querySelector('h2')?.textContent === title);
		const pictures = section('Pictures'), sentences = forReport(sheet);
		if (pictures !== undefined && sentences !== undefined) {
			sentences.before(...pictures.querySelectorAll('figure'));
			pictures.remove();
		}
		const methods = section('Methods');
		if (methods !== undefined)
			forJudges(methods);
		for (const one of sheet.querySelectorAll('li, p'))
			for (const [words, plain] of LOOKS)
				if (words.test(one.textContent))
					one.textContent = one.textContent.replace(words, plain);
	};
}
