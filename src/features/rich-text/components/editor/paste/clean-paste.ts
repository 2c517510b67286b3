import { linkOf } from '#src/lib/forms/link-input.ts'
import { all, BLOCKS, renamed, styleOf, textOf, unwrap } from './dom.ts'
import { makeLists } from './lists.ts'
import { makeMarks } from './marks.ts'
import { type Reviewing, removeReviewing } from './reviewing.ts'

/** The highest heading level allowed: 2 below the title of a page, 3 below the title of a module. */
export type TopHeading = 2 | 3

/** Counts of lost or changed content in a pasted document. */
export interface PasteLosses extends Reviewing {
	pictures: number
	/** Videos, audio and embedded pages. */
	media: number
	/** Links with an address that is not allowed, or that points into the source document. */
	links: number
	/** Links that were upgraded from http to https. */
	upgraded: number
}

const JUNK =
	'script, style, meta, link, title, template, noscript, colgroup, col, .EOP, input, button, select, textarea, [hidden]'
const PICTURES = 'img, svg, picture, canvas'
const MEDIA = 'video, audio, iframe, object, embed'

function removeMarkupComments(root: HTMLElement): void {
	const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_COMMENT)
	const comments: Node[] = []
	while (walker.nextNode()) comments.push(walker.currentNode)
	for (const comment of comments) comment.parentNode?.removeChild(comment)
}

function removeMedia(root: HTMLElement, losses: PasteLosses): void {
	// The checkbox of a checklist item.
	for (const box of all(root, 'li[role="checkbox"] img')) box.remove()
	for (const picture of all(root, PICTURES)) {
		if (!picture.parentElement?.closest(PICTURES)) losses.pictures++
		picture.remove()
	}
	for (const media of all(root, MEDIA)) {
		losses.media++
		media.remove()
	}
}

/** Returns the target of a Google redirect link, and any other link unchanged. */
function unwrapped(href: string): string {
	const url = URL.parse(href)
	const isDetour = url && /^(www\.)?google\.com$/.test(url.hostname) && url.pathname === '/url'
	return (isDetour && (url.searchParams.get('q') ?? url.searchParams.get('url'))) || href
}

function mendLinks(root: HTMLElement, losses: PasteLosses): void {
	for (const anchor of all(root, 'a')) {
		const href = anchor.getAttribute('href')?.trim()
		// A bookmark, or the link of a removed picture.
		if (!href || textOf(anchor) === '') {
			unwrap(anchor)
			continue
		}
		const link = linkOf(unwrapped(href))
		if (link?.wasHttp) losses.upgraded++
		if (link) anchor.setAttribute('href', link.href)
		else {
			losses.links++
			unwrap(anchor)
		}
	}
}

const LEVELS = 'h1, h2, h3, h4, h5, h6, p[role="heading"], div[role="heading"], p.MsoTitle'

function levelOf(heading: Element): number {
	const named = /^h([1-6])$/.exec(heading.localName)?.[1]
	return Number(named ?? heading.getAttribute('aria-level') ?? 1) || 1
}

/**
 * Maps the document's top heading level to `top`, and lower levels to the next ones, down to h4. A document with
 * three or more levels starts at h2, so they stay distinct.
 */
function mapHeadings(root: HTMLElement, top: TopHeading): void {
	const headings = all(root, LEVELS)
	for (const heading of headings) if (textOf(heading) === '') heading.remove()
	const left = headings.filter((heading) => textOf(heading) !== '')
	const levels = [...new Set(left.map(levelOf))].sort((one, other) => one - other)
	const first = levels.length > 2 ? 2 : top
	for (const heading of left) renamed(heading, `h${Math.min(first + levels.indexOf(levelOf(heading)), 4)}`)
}

/** Unwraps tables with one cell, which only frame text, and nested tables, which pages cannot show. */
function mendTables(root: HTMLElement): void {
	for (const table of all(root, 'table').reverse()) {
		const cells = all(table, 'td, th')
		const isInner = table.parentElement?.closest('td, th') !== null
		if (!isInner && cells.length > 1) continue
		for (const cell of cells) renamed(cell, 'div')
		for (const part of all(table, 'caption, thead, tbody, tfoot, tr')) unwrap(part)
		unwrap(table)
	}
	for (const caption of all(root, 'caption')) {
		const text = root.ownerDocument.createElement('p')
		text.append(...caption.childNodes)
		caption.closest('table')?.before(text)
		caption.remove()
	}
	for (const row of all(root, 'tr')) if (row.children.length === 0) row.remove()
}

function isEmptyLine(element: Element): boolean {
	return textOf(element) === '' && !element.querySelector('hr') && !element.closest('td, th, li, pre')
}

/** Removes blank lines: the style sheet sets the spacing. */
function removeEmptyLines(root: HTMLElement): void {
	for (const line of all(root, 'p, div')) if (isEmptyLine(line)) line.remove()
	for (const line of all(root, 'br')) {
		const besideBlock = [line.previousElementSibling, line.nextElementSibling].some((next) => next?.matches(BLOCKS))
		const isAlone = line.parentElement?.matches('p, td, th, li') && textOf(line.parentElement) === ''
		if (isAlone || (besideBlock && line.parentElement?.matches('body, div, li, td, th'))) line.remove()
	}
}

function stripAttributes(root: HTMLElement): void {
	const kept: Record<string, readonly string[]> = {
		a: ['href'],
		ol: ['start'],
		td: ['colspan', 'rowspan'],
		th: ['colspan', 'rowspan'],
	}
	for (const element of all(root, '*'))
		for (const { name } of [...element.attributes])
			if (!kept[element.localName]?.includes(name)) element.removeAttribute(name)
}

/**
 * Converts a document from the clipboard (Google Docs, Word, Word for the web, LibreOffice, a web page) to the editor's
 * HTML: headings, lists, tables, links and emphasis. Also counts the content that was left out.
 */
export function cleanPaste(html: string, topHeading: TopHeading = 3): { html: string; losses: PasteLosses } {
	// The CSP blocks style elements with an error in the console, even while they are parsed.
	const harmless = html.replaceAll(/<(style|script|xml)\b[\s\S]*?<\/\1\s*>/gi, '')
	const root = new DOMParser().parseFromString(harmless, 'text/html').body
	removeMarkupComments(root)
	for (const junk of all(root, JUNK)) junk.remove()
	for (const hidden of all(root, '[style]'))
		if (
			styleOf(hidden, 'display') === 'none' ||
			styleOf(hidden, 'visibility') === 'hidden' ||
			styleOf(hidden, 'mso-hide') === 'all'
		)
			hidden.remove()
	const losses: PasteLosses = { ...removeReviewing(root), pictures: 0, media: 0, links: 0, upgraded: 0 }
	removeMedia(root, losses)
	for (const quote of all(root, 'p.MsoQuote, p.MsoIntenseQuote')) {
		const frame = root.ownerDocument.createElement('blockquote')
		quote.replaceWith(frame)
		frame.append(quote)
	}
	makeLists(root)
	mapHeadings(root, topHeading)
	mendLinks(root, losses)
	makeMarks(root)
	mendTables(root)
	removeEmptyLines(root)
	stripAttributes(root)
	return { html: root.innerHTML, losses }
}

const some = (count: number, one: string, many: string) => (count === 1 ? `one ${one}` : `${count} ${many}`)

/** Returns sentences about what was lost; empty if nothing was. */
export function describeLosses(
	{ pictures, media, links, upgraded, comments, deletions }: PasteLosses,
	noPictures = 'Pictures are not pasted. Add each with the Picture button.',
): string {
	const dropped = [
		...(pictures > 0 ? [some(pictures, 'picture', 'pictures')] : []),
		...(media > 0 ? [some(media, 'embedded video or page', 'embedded videos or pages')] : []),
		...(links > 0 ? [some(links, 'link', 'links')] : []),
		...(comments > 0 ? [some(comments, 'comment', 'comments')] : []),
		...(deletions > 0 ? [some(deletions, 'passage marked as deleted', 'passages marked as deleted')] : []),
	]
	const list = dropped.length < 2 ? dropped.join('') : `${dropped.slice(0, -1).join(', ')} and ${dropped.at(-1)}`
	return [
		list && `Not pasted: ${list}.`,
		pictures > 0 && noPictures,
		links > 0 && 'Links without a web address were removed; their text was kept.',
		upgraded > 0 &&
			`${upgraded === 1 ? 'One link' : `${upgraded} links`} started with http:// and now start${upgraded === 1 ? 's' : ''} with https://; check that ${upgraded === 1 ? 'it opens' : 'they open'}.`,
	]
		.filter(Boolean)
		.join(' ')
}
