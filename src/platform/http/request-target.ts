/** The target of a request, checked. */
export interface RequestTarget {
	/** As sent, without the query. */
	readonly rawPath: string
	/** Decoded once; holds no backslash, control character, dot segment or further escape. */
	readonly path: string
	/** Without the question mark; empty when there is none. */
	readonly query: string
}

// Characters that neither a browser nor an honest client sends in a path unescaped.
const NOT_IN_TARGET = /[^\x21-\x7e]|[\\#"<>`{}]/
// It may become part of a `Location` line.
const NOT_IN_QUERY = /[^\x21-\x7e]|#/
const ESCAPED_SEPARATOR = /%(2f|5c|00)/i
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
const NOT_IN_PATH = /[\u0000-\u001f\u007f\\]|%[0-9a-f]{2}/i
const DOT_SEGMENT = /(^|\/)\.{1,2}(\/|$)/

/**
 * Reads the target of a request line.
 *
 * A path must mean one thing to everybody who looks at it: our routes, Astro's, a proxy's. What could be read in
 * two ways (escaped slashes, dot segments, double escapes) is undefined, and answered with 400.
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

// Nobody in front of the host, as in http://us@evil.example/.
const ABSOLUTE_FORM = /^https?:\/\/([^/?#@\\\s]+)((?:[/?][^#]*)?)$/i

/**
 * A target in absolute form, as a client sends it that takes us for a proxy, in the usual form and with the host that it
 * names: that one counts, whatever the `Host` line says (RFC 9112, 3.2.2). Undefined for a target in any other form.
 */
export function originForm(target: string): { host: string; url: string } | undefined {
	if (target.charCodeAt(0) === 47) return undefined
	const [, host, rest = ''] = ABSOLUTE_FORM.exec(target) ?? []
	return host === undefined ? undefined : { host, url: rest.startsWith('/') ? rest : `/${rest}` }
}

/**
 * Where a path with a trailing or doubled slash belongs, or undefined where it is right as it is. The result
 * begins with exactly one slash: `//evil.example/` would send the visitor to another site.
 */
export function slashlessPath(rawPath: string): string | undefined {
	if (rawPath === '/' || !(rawPath.endsWith('/') || rawPath.includes('//'))) return undefined
	return `/${rawPath.split('/').filter(Boolean).join('/')}`
}
