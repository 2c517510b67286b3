import { type Captions, captionFormat, readCaptions, withArrows } from '#src/platform/transcripts/captions.ts'
import { TranscriptError } from '#src/platform/transcripts/transcript-error.ts'

/** Converts WebVTT, SubRip or SubViewer to WebVTT. Undefined if there is no caption or the bytes are not UTF-8. */
export async function toWebVtt(bytes: Uint8Array): Promise<Pick<Captions, 'webVtt' | 'warnings'> | undefined> {
	let text: string
	try {
		// Also removes the byte order mark.
		text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
	} catch {
		return undefined
	}
	const lines = withArrows(text.replaceAll(/\r\n?/g, '\n').replaceAll(/[\0\u200b]/g, ''))
	try {
		// SubRip has no header, and some programs write a title above the first caption.
		return await readCaptions(lines.trimStart(), captionFormat(lines) ?? 'srt')
	} catch (error) {
		if (error instanceof TranscriptError) return undefined
		throw error
	}
}
