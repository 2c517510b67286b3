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

/** Script hashes that Astro wrote into `_headers.json`, which holds one policy per pre-rendered page. */
export function policyScriptHashes(headersJson: string): string[] {
	const pages = JSON.parse(headersJson) as Array<{ headers: Array<{ key: string; value: string }> }>
	const policies = pages.flatMap(({ headers }) => headers).filter(({ key }) => /^content-security-policy$/i.test(key))
	return policies.flatMap(({ value }) => /script-src[^;]*/.exec(value)?.[0].match(/sha256-[A-Za-z0-9+/=]+/g) ?? [])
}
