import { diffWords } from 'diff'
import { textOfHtml } from '#src/features/rich-text/server/html-text.ts'
import { dataText } from '../types/data-text.ts'
import { readObject } from '../types/registry.ts'
import type { Difference } from '../version-contract.ts'
import { worksheetsOf } from '../worksheets.ts'
import type { ModuleText } from './version-rows.ts'

/** Beyond these limits, a word diff would block the event loop and be of little use. */
const LIMITS = { maxEditLength: 2_000, timeout: 40 }

/** Returns the type and its data as text, without the files, which are a separate field. */
function typeText({ type, additionalContent }: ModuleText): string {
	const { files: _, ...data } = readObject(additionalContent)
	return dataText(type, data)
}

const FIELDS: ReadonlyArray<readonly [name: string, read: (one: ModuleText) => string]> = [
	['Title', ({ title }) => title],
	['Description', ({ description }) => description],
	['Type', typeText],
	['Content', ({ content }) => textOfHtml(content)],
	[
		'Files',
		({ additionalContent }) =>
			worksheetsOf(additionalContent)
				.map(({ title, url }) => `${title} (${url})`)
				.join('\n'),
	],
]

/** Returns the differences between two states of a module, by field and word. Empty if there are none. */
export function differencesOf(earlier: ModuleText, later: ModuleText): Difference[] {
	return FIELDS.flatMap(([field, read]) => {
		const [before, after] = [read(earlier), read(later)]
		if (before === after) {
			// Only the formatting differs, such as bold or a heading level.
			return field === 'Content' && earlier.content !== later.content ? [{ field, stretches: [] }] : []
		}
		const parts = diffWords(before, after, LIMITS)
		return [
			{
				field,
				stretches:
					parts?.map(({ added, removed, value }) => ({
						kind: added ? ('added' as const) : removed ? ('removed' as const) : ('same' as const),
						text: value,
					})) ?? null,
			},
		]
	})
}
