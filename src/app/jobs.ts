import { and, eq, lt } from 'drizzle-orm'
import { database, db } from '#db/client.ts'
import { onInserted } from '#db/inserted.ts'
import { outbox, publishEvents } from '#db/schema/operations.ts'
import { forgetExpiredAuthSessions } from '#src/features/auth/server/auth-sessions.ts'
import { writeSeen } from '#src/features/auth/server/last-seen.ts'
import { forgetOldResets, resetWorkers } from '#src/features/auth/server/reset-password.ts'
import { sendReminders } from '#src/features/coaching/server/reminders.ts'
import { countStatistics } from '#src/features/course-statistics/server/count.ts'
import { courseSources } from '#src/features/courses/server/course-links.ts'
import { runSchedule } from '#src/features/courses/server/schedule.ts'
import { forgetOldDeletions } from '#src/features/deletions/server/service.ts'
import { runTrashJobs } from '#src/features/deletions/server/trash-jobs.ts'
import { courseCommentSources } from '#src/features/discussion/server/comment-links.ts'
import { MAILING_KIND, runMailings } from '#src/features/mailings/server/mailing-job.ts'
import { removeOrphans } from '#src/features/media/server/library.ts'
import { mediaWorkers } from '#src/features/media/server/removal.ts'
import { moduleSources } from '#src/features/modules/server/module-links.ts'
import { sendDigests } from '#src/features/notifications/server/digests.ts'
import { runFanOuts, tidyNotifications } from '#src/features/notifications/server/notify.ts'
import { sendNotices } from '#src/features/questions/server/notices.ts'
import { postSources } from '#src/features/questions/server/question-links.ts'
import { runSearchIndex } from '#src/features/search/server/index-job.ts'
import { runImports } from '#src/features/users/server/import-job.ts'
import { forgetOldImports } from '#src/features/users/server/imports.ts'
import { forgetOldCaptchas } from '#src/platform/captcha/captcha.ts'
import { bringBackPutOff, type OutboxWorker, runOutbox } from '#src/platform/jobs/outbox.ts'
import { runEvery } from '#src/platform/jobs/run-every.ts'
import { onWake } from '#src/platform/jobs/wake.ts'
import { forgetPassedWindows } from '#src/platform/limits/rate-limit.ts'
import { log } from '#src/platform/log.ts'
import { closeMail, giveUpMails } from '#src/platform/mail/deliver.ts'
import { dropLateMails, MAIL_KIND } from '#src/platform/mail/mail.ts'
import { nodeId } from '#src/platform/nodes/node-id.ts'
import { CONTENT_LINKS_KIND, keepAllLinks } from '#src/platform/publish/content-links.ts'
import { pollDueWork } from './due-work.ts'
import { sendDueMails } from './mails.ts'
import type { Peer } from './nodes/registry.ts'
import { announceWorkers } from './publish/announce.ts'
import { searchSources } from './search/sources.ts'
import { onDemand } from './startup/on-demand.ts'

/** Retention of finished work and the publish queue, in milliseconds: enough to investigate a bad week. */
const KEPT_MS = 7 * 24 * 60 * 60_000

const workers: Record<string, OutboxWorker> = {
	...{ ...announceWorkers, ...mediaWorkers, ...resetWorkers },
	[CONTENT_LINKS_KIND]: keepAllLinks([...postSources, moduleSources, courseCommentSources, courseSources]),
}
/** Kinds of outbox work other than mails. */
export const otherOutboxKinds = Object.keys(workers)

async function tidy(): Promise<void> {
	const before = new Date(Date.now() - KEPT_MS)
	await forgetExpiredAuthSessions()
	await forgetPassedWindows()
	await forgetOldResets()
	await forgetOldCaptchas()
	await forgetOldImports()
	await dropLateMails()
	await bringBackPutOff()
	await tidyNotifications()
	await forgetOldDeletions()
	await db().delete(publishEvents).where(lt(publishEvents.createdAt, before))
	await db()
		.delete(outbox)
		.where(and(eq(outbox.state, 'done'), lt(outbox.availableAt, before)))
}

/** Interval of the poll for due work, in milliseconds: short for a local file, longer for a server's round trips. */
const POLL_FILE_MS = 1_000
const POLL_SERVER_MS = 5_000
/** Retry after a failed poll, in milliseconds: a node that was cut off may show stale content. */
const POLL_AGAIN_MS = 1_000

/** Runs `work` every `ms`, never concurrently. Logs a failure and retries after `againMs`. */
const every = (ms: number, name: string, work: () => Promise<unknown>, againMs = ms): (() => Promise<void>) =>
	runEvery({
		work: () => work().then(() => ms),
		failed(error) {
			log.error({ job: name, err: error }, 'job failed')
			return againMs
		},
	})

/** Grace period for a mail in progress at shutdown, in milliseconds: the time left after slow requests. */
const LAST_MAIL_MS = 3_000

/** Options of the jobs. */
export interface JobsOptions {
	publisher: { checkQueue(seq: number): void }
	/** The entry of this node, if several share the database. */
	self?: Peer | undefined
}

/** Starts the background jobs. @returns a function that stops them and waits for running ones. */
export function startJobs({ publisher, self }: JobsOptions): () => Promise<void> {
	const outboxJob = onDemand('outbox', (signal) => runOutbox(workers, { except: [MAIL_KIND, MAILING_KIND], signal }))
	// A separate job: a mail server that hangs must not block the rest.
	const mailJob = onDemand('mail', sendDueMails)
	const notices = onDemand('question notices', () => sendNotices())
	const digests = onDemand('digests', (signal) => sendDigests(Date.now(), signal))
	const fanOuts = onDemand('notification rounds', runFanOuts)
	// A separate queue: a bulk mailing must not delay sign-in links.
	const mailings = onDemand('mails to members', async (signal) => {
		const wait = await runMailings(Date.now(), undefined, signal)
		if (wait !== undefined) mailings.askAt(Date.now() + wait)
	})
	const statistics = onDemand('figures of courses', (signal) => countStatistics(signal))
	const imports = onDemand('member imports', runImports)
	const schedule = onDemand('schedule of courses', () => runSchedule(nodeId))
	const reminders = onDemand('coaching reminders', () => sendReminders())
	const trash = onDemand('slow deletions', runTrashJobs)
	const searchIndex = onDemand('search index', (signal) => runSearchIndex(searchSources(), { holder: nodeId, signal }))
	const poll = pollDueWork(
		{
			published: (seq) => publisher.checkQueue(seq),
			outboxDue: (at) => outboxJob.askAt(at),
			mailDue: (at) => mailJob.askAt(at),
			noticesDue: notices.ask,
			remindersDue: reminders.ask,
			fanOutsDue: fanOuts.ask,
			digestsDue: digests.ask,
			trashDue: trash.ask,
			mailingsDue: mailings.ask,
			statisticsDue: statistics.ask,
			importsDue: imports.ask,
			scheduleDue: schedule.askAt,
			searchDue: searchIndex.ask,
		},
		self,
	)
	const stopWaking = [
		onInserted('outbox', (values) => (values.includes(MAIL_KIND) ? mailJob : outboxJob).ask()),
		onInserted('notification_rounds', fanOuts.ask),
		onWake('mailings', mailings.ask),
		onWake('imports', imports.ask),
		onWake('search', searchIndex.ask),
		onWake('trash', trash.ask),
		onWake('outbox', () => {
			outboxJob.ask()
			mailJob.ask()
		}),
	]
	const stopTimers = [
		every(self ? POLL_SERVER_MS : POLL_FILE_MS, 'due work', poll, POLL_AGAIN_MS),
		every(60 * 60_000, 'tidy', tidy),
		every(60_000, 'last seen', writeSeen),
		// A separate job: an unavailable storage must not block the rest.
		every(60 * 60_000, 'unused files', () => removeOrphans()),
		...(database().file === undefined ? [] : [every(2_000, 'checkpoint', () => database().checkpoint())]),
	]
	return async () => {
		for (const stop of stopWaking) stop()
		const lastMail = setTimeout(giveUpMails, LAST_MAIL_MS)
		await Promise.all(stopTimers.map((stop) => stop()))
		await writeSeen().catch((error: unknown) => log.warn({ err: error }, 'last seen not written'))
		await Promise.all(
			[
				outboxJob,
				mailJob,
				mailings,
				statistics,
				notices,
				reminders,
				fanOuts,
				digests,
				imports,
				schedule,
				trash,
				searchIndex,
			].map((job) => job.stop()),
		)
		clearTimeout(lastMail)
		closeMail()
	}
}
