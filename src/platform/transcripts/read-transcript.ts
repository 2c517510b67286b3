import { type Cue, continueSpeakers, MAX_CUE_TEXT, MAX_CUES, orderedCues } from '#src/lib/text/cues.ts'
import { type CaptionFormat, captionFormat, readCaptions } from './captions.ts'
import { fromHtml } from './from-html.ts'
import { fromJson } from './from-json.ts'
import { timedText } from './from-text.ts'
import { plainText } from './plain-text.ts'
import { sharingTime } from './shared-time.ts'
import { withSpeakersParted, withSpokenNames } from './spoken-names.ts'
import { TranscriptError } from './transcript-error.ts'

export const TRANSCRIPT_FORMATS = ['vtt', 'srt', 'json', 'html', 'text'] as const
export type TranscriptFormat = (typeof TRANSCRIPT_FORMATS)[number]

/** What a file of a transcript says. */
export interface ReadTranscript {
	/** In order. Those of a transcript without times have none that mean anything. */
	cues: Cue[]
	isTimed: boolean
	/** What could not be read of it, one sentence each. */
	warnings: string[]
}

const FORMATS: ReadonlyArray<readonly [TranscriptFormat, RegExp]> = [
	['vtt', /^text\/vtt\b/i],
	['srt', /^(?:application\/(?:x-subrip|srt)|text\/srt|application\/x-srt)\b/i],
	['json', /^application\/(?:[\w.-]+\+)?json\b/i],
	['html', /^(?:text\/html|application\/xhtml\+xml)\b/i],
	['text', /^text\/plain\b/i],
]

/** The format that a content type names; undefined for any other. */
export const formatOfType = (type: string): TranscriptFormat | undefined =>
	FORMATS.find(([, pattern]) => pattern.test(type.trim()))?.[0]

const isWebPage = (text: string) =>
	/^\s*(?:<!--[\s\S]{0,2000}?-->\s*)*<(?:!doctype\s+html|html|head|body)\b/i.test(text)

/** What a text looks like, whatever its server calls it: feeds and servers often disagree. */
function formatOf(text: string, told: TranscriptFormat | undefined): TranscriptFormat {
	const head = text.slice(0, 2_000).trimStart()
	const captions = captionFormat(text)
	if (captions) return captions
	if (told === 'json' || (/^[{[]/.test(head) && told !== 'text')) return 'json'
	if (told === 'html' || (head.startsWith('<') && told !== 'vtt' && told !== 'srt')) return 'html'
	return told ?? 'text'
}

const VOICE = /<v(?:\.[^\s>]*)?\s+([^>]*)>/
/** Where a voice begins: a cue may hold several. */
const VOICES = /(?=<v(?:\.[^\s>]*)?\s)/

/** Cues of WebVTT and SubRip. */
async function fromCaptions(text: string, format: CaptionFormat): Promise<ReadTranscript> {
	const { cues, warnings } = await readCaptions(text, format)
	const read = cues.flatMap(({ startTime, endTime, text: whole }) => {
		const voices = whole.split(VOICES).map((said) => ({
			speaker: said.startsWith('<v') ? plainText(VOICE.exec(said)?.[1] ?? '').slice(0, 128) || null : null,
			text: plainText(said),
		}))
		const said = voices.filter(({ text }) => text !== '')
		return sharingTime(startTime * 1000, endTime * 1000, said)
	})
	// A file of times alone is no transcript: it would replace one that says something.
	if (read.length === 0) throw new TranscriptError('it has no cues')
	return { cues: withSpokenNames(read), isTimed: true, warnings }
}

/** Paragraphs parted by an empty line, without times where none begins its lines. */
function fromText(text: string): ReadTranscript {
	if (isWebPage(text)) throw new TranscriptError('it is a web page')
	const timed = timedText(text)
	if (timed) return { cues: timed, isTimed: true, warnings: [] }
	const paragraphs = withSpeakersParted(text.split('\n'))
		.join('\n')
		.split(/\n[^\S\n]*\n/)
		.map((part) => plainText(part, { isHtml: false }))
		.filter(Boolean)
	const cues = paragraphs.map((said): Cue => ({ start: 0, end: 0, speaker: null, text: said }))
	if (cues.length === 0) throw new TranscriptError('it is empty')
	return { cues: withSpokenNames(cues), isTimed: false, warnings: [] }
}

/** The words of a long cue, cut between words to what is kept of one. */
function piecesOf(cue: Cue): Cue[] {
	if (cue.text.length <= MAX_CUE_TEXT) return [cue]
	const pieces: string[] = []
	for (let rest = cue.text; rest !== ''; ) {
		const space = rest.length <= MAX_CUE_TEXT ? -1 : rest.lastIndexOf(' ', MAX_CUE_TEXT)
		const end = rest.length <= MAX_CUE_TEXT ? rest.length : space > 0 ? space : MAX_CUE_TEXT
		pieces.push(rest.slice(0, end))
		rest = rest.slice(end).trimStart()
	}
	return sharingTime(
		cue.start,
		cue.end,
		pieces.map((text) => ({ speaker: cue.speaker, text })),
	)
}

/** All that was read as it is kept, with a word about what is more than that. */
function kept({ cues, isTimed, warnings }: ReadTranscript): ReadTranscript {
	const whole = cues.flatMap(piecesOf)
	const more = whole.length - MAX_CUES
	return {
		cues: isTimed ? orderedCues(whole) : whole.slice(0, MAX_CUES),
		isTimed,
		warnings:
			more > 0 ? [...warnings, `the last ${more} of ${whole.length} parts were left out, as it is too long`] : warnings,
	}
}

async function readAs(format: TranscriptFormat, text: string): Promise<ReadTranscript> {
	if (format === 'vtt' || format === 'srt') return fromCaptions(text, format)
	if (format === 'json') return fromJson(text)
	const read = format === 'text' ? fromText(text) : fromHtml(text)
	if (read.cues.length === 0) throw new TranscriptError('it has no cues')
	return read
}

/**
 * Reads a transcript in any of the forms of the podcast namespace.
 * @param told what the feed, or who sent it, says it is; what it looks like goes before that.
 * @throws {TranscriptError}
 */
export async function readTranscript(bytes: string, told: TranscriptFormat | undefined): Promise<ReadTranscript> {
	const text = bytes
		.replace(/^\ufeff/, '')
		.replaceAll(/\r\n?/g, '\n')
		.toWellFormed()
	const format = formatOf(text, told)
	if (format !== 'json' && isWebPage(text) && told !== 'html') throw new TranscriptError('it is a web page')
	const read = await readAs(format, text)
	// The JSON forms say of each segment by whom it is, or that nobody knows.
	return kept(format === 'json' ? read : { ...read, cues: continueSpeakers(read.cues) })
}
