import { $user } from '#src/lib/api/auth-state.ts'
import { $unread, bellLabel, findUnread, titleWith, unreadText } from '#src/lib/lists/unread.ts'

/**
 * Shows how many notifications are unread, at the bell and in the title of a page that was made for its reader. The
 * number came with such a page; a static page asks once, when it knows who looks.
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
	// Back may bring a page as it was left, with a number from before.
	window.addEventListener('pageshow', ({ persisted }) => {
		if (persisted && $user.get()) void findUnread()
	})
}
