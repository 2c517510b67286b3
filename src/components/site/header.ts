import { $user, findUser, initialOf, parseUser, STORED_USER_KEY, setUser } from '#src/lib/auth-state.ts'
import { startDisclosures } from './disclosures.ts'
import { logOut } from './log-out.ts'

function fill(selector: string, text: string): void {
	for (const element of document.querySelectorAll(selector)) element.textContent = text
}

$user.listen((user) => {
	if (!user) return
	fill('[data-user-initial]', initialOf(user))
	fill('[data-user-name]', user.name || user.username)
	fill('[data-user-email]', user.email)
})

// A page that the server rendered for somebody says for whom; a static page has to find out.
const given = document.getElementById('current-user')?.textContent
if (given) setUser(parseUser(given))
else void findUser()

startDisclosures()

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-log-out]'))
	button.addEventListener('click', () => void logOut(button))

// Somebody signed in or out in another tab.
window.addEventListener('storage', (event) => {
	if (event.key === STORED_USER_KEY) setUser(parseUser(event.newValue))
})

// The browser brought back a page as it was left, perhaps from before a sign-in or a logout.
window.addEventListener('pageshow', (event) => {
	if (event.persisted) void findUser()
})
