/**
 * How English spelling writes one sound in several ways, the longer first. By them whoever writes a word as they hear it
 * is understood; exceptions do not matter, since both words go the same way.
 */
const SPELLINGS: ReadonlyArray<readonly [written: RegExp, heard: string]> = [
	// Silent: knight, gnaw, psalm, wrap, rhyme, comb, adjust.
	[/^[kgp](?=n)|^p(?=s)|^w(?=r)|(?<=^[rwg])h|(?<=m)b$|d(?=j)/g, ''],
	[/sch/g, 'sk'],
	// -tion, -ssion, -cian, -tial, -cious, -tient, and -shun or -shal as they sound.
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
	// What makes no sound of its own behind a vowel or between consonants: exhibit, draw, day.
	[/(?<=[aeiou])[wy]|(?<=.)h/g, ''],
	[/(.)\1+/g, '$1'],
]

/** A word as it stands in the list, with one spelling of each consonant. */
export const heardOf = (word: string): string =>
	SPELLINGS.reduce((heard, [written, as]) => heard.replace(written, as), word)

/**
 * The sound of a word: its consonants, and that it begins with a vowel. Which vowel it is, English hardly says: -ence and
 * -ance, -er and -or, ie and ei.
 */
export const soundOf = (word: string): string =>
	heardOf(word)
		.replace(/^[aeiouy]+/, 'A')
		.replace(/[aeiouy]+/g, '')
		.replace(/(.)\1+/g, '$1')

/** Letters that are taken for each other by ear: the groups of Soundex, and the vowels. */
const ALIKE = ['aeiouy', 'bfpv', 'cgjkqsxz', 'dt', 'mn']
const groupOf = new Map(ALIKE.flatMap((letters, group) => [...letters].map((letter) => [letter, group])))

/** Whether one letter is easily written for the other. */
export function areAlike(one: string | undefined, other: string | undefined): boolean {
	const group = groupOf.get(one ?? '')
	return group !== undefined && group === groupOf.get(other ?? '')
}
