import { and, eq, lt } from 'drizzle-orm'
import { database, db } from '#db/client.ts'
import { onInserted } from '#db/inserted.ts'
import { outbox, publishEvents } from '#db/schema/operations.ts'
import { forgetExpiredAuthSessions } from '#src/features/auth/server/auth-sessions.ts'
import { writeSeen } from '#src/features/auth/server/last-seen.ts'
import { forgetOldResets, resetWorkers } from '#src/features/auth/server/reset-password.ts'
import { sendReminders } from '#src/features/coaching/server/reminders.ts'
import { courseSources } from '#src/features/courses/server/course-links.ts'
import { runSchedule } from '#src/features/courses/server/schedule.ts'
import { finishMoves } from '#src/features/deletions/server/moves.ts'
import { forgetOldDeletions } from '#src/features/deletions/server/service.ts'
import { courseCommentSources } from '#src/features/discussion/server/comment-links.ts'
import { countFigures } from '#src/features/figures/server/count.ts'
import { MAILING_KIND, onMailingNudge, runMailings } from '#src/features/mailings/server/rounds.ts'
import { removeOrphans } from '#src/features/media/server/library.ts'
import { mediaWorkers } from '#src/features/media/server/removal.ts'
import { moduleSources } from '#src/features/modules/server/module-links.ts'
import { sendDigests } from '#src/features/notifications/server/digests.ts'
import { runRounds, tidyNotifications } from '#src/features/notifications/server/tell.ts'
import { sendNotices } from '#src/features/questions/server/notices.ts'
import { postSources } from '#src/features/questions/server/question-links.ts'
import { runSearchIndex } from '#src/features/search/server/index-job.ts'
import { onImportAsked, runImports } from '#src/features/users/server/import-job.ts'
import { forgetOldImports } from '#src/features/users/server/imports.ts'
import { forgetOldCaptchas } from '#src/platform/captcha/captcha.ts'
import { CONTENT_LINKS_KIND, keepAllLinks } from '#src/platform/content-links.ts'
import { onMovesNudged } from '#src/platform/keep-deleted.ts'
import { log } from '#src/platform/log.ts'
import { closeMail, giveUpMails } from '#src/platform/mail/deliver.ts'
import { dropLateMails, MAIL_KIND } from '#src/platform/mail/mail.ts'
import { nodeId } from '#src/platform/nodes/node-id.ts'
import { bringBackPutOff, type OutboxWorker, onOutboxNudge, runOutbox } from '#src/platform/outbox.ts'
import { forgetPassedWindows } from '#src/platform/rate-limit.ts'
import { startRounds } from '#src/platform/rounds.ts'
import { lookFor } from './look.ts'
import { sendDueMails } from './mails.ts'
import type { Peer } from './nodes/registry.ts'
import { onDemand } from './on-demand.ts'
import { announceWorkers } from './publish/announce.ts'
import { onIndexAsked } from './search/services.ts'
import { searchSources } from './search/sources.ts'

/** How long done work and the publish queue are kept, in milliseconds: long enough to look back at a bad week. */
const KEPT_MS = 7 * 24 * 60 * 60_000

const workers: Record<string, OutboxWorker> = {
	...{ ...announceWorkers, ...mediaWorkers, ...resetWorkers },
	[CONTENT_LINKS_KIND]: keepAllLinks([...postSources, moduleSources, courseCommentSources, courseSources]),
}
/** What the outbox does besides mails. */
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

/**
 * How often a node looks whether there is something to do that nobody told it of, in milliseconds: at a file, which is
 * at hand, and at a server, where each look is a round trip.
 */
const LOOK_AT_FILE_MS = 1_000
const LOOK_AT_SERVER_MS = 5_000
/** Pause after a look that failed, in milliseconds: a node that was cut off may show what is gone. */
const LOOK_AGAIN_MS = 1_000

/** Runs `work` every `ms`, never twice at once; a failure is logged and the next round comes after `againMs`. */
const every = (ms: number, name: string, work: () => Promise<unknown>, againMs = ms): (() => Promise<void>) =>
	startRounds({
		work: () => work().then(() => ms),
		failed(error) {
			log.error({ job: name, err: error }, 'job failed')
			return againMs
		},
	})

/** How long a stop waits for a mail that is on its way, in milliseconds: no more than is left when requests were slow to end. */
const LAST_MAIL_MS = 3_000

/** Whom the jobs tell of what a look finds, and who they are. */
export interface JobsOptions {
	publisher: { lookAt(seq: number): void }
	/** The entry of this node, where several share the database. */
	self?: Peer | undefined
}

/** Starts what the server does besides answering. @returns a function that stops it and waits for what runs. */
export function startJobs({ publisher, self }: JobsOptions): () => Promise<void> {
	const outboxJob = onDemand('outbox', (signal) => runOutbox(workers, { except: [MAIL_KIND, MAILING_KIND], signal }))
	// By itself: a mail server that hangs must not hold up the rest.
	const mailJob = onDemand('mail', sendDueMails)
	const notices = onDemand('question notices', () => sendNotices())
	const digests = onDemand('digests', (signal) => sendDigests(Date.now(), signal))
	const rounds = onDemand('notification rounds', runRounds)
	// A lane of its own, one mail at a time: nobody's link waits behind ten thousand.
	const mailings = onDemand('mails to members', async (signal) => {
		const wait = await runMailings(Date.now(), undefined, signal)
		if (wait !== undefined) mailings.askAt(Date.now() + wait)
	})
	const figures = onDemand('figures of courses', (signal) => countFigures(signal))
	const imports = onDemand('member imports', runImports)
	const schedule = onDemand('schedule of courses', () => runSchedule(nodeId))
	const reminders = onDemand('coaching reminders', () => sendReminders())
	const moves = onDemand('slow deletions', finishMoves)
	const searchIndex = onDemand('search index', (signal) => runSearchIndex(searchSources(), { holder: nodeId, signal }))
	const look = lookFor(
		{
			published: (seq) => publisher.lookAt(seq),
			outboxDue: (at) => outboxJob.askAt(at),
			mailDue: (at) => mailJob.askAt(at),
			noticesDue: notices.ask,
			remindersDue: reminders.ask,
			roundsDue: rounds.ask,
			digestsDue: digests.ask,
			movesDue: moves.ask,
			mailingsDue: mailings.ask,
			figuresDue: figures.ask,
			importsDue: imports.ask,
			scheduleDue: schedule.askAt,
			searchDue: searchIndex.ask,
		},
		self,
	)
	const stopHearing = [
		onInserted('outbox', (values) => (values.includes(MAIL_KIND) ? mailJob : outboxJob).ask()),
		onInserted('notification_rounds', rounds.ask),
		onMailingNudge(mailings.ask),
		onImportAsked(imports.ask),
		onIndexAsked(searchIndex.ask),
		onMovesNudged(moves.ask),
		onOutboxNudge(() => {
			outboxJob.ask()
			mailJob.ask()
		}),
	]
	const stopRounds = [
		every(self ? LOOK_AT_SERVER_MS : LOOK_AT_FILE_MS, 'look', look, LOOK_AGAIN_MS),
		every(60 * 60_000, 'tidy', tidy),
		every(60_000, 'last seen', writeSeen),
		// By itself: a storage that is away must not hold up the rest.
		every(60 * 60_000, 'unused files', () => removeOrphans()),
		...(database().file === undefined ? [] : [every(2_000, 'checkpoint', () => database().checkpoint())]),
	]
	return async () => {
		for (const stop of stopHearing) stop()
		const lastMail = setTimeout(giveUpMails, LAST_MAIL_MS)
		await Promise.all(stopRounds.map((stop) => stop()))
		await writeSeen().catch((error: unknown) => log.warn({ err: error }, 'last seen not written'))
		await Promise.all(
			[
				outboxJob,
				mailJob,
				mailings,
				figures,
				notices,
				reminders,
				rounds,
				digests,
				imports,
				schedule,
				moves,
				searchIndex,
			].map((job) => job.stop()),
		)
		clearTimeout(lastMail)
		closeMail()
	}
}
