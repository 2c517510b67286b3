/** Returns the initials of the first and last word of a name, ignoring everything after a comma (`, Esq.`). */
export function initialsOf(name: string): string {
	const words = (name.split(',')[0] ?? '').split(/\s+/).filter((word) => /\p{L}/u.test(word))
	const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
	return ends.map((word) => /\p{L}/u.exec(word ?? '')?.[0].toUpperCase() ?? '').join('')
}
