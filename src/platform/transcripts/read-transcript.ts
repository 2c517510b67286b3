import { type Cue, continueSpeakers, MAX_CUE_TEXT, MAX_CUES, orderedCues } from '#src/lib/text/cues.ts'
import { type CaptionFormat, captionFormat, readCaptions, withArrows } from './captions.ts'
import { fromHtml } from './from-html.ts'
import { fromJson } from './from-json.ts'
import { timedText } from './from-text.ts'
import { plainText } from './plain-text.ts'
import { shareTime } from './share-time.ts'
import { withSpeakersSeparated, withSpokenNames } from './spoken-names.ts'
import { TranscriptError } from './transcript-error.ts'

const TRANSCRIPT_FORMATS = ['vtt', 'srt', 'json', 'html', 'text'] as const
export type TranscriptFormat = (typeof TRANSCRIPT_FORMATS)[number]

export interface ReadTranscript {
	/** In order. If `isTimed` is false, their times are meaningless. */
	cues: Cue[]
	isTimed: boolean
	/** Warnings about unreadable parts, one sentence each. */
	warnings: string[]
}

const FORMATS: ReadonlyArray<readonly [TranscriptFormat, RegExp]> = [
	['vtt', /^text\/vtt\b/i],
	['srt', /^(?:application\/(?:x-subrip|srt)|text\/srt|application\/x-srt)\b/i],
	['json', /^application\/(?:[\w.-]+\+)?json\b/i],
	['html', /^(?:text\/html|application\/xhtml\+xml)\b/i],
	['text', /^text\/plain\b/i],
]

/** Returns the format for a content type; undefined for other types. */
export const formatOfType = (type: string): TranscriptFormat | undefined =>
	FORMATS.find(([, pattern]) => pattern.test(type.trim()))?.[0]

const isWebPage = (text: string) =>
	/^\s*(?:<!--[\s\S]{0,2000}?-->\s*)*<(?:!doctype\s+html|html|head|body)\b/i.test(text)

/** Detects a transcript's format from its content, since feeds and servers often disagree about it. */
function formatOf(text: string, declared: TranscriptFormat | undefined): TranscriptFormat {
	const head = text.slice(0, 2_000).trimStart()
	const captions = captionFormat(text)
	if (captions) return captions
	if (declared === 'json' || (/^(?:\{|\[\s*[[{\]])/.test(head) && declared !== 'text')) return 'json'
	if (declared === 'html' || (head.startsWith('<') && declared !== 'vtt' && declared !== 'srt')) return 'html'
	return declared ?? 'text'
}

const VOICE = /<v(?:\.[^\s>]*)?\s+([^>]*)>/
const VOICES = /(?=<v(?:\.[^\s>]*)?\s)/

async function fromCaptions(text: string, format: CaptionFormat): Promise<ReadTranscript> {
	const { cues, warnings } = await readCaptions(text, format)
	const parts = cues.flatMap(({ startTime, endTime, text: cueText }) => {
		const voices = cueText.split(VOICES).map((part) => ({
			speaker: part.startsWith('<v') ? plainText(VOICE.exec(part)?.[1] ?? '').slice(0, 128) || null : null,
			text: plainText(part),
		}))
		const spoken = voices.filter(({ text }) => text !== '')
		return shareTime(startTime * 1000, endTime * 1000, spoken)
	})
	// Reject a file with times but no words: it would replace a transcript that has words.
	if (parts.length === 0) throw new TranscriptError('it has no cues')
	return { cues: withSpokenNames(parts), isTimed: true, warnings }
}

/** Parses timed lines, or else paragraphs without times, separated by empty lines. */
function fromText(text: string): ReadTranscript {
	if (isWebPage(text)) throw new TranscriptError('it is a web page')
	const timed = timedText(text)
	if (timed) return { cues: timed, isTimed: true, warnings: [] }
	const paragraphs = withSpeakersSeparated(text.split('\n'))
		.join('\n')
		.split(/\n[^\S\n]*\n/)
		.map((part) => plainText(part, { isHtml: false }))
		.filter(Boolean)
	const cues = paragraphs.map((paragraph): Cue => ({ start: 0, end: 0, speaker: null, text: paragraph }))
	if (cues.length === 0) throw new TranscriptError('it is empty')
	return { cues: withSpokenNames(cues), isTimed: false, warnings: [] }
}

/** Splits a long cue between words, into pieces short enough to store. */
function piecesOf(cue: Cue): Cue[] {
	if (cue.text.length <= MAX_CUE_TEXT) return [cue]
	const pieces: string[] = []
	for (let remaining = cue.text; remaining !== ''; ) {
		const space = remaining.length <= MAX_CUE_TEXT ? -1 : remaining.lastIndexOf(' ', MAX_CUE_TEXT)
		const end = remaining.length <= MAX_CUE_TEXT ? remaining.length : space > 0 ? space : MAX_CUE_TEXT
		pieces.push(remaining.slice(0, end))
		remaining = remaining.slice(end).trimStart()
	}
	return shareTime(
		cue.start,
		cue.end,
		pieces.map((text) => ({ speaker: cue.speaker, text })),
	)
}

/** Limits a transcript to the maximum size to store, with a warning if parts were cut. */
function withinLimits({ cues, isTimed, warnings }: ReadTranscript): ReadTranscript {
	const pieces = cues.flatMap(piecesOf)
	const omitted = pieces.length - MAX_CUES
	return {
		cues: isTimed ? orderedCues(pieces) : pieces.slice(0, MAX_CUES),
		isTimed,
		warnings:
			omitted > 0
				? [...warnings, `the last ${omitted} of ${pieces.length} parts were left out, as it is too long`]
				: warnings,
	}
}

async function readAs(format: TranscriptFormat, text: string): Promise<ReadTranscript> {
	if (format === 'vtt' || format === 'srt') return fromCaptions(text, format)
	if (format === 'json') return fromJson(text)
	const transcript = format === 'text' ? fromText(text) : fromHtml(text)
	if (transcript.cues.length === 0) throw new TranscriptError('it has no cues')
	return transcript
}

/**
 * Parses a transcript in any format of the podcast namespace.
 * @param declared format according to the feed or the uploader; the content itself takes precedence.
 * @throws {TranscriptError}
 */
export async function readTranscript(bytes: string, declared: TranscriptFormat | undefined): Promise<ReadTranscript> {
	const lines = bytes.replace(/^[\ufeff\u200b]+/, '').replaceAll(/\r\n?/g, '\n')
	const text = withArrows(lines).toWellFormed()
	const format = formatOf(text, declared)
	if (format !== 'json' && isWebPage(text) && declared !== 'html') throw new TranscriptError('it is a web page')
	const transcript = await readAs(format, text)
	// `fromJson` continues the speakers itself, in the formats that require it.
	return withinLimits(format === 'json' ? transcript : { ...transcript, cues: continueSpeakers(transcript.cues) })
}
