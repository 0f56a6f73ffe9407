/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Plan: how large a sample must be. A question is an entry of a table: its fields are options of strat_eval plan,
 * its columns are members of the program's JSON lines. The curve is drawn from such lines for more sizes. What is drawn
 * from what is for the panel Draw.
 */
{
	/*
	 * A field: [option, kind, label, help, more]. Fields of one option are joined by colons, and have a key in more; more also has
	 * limits, and the field that this one must be within, above or below.
	 */
	const COLLECTION = ['collection', 'count', 'Documents in the collection'];
	const RETRIEVED = ['retrieved', 'count', 'Documents produced'];
	const PRECISION = ['precision', 'percent', 'Precision that you expect', 'The relevant share of what is produced.', { least: 1, most: 99.9 }];
	const RECALL = ['recall', 'percent', 'Recall that you expect', 'It must be above the recall that you want to show.', { least: 1 }];
	const AT_LEAST = ['bound', 'percent', 'Recall that you want to show: at least', '', { least: 1, most: 99.9, below: 'recall' }];
	const MARGIN = ['half-width', 'percent', 'Margin of error: plus or minus', 'In percentage points.', { least: 0.01, most: 49.9 }];
	const ASSURANCE = ['assurance', 'percent', 'Chance that the sample suffices', 'A sample may be unlucky. 80 % is usual.',
		{ least: 1, most: 99.9, value: '80' }];
	const LEVEL = ['level', 'percent', 'Confidence level', '', { least: 1, most: 99.9, value: '95' }];

	/* A column: [member, label, format] */
	const SIZE = ['size', 'documents to review', 'count'];
	const ENOUGH = ['reached', 'chance that they suffice', 'share'];
	const METHOD = ['method', 'method', 'text'];
	const ONE_SAMPLE = [SIZE, ENOUGH, ['relevant', 'relevant documents, as guessed', 'count'], ['width', 'width of the interval', 'share'],
		['lower', 'lower bound', 'share'], ['upper', 'upper bound', 'share'], METHOD];

	/*
	 * A curve: the program is asked again, without some options and with several values of another; y over x is drawn, and the
	 * value of the option goal as a line across.
	 */
	const REACHED = { option: 'size', x: 'size', y: 'reached', points: 32, goal: 'assurance', without: ['assurance'],
		over: 'Chance that a sample of this size suffices', along: 'documents in the sample' };

	const elusion = {
		id: 'elusion', title: 'Elusion: that little was left behind',
		about: 'A sample of what was not produced, to show that elusion is low.',
		fields: [['null', 'count', 'Documents not produced'],
			['elusion', 'percent', 'Elusion that you expect', 'The relevant share of these documents.'],
			['bound', 'percent', 'Elusion that you want to show: at most', '', { least: 0.0001, most: 99.9, above: 'elusion' }], ASSURANCE, LEVEL],
		columns: ONE_SAMPLE, curve: REACHED,
		drawn: [['size', 'of what was not produced']],
		example: { null: '960000', elusion: '0.1', bound: '0.5' },
	};

	const recall = {
		id: 'recall', title: 'Recall, from two samples',
		about: 'One sample of what was produced and one of the rest; the program divides them best.',
		fields: [COLLECTION, [...RETRIEVED, '', { within: 'collection' }], PRECISION, RECALL, AT_LEAST, ASSURANCE, LEVEL], fixed: ['--tail=lower'],
		columns: [SIZE, ['sampled_retrieved', 'of what was produced', 'count'], ['sampled_unretrieved', 'of the rest', 'count'], ENOUGH,
			['lower', 'lower bound, on average', 'share'], METHOD],
		curve: { option: 'size', x: 'size', y: 'lower', points: 8, goal: 'bound', without: ['assurance', 'bound'], fixed: ['--allocation=best'],
			over: 'Lower bound of recall, on average', along: 'documents in both samples', zoom: true },
		drawn: [['sampled_retrieved', 'of the production'], ['sampled_unretrieved', 'of the rest']],
		example: { collection: '200000', retrieved: '10000', precision: '60', recall: '75', bound: '65' },
	};

	const control = {
		id: 'control', title: 'Recall, from a control set',
		about: 'One random sample of the whole collection.',
		fields: [COLLECTION, ['prevalence', 'percent', 'Richness that you expect', 'The relevant share of the collection.'], RECALL, AT_LEAST,
			ASSURANCE, LEVEL],
		fixed: ['--tail=lower'], columns: ONE_SAMPLE, curve: { ...REACHED, points: 12 },
		drawn: [['size', 'of the whole collection']],
		example: { collection: '1000000', prevalence: '5', recall: '80', bound: '70' },
	};

	/* The headline of strata has what the program says, so that its text, which takes as long again, is not asked for. */
	const strata = {
		id: 'strata', title: 'Recall, from several strata',
		about: 'How many documents to draw from each. This may take some seconds.',
		lists: [['retrieved', 'Strata of what was produced'], ['unretrieved', 'Strata of the rest']],
		fields: [AT_LEAST, ASSURANCE, LEVEL], fixed: ['--tail=lower'], silent: true,
		columns: [['stratum', 'stratum', 'text'], ['documents', 'documents', 'count'], ['guess', 'relevant, as guessed', 'share'],
			['sampled', 'documents to review', 'count']],
		headline([line]) {
			const error = line.samples === null ? '' : ` (standard error ${FORMATS.share(line.error)}, ${page.count(line.samples)} simulated samples)`;
			return [page.count(line.size), 'documents', `to draw at random and review. They suffice with probability ${FORMATS.share(line.reached)}${error}.`];
		},
		example: { bound: '60',
			'retrieved-1-name': 'top', 'retrieved-1-documents': '2000', 'retrieved-1-share': '90',
			'retrieved-2-name': 'middle', 'retrieved-2-documents': '10000', 'retrieved-2-share': '50',
			'unretrieved-1-name': 'near', 'unretrieved-1-documents': '50000', 'unretrieved-1-share': '2',
			'unretrieved-2-name': 'far', 'unretrieved-2-documents': '900000', 'unretrieved-2-share': '0.1' },
	};

	const richness = {
		id: 'richness', title: 'Richness of a collection',
		about: 'A sample of the whole collection, to know how much of it is relevant (prevalence).',
		fields: [COLLECTION, ['richness', 'percent', 'Richness that you expect', 'If you have no idea, take 50, which needs the largest sample.'], MARGIN,
			ASSURANCE, LEVEL],
		columns: ONE_SAMPLE, curve: REACHED,
		drawn: [['size', 'of the whole collection']],
		example: { collection: '1000000', richness: '5', 'half-width': '2' },
	};

	const precision = {
		id: 'precision', title: 'Precision of a production',
		about: 'A sample of what was produced, to know how much of it is relevant.',
		fields: [RETRIEVED, PRECISION, MARGIN, ASSURANCE, LEVEL], columns: ONE_SAMPLE, curve: REACHED,
		drawn: [['size', 'of the production']],
		example: { retrieved: '40000', precision: '75', 'half-width': '5' },
	};

	const pair = {
		id: 'pair', title: 'Which of two productions is better',
		about: 'A sample of what only one of them has, to tell which has the higher recall.',
		fields: [['system=A', 'count', 'Documents that A produces', '', { key: 'a' }],
			['system=B', 'count', 'Documents that B produces', '', { key: 'b' }],
			['both', 'count', 'Documents that both produce', '', { key: 'both', within: 'a' }], ['yield', 'count', 'Relevant documents in the collection', 'A guess.'],
			['system=A', 'percent', 'Recall of A, as you guess', '', { key: 'recall-a', least: 1 }],
			['system=B', 'percent', 'Recall of B, as you guess', '', { key: 'recall-b', least: 1 }],
			['both', 'percent', 'Share of the relevant that both produce', 'A guess.', { key: 'both-recall', least: 1 }],
			['assurance', 'percent', 'Chance of finding the better one', '', { least: 1, most: 99.9, value: '80' }], LEVEL],
		columns: [['better', 'better, as guessed', 'text'], SIZE,
			['sampled_a', 'of what only A has', 'count'], ['sampled_b', 'of what only B has', 'count'],
			['reached', 'the better one is found', 'share'], ['wrong', 'the other one is', 'share']],
		curve: { ...REACHED, points: 12, over: 'Chance of finding the better one' },
		example: { a: '40000', b: '50000', both: '30000', yield: '31000', 'recall-a': '75', 'recall-b': '80', 'both-recall': '70' },
	};

	const labels = {
		id: 'labels', title: 'What labels by a language model save',
		about: 'Or by any first review of all documents.',
		fields: [COLLECTION, ['production', 'count', 'Documents produced', '', { within: 'collection' }], PRECISION,
			['recall', 'percent', 'Recall that you expect', '', { least: 1, most: 99.9 }],
			['sensitivity', 'percent', 'Relevant documents that have this label', 'Sensitivity of the labels.', { least: 1 }],
			['specificity', 'percent', 'Other documents that have this label', 'Specificity of the labels.', { least: 1 }],
			['size', 'count', 'Documents that you can review', '', { within: 'collection' }], LEVEL],
		columns: [['quantity', 'figure', 'text'], ['design', 'sample', 'text'], ['width', 'width of the interval', 'share'],
			['without_labels', 'as many without labels', 'whole'], ['saved', 'saved', 'share']],
		curve: { option: 'size', x: 'size', y: 'width', points: 12, series: 'design', only: ['quantity', 'recall'], without: ['size'],
			over: 'Width of the interval of recall', along: 'documents in the sample' },
		headline: (lines) => [FORMATS.share(lines.find((line) => line.design === 'neyman' && line.quantity === 'recall').saved), 'saved',
			'of the reviewed documents, for the same width of the interval of recall, if the sample is drawn by the labels'],
		example: { collection: '200000', production: '10000', precision: '60', recall: '75', sensitivity: '80', specificity: '95', size: '2000' },
	};

	const topics = {
		id: 'topics', title: 'Topics to compare two systems',
		about: 'For evaluations over topics, by the sign test.',
		fields: [['effect', 'percent', 'Topics won minus topics lost', 'As a share of all topics: 30 % if one system is better on 65 % of them.', { least: 0.1 }],
			['power', 'percent', 'Chance of finding the difference', '', { least: 1, most: 99.9, value: '80' }],
			['alpha', 'percent', 'Level of the one-sided test', '', { least: 0.0001, most: 49.9, value: '5' }]],
		columns: [['topics', 'topics', 'count'], ['critical_value', 'topics to be won', 'count'], ['power', 'chance of finding the difference', 'share'],
			['theta', 'topics won, as guessed', 'share']],
		curve: { option: 'topics', x: 'topics', y: 'power', points: 16, goal: 'power', without: ['power'],
			over: 'Chance of finding the difference', along: 'topics' },
		headline: ([line]) => [page.count(line.topics), 'topics', 'are needed'],
		example: { effect: '30' },
	};

	const QUESTIONS = [elusion, recall, control, strata, richness, precision, pair, labels, topics];

	/* ---- fields of a question ---- */

	const records = (jsonl) => jsonl.trim().split('\n').map((line) => JSON.parse(line));

	/* Values that were typed stay with their question: 75 % of recall is no elusion. By question and field. */
	const typed = new Map();
	const own = (question, key) => `${question.id} ${key}`;

	const makeForm = (question, changed) => {
		const fields = new Map(), lists = new Map();
		const make = (key, kind, label, more) => {
			const oninput = () => { typed.set(own(question, key), fields.get(key).get()); changed(); };
			const field = page.field({ id: `p-${question.id}-${key}`, kind, label, oninput, ...more });
			fields.set(key, field);
			return field;
		};
		const row = (name) => (number) => {
			const part = { name: make(`${name}-${number}-name`, 'text', 'Name', { pattern: /^[^:=,]*$/, form: 'A name has no colon and no comma.' }),
				documents: make(`${name}-${number}-documents`, 'count', 'Documents'), share: make(`${name}-${number}-share`, 'percent', 'Relevant, as you guess') };
			return { part, root: element('div', { class: 'row' }, element('div', { class: 'three' }, Object.values(part).map((one) => one.root))), refresh() {} };
		};
		const parts = (question.lists ?? []).map(([name, title]) => {
			lists.set(name, page.rows({ id: `p-${question.id}-${name}`, add: 'Add a stratum', make: row(name), changed: () => changed(),
				forget: () => [...fields.keys()].filter((key) => key.startsWith(`${name}-`)).forEach((key) => fields.delete(key)) }));
			return [element('h3', {}, title), lists.get(name).root];
		});
		const singles = question.fields.map(([option, kind, label, help, more = {}]) => {
			const field = make(more.key ?? option, kind, label, { ...more, help, value: typed.get(own(question, more.key ?? option)) ?? more.value });
			return Object.assign(field, { option }).root;
		});
		return { fields, lists, root: [parts, element('div', { class: 'two' }, singles)] };
	};

	const RULES = {
		within: [(a, b) => a <= b, 'This is more than'],
		below: [(a, b) => a < b, 'This must be below'],
		above: [(a, b) => a > b, 'This must be above'],
	};

	/* -> { options: [{ text, option, key }], missing, wrong } */
	const gather = (question, { fields, lists }) => {
		const c = { options: [], missing: [], wrong: [] }, joined = new Map();
		const read = (key, needed) => {
			const { value, wrong } = fields.get(key).read();
			if (wrong !== '')
				c.wrong.push({ field: fields.get(key), text: wrong });
			else if (value === '' && needed)
				c.missing.push({ field: fields.get(key), text: '' });
			return value;
		};
		const compare = (option, more) => {
			const rule = Object.keys(RULES).find((one) => fields.has(more[one]));
			if (rule === undefined)
				return;
			const [holds, words] = RULES[rule], other = fields.get(more[rule]), field = fields.get(more.key ?? option);
			const [value, limit] = [field.read().value, other.read().value], text = `${words} "${other.root.querySelector('label').textContent}".`;
			if (value === '' || limit === '' || holds(Number(value), Number(limit)))
				return;
			field.error(text);
			c.wrong.push({ field, text });
		};
		for (const [name, list] of lists)
			list.rows.forEach((_, i) => {
				const key = `${name}-${i + 1}`, label = read(`${key}-name`, false);
				const value = `${label === '' ? '' : `${label}=`}${read(`${key}-documents`, true)}:${read(`${key}-share`, true)}`;
				c.options.push({ text: `--${name}-stratum=${value}`, option: name, key: `${key}-documents` });
			});
		for (const [option, , , , more = {}] of question.fields) {
			joined.set(option, [...joined.get(option) ?? [], read(more.key ?? option, true)]);
			compare(option, more);
		}
		for (const [option, values] of joined)
			c.options.push({ text: `--${option}=${values.join(':')}`, option, key: question.fields.find((one) => one[0] === option)[4]?.key ?? option });
		c.args = (without = []) => ['plan', question.id, ...c.options.filter((one) => !without.includes(one.option)).map((one) => one.text),
			...question.fixed ?? []];
		return c;
	};

	/* ---- the answer ---- */

	const FORMATS = {
		count: page.count, text: String, whole: (value) => page.count(Math.round(value)),
		share: (value) => page.percent(value < 0.01 && value > 0 ? Number(value).toFixed(6).replace(/0+$/, '') : Number(value).toFixed(4)),
	};

	const tableOf = (question, lines) => {
		const columns = question.columns.filter(([key]) => lines.some((line) => line[key] !== null && line[key] !== undefined));
		const side = (format) => format === 'text' ? 'text' : null;
		const text = (value, format) => value === null || value === undefined ? '\u2013' : FORMATS[format](value);
		const row = (line) => element('tr', {}, columns.map(([key, , format]) => element('td', { class: side(format) }, text(line[key], format))));
		const head = columns.map(([, label, format]) => element('th', { scope: 'col', class: side(format) }, label));
		return element('div', { class: 'scroll' }, element('table', { id: 'p-table' },
			element('thead', {}, element('tr', {}, head)), element('tbody', {}, lines.map(row))));
	};

	/* What the program says before its table, line by line, and after it, in paragraphs. */
	const saidIn = (text) => text.trim().split('\n\n').flatMap((block, i) => {
		const lines = block.split('\n'), isTable = lines.some((line) => line.trim().includes('  '));
		return isTable ? [] : i === 0 ? lines : [lines.join(' ')];
	}).map((one) => element('p', {}, page.counts(one.charAt(0).toUpperCase() + one.slice(1))));

	/* Sizes around the answer, for the curve: from:to:step */
	const sizesFor = (question, line) => {
		const { x, points } = question.curve, most = line.documents ?? line.collection ?? Infinity;
		const step = Math.max(1, Math.ceil(line[x] * 2 / points));
		return `${step}:${Math.min(step * points, most)}:${step}`;
	};

	const linesOf = ({ x, y, series, only }, lines) => {
		const chosen = lines.filter((line) => only === undefined || line[only[0]] === only[1]);
		const names = [...new Set(chosen.map((line) => line[series] ?? ''))];
		const of = (name) => chosen.filter((line) => (line[series] ?? '') === name && line[y] !== null);
		return names.map((name) => ({ name, points: of(name).map((line) => [line[x], line[y]]) }));
	};

	/* ---- the panel ---- */

	const build = (root) => {
		const { form, sheet, peek } = page.split(root);
		const place = element('div', {}), answerBox = element('div', { id: 'p-answer', class: 'sheet' }), command = page.command('p-command');
		let question = null, made = null, current = null;
		const state = (name, curve = 'none') => {
			answerBox.dataset.state = name;
			answerBox.dataset.curve = curve;
			answerBox.setAttribute('aria-busy', name === 'waiting');
		};
		const instead = (name, title, ...children) => {
			state(name);
			command.show(null);
			peek('');
			answerBox.replaceChildren(element('div', { class: 'instead' }, element('h2', {}, title), children));
		};
		const failed = (reason) => instead('failed', 'The program stopped', element('p', {}, String(reason?.message ?? reason)));
		const refuse = (message) => {
			const named = page.blamed(current.options, message);
			const names = Object.fromEntries(question.fields.map(([option, , label]) => [option, `"${label}"`]));
			const text = page.inWords(named === undefined ? message : page.withoutOption(message, named), names);
			if (named !== undefined)
				made.fields.get(named.key).error(text);
			instead('wrong', 'This cannot be planned', named === undefined ? element('p', {}, text) :
				page.pointers([{ field: made.fields.get(named.key), text }], false));
		};
		const askCurve = page.answering({ delay: 0, long: answerBox, oncancel: () => state('ready'), onfail: () => state('ready'), ondone([result]) {
			if (result.status === 0) {
				const { curve } = question, first = current.line, lines = linesOf(curve, records(result.out));
				const goal = Number(current.options.find((one) => one.option === curve.goal)?.text.split('=')[1]);
				answerBox.querySelector('.scroll').before(curves.picture(curve, lines, curve.series === undefined ? [first[curve.x], first[curve.y]] : null, goal));
			}
			state('ready', result.status === 0 ? 'ready' : 'none');
		} });
		const ask = page.answering({ delay: 350, long: answerBox, oncancel: () => instead('empty', 'Cancelled', page.button('p-again', 'Begin again', () => changed())), onwait() {
			state('waiting');
			answerBox.querySelector('.instead')?.remove();
		}, onfail: failed, ondone([result, table = { status: 0, out: '' }]) {
			if (table.status !== 0 || result.status !== 0) {
				refuse(page.message(result.err || table.err));
				return;
			}
			const lines = records(result.out), line = current.line = lines[0], curve = question.curve;
			const [size, unit, purpose] = question.headline?.(lines) ?? [page.count(line.size), 'documents', 'to draw at random and review'];
			answerBox.replaceChildren(element('h2', { class: 'asked' }, question.title),
				element('p', { class: 'size' }, element('span', { id: 'p-size' }, size), ` ${unit}`), element('p', { class: 'lead' }, purpose),
				tableOf(question, lines), ...toDraw(line), ...saidIn(table.out), given(),
				element('p', { class: 'help' }, 'This rests on your guesses. If they are wrong, so is the answer: ' +
					'try several values, and plan for the worst that is plausible.'),
				element('p', { class: 'help' }, page.origin));
			peek(`${size} ${unit}`);
			page.say(`${size} ${unit} ${purpose}`);
			state(curve === undefined ? 'ready' : 'waiting', curve === undefined ? 'none' : 'waiting');
			if (curve !== undefined)
				askCurve([[...current.args(curve.without), ...curve.fixed ?? [], `--${curve.option}=${sizesFor(question, line)}`, '--format=jsonl']]);
		} });
		const toDraw = (line) => question.drawn === undefined ? [] : [element('p', { class: 'tools' }, page.button('p-draw', 'Draw this sample', () =>
			draw.take({ title: question.title, parts: question.drawn.map(([key, what]) => [what, line[key]]) })))];
		/* On paper: what was typed. */
		const given = () => element('ul', { class: 'paper' }, [...made.fields.values()].filter((field) => field.get() !== '').map((field) =>
			element('li', {}, `${field.root.querySelector('label').textContent}: ${field.get()}${field.root.querySelector('.unit') ? ' %' : ''}`)));
		const changed = () => {
			if (made === null)
				return;
			current = gather(question, made);
			ask(null);
			askCurve(null);
			if (current.wrong.length > 0)
				instead('wrong', 'Please correct', page.pointers(current.wrong, false));
			else if (current.missing.length > 0)
				instead('empty', 'Still to fill in', page.pointers(current.missing, false));
			else {
				command.show(current.args());
				ask([[...current.args(), '--format=jsonl'], ...question.silent ? [] : [current.args()]]);
			}
		};
		const fill = (values) => {
			for (const [name, list] of made.lists) {
				const rows = [];
				for (let i = 1; values[`${name}-${i}-documents`] !== undefined; i++)
					rows.push(Object.fromEntries(['name', 'documents', 'share'].map((part) => [part, values[`${name}-${i}-${part}`] ?? ''])));
				list.fill(rows);
			}
			for (const [key, field] of made.fields)
				if (values[key] !== undefined)
					field.set(values[key]);
			changed();
		};
		/* What was typed for any question, and which is shown. */
		const clear = () => {
			typed.clear();
			document.getElementById('p-question-elusion').checked = true;
			choose(QUESTIONS[0]);
		};
		const choose = (chosen) => {
			question = chosen;
			made = null;
			answerBox.replaceChildren();
			made = makeForm(question, changed);
			place.replaceChildren(page.group({ title: question.title, help: question.about,
				children: [element('div', { class: 'bar' }, page.button('p-example', 'Show an example', () => fill(question.example)), page.button('p-clear', 'Clear', clear, 'quiet')), made.root] }));
			changed();
		};
		const radio = (one) => element('div', { class: 'choice' },
			element('input', { type: 'radio', name: 'p-question', id: `p-question-${one.id}`, onchange: () => choose(one) }),
			element('label', { for: `p-question-${one.id}` }, one.title));
		form.append(element('h1', {}, 'How large a sample?'),
			element('p', { class: 'lead' }, 'Before you draw and review documents: what do you want to know, or to show?'),
			element('fieldset', { class: 'choices' }, element('legend', {}, 'What you want to know'), QUESTIONS.map(radio)), place);
		sheet.append(element('div', { class: 'bar tools' }, page.button('p-print', 'Print', () => print(), 'main')), answerBox, command.root);
		document.getElementById('p-question-elusion').checked = true;
		choose(QUESTIONS[0]);
		return {
			clear,
			save() {
				const fields = Object.fromEntries([...made.fields].map(([key, field]) => [key, field.get()]).filter(([, text]) => text !== ''));
				return typed.size === 0 && answerBox.dataset.state !== 'ready' ? null : { fields: { question: question.id, ...fields }, answer: document.getElementById('p-size')?.textContent };
			},
			load({ fields }) {
				const chosen = QUESTIONS.find((one) => one.id === fields.question) ?? QUESTIONS[0];
				clear();
				for (const [key, text] of Object.entries(fields).filter(([name]) => name !== 'question'))
					typed.set(own(chosen, key), text);
				document.getElementById(`p-question-${chosen.id}`).checked = true;
				choose(chosen);
				fill(fields);
				return 0;
			},
		};
	};

	page.panel({ id: 'plan', title: 'Plan', build });
}
