import { $user } from '#src/lib/api/auth-state.ts'
import { $unread, bellLabel, findUnread, titleWith, unreadText } from '#src/lib/lists/unread.ts'

/**
 * Shows the number of unread notifications on the bell, and in the title of personal pages. Personal pages come with
 * the number; a static page fetches it once the viewer is known.
 */
export function followUnread(): void {
	const bell = document.querySelector<HTMLElement>('[data-bell]')
	if (!bell) return
	const given = bell.dataset.bell
	const title = document.title.slice(titleWith(Number(given), '').length)
	if (given) $unread.set(Number(given))
	else $user.subscribe((user) => user && $unread.get() === undefined && void findUnread())
	$unread.listen((unread = 0) => {
		bell.querySelector('[data-bell-label]')?.replaceChildren(bellLabel(unread))
		bell.querySelector('.bell-count')?.replaceChildren(unreadText(unread))
		if (given) document.title = titleWith(unread, title)
	})
	// Back may restore a page with a stale number.
	window.addEventListener('pageshow', ({ persisted }) => {
		if (persisted && $user.get()) void findUnread()
	})
}
