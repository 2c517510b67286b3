/**
 * Common English spellings of one sound, longer ones first, to understand words typed by ear. Exceptions do not
 * matter, since both words are converted the same way.
 */
const SPELLINGS: ReadonlyArray<readonly [written: RegExp, heard: string]> = [
	// Silent letters: knight, gnaw, psalm, wrap, rhyme, comb, adjust.
	[/^[kgp](?=n)|^p(?=s)|^w(?=r)|(?<=^[rwg])h|(?<=m)b$|d(?=j)/g, ''],
	[/sch/g, 'sk'],
	// -tion, -ssion, -cian, -tial, -cious, -tient, and -shun or -shal by sound.
	[/(?:s+|sc|c|t)i(?=[aeo])|sh|tch|ch/g, 'X'],
	[/gh(?=t|$)/g, ''],
	[/ph/g, 'f'],
	[/gu(?=[aei])/g, 'G'],
	[/d?g(?=[eiy])/g, 'j'],
	[/sc(?=[eiy])|c(?=[eiy])|z/g, 's'],
	[/qu/g, 'kw'],
	[/x/g, 'ks'],
	[/ck|c|q/g, 'k'],
	[/g/g, 'G'],
	// Letters that are silent after a vowel or between consonants: exhibit, draw, day.
	[/(?<=[aeiou])[wy]|(?<=.)h/g, ''],
	[/(.)\1+/g, '$1'],
]

/** Converts a word of the list to one spelling per consonant. */
export const heardOf = (word: string): string =>
	SPELLINGS.reduce((heard, [written, as]) => heard.replace(written, as), word)

/**
 * Returns the sound of a word: its consonants, and whether it starts with a vowel. English spelling barely separates
 * vowels: -ence and -ance, -er and -or, ie and ei.
 */
export const soundOf = (word: string): string =>
	heardOf(word)
		.replace(/^[aeiouy]+/, 'A')
		.replace(/[aeiouy]+/g, '')
		.replace(/(.)\1+/g, '$1')

/** Letters that sound alike: the groups of Soundex, and the vowels. */
const ALIKE = ['aeiouy', 'bfpv', 'cgjkqsxz', 'dt', 'mn']
const groupOf = new Map(ALIKE.flatMap((letters, group) => [...letters].map((letter) => [letter, group])))

/** Checks whether two letters are easily confused. */
export function areAlike(one: string | undefined, other: string | undefined): boolean {
	const group = groupOf.get(one ?? '')
	return group !== undefined && group === groupOf.get(other ?? '')
}
