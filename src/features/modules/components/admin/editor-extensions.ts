import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import StarterKit from '@tiptap/starter-kit'
import { isOwnPath, isSafeLink } from '#src/lib/links.ts'

/** More than one cell, up to what a page can show. */
function span(name: 'colspan' | 'rowspan') {
	return {
		default: 1,
		parseHTML: (cell: HTMLElement) => Math.min(Math.max(1, Number(cell.getAttribute(name)) || 1), 50),
		renderHTML: (attributes: Record<string, unknown>) =>
			Number(attributes[name]) > 1 ? { [name]: String(attributes[name]) } : {},
	}
}

/** Cells as they are stored: no widths, and spans only where there are some. No table in a table. */
const cell = {
	content: '(paragraph | heading | bulletList | orderedList | blockquote | codeBlock)+',
	addAttributes: () => ({
		colspan: span('colspan'),
		rowspan: span('rowspan'),
		colwidth: { default: null, rendered: false },
	}),
}

/** Rich text with exactly what `sanitise.ts` lets through, so that nothing is lost on saving. */
export const editorExtensions = [
	StarterKit.configure({
		heading: { levels: [3, 4] },
		link: {
			openOnClick: false,
			autolink: false,
			defaultProtocol: 'https',
			isAllowedUri: (href) => isSafeLink(href) || isOwnPath(href) || href.startsWith('mailto:'),
		},
	}),
	Table.extend({ renderHTML: () => ['table', ['tbody', 0]] }).configure({ resizable: false }),
	TableRow,
	TableHeader.extend(cell),
	TableCell.extend(cell),
]
