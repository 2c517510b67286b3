/**
 * Handles clicks on members' files: visitors are redirected to the sign-in, and members without enrollment see an
 * error next to the file. Without this script the server's error page is shown.
 */
export function startWorksheets(): void {
	document.addEventListener('click', (event) => {
		const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-worksheet]') : null
		if (!link || event.defaultPrevented || event.button !== 0) return
		event.preventDefault()
		void open(link)
	})
}

const SENTENCES: Readonly<Record<number, string>> = {
	404: 'This file is for members enrolled in this course. Enroll to download it.',
	503: 'The file storage is not responding. Please try again in a few minutes.',
}

async function open(link: HTMLAnchorElement): Promise<void> {
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
		// A separate link: a click on the original would be handled here again.
		const save = document.createElement('a')
		save.href = link.href
		save.download = ''
		save.click()
		return
	}
	const sentence = SENTENCES[status ?? 0] ?? 'The file could not be downloaded. Check your connection and try again.'
	if (note) note.textContent = sentence
}
