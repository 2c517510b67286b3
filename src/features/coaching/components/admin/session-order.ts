import * as z from 'zod/mini'
import type { Sorting } from '#src/components/ui/lists/DataTable.tsx'
import type { Session } from '../../contract.ts'
import { isPast } from '../../queries.ts'

export const sessionSort = z.enum(['session', 'when', 'topics'])
export const sessionDirection = z.enum(['asc', 'desc'])

/** The sort order in the URL; empty for the default order. */
export type SessionOrder = {
	sort: z.output<typeof sessionSort> | ''
	order: z.output<typeof sessionDirection> | ''
}

const comparators: Record<z.output<typeof sessionSort>, (one: Session, other: Session) => number> = {
	session: (one, other) => one.title.localeCompare(other.title, 'en', { numeric: true }),
	when: (one, other) => Date.parse(one.scheduledAt) - Date.parse(other.scheduledAt),
	topics: (one, other) => (one.topicCount ?? 0) - (other.topicCount ?? 0),
}

/** Sorts sessions, given in time order, in the chosen order. By default, upcoming sessions come before past ones. */
export function inOrder(sessions: readonly Session[], { sort, order }: SessionOrder, now: number): Session[] {
	if (!sort) {
		const past = sessions.filter((session) => isPast(session, now))
		return [...sessions.filter((session) => !isPast(session, now)), ...past.reverse()]
	}
	const compare = comparators[sort]
	// Ties stay in time order in both directions, so reversing moves as few rows as possible.
	return sessions.toSorted((one, other) => (order === 'desc' ? compare(other, one) : compare(one, other)))
}

/** Returns the order after a press on a column header: this column, then reversed, then the default. */
export function nextOrder(current: SessionOrder, { by, isDescending }: Sorting): SessionOrder {
	if (current.sort === by && current.order === 'desc') return { sort: '', order: '' }
	return { sort: sessionSort.parse(by), order: isDescending ? 'desc' : 'asc' }
}

export function orderText({ sort, order }: SessionOrder): string {
	const isDescending = order === 'desc'
	if (sort === 'session') return `by title, ${isDescending ? 'from Z to A' : 'from A to Z'}`
	if (sort === 'when') return `by time, ${isDescending ? 'latest' : 'earliest'} first`
	if (sort === 'topics') return `by topics, ${isDescending ? 'most' : 'fewest'} first`
	return 'upcoming first, then past'
}
