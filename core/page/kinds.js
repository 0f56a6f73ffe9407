/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a file is: guessed from its first lines, as people do. Whether it is that, the program says; the formats are its.
 *
 *	kinds.judgments, kinds.runs	[[format, what it is called here], ...]
 *	await kinds.of(blob) -> { role: 'judgments' | 'run' | 'labels' | 'scores' | 'review', format }
 *	await kinds.refused(blob) -> why nothing here can read it, or undefined
 *	kinds.inWords(message)		a message of the program without options
 */
const kinds = {};
{
	const LOOK = 1 << 16; // bytes in which the form of a file is looked for

	kinds.judgments = [['', 'as it seems'], ['qrels', 'TREC: topic, 0, document, grade'], ['csv', 'table (CSV) with a header: topic, docno, rel'],
		['probs', 'sample with probabilities (TREC Legal)'], ['prels', 'sample with probabilities (Million Query)'], ['strata', 'sample with strata (sample_eval)'],
		['table', 'table of strata without documents'], ['beir', 'BEIR: query-id, corpus-id, score'], ['json', 'JSON'], ['jsonl', 'JSON, an object a line'],
		['diversity', 'by sub-topics (ndeval)'], ['qrels_jg', 'by several groups of judges'], ['prefs', 'preferences'], ['qrels_prefs', 'grades read as preferences'],
		['nuggets', 'nuggets of answers: topic, nugget, importance'], ['topics', 'topics alone, for the support of citations'],
		['pairs', "human judgments of pairs of answer and nugget: run, topic, nugget, assignment"]];
	kinds.runs = [['', 'as they seem'], ['trec_results', 'TREC: topic, Q0, document, rank, score, name'], ['set', 'list of documents, such as a production'],
		['csv', 'table (CSV) with a header: docno, score'], ['msmarco', 'MS MARCO: topic, document, rank'], ['json', 'JSON'], ['jsonl', 'JSON, an object a line'],
		['assignments', 'answers: run, topic, nugget, assignment'], ['pairs', 'pairs of answer and nugget: run, topic, nugget, importance'], ['support', 'answers: run, topic, sentence, citation, support']];

	const ofHeader = (names) => {
		const has = (pattern) => names.some((name) => pattern.test(name));
		if (has(/^query-id$/))
			return { role: 'judgments', format: 'beir' };
		if (has(/^nugget$/))
			return has(/^assignment$/) ? { role: 'run', format: 'assignments' } : { role: 'judgments', format: 'nuggets' };
		if (has(/^sentence$/) && has(/^support$/))
			return { role: 'run', format: 'support' };
		if (has(/^size$/) && has(/^(sampled|n)$/) && !has(/^doc/))
			return { role: 'judgments', format: 'table' };
		if (has(/^(rel|relevance|relevant|grade|judgment|judgement|coding|responsive\??)$/) || has(/^(included|label_included|asreview_label)$/))
			return { role: has(/^(control|random|time|label_included)$/) || has(/^asreview/) ? 'review' : 'judgments', format: 'csv' };
		if (has(/^key$/) && has(/^notes$/)) // of Rayyan
			return { role: 'review', format: 'csv' };
		if (has(/^score$/))
			return { role: 'run', format: 'csv' };
		if (has(/^label$/) && has(/^doc/))
			return { role: 'labels', format: 'csv' };
		return has(/^topic$/) && !has(/^doc/) ? { role: 'scores', format: '' } : { role: 'judgments', format: 'csv' };
	};
	const ofColumns = (rows) => {
		const columns = rows[0].length, last = rows.map((row) => row[row.length - 1]);
		if (columns >= 6)
			return { role: 'run', format: 'trec_results' };
		if (columns === 5 && /^[\d.]+$/.test(rows[0][3]) && !/^(Q?0|\d+)$/.test(rows[0][1]))
			return { role: 'judgments', format: 'prels' };
		if (columns === 5)
			return { role: 'judgments', format: last.some((field) => field.includes('.')) ? 'probs' : 'strata' };
		if (columns === 4)
			return { role: 'judgments', format: 'qrels' };
		return { role: 'run', format: columns === 3 ? 'msmarco' : 'set' };
	};
	const ofText = (text) => {
		const lines = text.replace(/^\ufeff/, '').split(/\r?\n/).filter((line) => line.trim() !== '').slice(0, 200);
		if (lines.length === 0)
			return { role: 'run', format: '' };
		if (/^\s*[[{]/.test(lines[0])) {
			const lined = /^\s*\{.*\}\s*$/.test(lines[0]) && /"doc/.test(lines[0]);
			return { role: /"(rel|relevance|grade)"|:\s*\{\s*"[^"]*"\s*:\s*\d+\s*[,}]/.test(text) ? 'judgments' : 'run', format: lined ? 'jsonl' : 'json' };
		}
		const rows = lines.slice(0, lines.length > 1 ? -1 : 1).map((line) => line.split(/[ \t]+/).filter((field) => field !== '')); // the last one may be cut
		const even = rows[0].length > 3 && rows.every((row) => row.length === rows[0].length);
		const between = ['\t', ',', ';'].find((mark) => lines[0].includes(mark));
		if (between === undefined || even && rows.some((row) => /^-?[\d.]+$/.test(row[3])))
			return ofColumns(rows);
		const names = lines[0].toLowerCase().split(between).map((name) => name.trim().replace(/^"|"$/g, ''));
		return names.some((name) => /^[\d.+-]*\d$/.test(name)) ? ofColumns(rows) : ofHeader(names);
	};
	/* The first bytes, unpacked; of a file that ends there the rest is missing, which is no matter here. */
	const beginning = async (blob) => {
		const bytes = new Uint8Array(await blob.slice(0, LOOK).arrayBuffer());
		if (bytes[0] !== 0x1f || bytes[1] !== 0x8b)
			return new TextDecoder().decode(bytes);
		const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')).getReader();
		let text = '';
		try {
			for (let piece = await reader.read(); !piece.done && text.length < LOOK; piece = await reader.read())
				text += new TextDecoder().decode(piece.value);
		} catch (reason) {
			// cut short by us, or broken: the program will say so
		}
		return text;
	};

	kinds.of = async (blob) => ofText(await beginning(blob));

	/* First bytes of what people have beside tables. */
	const FOREIGN = [[/^%PDF/, 'This is a PDF, which has no rows. Export the list as CSV or Excel (.xlsx).'],
		[/^\xd0\xcf\x11\xe0/, 'This is an old Excel file (.xls), or one with a password. Save it in Excel as a workbook (.xlsx) without a password, or as CSV.'],
		[/^(\x89PNG|\xff\xd8\xff|GIF8)/, 'This is a picture.'], [/^\{\\rtf/, 'This is a text document. Save the list as CSV or Excel (.xlsx).'],
		[/^PK\x03\x04[^]*?word\/document/, 'This is a Word document. Save the list as CSV or Excel (.xlsx).']];
	kinds.refused = async (blob) => {
		const bytes = new Uint8Array(await blob.slice(0, 4096).arrayBuffer());
		if (bytes.every((byte) => [9, 10, 13, 32].includes(byte)))
			return bytes.length === 0 ? 'This file is empty.' : 'The first lines of this file are empty.';
		const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
		return FOREIGN.find(([pattern]) => pattern.test(text))?.[1];
	};

	const WORDS = { 'relevant-word': 'a word for relevant', 'nonrelevant-word': 'a word for not relevant', 'gray-word': 'a word for what cannot be assessed', level: 'the confidence level',
		column: 'the column', 'run-column': 'the column', labels: 'the labels', sheet: 'the sheet', 'run-sheet': 'the sheet', target: 'the recall that is wanted', rule: 'the rule', 'tail-size': 'the random documents at which to test once' };
	const label = (choices, name) => choices.find(([value]) => value === name)?.[1] ?? name;
	kinds.inWords = (text) => {
		const plain = text.replace(/^strat_eval[a-z ]*: /, '')
			.replace(/-R (\w+)/g, (all, name) => `\u201c${label(kinds.judgments, name)}\u201d`)
			.replace(/-T (\w+)/g, (all, name) => `\u201c${label(kinds.runs, name)}\u201d`)
			.replace(/ \((--[\w-]+|-N|--help lists them)\)/g, '').replace(/ \(-N\)/g, '')
			.replace(/: what was judged in the top k can be evaluated without --drawn-from.*$/, '. What was judged at the top can be evaluated without labels: remove their file')
			.replace(/with --drawn-from=labels the (.*)$/, 'the $1. Are the two files exchanged?')
			.replace(/: --column=rel=FIRST .*$/, '. Name the two columns under \u201cWhich columns\u201d')
			.replace(/: --hidden-rows=read .*$/, '. Say under \u201cWhich columns\u201d whether they count')
			.replace(/; say what they mean, as in .*$/, '. Say under \u201cWhich columns\u201d what they mean')
			.replace(/^-m /, 'The measure ').replace(/-N\b/g, 'the number of documents in the collection');
		return page.inWords(plain, WORDS);
	};
}
