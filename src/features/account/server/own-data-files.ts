import { setImmediate } from 'node:timers/promises'
import { site } from '#src/lib/site/site.ts'
import { escapeHtml } from '#src/lib/text/html.ts'
import type { OwnData, OwnRow, OwnValue } from '#src/platform/member-data.ts'

/** Rows per read; other requests are served between two reads. */
const BATCH_SIZE = 200

export interface DownloadInfo {
	readonly userId: string
	readonly at: Date
	readonly siteUrl: string
}

async function* batches(kind: OwnData, userId: string): AsyncGenerator<OwnRow[]> {
	let after: string | number | undefined
	do {
		const { rows, next } = await kind.slice(userId, after, BATCH_SIZE)
		if (rows.length > 0) yield rows
		after = next
		// The driver is synchronous: without this yield other requests would wait until the end.
		await setImmediate()
	} while (after !== undefined)
}

const NOTE =
	'Not included: your password and the keys of your sign-ins and private links, which cannot be read back; what other people wrote; the titles of unpublished courses and their modules; drafts, which are only in your browser; and backups.'

/** Yields the JSON file: one list per kind of data, oldest first if sorted by time. */
export async function* jsonFile(
	kinds: readonly OwnData[],
	{ userId, at, siteUrl }: DownloadInfo,
): AsyncGenerator<string> {
	const head = JSON.stringify({ site: site().name, address: siteUrl, takenAt: at, note: NOTE }, null, '\t')
	yield `${head.slice(0, -2)},\n\t"data": {`
	for (const [position, kind] of kinds.entries()) {
		yield `${position === 0 ? '' : ','}\n\t\t${JSON.stringify(kind.name)}: [`
		let isFirst = true
		for await (const rows of batches(kind, userId)) {
			yield (isFirst ? '\n' : ',\n') + rows.map((row) => `\t\t\t${JSON.stringify(row)}`).join(',\n')
			isFirst = false
		}
		yield isFirst ? ']' : '\n\t\t]'
	}
	yield '\n\t}\n}\n'
}

/** Turns `isCompleted` into a readable label. */
const fieldName = (name: string) => {
	const words = name
		.replace(/([a-z])([A-Z])/g, '$1 $2')
		.toLowerCase()
		.replace(/^(is|has) /, '')
	return words.charAt(0).toUpperCase() + words.slice(1)
}

function valueText(value: OwnValue): string {
	if (value === null || value === '') return '–'
	if (typeof value === 'boolean') return value ? 'yes' : 'no'
	if (value instanceof Date) return value.toISOString().replace('T', ' ').replace(/\..*/, ' UTC')
	if (Array.isArray(value)) return value.map(valueText).join(', ')
	if (typeof value === 'object')
		return Object.entries(value)
			.map(([name, one]) => `${fieldName(name)}: ${valueText(one)}`)
			.join('; ')
	return String(value)
}

const rowHtml = (row: OwnRow) => {
	const fields = Object.entries(row).map(
		([name, value]) => `<dt>${escapeHtml(fieldName(name))}</dt><dd>${escapeHtml(valueText(value))}</dd>`,
	)
	return `<dl>${fields.join('')}</dl>\n`
}

const STYLE = `:root{color-scheme:light dark}body{max-width:46rem;margin:2rem auto;padding:0 1rem;font:16px/1.6 system-ui,sans-serif}h1,h2{font-family:Georgia,serif;line-height:1.25}h2{margin-top:2.5rem;border-top:1px solid #8888;padding-top:1rem}dl{display:grid;grid-template-columns:minmax(8rem,max-content) 1fr;gap:.25rem 1rem;margin:1rem 0;padding:1rem;border:1px solid #8886;border-radius:8px}dt{font-weight:600}dd{margin:0;white-space:pre-wrap;overflow-wrap:anywhere}@media(max-width:36rem){dl{grid-template-columns:1fr}}@media print{dl{break-inside:avoid}}`

/** Yields the HTML file. It is self-contained and has no scripts: all content is escaped. */
export async function* htmlFile(
	kinds: readonly OwnData[],
	{ userId, at, siteUrl }: DownloadInfo,
): AsyncGenerator<string> {
	const title = `Your data at ${site().name}`
	yield `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head>\n<body><h1>${escapeHtml(title)}</h1><p>${escapeHtml(siteUrl)}, ${valueText(at)}</p><p>${escapeHtml(NOTE)}</p>\n<ul>`
	for (const { name, title: kind } of kinds) yield `<li><a href="#${name}">${escapeHtml(kind)}</a></li>`
	yield '</ul>\n'
	for (const kind of kinds) {
		yield `<h2 id="${kind.name}">${escapeHtml(kind.title)}</h2><p>${escapeHtml(kind.about)}</p>\n`
		let isEmpty = true
		for await (const rows of batches(kind, userId)) {
			yield rows.map(rowHtml).join('')
			isEmpty = false
		}
		if (isEmpty) yield '<p>Nothing stored.</p>\n'
	}
	yield '</body></html>\n'
}
