/** What is said in a recording between two instants, as any transcript with times has it. Times are whole milliseconds. */
export interface Cue {
	start: number
	end: number
	/** Who says it; null where that is not known. */
	speaker: string | null
	/** Plain text on one line. */
	text: string
}

/** Cues of one speaker that are read as one, and found by their first second. */
export interface Paragraph {
	/** Whole seconds, more than those of the paragraph before: an address on its page. Null in a transcript without times. */
	start: number | null
	speaker: string | null
	text: string
}

/** Cues of one recording that are kept: nobody says more in twelve hours. */
export const MAX_CUES = 100_000
export const MAX_CUE_TEXT = 5_000
/** Half a minute to a minute of speech: a paragraph ends with its sentence once it has so many words. */
const WORDS = 70
/** Without a sentence's end in sight. */
const MAX_WORDS = 160
const UNKNOWN_SPEAKER = 'Unknown speaker'
/** A silence that parts what one speaker says, in milliseconds. */
const PAUSE_MS = 5_000

function countWords(text: string): number {
	let words = 1
	for (let at = text.indexOf(' '); at >= 0; at = text.indexOf(' ', at + 1)) words++
	return words
}

/**
 * Cues in the order of their beginnings, none reaching into the next, without empty ones. Times that run backwards are
 * put in order; what lies before the beginning is at the beginning.
 */
export function orderedCues(cues: readonly Cue[]): Cue[] {
	const kept = cues
		.filter(({ start, end, text }) => Number.isFinite(start) && Number.isFinite(end) && text !== '')
		.slice(0, MAX_CUES)
		.map(({ start, end, speaker, text }) => {
			const from = Math.max(0, Math.round(start))
			return { start: from, end: Math.max(from, Math.round(end)), speaker, text: text.slice(0, MAX_CUE_TEXT) }
		})
		.sort((a, b) => a.start - b.start)
	for (const [index, cue] of kept.entries()) {
		const next = kept[index + 1]
		if (next && cue.end > next.start) cue.end = next.start
	}
	return kept
}

/** Gives cues without a speaker to the one before, for transcripts that name a speaker only when that is another one. */
export function continueSpeakers(cues: readonly Cue[]): Cue[] {
	let speaker: string | null = null
	return cues.map((cue) => {
		speaker = cue.speaker ?? speaker
		return { ...cue, speaker }
	})
}

/** Whether a cue ends with its sentence. */
export const endsSentence = (text: string) => /[.!?…]["'”’)\]]*$/.test(text)

/** Whether `cue` begins a new paragraph after one that has `words` and ends in `text`. */
function begins(cue: Cue, before: Cue, words: number): boolean {
	if (cue.speaker !== before.speaker) return true
	if (cue.start - before.end > PAUSE_MS) return true
	return words >= MAX_WORDS || (words >= WORDS && endsSentence(before.text))
}

/** Cues as they are read. `cues` are ordered; `isTimed` says whether their times are real. */
export function paragraphsOf(cues: readonly Cue[], isTimed: boolean): Paragraph[] {
	if (!isTimed) return cues.map(({ speaker, text }) => ({ start: null, speaker, text }))
	const paragraphs: Array<Paragraph & { words: number }> = []
	let before: Cue | undefined
	for (const cue of cues) {
		const last = paragraphs.at(-1)
		if (!last || !before || begins(cue, before, last.words)) {
			const start = Math.max(Math.floor(cue.start / 1000), (last?.start ?? -1) + 1)
			paragraphs.push({ start, speaker: cue.speaker, text: cue.text, words: countWords(cue.text) })
		} else {
			last.text += ` ${cue.text}`
			last.words += countWords(cue.text)
		}
		before = cue
	}
	return paragraphs.map(({ start, speaker, text }) => ({ start, speaker, text }))
}

/** Who a paragraph is by: where others are named, it is said that this speaker is not known. */
export function speakerLabels(paragraphs: readonly Paragraph[]): Array<string | null> {
	const first = paragraphs.findIndex(({ speaker }) => speaker !== null)
	return paragraphs.map(({ speaker }, at) => speaker ?? (first >= 0 && at > first ? UNKNOWN_SPEAKER : null))
}

/** Those who speak, in the order in which they do first. */
export const speakersOf = (cues: readonly Cue[]): string[] => [
	...new Set(cues.flatMap(({ speaker }) => (speaker === null ? [] : [speaker]))),
]

const pad = (value: number, digits = 2) => String(value).padStart(digits, '0')

/** An instant as people write it: 754 seconds are `12:34`, 3723 are `1:02:03`. */
export function clock(seconds: number): string {
	const whole = Math.max(0, Math.floor(seconds))
	const minutes = Math.floor(whole / 60)
	if (minutes < 60) return `${minutes}:${pad(whole % 60)}`
	return `${Math.floor(minutes / 60)}:${pad(minutes % 60)}:${pad(whole % 60)}`
}

/** Milliseconds as WebVTT writes them: `00:12:34.500`. */
export const vttTime = (ms: number) =>
	`${pad(Math.floor(ms / 3_600_000))}:${pad(Math.floor(ms / 60_000) % 60)}:${pad(Math.floor(ms / 1000) % 60)}.${pad(ms % 1000, 3)}`

const escapeVtt = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Timed cues as a WebVTT file. */
export function toVtt(cues: readonly Cue[]): string {
	const blocks = cues.map(({ start, end, speaker, text }) => {
		const voice = speaker === null ? '' : `<v ${escapeVtt(speaker)}>`
		return `${vttTime(start)} --> ${vttTime(Math.max(end, start + 1))}\n${voice}${escapeVtt(text)}\n`
	})
	return `WEBVTT\n\n${blocks.join('\n')}`
}

/** Paragraphs as a file to read, with times and names where there are any. */
export function toText(paragraphs: readonly Paragraph[]): string {
	const labels = speakerLabels(paragraphs)
	const parts = paragraphs.map(({ start, text }, at) => {
		const speaker = labels[at] ?? null
		const head = [start === null ? '' : `[${clock(start)}]`, speaker === null ? '' : `${speaker}:`].filter(Boolean)
		return `${head.length > 0 ? `${head.join(' ')}\n` : ''}${text}\n`
	})
	return parts.join('\n')
}
