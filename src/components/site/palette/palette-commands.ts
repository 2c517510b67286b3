export interface Command {
	label: string
	href: string
}

const admin = () =>
	[...document.querySelectorAll<HTMLAnchorElement>('#admin-menu a')].map((link) => ({
		label: link.textContent?.trim() ?? '',
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

/** Maximum per group while text is typed. */
const MOST = 4

function withWords(commands: readonly Command[], typed: string, before = ''): Command[] {
	const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
	return commands.filter(({ label }) => words.every((word) => `${before}${label}`.toLowerCase().includes(word)))
}

/**
 * Finds navigation commands for the visitor, member or admin, using the same attribute as the style sheet. Without
 * text it returns the default commands.
 */
export function findCommands(typed: string): Array<{ name: string; commands: readonly Command[] }> {
	const { auth } = document.documentElement.dataset
	const found = withWords(auth === 'visitor' ? VISITORS : MEMBERS, typed)
	const screens = auth === 'admin' ? withWords(admin(), typed, 'admin ') : []
	return [
		{ name: 'Go to', commands: found.slice(0, typed === '' ? 5 : MOST) },
		{ name: 'Admin', commands: typed === '' ? screens : screens.slice(0, MOST) },
	]
}
