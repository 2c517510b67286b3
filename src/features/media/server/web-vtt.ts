import { type Captions, captionFormat, readCaptions } from '#src/platform/transcripts/captions.ts'
import { TranscriptError } from '#src/platform/transcripts/transcript-error.ts'

/** Captions as WebVTT, from WebVTT or SubRip. Undefined where the bytes are neither, or no UTF-8. */
export async function toWebVtt(bytes: Uint8Array): Promise<Pick<Captions, 'webVtt' | 'warnings'> | undefined> {
	let text: string
	try {
		// The mark of UTF-8 at the beginning goes.
		text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
	} catch {
		return undefined
	}
	const lines = text.replaceAll(/\r\n?/g, '\n').replaceAll('\0', '')
	const format = captionFormat(lines)
	if (!format) return undefined
	try {
		return await readCaptions(lines.trimStart(), format)
	} catch (error) {
		if (error instanceof TranscriptError) return undefined
		throw error
	}
}
