/** Reads a property from the text of the style attribute: the browser drops Word's own properties (`mso-list`). */
export function styleOf(element: Element, name: string): string {
	const style = element.getAttribute('style') ?? ''
	return new RegExp(`(?:^|;)\\s*${name}\\s*:\\s*([^;]+)`, 'i').exec(style)?.[1]?.trim().toLowerCase() ?? ''
}

/** Returns all matching elements as an array that does not change with the tree. */
export const all = (root: ParentNode, selector: string): HTMLElement[] => [
	...root.querySelectorAll<HTMLElement>(selector),
]

/** Replaces an element with its children. */
export const unwrap = (element: Element): void => element.replaceWith(...element.childNodes)

/** Replaces an element with one of another name that has the same children but no attributes. */
export function renamed(element: Element, name: string): HTMLElement {
	const next = element.ownerDocument.createElement(name)
	next.append(...element.childNodes)
	element.replaceWith(next)
	return next
}

/** Returns the visible text, with white space collapsed, including non-breaking spaces. */
export const textOf = (node: Node): string => (node.textContent ?? '').replaceAll(/[\s\u00a0]+/g, ' ').trim()

/** Selector of block elements. */
export const BLOCKS = 'p, h1, h2, h3, h4, h5, h6, ul, ol, table, blockquote, pre, hr, div'
