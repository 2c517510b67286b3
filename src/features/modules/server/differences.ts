import { diffWords } from 'diff'
import { textOfHtml } from '#src/features/rich-text/server/html-text.ts'
import { labelOf, typeNamed } from '../types/registry.ts'
import type { Difference } from '../version-contract.ts'
import { worksheetsOf } from '../worksheets.ts'

/** The compared fields of a module. */
interface Compared {
	title: string
	description: string
	type: string
	content: string
	additionalContent: string
}

/** Beyond these limits a word diff would block the event loop, and say little. */
const LIMITS = { maxEditLength: 2_000, timeout: 40 }

/** Returns the type's data as lines, with the labels of its form. */
function dataText({ type, additionalContent }: Compared): string {
	const known = typeNamed(type)
	const lines: string[] = [labelOf(type)]
	const walk = (value: unknown, path: string): void => {
		if (typeof value === 'object' && value !== null) {
			for (const [name, part] of Object.entries(value)) walk(part, path === '' ? name : `${path}.${name}`)
			return
		}
		if (value === undefined || value === null || value === '') return
		lines.push(`${known?.placeOf?.(path) ?? path}: ${known?.valueText?.(path, value) ?? String(value)}`)
	}
	try {
		const { files: _, ...data } = JSON.parse(additionalContent || '{}')
		walk(data, '')
	} catch {
		lines.push(additionalContent)
	}
	return lines.join('\n')
}

const FIELDS: ReadonlyArray<readonly [name: string, read: (one: Compared) => string]> = [
	['Title', ({ title }) => title],
	['Description', ({ description }) => description],
	['Type', dataText],
	['Content', ({ content }) => textOfHtml(content)],
	[
		'Files',
		({ additionalContent }) =>
			worksheetsOf(additionalContent)
				.map(({ title, url }) => `${title} (${url})`)
				.join('\n'),
	],
]

/** Returns the differences between two states of a module, by field and word. Empty if the text is the same. */
export function differencesOf(earlier: Compared, later: Compared): Difference[] {
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
