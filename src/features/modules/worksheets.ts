import * as z from 'zod/mini'
import { oneLine } from '#src/lib/one-line.ts'
import { isMediaPath } from '#src/lib/site/links.ts'

// Files that are handed out with a module, whatever its type: they stand in `additionalContent` beside what the type
// has there. So they come along wherever a module is copied, kept or compared, and the triggers that note where a file
// is used see them.

export const MOST_WORKSHEETS = 20
const NO_FILE = 'Attach files of the library'

export const worksheet = z.object({
	/** Of an uploaded file. It never shows other bytes, so what is noted here of the file stays true. */
	url: z.string(NO_FILE).check(z.refine(isMediaPath, NO_FILE)),
	/** As members read it. */
	title: z
		.string('Name the file')
		.check(oneLine, z.minLength(1, 'Name the file'), z.maxLength(200, 'The name must be at most 200 characters')),
	/** Its length. */
	bytes: z.int(NO_FILE).check(z.gte(0, NO_FILE)),
	/** Of a sound file, where it says how long it lasts. */
	seconds: z.optional(z.int(NO_FILE).check(z.gte(0, NO_FILE))),
	/** Whether everybody may have it; else who takes the course. */
	isPublic: z.boolean(NO_FILE),
})
export type Worksheet = z.output<typeof worksheet>

export const worksheetList = z.array(worksheet, NO_FILE).check(
	z.maxLength(MOST_WORKSHEETS, `Attach at most ${MOST_WORKSHEETS} files`),
	z.refine((list) => new Set(list.map(({ url }) => url)).size === list.length, 'Attach each file once'),
)

/** The part of `additionalContent` that every type has. */
export const attached = z.object({ files: z._default(worksheetList, []) })

/** The files in `additionalContent`, as far as they can be read. */
export function worksheetsOf(additionalContent: string): Worksheet[] {
	try {
		return z.safeParse(attached, JSON.parse(additionalContent || '{}')).data?.files ?? []
	} catch {
		return []
	}
}

/** Files as they stand in `additionalContent`: nothing where there are none. */
export const withFiles = (files: readonly Worksheet[]) => (files.length > 0 ? { files } : {})

/** A name for a file, from what it was called where it came from: `Fee agreement` of `fee_agreement.pdf`. */
export function titleOfFile(name: string): string {
	const words = name
		.replace(/\.[^.]{1,5}$/, '')
		.replaceAll(/[_\s]+/g, ' ')
		.trim()
	return (words.charAt(0).toUpperCase() + words.slice(1) || name).slice(0, 200)
}
