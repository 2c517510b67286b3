import { type AdminHref, adminLinksOn } from '#src/components/site/header/navigation.ts'
import { countWeek } from '#src/features/admin-home/server/week.ts'
import type { CurrentUser } from '#src/features/auth/contract.ts'
import { findNextSessionFor } from '#src/features/coaching/server/sessions.ts'
import { getPodcastStatus } from '#src/features/podcast/server/service.ts'
import { listUnanswered } from '#src/features/questions/server/offers.ts'
import { countUsers } from '#src/features/users/server/service.ts'
import { mailWaits } from '#src/platform/mail/mail.ts'
import { countWaitingPages } from '#src/platform/publish/publish-queue.ts'
import { findFirstStepsFor } from './first-steps.ts'
import { findWarnings } from './health.ts'
import { countOpenWork } from './waiting.ts'

/** Labels for the open work of sections whose name does not make it clear. */
const workLabels: Partial<Record<AdminHref, () => string>> = {
	'/admin/applications': () => 'Applications waiting',
	'/admin/journal': () => 'Journal entries waiting for feedback',
	'/admin/dues': () => 'Deactivated, card still charged',
	'/admin/cle': () => 'Attendance to review, uploads due',
	'/admin/moderation': () => 'Reported posts',
	'/admin/mail': () => (mailWaits() ? 'Emails waiting for a mail server' : 'Undelivered emails'),
	'/admin/mailings': () => 'Stopped mailings',
	'/admin/podcast': () => 'Transcripts that could not be read',
}

/** Returns the sections with open work, in the order of `adminLinks`. */
export const openWorkOf = (waiting: Readonly<Record<string, number>>) =>
	adminLinksOn().flatMap(({ href, label }) => {
		const count = waiting[href] ?? 0
		return count > 0 ? [{ href, text: workLabels[href]?.() ?? label, count }] : []
	})

/**
 * Reads everything that the dashboard of an admin shows. The reads are independent and issued together: a database
 * server gets them as one request (docs/decisions/023).
 */
export async function readDashboard(user: CurrentUser, now = Date.now()) {
	const [waiting, unanswered, session, week, pages, stats, feed, firstSteps, warnings] = await Promise.all([
		countOpenWork(),
		listUnanswered(now),
		findNextSessionFor(user, now),
		countWeek(now),
		countWaitingPages(),
		countUsers(),
		getPodcastStatus(),
		findFirstStepsFor(user),
		findWarnings(),
	])
	return { waiting, work: openWorkOf(waiting), unanswered, session, week, pages, stats, feed, firstSteps, warnings }
}
