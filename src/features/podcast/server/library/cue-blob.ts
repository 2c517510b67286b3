import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import * as z from 'zod'
import { type Cue, continueSpeakers } from '#src/lib/text/cues.ts'

const blobSchema = z.object({
	speakers: z.array(z.string()),
	/** Start, end, index of the speaker or -1, text. */
	cues: z.array(z.tuple([z.number(), z.number(), z.number(), z.string()])),
	/** Absent in older blobs, where a cue without a speaker continues the previous one. */
	namesEach: z.boolean().optional(),
})

/** Compresses cues for storage: about 20 kB per hour of speech. */
export function packCues(cues: readonly Cue[]): Buffer {
	const speakers = new Map<string, number>()
	const rows = cues.map(({ start, end, speaker, text }) => {
		if (speaker !== null && !speakers.has(speaker)) speakers.set(speaker, speakers.size)
		return [start, end, speaker === null ? -1 : speakers.get(speaker), text]
	})
	const json = JSON.stringify({ speakers: [...speakers.keys()], cues: rows, namesEach: true })
	return brotliCompressSync(json, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
}

export function unpackCues(blob: Uint8Array): Cue[] {
	const { speakers, cues, namesEach } = blobSchema.parse(JSON.parse(brotliDecompressSync(blob).toString()))
	const unpacked = cues.map(([start, end, speaker, text]) => ({ start, end, speaker: speakers[speaker] ?? null, text }))
	return namesEach ? unpacked : continueSpeakers(unpacked)
}
