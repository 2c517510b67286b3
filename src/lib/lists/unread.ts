import { atom } from 'nanostores'

/** Unread notifications are counted so far and no further: the bell says `9+` of all beyond. */
export const MAX_UNREAD = 10

/** How many notifications the person of this page has not read; undefined while that is not known. */
export const $unread = atom<number | undefined>(undefined)

/** What stands at the bell: nothing, the number, or `9+`. */
export const unreadText = (unread: number): string =>
	unread <= 0 ? '' : unread < MAX_UNREAD ? String(unread) : `${MAX_UNREAD - 1}+`

/** What the bell is called for those who hear it. */
export const bellLabel = (unread: number): string =>
	unread <= 0
		? 'Notifications'
		: `Notifications: ${unread < MAX_UNREAD ? unread : `more than ${MAX_UNREAD - 1}`} unread`

/** A title with the number of what is unread before it. */
export const titleWith = (unread: number, title: string): string =>
	unread <= 0 ? title : `(${unreadText(unread)}) ${title}`

/** Asks for the number. Where there is no answer, what was known stands. */
export async function findUnread(): Promise<void> {
	const answer = await fetch('/api/notifications/count', { credentials: 'same-origin' }).catch(() => undefined)
	if (!answer?.ok) return
	const { unread } = (await answer.json().catch(() => ({}))) as { unread?: unknown }
	if (typeof unread === 'number') $unread.set(unread)
}

/** After something that may have marked some as read: asks again, where there were any. */
export function recountUnread(): void {
	if ($unread.get()) void findUnread()
}
