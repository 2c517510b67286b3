import { signInPath } from '#src/lib/site/routes.ts'
import { ADMIN_ASKED_COOKIE } from '#src/lib/site/sign-in-link.ts'

/**
 * Shows a sign-in hint on the home page to a visitor who was redirected from an admin screen. The server passes the
 * requested screen in a cookie, because the page is the same for everyone.
 */
export function showAdminAsked(requestedPath: string): void {
	// biome-ignore lint/suspicious/noDocumentCookie: Cookie Store is not in every browser we serve
	document.cookie = `${ADMIN_ASKED_COOKIE}=; Max-Age=0; Path=/`
	if (location.pathname !== '/' || document.documentElement.dataset.auth !== 'visitor') return
	const line = document.createElement('p')
	line.className = 'wrap'
	const link = document.createElement('a')
	link.className = 'link'
	link.href = signInPath(requestedPath)
	link.textContent = 'Sign in to open the admin area'
	line.append(link)
	document.getElementById('page-notices')?.append(line)
}
