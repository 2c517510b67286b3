import { max } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { db } from '#db/client.ts'
import { publishEvents } from '#db/schema/operations.ts'
import { write } from '#db/write.ts'
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

/** Interval for notices, session reminders and digests, in milliseconds. */
const NOTICES_MS = 15_000
const REMINDERS_MS = 60_000

/** Callbacks for the due work that a poll finds. */
export interface DueWorkListeners {
	/** Receives the last position of the publish queue. */
	published(seq: number): void
	/** Receives the due time of the next outbox work or mail, in epoch milliseconds. */
	outboxDue(at: number): void
	mailDue(at: number): void
	noticesDue(): void
	remindersDue(): void
	fanOutsDue(): void
	digestsDue(): void
	mailingsDue(): void
	statisticsDue(): void
	/** Reports trash jobs in progress, such as those of a dead node. A node learns of its own jobs immediately. */
	trashDue(): void
	importsDue(): void
	/** Receives the time of the next scheduled publish, unpublish or module release. */
	scheduleDue(at: number): void
	/** Reports pending search indexing. */
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
 * Polls for all due work in one round trip. Only a fallback: work of this process and calls of other nodes arrive
 * immediately.
 * @param self the entry of this node, renewed by each poll; undefined if no other node shares the database.
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
		// A local file needs no transaction: nothing else competes for it.
		const answers = self ? (await write({ due: statements, signs })).due : await Promise.all(statements)
		if (now >= noticesAt) noticesAt = now + NOTICES_MS
		if (now >= remindersAt) remindersAt = now + REMINDERS_MS
		for (const [index, [, take]] of queries.entries()) take((answers[index] as Record<string, unknown>[])[0])
	}
}
