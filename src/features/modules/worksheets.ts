import * as z from 'zod/mini'
import { oneLine } from '#src/lib/one-line.ts'
import { isMediaPath } from '#src/lib/site/links.ts'

// Files of a module, independent of its type. They are part of `additionalContent`, so copies, versions and diffs
// include them, and the triggers that track file usage detect them.

export const MAX_WORKSHEETS = 20
const NO_FILE = 'Attach files from the library'

const worksheet = z.object({
	/** Path of an uploaded file. Its bytes never change, so the fields below stay valid. */
	url: z.string(NO_FILE).check(z.refine(isMediaPath, NO_FILE)),
	title: z
		.string('Name the file')
		.check(oneLine, z.minLength(1, 'Name the file'), z.maxLength(200, 'The name must be at most 200 characters')),
	/** Size in bytes. */
	bytes: z.int(NO_FILE).check(z.gte(0, NO_FILE)),
	/** Duration of an audio file, if known. */
	seconds: z.optional(z.int(NO_FILE).check(z.gte(0, NO_FILE))),
	/** Whether the file is public. Otherwise, only enrolled members can open it. */
	isPublic: z.boolean(NO_FILE),
})
export type Worksheet = z.output<typeof worksheet>

const worksheetList = z.array(worksheet, NO_FILE).check(
	z.maxLength(MAX_WORKSHEETS, `Attach at most ${MAX_WORKSHEETS} files`),
	z.refine((list) => new Set(list.map(({ url }) => url)).size === list.length, 'Attach each file once'),
)

/** The part of `additionalContent` that all types share. */
export const filesSchema = z.object({ files: z._default(worksheetList, []) })

/** Returns the files in `additionalContent`; empty if they are invalid. */
export function worksheetsOf(additionalContent: string): Worksheet[] {
	try {
		return z.safeParse(filesSchema, JSON.parse(additionalContent || '{}')).data?.files ?? []
	} catch {
		return []
	}
}

/** Returns files as part of `additionalContent`; an empty object if there are none. */
export const withFiles = (files: readonly Worksheet[]) => (files.length > 0 ? { files } : {})

/** Returns a title for a file name: `Fee agreement` for `fee_agreement.pdf`. */
export function titleOfFile(name: string): string {
	const words = name
		.replace(/\.[^.]{1,5}$/, '')
		.replaceAll(/[_\s]+/g, ' ')
		.trim()
	return (words.charAt(0).toUpperCase() + words.slice(1) || name).slice(0, 200)
}
