import type { Contract } from '#src/lib/api/contract.ts'
import { type CallOptions, callApi } from '../api/api.ts'

/** Fetches all items of a list, page by page, following the responses' links. */
export async function allPages<Item>(
	contract: Contract,
	{ query: first = {}, ...options }: CallOptions,
): Promise<Item[]> {
	const items: Item[] = []
	let query: Record<string, string> | undefined = first
	for (let pages = 0; query && pages < 100; pages++) {
		const reply = await callApi(contract, { ...options, query })
		items.push(...(reply.json as Item[]))
		const next = /<[^?]+\?([^>]+)>; rel="next"/.exec(reply.header('link') ?? '')?.[1]
		query = next === undefined ? undefined : Object.fromEntries(new URLSearchParams(next))
	}
	return items
}
