import { type Captions, captionFormat, readCaptions } from '#src/platform/transcripts/captions.ts'
import { TranscriptError } from '#src/platform/transcripts/transcript-error.ts'

/** Converts WebVTT or SubRip to WebVTT. Undefined for other formats, or if the bytes are not UTF-8. */
export async function toWebVtt(bytes: Uint8Array): Promise<Pick<Captions, 'webVtt' | 'warnings'> | undefined> {
	let text: string
	try {
		// Also removes the byte order mark.
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
