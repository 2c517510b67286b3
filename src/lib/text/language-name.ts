const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })

/** A language as pages name it, such as `pt-BR` for `pt_br`; undefined for what is none, such as `English`. */
export function languageTag(told: string | null | undefined): string | undefined {
	try {
		const [tag = ''] = Intl.getCanonicalLocales((told ?? '').trim().replaceAll('_', '-'))
		return names.of(tag) === undefined ? undefined : tag
	} catch {
		return undefined
	}
}

/** A language in words, such as `Spanish` for `es`; what names none stands as it is. */
export const languageName = (tag: string): string => {
	try {
		return names.of(tag) ?? tag
	} catch {
		return tag
	}
}
