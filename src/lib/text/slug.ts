/** Maximum length of a slug, in characters; a unique suffix may follow. */
const MAX_LENGTH = 60

/** Letters that Unicode decomposition does not reduce to plain ones. */
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
 * Converts a title to a slug: lowercase letters and digits with hyphens, cut after a word if possible. Empty if the
 * title has no Latin letters or digits. Not unique.
 */
export function plainSlug(title: string): string {
	const slug = title
		.toLowerCase()
		.replace(/[ßæœøðþłđı]/g, (letter) => PLAIN[letter] ?? '')
		.normalize('NFKD')
		.replace(/[\p{M}'’]/gu, '')
		.replace(/&/g, ' and ')
		.replace(/[^a-z0-9]+/g, '-')
		.replace(/^-+|-+$/g, '')
	if (slug.length <= MAX_LENGTH) return slug
	return slug
		.slice(0, MAX_LENGTH + 1)
		.replace(/-[^-]*$/, '')
		.slice(0, MAX_LENGTH)
}
