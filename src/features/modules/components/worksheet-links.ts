/**
 * Handles clicks on members' files: visitors are redirected to sign in, and members who are not enrolled see an error
 * next to the file. If the script for this does not load, the link opens normally, and the server shows its error page.
 */
export function startWorksheets(): void {
	document.addEventListener('click', (event) => {
		const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-worksheet]') : null
		if (!link || event.defaultPrevented || event.button !== 0) return
		event.preventDefault()
		import('./open-worksheet.ts').then(
			({ openWorksheet }) => openWorksheet(link),
			() => location.assign(link.href),
		)
	})
}
