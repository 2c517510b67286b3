import { Image } from '@tiptap/extension-image'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { Mark, Node } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { isOwnPath, isSafeLink } from '#src/lib/site/links.ts'
import { isCallout, isPictureSource } from '../../rich-content.ts'

/** More than one cell, up to what a page can show. */
function span(name: 'colspan' | 'rowspan') {
	return {
		default: 1,
		parseHTML: (cell: HTMLElement) => Math.min(Math.max(1, Number(cell.getAttribute(name)) || 1), 50),
		renderHTML: (attributes: Record<string, unknown>) =>
			Number(attributes[name]) > 1 ? { [name]: String(attributes[name]) } : {},
	}
}

/** A size in pixels, where it is known. */
const size = (name: 'width' | 'height') => ({
	default: null,
	parseHTML: (picture: HTMLElement) => picture.getAttribute(name),
})

/** Cells as they are stored: no widths, and spans only where there are some. No table in a table. */
const cell = {
	content: '(paragraph | heading | bulletList | orderedList | blockquote | codeBlock)+',
	addAttributes: () => ({
		colspan: span('colspan'),
		rowspan: span('rowspan'),
		colwidth: { default: null, rendered: false },
	}),
}

/** A picture in a line of its own: only from where the sanitizer takes it, and with nothing that it would take away. */
const Picture = Image.extend({
	addAttributes: () => ({ src: { default: null }, alt: { default: '' }, width: size('width'), height: size('height') }),
	parseHTML: () => [
		{ tag: 'img[src]', getAttrs: (element) => isPictureSource(element.getAttribute('src') ?? '') && null },
	],
	// Typed as Markdown it would have no question for the text that stands for it.
	addInputRules: () => [],
})

/** Something set apart from the text: a note, a tip, a warning. */
const Callout = Node.create({
	name: 'callout',
	group: 'block',
	content: '(paragraph | bulletList | orderedList)+',
	defining: true,
	addAttributes: () => ({
		kind: {
			default: 'note',
			parseHTML: (element: HTMLElement) => element.dataset.callout,
			renderHTML: ({ kind }: Record<string, unknown>) => ({ 'data-callout': kind }),
		},
	}),
	parseHTML: () => [
		{ tag: 'section[data-callout]', getAttrs: (element) => isCallout(element.dataset.callout) && null },
	],
	renderHTML: ({ HTMLAttributes }) => ['section', HTMLAttributes, 0],
})

/** Numbers of footnotes, ordinals, formulas. Text is raised or lowered, never both. */
const raised = (name: 'superscript' | 'subscript', tag: 'sup' | 'sub', shortcut: string) =>
	Mark.create({
		name,
		excludes: 'superscript subscript',
		parseHTML: () => [{ tag }],
		renderHTML: () => [tag, 0],
		addKeyboardShortcuts: () => ({ [shortcut]: ({ editor }) => editor.commands.toggleMark(name) }),
	})

/** Rich text with exactly what `sanitize.ts` lets through, so that nothing is lost on saving. */
export const editorExtensions = [
	StarterKit.configure({
		heading: { levels: [2, 3, 4] },
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
	raised('superscript', 'sup', 'Mod-.'),
	raised('subscript', 'sub', 'Mod-,'),
	Picture,
	Callout,
]
