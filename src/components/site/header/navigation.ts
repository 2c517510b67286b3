import { isAllowed, type Role } from '#src/lib/api/access.ts'
import { isOn } from '#src/lib/site/features.ts'
import { accessOf } from '#src/lib/site/routes.ts'
import { hasPodcast } from '#src/lib/site/site.ts'

/**
 * The audience of a link. The style sheet applies it by `html[data-auth]`, because a static page is the same for
 * everyone. `good`: signed in and in good standing. `member`: signed in, not an admin, in any standing.
 */
export type Audience = 'all' | 'visitor' | 'signed-in' | 'good' | 'member' | 'admin'

export type NavLink = {
	href: string
	label: string
	audience: Audience
	/** Target for members in good standing, instead of `href`. */
	member?: string
	/** Rest of a short label, for screen readers and the mobile menu. */
	rest?: string
}

export const mainLinks: readonly NavLink[] = [
	{ href: '/', member: '/dashboard', label: 'Home', audience: 'all' },
	{ href: '/courses', label: 'Courses', audience: 'all' },
	{ href: '/questions', label: 'Questions', audience: 'good' },
	{ href: '/coaching', label: 'Coaching', audience: 'good' },
	{ href: '/apply', label: 'Apply', rest: 'for Membership', audience: 'visitor' },
]

/** The last link of the menu on a phone. Members find the podcast in their own menu. */
export const menuFoot: NavLink = { href: '/podcast', label: 'Podcast', audience: 'visitor' }

/** Groups of admin sections: the headings of the sidebar, in order. */
const ADMIN_GROUPS = ['Overview', 'Members', 'Teaching', 'Community', 'Club'] as const
type AdminLink = NavLink & { audience: 'admin'; href: `/admin${string}`; group: (typeof ADMIN_GROUPS)[number] }

/**
 * The sections of the admin screens, for the sidebar and the header menu. A new section is a line here; its count of
 * open work is a line in `app/admin-home/waiting.ts`. The first four stay first (docs/product.md, Header).
 */
export const adminLinks = [
	{ href: '/admin', label: 'Dashboard', audience: 'admin', group: 'Overview' },
	{ href: '/admin/users', label: 'Users', audience: 'admin', group: 'Members' },
	{ href: '/admin/courses', label: 'Courses', audience: 'admin', group: 'Teaching' },
	{ href: '/admin/coaching', label: 'Coaching', audience: 'admin', group: 'Teaching' },
	{ href: '/admin/applications', label: 'Applications', audience: 'admin', group: 'Members' },
	{ href: '/admin/dues', label: 'Dues', audience: 'admin', group: 'Members' },
	{ href: '/admin/mailings', label: 'Mail to Members', audience: 'admin', group: 'Members' },
	{ href: '/admin/journal', label: 'Journals', audience: 'admin', group: 'Teaching' },
	{ href: '/admin/figures', label: 'Statistics', audience: 'admin', group: 'Overview' },
	{ href: '/admin/moderation', label: 'Moderation', audience: 'admin', group: 'Community' },
	{ href: '/admin/categories', label: 'Categories', audience: 'admin', group: 'Community' },
	{ href: '/admin/media', label: 'Media', audience: 'admin', group: 'Teaching' },
	{ href: '/admin/podcast', label: 'Podcast', audience: 'admin', group: 'Teaching' },
	{ href: '/admin/cle', label: 'Credits', audience: 'admin', group: 'Teaching' },
	{ href: '/admin/settings', label: 'Settings', audience: 'admin', group: 'Club' },
	{ href: '/admin/mail', label: 'Mail', audience: 'admin', group: 'Club' },
	{ href: '/admin/hosting', label: 'Hosting', audience: 'admin', group: 'Club' },
	{ href: '/admin/data', label: 'Club data', audience: 'admin', group: 'Club' },
	{ href: '/admin/deleted', label: 'Recently deleted', audience: 'admin', group: 'Club' },
	{ href: '/admin/audit', label: 'Audit', audience: 'admin', group: 'Club' },
] as const satisfies readonly AdminLink[]
export type AdminHref = (typeof adminLinks)[number]['href']

/** Returns the sections that `user` can open; all sections if omitted. */
export const adminLinksOn = (user?: Role) =>
	adminLinks.filter(({ href }) => isOn(href) && (!user || isAllowed(accessOf(href), user)))

export const adminGroups = (user: Role) =>
	ADMIN_GROUPS.map((group) => ({ group, links: adminLinksOn(user).filter((link) => link.group === group) })).filter(
		({ links }) => links.length > 0,
	)

export const accountLinks: readonly NavLink[] = [
	{ href: '/dashboard', label: 'Dashboard', audience: 'good' },
	{ href: '/courses', label: 'My Courses', audience: 'signed-in' },
	{ href: '/change-password', label: 'Change Password', audience: 'signed-in' },
	{ href: '/account', label: 'Your Account', audience: 'signed-in' },
	{ href: '/account/membership', label: 'Membership', audience: 'member' },
	{ href: '/cle', label: 'CLE Credits', audience: 'signed-in' },
	{ href: '/account/notifications', label: 'Email settings', audience: 'signed-in' },
	{ href: '/notifications', label: 'Notifications', audience: 'good' },
	{ href: '/podcast', label: 'Podcast', audience: 'signed-in' },
]

export const footerLinks: readonly NavLink[] = [
	{ href: '/courses', label: 'Courses', audience: 'all' },
	{ href: '/#podcast', label: 'Podcast', audience: 'all' },
	{ href: '/apply', label: 'Apply for Membership', audience: 'visitor' },
	{ href: '/auth', label: 'Sign in', audience: 'visitor' },
	{ href: '/dashboard', label: 'Dashboard', audience: 'good' },
]

/** Returns whether the target of a link exists. A club without a feed has no podcast. */
export const isLinked = ({ href }: NavLink): boolean => isOn(href) && (!href.endsWith('podcast') || hasPodcast())

/** Returns links to the pages that the owner wrote. */
export const clubLinks = (club: { privacy: string; terms: string; contact: string }): NavLink[] =>
	(
		[
			[club.privacy, '/privacy', 'Privacy'],
			[club.terms, '/terms', 'Terms'],
			[club.contact, '/contact', 'Contact'],
		] as const
	).flatMap(([text, href, label]) => (text === '' ? [] : [{ href, label, audience: 'all' as const }]))

/** Returns the class that hides a link from other audiences. */
export const audienceClass = (audience: Audience) => (audience === 'all' ? undefined : `for-${audience}`)

/**
 * Returns `aria-current` of a link on the page at `path`: `page` for the page itself, `true` for a page below it. The
 * home page, the admin dashboard and the account never count as parents of other pages.
 */
export function currentOf(href: string, path: string | undefined): 'page' | 'true' | undefined {
	if (path === href) return 'page'
	if (['/', '/admin', '/account'].includes(href) || !path?.startsWith(`${href}/`)) return undefined
	return 'true'
}

/** Returns `aria-current` of a button that opens a menu: `true` if one of its links leads to the current section. */
export const currentAmong = (links: readonly NavLink[], path: string | undefined) =>
	links.some(({ href }) => currentOf(href, path)) ? 'true' : undefined
