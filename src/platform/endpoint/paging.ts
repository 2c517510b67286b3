import * as z from 'zod/mini'
import type { Contract, ResponseOf } from '#src/lib/api/contract.ts'
import { ApiError } from '#src/lib/api/errors.ts'
import { type Page, pageFacts } from '#src/lib/site/page.ts'
import type { Context, Service } from './handle.ts'

/** What a part of a cursor is: an id, or a number. */
type Part = 'id' | 'number'
type ValueOf<P> = P extends 'number' ? number : string
type Values<Shape extends readonly Part[]> = { -readonly [At in keyof Shape]: ValueOf<Shape[At]> }

/** A cursor as clients get it. They send it back and look into none. */
export const sealCursor = (parts: ReadonlyArray<string | number>): string =>
	Buffer.from(parts.join('\n')).toString('base64url')

/**
 * The parts of a cursor, of which `shape` says what each is; undefined for the first page.
 * @throws {ApiError} 400 for one that this list never gave.
 */
export function openCursor<const Shape extends readonly Part[]>(
	cursor: string | undefined,
	...shape: Shape
): Values<Shape> | undefined {
	if (cursor === undefined) return undefined
	const parts = Buffer.from(cursor, 'base64url').toString('utf8').split('\n')
	const values = shape.map((kind, at) => {
		const text = parts[at] ?? ''
		if (kind === 'number') return Number.isSafeInteger(Number(text || Number.NaN)) ? Number(text) : undefined
		return /^[\w-]+$/.test(text) ? text : undefined
	})
	// Also one that is spelled differently: what we gave comes back as it was.
	if (parts.length !== shape.length || values.includes(undefined) || sealCursor(parts) !== cursor)
		throw new ApiError(400, 'This page does not exist any more. Start from the first one.')
	return values as Values<Shape>
}

type PageInput = {
	params?: Record<string, string>
	query: Record<string, string | number | boolean | undefined> & { limit: number }
}

/**
 * One page of rows that were read with `limit + 1`: cuts the extra one off and says where the next page begins
 * (`Link: <...>; rel="next"`, with the same filters) and how many rows there are (`X-Total-Count`).
 * @param options.cursorOf the parts of the cursor after a row, as `openCursor` is told their shape.
 */
export function page<Row>(
	context: Pick<Context, 'setHeader'>,
	{ path }: Contract,
	{ params = {}, query }: PageInput,
	rows: Row[],
	options: { total: number; cursorOf(row: Row): ReadonlyArray<string | number> },
): Row[] {
	context.setHeader('X-Total-Count', String(options.total))
	const shown = rows.slice(0, query.limit)
	const last = shown.at(-1)
	if (last && rows.length > query.limit) {
		const next = new URLSearchParams()
		for (const [name, value] of Object.entries({ ...query, cursor: sealCursor(options.cursorOf(last)) }))
			if (value !== undefined && value !== '') next.set(name, String(value))
		const address = path.replaceAll(/:([A-Za-z]+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
		context.setHeader('Link', `<${address}?${next}>; rel="next"`)
	}
	return shown
}

type ItemOf<C extends Contract> = ResponseOf<C> extends ReadonlyArray<infer Item> ? Item : never

/** The first page of a list, as its endpoint would answer it: for a screen that is rendered on the server. */
export async function firstPage<C extends Contract>(
	contract: C,
	service: Service<C>,
	query: Record<string, string> = {},
	{ params = {}, ...caller }: Partial<Pick<Context<'member'>, 'user'>> & { params?: Record<string, string> } = {},
): Promise<Page<ItemOf<C>>> {
	const headers = new Map<string, string>()
	const context = {
		...caller,
		setHeader: (name: string, value: string) => void headers.set(name, value),
	} as unknown as Context<C['access']>
	const input = { params, query: z.parse(contract.query, query), body: undefined } as Parameters<Service<C>>[0]
	const items = z.parse(contract.response, await service(input, context)) as ItemOf<C>[]
	return { items, ...pageFacts(headers.get('Link'), headers.get('X-Total-Count')) }
}
