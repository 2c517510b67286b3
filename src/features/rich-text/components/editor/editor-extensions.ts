import { Image } from '@tiptap/extension-image'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { Mark, Node } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { isOwnPath, isSafeLink } from '#src/lib/site/links.ts'
import { isCallout, isPictureSource } from '../../rich-content.ts'

/** Defines a span attribute for merged cells, limited to what a page can show. */
function span(name: 'colspan' | 'rowspan') {
	return {
		default: 1,
		parseHTML: (cell: HTMLElement) => Math.min(Math.max(1, Number(cell.getAttribute(name)) || 1), 50),
		renderHTML: (attributes: Record<string, unknown>) =>
			Number(attributes[name]) > 1 ? { [name]: String(attributes[name]) } : {},
	}
}

/** Defines a size attribute in pixels. */
const size = (name: 'width' | 'height') => ({
	default: null,
	parseHTML: (picture: HTMLElement) => picture.getAttribute(name),
})

/** Table cells as they are stored: without widths, with only spans above 1, and without nested tables. */
const cell = {
	content: '(paragraph | heading | bulletList | orderedList | blockquote | codeBlock)+',
	addAttributes: () => ({
		colspan: span('colspan'),
		rowspan: span('rowspan'),
		colwidth: { default: null, rendered: false },
	}),
}

/** A block picture with the sources and attributes that the sanitizer keeps. */
const Picture = Image.extend({
	addAttributes: () => ({ src: { default: null }, alt: { default: '' }, width: size('width'), height: size('height') }),
	parseHTML: () => [
		{ tag: 'img[src]', getAttrs: (element) => isPictureSource(element.getAttribute('src') ?? '') && null },
	],
	// A picture typed as Markdown would bypass the panel, which requires alternative text.
	addInputRules: () => [],
})

/** A callout: a note, a tip or a warning. */
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

/** Defines superscript or subscript, for footnotes, ordinals and formulas. Each excludes the other. */
const raised = (name: 'superscript' | 'subscript', tag: 'sup' | 'sub', shortcut: string) =>
	Mark.create({
		name,
		excludes: 'superscript subscript',
		parseHTML: () => [{ tag }],
		renderHTML: () => [tag, 0],
		addKeyboardShortcuts: () => ({ [shortcut]: ({ editor }) => editor.commands.toggleMark(name) }),
	})

/** Extensions for exactly the rich text that `sanitize.ts` keeps, so saving loses nothing. */
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
