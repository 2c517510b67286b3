import { PreparedJson } from '#src/platform/endpoint/handle.ts'
import * as contracts from '../../library-contract.ts'
import { readTranscriptOf, readTranscriptState } from './episode-pages.ts'

/** Cache size in bytes: an hour of speech takes about 60 kB, the longest transcript a few MB. */
const MAX_BYTES = 16 * 1024 * 1024

/** Responses by transcript version, most recently used last. */
const kept = new Map<string, PreparedJson>()
let bytes = 0

function keep(state: string, json: PreparedJson): void {
	kept.set(state, json)
	bytes += json.bytes.length
	for (const [oldest, { bytes: content }] of kept) {
		if (bytes <= MAX_BYTES) break
		kept.delete(oldest)
		bytes -= content.length
	}
}

/** Returns the response of `getTranscript` for the version `state`; undefined if there is no transcript. */
export async function transcriptAnswer(episodeId: string, state: string): Promise<PreparedJson | undefined> {
	const known = kept.get(state)
	if (known) {
		kept.delete(state)
		kept.set(state, known)
		return known
	}
	const found = await readTranscriptOf(episodeId)
	if (!found) return undefined
	const { language, speakers, paragraphs } = found
	const json = PreparedJson.of(contracts.getTranscript, { language, speakers, paragraphs })
	// Do not cache the response if the transcript changed during the read: it may be for another version.
	if (!kept.has(state) && (await readTranscriptState(episodeId)) === state) keep(state, json)
	return json
}
