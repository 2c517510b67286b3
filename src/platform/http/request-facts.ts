export interface RequestFacts {
	/** The `Host` header; undefined if missing or repeated. */
	host: string | undefined
	hosts: number
	acceptEncoding: string | undefined
	ifNoneMatch: string | undefined
	range: string | undefined
	contentLength: string | undefined
	hasBody: boolean
}

// Comparing lengths first rules out most header names without a lower-case copy.
const LENGTHS = new Set(
	['host', 'range', 'if-none-match', 'content-length', 'accept-encoding', 'transfer-encoding'].map(
		(name) => name.length,
	),
)

const joinValues = (before: string | undefined, next: string) => (before === undefined ? next : `${before}, ${next}`)

function addFact(facts: RequestFacts, name: string, value: string): void {
	switch (name) {
		case 'host':
			facts.host = facts.hosts++ === 0 ? value : undefined
			break
		case 'range':
			facts.range = value
			break
		case 'if-none-match':
			facts.ifNoneMatch = joinValues(facts.ifNoneMatch, value)
			break
		case 'content-length':
			facts.contentLength = value
			facts.hasBody ||= value !== '0'
			break
		case 'accept-encoding':
			facts.acceptEncoding = joinValues(facts.acceptEncoding, value)
			break
		case 'transfer-encoding':
			facts.hasBody = true
			break
	}
}

/**
 * Reads the raw header lines. Faster than `req.headers`, which Node builds on first use, and which hides a repeated
 * `Host` line.
 */
export function readFacts(raw: readonly string[]): RequestFacts {
	const facts: RequestFacts = {
		host: undefined,
		hosts: 0,
		acceptEncoding: undefined,
		ifNoneMatch: undefined,
		range: undefined,
		contentLength: undefined,
		hasBody: false,
	}
	for (let at = 0; at < raw.length; at += 2) {
		const name = raw[at] as string
		if (LENGTHS.has(name.length)) addFact(facts, name.toLowerCase(), raw[at + 1] as string)
	}
	return facts
}
