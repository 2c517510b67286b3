import type { Cue } from '#src/lib/text/cues.ts'

/** Divides the time between two instants among consecutive cues, in proportion to the length of their text. */
export function shareTime(start: number, end: number, parts: ReadonlyArray<Pick<Cue, 'speaker' | 'text'>>): Cue[] {
	const letters = parts.reduce((total, { text }) => total + text.length, 0)
	const timeAt = (count: number) => (count === 0 ? start : start + ((end - start) * count) / letters)
	let position = 0
	return parts.map(({ speaker, text }): Cue => {
		const from = position
		position += text.length
		return { start: timeAt(from), end: timeAt(position), speaker, text }
	})
}
