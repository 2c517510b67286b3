import { PreparedJson } from '#src/platform/endpoint/handle.ts'
import * as contracts from '../../library-contract.ts'
import { readTranscriptOf, readTranscriptState } from './episode-pages.ts'

/** Cache size in bytes: an hour of speech takes about 60 kB, the longest transcript a few MB. */
const MAX_BYTES = 16 * 1024 * 1024

/** Responses by transcript version, most recently used last. */
const cache = new Map<string, PreparedJson>()
let bytes = 0

function store(state: string, json: PreparedJson): void {
	cache.set(state, json)
	bytes += json.bytes.length
	for (const [oldest, { bytes: content }] of cache) {
		if (bytes <= MAX_BYTES) break
		cache.delete(oldest)
		bytes -= content.length
	}
}

/** Returns the response of `getTranscript` for the version `state`; undefined if there is no transcript. */
export async function transcriptAnswer(episodeId: string, state: string): Promise<PreparedJson | undefined> {
	const cached = cache.get(state)
	if (cached) {
		cache.delete(state)
		cache.set(state, cached)
		return cached
	}
	const transcript = await readTranscriptOf(episodeId)
	if (!transcript) return undefined
	const { language, speakers, paragraphs } = transcript
	const json = PreparedJson.of(contracts.getTranscript, { language, speakers, paragraphs })
	// Do not cache the response if the transcript changed during the read: it may be for another version.
	if (!cache.has(state) && (await readTranscriptState(episodeId)) === state) store(state, json)
	return json
}
