// Shows a notice on a page that looks ready but does not work because its code did not load. Part of the directives,
// which are inlined in the page: any other script may be missing too.

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

/**
 * Reports an island that cannot be loaded: a release removed its code, or the connection failed. Only a reload helps.
 */
export function showMissing(): void {
	say(
		'Part of this page could not be loaded. ',
		'Reload the page',
		' to use all of it. What you typed stays, except passwords.',
	)
}

/** Reports a press that has had no effect for this time. Removes the message when the island is loaded. */
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
