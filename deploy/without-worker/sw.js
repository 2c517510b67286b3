// In place of the site's worker: takes it and all that it kept out of every browser that asks for it. A browser does so
// at the next page, since the file is never kept on the way.
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => {
	const leave = async () => {
		for (const name of await caches.keys()) if (name.startsWith('second-chair-')) await caches.delete(name)
		await self.registration.unregister()
	}
	event.waitUntil(leave())
})
