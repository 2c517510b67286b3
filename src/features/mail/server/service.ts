import { and, asc, count, eq, inArray, ne, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { hasRow } from '#db/rows.ts'
import { outbox } from '#db/schema/platform/operations.ts'
import { write } from '#db/write.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { recordAudit } from '#src/platform/audit.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { openCursor, page } from '#src/platform/endpoint/paging.ts'
import { wake } from '#src/platform/jobs/wake.ts'
import { MAIL_KIND, type MailPayload, mailWaits, type WrittenMail } from '#src/platform/mail/mail.ts'
import * as contracts from '../contract.ts'
import { actions } from './audit-actions.ts'

const isMail = eq(outbox.kind, MAIL_KIND)

export async function countUnsentMail(): Promise<{ waiting: number; failing: number; dead: number }> {
	const rows = await db()
		.select({
			state: outbox.state,
			tried: sql<number>`${outbox.attempts} > 0 and ${outbox.lastError} is not null`,
			count: count(),
		})
		.from(outbox)
		.where(and(inArray(outbox.state, ['waiting', 'dead']), isMail))
		.groupBy(outbox.state, sql`2`)
	const countOf = (state: string, onlyTried = false) =>
		rows.filter((row) => row.state === state && (!onlyTried || row.tried)).reduce((sum, row) => sum + row.count, 0)
	return { waiting: countOf('waiting'), failing: countOf('waiting', true), dead: countOf('dead') }
}

/** Selects emails in one state by due time, after the given position. */
export const unsentStatement = (
	state: 'waiting' | 'dead',
	after: readonly [number, string] | undefined,
	limit: number,
) =>
	db()
		.select()
		.from(outbox)
		.where(
			and(
				eq(outbox.state, state),
				isMail,
				after && sql`(${outbox.availableAt}, ${outbox.id}) > (${after[0]}, ${after[1]})`,
			),
		)
		.orderBy(asc(outbox.availableAt), asc(outbox.id))
		.limit(limit)

type Row = Awaited<ReturnType<typeof unsentStatement>>[number]

/** Parses the payload. An email written by a feature has a subject instead of a kind and a title. */
const payloadOf = (row: Row) => JSON.parse(row.payload) as Partial<MailPayload & WrittenMail>

function toUnsent(row: Row) {
	const { to, title, template, subject } = payloadOf(row)
	const { id, attempts, lastError, createdAt, availableAt } = row
	const state = row.state === 'dead' ? ('dead' as const) : ('waiting' as const)
	return {
		id,
		to: to ?? '',
		title: title ?? template ?? subject ?? '',
		state,
		attempts,
		lastError,
		createdAt,
		nextTryAt: availableAt,
	}
}

export const listUnsentMail: Service<typeof contracts.listUnsentMail> = async ({ query }, context) => {
	const { state, limit, cursor } = query
	const [rows, total] = await Promise.all([
		unsentStatement(state, openCursor(cursor, 'number', 'id'), limit + 1),
		db().$count(outbox, and(eq(outbox.state, state), isMail)),
	])
	const shown = page(context, contracts.listUnsentMail, { query }, rows, {
		total,
		cursorOf: (row) => [row.availableAt.getTime(), row.id],
	})
	return shown.map(toUnsent)
}

/**
 * Moves an email to the head of the queue. A dead one starts over with zero attempts. A waiting one keeps its count: it
 * may be in transmission right now, and is marked as sent only if its count matches, so it is not sent twice.
 */
export const resendMail: Service<typeof contracts.resendMail> = async ({ params }, context) => {
	const isUnsent = and(eq(outbox.id, params.id), isMail, ne(outbox.state, 'done'))
	const [row] = await db().select().from(outbox).where(isUnsent)
	if (!row) throw httpError(contracts.resendMail.errors.unknown)
	if (mailWaits()) throw httpError(contracts.resendMail.errors.noMail)
	const { to, title } = payloadOf(row)
	await write(
		recordAudit(
			{
				actor: context.user,
				action: actions['mail.resent'],
				subject: { type: 'mail', id: row.id, name: to ?? '' },
				// A subject may quote a member's question, and the audit log stores no text by members (docs/decisions/018).
				detail: { mail: title ?? 'About a question or coaching session' },
			},
			// The email may have been sent in the meantime.
			hasRow(outbox, isUnsent),
		),
		db()
			.update(outbox)
			.set({
				state: 'waiting',
				attempts: sql`case ${outbox.state} when 'dead' then 0 else ${outbox.attempts} end`,
				availableAt: new Date(),
			})
			.where(isUnsent),
	)
	wake('mail')
}
