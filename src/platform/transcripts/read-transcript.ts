import { parseText } from 'media-captions'
import { type Cue, MAX_CUES, orderedCues } from '#src/lib/cues.ts'
import { fromHtml } from './from-html.ts'
import { fromJson } from './from-json.ts'
import { timedText } from './from-text.ts'
import { plainText } from './plain-text.ts'
import { sharingTime } from './shared-time.ts'
import { withSpokenNames } from './spoken-names.ts'
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

const MOST_WARNINGS = 5

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
	if (/^WEBVTT(?:\s|$)/.test(head)) return 'vtt'
	if (/^(?:\d+\s*\n\s*)?\d{1,2}:\d{2}:\d{2}[,.]\d{1,3}\s*-->/.test(head)) return 'srt'
	if (told === 'json' || (/^[{[]/.test(head) && told !== 'text')) return 'json'
	if (told === 'html' || (head.startsWith('<') && told !== 'vtt' && told !== 'srt')) return 'html'
	return told ?? 'text'
}

const VOICE = /<v(?:\.[^\s>]*)?\s+([^>]*)>/
/** Where a voice begins: a cue may hold several. */
const VOICES = /(?=<v(?:\.[^\s>]*)?\s)/

/** The header of WebVTT where no empty line parts it from the first cue. */
const BARE_HEADER = /^WEBVTT.*\n(?:(?!.*-->).+\n){0,20}(?=.*-->)/

/**
 * Captions as the parser of the format wants them, every line where it was, as refusals name lines (but below a header
 * that an empty line had to be put after): a line of white space parts cues, VTT may write its times with a comma, and SRT may have places or styles of a film.
 */
function mended(text: string, type: 'vtt' | 'srt'): string {
	const parted = text
		.replaceAll(/^[^\S\n]+$/gm, '')
		.replace(/^(\n+)(WEBVTT.*\n)/, '$2$1')
		.replace(BARE_HEADER, '$&\n')
	if (type === 'vtt')
		return parted.replaceAll(/^[\d:.,]+[^\S\n]*-->[^\S\n]*[\d:.,]+/gm, (times) => times.replaceAll(',', '.'))
	return (
		parted
			.replaceAll(/^([\d:.,]+[^\S\n]*-->[^\S\n]*[\d:.,]+)[^\S\n].*$/gm, '$1')
			.replaceAll(/\{\\an?\d\}/g, '')
			// An empty line between the times and what is said goes before the cue.
			.replaceAll(/((?:^\d+\n)?^[\d:.,]+[^\S\n]*-->.*\n)(\n+)(?!\n|(?:\d+\n)?.*-->|$)/gm, '$2$1')
	)
}

/** Cues of WebVTT and SubRip, which differ in how they write times alone. */
async function fromCaptions(text: string, type: 'vtt' | 'srt'): Promise<ReadTranscript> {
	if (type === 'vtt' && !/^\s*WEBVTT(?:\s|$)/.test(text)) throw new TranscriptError('line 1 is not WEBVTT')
	const { cues, errors } = await parseText(mended(text, type), { type, errors: true })
	const added = BARE_HEADER.test(text) ? 1 : 0
	const warnings = errors.map(({ message, line }) =>
		/timestamp/.test(message) ? `line ${line - added} has no valid time` : `line ${line - added} cannot be read`,
	)
	if (cues.length === 0) throw new TranscriptError(warnings[0] ?? 'it has no cues')
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
	return {
		cues: orderedCues(withSpokenNames(read)),
		isTimed: true,
		warnings: [...new Set(warnings)].slice(0, MOST_WARNINGS),
	}
}

/** Paragraphs parted by an empty line, without times where none begins its lines. */
function fromText(text: string): ReadTranscript {
	if (isWebPage(text)) throw new TranscriptError('it is a web page')
	const timed = timedText(text)
	if (timed) return { cues: orderedCues(timed), isTimed: true, warnings: [] }
	const paragraphs = text
		.split(/\n[^\S\n]*\n/)
		.map((part) => plainText(part, { isHtml: false }))
		.filter(Boolean)
	const cues = paragraphs.slice(0, MAX_CUES).map((said): Cue => ({ start: 0, end: 0, speaker: null, text: said }))
	if (cues.length === 0) throw new TranscriptError('it is empty')
	return { cues: withSpokenNames(cues), isTimed: false, warnings: [] }
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
	if (format === 'vtt' || format === 'srt') return fromCaptions(text, format)
	if (format === 'text') return fromText(text)
	const { cues, isTimed } = format === 'json' ? fromJson(text) : fromHtml(text)
	if (cues.length === 0) throw new TranscriptError('it has no cues')
	return { cues: isTimed ? orderedCues(cues) : cues, isTimed, warnings: [] }
}
