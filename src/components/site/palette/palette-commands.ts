import { plainGet } from '#src/lib/api/plain-get.ts'

export interface Command {
	label: string
	/** Absent for a command that calls `press`, such as clicking a button on the page. */
	href?: string
	press?: () => void
	context?: string
	/** Slug of an episode that the page's player can play. */
	plays?: string
	/** Additional search words. */
	also?: string
}

/**
 * Returns the reader's role from the attribute that the style sheet uses, because a static page is the same for
 * everyone.
 */
const readerRole = () => document.documentElement.dataset.auth ?? 'visitor'

/** Returns whether a member can open only the account and public pages. */
const isLapsed = () => 'lapsed' in document.documentElement.dataset

/** Selectors of the links that are hidden from the reader, by role. */
const HIDDEN_LINKS: Record<string, string> = {
	visitor: '.for-signed-in, .for-good, .for-member, .for-admin',
	member: '.for-visitor, .for-admin',
	admin: '.for-visitor, .for-member',
}

/** Reads the visible links from the page's menus, which are the only list of all pages. */
function linksIn(lists: string, excluded: string): Command[] {
	const commands = new Map<string, Command>()
	for (const link of document.querySelectorAll<HTMLElement>(lists)) {
		const label = (link.querySelector('[data-link-name]') ?? link).textContent?.trim().replace(/\s+/g, ' ') ?? ''
		const hidden = `${'moderator' in document.documentElement.dataset ? '' : ', .for-moderator'}${isLapsed() ? ', .for-good' : ''}`
		if (commands.has(label) || link.closest(`${HIDDEN_LINKS[readerRole()]}, ${excluded}${hidden}`)) continue
		const href = link.getAttribute('href')
		commands.set(label, href === null ? { label, press: () => link.click(), also: 'sign out' } : { label, href })
	}
	return [...commands.values()]
}

const pageCommands = () => linksIn('.site-nav a, .account-menu a, [data-log-out], .footer-links a', '.nav-group')
const adminCommands = () => linksIn('#admin-menu a', '.for-visitor')

const ACTIONS: readonly Command[] = [
	{ label: 'Ask a question', href: '/questions/new' },
	{ label: 'Unread questions', href: '/questions?show=unread' },
	{ label: 'Next session', href: '/coaching' },
]

/** Actions that depend on the reader; empty until loaded. */
let readerActions: Command[] = []

/**
 * Loads the actions that depend on the reader. A failure keeps the known ones, because the palette works without
 * new ones.
 */
export async function loadActions(): Promise<void> {
	readerActions = (await plainGet<Command[]>('/api/search/acts')) ?? readerActions
}

/** Maximum number of commands per group for a typed text. */
const MAX_COMMANDS = 4

/** Returns the commands that contain every typed word. */
function matching(commands: readonly Command[], typed: string, prefix: string): readonly Command[] {
	const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
	if (words.length === 0) return commands
	const text = ({ label, also = '' }: Command) => `${prefix} ${label} ${also}`.toLowerCase()
	return commands.filter((command) => words.every((word) => text(command).includes(word))).slice(0, MAX_COMMANDS)
}

/** Finds actions and pages for the visitor, member or admin; all of them if there is no text. */
export function findCommands(typed: string): Array<{ name: string; options: readonly Command[] }> {
	const isMember = readerRole() !== 'visitor' && !isLapsed()
	return [
		{ name: 'Actions', options: matching([...(isMember ? ACTIONS : []), ...readerActions], typed, '') },
		{ name: 'Go to', options: matching(pageCommands(), typed, 'go to') },
		{ name: 'Admin', options: matching(adminCommands(), typed, 'admin') },
	]
}

/** Returns the command offered when nothing was found: members can ask the club. */
export const askFor = (typed: string): Command[] =>
	readerRole() === 'visitor' || isLapsed()
		? []
		: [{ label: `Ask the club: "${typed}"`, href: `/questions/new?title=${encodeURIComponent(typed)}` }]
