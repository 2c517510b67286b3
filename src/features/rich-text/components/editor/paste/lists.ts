import { all, styleOf, textOf, unwrap } from './dom.ts'

/** One point of a list, as it is found in a document that has no real lists. */
interface Item {
	/** 1 for the outermost. */
	readonly level: number
	/** The number it begins with; undefined where it has a dot or a dash. */
	readonly number: number | undefined
	readonly content: readonly Node[]
}

/** Levels beyond this are made to hurt, not to be read. */
const DEEPEST = 9

const ROMAN: Record<string, number> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 }

function romanOf(text: string): number | undefined {
	if (!/^m{0,3}(cm|cd|d?c{0,3})(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})$/.test(text)) return undefined
	const values = [...text].map((letter) => ROMAN[letter] ?? 0)
	return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0)
}

/** The number of a marker: 3 for "3.", "(c)" and "iii)"; undefined for a dot, a dash or Word's letter "o". */
export function numberOf(marker: string): number | undefined {
	const label = /^\(?(?:\d+\.)*(\d{1,4}|[a-z]|[ivxlcdm]{1,8})[.)]/i.exec(marker)?.[1]?.toLowerCase()
	if (label === undefined) return undefined
	if (/^\d/.test(label)) return Number(label)
	if (label.length > 1 || label === 'i') return romanOf(label) ?? 1
	return label.charCodeAt(0) - 96
}

/** A list that the next point may go into. */
interface OpenList {
	readonly level: number
	readonly isOrdered: boolean
	readonly list: HTMLElement
}

function beginList({ level, number }: Item, page: Document): OpenList {
	const isOrdered = number !== undefined
	const list = page.createElement(isOrdered ? 'ol' : 'ul')
	if (isOrdered && number > 1) list.setAttribute('start', String(number))
	return { level, isOrdered, list }
}

/** Lists of `items`, one inside the other by their levels. */
function listsOf(items: readonly Item[], page: Document): HTMLElement[] {
	const roots: HTMLElement[] = []
	/** From the outside in. */
	let open: OpenList[] = []
	for (const item of items) {
		const isOrdered = item.number !== undefined
		open = open.filter(
			({ level, ...one }) => level < item.level || (level === item.level && one.isOrdered === isOrdered),
		)
		let current = open.at(-1)
		if (current?.level !== item.level) {
			const parent = current?.list.lastElementChild
			current = beginList(item, page)
			if (parent) parent.append(current.list)
			else roots.push(current.list)
			open.push(current)
		}
		const point = page.createElement('li')
		point.append(...item.content)
		current?.list.append(point)
	}
	return roots
}

/** The next element, where nothing that is read stands between. */
function nextElement(element: Element): Element | null {
	let next = element.nextSibling
	while (next && next.nodeType !== 1 && textOf(next) === '') next = next.nextSibling
	return next?.nodeType === 1 ? (next as Element) : null
}

/** Puts real lists where runs of neighbors stand of which `itemsOf` finds points. */
function gather(root: HTMLElement, selector: string, itemsOf: (element: Element) => Item[] | undefined): void {
	const done = new Set<Element>()
	for (const first of all(root, selector)) {
		if (done.has(first) || !itemsOf(first)) continue
		const run: Element[] = []
		for (let next: Element | null = first; next && itemsOf(next); next = nextElement(next)) run.push(next)
		for (const element of run) done.add(element)
		const items = run.flatMap((element) => itemsOf(element) ?? [])
		first.before(...listsOf(items, root.ownerDocument))
		for (const element of run) element.remove()
	}
}

/** Word keeps the marker of a point in a span of its own. */
const markerOf = (element: Element) => all(element, 'span').find((span) => styleOf(span, 'mso-list') === 'ignore')

const levelOf = (element: Element) =>
	Math.min(DEEPEST, Number(/level(\d+)/.exec(styleOf(element, 'mso-list'))?.[1] ?? 0))

/** Word's points are paragraphs that say so in a property of their style. */
function wordLists(root: HTMLElement): void {
	for (const heading of all(root, 'h1, h2, h3, h4, h5, h6')) {
		// A numbered heading keeps its number, and is no list.
		const marker = markerOf(heading)
		if (marker) marker.replaceWith(`${textOf(marker)} `)
	}
	gather(root, 'p, div', (element) => {
		const level = levelOf(element)
		const marker = markerOf(element)
		if (level === 0 || !marker) return undefined
		const number = numberOf(textOf(marker))
		const content = [...element.childNodes].map((node) => node.cloneNode(true))
		const holder = root.ownerDocument.createElement('p')
		holder.append(...content)
		markerOf(holder)?.remove()
		return [{ level, number, content: [holder] }]
	})
}

/** Word in a browser: each point is a list of its own, and says its level. */
function wordOnlineLists(root: HTMLElement): void {
	for (const wrapper of all(root, '.ListContainerWrapper')) unwrap(wrapper)
	gather(root, 'ul, ol', (list) => {
		const points = [...list.children].filter((child) => child.hasAttribute('data-aria-level'))
		if (points.length === 0 || points.length !== list.children.length) return undefined
		const start = Number(list.getAttribute('start') ?? 1)
		return points.map((point, at) => ({
			level: Math.min(DEEPEST, Number(point.getAttribute('data-aria-level')) || 1),
			number: list.localName === 'ol' ? start + at : undefined,
			content: [...point.childNodes].map((node) => node.cloneNode(true)),
		}))
	})
}

/** Google Docs and old editors put a list into a list, where HTML wants it in the point before. */
function nestedLists(root: HTMLElement): void {
	for (const inner of all(root, ':is(ul, ol) > :is(ul, ol)')) {
		const before = inner.previousElementSibling
		if (before?.localName === 'li') before.append(inner)
		else {
			const point = root.ownerDocument.createElement('li')
			inner.replaceWith(point)
			point.append(inner)
		}
	}
}

/** Makes real lists of what a document shows as such. */
export function makeLists(root: HTMLElement): void {
	wordLists(root)
	wordOnlineLists(root)
	nestedLists(root)
}
