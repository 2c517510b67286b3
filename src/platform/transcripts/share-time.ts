import type { Cue } from '#src/lib/text/cues.ts'

/** Divides the time between two instants among consecutive cues, in proportion to the length of their text. */
export function shareTime(start: number, end: number, said: ReadonlyArray<Pick<Cue, 'speaker' | 'text'>>): Cue[] {
	const letters = said.reduce((total, { text }) => total + text.length, 0)
	const instant = (read: number) => (read === 0 ? start : start + ((end - start) * read) / letters)
	let read = 0
	return said.map(({ speaker, text }): Cue => {
		const from = read
		read += text.length
		return { start: instant(from), end: instant(read), speaker, text }
	})
}
