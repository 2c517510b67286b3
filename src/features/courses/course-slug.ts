/** Longest readable part of an address, in characters; a number may follow. */
const LONGEST = 60

/** What may become something else below /courses one day. */
const RESERVED = new Set(['admin', 'all', 'api', 'archive', 'cover', 'feed', 'index', 'mine', 'new', 'page', 'search'])

/** What an id may look like (`lib/ids.ts`): no readable address is to be taken for one. */
const LIKE_AN_ID = /^[0-9a-z]{20}$/

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
 * is possible. A title without any such letter is `course`. Not unique by itself: `slugs.ts` numbers what is taken.
 */
export function slugOf(title: string): string {
	const words = title
		.toLowerCase()
		.replace(/[ßæœøðþłđı]/g, (letter) => PLAIN[letter] ?? '')
		.normalize('NFKD')
		.replace(/[\p{M}'’]/gu, '')
		.replace(/&/g, ' and ')
		.replace(/[^a-z0-9]+/g, '-')
		.replace(/^-+|-+$/g, '')
	const cut =
		words.length > LONGEST
			? words
					.slice(0, LONGEST + 1)
					.replace(/-[^-]*$/, '')
					.slice(0, LONGEST)
			: words
	if (cut === '') return 'course'
	return RESERVED.has(cut) || LIKE_AN_ID.test(cut) ? `${cut}-course` : cut
}
