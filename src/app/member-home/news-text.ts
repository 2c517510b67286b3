import { MAX_ANSWERS } from '#src/features/notifications/notification-contract.ts'
import { UNREAD_DAYS } from '#src/features/questions/contract.ts'
import { unreadText } from '#src/features/questions/unread-text.ts'
import { unreadText as bellText } from '#src/lib/lists/unread.ts'
import type { MemberHome } from './read-home.ts'

const DAY_MS = 24 * 60 * 60_000

const countText = (count: number, shown: string, singular: string, plural = `${singular}s`) =>
	`${shown} ${count === 1 ? singular : plural}`

/** News on the member home. A part that could not be read is not mentioned, so every sentence is true. */
export interface NewsText {
	/** `4 new answers`; undefined if there are none. */
	answers: string | undefined
	/** Sentence of the greeting if there are no answers and no sessions. */
	otherwise: string
	/** Sentence to show if there are no unread questions. */
	allRead: string
}

export function newsText(
	{
		answers = 0,
		unreadQuestions,
		unread,
		questions,
	}: Pick<MemberHome, 'answers' | 'unreadQuestions' | 'unread' | 'questions'>,
	now: number,
): NewsText {
	const [last] = questions ?? []
	// Older questions do not count as unread, even if the member never opened them.
	const isQuiet = last !== undefined && Date.parse(last.lastActivityAt) <= now - UNREAD_DAYS * DAY_MS
	const allRead = isQuiet ? `Nothing new in the last ${UNREAD_DAYS} days.` : 'You have read everything.'
	return {
		answers:
			answers > 0
				? countText(answers, answers < MAX_ANSWERS ? String(answers) : `${MAX_ANSWERS - 1}+`, 'new answer')
				: undefined,
		otherwise: otherwise(),
		allRead,
	}

	function otherwise(): string {
		const count = unreadQuestions?.count ?? 0
		if (count > 0) return `${countText(count, unreadText(count), 'unread question')}.`
		if (unread !== undefined && unread > 0) return `${countText(unread, bellText(unread), 'unread notification')}.`
		if (unreadQuestions === undefined || unread === undefined) return ''
		return last ? allRead : 'Nothing is waiting for you.'
	}
}
