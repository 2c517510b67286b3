const ENTITIES: Readonly<Record<string, string>> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
	nbsp: ' ',
	lrm: '',
	rlm: '',
	mdash: '—',
	ndash: '–',
	hellip: '…',
	lsquo: '‘',
	rsquo: '’',
	ldquo: '“',
	rdquo: '”',
}

function characterOf(entity: string, name: string): string {
	if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()] ?? entity
	const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10)
	return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
}

/**
 * Converts markup to one line of plain text: removes tags, and scripts and styles with their content; decodes
 * entities. The result must be shown as text, never as HTML.
 */
export function plainText(text: string, { isHtml = true } = {}): string {
	// Fast path: most text has no markup.
	const withoutMarkup =
		isHtml && /[<&]/.test(text)
			? text
					.replaceAll(/<(script|style)\b[^<>]{0,1000}>[^<]*(?:<\/\1\s*>|$)/gi, ' ')
					.replaceAll(/<\/?[a-z][^<>]{0,2000}>|<\d[\d:.]{0,20}>|<!--[^<>]{0,2000}-->/gi, ' ')
					.replaceAll(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,6});/gi, characterOf)
			: text
	return withoutMarkup
		.toWellFormed()
		.replaceAll(/[^\P{Cc}\n\t]/gu, '')
		.replaceAll(/\s+/g, ' ')
		.replaceAll(/ ([,.;:!?])(?= |$)/g, '$1')
		.trim()
}
