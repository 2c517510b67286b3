import { $user, findUser, initialOf, parseUser, setUser } from '#src/lib/api/auth-state.ts'
import { sendZone } from '#src/lib/dates/reader-zone.ts'
import { enforceSinglePlayback } from '#src/lib/single-playback.ts'
import { sayAdminAsked } from '../admin-asked.ts'
import { startOffline } from '../page/offline.ts'
import { startPrefetch } from '../page/prefetch.ts'
import { startRememberedLists } from '../page/remembered-lists.ts'
import { startReturnLinks } from '../page/return-links.ts'
import { startPalette } from '../palette/palette-keys.ts'
import { followUnread } from './bell.ts'
import { startDisclosures } from './disclosures.ts'
import { logOut, sayUnsentText } from './log-out.ts'
import { followOtherTabs } from './other-tabs.ts'

function fill(selector: string, text: string): void {
	for (const element of document.querySelectorAll(selector)) element.textContent = text
}

$user.listen((user) => {
	if (!user) return
	fill('[data-user-initial]', initialOf(user))
	fill('[data-user-name]', user.name || user.username)
	for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-member-href]')) {
		link.href = link.dataset.memberHref ?? ''
		// The page of visitors is no longer behind it.
		link.removeAttribute('aria-current')
	}
	// Allow a line break before the @, as in `ui/EmailText.tsx`.
	const at = user.email.lastIndexOf('@')
	for (const element of document.querySelectorAll('[data-user-email]'))
		element.replaceChildren(user.email.slice(0, at), document.createElement('wbr'), user.email.slice(at))
})

// Server-rendered pages contain their user; a static page has to fetch it.
const given = document.getElementById('current-user')?.textContent
if (given) setUser(parseUser(given))
else void findUser()

sendZone()
followUnread()
startDisclosures()
startPalette()

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-log-out]'))
	button.addEventListener('click', () => void logOut(button))
sayUnsentText()

followOtherTabs()
enforceSinglePlayback()
startReturnLinks()
sayAdminAsked()
startRememberedLists()
startPrefetch()
startOffline()
