import { and, eq, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { isUniqueViolation } from '#db/errors.ts'
import { cleAdmissions, cleCredits } from '#db/schema/cle.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { addDays, isDay } from '#src/lib/dates/calendar-day.ts'
import { clubDay } from '#src/lib/dates/club-day.ts'
import { newId } from '#src/lib/ids.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { changedSince, isVersion, nextVersion } from '#src/platform/endpoint/version.ts'
import type { Admission, AdmissionBody } from '../contract.ts'
import * as contracts from '../contract.ts'
import type { RuleSet } from '../rules-schema.ts'
import { counts } from './credit-rows.ts'
import { rulesOn } from './rules.ts'

export type AdmissionRow = typeof cleAdmissions.$inferSelect

const toAdmission = ({ userId: _user, createdAt: _at, ...row }: AdmissionRow): Admission => row

const isOwn = (id: string, userId: string) => and(eq(cleAdmissions.id, id), eq(cleAdmissions.userId, userId))

/** Returns a member's admissions, oldest first. */
export async function admissionsOf(userId: string): Promise<AdmissionRow[]> {
	const rows = await db().select().from(cleAdmissions).where(eq(cleAdmissions.userId, userId))
	return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

/** Returns an admission; undefined if it is not the member's. */
export async function findAdmission(id: string, userId: string): Promise<AdmissionRow | undefined> {
	const [row] = await db().select().from(cleAdmissions).where(isOwn(id, userId))
	return row
}

/** Returns the fields that the form of a jurisdiction needs. */
export function needsOf({ cycles, training }: RuleSet) {
	const { experienced: cycle } = cycles
	const isByMonth = cycle.kind === 'groups' && cycle.by === 'birthMonth'
	return {
		birthday: cycle.kind === 'birthday' || cycle.kind === 'birthMonth' || isByMonth,
		assignedDay: cycle.kind === 'assigned',
		newly: cycles.newly !== null || training !== null,
		groups: cycle.kind === 'groups' && cycle.by !== 'none' && !isByMonth ? cycle.groups : [],
	}
}

/** Returns the error for missing data that the last day depends on; undefined if nothing is missing. */
export function problemOf(
	{ birthday, groupNo, assignedDay }: Pick<AdmissionRow, 'birthday' | 'groupNo' | 'assignedDay'>,
	rules: RuleSet,
): readonly [number, string] | undefined {
	const { admissionErrors: errors } = contracts
	const needs = needsOf(rules)
	if (needs.birthday && birthday === null)
		return [errors.birthday[0], `Enter your birthday: ${rules.name} counts from it`] as const
	if (needs.groups.length > 0 && !needs.groups.some(({ no }) => no === groupNo)) return errors.group
	if (needs.assignedDay && assignedDay === null) return errors.assignedDay
	return undefined
}

/** Earliest day of an admission. */
const EARLIEST = '1900-01-01'

/** Checks an admission against the rules of its jurisdiction. @throws {ApiError} 400 */
async function validate(body: AdmissionBody) {
	const { admissionErrors: errors } = contracts
	const { version: _, ...values } = body as AdmissionBody & { version?: number }
	const stored = await rulesOn(values.jurisdiction)
	if (!stored) throw httpError(errors.jurisdiction)
	if (!isDay(values.admittedOn) || values.admittedOn < EARLIEST) throw httpError(errors.admittedOn)
	const today = clubDay()
	if (values.admittedOn > today) throw httpError(errors.future)
	// The member's time zone may be a day ahead of the club's.
	if (values.filings.some(({ filedOn }) => filedOn > addDays(today, 1))) throw httpError(errors.futureFiling)
	const problem = problemOf(values, stored.rules)
	if (problem) throw httpError(problem)
	const needs = needsOf(stored.rules)
	// Stores the birthday only if the last day depends on it.
	return { ...values, birthday: needs.birthday ? values.birthday : null }
}

/** Lists a member's admissions, including fields that only the member may read. */
export const listAdmissionsFor = async (userId: string): Promise<contracts.Admission[]> =>
	(await admissionsOf(userId)).map(toAdmission)

export const listAdmissions: Service<typeof contracts.listAdmissions> = (_, { user }) => listAdmissionsFor(user.id)

export const createAdmission: Service<typeof contracts.createAdmission> = async ({ body }, { user }) => {
	const values = await validate(body)
	const row = { id: newId(), userId: user.id, ...values, createdAt: new Date(), version: 1 }
	await db()
		.insert(cleAdmissions)
		.values(row)
		.catch((error: unknown) => {
			throw isUniqueViolation(error) ? httpError(contracts.createAdmission.errors.taken) : error
		})
	return toAdmission(row)
}

export const updateAdmission: Service<typeof contracts.updateAdmission> = async ({ params, body }, { user }) => {
	const { errors } = contracts.updateAdmission
	const before = await findAdmission(params.id, user.id)
	if (!before) throw httpError(errors.notFound)
	if (body.jurisdiction !== before.jurisdiction) throw httpError(errors.fixed)
	const values = await validate(body)
	const updated = await db()
		.update(cleAdmissions)
		.set({ ...values, version: nextVersion(cleAdmissions.version) })
		.where(and(isOwn(params.id, user.id), isVersion(cleAdmissions.version, body.version)))
	const after = await findAdmission(params.id, user.id)
	if (!after) throw httpError(errors.notFound)
	if (updated.rowsAffected === 0)
		throw changedSince(contracts.updateAdmission, body.version, toAdmission(after)) ?? httpError(errors.notFound)
	return toAdmission(after)
}

export const deleteAdmission: Service<typeof contracts.deleteAdmission> = async ({ params }, { user }) => {
	const { notFound, ours } = contracts.deleteAdmission.errors
	const hasOurs = sql`exists (select 1 from ${cleCredits} where ${cleCredits.admissionId} = ${params.id}
		and ${cleCredits.source} = 'ours' and ${counts})`
	const deleted = await db()
		.delete(cleAdmissions)
		.where(and(isOwn(params.id, user.id), sql`not ${hasOurs}`))
	if (deleted.rowsAffected > 0) return undefined
	throw httpError((await findAdmission(params.id, user.id)) ? ours : notFound)
}
