import { rememberedAddress } from '#src/lib/lists/remembered-filter.ts'

/** Lists that reopen with their last filter. Excludes questions, where a filter would hide new content. */
const LISTS = ['/courses', '/admin/users', '/admin/moderation', '/admin/audit']

/** Makes menu links open a list with its last filter. On the list's own page, they open the unfiltered list. */
export function startRememberedLists(): void {
	for (const type of ['click', 'auxclick'])
		document.addEventListener(type, ({ target }) => {
			const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a.nav-link, a.admin-link') : null
			const path = link && new URL(link.href).pathname
			// Look up the filter on click, because another tab may have changed it.
			if (path && LISTS.includes(path)) link.href = window.location.pathname === path ? path : rememberedAddress(path)
		})
}
