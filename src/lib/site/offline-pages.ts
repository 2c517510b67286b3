/** Where the worker of the site (`public/sw.js`) keeps the public pages that were read last. */
export const READ_CACHE = 'second-chair-read-1'

const store = () => (typeof caches === 'undefined' ? undefined : caches)

/** A page that can be read without a network. */
export interface OfflinePage {
	path: string
	title: string
}

/** The pages that this browser keeps, the one read last first. */
export async function listOfflinePages(): Promise<OfflinePage[]> {
	if (!(await store()?.has(READ_CACHE))) return []
	const cache = await caches.open(READ_CACHE)
	const pages = await Promise.all(
		(await cache.keys()).map(async (request) => {
			const html = (await (await cache.match(request))?.text()) ?? ''
			const { title } = new DOMParser().parseFromString(html, 'text/html')
			return { path: new URL(request.url).pathname, title }
		}),
	)
	return pages.reverse()
}

/** Forgets what was read, at a logout: the pages are everybody's, that somebody read them is theirs. */
export async function forgetOfflinePages(): Promise<void> {
	await store()?.delete(READ_CACHE)
}
