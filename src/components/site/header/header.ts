import {
	$user,
	findUser,
	initialOf,
	isLapsed,
	isMemberModerator,
	MEMBER_EVENT,
	parseUser,
	type SignedInUser,
	setUser,
} from '#src/lib/api/auth-state.ts'
import { readCookie } from '#src/lib/api/csrf.ts'
import { sendZone } from '#src/lib/dates/reader-zone.ts'
import { enforceSinglePlayback } from '#src/lib/single-playback.ts'
import { ADMIN_ASKED_COOKIE } from '#src/lib/site/sign-in-link.ts'
import { startOffline } from '../page/offline.ts'
import { startPrefetch } from '../page/prefetch.ts'
import { startRememberedLists } from '../page/remembered-lists.ts'
import { startReturnLinks } from '../page/return-links.ts'
import { startSwappedHistory } from '../page/swapped-history.ts'
import { markPaletteLink, startPalette } from '../palette/palette-keys.ts'
import { followUnread, showUnread } from './bell.ts'
import { startDisclosures } from './disclosures.ts'
import { startLogOut, warnAboutUnsentText } from './log-out.ts'
import { followOtherTabs } from './other-tabs.ts'

function fill(selector: string, text: string): void {
	for (const element of document.querySelectorAll(selector)) element.textContent = text
}

function showUser(user: SignedInUser | null | undefined): void {
	if (!user) return
	fill('[data-user-initial]', initialOf(user))
	fill('[data-user-name]', user.name || user.username)
	// Loaded only for moderators, whose link to reports has a count.
	if (isMemberModerator(user)) void import('./waiting.ts').then(({ findWaiting }) => findWaiting())
	for (const link of isLapsed(user) ? [] : document.querySelectorAll<HTMLAnchorElement>('[data-member-href]')) {
		link.href = link.dataset.memberHref ?? ''
		// The link no longer leads to the page for visitors.
		link.removeAttribute('aria-current')
	}
	// Allow a line break before the @, as in `ui/EmailText.tsx`.
	const at = user.email.lastIndexOf('@')
	for (const element of document.querySelectorAll('[data-user-email]'))
		element.replaceChildren(user.email.slice(0, at), document.createElement('wbr'), user.email.slice(at))
	if (!isLapsed(user)) window.dispatchEvent(new Event(MEMBER_EVENT))
}

function startPage(): void {
	// Server-rendered pages contain their user. A static page must fetch the user.
	const userJson = document.getElementById('current-user')?.textContent
	if (userJson) setUser(parseUser(userJson))
	else if ($user.get()) showUser($user.get())
	else void findUser()
	showUnread()
	markPaletteLink()
	warnAboutUnsentText()
	const requestedPath = readCookie(ADMIN_ASKED_COOKIE)
	if (requestedPath !== undefined)
		void import('../admin-asked.ts').then(({ showAdminAsked }) => showAdminAsked(requestedPath))
}

$user.listen(showUser)
startPage()
// Runs for each page that the player's router swaps in (`page/router.ts`).
document.addEventListener('astro:page-load', startPage)

sendZone()
followUnread()
startDisclosures()
startPalette()
startLogOut()
followOtherTabs()
enforceSinglePlayback()
startReturnLinks()
startRememberedLists()
startPrefetch()
startOffline()
startSwappedHistory()
