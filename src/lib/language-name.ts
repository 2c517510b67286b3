const names = new Intl.DisplayNames(['en'], { type: 'language' })

/** A language in words, such as `Spanish` for `es`; what names none stands as it is. */
export function languageName(tag: string): string {
	try {
		return names.of(tag) ?? tag
	} catch {
		return tag
	}
}
