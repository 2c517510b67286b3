/** A span of speech in a recording, from any timed transcript. Times are whole milliseconds. */
export interface Cue {
	start: number
	end: number
	speaker: string | null
	/** Plain text on one line. */
	text: string
}

/** Consecutive cues of one speaker. The start in seconds is the paragraph's anchor. */
export interface Paragraph {
	/** Whole seconds, unique and ascending, used as the anchor. Null in a transcript without times. */
	start: number | null
	speaker: string | null
	text: string
}

/** Maximum number of cues per recording: more than twelve hours of speech. */
export const MAX_CUES = 100_000
export const MAX_CUE_TEXT = 5_000
/** Word count after which a paragraph ends at the next end of a sentence: half a minute to a minute of speech. */
const WORDS = 70
/** Word count after which a paragraph ends even within a sentence. */
const MAX_WORDS = 160
const UNKNOWN_SPEAKER = 'Unknown speaker'
/** Silence that starts a new paragraph, in milliseconds. */
const PAUSE_MS = 5_000

function countWords(text: string): number {
	let words = 1
	for (let at = text.indexOf(' '); at >= 0; at = text.indexOf(' ', at + 1)) words++
	return words
}

/** Sorts cues by start, removes overlaps and drops empty cues. Reversed times are fixed, and negative ones become 0. */
export function orderedCues(cues: readonly Cue[]): Cue[] {
	const ordered = cues
		.filter(({ start, end, text }) => Number.isFinite(start) && Number.isFinite(end) && text !== '')
		.slice(0, MAX_CUES)
		.map(({ start, end, speaker, text }) => {
			const from = Math.max(0, Math.round(start))
			return { start: from, end: Math.max(from, Math.round(end)), speaker, text: text.slice(0, MAX_CUE_TEXT) }
		})
		.sort((a, b) => a.start - b.start)
	for (const [index, cue] of ordered.entries()) {
		const next = ordered[index + 1]
		if (next && cue.end > next.start) cue.end = next.start
	}
	return ordered
}

/** Assigns cues without a speaker to the previous speaker, for transcripts that name only changes of speaker. */
export function continueSpeakers(cues: readonly Cue[]): Cue[] {
	let speaker: string | null = null
	return cues.map((cue) => {
		speaker = cue.speaker ?? speaker
		return { ...cue, speaker }
	})
}

export const endsSentence = (text: string) => /[.!?…]["'”’)\]]*$/.test(text)

/** Returns whether `cue` starts a new paragraph, after a paragraph of `words` that ends with `before`. */
function startsParagraph(cue: Cue, before: Cue, words: number): boolean {
	if (cue.speaker !== before.speaker) return true
	if (cue.start - before.end > PAUSE_MS) return true
	return words >= MAX_WORDS || (words >= WORDS && endsSentence(before.text))
}

/** Groups sorted cues into paragraphs. `isTimed` is false if the transcript has no times. */
export function paragraphsOf(cues: readonly Cue[], isTimed: boolean): Paragraph[] {
	if (!isTimed) return cues.map(({ speaker, text }) => ({ start: null, speaker, text }))
	const paragraphs: Array<Paragraph & { words: number }> = []
	let before: Cue | undefined
	for (const cue of cues) {
		const last = paragraphs.at(-1)
		if (!last || !before || startsParagraph(cue, before, last.words)) {
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

/** Returns the speaker label of each paragraph. Unknown speakers get a label once a named speaker has appeared. */
export function speakerLabels(paragraphs: readonly Paragraph[]): Array<string | null> {
	const first = paragraphs.findIndex(({ speaker }) => speaker !== null)
	return paragraphs.map(({ speaker }, at) => speaker ?? (first >= 0 && at > first ? UNKNOWN_SPEAKER : null))
}

/** Returns the speakers in order of appearance. */
export const speakersOf = (cues: readonly Cue[]): string[] => [
	...new Set(cues.flatMap(({ speaker }) => (speaker === null ? [] : [speaker]))),
]

const pad = (value: number, digits = 2) => String(value).padStart(digits, '0')

/** Formats seconds: 754 as `12:34`, 3723 as `1:02:03`. */
export function clock(seconds: number): string {
	const whole = Math.max(0, Math.floor(seconds))
	const minutes = Math.floor(whole / 60)
	if (minutes < 60) return `${minutes}:${pad(whole % 60)}`
	return `${Math.floor(minutes / 60)}:${pad(minutes % 60)}:${pad(whole % 60)}`
}

/** Formats milliseconds for WebVTT: `00:12:34.500`. */
export const vttTime = (ms: number) =>
	`${pad(Math.floor(ms / 3_600_000))}:${pad(Math.floor(ms / 60_000) % 60)}:${pad(Math.floor(ms / 1000) % 60)}.${pad(ms % 1000, 3)}`

const escapeVtt = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

export function toVtt(cues: readonly Cue[]): string {
	const blocks = cues.map(({ start, end, speaker, text }) => {
		const voice = speaker === null ? '' : `<v ${escapeVtt(speaker)}>`
		return `${vttTime(start)} --> ${vttTime(Math.max(end, start + 1))}\n${voice}${escapeVtt(text)}\n`
	})
	return `WEBVTT\n\n${blocks.join('\n')}`
}

/** Renders paragraphs as a text file, with times and names if known. */
export function toText(paragraphs: readonly Paragraph[]): string {
	const labels = speakerLabels(paragraphs)
	const parts = paragraphs.map(({ start, text }, at) => {
		const speaker = labels[at] ?? null
		const head = [start === null ? '' : `[${clock(start)}]`, speaker === null ? '' : `${speaker}:`].filter(Boolean)
		return `${head.length > 0 ? `${head.join(' ')}\n` : ''}${text}\n`
	})
	return parts.join('\n')
}
