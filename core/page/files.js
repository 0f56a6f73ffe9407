/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The panels that work on files: Evaluate, Compare, Stop. A panel is a list of files, each with what it is (judgments,
 * a run ...), some fields, and the answer, which is the program's page. What a file seems to be is guessed from its
 * first lines and can be changed; whether it is that, the program says.
 */
{
	const LARGE = 2 ** 30; // bytes of all files: from here on one is asked before it begins
	const LOOK = 1 << 16; // bytes in which the form of a file is looked for

	/* ---- what a file is ---- */

	const JUDGMENT_FORMATS = [['', 'as it seems'], ['qrels', 'TREC: topic, 0, document, grade'], ['csv', 'table (CSV) with a header: topic, docno, rel'],
		['probs', 'sample with probabilities (TREC Legal)'], ['prels', 'sample with probabilities (Million Query)'], ['strata', 'sample with strata (sample_eval)'],
		['table', 'table of strata without documents'], ['beir', 'BEIR: query-id, corpus-id, score'], ['json', 'JSON'], ['jsonl', 'JSON, an object a line'],
		['diversity', 'by sub-topics (ndeval)'], ['qrels_jg', 'by several groups of judges'], ['prefs', 'preferences'], ['qrels_prefs', 'grades read as preferences']];
	const RUN_FORMATS = [['', 'as they seem'], ['trec_results', 'TREC: topic, Q0, document, rank, score, name'], ['set', 'list of documents, such as a production'],
		['csv', 'table (CSV) with a header: docno, score'], ['msmarco', 'MS MARCO: topic, document, rank'], ['json', 'JSON'], ['jsonl', 'JSON, an object a line']];

	const ofHeader = (names) => {
		const has = (pattern) => names.some((name) => pattern.test(name));
		if (has(/^query-id$/))
			return { role: 'judgments', format: 'beir' };
		if (has(/^size$/) && has(/^(sampled|n)$/) && !has(/^doc/))
			return { role: 'judgments', format: 'table' };
		if (has(/^(rel|relevance|relevant|grade|judgment|judgement|coding|responsive\??)$/) || has(/^(included|label_included|asreview_label)$/))
			return { role: has(/^(control|random|time)$/) || has(/^asreview/) ? 'review' : 'judgments', format: 'csv' };
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

	/* ---- the list of files ---- */

	const amount = (bytes) => bytes < 1e3 ? `${bytes} bytes` : bytes < 1e6 ? `${Math.round(bytes / 1e3)} kB` : bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(2)} GB`;

	/* roles: [[role, label], ...] that the panel knows; the first is what a file is that seems to be something else. */
	const fileList = ({ id, roles, hint, onchange }) => {
		const items = [], list = element('ul', { class: 'files', id: `${id}-files` });
		const said = element('p', { class: 'wrong', id: `${id}-file-error`, hidden: true });
		const input = element('input', { type: 'file', id: `${id}-file`, multiple: true, class: 'unseen', tabindex: '-1', 'aria-label': 'Choose files', onchange: () => {
			add(input.files);
			input.value = '';
		} });
		const place = element('div', { class: 'drop', id: `${id}-drop` }, element('p', {}, hint), page.button(`${id}-choose`, 'Choose files', () => input.click()), input);
		const tell = (text) => {
			said.textContent = text;
			said.hidden = text === '';
		};
		const show = () => list.replaceChildren(...items.map((item) => item.root));
		/* The name in the program's folder; a file of the same name gets a number, as names are all that it sees. */
		const named = (name) => {
			const taken = (other) => items.some((item) => item.name === other);
			let free = name.replaceAll('/', '_') || 'file';
			for (let i = 2; taken(free); i++)
				free = `${name} (${i})`;
			return free;
		};
		const make = (blob, guess) => {
			const name = named(blob.name), seems = roles.some(([role]) => role === guess.role) ? guess.role : roles[0][0];
			const role = element('select', { 'aria-label': `What is ${name}?`, oninput: () => onchange() }, roles.map(([value, label]) => element('option', { value }, label)));
			const wrong = element('p', { class: 'wrong', hidden: true });
			const item = { name, blob, format: guess.format, path: name.startsWith('-') ? `./${name}` : name, role: () => role.value };
			role.value = seems;
			item.error = (text) => {
				wrong.textContent = text;
				wrong.hidden = text === '';
			};
			item.root = element('li', {}, element('span', {}, name, element('small', {}, amount(blob.size)), wrong), role,
				element('button', { type: 'button', class: 'button quiet', 'aria-label': `Remove ${name}`, onclick: () => {
					items.splice(items.indexOf(item), 1);
					show();
					onchange();
				} }, 'Remove'));
			return item;
		};
		const add = async (files) => {
			tell('');
			for (const file of Array.from(files))
				try {
					items.push(make(file, ofText(await beginning(file))));
				} catch (reason) {
					tell(`${file.name} cannot be read. A folder cannot be opened here: choose the files in it.`);
				}
			show();
			onchange();
		};
		return {
			root: element('div', {}, place, said, list), place, add, items,
			of: (role) => items.filter((item) => item.role() === role),
			size: () => items.reduce((sum, item) => sum + item.blob.size, 0),
		};
	};

	/* Files may be dropped anywhere in the window; elsewhere the browser would leave this page for them. */
	const shown = new Map(); // panel -> its list
	const current = () => [...shown].find(([id]) => !document.getElementById(`panel-${id}`).hidden)?.[1];
	const over = (on) => current()?.place.classList.toggle('over', on);
	addEventListener('dragover', (event) => {
		event.preventDefault();
		over(true);
	});
	addEventListener('dragleave', () => over(false));
	addEventListener('drop', (event) => {
		event.preventDefault();
		over(false);
		current()?.add(event.dataTransfer.files);
	});

	/* ---- messages of the program, in other words ---- */

	const label = (choices, name) => choices.find(([value]) => value === name)?.[1] ?? name;
	const inWords = (text) => {
		const plain = text.replace(/^strat_eval[a-z ]*: /, '')
			.replace(/-R (\w+)/g, (all, name) => `\u201c${label(JUDGMENT_FORMATS, name)}\u201d`)
			.replace(/-T (\w+)/g, (all, name) => `\u201c${label(RUN_FORMATS, name)}\u201d`)
			.replace(/ \((--[\w-]+|-N|-h lists them)\)/g, '').replace(/ \(-N\)/g, '')
			.replace(/^-m /, 'The measure ').replace(/-N\b/g, 'the number of documents in the collection');
		return plain.charAt(0).toUpperCase() + plain.slice(1);
	};

	/* ---- a panel ---- */

	/*
	 * spec: id, prefix (of ids), title, heading, lead, hint, roles, fields(changed) -> [{ field or root }], and
	 * gather({ list, value }) -> { args, need } or { args, files }.
	 */
	const panel = (spec) => {
		const build = (root) => {
			const { form, sheet } = page.split(root), p = spec.prefix, fields = new Map();
			let begun = '', kept = null, allowed = 0;
			const list = fileList({ id: p, roles: spec.roles, hint: spec.hint, onchange: () => changed() });
			const field = (name, more) => {
				const made = page.field({ id: `${p}-${name}`, oninput: () => changed(), ...more });
				fields.set(name, made);
				return made.root;
			};
			shown.set(spec.id, list);
			const example = () => {
				list.items.length = 0;
				for (const [name, text] of Object.entries(spec.filled ?? {}))
					fields.get(name).set(text);
				list.add(spec.example());
			};
			form.append(element('h1', {}, spec.heading), element('p', { class: 'lead' }, spec.lead), page.button(`${p}-example`, 'Show an example', example),
				page.group({ id: `${p}-step-files`, title: 'Your files', children: [list.root] }), ...spec.groups(field));

			const box = element('div', { id: `${p}-answer`, class: 'sheet' }), command = page.command(`${p}-command`);
			const bar = element('progress', { id: `${p}-progress`, max: '1', 'aria-label': 'Part of the files that has been read' });
			const reading = element('p', { id: `${p}-reading` });
			const waiting = element('div', { class: 'progress', hidden: true }, reading, bar, page.button(`${p}-cancel`, 'Cancel', () => {
				ask(null);
				instead('empty', element('h2', {}, 'Cancelled'), page.button(`${p}-again`, 'Begin again', () => changed()));
			}));
			const save = (name, format, type) => async () => {
				const run = engine.run({ args: kept.with(format), files: kept.files });
				page.save(name, (await run.promise).bytes, type);
			};
			const tools = element('div', { class: 'bar tools' }, page.button(`${p}-print`, 'Print', () => print(), 'main'),
				page.button(`${p}-csv`, 'Save the table (CSV)', save(`${spec.id}.csv`, 'csv', 'text/csv')),
				page.button(`${p}-html`, 'Save the page', () => page.save(`${spec.id}.html`, begun, 'text/html')));
			sheet.append(tools, waiting, box, command.root);

			const state = (name) => {
				box.dataset.state = name;
				box.setAttribute('aria-busy', name === 'waiting');
				tools.hidden = name !== 'ready';
				waiting.hidden = name !== 'waiting';
			};
			const instead = (name, ...children) => {
				state(name);
				command.show(null);
				box.replaceChildren(element('div', { class: 'instead' }, children));
			};
			/* A message stands at the file or the field that it names. */
			const refuse = (text) => {
				const message = page.message(text.split('\n').filter((line) => !/: warning: /.test(line)).join('\n')) || 'The program gave no answer.';
				const item = [...list.items].sort((a, b) => b.path.length - a.path.length).find((one) => message.startsWith(`${one.path}:`) || message.includes(`'${one.path}'`));
				const option = Object.entries(spec.options).find(([name]) => message.startsWith(name) || message.includes(` ${name}:`))?.[1];
				if (item !== undefined)
					item.error(inWords(message.replace(`${item.path}:`, 'Line ').replace(/^Line (?!\d)\s*/, '')));
				else if (option !== undefined)
					fields.get(option).error(inWords(message));
				instead('wrong', element('h2', {}, 'The program does not accept this'), element('p', { id: `${p}-message` }, inWords(message)));
				page.say(inWords(message));
			};
			const progress = (share) => {
				bar.value = share;
				reading.textContent = share < 1 ? `Reading: ${Math.floor(100 * share)} %` : 'All is read. Computing\u2026';
			};
			const ask = page.answering({
				onwait() {
					progress(0);
					state('waiting');
				},
				onfail: (reason) => instead('failed', element('h2', {}, 'The program stopped'), element('p', {}, String(reason?.message ?? reason))),
				ondone([result]) {
					if (result.status !== 0) {
						refuse(result.err);
						return;
					}
					const copy = element('div', { id: `${p}-sheet`, class: 'answer' }, answer.copy(result.out));
					answer.enliven(copy);
					begun = result.bytes;
					box.replaceChildren(copy);
					state('ready');
					page.say('The answer is ready.');
				},
			});
			const changed = () => {
				ask(null);
				for (const item of list.items)
					item.error('');
				const read = new Map([...fields].map(([name, one]) => [name, one.read()]));
				const { args, used = [], need } = spec.gather({ list, value: (name) => read.get(name).value, fields });
				if ([...read.values()].some((one) => one.wrong !== '')) {
					instead('wrong', element('h2', {}, 'An entry needs a second look'), element('p', {}, 'Please see the message beside the field.'));
					return;
				}
				if (need !== undefined) {
					instead('empty', element('h2', {}, list.items.length === 0 ? 'Your answer appears here' : 'Still missing'), element('p', {}, need));
					return;
				}
				const files = used.map(({ name, blob }) => ({ name, blob }));
				kept = { files, with: (format) => [...args.slice(0, spec.words), `--format=${format}`, ...args.slice(spec.words)] };
				if (list.size() > LARGE && allowed < list.size()) {
					instead('empty', element('h2', {}, `These files have ${amount(list.size())}`),
						element('p', {}, 'A browser gives a program at most 4 GB of memory, and this needs more than the files have. It may take minutes and may fail. The program for the command line has no such limit.'),
						page.button(`${p}-begin`, 'Begin all the same', () => {
							allowed = list.size();
							changed();
						}));
					return;
				}
				command.show(kept.with('html'));
				ask([{ args: kept.with('html'), files, onprogress: progress }]);
			};
			changed();
		};
		page.panel({ id: spec.id, title: spec.title, build });
	};

	/* ---- what the panels share ---- */

	const words = (text) => text.split(/[\s;]+/).filter((word) => word !== '');
	const measures = (value, common) => [...common.filter(([name]) => value(`measure-${name}`) !== '').map(([name]) => name), ...words(value('measures'))].flatMap((name) => ['-m', name]);
	const COMMON = [['map', 'average precision'], ['est_recall', 'recall from a sample'], ['ndcg_cut.10', 'nDCG, first 10'], ['est_P', 'precision from a sample'], ['P.10', 'precision, first 10'],
		['est_elusion', 'elusion from a sample'], ['recall.100', 'recall, first 100'], ['recip_rank', 'reciprocal rank']];
	const COMPARED = COMMON.filter(([name]) => name !== 'est_elusion');
	const choices = (field, common) => [element('div', { class: 'two ticks' }, common.map(([name, text]) => field(`measure-${name}`, { kind: 'check', label: text }))),
		field('measures', { kind: 'text', label: 'Other measures', help: 'Names with a space between, such as bpref P.5,20 err.20', optional: true })];
	const formats = (field) => page.group({ id: undefined, title: 'If the files are not taken as what they are', open: false, children: [
		field('judgments', { kind: 'choice', label: 'Form of the judgments', choices: JUDGMENT_FORMATS }),
		field('runs', { kind: 'choice', label: 'Form of the runs', choices: RUN_FORMATS }),
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
			return { need: 'There are two files of judgments. Say which of the files are runs, or remove one.' };
		if (judgments.length === 0)
			return { need: runs.length === 0 ? what : 'A file with judgments is missing: which documents are relevant.' };
		if (runs.length < least && !table)
			return { need: least === 1 ? 'A run is missing: what a system found, or what was produced.' : 'Two runs or more are needed.' };
		return { args: [...formatOptions(value, judgments, runs), ...labels.map((item) => `--labels=${item.path}`), ...[...judgments, ...runs].map((item) => item.path)],
			used: [...labels, ...judgments, ...runs] };
	};

	/* ---- examples: made up, the same each time ---- */

	const noise = (...of) => of.reduce((sum, x) => (sum * 31 + x * 17) % 1009, 7) / 1009;
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

	panel({
		id: 'evaluate', example: EXAMPLE, prefix: 'e', title: 'Evaluate', words: 0, roles: ROLES, options: OPTIONS,
		heading: 'How good is a run?',
		lead: 'Judgments say which documents are relevant; a run is what a system found for each topic, or what was produced. Both stay on this computer.',
		hint: 'Drop judgments and one or more runs here.',
		groups: (field) => [
			page.group({ id: 'e-step-measures', title: 'What to measure', help: 'If nothing is ticked: the usual ones for your judgments.', children: choices(field, COMMON) }),
			page.group({ id: 'e-step-options', title: 'How', children: [
				field('level', { kind: 'percent', label: 'Confidence level', value: '95', least: 50, most: 99.99 }),
				field('topics', { kind: 'check', label: 'Also a table of all topics' }), formats(field)] }),
		],
		gather({ list, value }) {
			const found = together(list, value, 1, 'Drop a file of judgments and one of a run into this window, or choose them.');
			return found.need !== undefined ? found : { ...found, args: [...measures(value, COMMON), ...level(value), ...value('topics') === '' ? [] : ['-q'], ...found.args] };
		},
	});

	const TESTS = [['', 'the usual four'], ['t', 'Student\u2019s t'], ['wilcoxon', 'Wilcoxon'], ['random', 'randomization'], ['sign', 'sign test'], ['bootstrap', 'bootstrap']];
	const ADJUST = [['', 'Holm (usual)'], ['bonferroni', 'Bonferroni'], ['bh', 'Benjamini and Hochberg: share of false claims'], ['max-t', 'largest t of all pairs'],
		['tukey', 'Tukey'], ['random-tukey', 'randomised Tukey'], ['none', 'none: each p as it is']];

	panel({
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
					: { args: ['compare', ...options.filter((word, i) => word !== '-m' && options[i - 1] !== '-m'), `--matrix=${scores[0].path}`], used: scores };
			const found = together(list, value, 2, 'Drop a file of judgments and two runs into this window, or choose them.');
			return found.need !== undefined ? found : { ...found, args: ['compare', ...options, ...found.args] };
		},
	});

	const RULES = [['', 'not said'], ['anytime', 'anytime: a bound that holds at every look'], ['qbcb', 'qbcb: enough of a control sample is reached'], ['tail-once', 'tail-once: one test, at a random tail']];

	panel({
		id: 'stop', example: REVIEW, filled: { collection: '5000', target: '80', rule: 'qbcb' }, prefix: 's', title: 'Stop', words: 1, roles: [['review', 'Review in its order'], ['judgments', 'Judgments'], ['run', 'Run: the order']],
		options: { '-N': 'collection', '--target': 'target', '--level': 'level', '--rule': 'rule', '--tail-size': 'tail', '--batch': 'batch', '-l': 'relevant' },
		heading: 'May the review stop?',
		lead: 'A review in the order in which it was done: where each stopping rule ends it, and which of them guarantees recall.',
		hint: 'Drop a table (CSV) of the review here: docno and rel, in the order of the review; and control or random for documents that were drawn at random.',
		groups: (field) => [
			page.group({ id: 's-step-question', title: 'What is asked', children: [
				field('collection', { kind: 'count', label: 'Number of documents in the whole collection' }),
				field('target', { kind: 'percent', label: 'Recall that is wanted', value: '95', least: 1, most: 100 }),
				field('level', { kind: 'percent', label: 'Confidence level', value: '95', least: 50, most: 99.99 })] }),
			page.group({ id: 's-step-rule', title: 'What was decided before the review', children: [
				field('rule', { kind: 'choice', label: 'Rule that was chosen', choices: RULES, help: 'A rule that is chosen afterwards guarantees less: then all share the error.' }),
				field('tail', { kind: 'count', label: 'Random documents at which to test once', help: 'For tail-once.', optional: true }),
				field('batch', { kind: 'count', label: 'Look after each so many documents', help: 'Usually 100.', optional: true }),
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
			if (review.length === 1 && value('collection') === '')
				return { need: 'The number of documents in the whole collection is missing.' };
			const shape = review.length > 0 ? [] : [...['', 'qrels'].includes(judgments[0].format) ? [] : ['-R', judgments[0].format], ...['', 'trec_results'].includes(runs[0].format) ? [] : ['-T', runs[0].format]];
			return { args: ['stop', ...options, ...shape, ...used.map((item) => item.path)], used };
		},
	});
}
