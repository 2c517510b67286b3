import { max } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { db, write } from '#db/client.ts'
import { publishEvents } from '#db/schema/operations.ts'
import { dueReminder } from '#src/features/coaching/server/reminders.ts'
import { dueSchedule, NEVER } from '#src/features/courses/server/schedule.ts'
import { dueMove } from '#src/features/deletions/server/moves.ts'
import { dueFigures } from '#src/features/figures/server/count.ts'
import { dueMailing, MAILING_KIND } from '#src/features/mailings/server/rounds.ts'
import { dueDigest } from '#src/features/notifications/server/digests.ts'
import { dueRound } from '#src/features/notifications/server/tell.ts'
import { dueNotice } from '#src/features/questions/server/notices.ts'
import { dueSearch } from '#src/features/search/server/index-job.ts'
import { dueImport } from '#src/features/users/server/import-job.ts'
import { hasFeature } from '#src/lib/features.ts'
import { MAIL_KIND, mailWaits } from '#src/platform/mail/mail.ts'
import { nextDue } from '#src/platform/outbox.ts'
import { heartbeat, type Peer } from './nodes/registry.ts'

/** How often others may have something to be told, and sessions to be reminded of and digests to be due, in milliseconds. */
const NOTICES_MS = 15_000
const REMINDERS_MS = 60_000

/** What a look tells others of. */
export interface LookListeners {
	/** The last position of the publish queue. */
	published(seq: number): void
	/** When the next work of the outbox, and the next mail, is due: an instant in milliseconds. */
	outboxDue(at: number): void
	mailDue(at: number): void
	noticesDue(): void
	remindersDue(): void
	roundsDue(): void
	digestsDue(): void
	mailingsDue(): void
	figuresDue(): void
	/** Something is being deleted or brought back in slices: what a node left that died. Its own it hears of at once. */
	movesDue(): void
	importsDue(): void
	/** When the next course is to be published or taken back, or a module to be opened. */
	scheduleDue(at: number): void
	/** Something is to be indexed for the search. */
	searchDue(): void
}

type Question = readonly [statement: BatchItem<'sqlite'>, take: (row: Record<string, unknown> | undefined) => void]

const ifThere = (tell: () => void) => (row: object | undefined) => {
	if (row) tell()
}
const ifDue = (tell: (at: number) => void) => (row: Record<string, unknown> | undefined) => {
	if (row?.at instanceof Date) tell(row.at.getTime())
}

/**
 * Makes the one look of an idle node: whatever it may have to do that nobody told it of, in one round trip to the
 * database server. What this process writes itself, and what other nodes tell it, it hears of at once.
 * @param self the entry of this node, renewed by each look; undefined where nobody shares the database.
 */
export function lookFor(listeners: LookListeners, self: Peer | undefined): () => Promise<void> {
	let noticesAt = 0
	let remindersAt = 0

	function questions(now: number): Question[] {
		const asked: Question[] = [
			[
				db()
					.select({ seq: max(publishEvents.seq) })
					.from(publishEvents),
				(row) => listeners.published(Number(row?.seq ?? 0)),
			],
			[nextDue({ except: [MAIL_KIND, MAILING_KIND] }), ifDue(listeners.outboxDue)],
		]
		if (!mailWaits()) asked.push([nextDue({ only: [MAIL_KIND] }), ifDue(listeners.mailDue)])
		if (now >= noticesAt)
			asked.push(
				[dueNotice(now), ifThere(listeners.noticesDue)],
				[dueRound(), ifThere(listeners.roundsDue)],
				[dueSchedule(now), (row) => Number(row?.at) < NEVER && listeners.scheduleDue(Number(row?.at))],
			)
		if (now >= noticesAt && hasFeature('newsletter')) asked.push([dueMailing(now), ifThere(listeners.mailingsDue)])
		if (now >= remindersAt)
			asked.push(
				[dueReminder(now), ifThere(listeners.remindersDue)],
				[dueDigest(now), ifThere(listeners.digestsDue)],
				[dueFigures(now), ifThere(listeners.figuresDue)],
				[dueMove(), ifThere(listeners.movesDue)],
			)
		if (hasFeature('search')) asked.push([dueSearch(now), ifThere(listeners.searchDue)])
		if (now >= noticesAt) asked.push([dueImport(), ifThere(listeners.importsDue)])
		return asked
	}

	return async () => {
		const now = Date.now()
		const asked = questions(now)
		const statements = asked.map(([statement]) => statement)
		const signs = self ? heartbeat(self) : []
		// A file is asked without a transaction: nobody else is in its way.
		const answers = self ? await write(...statements, ...signs) : await Promise.all(statements)
		if (now >= noticesAt) noticesAt = now + NOTICES_MS
		if (now >= remindersAt) remindersAt = now + REMINDERS_MS
		for (const [index, [, take]] of asked.entries()) take((answers[index] as Record<string, unknown>[])[0])
	}
}
