// Shows a notice on a page that looks ready but does not work because its code did not load. Part of the directives,
// which are inlined in the page, since any other script may fail to load too.

function showNotice(before: string, link: string, after: string): HTMLElement | undefined {
	const container = document.getElementById('page-notices')
	if (!container) return undefined
	container.querySelector('[data-missing]')?.remove()
	const line = document.createElement('p')
	line.className = 'wrap'
	line.dataset.missing = ''
	// An empty URL means this page.
	const reload = Object.assign(document.createElement('a'), { className: 'link', href: '', textContent: link })
	line.append(before, reload, after)
	container.append(line)
	return line
}

/**
 * Reports an island that cannot be loaded: a release removed its code, or the connection failed. Only a reload helps.
 */
export function showMissing(): void {
	showNotice(
		'Part of this page could not be loaded. ',
		'Reload the page',
		' to use all of it. What you typed stays, except passwords.',
	)
}

/** Shows a message if a press has had no effect after this time. Removes it when the island is loaded. */
export function showSlow(milliseconds: number, isWaiting: () => boolean, hydrated: () => Promise<void>): void {
	setTimeout(() => {
		if (!isWaiting() || document.querySelector('#page-notices [data-missing]')) return
		const line = showNotice(
			'This page is still loading, so nothing could be sent yet. If that takes too long, ',
			'reload the page',
			'. What you typed stays, except passwords.',
		)
		void hydrated().then(() => line?.remove())
	}, milliseconds)
}
