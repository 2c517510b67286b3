import * as z from 'zod/mini'
import type { Contract, ResponseOf } from '#src/lib/contract.ts'
import { ApiError } from '#src/lib/errors.ts'
import { type Page, pageFacts } from '#src/lib/page.ts'
import type { Context, Service } from './handle.ts'

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

/** The same where the first part is a number, which the database would not take when it is none. */
export function openNumberCursor(cursor: string | undefined, parts: number): [number, ...string[]] | undefined {
	const [first, ...rest] = openCursor(cursor, parts) ?? []
	return first !== undefined && Number.isSafeInteger(Number(first)) ? [Number(first), ...rest] : undefined
}

const seal = (parts: ReadonlyArray<string | number>) => Buffer.from(parts.join('\n')).toString('base64url')

/** The parts of a cursor that were joined by dots. @throws {ApiError} 400 for one of another make. */
export function cursorParts(cursor: string | undefined, count: number): string[] | undefined {
	if (cursor === undefined) return undefined
	const parts = cursor.split('.')
	if (parts.length !== count) throw new ApiError(400, 'This page does not exist any more. Start from the first one.')
	return parts
}

/**
 * One page of rows that were read with `limit + 1`: cuts the extra one off and says where the next page begins
 * (`Link: <...>; rel="next"`) and how many rows there are (`X-Total-Count`).
 * @param path of the endpoint, with its parameters filled in.
 * @param query of the request; the next page has the same filters.
 */
export function paged<Row>(
	context: Pick<Context, 'setHeader'>,
	path: string,
	query: Record<string, string | number | boolean | undefined> & { limit: number },
	rows: Row[],
	options: { total: number; cursorOf(row: Row): string },
): Row[] {
	context.setHeader('X-Total-Count', String(options.total))
	const shown = rows.slice(0, query.limit)
	const last = shown.at(-1)
	if (last && rows.length > query.limit) {
		const next = new URLSearchParams()
		for (const [name, value] of Object.entries({ ...query, cursor: options.cursorOf(last) }))
			if (value !== undefined && value !== '') next.set(name, String(value))
		context.setHeader('Link', `<${path}?${next}>; rel="next"`)
	}
	return shown
}

/** As `paged`, with the parts of a cursor sealed for the client. */
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
	const { query, path, filters, total, cursorOf } = given
	return paged(context, path, { ...filters, limit: query.limit }, rows, {
		total,
		cursorOf: (row) => seal(cursorOf(row)),
	})
}

type ItemOf<C extends Contract> = ResponseOf<C> extends ReadonlyArray<infer Item> ? Item : never

/** The first page of a list, as its endpoint would answer it: for a screen that is rendered on the server. */
export async function firstPage<C extends Contract>(
	contract: C,
	service: Service<C>,
	query: Record<string, string> = {},
): Promise<Page<ItemOf<C>>> {
	const headers = new Map<string, string>()
	const context = { setHeader: (name: string, value: string) => void headers.set(name, value) } as Context<C['access']>
	const input = { params: {}, query: z.parse(contract.query, query), body: undefined } as Parameters<Service<C>>[0]
	const items = z.parse(contract.response, await service(input, context)) as ItemOf<C>[]
	return { items, ...pageFacts(headers.get('Link'), headers.get('X-Total-Count')) }
}
