import { $user } from '#src/lib/auth-state.ts'

export interface Command {
	label: string
	href: string
}

const admin = () =>
	[...document.querySelectorAll<HTMLAnchorElement>('#admin-menu a')].map((link) => ({
		label: `Admin: ${link.textContent?.trim() ?? ''}`,
		href: link.getAttribute('href') ?? '/admin',
	}))

/** Where a member can go, and an admin besides. */
export function commandsFor(): Command[] {
	return [
		{ label: 'Ask a question', href: '/questions/new' },
		{ label: 'Next session', href: '/coaching' },
		{ label: 'Go to Dashboard', href: '/dashboard' },
		{ label: 'Go to Home', href: '/' },
		{ label: 'Go to Courses', href: '/courses' },
		{ label: 'Go to Questions', href: '/questions' },
		{ label: 'Go to Coaching', href: '/coaching' },
		{ label: 'Your Account', href: '/account' },
		...($user.get()?.role === 'admin' ? admin() : []),
	]
}

/** Commands with all of these words; without any, those that are shown to begin with. */
export function findCommands(typed: string): Command[] {
	const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
	const all = commandsFor()
	if (words.length === 0) return all.slice(0, 5)
	return all.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word))).slice(0, 4)
}
