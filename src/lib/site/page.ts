/** A part of a long list, as a list endpoint answers it. */
export interface Page<Item> {
	items: Item[]
	/** Of all pages together (`X-Total-Count`). */
	total: number
	/** Where the next page begins; undefined on the last one. */
	next: string | undefined
}

/** What the headers of a list's answer say about its page. */
export function pageFacts(
	link: string | null | undefined,
	total: string | null | undefined,
): Pick<Page<unknown>, 'next' | 'total'> {
	const query = /<[^>?]*\?([^>]*)>;\s*rel="next"/.exec(link ?? '')?.[1]
	return { next: new URLSearchParams(query ?? '').get('cursor') ?? undefined, total: Number(total ?? 0) }
}
