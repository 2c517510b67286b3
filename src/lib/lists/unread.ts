import { atom } from 'nanostores'
import { plainGet } from '../api/plain-get.ts'

/** Limit of the unread count, from which the bell shows `9+`. */
export const MAX_UNREAD = 10

/** Number of unread notifications of the page's user; undefined while unknown. */
export const $unread = atom<number | undefined>(undefined)

/** Returns the text on the bell: nothing, the number, or `9+`. */
export const unreadText = (unread: number): string =>
	unread <= 0 ? '' : unread < MAX_UNREAD ? String(unread) : `${MAX_UNREAD - 1}+`

/** Returns the bell's label for screen readers. */
export const bellLabel = (unread: number): string =>
	unread <= 0
		? 'Notifications'
		: `Notifications: ${unread < MAX_UNREAD ? unread : `more than ${MAX_UNREAD - 1}`} unread`

/** Prefixes a title with the unread count. */
export const titleWith = (unread: number, title: string): string =>
	unread <= 0 ? title : `(${unreadText(unread)}) ${title}`

/** Fetches the unread count. After a failure, the last count stays. */
export async function findUnread(): Promise<void> {
	const answer = await plainGet<{ unread?: unknown }>('/api/notifications/count')
	if (typeof answer?.unread === 'number') $unread.set(answer.unread)
}

/** Fetches the unread count again after a possible change, if it was not 0. */
export function recountUnread(): void {
	if ($unread.get()) void findUnread()
}
