// Says that a page looks ready but does nothing, since its code did not load. In the directives, which are part of the
// page: every other script may be missing too.

function say(before: string, link: string, after: string): HTMLElement | undefined {
	const place = document.getElementById('page-notices')
	if (!place) return undefined
	place.querySelector('[data-missing]')?.remove()
	const line = document.createElement('p')
	line.className = 'wrap'
	line.dataset.missing = ''
	// An empty address means this page.
	const reload = Object.assign(document.createElement('a'), { className: 'link', href: '', textContent: link })
	line.append(before, reload, after)
	place.append(line)
	return line
}

/** For an island that cannot be loaded: a release removed its code, or the connection failed. Only a reload helps. */
export function showMissing(): void {
	say(
		'Part of this page could not be loaded. ',
		'Reload the page',
		' to use all of it. What you typed stays, except passwords.',
	)
}

/** For a press that has no effect for some time. The message goes when the island is loaded. */
export function showSlow(milliseconds: number, isWaiting: () => boolean, loaded: () => Promise<void>): void {
	setTimeout(() => {
		if (!isWaiting() || document.querySelector('#page-notices [data-missing]')) return
		const line = say(
			'This page is still loading, so nothing could be sent yet. If that takes too long, ',
			'reload the page',
			'. What you typed stays, except passwords.',
		)
		void loaded().then(() => line?.remove())
	}, milliseconds)
}
