import type { Context } from './handle.ts'

/** What a list endpoint reads from its query. */
export interface PageQuery {
	limit: number
	cursor?: string | undefined
}

/** Parts of a cursor, as the list's own `seal` joined them; undefined for the first page or a broken cursor. */
export function openCursor(cursor: string | undefined, parts: number): string[] | undefined {
	if (!cursor) return undefined
	const values = Buffer.from(cursor, 'base64url').toString('utf8').split('\n')
	return values.length === parts ? values : undefined
}

const seal = (parts: ReadonlyArray<string | number>) => Buffer.from(parts.join('\n')).toString('base64url')

/**
 * One page of rows that were read with `limit + 1`: cuts the extra one off and says where the next page begins
 * (`Link: <...>; rel="next"`) and how many rows there are (`X-Total-Count`).
 * @param path of the endpoint, with the filters of the query that the next page shall have too.
 */
export function page<Row>(
	rows: Row[],
	given: {
		query: PageQuery
		path: string
		filters?: Record<string, string | undefined>
		total: number
		cursorOf: (row: Row) => ReadonlyArray<string | number>
	},
	context: Pick<Context, 'setHeader'>,
): Row[] {
	const { limit } = given.query
	context.setHeader('X-Total-Count', String(given.total))
	const shown = rows.slice(0, limit)
	const last = shown.at(-1)
	if (rows.length > limit && last) {
		const query = new URLSearchParams({ limit: String(limit), cursor: seal(given.cursorOf(last)) })
		for (const [name, value] of Object.entries(given.filters ?? {})) if (value) query.set(name, value)
		context.setHeader('Link', `<${given.path}?${query}>; rel="next"`)
	}
	return shown
}
