import type { Context } from './handle.ts'

/**
 * Tells the caller of a long list how long it is and where it goes on: `X-Total-Count`, and `Link` while there is
 * more. `next` is the cursor of the next page, undefined at the end; `query` is what else the caller asked for.
 */
export function setPageHeaders(
	context: Pick<Context, 'setHeader'>,
	path: `/api/${string}`,
	query: Readonly<Record<string, string | number | undefined>>,
	page: { total: number; next: string | undefined },
): void {
	context.setHeader('X-Total-Count', String(page.total))
	if (page.next === undefined) return
	const search = new URLSearchParams()
	for (const [name, value] of Object.entries({ ...query, cursor: page.next }))
		if (value !== undefined) search.set(name, String(value))
	context.setHeader('Link', `<${path}?${search}>; rel="next"`)
}
