import { and, desc, eq, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { certificates } from '#db/schema/attendance.ts'
import { users } from '#db/schema/users.ts'
import { write } from '#db/write.ts'
import { admissionsOf } from '#src/features/cle/server/admissions.ts'
import { voidStatement } from '#src/features/cle/server/award.ts'
import type { SignedInUser } from '#src/lib/api/auth-state.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { clubDay } from '#src/lib/dates/club-day.ts'
import { type AuditAction, recordAudit } from '#src/platform/audit.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { openCursor, page } from '#src/platform/endpoint/paging.ts'
import * as contracts from '../../admin-contract.ts'
import { actions } from '../audit-actions.ts'
import {
	certificatesStatement,
	certificateView,
	findCertificate,
	readCertificate,
	type StoredCertificate,
} from '../certificates/certificates.ts'
import { insertCertificate } from '../certificates/issue.ts'
import { lastNameOf, newNumber, recordJson } from '../certificates/record.ts'
import { textHash } from '../evidence/chain.ts'

const viewOf = (stored: StoredCertificate): contracts.IssuedCertificate => ({
	...certificateView(stored),
	name: stored.record.attorney.name,
	issuedAt: stored.row.issuedAt.toISOString(),
})

/** Selects a page of certificates, newest first. The query plan is tested. */
export const issuedStatement = (where: SQL | undefined, limit: number) =>
	certificatesStatement(where).orderBy(desc(certificates.issuedAt), desc(certificates.number)).limit(limit)

export const listIssuedCertificates: Service<typeof contracts.listIssuedCertificates> = async ({ query }, context) => {
	const after = openCursor(query.cursor, 'number', 'id')
	const filter = query.activity === undefined ? undefined : eq(certificates.activityId, query.activity)
	const isAfter =
		after &&
		or(
			lt(certificates.issuedAt, new Date(after[0])),
			and(eq(certificates.issuedAt, new Date(after[0])), lt(certificates.number, after[1])),
		)
	const [rows, total] = await Promise.all([
		issuedStatement(and(filter, isAfter), query.limit + 1),
		db().$count(certificates, filter),
	])
	const shown = page(context, contracts.listIssuedCertificates, { query }, rows, {
		total,
		cursorOf: ({ row }) => [row.issuedAt.getTime(), row.number],
	})
	return shown
		.map(readCertificate)
		.filter((one) => one !== undefined)
		.map(viewOf)
}

/** Reads a certificate that can be revoked. @throws {ApiError} */
async function findValid(number: string): Promise<StoredCertificate> {
	const { errors } = contracts.revokeCertificate
	const found = await findCertificate(eq(certificates.number, number))
	if (!found) throw httpError(errors.unknown)
	if (found.row.revokedAt !== null) throw httpError(errors.revoked)
	return found
}

const isValid = (number: string) => and(eq(certificates.number, number), isNull(certificates.revokedAt))

const validExists = (number: string) => sql`exists (select 1 from ${certificates} where ${isValid(number)})`

/** Returns the statement that records an admin's action on a certificate. @param replacement details of the new one. */
function record(
	action: AuditAction,
	actor: SignedInUser,
	{ row, record, reason, replacement }: StoredCertificate & { reason: string; replacement?: object },
) {
	const subject = { type: 'user', id: row.userId, name: record.attorney.name }
	const detail = { certificate: row.number, activity: record.activity.title, reason, ...replacement }
	return recordAudit({ actor, action, subject, detail }, validExists(row.number))
}

/** Reads an attendance's certificate numbers in a jurisdiction. The credit has the number of the first certificate. */
const certificateNumbers = async ({ attendanceId, jurisdiction }: StoredCertificate['row']): Promise<string[]> =>
	(
		await db()
			.select({ number: certificates.number })
			.from(certificates)
			.where(and(eq(certificates.attendanceId, attendanceId), eq(certificates.jurisdiction, jurisdiction)))
	).map(({ number }) => number)

export const revokeCertificate: Service<typeof contracts.revokeCertificate> = async ({ params, body }, { user }) => {
	const found = await findValid(params.number)
	const { row } = found
	const { reason } = body
	const revokedAt = new Date()
	const numbers = await certificateNumbers(row)
	const { change } = await write({
		audit: record(actions['certificate.revoked'], user, { ...found, reason }),
		credits: numbers.map((number) => voidStatement(number, reason, validExists(row.number))),
		change: db().update(certificates).set({ revokedAt, reason }).where(isValid(row.number)),
	})
	if (change.rowsAffected === 0) throw httpError(contracts.revokeCertificate.errors.revoked)
	return viewOf({ ...found, row: { ...row, revokedAt, reason } })
}

/** Reissues a certificate with the current name and bar number. Everything else stays as it was frozen. */
export const reissueCertificate: Service<typeof contracts.reissueCertificate> = async ({ params, body }, { user }) => {
	const { errors } = contracts.reissueCertificate
	const found = await findValid(params.number)
	const { row } = found
	const [[account], admissions] = await Promise.all([
		db().select({ name: users.name }).from(users).where(eq(users.id, row.userId)),
		admissionsOf(row.userId),
	])
	if (!account) throw httpError(errors.gone)
	const { name } = account
	const now = Date.now()
	const barNumber = admissions.find(({ jurisdiction }) => jurisdiction === row.jurisdiction)?.barNumber || null
	const replacement = {
		...found.record,
		number: newNumber(),
		attorney: { name, lastName: lastNameOf(name), barNumber: barNumber ?? found.record.attorney.barNumber },
		...{ issuedAt: now, issuedOn: clubDay(now), note: body.reason },
	}
	const json = recordJson(replacement)
	const isReplaced = sql`exists (select 1 from ${certificates}
		where number = ${row.number} and replaced_by_number = ${replacement.number})`
	const { change } = await write({
		audit: record(actions['certificate.reissued'], user, {
			...{ ...found, reason: body.reason },
			// `cle:verify` compares the hash, since no evidence names a certificate that was issued later.
			replacement: { again: replacement.number, sha256: textHash(json) },
		}),
		change: db()
			.update(certificates)
			.set({ revokedAt: new Date(now), reason: body.reason, replacedBy: replacement.number })
			.where(isValid(row.number)),
		insert: insertCertificate({ record: replacement, json }, row, isReplaced),
	})
	const stored =
		change.rowsAffected > 0 ? await findCertificate(eq(certificates.number, replacement.number)) : undefined
	if (!stored) throw httpError(errors.revoked)
	return viewOf(stored)
}
