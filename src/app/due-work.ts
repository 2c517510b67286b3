import { max } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { db, write } from '#db/client.ts'
import { publishEvents } from '#db/schema/operations.ts'
import { dueReminder } from '#src/features/coaching/server/reminders.ts'
import { dueStatistics } from '#src/features/course-statistics/server/count.ts'
import { dueSchedule, NEVER } from '#src/features/courses/server/schedule.ts'
import { dueTrashJob } from '#src/features/deletions/server/trash-jobs.ts'
import { dueMailing, MAILING_KIND } from '#src/features/mailings/server/mailing-job.ts'
import { dueDigest } from '#src/features/notifications/server/digests.ts'
import { dueFanOut } from '#src/features/notifications/server/notify.ts'
import { dueNotice } from '#src/features/questions/server/notices.ts'
import { dueSearch } from '#src/features/search/server/index-job.ts'
import { dueImport } from '#src/features/users/server/import-job.ts'
import { hasFeature } from '#src/lib/site/features.ts'
import { nextDue } from '#src/platform/jobs/outbox.ts'
import { MAIL_KIND, mailWaits } from '#src/platform/mail/mail.ts'
import { heartbeat, type Peer } from './nodes/registry.ts'

/** How often others may have something to be told, and sessions to be reminded of and digests to be due, in milliseconds. */
const NOTICES_MS = 15_000
const REMINDERS_MS = 60_000

/** What a look tells others of. */
export interface DueWorkListeners {
	/** The last position of the publish queue. */
	published(seq: number): void
	/** When the next work of the outbox, and the next mail, is due: an instant in milliseconds. */
	outboxDue(at: number): void
	mailDue(at: number): void
	noticesDue(): void
	remindersDue(): void
	fanOutsDue(): void
	digestsDue(): void
	mailingsDue(): void
	statisticsDue(): void
	/** Something is being deleted or brought back in slices: what a node left that died. Its own it hears of at once. */
	trashDue(): void
	importsDue(): void
	/** When the next course is to be published or taken back, or a module to be opened. */
	scheduleDue(at: number): void
	/** Something is to be indexed for the search. */
	searchDue(): void
}

type DueQuery = readonly [statement: BatchItem<'sqlite'>, take: (row: Record<string, unknown> | undefined) => void]

const whenFound = (notify: () => void) => (row: object | undefined) => {
	if (row) notify()
}
const ifDue = (notify: (at: number) => void) => (row: Record<string, unknown> | undefined) => {
	if (row?.at instanceof Date) notify(row.at.getTime())
}

/**
 * Makes the one look of an idle node: whatever it may have to do that nobody told it of, in one round trip to the
 * database server. What this process writes itself, and what other nodes tell it, it hears of at once.
 * @param self the entry of this node, renewed by each look; undefined where nobody shares the database.
 */
export function pollDueWork(listeners: DueWorkListeners, self: Peer | undefined): () => Promise<void> {
	let noticesAt = 0
	let remindersAt = 0

	function queriesAt(now: number): DueQuery[] {
		const queries: DueQuery[] = [
			[
				db()
					.select({ seq: max(publishEvents.seq) })
					.from(publishEvents),
				(row) => listeners.published(Number(row?.seq ?? 0)),
			],
			[nextDue({ except: [MAIL_KIND, MAILING_KIND] }), ifDue(listeners.outboxDue)],
		]
		if (!mailWaits()) queries.push([nextDue({ only: [MAIL_KIND] }), ifDue(listeners.mailDue)])
		if (now >= noticesAt)
			queries.push(
				[dueNotice(now), whenFound(listeners.noticesDue)],
				[dueFanOut(), whenFound(listeners.fanOutsDue)],
				[dueSchedule(now), (row) => Number(row?.at) < NEVER && listeners.scheduleDue(Number(row?.at))],
			)
		if (now >= noticesAt && hasFeature('newsletter')) queries.push([dueMailing(now), whenFound(listeners.mailingsDue)])
		if (now >= remindersAt)
			queries.push(
				[dueReminder(now), whenFound(listeners.remindersDue)],
				[dueDigest(now), whenFound(listeners.digestsDue)],
				[dueStatistics(now), whenFound(listeners.statisticsDue)],
				[dueTrashJob(), whenFound(listeners.trashDue)],
			)
		if (hasFeature('search')) queries.push([dueSearch(now), whenFound(listeners.searchDue)])
		if (now >= noticesAt) queries.push([dueImport(), whenFound(listeners.importsDue)])
		return queries
	}

	return async () => {
		const now = Date.now()
		const queries = queriesAt(now)
		const statements = queries.map(([statement]) => statement)
		const signs = self ? heartbeat(self) : []
		// A file is asked without a transaction: nobody else is in its way.
		const answers = self ? await write(...statements, ...signs) : await Promise.all(statements)
		if (now >= noticesAt) noticesAt = now + NOTICES_MS
		if (now >= remindersAt) remindersAt = now + REMINDERS_MS
		for (const [index, [, take]] of queries.entries()) take((answers[index] as Record<string, unknown>[])[0])
	}
}
