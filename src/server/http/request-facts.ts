/** What the way of every request depends on, read in one pass over its header lines. */
export interface RequestFacts {
	/** The `Host` line, or undefined where there is none or more than one. */
	host: string | undefined
	acceptEncoding: string | undefined
	ifNoneMatch: string | undefined
	range: string | undefined
	/** Value of `Content-Length`. */
	contentLength: string | undefined
	/** A body follows, announced by its length or chunked. */
	hasBody: boolean
}

/**
 * Reads the raw header lines. `req.headers` is made at first use and costs more than all of this; it also hides
 * that there were two `Host` lines.
 */
export function readFacts(raw: readonly string[]): RequestFacts {
	const facts: RequestFacts = {
		host: undefined,
		acceptEncoding: undefined,
		ifNoneMatch: undefined,
		range: undefined,
		contentLength: undefined,
		hasBody: false,
	}
	let hosts = 0
	for (let at = 0; at < raw.length; at += 2) {
		const name = raw[at] as string
		switch (name.length) {
			case 4:
				if (name.toLowerCase() === 'host') {
					hosts++
					facts.host = raw[at + 1]
				}
				break
			case 5:
				if (name.toLowerCase() === 'range') facts.range = raw[at + 1]
				break
			case 13:
				if (name.toLowerCase() === 'if-none-match') facts.ifNoneMatch = joined(facts.ifNoneMatch, raw[at + 1])
				break
			case 14:
				if (name.toLowerCase() === 'content-length') {
					facts.contentLength = raw[at + 1]
					facts.hasBody ||= raw[at + 1] !== '0'
				}
				break
			case 15:
				if (name.toLowerCase() === 'accept-encoding') facts.acceptEncoding = joined(facts.acceptEncoding, raw[at + 1])
				break
			case 17:
				if (name.toLowerCase() === 'transfer-encoding') facts.hasBody = true
				break
		}
	}
	if (hosts !== 1) facts.host = undefined
	return facts
}

const joined = (before: string | undefined, next: string | undefined) => (before === undefined ? next : `${before}, ${next}`)
