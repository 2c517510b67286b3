import { type Cue, endsSentence, paragraphsOf } from './cues.ts'

/** A searchable unit of a transcript: a few sentences of one speaker. */
export interface Passage {
	startMs: number | null
	endMs: number | null
	speaker: string | null
	text: string
	/** Anchor, in seconds, of the paragraph in which the passage starts; null in a transcript without times. */
	paragraph: number | null
	/** Position in the text and time of each cue; null in a transcript without times. */
	times: Array<[place: number, ms: number]> | null
}

const MAX_WORDS = 60
const MAX_MS = 30_000
/** Shorter cues of another speaker do not end a passage. */
const INTERJECTION_MS = 2_000

const countWords = (cues: readonly Cue[]) => cues.reduce((sum, { text }) => sum + text.split(' ').length, 0)

function isOtherSpeaker(cue: Cue, pending: readonly Cue[]): boolean {
	const speaker = pending[0]?.speaker ?? null
	return cue.speaker !== speaker && cue.end - cue.start > INTERJECTION_MS
}

function isFull(pending: readonly Cue[], next: Cue, isTimed: boolean): boolean {
	const [first] = pending
	if (!first) return false
	return countWords(pending) + countWords([next]) > MAX_WORDS || (isTimed && next.end - first.start > MAX_MS)
}

/** Groups the cues of a transcript into passages: whole sentences if possible. */
function* groupsOf(cues: readonly Cue[], isTimed: boolean): Generator<Cue[]> {
	let pending: Cue[] = []
	for (const cue of cues) {
		if (pending.length > 0 && isOtherSpeaker(cue, pending)) {
			yield pending
			pending = []
		}
		while (isFull(pending, cue, isTimed)) {
			const end = pending.findLastIndex(({ text }) => endsSentence(text)) + 1 || pending.length
			yield pending.slice(0, end)
			pending = pending.slice(end)
		}
		pending.push(cue)
	}
	if (pending.length > 0) yield pending
}

/** Returns the passages of sorted cues. `isTimed` is false if the transcript has no times. */
export function passagesOf(cues: readonly Cue[], isTimed: boolean): Passage[] {
	const starts = isTimed ? paragraphsOf(cues, true).map(({ start }) => start ?? 0) : []
	let at = 0
	const paragraphAt = (ms: number) => {
		// Passages and paragraphs are both sorted by time.
		while ((starts[at + 1] ?? Number.POSITIVE_INFINITY) * 1000 <= ms) at++
		return starts[at] ?? null
	}
	return [...groupsOf(cues, isTimed)].map((group) => {
		const speaker = group[0]?.speaker ?? null
		let text = ''
		const times: Array<[number, number]> = []
		for (const cue of group) {
			if (text !== '') text += ' '
			times.push([text.length, cue.start])
			text += cue.text
		}
		if (!isTimed) return { startMs: null, endMs: null, speaker, text, paragraph: null, times: null }
		const startMs = group[0]?.start ?? 0
		return { startMs, endMs: group.at(-1)?.end ?? startMs, speaker, text, paragraph: paragraphAt(startMs), times }
	})
}

/**
 * Splits text without times into passages. A period within a word, as in `F.R.C.P.` and `1,500.22`, does not end a
 * sentence. The number of end marks is bounded, so that text of only periods does not backtrack.
 */
export const textPassages = (text: string): string[] =>
	passagesOf(
		(text.match(/[^\n]+?(?:[.!?]{1,9}["'”’)\]]{0,9}(?=\s|$)|\n|$)/g) ?? [])
			.map((sentence) => sentence.replaceAll(/\s+/g, ' ').trim())
			.filter((sentence) => sentence !== '')
			.map((sentence) => ({ start: 0, end: 0, speaker: null, text: sentence })),
		false,
	).map((passage) => passage.text)
