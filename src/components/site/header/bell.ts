import { $user, isLapsed, type SignedInUser } from '#src/lib/api/auth-state.ts'
import { $unread, bellLabel, findUnread, titleWith, unreadText } from '#src/lib/lists/unread.ts'

const bell = () => document.querySelector<HTMLElement>('[data-bell]')

/** The page's title without the unread count. */
let title = ''

function show(unread = 0): void {
	document.querySelector('[data-bell-label]')?.replaceChildren(bellLabel(unread))
	document.querySelector('.bell-count')?.replaceChildren(unreadText(unread))
	if (bell()?.dataset.bell) document.title = titleWith(unread, title)
}

/**
 * Shows the unread count on the bell of a new page. Personal pages contain the count; static pages show the last known
 * one.
 */
export function showUnread(): void {
	const serverCount = bell()?.dataset.bell
	title = document.title.slice(titleWith(Number(serverCount), '').length)
	if (serverCount) $unread.set(Number(serverCount))
	else show($unread.get())
}

/**
 * Shows the number of unread notifications on the bell, and in the title of personal pages. Personal pages contain the
 * number; a static page fetches it once the viewer is known.
 */
export function followUnread(): void {
	$unread.listen(show)
	const hasBell = (user: SignedInUser | null | undefined) => Boolean(user) && !isLapsed(user)
	$user.subscribe((user) => hasBell(user) && $unread.get() === undefined && void findUnread())
	window.addEventListener('pageshow', ({ persisted }) => {
		// Back may restore a page with a stale count.
		if (persisted && hasBell($user.get())) void findUnread()
	})
}
