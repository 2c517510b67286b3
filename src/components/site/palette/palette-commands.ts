import { plainGet } from '#src/lib/api/plain-get.ts'

export interface Command {
	label: string
	/** Absent for a button of the page, which `press` presses. */
	href?: string
	press?: () => void
	context?: string
	/** Slug of an episode that the page's player can play. */
	plays?: string
	/** Other words that find it. */
	also?: string
}

/** The reader, by the attribute that the style sheet uses: a static page is the same for all. */
const reader = () => document.documentElement.dataset.auth ?? 'visitor'

/** Whether only the account and the public pages are open to a member. */
const isLapsed = () => 'lapsed' in document.documentElement.dataset

/** Parts of the page for other readers. */
const OTHERS: Record<string, string> = {
	visitor: '.for-signed-in, .for-good, .for-member, .for-admin',
	member: '.for-visitor, .for-admin',
	admin: '.for-visitor, .for-member',
}

/** Reads the links that the reader sees: the menus alone know which pages there are. */
function linksIn(lists: string, except: string): Command[] {
	const commands = new Map<string, Command>()
	for (const link of document.querySelectorAll<HTMLElement>(lists)) {
		const label = (link.querySelector('[data-link-name]') ?? link).textContent?.trim().replace(/\s+/g, ' ') ?? ''
		const others = `${'moderator' in document.documentElement.dataset ? '' : ', .for-moderator'}${isLapsed() ? ', .for-good' : ''}`
		if (commands.has(label) || link.closest(`${OTHERS[reader()]}, ${except}${others}`)) continue
		const href = link.getAttribute('href')
		commands.set(label, href === null ? { label, press: () => link.click(), also: 'sign out' } : { label, href })
	}
	return [...commands.values()]
}

const places = () => linksIn('.site-nav a, .account-menu a, [data-log-out], .footer-links a', '.nav-group')
const adminPlaces = () => linksIn('#admin-menu a', '.for-visitor')

const ACTS: readonly Command[] = [
	{ label: 'Ask a question', href: '/questions/new' },
	{ label: 'Unread questions', href: '/questions?show=unread' },
	{ label: 'Next session', href: '/coaching' },
]

/** Acts that depend on the reader, once they are loaded. */
let further: Command[] = []

/** Loads the acts that depend on the reader. A failure keeps the known ones: the palette works without them. */
export async function loadActs(): Promise<void> {
	further = (await plainGet<Command[]>('/api/search/acts')) ?? further
}

/** Maximum per group while text is typed. */
const MAX = 4

/** Returns the commands that contain each typed word. */
function withWords(commands: readonly Command[], typed: string, before: string): readonly Command[] {
	const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
	if (words.length === 0) return commands
	const text = ({ label, also = '' }: Command) => `${before} ${label} ${also}`.toLowerCase()
	return commands.filter((command) => words.every((word) => text(command).includes(word))).slice(0, MAX)
}

/** Finds acts and places of the visitor, member or admin; all of them without text. */
export function findCommands(typed: string): Array<{ name: string; options: readonly Command[] }> {
	const isMember = reader() !== 'visitor' && !isLapsed()
	return [
		{ name: 'Actions', options: withWords([...(isMember ? ACTS : []), ...further], typed, '') },
		{ name: 'Go to', options: withWords(places(), typed, 'go to') },
		{ name: 'Admin', options: withWords(adminPlaces(), typed, 'admin') },
	]
}

/** Returns the way on when nothing was found: members ask the club. */
export const askFor = (typed: string): Command[] =>
	reader() === 'visitor' || isLapsed()
		? []
		: [{ label: `Ask the club: "${typed}"`, href: `/questions/new?title=${encodeURIComponent(typed)}` }]
