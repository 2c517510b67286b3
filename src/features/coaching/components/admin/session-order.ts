import * as z from 'zod/mini'
import type { Sorting } from '#src/components/ui/lists/DataTable.tsx'
import type { Session } from '../../contract.ts'
import { isPast } from '../../queries.ts'

/** By what the table of sessions can be sorted. */
export const sessionSort = z.enum(['session', 'when', 'topics'])
export const sessionDirection = z.enum(['asc', 'desc'])

/** How the table is sorted, as its address says it; empty for the order that it has by itself. */
export type SessionOrder = {
	sort: z.output<typeof sessionSort> | ''
	order: z.output<typeof sessionDirection> | ''
}

const comparing: Record<z.output<typeof sessionSort>, (one: Session, other: Session) => number> = {
	session: (one, other) => one.title.localeCompare(other.title, 'en', { numeric: true }),
	when: (one, other) => Date.parse(one.scheduledAt) - Date.parse(other.scheduledAt),
	topics: (one, other) => (one.topicCount ?? 0) - (other.topicCount ?? 0),
}

/** Sessions, which come by time, in the chosen order; without one the next first, then those that are past. */
export function inOrder(sessions: readonly Session[], { sort, order }: SessionOrder, now: number): Session[] {
	if (!sort) {
		const past = sessions.filter((session) => isPast(session, now))
		return [...sessions.filter((session) => !isPast(session, now)), ...past.reverse()]
	}
	const compare = comparing[sort]
	// Equal ones stay by time in both directions, so that a second press moves no more than it must.
	return sessions.toSorted((one, other) => (order === 'desc' ? compare(other, one) : compare(one, other)))
}

/** What a press on a head chooses: this column, then the other way round, then again the order of the table itself. */
export function nextOrder(now: SessionOrder, { by, isDescending }: Sorting): SessionOrder {
	if (now.sort === by && now.order === 'desc') return { sort: '', order: '' }
	return { sort: sessionSort.parse(by), order: isDescending ? 'desc' : 'asc' }
}

/** What the table says of its order to those who hear it. */
export function orderText({ sort, order }: SessionOrder): string {
	const isDescending = order === 'desc'
	if (sort === 'session') return `by title, ${isDescending ? 'from Z to A' : 'from A to Z'}`
	if (sort === 'when') return `by time, ${isDescending ? 'latest' : 'earliest'} first`
	if (sort === 'topics') return `by topics, ${isDescending ? 'most' : 'fewest'} first`
	return 'the next first, then those that are past'
}
