// Replaces the site's service worker: unregisters it and deletes its caches in every browser that fetches it.
// Browsers do so at the next page view, since the file is never cached.
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => {
	const leave = async () => {
		for (const name of await caches.keys()) if (name.startsWith('second-chair-')) await caches.delete(name)
		await self.registration.unregister()
	}
	event.waitUntil(leave())
})
