export interface Page<Item> {
	items: Item[]
	/** Total over all pages (`X-Total-Count`). */
	total: number
	/** Cursor of the next page; undefined on the last page. */
	next: string | undefined
}

export function readPageHeaders(
	link: string | null | undefined,
	total: string | null | undefined,
): Pick<Page<unknown>, 'next' | 'total'> {
	const query = /<[^>?]*\?([^>]*)>;\s*rel="next"/.exec(link ?? '')?.[1]
	return { next: new URLSearchParams(query ?? '').get('cursor') ?? undefined, total: Number(total ?? 0) }
}
