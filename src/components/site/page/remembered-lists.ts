import { rememberedAddress } from '#src/lib/lists/remembered-filter.ts'

/** Lists that the menu opens as they were left. Questions are not among them: a filter would hide what the club writes. */
const LISTS = ['/courses', '/admin/users', '/admin/moderation', '/admin/audit']

/** The links of the menu lead to a list as it was narrowed last; from the list itself, to all of it. */
export function startRememberedLists(): void {
	for (const type of ['click', 'auxclick'])
		document.addEventListener(type, ({ target }) => {
			const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a.nav-link, a.admin-link') : null
			const path = link && new URL(link.href).pathname
			// Only at this moment is it known what was remembered: another tab may have gone on.
			if (path && LISTS.includes(path)) link.href = window.location.pathname === path ? path : rememberedAddress(path)
		})
}
