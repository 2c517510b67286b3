import { ApiError } from '#src/lib/errors.ts'
import type { Context } from './handle.ts'

/**
 * Names the next page in the answer's `Link` header, and the whole length in `X-Total-Count`.
 * @param path of the endpoint, with its parameters filled in.
 * @param rows of this page and, where there is a next one, one more.
 * @returns the rows of this page.
 */
export function paged<Row>(
	context: Pick<Context, 'setHeader'>,
	path: string,
	query: Record<string, string | number | boolean | undefined> & { limit: number },
	rows: Row[],
	options: { total: number; cursorOf(row: Row): string },
): Row[] {
	context.setHeader('X-Total-Count', String(options.total))
	const page = rows.slice(0, query.limit)
	const last = page.at(-1)
	if (last && rows.length > query.limit) {
		const next = new URLSearchParams()
		for (const [name, value] of Object.entries({ ...query, cursor: options.cursorOf(last) }))
			if (value !== undefined) next.set(name, String(value))
		context.setHeader('Link', `<${path}?${next}>; rel="next"`)
	}
	return page
}

/** The parts of a cursor that we made, split by dots. @throws {ApiError} 400 for one of another make. */
export function cursorParts(cursor: string | undefined, count: number): string[] | undefined {
	if (cursor === undefined) return undefined
	const parts = cursor.split('.')
	if (parts.length !== count) throw new ApiError(400, 'This page does not exist any more. Start from the first one.')
	return parts
}
