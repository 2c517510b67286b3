/** What a declaration of the style attribute says; the browser's own reading leaves out Word's (`mso-list`). */
export function styleOf(element: Element, name: string): string {
	const style = element.getAttribute('style') ?? ''
	return new RegExp(`(?:^|;)\\s*${name}\\s*:\\s*([^;]+)`, 'i').exec(style)?.[1]?.trim().toLowerCase() ?? ''
}

/** All elements that match, in a list that stays as it is while the tree changes. */
export const all = (root: ParentNode, selector: string): HTMLElement[] => [
	...root.querySelectorAll<HTMLElement>(selector),
]

/** Takes an element away and leaves what is in it. */
export const unwrap = (element: Element): void => element.replaceWith(...element.childNodes)

/** The same content under another name, without attributes. */
export function renamed(element: Element, name: string): HTMLElement {
	const next = element.ownerDocument.createElement(name)
	next.append(...element.childNodes)
	element.replaceWith(next)
	return next
}

/** Text as it is seen; a space that does not break is one. */
export const textOf = (node: Node): string => (node.textContent ?? '').replaceAll(/[\s\u00a0]+/g, ' ').trim()

/** Elements that begin on a line of their own. */
export const BLOCKS = 'p, h1, h2, h3, h4, h5, h6, ul, ol, table, blockquote, pre, hr, div'
