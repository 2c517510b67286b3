import { setImmediate } from 'node:timers/promises'
import { and, asc, count, desc, eq, gt, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { hasRow } from '#db/rows.ts'
import { memberImportRows, memberImports } from '#db/schema/members.ts'
import { memberStatus, users } from '#db/schema/users.ts'
import { write } from '#db/write.ts'
import type { CurrentUser } from '#src/features/auth/contract.ts'
import { MAX_REMINDERS } from '#src/features/auth/invitation-contract.ts'
import { isInvited, isReminderDue, REMINDER_PAUSE_MS } from '#src/features/auth/server/link-state.ts'
import { emailKey } from '#src/features/auth/server/service.ts'
import { isAdminNow, isStillAdmin } from '#src/features/auth/server/still-admin.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { newId } from '#src/lib/ids.ts'
import { recordAudit } from '#src/platform/audit.ts'
import { csvFile, csvLine } from '#src/platform/csv.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { openCursor, page } from '#src/platform/endpoint/paging.ts'
import { wake } from '#src/platform/jobs/wake.ts'
import { mailWaits } from '#src/platform/mail/mail.ts'
import * as contracts from '../import-contract.ts'
import { SHOWN_ROWS } from '../import-contract.ts'
import { memberStatusNames } from '../role-names.ts'
import { actions } from './audit-actions.ts'
import { hasUnsentMails } from './import-mails.ts'
import { type CheckedList, checkList, type Listed } from './lists/list-check.ts'

/** Rows per write, and per read for the report. */
const WRITE_BATCH_SIZE = 100
const READ_BATCH_SIZE = 500
const DAY_MS = 24 * 60 * 60_000
/** How long to keep a list with its report, and an interrupted upload. */
const RETENTION_MS = 30 * DAY_MS
const UPLOAD_TIMEOUT_MS = 60 * 60_000

const rank = { faulty: 0, new: 1, member: 2 }

export const checkImport: Service<typeof contracts.checkImport> = async ({ query, body }) => {
	const { withMarked, ...chosen } = query
	const { people, ...result } = await checkList(body.bytes, chosen, withMarked === 'true')
	const rows = people.toSorted((a, b) => rank[a.state] - rank[b.state] || a.line - b.line).slice(0, SHOWN_ROWS)
	return { ...result, rows }
}

const ROW_STATES = { new: 'waiting', member: 'member', faulty: 'faulty' } as const

async function writeRows(importId: string, people: readonly Listed[]): Promise<void> {
	for (let at = 0; at < people.length; at += WRITE_BATCH_SIZE) {
		const rows = people.slice(at, at + WRITE_BATCH_SIZE).map(({ state, ...person }) => ({
			...person,
			...{ importId, userId: null },
			state: ROW_STATES[state],
		}))
		await write(db().insert(memberImportRows).values(rows))
		await setImmediate()
	}
}

type RowState = typeof memberImportRows.$inferSelect.state

/** Counts by list how many invited people have joined, have an open invitation, or can be reminded. */
async function countOutcomes(ids: readonly string[]) {
	const { importId, userId, state } = memberImportRows
	const countIf = (is: SQL) => sql<number>`count(case when ${is} then 1 end)`
	const isOpen = isInvited() ?? sql`0`
	return db()
		.select({
			importId,
			come: countIf(eq(users.status, 'active')),
			open: countIf(isOpen),
			due: countIf(isReminderDue()),
			oldestInvitedAt: sql<
				number | null
			>`min(case when ${and(isOpen, lt(users.reminders, MAX_REMINDERS))} then ${users.invitedAt} end)`,
		})
		.from(memberImportRows)
		.innerJoin(users, eq(users.id, userId))
		.where(and(inArray(importId, [...ids]), eq(state, 'invited')))
		.groupBy(importId)
}

const NO_OUTCOMES = { come: 0, open: 0, due: 0, oldestInvitedAt: null }

async function withCounts(imports: (typeof memberImports.$inferSelect)[]) {
	const ids = imports.map(({ id }) => id)
	const { importId, state } = memberImportRows
	const rows = await db()
		.select({ importId, state, count: count() })
		.from(memberImportRows)
		.where(inArray(importId, ids))
		.groupBy(importId, state)
	const unsentImports = await db()
		.select({ id: memberImports.id })
		.from(memberImports)
		.where(or(...imports.map((list) => and(eq(memberImports.id, list.id), hasUnsentMails(list.id)))))
	const outcomes = await countOutcomes(ids)
	const unsentIds = new Set(imports.length === 0 ? [] : unsentImports.map(({ id }) => id))
	return imports.map((list) => {
		const countOf = (wanted: RowState) =>
			rows.find((row) => row.importId === list.id && row.state === wanted)?.count ?? 0
		const outcome = outcomes.find(({ importId: id }) => id === list.id) ?? NO_OUTCOMES
		const { come, open, due, oldestInvitedAt } = outcome
		return {
			...list,
			...{ come, open, due },
			dueAt: due > 0 || oldestInvitedAt === null ? null : new Date(oldestInvitedAt + REMINDER_PAUSE_MS),
			mailsWait: unsentIds.has(list.id),
			...{ invited: countOf('invited'), members: countOf('member') },
			...{ faulty: countOf('faulty'), waiting: countOf('waiting') },
		}
	})
}

/** @param coursesExist returns whether the courses given with a list exist. */
export function importServices(coursesExist: (courses: string) => Promise<boolean>) {
	/** Stores a list and wakes the job that invites new people. The job only starts after all rows are stored. */
	const createImport: Service<typeof contracts.createImport> = async ({ query, body }, { user: actor }) => {
		const { errors } = contracts.createImport
		if (mailWaits()) throw httpError(errors.noMail)
		const { withMarked, courses = '', ...chosen } = query
		if (courses !== '' && !(await coursesExist(courses))) throw httpError(errors.noCourse)
		const { people, counts } = await checkList(body.bytes, chosen, withMarked === 'true')
		if (counts.fresh === 0) throw httpError(errors.nobody)
		const now = new Date()
		const created = { createdBy: actor.id, createdByName: actor.name, createdAt: now, rowCount: people.length, courses }
		const id = newId()
		await write(
			db()
				.insert(memberImports)
				.values({ ...created, id, state: 'loading', mailsUntil: now }),
		)
		await writeRows(id, people)
		const [row] = await startImport(id, people.length, counts, actor)
		if (!row) throw httpError(errors.notAdmin)
		wake('imports')
		return row
	}
	return { createImport }
}

/** Starts a stored list, unless its creator is no longer an admin. */
async function startImport(id: string, rows: number, counts: CheckedList['counts'], actor: CurrentUser) {
	const allowed = isStillAdmin(actor)
	const { started } = await write({
		audit: recordAudit(
			{
				actor,
				action: actions['members.imported'],
				subject: { type: 'import', id, name: `${rows} rows` },
				detail: { new: counts.fresh, members: counts.members, faulty: counts.faulty },
			},
			allowed,
		),
		started: db()
			.update(memberImports)
			.set({ state: 'running' })
			.where(and(eq(memberImports.id, id), allowed))
			.returning(),
	})
	return withCounts(started)
}

export const listImports: Service<typeof contracts.listImports> = async ({ query }, context) => {
	const [before] = openCursor(query.cursor, 'id') ?? []
	const [rows, total] = await Promise.all([
		db()
			.select()
			.from(memberImports)
			.where(before === undefined ? undefined : lt(memberImports.id, before))
			.orderBy(desc(memberImports.id))
			.limit(query.limit + 1),
		db().$count(memberImports),
	])
	return withCounts(page(context, contracts.listImports, { query }, rows, { total, cursorOf: ({ id }) => [id] }))
}

export const getImport: Service<typeof contracts.getImport> = async ({ params }) => {
	const [row] = await withCounts(await db().select().from(memberImports).where(eq(memberImports.id, params.id)))
	if (!row) throw httpError(contracts.getImport.errors.unknown)
	return row
}

export const cancelImport: Service<typeof contracts.cancelImport> = async ({ params }, { user: actor }) => {
	const { errors } = contracts.cancelImport
	const [list] = await db().select().from(memberImports).where(eq(memberImports.id, params.id))
	if (!list) throw httpError(errors.unknown)
	const isOpen = and(
		...[eq(memberImports.id, list.id), isNull(memberImports.cancelledAt), isStillAdmin(actor)],
		or(eq(memberImports.state, 'running'), and(eq(memberImports.state, 'done'), hasUnsentMails(list.id))),
	)
	const subject = { type: 'import', id: list.id, name: `${list.rowCount} rows` }
	const when = hasRow(memberImports, isOpen)
	const { cancelled } = await write({
		audit: recordAudit({ actor, action: actions['members.cancelled'], subject }, when),
		cancelled: db()
			.update(memberImports)
			.set({ state: 'running', finishedAt: null, cancelledAt: new Date(), cancelledByName: actor.name })
			.where(isOpen)
			.returning(),
	})
	const [row] = await withCounts(cancelled)
	if (!row) throw httpError((await isAdminNow(actor)) ? errors.over : errors.notAdmin)
	wake('imports')
	return row
}

const resultTexts: Record<RowState, string> = {
	waiting: 'waiting',
	invited: 'invited',
	member: 'known already',
	faulty: 'faulty',
}

const resultOf = ({ cancelledAt }: typeof memberImports.$inferSelect, state: RowState) =>
	state === 'waiting' && cancelledAt ? 'not invited: cancelled' : resultTexts[state]

/** Returns the current status labels of the people with these email addresses, by `emailKey`. */
async function statusesOf(emails: readonly string[]): Promise<Map<string, string>> {
	const keys = emails.map(emailKey)
	const rows = await db().select({ key: users.emailKey, memberStatus }).from(users).where(inArray(users.emailKey, keys))
	return new Map(rows.map(({ key, memberStatus: status }) => [key, memberStatusNames[status]]))
}

export const exportImport: Service<typeof contracts.exportImport> = async ({ params }, context) => {
	const [row] = await db().select().from(memberImports).where(eq(memberImports.id, params.id))
	if (!row) throw httpError(contracts.exportImport.errors.unknown)
	const lines = [csvLine(['Row', 'Name', 'Email', 'Result', 'Why', 'Status now'])]
	for (let after = 0; ; ) {
		const rows = await db()
			.select()
			.from(memberImportRows)
			.where(and(eq(memberImportRows.importId, row.id), gt(memberImportRows.line, after)))
			.orderBy(asc(memberImportRows.line))
			.limit(READ_BATCH_SIZE)
		const statuses = await statusesOf(rows.map(({ email }) => email))
		for (const { line, name, email, state, fault } of rows) {
			const why = fault && `Row ${line}: ${fault}`
			lines.push(csvLine([String(line), name, email, resultOf(row, state), why, statuses.get(emailKey(email)) ?? '']))
		}
		const last = rows.at(-1)
		if (!last || rows.length < READ_BATCH_SIZE) break
		after = last.line
		await setImmediate()
	}
	return csvFile(context, 'invited', lines, row.createdAt)
}

/** Deletes lists older than a month and interrupted uploads. A job calls it. */
export async function deleteOldImports(now = Date.now()): Promise<void> {
	await db()
		.delete(memberImports)
		.where(
			or(
				and(lt(memberImports.createdAt, new Date(now - RETENTION_MS)), eq(memberImports.state, 'done')),
				and(lt(memberImports.createdAt, new Date(now - UPLOAD_TIMEOUT_MS)), eq(memberImports.state, 'loading')),
			),
		)
}
