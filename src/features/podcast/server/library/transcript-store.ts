import { PreparedJson } from '#src/platform/endpoint/handle.ts'
import * as contracts from '../../library-contract.ts'
import { readTranscriptOf, readTranscriptState } from './episode-pages.ts'

/** Finished answers in memory, in bytes: an hour of speech has some 60 kB, the longest that is taken some MB. */
const MOST_BYTES = 16 * 1024 * 1024

/** Answers by what they were made of, the one that was asked for last at the end. */
const kept = new Map<string, PreparedJson>()
let bytes = 0

function keep(state: string, json: PreparedJson): void {
	kept.set(state, json)
	bytes += json.bytes.length
	for (const [oldest, { bytes: content }] of kept) {
		if (bytes <= MOST_BYTES) break
		kept.delete(oldest)
		bytes -= content.length
	}
}

/** The answer of `getTranscript` for an episode whose transcript is as `state` says; undefined where it has none by now. */
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
	// Not kept where it was changed meanwhile: it is another one than the state names.
	if (!kept.has(state) && (await readTranscriptState(episodeId)) === state) keep(state, json)
	return json
}
