/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Validate: counts of a review in a form, typed or counted from files (from_files.js), and what strat_eval validate says
 * of them. The form knows which counts cannot be and turns the others into options; the answer is the program's own page,
 * with the verdict on the target and the main figures before it, picked from there.
 */
{
	const fields = new Map(); /* by the id without v- */
	const lists = new Map();
	const words = new Set(); /* places that show the word for relevant */
	let changed = () => {};

	const field = (id, kind, label, more = {}) => {
		const made = page.field({ id: `v-${id}`, kind, label, oninput: () => changed(), ...more });
		fields.set(id, made);
		return made;
	};
	const wordSpan = () => {
		const span = element('span', { class: 'word' }, 'relevant');
		words.add(span);
		return span;
	};

	const three = (...made) => element('div', { class: 'three' }, made.map((one) => one.root));

	/* ---- rows of counts: N documents, n sampled, r relevant ---- */

	const PARTS = ['name', 'documents', 'sampled', 'relevant', 'all'];

	/* One stratum; its sample is hidden if all documents were reviewed. */
	const segmentRow = (name, number) => {
		const id = `${name}-${number}`, part = {};
		const refresh = (rows) => {
			part.sampled.root.hidden = part.all.get() === 'yes';
			part.name.root.hidden = rows < 2 && part.name.get() === '';
		};
		part.name = field(`${id}-name`, 'text', 'Name of this part', { placeholder: number === 1 ? 'email' : 'other files',
			pattern: /^[^:=]*$/, form: 'A name has no colon and no equals sign.' });
		part.documents = field(`${id}-documents`, 'count', 'Documents');
		part.sampled = field(`${id}-sampled`, 'count', 'Random sample');
		part.relevant = field(`${id}-relevant`, 'count', ['Found ', wordSpan()]);
		part.all = field(`${id}-all`, 'check', 'All of them were reviewed, not a sample', { oninput() {
			refresh(lists.get(name).rows.length);
			changed();
		} });
		const root = element('div', { class: 'row' }, part.name.root, three(part.documents, part.sampled, part.relevant), part.all.root);
		return { part, root, refresh };
	};

	const segments = (name, add) => {
		const forget = () => [...fields.keys()].filter((key) => key.startsWith(`${name}-`)).forEach((key) => fields.delete(key));
		lists.set(name, page.rows({ id: `v-${name}`, add, make: (number) => segmentRow(name, number), forget, changed: () => changed() }));
		return lists.get(name).root;
	};

	/* Further samples of the null set: n sampled, r relevant. */
	const rounds = () => [1, 2, 3].map((i) => three(field(`round-${i}-sampled`, 'count', `Round ${i + 1}: sampled`),
		field(`round-${i}-relevant`, 'count', ['Found ', wordSpan()])));

	/* ---- the form ---- */

	const two = (...made) => element('div', { class: 'two' }, made.map((one) => one.root));

	const secondReview = (side, title) => [element('h4', {}, title), two(
		field(`qc-${side}-relevant`, 'count', ['Coded ', wordSpan(), ', reviewed again']), field(`qc-${side}-upheld`, 'count', 'Of these upheld'),
		field(`qc-${side}-other`, 'count', ['Coded not ', wordSpan(), ', reviewed again']), field(`qc-${side}-overturned`, 'count', 'Of these overturned'))];

	const controlSet = () => [
		two(field('control-sampled', 'count', 'Sampled from the collection'),
			field('control-produced', 'count', 'Of these produced', { help: 'Leave empty if not known.' }),
			field('control-found', 'count', ['Found ', wordSpan(), ' and produced']),
			field('control-missed', 'count', ['Found ', wordSpan(), ', not produced'])),
		element('h4', {}, 'Documents that are in the control set and in another sample'),
		two(field('overlap-null', 'count', 'Also in the sample of what was not produced'),
			field('overlap-null-relevant', 'count', ['Of these ', wordSpan()]),
			field('overlap-produced', 'count', 'Also in the sample of the production'),
			field('overlap-produced-relevant', 'count', ['Of these ', wordSpan()]))];

	const optional = () => [
		page.group({ id: 'v-control', open: false, title: 'A control set',
			help: 'A random sample of the whole collection, drawn and reviewed on its own. Type the size of the whole collection below, too.',
			children: controlSet() }),
		page.group({ id: 'v-collection', open: false, title: 'The whole collection',
			help: 'Its size is compared with the counts above. On its own, with a sample of the whole collection, it gives richness (prevalence).',
			children: three(field('collection-documents', 'count', 'Documents in all'), field('collection-sampled', 'count', 'Random sample'),
				field('collection-relevant', 'count', ['Found ', wordSpan()])) }),
		page.group({ id: 'v-rounds', open: false, title: 'Further samples of what was not produced',
			help: 'Of the same documents, and without those that were sampled before. ' +
				'If a round was drawn because of what an earlier one showed, choose "several times" below.',
			children: rounds() }),
		page.group({ id: 'v-qc', open: false, title: 'A second review (quality control)',
			help: 'A random part of a sample was reviewed again, and the second decision counts. The counts above stay those of the first review.',
			children: [secondReview('produced', 'Sample of the production'), secondReview('null', 'Sample of what was not produced')] }),
		page.group({ id: 'v-outside', open: false, title: 'Documents culled or withheld',
			help: 'They are in none of the counts above. With them, end-to-end recall is estimated too.',
			children: [element('h4', {}, 'Culled before the review (search terms, dates): missed'), segments('culled', 'Add another part'),
				element('h4', {}, 'Withheld after the review (privilege): found'), segments('withheld', 'Add another part')] }),
	];

	const question = () => [
		two(field('target', 'percent', 'Recall of at least', { least: 1, help: 'Empty: no target.' }),
			field('level', 'percent', 'Confidence level', { value: '95', least: 1, most: 99.9 })),
		field('looks', 'choice', 'How often do you look?', {
			choices: [['one', 'Once: the size of the sample was fixed in advance'], ['several', 'Several times: more is drawn if the result is not good enough']],
			help: 'Bounds that hold at every look are wider. The method is called anytime.' }).root];

	const heading = () => [field('title', 'text', 'Title or matter, and date', { oninput() {
		page.setTitle(fields.get('title').get(), 'validate');
		changed();
	} }).root,
		field('word', 'text', 'Your word for relevant', { placeholder: 'relevant', help: 'responsive, included …',
			pattern: /^.{1,40}$/, form: 'At most 40 letters.' }).root];

	const steps = () => [
		page.group({ id: 'v-step-produced', title: 'What was produced',
			help: ['Documents that the review found and hands over. Of a random sample of them, how many were ', wordSpan(), '?'],
			children: segments('produced', 'Split into strata') }),
		page.group({ id: 'v-step-null', title: 'What was not produced',
			help: 'The null set: everything else that was under review. Its sample is often called an elusion test.',
			children: segments('null', 'Split into strata') }),
		page.group({ id: 'v-step-more', title: 'What else was counted', help: 'Only where it applies.', children: optional() }),
		page.group({ id: 'v-step-question', title: 'What you want to show', help: 'Fix these before you see the result.', children: question() }),
		page.group({ id: 'v-step-report', title: 'On the report', children: heading() }),
	];

	/* ---- from the form to options ---- */

	/* What the fields say: options, each with the field to blame, and what is missing or cannot be. */
	const collect = () => {
		const c = { options: [], missing: [], wrong: [] };
		const read = (id) => {
			const result = fields.get(id).read();
			if (result.wrong !== '')
				c.wrong.push({ field: fields.get(id), text: result.wrong });
			return result.value;
		};
		const blame = (id, text) => {
			c.wrong.push({ field: fields.get(id), text });
			fields.get(id).error(text);
			fields.get(id).root.closest('details')?.setAttribute('open', '');
		};
		const need = (id, text = '') => c.missing.push({ field: fields.get(id), text });
		const add = (option, value, id) => c.options.push({ text: `--${option}=${value}`, option, id });
		const most = (id, value, limit, text) => {
			if (value !== '' && limit !== '' && Number(value) > Number(limit))
				blame(id, text.replace('%', page.count(limit)));
		};
		return Object.assign(c, { read, blame, need, add, most });
	};

	/* Reads a list of fields; null if all are empty, and what is missing is noted if only some are. */
	const together = (c, ids, empty = []) => {
		const values = ids.map((id) => c.read(id));
		if (values.every((value) => value === ''))
			return null;
		ids.forEach((id, i) => values[i] === '' && !empty.includes(id) && c.need(id));
		return values;
	};

	const readSegments = (c, name, sizeAlone) => {
		const rows = [];
		for (let i = 1; i <= lists.get(name).rows.length; i++) {
			const id = `${name}-${i}`, all = c.read(`${id}-all`) === 'yes';
			const label = c.read(`${id}-name`);
			const ids = [`${id}-documents`, ...all ? [] : [`${id}-sampled`], `${id}-relevant`];
			const alone = sizeAlone && !all && c.read(`${id}-sampled`) === '' && c.read(`${id}-relevant`) === '';
			const values = together(c, ids, alone ? ids.slice(1) : []);
			if (values === null)
				continue;
			if (rows.some((row) => row.label === label))
				label === '' ? c.need(`${id}-name`) : c.blame(`${id}-name`, 'Two parts have this name.');
			const [documents, relevant] = [values[0], values.at(-1)], sampled = all ? documents : values[1];
			c.most(`${id}-sampled`, all ? '' : sampled, documents, 'There are only % documents.');
			if (sampled === '0' && documents !== '0')
				c.blame(`${id}-sampled`, 'A sample needs at least one document.');
			c.most(`${id}-relevant`, relevant, sampled, all ? 'There are only % documents.' : 'Only % documents were sampled.');
			c.add(name, (label === '' ? '' : `${label}=`) + (alone ? documents : [documents, all ? '' : sampled, relevant].join(':')), `${id}-documents`);
			rows.push({ label, documents, sampled: alone ? '' : sampled, relevant });
		}
		return rows;
	};

	const readControl = (c, produced, none) => {
		const control = together(c, ['control-sampled', 'control-produced', 'control-found', 'control-missed'], ['control-produced']);
		if (control === null)
			return false;
		c.most('control-produced', control[1], control[0], 'Only % documents were sampled.');
		c.most('control-found', control[2], control[1] || control[0], 'That is more than the % there are.');
		c.most('control-missed', control[3], control[0], 'Only % documents were sampled.');
		c.add('control', control.join(':'), 'control-sampled');
		if (c.read('collection-documents') === '')
			c.need('collection-documents', 'for the control set');
		for (const [side, rows] of [['null', none], ['produced', produced]]) {
			if (rows.length !== 1 || rows[0].sampled === '' || rows[0].sampled === rows[0].documents)
				continue;
			const both = [c.read(`overlap-${side}`), c.read(`overlap-${side}-relevant`)];
			if (both.includes(''))
				c.need(`overlap-${side}${both[0] === '' ? '' : '-relevant'}`, '0 if none');
			c.most(`overlap-${side}-relevant`, both[1], both[0], 'Only % documents are in both.');
			c.add(`${side}-overlap`, both.join(':'), `overlap-${side}`);
		}
		return true;
	};

	const readSecondReview = (c, side) => {
		const pair = (first, second) => {
			const values = together(c, [`qc-${side}-${first}`, `qc-${side}-${second}`]);
			if (values === null)
				return '';
			c.most(`qc-${side}-${second}`, values[1], values[0], 'Only % were reviewed again.');
			return values.join(':');
		};
		const value = `${pair('relevant', 'upheld')},${pair('other', 'overturned')}`;
		if (value !== ',')
			c.add(`${side}-qc`, value, `qc-${side}-${value.startsWith(',') ? 'other' : 'relevant'}`);
	};

	const gather = () => {
		const c = collect();
		const size = ['control-sampled', 'control-found', 'control-missed'].some((id) => fields.get(id).get() !== '');
		const produced = readSegments(c, 'produced', size), none = readSegments(c, 'null', size);
		for (let i = 1; i <= 3; i++) {
			const round = together(c, [`round-${i}-sampled`, `round-${i}-relevant`]);
			if (round === null)
				continue;
			c.most(`round-${i}-relevant`, round[1], round[0], 'Only % documents were sampled.');
			if (none.length !== 1 || none[0].label !== '' || none[0].sampled === '')
				c.blame(`round-${i}-sampled`, 'Further samples go with one sample of what was not produced, without a name.');
			else
				c.add('null', [none[0].documents, ...round].join(':'), `round-${i}-sampled`);
			c.rounds = true;
		}
		const control = readControl(c, produced, none);
		const richness = ['collection-sampled', 'collection-relevant'];
		const collection = together(c, ['collection-documents', ...richness], richness.every((id) => c.read(id) === '') ? richness : []);
		if (collection !== null && (control || collection[1] !== '' || produced.length + none.length > 0)) {
			c.most('collection-sampled', collection[1], collection[0], 'There are only % documents.');
			c.most('collection-relevant', collection[2], collection[1], 'Only % documents were sampled.');
			c.add('collection', collection.filter((value) => value !== '').join(':'), 'collection-documents');
		} else if (collection !== null)
			c.need('collection-sampled');
		readSegments(c, 'culled', false);
		readSegments(c, 'withheld', false);
		readSecondReview(c, 'produced');
		readSecondReview(c, 'null');
		c.counts = c.options.length;
		const again = c.options.some((one) => one.option.endsWith('-qc'));
		readQuestion(c, control || produced.length > 0 && none.length > 0);
		if (again && fields.get('looks').get() === 'several')
			c.blame('looks', 'Bounds for several looks are not available together with a second review.');
		return c;
	};

	const readQuestion = (c, recall) => {
		const target = c.read('target'), level = c.read('level');
		c.early = target !== '' && !recall;
		if (target !== '' && recall) {
			c.add('target', target, 'target');
		}
		if (level !== '' && level !== '0.95')
			c.add('level', level, 'level');
		if (c.read('looks') === 'several')
			c.add('ci', 'anytime', 'looks');
		else if (c.rounds)
			c.options.push({ text: '--fixed-size', option: 'fixed-size', id: 'looks' });
		for (const id of ['title', 'word'])
			if (c.read(id) !== '')
				c.add(id, c.read(id), id);
	};

	/* ---- messages of the program, at the field that they are about ---- */

	const NAMES = {
		produced: 'what was produced', null: 'what was not produced', collection: 'the whole collection', control: 'the control set',
		'produced-overlap': 'the documents in both samples', 'null-overlap': 'the documents in both samples',
		'produced-qc': 'the second review of the production', 'null-qc': 'the second review of what was not produced',
		culled: 'culled documents', withheld: 'withheld documents', target: 'the target', level: 'the confidence level',
		ci: 'how often you look', word: 'the word for relevant', title: 'the title', date: 'the date',
	};

	/* -> whether a field shows it */
	const placeMessage = (c, message) => {
		const named = page.blamed(c.options, message);
		if (named === undefined)
			return false;
		c.blame(named.id, page.inWords(page.withoutOption(message, named), NAMES));
		return true;
	};

	/* ---- counts from files ---- */

	let counted = null; /* what from_files.js found */

	/* "email=30000:400:300" -> the fields of a row */
	const rowOf = (text) => {
		const [, name = '', counts] = text.match(/^(?:([^]*)=)?([\d:]*)$/), [documents, sampled = '', relevant = ''] = counts.split(':');
		return { name, documents, sampled, relevant, all: counts.includes('::') ? 'yes' : '' };
	};
	const MULTIPLE = ['produced', 'null', 'withheld', 'culled'];

	/* Only the counts that the files have are filled in, and go with them; the rest is as typed. */
	const takeCounts = (found) => {
		const before = counted !== null && isCounted(gather()) ? counted.options : [];
		counted = found;
		const of = (option) => (found?.options ?? []).filter(([name]) => name === option).map(([, text]) => text);
		const mine = (id) => found !== null && /^(produced|null|collection|control|overlap)-/.test(id) ||
			[...before, ...found?.options ?? []].some(([option]) => MULTIPLE.includes(option) && id.startsWith(`${option}-`)) || before.length > 0 && /^(collection|control|overlap)-/.test(id);
		if (found === null && before.length === 0)
			return;
		const values = Object.fromEntries([...fields].filter(([id]) => !mine(id)).map(([id, one]) => [id, one.get()]));
		for (const name of MULTIPLE)
			of(name).map(rowOf).forEach((row, i) => PARTS.forEach((part) => { values[`${name}-${i + 1}-${part}`] = row[part]; }));
		const set = (option, ids) => of(option).forEach((text) => text.split(':').forEach((count, i) => { values[ids[i]] = count; }));
		set('collection', ['collection-documents', 'collection-sampled', 'collection-relevant']);
		set('control', ['control-sampled', 'control-produced', 'control-found', 'control-missed']);
		set('null-overlap', ['overlap-null', 'overlap-null-relevant']);
		set('produced-overlap', ['overlap-produced', 'overlap-produced-relevant']);
		fill(values);
	};

	/* The counts are still those of the files. */
	const isCounted = (c) => counted !== null && counted.options.every(([option, text]) => ['stratum', 'produced-since', 'known-missed'].includes(option) || c.options.some((one) => one.text === `--${option}=${text}`));

	/* Of the sheet: files with checksums, and what was taken for granted. */
	const sourcesOf = ({ sources, notes, families }) => element('section', { id: 'v-sources' }, element('h2', {}, 'Where the counts come from'),
		element('div', { class: 'scroll' }, element('table', {}, element('thead', {}, element('tr', {}, ['file', 'bytes', 'checksum (XXH64)'].map((text, i) => element('th', { scope: 'col', class: i === 1 ? null : 'text' }, text)))),
			element('tbody', {}, sources.map(([name, bytes, sum]) => element('tr', {}, element('th', { scope: 'row', class: 'text' }, name), element('td', {}, page.count(bytes)), element('td', { class: 'text' }, element('code', {}, sum))))))),
		element('ul', {}, [...notes, ...families === '' ? [] : [`Whole families were drawn; they are those of the column ${families}.`]].map((text) => element('li', {}, text))));

	/* ---- filling ---- */

	const isUsed = (details) => [...details.querySelectorAll('input')].some((input) => input.type !== 'checkbox' && input.value !== '');

	/* Fills the whole form -> number of values that have no field. */
	const fill = (values) => {
		for (const [name, list] of lists) {
			const rows = [];
			for (let i = 1; i <= 30 && PARTS.some((part) => values[`${name}-${i}-${part}`] !== undefined); i++)
				rows.push(Object.fromEntries(PARTS.map((part) => [part, values[`${name}-${i}-${part}`] ?? ''])));
			list.fill(rows);
		}
		for (const [id, one] of fields)
			one.set(values[id] ?? { level: '95', looks: 'one' }[id] ?? '');
		for (const list of lists.values())
			list.rows.forEach((row) => row.refresh(list.rows.length));
		for (const details of document.querySelectorAll('#v-step-more details'))
			details.open = isUsed(details);
		page.setTitle(fields.get('title').get(), 'validate');
		changed();
		return Object.keys(values).filter((id) => !fields.has(id)).length;
	};

	const EXAMPLE = { 'produced-1-documents': '40000', 'produced-1-sampled': '500', 'produced-1-relevant': '388',
		'null-1-documents': '960000', 'null-1-sampled': '2400', 'null-1-relevant': '9', target: '75', title: 'Example: review of one million messages', word: 'responsive' };

	/* ---- the panel ---- */

	const build = (root) => {
		const { form, sheet, peek } = page.split(root);
		const part = fromFiles.part({ oncounts: takeCounts });
		const load = (values) => {
			part.clear();
			return fill(values);
		};
		form.append(element('h1', {}, 'What does the sample show?'),
			element('p', { class: 'lead' }, 'Drop the files of your review, or type the counts. ' +
				'You get the figures with their bounds, and sentences for a report.'),
			element('div', { class: 'bar' }, page.button('v-example', 'Show an example', () => load(EXAMPLE)),
				page.button('v-clear', 'Clear', () => load({}), 'quiet')),
			part.root, ...steps());
		const answerBox = element('div', { id: 'v-answer', class: 'sheet' });
		const command = page.command('v-command');
		const tools = element('div', { class: 'bar tools' }, page.button('v-print', 'Print', () => print(), 'main'));
		sheet.append(tools, answerBox, command.root);

		const state = (name, target = 'none') => {
			answerBox.dataset.state = name;
			answerBox.dataset.target = target;
			answerBox.setAttribute('aria-busy', name === 'waiting');
			tools.hidden = name !== 'ready' && name !== 'waiting';
		};
		const instead = (name, ...children) => {
			state(name);
			command.show(null);
			peek('');
			answerBox.replaceChildren(element('div', { class: 'instead' }, children));
		};
		const empty = () => instead('empty', element('h2', {}, 'Your answer appears here'),
			element('p', {}, 'Start with what was produced and what was not: how many documents, ' +
				'how many of them were drawn at random and reviewed, and how many of these were found relevant.'),
			element('p', {}, 'One side is enough to start: a sample of what was produced gives precision, a sample of the rest gives elusion.'));
		const refuse = (c, text) => {
			const shown = placeMessage(c, text);
			instead('wrong', element('h2', {}, 'These counts do not fit together'), shown ? page.pointers(c.wrong) : element('p', {}, page.inWords(text, NAMES)));
		};

		let current = null, given = null, expected = null; /* the answer as the program gave it, and as a case has it */
		const ask = page.answering({
			onwait() {
				state('waiting', answerBox.dataset.target);
				answerBox.querySelector('.instead')?.remove();
			},
			onfail: (reason) => instead('failed', element('h2', {}, 'The program stopped'), element('p', {}, String(reason?.message ?? reason))),
			ondone: (results) => showAnswer(results), long: answerBox,
			oncancel: () => instead('empty', element('h2', {}, 'Cancelled'), page.button('v-again', 'Begin again', () => changed())),
		});
		const showAnswer = ([html, lines]) => {
			const message = html.status !== 0 || lines.status !== 0 ? page.message(html.err || lines.err) : '';
			if (message !== '') {
				refuse(current, message);
				return;
			}
			given = { html: html.out, jsonl: lines.out };
			const copy = element('div', { id: 'v-sheet' }, answer.copy(html.out)), target = report.target(lines.out, copy);
			report.arrange(copy);
			const head = [...copy.children].filter((one) => one.matches('h1, h1 + p'));
			const verdict = report.verdict(copy, target, page.percent(fields.get('target').read().value)), figures = report.figures(copy);
			const early = current.early ? element('p', { class: 'note' },
				'The target is about recall, which needs counts of what was produced and of what was not.') : null;
			const sources = isCounted(current) ? sourcesOf(counted) : null;
			if (sources !== null)
				copy.querySelector('footer')?.before(sources);
			if (sources !== null && counted.args !== null) /* they stand below, in the words of this page */
				head.filter((one) => one.textContent.startsWith('Warning: ')).concat([...copy.children].filter((one) => one.matches('p') && one.textContent.startsWith('Warning: '))).forEach((one) => one.remove());
			const question = current.options.map((one) => one.text).join('\n');
			if (expected !== null)
				expected.question ??= question; /* until something is changed */
			const differs = expected?.question === question && expected.text !== report.sentences(copy)
				? element('p', { id: 'v-differs', class: 'note' }, `The case was saved with another answer: ${expected.text}`) : null;
			answerBox.replaceChildren(element('div', { class: 'headline' }, head.filter((one) => one.parentNode === copy)), ...[differs, verdict, early, figures].filter((one) => one !== null), copy,
				element('p', { class: 'paper' }, page.origin));
			state('ready', target);
			peek(verdict?.querySelector('.head').textContent ?? 'See the answer');
			page.say([...(verdict ?? figures)?.querySelectorAll('p, dt, dd') ?? []].map((one) => one.textContent).join(' ') || 'The answer is ready.');
		};
		const run = () => {
			const fromThem = isCounted(current) && counted.args !== null, asked = current.options.slice(fromThem ? current.counts : 0).map((one) => one.text);
			const args = ['validate', ...fromThem ? counted.args : [], ...asked];
			command.show(args);
			if (fromThem && counted.files === undefined) { /* of a case; its files are not here */
				ask(null);
				if (asked.join('\n') !== counted.asked.join('\n'))
					instead('empty', element('h2', {}, 'The files are needed again'), element('p', {}, 'Families were drawn. To ask something else, drop the files again.'));
				else
					showAnswer([counted.answer.html, counted.answer.jsonl].map((out) => ({ status: 0, out, err: '' })));
				return;
			}
			ask(['html', 'jsonl'].map((format) => ({ args: [...args, `--format=${format}`], files: fromThem ? counted.files : [] })));
		};
		changed = () => {
			const c = current = gather();
			for (const span of words)
				span.textContent = fields.get('word').get() || 'relevant';
			for (const details of form.querySelectorAll('details'))
				details.classList.toggle('used', isUsed(details));
			ask(null);
			if (c.wrong.length > 0)
				instead('wrong', element('h2', {}, 'Please correct'), page.pointers(c.wrong));
			else if (c.missing.length > 0)
				instead('empty', element('h2', {}, 'Still to fill in'), page.pointers(c.missing));
			else if (c.counts === 0)
				empty();
			else
				run();
		};
		page.onTitle('validate', (text) => {
			fields.get('title').set(text);
			changed();
		});
		changed();
		return {
			clear: () => load({}),
			save() {
				const values = Object.fromEntries([...fields].map(([id, one]) => [id, one.get()]).filter(([id, text]) => text !== ({ level: '95', looks: 'one' }[id] ?? '')));
				if (Object.keys(values).length === 0)
					return null;
				const { options, sources, notes, families, args } = counted ?? {}, ours = isCounted(current);
				return { fields: values, counted: ours ? { options, sources, notes, families, ...args === null ? {} : { args, answer: given, asked: current.options.slice(current.counts).map((one) => one.text) } } : undefined,
					sentences: answerBox.dataset.state === 'ready' ? report.sentences(answerBox.querySelector('#v-sheet')) : undefined };
			},
			load({ fields: values, counted: before, sentences }) {
				const unknown = load(values), texts = (list) => Array.isArray(list) && list.every((one) => typeof one === 'string');
				const fits = before !== undefined && [before.options, before.sources].every((list) => Array.isArray(list) && list.every(texts)) && texts(before.notes) && typeof before.families === 'string' &&
					(before.args === undefined || texts(before.args) && texts(before.asked) && texts([before.answer?.html, before.answer?.jsonl]));
				expected = typeof sentences === 'string' ? { text: sentences } : null;
				counted = fits ? { ...before, args: before.args ?? null } : null;
				changed();
				return unknown;
			},
		};
	};

	page.panel({ id: 'validate', title: 'Validate', build });
}
