import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { and, asc, count, eq, gt, inArray, isNull, max, not, or, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { database, db } from '#db/client.ts'
import { isUnavailable } from '#db/errors.ts'
import { hasRow } from '#db/rows.ts'
import { memberImportRows, memberImports } from '#db/schema/members.ts'
import { users } from '#db/schema/users.ts'
import { write } from '#db/write.ts'
import type { InvitationTexts } from '#src/features/auth/invitation-contract.ts'
import { createAccountUnlessTaken } from '#src/features/auth/server/accounts.ts'
import { readInvitationTexts } from '#src/features/auth/server/invitation.ts'
import { sendInvitation } from '#src/features/auth/server/links.ts'
import { UNKNOWN_PASSWORD_HASH } from '#src/features/auth/server/passwords/passwords.ts'
import { beginListed } from '#src/features/dues/server/listed-members.ts'
import { job } from '#src/platform/jobs/job.ts'
import { CLOCKS_MS, releaseLease, takeLease } from '#src/platform/jobs/lease.ts'
import { log } from '#src/platform/log.ts'
import { MAILS_PER_MINUTE } from '../import-contract.ts'
import { mailIdOf, withdrawInvitations } from './import-mails.ts'

type Import = typeof memberImports.$inferSelect
type Row = typeof memberImportRows.$inferSelect

/** Returns the statements that enroll an invited person in a list's courses, on the condition `when`. */
export type EnrollStatements = (courses: string, userId: string, when: SQL) => BatchItem<'sqlite'>[]

interface InviteContext {
	words: InvitationTexts
	enroll: EnrollStatements
}

const READ_BATCH_SIZE = 50
/**
 * Number of rows processed concurrently on a database server, where each row takes two round trips. With a file, rows
 * are processed one by one.
 */
const CONCURRENCY = 8
/** Pause between two invitation emails, in milliseconds. */
export const MAIL_INTERVAL_MS = 60_000 / MAILS_PER_MINUTE
/** Lease in milliseconds: how long other nodes wait after a crash. */
const LEASE_MS = 60_000

/**
 * Returns the statement that stops the lists of an admin about to lose the role: no more invitations may be sent in
 * their name. Put it before the role change in the same `write`, and call `wake('imports')` afterward.
 */
export const stopListsOf = (userId: string, when: SQL) =>
	db()
		.update(memberImports)
		.set({ state: 'running', finishedAt: null, cancelledAt: new Date() })
		.where(
			and(
				...[eq(memberImports.createdBy, userId), isNull(memberImports.cancelledAt), when],
				or(
					eq(memberImports.state, 'running'),
					and(eq(memberImports.state, 'done'), gt(memberImports.mailsUntil, new Date())),
				),
			),
		)

const dueImport = () =>
	db().select().from(memberImports).where(eq(memberImports.state, 'running')).orderBy(asc(memberImports.id)).limit(1)

const isWaitingRow = ({ importId, line }: Pick<Row, 'importId' | 'line'>): SQL | undefined =>
	and(eq(memberImportRows.importId, importId), eq(memberImportRows.line, line), eq(memberImportRows.state, 'waiting'))

const isInProgress = (id: string) =>
	hasRow(
		memberImports,
		and(eq(memberImports.id, id), eq(memberImports.state, 'running'), isNull(memberImports.cancelledAt)),
	)

/**
 * Invites one person. Account, link, email and the row's state are one transaction, so a crash leaves all or nothing.
 * If the address is taken, the person already has an account and gets no email.
 * @param mailAt earliest time for the email, in milliseconds.
 */
async function inviteRow(list: Import, row: Row, mailAt: number, { words, enroll }: InviteContext): Promise<void> {
	const { createdByName: by } = list
	const { name, email, phoneNumber, firmName, practiceAreas, yearsOfExperience, joinedAt, labels, plan } = row
	const account = {
		...{ name, email, passwordHash: UNKNOWN_PASSWORD_HASH, role: 'user' as const, status: 'inactive' as const },
		invited: { by, at: new Date() },
		application: { phoneNumber, firmName, practiceAreas, yearsOfExperience },
		listed: { joinedAt, labels, plan },
	}
	const stillRunning = isInProgress(row.importId)
	await createAccountUnlessTaken(account, ({ id }) => {
		const wasCreated = hasRow(users, eq(users.id, id))
		const mailId = mailIdOf(row.importId, row.line, id)
		return [
			// A concurrent cancellation leaves no account behind.
			db()
				.delete(users)
				.where(and(eq(users.id, id), not(stillRunning))),
			...sendInvitation({ id, name, email }, { by, words, when: wasCreated, notBefore: mailAt, mailId }),
			...enroll(list.courses, id, wasCreated),
			...beginListed(id, row, wasCreated),
			db()
				.update(memberImports)
				.set({ mailsUntil: sql`max(${memberImports.mailsUntil}, ${mailAt})` })
				.where(and(eq(memberImports.id, row.importId), wasCreated)),
			db()
				.update(memberImportRows)
				.set({
					state: sql`case when ${wasCreated} then 'invited' else 'member' end`,
					userId: sql`case when ${wasCreated} then ${id} end`,
				})
				.where(and(isWaitingRow(row), stillRunning)),
		]
	})
}

/** Invites one person. An unexpected failure is recorded and does not block the others. */
async function inviteOrRecordFault(list: Import, row: Row, mailAt: number, context: InviteContext): Promise<void> {
	try {
		await inviteRow(list, row, mailAt, context)
	} catch (error) {
		if (isUnavailable(error)) throw error
		log.error({ importId: list.id, line: row.line, err: error }, 'import row could not be invited')
		await write(
			db().update(memberImportRows).set({ state: 'faulty', fault: 'could not be added' }).where(isWaitingRow(row)),
		)
	}
}

/**
 * Returns when to send the next email: after the scheduled emails of all lists. Ignores a `mailsUntil` that is too late
 * for the number of unsent emails: the clock must have been set back since then.
 */
export async function nextMailAt(): Promise<number> {
	const now = Date.now()
	const unsent = db()
		.select({ id: memberImports.id })
		.from(memberImports)
		.where(gt(memberImports.mailsUntil, new Date(now)))
	const invited = db()
		.select({ mails: count() })
		.from(memberImportRows)
		.where(and(inArray(memberImportRows.importId, unsent), eq(memberImportRows.state, 'invited')))
	const [last] = await db()
		.select({ at: max(memberImports.mailsUntil) })
		.from(memberImports)
		.where(sql`${memberImports.mailsUntil} <= ${now + CLOCKS_MS} + (${invited}) * ${MAIL_INTERVAL_MS}`)
	return Math.max(now, (last?.at?.getTime() ?? 0) + MAIL_INTERVAL_MS)
}

/** Selects the next rows; none if the list was canceled. */
const waitingRows = (importId: string) =>
	db()
		.select()
		.from(memberImportRows)
		.where(and(eq(memberImportRows.importId, importId), eq(memberImportRows.state, 'waiting'), isInProgress(importId)))
		.orderBy(asc(memberImportRows.line))
		.limit(READ_BATCH_SIZE)

/**
 * Invites people until all rows are processed, the list is canceled, or the signal aborts.
 * @returns whether it is done.
 */
async function inviteAll(
	list: Import,
	holdsLease: () => Promise<boolean>,
	signal: AbortSignal,
	enroll: EnrollStatements,
): Promise<boolean> {
	const concurrency = database().file === undefined ? CONCURRENCY : 1
	let mailAt = await nextMailAt()
	const context = { words: await readInvitationTexts(), enroll }
	for (;;) {
		if (!(await holdsLease())) return false
		const rows = await waitingRows(list.id)
		if (rows.length === 0) return true
		for (let at = 0; at < rows.length; at += concurrency) {
			if (signal.aborted) return false
			const batch = rows.slice(at, at + concurrency)
			await Promise.all(
				batch.map((row, index) => inviteOrRecordFault(list, row, mailAt + index * MAIL_INTERVAL_MS, context)),
			)
			mailAt += batch.length * MAIL_INTERVAL_MS
			// The driver never yields, so requests run only during explicit pauses.
			await setImmediate()
		}
	}
}

/** Processes a list: invites people, or withdraws invitations after a cancellation. @returns whether it is done. */
async function runImport(
	list: Import,
	holdsLease: () => Promise<boolean>,
	signal: AbortSignal,
	enroll: EnrollStatements,
): Promise<boolean> {
	const isDone = list.cancelledAt
		? await withdrawInvitations(list.id, async () => !signal.aborted && (await holdsLease()))
		: await inviteAll(list, holdsLease, signal, enroll)
	if (!isDone) return false
	await write(
		db()
			.update(memberImports)
			.set({ state: 'done', finishedAt: new Date() })
			.where(
				and(
					...[eq(memberImports.id, list.id), eq(memberImports.state, 'running')],
					// The next run handles a last-moment cancellation.
					list.cancelledAt ? undefined : isNull(memberImports.cancelledAt),
				),
			),
	)
	return true
}

/**
 * Processes all started lists, one after the other. Only one of several nodes does this, to limit the email rate. After
 * a crash, another node continues at the first unprocessed row.
 * @returns the number of finished lists.
 */
export async function runImports(signal: AbortSignal, enroll: EnrollStatements = () => []): Promise<number> {
	const holder = randomUUID()
	const isSingleNode = database().file !== undefined
	const holdsLease = async () => isSingleNode || takeLease('member-imports', holder, LEASE_MS)
	let finished = 0
	try {
		while (!signal.aborted) {
			const [list] = await dueImport()
			if (!list || !(await runImport(list, holdsLease, signal, enroll))) break
			finished++
		}
	} finally {
		if (!isSingleNode) await releaseLease('member-imports', holder)
	}
	return finished
}

export const importsJob = (enroll: EnrollStatements) =>
	job({ name: 'imports', due: dueImport, every: 15_000, run: (signal) => runImports(signal, enroll) })
