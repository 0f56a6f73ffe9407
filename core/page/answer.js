/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A page of the program (--format=html), copied into this one. It is parsed into a document that runs and loads
 * nothing; then elements, attributes and texts that are on a list are made anew. So whatever the name of a topic or
 * a file contains, it ends as text.
 *
 *	answer.copy(html) -> DocumentFragment
 *	answer.enliven(root)	tables of it can be sorted and copied, as in a page of its own (core/output/page.js)
 */
const answer = {};
{
	const SVG = 'http://www.w3.org/2000/svg';
	const words = (text) => new Set(text.split(' '));
	const html = words('h1 h2 h3 p section div details summary figure table thead tbody tr th td small code pre ul li footer strong em b i span br');
	const drawn = words('svg g path rect circle line polyline polygon text tspan title desc');
	const attributes = words('class scope colspan rowspan open role aria-label');
	const shapes = words('class role aria-label viewBox width height x y x1 y1 x2 y2 cx cy r rx ry d points transform fill fill-opacity '
		+ 'stroke stroke-opacity stroke-width stroke-dasharray stroke-linecap stroke-linejoin opacity text-anchor dominant-baseline '
		+ 'font-family font-size font-weight font-style dx dy');

	const made = (from) => {
		const svg = from.namespaceURI === SVG;
		if (!(svg ? drawn : html).has(from.localName))
			return null;
		const to = svg ? document.createElementNS(SVG, from.localName) : document.createElement(from.localName);
		for (const { name, value } of from.attributes)
			if ((svg ? shapes : attributes).has(name) && !/url\s*\(/i.test(value))
				to.setAttribute(name, value);
		return to;
	};
	const copy = (from, to) => {
		for (const child of from.childNodes)
			if (child.nodeType === Node.TEXT_NODE) {
				to.append(child.data);
			} else if (child.nodeType === Node.ELEMENT_NODE) {
				const own = made(child);
				if (own !== null)
					to.append(copy(child, own));
			}
		return to;
	};

	/* Its style would be refused by the policy of this page, which the browser would log. */
	answer.copy = (text) => copy(new DOMParser().parseFromString(text.replace(/<style>[^]*?<\/style>/, ''), 'text/html').body,
		document.createDocumentFragment());
}
