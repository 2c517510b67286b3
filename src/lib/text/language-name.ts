const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })

/** Normalizes a language tag: `pt-BR` for `pt_br`. Returns undefined for anything else, such as `English`. */
export function languageTag(text: string | null | undefined): string | undefined {
	try {
		const [tag = ''] = Intl.getCanonicalLocales((text ?? '').trim().replaceAll('_', '-'))
		return names.of(tag) === undefined ? undefined : tag
	} catch {
		return undefined
	}
}

/** Returns the name of a language: `Spanish` for `es`. Returns unknown text unchanged. */
export const languageName = (tag: string): string => {
	try {
		return names.of(tag) ?? tag
	} catch {
		return tag
	}
}
