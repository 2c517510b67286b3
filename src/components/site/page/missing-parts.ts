/**
 * Says above the page that an island could not be loaded, and would look awake and do nothing: its code is gone with a
 * release, or the line broke. Astro asks for it once more, and then says so by an event; only a new page helps then.
 */
export function startMissingParts(): void {
	const place = document.getElementById('page-notices')
	document.addEventListener('astro:hydration-error', () => {
		if (!place || place.querySelector('[data-missing]')) return
		const line = document.createElement('p')
		line.className = 'wrap'
		line.dataset.missing = ''
		const link = document.createElement('a')
		link.className = 'link'
		// An empty address is that of this page.
		link.href = ''
		link.textContent = 'Reload the page'
		line.append('A part of this page could not be loaded. ', link, ' to use all of it.')
		place.append(line)
	})
}
