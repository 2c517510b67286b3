import type { Cue } from '#src/lib/text/cues.ts'

/** Cues of what is said one after the other between two instants: each has as much of the time as of the letters. */
export function sharingTime(start: number, end: number, said: ReadonlyArray<Pick<Cue, 'speaker' | 'text'>>): Cue[] {
	const letters = said.reduce((total, { text }) => total + text.length, 0)
	const instant = (read: number) => (read === 0 ? start : start + ((end - start) * read) / letters)
	let read = 0
	return said.map(({ speaker, text }): Cue => {
		const from = read
		read += text.length
		return { start: instant(from), end: instant(read), speaker, text }
	})
}
