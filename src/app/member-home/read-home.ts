import { shouldChangePassword } from '#src/features/account/server/service.ts'
import type { CurrentUser } from '#src/features/auth/contract.ts'
import { listNextSessionsFor } from '#src/features/coaching/server/sessions.ts'
import { findNewCourse, listUserCoursesFor } from '#src/features/courses/server/enrollment.ts'
import { findLastIn, findResumeFor } from '#src/features/courses/server/resume-for.ts'
import {
	countNewAnswersFor,
	countUnreadFor,
	listNotificationsFor,
} from '#src/features/notifications/server/notification-list.ts'
import { findLatestEpisode } from '#src/features/podcast/server/service.ts'
import { listLastActive } from '#src/features/questions/server/list.ts'
import { countUnreadQuestions } from '#src/features/questions/server/unread.ts'
import { getWelcomeFor } from '#src/features/welcome/server/service.ts'
import { log } from '#src/platform/log.ts'

/** Number of rows in `New in the club`, and in the notifications next to it. */
const QUESTIONS = 6
const NOTIFICATIONS = 3
/** Maximum number of sessions: more than a club has in a week. */
const SESSIONS = 10

/**
 * Reads everything on the member home. The reads are independent and issued together: a database server
 * gets them as one request (docs/decisions/023), which can contain at most sixteen reads.
 */
const readsOf = (user: CurrentUser, now: number) => ({
	hasInitialPassword: shouldChangePassword(user),
	courses: listUserCoursesFor(user),
	lastIn: findLastIn(user.id),
	resume: findResumeFor(user),
	newCourse: findNewCourse(user),
	questions: listLastActive(user, QUESTIONS),
	unreadQuestions: countUnreadQuestions(user),
	answers: countNewAnswersFor(user),
	sessions: listNextSessionsFor(user, now, SESSIONS),
	episode: findLatestEpisode(),
	notifications: listNotificationsFor(user, { unread: { since: 0 }, limit: NOTIFICATIONS }),
	unread: countUnreadFor(user),
	welcome: getWelcomeFor(user.id, now),
})

type Reads = ReturnType<typeof readsOf>
/** Results of the reads. A part that could not be read is absent. */
export type MemberHome = { [Part in keyof Reads]?: Awaited<Reads[Part]> }

/** Reads the member home. A failed read leaves out only its part. @throws the first failure if all reads fail. */
export async function readHome(user: CurrentUser, now = Date.now()): Promise<MemberHome> {
	const reads = Object.entries(readsOf(user, now))
	const outcomes = await Promise.allSettled(reads.map(([, read]) => read))
	const failures = outcomes.filter((outcome) => outcome.status === 'rejected')
	if (failures.length === reads.length) throw failures[0]?.reason
	for (const { reason } of failures) log.error({ err: reason }, 'a part of the home could not be read')
	return Object.fromEntries(
		outcomes.flatMap((outcome, at) => (outcome.status === 'fulfilled' ? [[reads[at]?.[0], outcome.value]] : [])),
	) as MemberHome
}
