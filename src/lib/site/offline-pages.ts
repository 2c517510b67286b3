/** Name of the service worker's cache (`public/sw.js`) of recently read public pages. */
export const READ_CACHE = 'second-chair-read-1'

const store = () => (typeof caches === 'undefined' ? undefined : caches)

export interface OfflinePage {
	path: string
	title: string
}

/** Lists the cached pages of this browser, most recently read first. */
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

/** Clears the cache at logout: the pages are public, but the reading history is private. */
export async function forgetOfflinePages(): Promise<void> {
	await store()?.delete(READ_CACHE)
}
