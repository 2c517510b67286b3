export type Encoding = 'br' | 'gzip' | 'identity'

const cache = new Map<string, readonly Encoding[]>()

function parse(header: string): readonly Encoding[] {
	const weights = new Map<string, number>()
	for (const part of header.toLowerCase().split(',')) {
		const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim())
		const q = parameters.find((parameter) => /^q\s*=/.test(parameter))
		const weight = q ? Number(q.slice(q.indexOf('=') + 1)) : 1
		if (name) weights.set(name === 'x-gzip' ? 'gzip' : name, Number.isFinite(weight) ? weight : 0)
	}
	const weightOf = (encoding: Encoding) => weights.get(encoding) ?? weights.get('*') ?? 0
	const accepted = (['br', 'gzip'] as const).filter((encoding) => weightOf(encoding) > 0)
	const sorted = accepted.sort((a, b) => weightOf(b) - weightOf(a))
	// Omit encodings that the client ranks below `identity`.
	const identity = weights.get('identity')
	if (identity === undefined) return [...sorted, 'identity']
	return [...sorted.filter((encoding) => weightOf(encoding) >= identity), 'identity']
}

/**
 * Returns the encodings that a client accepts, best first; brotli before gzip at equal weight. `identity` is always
 * last: a client that rejects even `identity` still gets a response, as RFC 9110 allows.
 */
export function acceptedEncodings(header: string | undefined): readonly Encoding[] {
	if (!header) return ['identity']
	const cached = cache.get(header)
	if (cached) return cached
	const parsed = parse(header)
	// Browsers send only a few different values. Limit memory if clients send thousands.
	if (cache.size >= 500) cache.clear()
	cache.set(header, parsed)
	return parsed
}
