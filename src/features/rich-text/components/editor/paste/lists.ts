import { all, styleOf, textOf, unwrap } from './dom.ts'

/** A list item of a document without real lists. */
interface Item {
	/** 1 is the outermost. */
	readonly level: number
	/** Its number; undefined for a bullet. */
	readonly number: number | undefined
	readonly content: readonly Node[]
}

/** Maximum nesting. Deeper nesting is an attack rather than a document. */
const DEEPEST = 9

const ROMAN: Record<string, number> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 }

function romanOf(text: string): number | undefined {
	if (!/^m{0,3}(cm|cd|d?c{0,3})(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})$/.test(text)) return undefined
	const values = [...text].map((letter) => ROMAN[letter] ?? 0)
	return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0)
}

/** Parses the number of a marker: 3 for "3.", "(c)" and "iii)"; undefined for a bullet or Word's letter "o". */
export function numberOf(marker: string): number | undefined {
	const label = /^\(?(?:\d+\.)*(\d{1,4}|[a-z]|[ivxlcdm]{1,8})[.)]/i.exec(marker)?.[1]?.toLowerCase()
	if (label === undefined) return undefined
	if (/^\d/.test(label)) return Number(label)
	if (label.length > 1 || label === 'i') return romanOf(label) ?? 1
	return label.charCodeAt(0) - 96
}

/** A list to which the next item may be added. */
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

/** Builds nested lists from `items` by their levels. */
function listsOf(items: readonly Item[], page: Document): HTMLElement[] {
	const roots: HTMLElement[] = []
	/** Outermost first. */
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

/** Returns the next sibling element, unless there is text before it. */
function nextElement(element: Element): Element | null {
	let next = element.nextSibling
	while (next && next.nodeType !== 1 && textOf(next) === '') next = next.nextSibling
	return next?.nodeType === 1 ? (next as Element) : null
}

/** Replaces runs of siblings with real lists, if `itemsOf` finds items in them. */
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

/** Returns the span in which Word keeps the marker of a list item. */
const markerOf = (element: Element) => all(element, 'span').find((span) => styleOf(span, 'mso-list') === 'ignore')

const levelOf = (element: Element) =>
	Math.min(DEEPEST, Number(/level(\d+)/.exec(styleOf(element, 'mso-list'))?.[1] ?? 0))

/** Converts Word's list items, which are paragraphs with a style property. */
function wordLists(root: HTMLElement): void {
	for (const heading of all(root, 'h1, h2, h3, h4, h5, h6')) {
		// A numbered heading keeps its number, and is not a list item.
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

/** Converts lists from Word for the web, where each item is a list with a level. */
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

/** Moves nested lists into the previous item: Google Docs and old editors put them directly into the list. */
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

/** Converts everything that looks like a list into real lists. */
export function makeLists(root: HTMLElement): void {
	wordLists(root)
	wordOnlineLists(root)
	nestedLists(root)
}
