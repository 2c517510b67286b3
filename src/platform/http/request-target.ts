export interface RequestTarget {
	/** Path as sent, without the query. */
	readonly rawPath: string
	/** Path, decoded once. Contains no backslashes, control characters, dot segments or further escapes. */
	readonly path: string
	/** Query without the question mark; empty if there is none. */
	readonly query: string
}

// Characters that browsers and well-behaved clients always escape in a path.
const NOT_IN_TARGET = /[^\x21-\x7e]|[\\#"<>`{}]/
// The query may become part of a `Location` header.
const NOT_IN_QUERY = /[^\x21-\x7e]|#/
const ESCAPED_SEPARATOR = /%(2f|5c|00)/i
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression rejects control characters
const NOT_IN_PATH = /[\u0000-\u001f\u007f\\]|%[0-9a-f]{2}/i
const DOT_SEGMENT = /(^|\/)\.{1,2}(\/|$)/

/**
 * Parses the target of a request line.
 *
 * A path must mean the same to every component: our router, Astro's router, a proxy. Returns undefined for ambiguous
 * paths (escaped slashes, dot segments, double escapes), which get a 400 response.
 */
export function parseTarget(url: string): RequestTarget | undefined {
	const mark = url.indexOf('?')
	const rawPath = mark === -1 ? url : url.slice(0, mark)
	const query = mark === -1 ? '' : url.slice(mark + 1)
	if (rawPath.charCodeAt(0) !== 47 || NOT_IN_TARGET.test(rawPath) || ESCAPED_SEPARATOR.test(rawPath)) return undefined
	if (NOT_IN_QUERY.test(query)) return undefined
	let path = rawPath
	if (rawPath.includes('%')) {
		try {
			path = decodeURIComponent(rawPath)
		} catch {
			return undefined
		}
	}
	if (NOT_IN_PATH.test(path) || DOT_SEGMENT.test(path)) return undefined
	return { rawPath, path, query }
}

// Rejects user info before the host, as in http://us@evil.example/.
const ABSOLUTE_FORM = /^https?:\/\/([^/?#@\\\s]+)((?:[/?][^#]*)?)$/i

/**
 * Converts a target in absolute form, which clients send to proxies, to host and origin form. This host takes
 * precedence over the `Host` header (RFC 9112, 3.2.2). Returns undefined for other forms.
 */
export function originForm(target: string): { host: string; url: string } | undefined {
	if (target.charCodeAt(0) === 47) return undefined
	const [, host, rest = ''] = ABSOLUTE_FORM.exec(target) ?? []
	return host === undefined ? undefined : { host, url: rest.startsWith('/') ? rest : `/${rest}` }
}

/**
 * Returns the redirect target for a path with a trailing or doubled slash; undefined if the path has none. The result
 * starts with exactly one slash, because `//evil.example/` would redirect to another site.
 */
export function slashlessPath(rawPath: string): string | undefined {
	if (rawPath === '/' || !(rawPath.endsWith('/') || rawPath.includes('//'))) return undefined
	return `/${rawPath.split('/').filter(Boolean).join('/')}`
}
