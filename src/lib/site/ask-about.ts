/** Returns the address of the form for a question about an episode at a position in seconds. */
export const askAbout = (slug: string, second = 0): string =>
	`/questions/new?episode=${slug}${second >= 1 ? `&t=${Math.floor(second)}` : ''}`

/** Returns the path of the episode in the query of an `askAbout` address, with its position; empty if there is none. */
export function episodeFromQuery(params: URLSearchParams): string {
	const slug = params.get('episode') ?? ''
	const second = params.get('t') ?? ''
	if (!/^[\w-]{1,100}$/.test(slug)) return ''
	return `/podcast/${slug}${/^\d{1,6}$/.test(second) ? `?t=${second}` : ''}`
}
