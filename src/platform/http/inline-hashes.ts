import { createHash } from 'node:crypto'

const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script\s*>/gi
const SOURCE = /\ssrc\s*=/i
const TYPE = /\stype\s*=\s*["']?([^"'\s>]+)/i
const RUNS = /^(module|text\/javascript|application\/javascript)$/i

/** Hashes (`sha256-...`) of the inline scripts of a page that a browser would run; data blocks are none. */
export function inlineScriptHashes(html: string): string[] {
	const hashes: string[] = []
	for (const [, attributes = '', code = ''] of html.matchAll(SCRIPT)) {
		const type = TYPE.exec(attributes)?.[1]
		if (SOURCE.test(attributes) || (type !== undefined && !RUNS.test(type))) continue
		hashes.push(`sha256-${createHash('sha256').update(code).digest('base64')}`)
	}
	return hashes
}

/** Hashes (`sha256-...`) of the inline styles of a page: Astro lays out islands with one. */
export const inlineStyleHashes = (html: string): string[] =>
	[...html.matchAll(/<style\b[^>]*>([\s\S]*?)<\/style\s*>/gi)].map(
		([, code = '']) => `sha256-${createHash('sha256').update(code).digest('base64')}`,
	)

/** Hashes for `directive` that Astro wrote into `_headers.json`, which holds one policy per pre-rendered page. */
export function policyHashes(headersJson: string, directive: 'script-src' | 'style-src'): string[] {
	const pages = JSON.parse(headersJson) as Array<{ headers: Array<{ key: string; value: string }> }>
	const directives = pages
		.flatMap(({ headers }) => headers)
		.filter(({ key }) => /^content-security-policy$/i.test(key))
		.flatMap(({ value }) => value.split(';').map((part) => part.trim()))
	return directives
		.filter((part) => part.startsWith(`${directive} `))
		.flatMap((part) => part.match(/sha256-[A-Za-z0-9+/=]+/g) ?? [])
}
