/**
 * Shows a message above the page when an island cannot be loaded, since it would look ready but do nothing. A release
 * removed its code, or the connection failed. Astro retries once and then fires an event; only a reload helps.
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
		// An empty address means this page.
		link.href = ''
		link.textContent = 'Reload the page'
		line.append('Part of this page could not be loaded. ', link, ' to use all of it.')
		place.append(line)
	})
}
