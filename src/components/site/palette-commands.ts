export interface Command {
	label: string
	href: string
}

const admin = () =>
	[...document.querySelectorAll<HTMLAnchorElement>('#admin-menu a')].map((link) => ({
		label: `Admin: ${link.textContent?.trim() ?? ''}`,
		href: link.getAttribute('href') ?? '/admin',
	}))

const GO_HOME = { label: 'Go to Home', href: '/' }
const GO_TO_COURSES = { label: 'Go to Courses', href: '/courses' }
const VISITORS: readonly Command[] = [
	GO_TO_COURSES,
	GO_HOME,
	{ label: 'Apply for Membership', href: '/apply' },
	{ label: 'Sign in', href: '/auth' },
]
const MEMBERS: readonly Command[] = [
	{ label: 'Ask a question', href: '/questions/new' },
	{ label: 'Next session', href: '/coaching' },
	{ label: 'Go to Dashboard', href: '/dashboard' },
	GO_HOME,
	GO_TO_COURSES,
	{ label: 'Go to Questions', href: '/questions' },
	{ label: 'Go to Coaching', href: '/coaching' },
	{ label: 'Your Account', href: '/account' },
]

/** Where one can go: as a visitor, as a member, and as an admin besides. By what the style sheet goes by as well. */
export function commandsFor(): readonly Command[] {
	const { auth } = document.documentElement.dataset
	if (auth === 'visitor') return VISITORS
	return auth === 'admin' ? [...MEMBERS, ...admin()] : MEMBERS
}

/** Commands with all of these words; without any, those that are shown to begin with. */
export function findCommands(typed: string): readonly Command[] {
	const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
	const all = commandsFor()
	if (words.length === 0) return all.slice(0, 5)
	return all.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word))).slice(0, 4)
}
