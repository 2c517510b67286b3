/**
 * Handles clicks on members' files: visitors are redirected to the sign-in, and members without enrollment see an
 * error next to the file. Without the script for it the server's error page is shown.
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
