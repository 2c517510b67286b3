import * as z from 'zod/mini'
import type { Contract, ResponseOf } from '#src/lib/api/contract.ts'
import { ApiError } from '#src/lib/api/errors.ts'
import { type Page, readPageHeaders } from '#src/lib/site/page.ts'
import type { Context, Service } from './handle.ts'

/** Type of a part of a cursor. */
type Part = 'id' | 'number'
type ValueOf<P> = P extends 'number' ? number : string
type Values<Shape extends readonly Part[]> = { -readonly [At in keyof Shape]: ValueOf<Shape[At]> }

/** Encodes a cursor, which is opaque to clients. */
export const sealCursor = (parts: ReadonlyArray<string | number>): string =>
	Buffer.from(parts.join('\n')).toString('base64url')

/**
 * Decodes a cursor. Returns undefined for the first page.
 * @param shape type of each part.
 * @throws {ApiError} 400 for a cursor that this list cannot have issued.
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
	// Encoding again also rejects other encodings of a valid cursor.
	if (parts.length !== shape.length || values.includes(undefined) || sealCursor(parts) !== cursor)
		throw new ApiError(400, 'This page no longer exists. Start from the first one.')
	return values as Values<Shape>
}

type PageInput = {
	params?: Record<string, string>
	query: Record<string, string | number | boolean | undefined> & { limit: number }
}

/**
 * Builds one page from rows read with `limit + 1`. Removes the extra row, and sets the headers for the next page
 * (`Link: <...>; rel="next"`, with the same filters) and the total (`X-Total-Count`).
 * @param options.cursorOf returns the parts of the cursor after a row, in the shape given to `openCursor`.
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

/** Returns the first page of a list as its endpoint would, for server-rendered screens. */
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
	return { items, ...readPageHeaders(headers.get('Link'), headers.get('X-Total-Count')) }
}
