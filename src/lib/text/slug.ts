/** Longest readable part of an address, in characters; what makes it unique may follow. */
const LONGEST = 60

/** Letters that no accent makes of plain ones. */
const PLAIN: Readonly<Record<string, string>> = {
	ß: 'ss',
	æ: 'ae',
	œ: 'oe',
	ø: 'o',
	ð: 'd',
	þ: 'th',
	ł: 'l',
	đ: 'd',
	ı: 'i',
}

/**
 * A title as a part of an address: lower case letters and digits with hyphens between them, cut after a word where that
 * is possible. Empty for a title without any such letter. Not unique by itself.
 */
export function plainSlug(title: string): string {
	const words = title
		.toLowerCase()
		.replace(/[ßæœøðþłđı]/g, (letter) => PLAIN[letter] ?? '')
		.normalize('NFKD')
		.replace(/[\p{M}'’]/gu, '')
		.replace(/&/g, ' and ')
		.replace(/[^a-z0-9]+/g, '-')
		.replace(/^-+|-+$/g, '')
	if (words.length <= LONGEST) return words
	return words
		.slice(0, LONGEST + 1)
		.replace(/-[^-]*$/, '')
		.slice(0, LONGEST)
}
