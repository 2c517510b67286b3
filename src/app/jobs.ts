import { and, eq, lt } from 'drizzle-orm'
import { database, db } from '#db/client.ts'
import { outbox, publishEvents } from '#db/schema/platform/operations.ts'
import { deleteOldEmailLinks } from '#src/features/account/server/email-links.ts'
import { recordsJob } from '#src/features/attendance/server/evidence/expire.ts'
import { forgetExpiredAuthSessions } from '#src/features/auth/server/auth-sessions.ts'
import { forgetOldSteps } from '#src/features/auth/server/factors/pre-session.ts'
import { writeSeen } from '#src/features/auth/server/last-seen.ts'
import { forgetOldResets, resetWorkers } from '#src/features/auth/server/passwords/reset-password.ts'
import { deadlinesJob } from '#src/features/cle/server/deadlines.ts'
import { remindersJob } from '#src/features/coaching/server/reminders.ts'
import { statisticsJob } from '#src/features/course-statistics/server/count.ts'
import { courseTexts } from '#src/features/courses/server/course-links.ts'
import { scheduleJob } from '#src/features/courses/server/schedule.ts'
import { giveCourses } from '#src/features/courses/server/taken-over.ts'
import { forgetOldDeletions } from '#src/features/deletions/server/service.ts'
import { courseCommentTexts } from '#src/features/discussion/server/comment-links.ts'
import { newPriceWorkers } from '#src/features/dues/server/cards/new-price.ts'
import { deleteOldEvents, paymentEventsJob } from '#src/features/dues/server/cards/payment-events.ts'
import { leavingWorkers } from '#src/features/dues/server/leaving.ts'
import { duesJob } from '#src/features/dues/server/notices/notices.ts'
import { leavesJob } from '#src/features/leaving/server/erase.ts'
import { MAILING_KIND, mailingsJob } from '#src/features/mailings/server/mailing-job.ts'
import { removeOrphans } from '#src/features/media/server/library.ts'
import { mediaWorkers } from '#src/features/media/server/removal.ts'
import { moduleTexts } from '#src/features/modules/server/module-links.ts'
import { startDigests } from '#src/features/notifications/server/digest-settings.ts'
import { digestsJob, resetPostponedDigests } from '#src/features/notifications/server/digests.ts'
import { discussionMailsJob } from '#src/features/notifications/server/discussion-mails.ts'
import { fanOutsJob, tidyNotifications } from '#src/features/notifications/server/notify.ts'
import { noticesJob } from '#src/features/questions/server/notices.ts'
import { offersJob } from '#src/features/questions/server/offers.ts'
import { commentTexts, questionTexts } from '#src/features/questions/server/question-links.ts'
import { factorResetsJob } from '#src/features/security/server/reset.ts'
import { importsJob } from '#src/features/users/server/import-job.ts'
import { deleteOldImports } from '#src/features/users/server/imports.ts'
import { forgetOldCaptchas } from '#src/platform/captcha/captcha.ts'
import { type Job, job } from '#src/platform/jobs/job.ts'
import { nextDue, type OutboxWorker, resetPostponed, runOutbox } from '#src/platform/jobs/outbox.ts'
import { forgetPassedWindows } from '#src/platform/limits/rate-limit.ts'
import { dropExpiredMails, MAIL_KIND } from '#src/platform/mail/mail.ts'
import { CONTENT_LINKS_KIND, indexAllLinks } from '#src/platform/publish/content-links.ts'
import { mailJob } from './mails.ts'
import { announceWorkers } from './publish/announce.ts'
import { searchJob } from './search/services.ts'

const HOUR_MS = 60 * 60_000
/** Retention of finished work and the publish queue, in milliseconds: enough to investigate a bad week. */
const RETENTION_MS = 7 * 24 * HOUR_MS

const workers: Record<string, OutboxWorker> = {
	...{ ...announceWorkers, ...leavingWorkers, ...newPriceWorkers, ...mediaWorkers, ...resetWorkers },
	[CONTENT_LINKS_KIND]: indexAllLinks([questionTexts, commentTexts, moduleTexts, courseCommentTexts, courseTexts]),
}
export const otherOutboxKinds = Object.keys(workers)

const otherKinds = { except: [MAIL_KIND, MAILING_KIND] }

const outboxJob = job({
	name: 'outbox',
	due: () => nextDue(otherKinds),
	inserted: { table: 'outbox', when: (values) => !values.includes(MAIL_KIND) },
	run: (signal) => runOutbox(workers, { ...otherKinds, signal }),
})

async function tidy(): Promise<void> {
	const before = new Date(Date.now() - RETENTION_MS)
	await forgetExpiredAuthSessions()
	await forgetPassedWindows()
	await forgetOldResets()
	await deleteOldEmailLinks()
	await forgetOldSteps()
	await forgetOldCaptchas()
	await deleteOldImports()
	await dropExpiredMails()
	await resetPostponed()
	await resetPostponedDigests()
	await startDigests()
	await tidyNotifications()
	await forgetOldDeletions()
	await deleteOldEvents()
	await db().delete(publishEvents).where(lt(publishEvents.createdAt, before))
	await db()
		.delete(outbox)
		.where(and(eq(outbox.state, 'done'), lt(outbox.availableAt, before)))
}

/** All background jobs. To add one, define it in its feature and list it here. */
export const jobs = (): readonly Job[] => [
	...[outboxJob, mailJob, mailingsJob, noticesJob, discussionMailsJob, fanOutsJob, digestsJob, remindersJob],
	...[offersJob, scheduleJob, statisticsJob, importsJob(giveCourses), searchJob, duesJob, paymentEventsJob],
	leavesJob,
	deadlinesJob,
	factorResetsJob,
	recordsJob,
	job({ name: 'tidy', every: HOUR_MS, run: tidy }),
	job({ name: 'last-seen', every: 60_000, run: writeSeen }),
	// A separate job: unavailable file storage must not block the rest.
	job({ name: 'unused-files', every: HOUR_MS, run: () => removeOrphans() }),
	...(database().file === undefined
		? []
		: [job({ name: 'checkpoint', every: 2_000, run: async () => database().checkpoint() })]),
]
