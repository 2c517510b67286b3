import { NOT_TIME_OF_DAY } from '#src/lib/dates/link-time.ts'
import type { Cue } from '#src/lib/text/cues.ts'
import { plainText } from './plain-text.ts'
import { shareTime } from './share-time.ts'
import { withSpeakersSeparated, withSpokenNames } from './spoken-names.ts'
import { millisecondsOf } from './times.ts'

const CLOCK = String.raw`(?:\d{1,3}:)?\d{1,3}:\d{2}(?:[.,]\d{1,3})?`
/** A time, optionally with its end, as Whisper prints it. A time of day does not match. */
const TIME = String.raw`(?<time>${CLOCK})(?:\s{0,3}(?:-->|[-–—])\s{0,3}${CLOCK})?(?![\d:])${NOT_TIME_OF_DAY}`
const NAME = String.raw`(?<name>\p{Lu}[\p{L}\p{M}\p{N}.'’&_-]*(?: [\p{L}\p{M}\p{N}.'’&_-]+){0,5})`

/** Line starts that give a time, and optionally a speaker. */
const MARKS = [
	// `Jane (00:05): Hello`, `Jane: [00:05] Hello`
	new RegExp(String.raw`^${NAME}\s{0,5}:?\s{0,5}[[(]${TIME}[\])]\s{0,5}:?(?:\s+|$)`, 'u'),
	// `Jane Doe  0:05`, with the text below
	new RegExp(String.raw`^${NAME}\s{0,5}[:,|–—-]?\s{1,20}[[(]?${TIME}[\])]?:?$`, 'u'),
	// `[00:05.12]Hello`, as lyrics are written
	new RegExp(String.raw`^\[${TIME}\](?=\S)`, 'u'),
	// `[00:05] JANE: Hello`, `00:00:05 Hello`, a time alone
	new RegExp(String.raw`^[[(]?${TIME}[\])]?(?:\s{0,5}[-–—:]\s+|\s+|$)`, 'u'),
]
/** Number of characters of a line to search for a mark: a line may be the whole transcript. */
const MARK_LENGTH = 200
const NAME_ALONE = new RegExp(`^${NAME}(?<colon>:?)$`, 'u')

interface Part {
	/** Milliseconds. */
	start: number
	speaker: string | null
	/** The text after the time, and the lines below. */
	lines: string[]
}

function partOf(line: string): Part | undefined {
	const head = line.slice(0, MARK_LENGTH)
	for (const mark of MARKS) {
		const match = mark.exec(head)
		const start = millisecondsOf(match?.groups?.time ?? '')
		if (!match || start === undefined) continue
		return { start, speaker: match.groups?.name?.slice(0, 128) ?? null, lines: [line.slice(match[0].length)] }
	}
	return undefined
}

/** Reads `Jane` in a line `[0:05] Jane` above text as the speaker, if a colon follows or all parts have this form. */
function withNamesAfterTimes(parts: readonly Part[]): Part[] {
	const nameOf = ({ speaker, lines: [afterTime = '', below = ''] }: Part) =>
		speaker === null && below !== '' ? NAME_ALONE.exec(afterTime)?.groups : undefined
	const isInAllParts = parts.every((part) => nameOf(part))
	return parts.map((part) => {
		const { name, colon } = nameOf(part) ?? {}
		return name && (colon || isInAllParts) ? { ...part, speaker: name.slice(0, 128), lines: part.lines.slice(1) } : part
	})
}

/** Maximum length of a cue in characters. Longer text between two times is split after sentences. */
const MAX_LENGTH = 600

function piecesOf(lines: readonly string[]): string[] {
	const pieces: string[] = []
	for (const paragraph of lines.join('\n').split(/\n[^\S\n]*\n/)) {
		let piece = ''
		for (const sentence of plainText(paragraph, { isHtml: false }).split(/(?<=[.!?…]["'”’)\]]?) /)) {
			if (piece && piece.length + sentence.length > MAX_LENGTH) {
				pieces.push(piece)
				piece = ''
			}
			piece += `${piece && ' '}${sentence}`
		}
		if (piece) pieces.push(piece)
	}
	return pieces
}

const cuesOf = ({ start, speaker, lines }: Part, until: number): Cue[] =>
	shareTime(
		start,
		until,
		piecesOf(lines).map((text) => ({ speaker, text })),
	)

/**
 * Parses text whose lines start with times, as transcription services export it. Returns undefined for any other text,
 * where a time may be part of a sentence.
 */
export function timedText(text: string): Cue[] | undefined {
	const parts: Part[] = []
	const heading: string[] = []
	let paragraphs = 0
	let isParagraphStart = true
	for (const line of withSpeakersSeparated(text.split('\n').map((one) => one.trim()))) {
		const part = partOf(line)
		if (part) parts.push(part)
		else (parts.at(-1)?.lines ?? heading).push(line)
		if (line !== '' && isParagraphStart) paragraphs++
		isParagraphStart = line === ''
	}
	const [first, last] = [parts[0], parts.at(-1)]
	// A line with only a time is never speech, so a few of them are enough.
	const areTimesAlone = parts.every(({ speaker, lines }) => speaker === null && lines[0] === '')
	const isInOrder = parts.every(({ start }, at) => start >= (parts[at - 1]?.start ?? 0))
	if (!first || !last || first.start === last.start || !isInOrder) return undefined
	// In a timed transcript, at least a fifth of the paragraphs have a time; the others continue them.
	if (!areTimesAlone && parts.length * 5 < paragraphs) return undefined
	const cues = withNamesAfterTimes(parts).flatMap((part, at) => cuesOf(part, parts[at + 1]?.start ?? part.start))
	const headingCues = cuesOf({ start: 0, speaker: null, lines: heading }, first.start)
	return cues.length === 0 ? undefined : withSpokenNames([...headingCues, ...cues])
}
