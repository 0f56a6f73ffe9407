/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The picture of plan: shares over the size of a sample, from lines of the program.
 */
const curves = {};
{
	const BOX = { left: 68, right: 622, top: 34, bottom: 250, width: 640, height: 300 };
	const COLOURS = ['#0072b2', '#d55e00', '#009e73'];
	const DASHES = ['none', '8 4', '2 3'];
	const svg = (tag, attributes, ...children) => element(`svg:${tag}`, attributes, ...children);

	/* About four round numbers from 0 to the end. */
	const ticks = (end) => {
		const power = 10 ** Math.floor(Math.log10(end / 4)), step = [1, 2, 2.5, 5, 10].find((one) => one * power >= end / 4) * power;
		return Array.from({ length: Math.floor(end / step + 1e-9) + 1 }, (_, i) => i * step);
	};
	const asPercent = (share) => `${Number((100 * share).toPrecision(4))} %`;

	/* lines: [{ name, points: [[x, y]] }]; mark: [x, y] of the answer; goal: a height, or NaN */
	curves.picture = ({ over, along, zoom }, lines, mark, goal) => {
		const all = lines.flatMap((line) => line.points), endX = Math.max(...all.map(([x]) => x));
		const heights = [...all.map(([, y]) => y), goal || 0], high = Math.max(...heights), low = zoom ? Math.min(...heights) : 0;
		const beginY = Math.max(0, Math.floor(10 * low - 1) / 10), endY = zoom ? Math.min(1, Math.ceil(10 * high) / 10) : high > 0.5 ? 1 : high * 1.1;
		const x = (value) => BOX.left + (BOX.right - BOX.left) * value / endX;
		const y = (value) => BOX.bottom - (BOX.bottom - BOX.top) * (value - beginY) / (endY - beginY);
		const text = (atX, atY, anchor, words, more = {}) => svg('text', { x: atX.toFixed(1), y: atY.toFixed(1), 'text-anchor': anchor, ...more }, words);
		const rule = (atX, atY, d, more) => svg('path', { d: `M${atX.toFixed(1)},${atY.toFixed(1)}${d}`, fill: 'none', stroke: 'currentColor', ...more });
		const drawn = [text(BOX.left, 18, 'start', over, { 'font-weight': '600' }), text(BOX.right, BOX.bottom + 42, 'end', along)];
		for (const tick of ticks(endX))
			drawn.push(text(x(tick), BOX.bottom + 19, 'middle', page.count(Math.round(tick))));
		for (const tick of ticks(endY - beginY).map((one) => beginY + one))
			drawn.push(rule(BOX.left, y(tick), `H${BOX.right}`, { 'stroke-opacity': '0.18' }), text(BOX.left - 8, y(tick) + 4, 'end', asPercent(tick)));
		if (goal > 0)
			drawn.push(rule(BOX.left, y(goal), `H${BOX.right}`, { 'stroke-dasharray': '7 4', 'stroke-opacity': '0.7' }));
		lines.forEach((line, i) => {
			const path = line.points.map(([a, b], k) => `${k === 0 ? 'M' : 'L'}${x(a).toFixed(1)},${y(b).toFixed(1)}`).join('');
			const look = { stroke: COLOURS[i % 3], 'stroke-width': '2.2', 'stroke-dasharray': DASHES[i % 3] };
			drawn.push(svg('path', { d: path, fill: 'none', ...look }));
			if (lines.length > 1)
				drawn.push(text(BOX.right - 36, BOX.top + 14 + 18 * i, 'end', line.name), rule(BOX.right - 30, BOX.top + 10 + 18 * i, 'h30', look));
		});
		if (mark !== null)
			drawn.push(rule(x(mark[0]), y(mark[1]), `V${BOX.bottom}`, { 'stroke-opacity': '0.5' }),
				svg('circle', { cx: x(mark[0]).toFixed(1), cy: y(mark[1]).toFixed(1), r: '5', fill: COLOURS[1] }));
		const some = (line) => line.points.filter((_, i) => i % 3 === 0).map(([a, b]) => `${page.count(a)}: ${asPercent(b)}`);
		const said = `${over}, by ${along}. ${lines.map((line) => [line.name, ...some(line)].join(' ')).join('. ')}`;
		return element('figure', {}, svg('svg', { id: 'p-curve', viewBox: `0 0 ${BOX.width} ${BOX.height}`, width: BOX.width, height: BOX.height,
			role: 'img', 'aria-label': said, 'font-size': '13', fill: 'currentColor' }, drawn));
	};
}
