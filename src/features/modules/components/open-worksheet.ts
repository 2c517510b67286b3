const ERRORS: Readonly<Record<number, string>> = {
	404: 'This file is for members enrolled in this course. Enroll to download it.',
	503: 'The file storage is not responding. Please try again in a few minutes.',
}

/** Downloads a worksheet. If that is not allowed, redirects visitors to sign in or shows an error next to the link. */
export async function openWorksheet(link: HTMLAnchorElement): Promise<void> {
	const note = link.parentElement?.querySelector('.worksheet-note')
	if (note) note.textContent = ''
	const status = await fetch(link.href, { method: 'HEAD' }).then(
		(answer) => answer.status,
		() => undefined,
	)
	if (status === 401) {
		const here = new URL(location.href)
		const module = link.closest<HTMLElement>('[data-module]')?.dataset.module
		if (module) here.searchParams.set('m', module)
		location.assign(`/auth?next=${encodeURIComponent(here.pathname + here.search)}`)
		return
	}
	if (status === 200) {
		// Uses a separate link, because a click on the original would be handled here again.
		const download = document.createElement('a')
		download.href = link.href
		download.download = ''
		download.click()
		return
	}
	const sentence = ERRORS[status ?? 0] ?? 'The file could not be downloaded. Check your connection and try again.'
	if (note) note.textContent = sentence
}
