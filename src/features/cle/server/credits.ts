import { and, eq, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { cleCredits } from '#db/schema/cle.ts'
import { media } from '#db/schema/media.ts'
import { write } from '#db/write.ts'
import { isOwnFile } from '#src/features/media/server/own-files.ts'
import type { BodyOf } from '#src/lib/api/contract.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { dayInZone } from '#src/lib/dates/calendar-day.ts'
import { clubDay } from '#src/lib/dates/club-day.ts'
import { newId } from '#src/lib/ids.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { periodText } from '../cle-text.ts'
import type { Credit } from '../contract.ts'
import * as contracts from '../contract.ts'
import { cycleOfDay } from '../engine/cycles.ts'
import type { Cycle } from '../engine/types.ts'
import { type AdmissionRow, admissionsOf, findAdmission } from './admissions.ts'
import { amountsOf, minutesOf } from './amounts.ts'
import { carryLimit } from './carry.ts'
import {
	type CreditRow,
	counts,
	cycleOf,
	filesOf,
	insertWhen,
	rowsOf,
	splitVoids,
	toCredit,
	totalOf,
	voidOf,
} from './credit-rows.ts'
import { memberZone } from './member-zone.ts'
import { inForceOn, readRules, type StoredRules } from './rules.ts'
import { type CycleSet, cyclesFor } from './standing.ts'

/** Returns whether a day is still in the future in both the member's and the club's time zone. */
const isFuture = async (day: string, userId: string) =>
	day > clubDay() && day > dayInZone(Date.now(), await memberZone(userId))

/** Returns a 400 error that names the days of the cycle. */
const outsideError = ({ from, lastDay }: Cycle) =>
	httpError([
		contracts.createCredit.errors.outside[0],
		`This date lies outside the cycle (${periodText(from, lastDay)})`,
	])

/** Lists a member's credits. An empty admission or cycle means all. */
export async function listCreditsFor(
	userId: string,
	query: { admission?: string | undefined; cycle?: string | undefined },
): Promise<Credit[]> {
	const [rules, all] = await Promise.all([readRules(), admissionsOf(userId)])
	const admissions = all.filter(({ id }) => !query.admission || id === query.admission)
	if (query.admission && admissions.length === 0) throw httpError(contracts.listCredits.errors.notFound)
	const rows = await rowsOf(admissions.map(({ id }) => id))
	const { credits, voids } = splitVoids(rows)
	const files = await filesOf(credits, userId)
	const cycles = new Map(admissions.map((admission) => [admission.id, cyclesFor(admission, rules)?.cycles ?? []]))
	return credits
		.map((row) => toCredit(row, cycles.get(row.admissionId) ?? [], files, voids.get(row.id)))
		.filter(({ cycleFrom }) => !query.cycle || cycleFrom === query.cycle)
}

export const listCredits: Service<typeof contracts.listCredits> = ({ query }, { user }) =>
	listCreditsFor(user.id, query)

async function readCredit(row: CreditRow, { cycles }: CycleSet): Promise<Credit> {
	const [voidRow] = await db().select().from(cleCredits).where(eq(cleCredits.voidsId, row.id))
	return toCredit(row, cycles, await filesOf([row], row.userId), voidRow)
}

/** SQL condition: the credit was not voided. */
const isCounting = (id: string) =>
	sql`exists (select 1 from ${cleCredits} where ${cleCredits.id} = ${id} and ${counts})`

type Body = BodyOf<typeof contracts.createCredit>

/** Returns the cycle of a new credit: the open cycle of its date, or the current cycle. @throws {ApiError} 400 */
function cycleForNew({ date, source }: Body, { cycles, current }: CycleSet): Cycle {
	const today = clubDay()
	const ofDay = cycleOfDay(cycles, date)
	const cycle = source !== 'carry' && ofDay && ofDay.lastDay >= today ? ofDay : current
	if (!cycle) throw httpError(contracts.createCredit.errors.outside)
	if (source === 'carry' ? date >= cycle.from : date < cycle.from || date > cycle.lastDay) throw outsideError(cycle)
	return cycle
}

async function assertFile(id: string | null, userId: string): Promise<void> {
	if (id === null) return
	const [found] = await db()
		.select({ id: media.id })
		.from(media)
		.where(and(eq(media.id, id), isOwnFile(userId)))
	if (!found) throw httpError(contracts.createCredit.errors.file)
}

/** SQL condition: the admission has no credit, except voided ones, with this title, date and provider. */
const isNew = ({ admissionId, title, provider, date }: Body) => sql`not exists (select 1 from ${cleCredits}
	where ${cleCredits.admissionId} = ${admissionId} and ${cleCredits.date} = ${date}
		and lower(${cleCredits.title}) = lower(${title}) and lower(${cleCredits.provider}) = lower(${provider}) and ${counts})`

interface CreditTarget {
	admission: AdmissionRow
	cycleSet: CycleSet
	rules: StoredRules
}

async function findTarget(admissionId: string, userId: string, date: string): Promise<CreditTarget> {
	const [admission, all] = await Promise.all([findAdmission(admissionId, userId), readRules()])
	const cycleSet = admission && cyclesFor(admission, all)
	const rules = cycleSet && inForceOn(cycleSet.versions, date)
	if (!admission || !cycleSet || !rules) throw httpError(contracts.createCredit.errors.notFound)
	return { admission, cycleSet, rules }
}

export const createCredit: Service<typeof contracts.createCredit> = async ({ body }, { user }) => {
	const { errors } = contracts.createCredit
	const { cycleSet, rules } = await findTarget(body.admissionId, user.id, body.date)
	if (await isFuture(body.date, user.id)) throw httpError(errors.future)
	const cycle = cycleForNew(body, cycleSet)
	if (body.approval === 'other' && rules.rules.outside.mustBeAway && !body.wasAway) {
		const { name } = rules.rules
		throw httpError([errors.away[0], `${name} accepts a course from another state only if you were outside ${name}`])
	}
	const credits = amountsOf(body, rules.rules)
	await assertFile(body.mediaId, user.id)
	const carry = body.source === 'carry' ? carryLimit(cycleSet, cycle, Object.keys(credits)) : undefined
	const row = {
		...{ id: newId(), admissionId: body.admissionId, userId: user.id, source: body.source, activityId: null },
		...{ title: body.title, provider: body.provider, date: body.date, minutes: minutesOf(body), format: body.format },
		...{ credits, approval: body.approval, accreditation: null, certificateNumber: null, mediaId: body.mediaId },
		...{ cycleFrom: carry ? cycle.cycleFrom : null, voidsId: null, reason: '' },
	}
	const fits = carry ? carry.fits(body.admissionId, totalOf(credits)) : sql`1`
	const mayLog = body.force ? sql`1` : isNew(body)
	const { inserted, room } = await write({
		room: db().all<{ free: number; fits: number }>(sql`select ${mayLog} as free, ${fits} as fits`),
		inserted: insertWhen(row, sql`${mayLog} and ${fits}`),
	})
	if (inserted.rowsAffected === 0) {
		if (room[0]?.free === 0) throw httpError(errors.logged)
		throw carry ? carry.limitError() : httpError(errors.notFound)
	}
	return readCredit({ ...row, createdAt: new Date() }, cycleSet)
}

async function ownCredit(id: string, userId: string) {
	const [row] = await db()
		.select()
		.from(cleCredits)
		.where(and(eq(cleCredits.id, id), eq(cleCredits.userId, userId), sql`${cleCredits.voidsId} is null`))
	if (!row) throw httpError(contracts.voidCredit.errors.notFound)
	return row
}

export const voidCredit: Service<typeof contracts.voidCredit> = async ({ params, body }, { user }) => {
	const { errors } = contracts.voidCredit
	const row = await ownCredit(params.id, user.id)
	if (row.source === 'ours') throw httpError(errors.ours)
	const { cycleSet } = await findTarget(row.admissionId, user.id, row.date)
	const { voided } = await write({ voided: insertWhen(voidOf(row, body.reason), isCounting(row.id)) })
	if (voided.rowsAffected === 0) throw httpError(errors.voided)
	return readCredit(row, cycleSet)
}

export const moveCredit: Service<typeof contracts.moveCredit> = async ({ params, body }, { user }) => {
	const { errors } = contracts.moveCredit
	const row = await ownCredit(params.id, user.id)
	const { cycleSet } = await findTarget(row.admissionId, user.id, row.date)
	const target = cycleSet.cycles.find(({ cycleFrom }) => cycleFrom === body.cycleFrom)
	if (!target) throw httpError(errors.cycle)
	if (row.date > target.lastDay) throw outsideError(target)
	const isForward = row.date < target.from
	const carry = isForward ? carryLimit(cycleSet, target, Object.keys(row.credits), row.date) : undefined
	// In the cycle of its date, a credit needs no explicit cycle.
	const cycleFrom = cycleOf({ cycleFrom: null, date: row.date }, cycleSet.cycles) === target ? null : target.cycleFrom
	const moved = { ...row, id: newId(), cycleFrom, reason: '' }
	const fits = carry ? carry.fits(row.admissionId, totalOf(row.credits), row.id) : sql`1`
	const when = sql`${isCounting(row.id)} and ${fits}`
	const reason = `Moved to the cycle ${periodText(target.from, target.lastDay)}`
	const { inserted, state } = await write({
		state: db().all<{ counting: number }>(sql`select ${isCounting(row.id)} as counting`),
		inserted: insertWhen(moved, when),
		voided: insertWhen(
			voidOf(row, reason),
			sql`${isCounting(row.id)} and exists (select 1 from ${cleCredits} where ${cleCredits.id} = ${moved.id})`,
		),
	})
	if (inserted.rowsAffected > 0) return readCredit({ ...moved, createdAt: new Date() }, cycleSet)
	if (state[0]?.counting === 0) throw httpError(errors.voided)
	throw carry ? carry.limitError() : httpError(errors.notFound)
}
