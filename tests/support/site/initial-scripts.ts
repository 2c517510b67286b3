import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

export interface InitialScript {
	/** URL of the file, or 'inline'. */
	readonly source: string
	/** Transferred size with Brotli. For inline scripts, the size of the script compressed separately. */
	readonly bytes: number
	readonly code: string
}

const compressed = (code: string) => brotliCompressSync(code).length

function withImports(root: string, address: string, seen: Map<string, string>): void {
	if (seen.has(address)) return
	const code = readFileSync(join(root, address), 'utf8')
	seen.set(address, code)
	// Follows only static imports, because dynamic imports load later, if at all.
	for (const [, target] of code.matchAll(/(?:\bfrom|\bimport)\s*["']([^"']+\.js)["']/g))
		if (target) withImports(root, new URL(target, `http://site${address}`).pathname, seen)
}

/**
 * Returns every script that a browser loads with a page before any interaction: inline scripts, `<script src>` with its
 * imports, and `modulepreload`. Excludes islands, whose code is named in an attribute and loaded by a directive.
 * @param page the HTML.
 */
export function initialScripts(root: string, page: string): InitialScript[] {
	// Scripts inside a template do not run.
	const html = page.replaceAll(/<template\b[\s\S]*?<\/template>/g, '')
	const files = new Map<string, string>()
	for (const [, source] of html.matchAll(/<script[^>]*\ssrc="([^"]+)"/g)) if (source) withImports(root, source, files)
	for (const [, source] of html.matchAll(/<link[^>]*rel="modulepreload"[^>]*href="([^"]+)"/g))
		if (source) withImports(root, source, files)
	const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g)]
		.filter(([, attributes]) => !/type="application\/(ld\+)?json"/.test(attributes ?? ''))
		.map(([, , code]) => ({ source: 'inline', bytes: compressed(code ?? ''), code: code ?? '' }))
	return [...inline, ...[...files].map(([source, code]) => ({ source, bytes: compressed(code), code }))]
}
