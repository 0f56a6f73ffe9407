/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Counts of a review from files: exports with codes, and lists of documents. The program says what the columns and
 * words of each export are taken for (--show=columns), and it counts; here they are shown, and can be changed. Exports
 * with the same header share their columns.
 *
 *	const part = fromFiles.part({ oncounts })	part.root, part.clear(), part.list
 *
 * oncounts(null) is called when there are no counts, oncounts(found) when there are: found.options [[option, text]] as the
 * program would have them typed, found.args for an answer that counts alone do not give or null, found.notes, found.sources.
 */
const fromFiles = {};
{
	const ROLES = [['production', 'List of what was produced'], ['coded', 'Export with the codes'], ['null-sample', 'Sample of what was not produced'],
		['control', 'Control set'], ['collection', 'List of all documents'], ['null-set', 'List of what was not produced'], ['withheld', 'List of what was withheld'], ['culled', 'List of what was culled']];
	const OPTION_OF = { production: 'produced', 'null-sample': 'null-sample', control: 'control', collection: 'collection', 'null-set': 'drawn-from', withheld: 'withheld', culled: 'culled' };
	const USES = [['docno', 'Document'], ['rel', 'Coding'], ['stratum', 'Stratum'], ['size', 'Size of the stratum'], ['cluster', 'Family or thread'], ['privilege', 'Privilege']];
	const SHEETS = 'The workbook has several sheets: choose the one with the codes.';
	const NEEDED = ['docno', 'rel'];
	const COUNTS = [['relevant', 'relevant'], ['not relevant', 'not relevant'], ['left out', 'neither: left out']];
	const WORD_OPTION = { relevant: 'relevant-word', 'not relevant': 'nonrelevant-word', 'left out': 'gray-word' };

	/* What options are called in this form, for messages. */
	const NAMES = { produced: 'the list of what was produced', 'null-sample': 'a file as "Sample of what was not produced"', control: 'a file as "Control set"',
		collection: 'the list of all documents', 'drawn-from': 'the list of what was not produced', 'hidden-rows': 'the hidden rows', withheld: 'a file as "List of what was withheld"', culled: 'a file as "List of what was culled"',
		'relevant-word': 'relevant', 'nonrelevant-word': 'not relevant', 'gray-word': 'left out', sheet: 'the sheet', 'run-sheet': 'the sheet', header: 'the row of the header' };
	const KNOWN = [
		[/; say what they mean, as in .*$/, '. Say below what they count as'], [/; (?:if it has another name, say so|say which), as in .*$/, '. Choose the column below'],
		[/ \(known names: .*\)$/, ''], [/ \(known: .*\)$/, ''], [/how many documents there are is missing: .*$/, 'How many documents are there in all?'],
		[/(?:say )?--column=(\w+)=$/, (all, use) => `choose no column for "${USES.find(([name]) => name === use)?.[1] ?? use}"`],
		[/ validate needs strata that are produced or not; .*$/, ' A stratum must be produced, or not, as a whole'],
		[/; a control set beside a sample of the null set says so: .*$/, '. If one of them is a control set, or a sample of what was not produced, say so beside the file'],
		[/is given as counts, --withheld=N:n:r and --culled=N:n:r/, 'is typed as counts below: remove the list'],
		[/, or type --run-column=docno='.*' if all lists have it/, ''], [/neither relevant nor not: left out/, 'neither relevant nor not relevant: left out'],
		[/-N is missing, the number of all documents/, 'type the number of all documents below'],
		[/-N (\d+): /, '$1 documents in all: '],
	];
	const inWords = (message) => page.inWords(KNOWN.reduce((text, [from, to]) => text.replace(from, to), message), NAMES);

	/*
	 * A question of the program has its answers as commands: "why. If this: strat_eval validate ... OPTIONS; if that: ...".
	 * -> { why, answers: [[options, meaning]] }, or null. Answers with a file of the user's are told, not offered.
	 */
	const ANSWER = /([Ii]f [^:;]*): (?:strat_eval validate [^]*? |add )(--(?:drawn-from=[a-z]+(?: --drawn-from=[a-z]+)*|drawn-from=FILE|null-sample=FILE|produced-since=(?:0:0|FILE)|column=(?:privilege|cluster)=(?:'[^']*')?|cluster-column='[^']*'))(?=; if |$)/g;
	const questionIn = (message) => {
		const answers = [...message.matchAll(ANSWER)].map(([, meaning, options]) => [options, meaning.replace(/^i/, 'I')]);
		return answers.length === 0 ? null : { why: message.slice(0, message.search(/\. If /) + 1), answers: answers.filter(([options]) => !options.endsWith('=FILE')),
			told: answers.filter(([options]) => options.endsWith('=FILE')).map(([options, meaning]) => `${meaning}: ${options.includes('null-sample') ? 'add the list as "Sample of what was not produced"' : options.includes('drawn-from') ? 'add the list as "List of what was not produced"' : `that is for the command line, ${options}`}.`) };
	};
	const optionsOf = (text) => text.split(/ (?=--)/).map((one) => one.replace(/='(.*)'$/, '=$1')).filter((one) => one !== '');

	const records = (jsonl) => jsonl.trim().split('\n').map((line) => JSON.parse(line));

	/* { columns: [{ name, use, words: [{ word, rows, counts }] }], rows } */
	const lookOf = (jsonl) => {
		const columns = [];
		for (const { use, column, word, rows, counts_as: counts } of records(jsonl))
			if (word === null)
				columns.push({ name: column, use, rows, words: [] });
			else
				columns.at(-1).words.push({ word, rows, counts });
		return { columns, rows: columns[0]?.rows ?? 0, of: (use) => columns.find((one) => one.use === use) };
	};
	const codesOf = (look) => look?.of('rel')?.words.filter(({ word }) => word !== '') ?? [];
	const lookAt = (item, more = []) => engine.run({ args: ['validate', item.path, '--show=columns', '--format=jsonl', ...more], files: [{ name: item.name, blob: item.blob }] });

	const named = (name) => /null[-_ ]?set|not[-_ ]?produced/i.test(name) ? 'null-set' : /null|elusion|discard|drawn|sample/i.test(name) ? 'null-sample' : /control/i.test(name) ? 'control'
		: /priv|withheld/i.test(name) ? 'withheld' : /cull/i.test(name) ? 'culled' : /collection|universe|everything|all[-_ .]/i.test(name) ? 'collection' : 'production';

	/* Codes make an export, unless there is one and the name says that it is a list; one document a line is a list. */
	const coded = new Set(); /* names of files with codes */
	const guess = async (file, name, others) => {
		const { status, out } = await lookAt({ name, path: files.path(name), blob: file }, ['--hidden-rows=read']).promise;
		const look = status === 0 ? lookOf(out) : null, codes = codesOf(look).length > 0;
		const first = !others.some((item) => item.role() === 'coded'), drawn = look?.of('size') !== undefined;
		const plain = named(name) === 'production' && !/prod|vol/i.test(name), wide = look?.columns.length > 3;
		coded[codes ? 'add' : 'delete'](name);
		return { role: first && (codes || wide) || codes && (drawn || plain) || plain && wide && look.of('docno') === undefined ? 'coded' : named(name), format: '' };
	};

	/* The words of a command line, as a shell reads them. */
	const unquoted = (line) => (line.match(/(?:'[^']*'|\\.|[^\s'\\])+/g) ?? []).map((word) => word.replace(/'([^']*)'|\\(.)/g, (all, quoted, one) => quoted ?? one));

	/* What the page of the program tells: the counts as options, and the files with their checksums. */
	const toldBy = (html) => {
		const root = element('div', {}, answer.copy(html)), line = [...root.querySelectorAll('pre')].find((one) => !one.closest('footer') && /^strat_eval validate /.test(one.textContent));
		const options = unquoted(line?.textContent ?? '').slice(2).map((word) => word.match(/^--([a-z-]+)=([^]*)$/)?.slice(1)).filter((one) => one !== undefined);
		const sources = [...root.querySelectorAll('footer tbody tr')].map((row) => [...row.cells].map((cell) => cell.textContent.trim()));
		return { options, sources };
	};
	const warningsIn = (err) => err.split('\n').filter((text) => text.includes(': warning: ')).map((text) => inWords(text.replace(/^.*?: warning: /, '')));

	fromFiles.part = ({ oncounts }) => {
		const columnsBox = element('div', { id: 'v-columns' }), status = element('p', { id: 'v-files-said', class: 'note', role: 'status', hidden: true });
		const notes = element('ul', { id: 'v-files-notes', class: 'notes', hidden: true });
		const chosen = { column: new Map(), word: new Map() }; /* by header and use; by word: changed by the user */
		const questions = new Map(); /* by what they are about: the answer that was chosen, as options */
		const asked = element('div', { id: 'v-files-questions' });
		let looks = [], looked = '', lost = false; /* looks: [{ header, names, look }], of each header the first */
		const tell = (text) => {
			status.textContent = text;
			status.hidden = text === '';
		};
		const note = (texts) => {
			notes.replaceChildren(...texts.map((text) => element('li', {}, text)));
			notes.hidden = texts.length === 0;
		};
		const all = page.field({ id: 'v-files-all', kind: 'count', label: 'Documents in all', oninput: () => changed(),
			help: 'Of which the production and the rest are parts. Empty: the export lists them all, or a list of them is here.' });
		const sheet = page.field({ id: 'v-files-sheet', kind: 'choice', label: 'Sheet of the workbook', choices: [], oninput: () => changed() });
		const list = files.list({ id: 'v-files', roles: ROLES, hint: 'Drop the export with the codes (or several) and the lists of what was produced here: CSV, Excel (.xlsx) or text.', guess,
			onchange: () => {
				questions.clear();
				asked.replaceChildren();
				changed();
			} });
		const hidden = page.field({ id: 'v-files-hidden', kind: 'choice', label: 'Rows that a filter hides', choices: [['', 'choose'], ['read', 'they count too'], ['left-out', 'they are left out']], oninput: () => changed() });
		const header = page.field({ id: 'v-files-header', kind: 'count', label: 'Row of the header', help: 'If titles stand above it. Empty: the first row.', oninput: () => changed() });
		all.root.hidden = header.root.hidden = sheet.root.hidden = hidden.root.hidden = true;

		/* Each question stays, with its answer, until the files change. */
		const about = (answers) => answers[0][0].match(/drawn-from|produced-since|privilege|cluster/)[0];
		const put = ({ why, answers, told }) => {
			const kind = about(answers);
			questions.set(kind, '');
			const made = page.field({ id: `v-question-${kind}`, kind: 'choice', label: why, choices: [['', 'choose'], ...answers], help: told.join(' '), oninput: () => {
				questions.set(kind, made.get());
				changed();
			} });
			asked.append(made.root);
			stuck('Answer the question below: the files do not say.');
		};
		const answered = () => [...questions.values()].flatMap(optionsOf);
		const familiesOf = () => answered().find((one) => one.startsWith('--cluster-column='))?.slice('--cluster-column='.length) ?? '';

		/* ---- columns and words ---- */

		/* If one header has another column, all say theirs; "none" comes first. */
		const chosenOf = (header, use) => chosen.column.get(JSON.stringify([header, use]));
		const columnOf = ({ header, look }, use) => chosenOf(header, use) ?? look.of(use)?.name ?? '';
		const columnOptions = () => USES.filter(([use]) => looks.some(({ header }) => chosenOf(header, use) !== undefined))
			.flatMap(([use]) => [...new Set(looks.map((one) => columnOf(one, use)))].sort((a, b) => (a !== '') - (b !== '')).map((name) => `--column=${use}=${name}`));
		const every = (use) => looks.length > 0 && looks.every(({ look }) => look.of(use) !== undefined);
		/* The words of all files, each once. */
		const allWords = () => {
			const words = new Map();
			for (const { word, rows, counts } of looks.flatMap(({ all }) => all.flatMap((look) => look.of('rel')?.words ?? [])))
				words.set(word.toLowerCase(), { word, counts, rows: rows + (words.get(word.toLowerCase())?.rows ?? 0) });
			return [...words.values()];
		};
		const wordOptions = () => [...chosen.word].map(([word, counts]) => `--${WORD_OPTION[counts]}=${word}`);
		const sheetOption = () => [...sheet.root.hidden ? [] : [`--sheet=${sheet.get()}`], ...hidden.root.hidden ? [] : [`--hidden-rows=${hidden.get()}`], ...header.read().value === '' ? [] : [`--header=${header.read().value}`]];
		const select = (id, label, choices, value, onpick) => {
			const made = page.field({ id, kind: 'choice', label, choices, oninput: () => onpick(made.get()) });
			made.set(value);
			return made.root;
		};
		const picksOf = ({ header, look }, number) => {
			const names = look.columns.map(({ name }) => [name, name || '(without a name)']);
			return USES.filter(([use]) => NEEDED.includes(use) || look.of(use) !== undefined || ['stratum', 'cluster', 'privilege'].includes(use)).map(([use, label]) =>
				select(`v-column-${use}${number > 0 ? `-${number + 1}` : ''}`, label, [['', NEEDED.includes(use) ? 'choose' : 'none'], ...names], look.of(use)?.name ?? '', (name) => {
					chosen.column.set(JSON.stringify([header, use]), name);
					if (use === 'rel')
						chosen.word.clear();
					changed();
				}));
		};
		const showColumns = () => {
			const words = allWords();
			const row = ({ word, rows, counts }, i) => element('tr', {}, element('td', { class: 'text' }, word === '' ? element('i', {}, 'empty') : word), element('td', {}, page.count(rows)),
				element('td', { class: 'text' }, word === '' ? 'not reviewed' : element('select', { id: `v-word-${i}`, 'aria-label': `What does ${word} count as?`, oninput: (event) => {
					chosen.word.set(word, event.target.value);
					changed();
				} }, counts === 'unknown' ? element('option', { value: '' }, 'choose') : null, COUNTS.map(([value, label]) => element('option', { value, selected: value === counts }, label)))));
			columnsBox.replaceChildren(element('h3', {}, looks[0].names.length + looks.length > 2 ? 'What is in the exports' : 'What is in the export'),
				...looks.flatMap((one, i) => [looks.length > 1 ? element('p', { class: 'help' }, `${one.names.join(', ')}:`) : '', element('div', { class: 'two', ...looks.length > 1 ? { role: 'group', 'aria-label': one.names.join(', ') } : {} }, picksOf(one, i))]),
				words.length === 0 ? '' : element('div', { class: 'scroll' }, element('table', { id: 'v-words', class: 'words' },
					element('thead', {}, element('tr', {}, ['word', 'documents', 'counts as'].map((text) => element('th', { scope: 'col', class: text === 'documents' ? null : 'text' }, text)))),
					element('tbody', {}, words.map(row)))));
		};
		/* Results of the program in the order of the files. */
		const takeLooks = (results, runs) => {
			looks = [];
			results.forEach((result, i) => {
				const look = lookOf(result.out), header = JSON.stringify(look.columns.map(({ name }) => name)), known = looks.find((one) => one.header === header);
				known?.names.push(runs[i].files[0].name);
				known?.all.push(look);
				if (known === undefined)
					looks.push({ header, look, names: [runs[i].files[0].name], all: [look] });
			});
			/* our own sample of families says so */
			if (looked === '' && looks.every(({ look }) => look.of('cluster')?.name === 'cluster' && look.of('size') !== undefined))
				questions.set('cluster', '--cluster-column=cluster');
			looked = runs[0].key;
			showColumns();
			changed();
		};

		/* ---- asking ---- */

		const fail = (message) => {
			const question = questionIn(message);
			if (question !== null && question.answers.length > 0 && !questions.get(about(question.answers))) {
				if (!questions.has(about(question.answers)))
					put(question);
				else
					stuck('Answer the question below: the files do not say.');
				return;
			}
			const item = list.items.find((one) => message.startsWith(`${one.path}:`)), sheets = message.match(/ has several sheets; .*?: (.*)$/)?.[1];
			if (sheets !== undefined) {
				const names = [...sheets.matchAll(/'([^']*)'/g)].map(([, name]) => [name, name]);
				sheet.input.replaceChildren(...[['', 'choose'], ...names].map(([value, label]) => element('option', { value }, label)));
				sheet.root.hidden = false;
				stuck(SHEETS);
				return;
			}
			if (/ rows are hidden, as by a filter/.test(message)) {
				hidden.root.hidden = false;
				stuck(`${message.replace(/: --hidden.*/, '')}. Say below whether they count.`);
				return;
			}
			const text = inWords(item === undefined ? message : message.replace(`${item.path}:`, 'Line ').replace(/^Line (?!\d)\s*/, ''));
			item?.error(text);
			stuck(item === undefined ? text : `${item.name}: ${text}`);
		};
		const waiting = element('div', {});
		const ask = page.answering({ delay: 50, long: waiting, oncancel: () => stuck('Cancelled. Change something above to begin again.'), onfail: (reason) => stuck(String(reason?.message ?? reason)), ondone: (results, runs) => {
			const result = results.find(({ status }) => status !== 0) ?? results[0], run = runs[results.indexOf(result)];
			if (result.status !== 0) {
				const message = page.message(result.err.split('\n').filter((line) => !line.includes(': warning: ')).join('\n'));
				if (run.assumed && /not in the collection/.test(message)) {
					lost = true; /* the export does not list them all */
					changed();
				} else
					fail(message);
			} else if (run.look)
				takeLooks(results, runs);
			else {
				const told = toldBy(result.out);
				note([...warningsIn(result.err), ...run.assumed ? [`The export is taken as the list of all documents: ${page.count(looks[0].look.rows)}.`] : []]);
				tell('');
				page.say('The counts are filled in.');
				oncounts({ ...told, notes: warningsIn(result.err), args: run.plain, files: run.files, families: familiesOf() });
			}
		} });

		const countArgs = (exports) => {
			const listed = Object.entries(OPTION_OF).flatMap(([role, option]) => list.of(role).map((item) => `--${option}=${item.path}`));
			const samples = list.of('control').length + list.of('null-sample').length > 0;
			const strata = !samples && exports.length === 1 && every('stratum') && every('size');
			const open = allWords().some(({ word }) => word === '');
			const typed = all.read(), given = list.of('collection').length > 0 || typed.value !== '' || strata || list.of('null-set').length > 0 && list.of('production').length === 0;
			const assumed = !given && open && !lost && exports.length === 1;
			const families = familiesOf() !== '';
			const other = [...new Set(looks.map((one) => columnOf(one, 'cluster')))].filter((name) => name !== '' && name !== familiesOf());
			const drawn = [...answered(), ...families ? other.map((name) => `--column=cluster=${name}`) : []];
			const said = columnOptions().filter((text) => !(families && text.startsWith('--column=cluster=')) && !(samples && text.startsWith('--column=stratum=')));
			const columns = [...said, ...samples && looks.some(({ look }) => look.of('stratum') !== undefined) ? ['--column=stratum='] : [], ...wordOptions(), ...sheetOption(), ...drawn];
			return { wrong: typed.wrong, unsized: !given && !assumed, assumed, plain: [...exports.map(({ path }) => path), ...listed, ...columns,
				...typed.value === '' || list.of('collection').length > 0 ? [] : [`--collection=${typed.value}`], ...assumed ? [`--collection=${exports[0].path}`] : []] };
		};
		/* What is still to be done; without it there are no counts. */
		const stuck = (text) => {
			tell(text);
			oncounts(null);
		};
		const forget = () => {
			looked = '';
			looks = [];
			lost = false;
			sheet.root.hidden = hidden.root.hidden = true;
			hidden.set('');
			questions.clear();
			asked.replaceChildren();
			chosen.column.clear();
			chosen.word.clear();
			columnsBox.replaceChildren();
		};
		const toDo = (unknown) => {
			if (!every('docno') || !every('rel'))
				return `Choose the column of the ${every('docno') ? 'coding' : 'documents'}, or type the row of the header below.`;
			if (unknown.length > 0)
				return `Say what ${unknown.slice(0, 3).map(({ word }) => `\u201c${word}\u201d`).join(', ')} count${unknown.length === 1 ? 's' : ''} as.`;
			return list.of('production').length + list.of('null-set').length === 0 ? 'A list of what was produced is missing; for an elusion test alone, one of what was not produced.' : '';
		};
		const changed = () => {
			/* samples may have codes of their own */
			const exports = [...list.of('coded'), ...['control', 'null-sample'].flatMap((role) => list.of(role)).filter(({ name }) => coded.has(name))];
			ask(null);
			note([]);
			tell('');
			for (const item of list.items)
				item.error(item.refused ?? '');
			columnsBox.hidden = all.root.hidden = header.root.hidden = exports.length === 0;
			if (exports.length === 0) {
				forget();
				stuck(list.items.some((item) => item.refused === undefined) ? 'The export with the codes of the documents is missing.' : '');
				return;
			}
			const more = [...columnOptions(), ...wordOptions(), ...sheetOption()], key = JSON.stringify([exports.map(({ name, blob }) => [name, blob.size]), more]);
			if (!sheet.root.hidden && sheet.get() === '') {
				stuck(SHEETS);
				return;
			}
			if (!hidden.root.hidden && hidden.get() === '') {
				stuck('Some rows are hidden, as by a filter. Say below whether they count.');
				return;
			}
			if (key !== looked) {
				tell('Reading\u2026');
				ask(exports.map((item) => ({ args: ['validate', item.path, '--show=columns', '--format=jsonl', ...more], files: [item], look: true, key })));
				return;
			}
			const missing = toDo(allWords().filter(({ counts }) => counts === 'unknown'));
			if (missing !== '') {
				stuck(missing);
				return;
			}
			const { wrong, unsized, assumed, plain } = countArgs(exports);
			if (wrong !== '' || unsized) {
				stuck(wrong !== '' ? wrong : 'How many documents are there in all? Type their number below.');
				return;
			}
			const used = [...new Set([...exports, ...Object.keys(OPTION_OF).flatMap((role) => list.of(role))])].map(({ name, blob }) => ({ name, blob }));
			tell('Counting\u2026');
			ask([{ args: ['validate', ...plain, '--format=html'], files: used, assumed, plain }]);
		};
		return {
			root: page.group({ id: 'v-step-files', title: 'Your files', help: 'Or leave this out and type the counts below.',
				children: [list.root, status, waiting, columnsBox, element('div', { class: 'two' }, all.root, header.root, sheet.root, hidden.root), asked, notes] }),
			list,
			clear() {
				all.set('');
				header.set('');
				list.clear();
			},
		};
	};
}
