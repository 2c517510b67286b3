import { afterEach, beforeEach, expect, vi } from 'vitest'
import { db } from '#db/client.ts'
import { cleAccreditations, cleActivities, cleAdmissions, cleRules } from '#db/schema/cle.ts'
import { coachingSessions } from '#db/schema/coaching.ts'
import { media } from '#db/schema/media.ts'
import {
	type Attendance,
	completeAttendance,
	enterCode,
	getAttendance,
	sendBeat,
	startAttendance,
} from '#src/features/attendance/contract.ts'
import { shippedRules } from '#src/features/cle/rules/shipped.ts'
import type { RuleSet } from '#src/features/cle/rules-schema.ts'
import { newId } from '#src/lib/ids.ts'
import { setSite } from '#src/lib/site/site.ts'
import { callApi, insertAccount, type Principal, type Reply, signedIn } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'
import { makeCourse, makeModule } from '#tests/support/courses/courses.ts'

export let database: TestDatabase
export let admin: Principal
export let member: Principal
export let other: Principal

/** A Tuesday at noon in New York. */
export const START = Date.parse('2027-03-09T17:00:00Z')
export const MINUTE = 60_000

/** Sets up a separate club with an admin and two members for each test, and stops the clock. */
export function setUpAttendance(): void {
	beforeEach(async () => {
		vi.useFakeTimers({ now: START, toFake: ['Date'] })
		database = await freshDatabase()
		setSite({ name: 'Second Chair', timeZone: 'America/New_York' })
		admin = await signedIn(await insertAccount({ role: 'admin', name: 'Ruth Adeyemi' }))
		member = await signedIn(await insertAccount({ name: 'Dana Whitfield', email: 'dana@example.com' }))
		other = await signedIn(await insertAccount({ name: 'Tomas Keller', email: 'tomas@example.com' }))
		await db().delete(cleActivities)
		for (const rules of shippedRules) await addRules(rules).onConflictDoNothing()
	})
	afterEach(async () => {
		vi.useRealTimers()
		setSite({})
		await database.discard()
	})
}

/** Moves the clock. */
export const wait = (ms: number) => vi.setSystemTime(Date.now() + ms)

export const rulesOf = (jurisdiction: string): RuleSet => {
	const match = shippedRules.find((rules) => rules.jurisdiction === jurisdiction)
	if (!match) throw new Error(`No rules of ${jurisdiction}`)
	return match
}

export const addRules = (rules: RuleSet) =>
	db()
		.insert(cleRules)
		.values({
			...{ jurisdiction: rules.jurisdiction, version: rules.version, json: JSON.stringify(rules) },
			...{ validFrom: rules.validFrom, checkedAt: rules.checkedAt, checkedBy: 'Second Chair' },
			createdAt: new Date(),
		})

type ActivityRow = typeof cleActivities.$inferSelect

/** Adds an activity for an uploaded recording that is shown in an open module. */
export async function addActivity(overrides: Partial<ActivityRow> = {}): Promise<ActivityRow> {
	const activity = await addUnpublishedActivity(overrides)
	if (activity.kind !== 'recording') return activity
	const { id } = await makeCourse(admin)
	await makeModule(admin, id, {
		type: 'video',
		additionalContent: JSON.stringify({ videoUrl: `/media/${activity.refId}/talk.mp4` }),
	})
	return activity
}

/** Adds an activity. A recording is not in a module yet. */
export async function addUnpublishedActivity(overrides: Partial<ActivityRow> = {}): Promise<ActivityRow> {
	const refId = newId()
	await db()
		.insert(media)
		.values({
			...{
				id: refId,
				name: 'talk.mp4',
				kind: 'video',
				state: 'ready',
				isPublic: false,
				size: 10,
				partSize: 10,
				bytes: 10,
			},
			...{ files: [], createdAt: new Date(), createdBy: 'Ruth Adeyemi', unusedSince: new Date() },
		})
	const [row] = await db()
		.insert(cleActivities)
		.values({
			...{ id: newId(), kind: 'recording', refId, title: 'Fee agreements that hold', minutes: 2, format: 'recorded' },
			...{ minutesByCategory: null, offered: true, spokenCodes: [], createdAt: new Date(), ...overrides },
		})
		.returning()
	if (!row) throw new Error('No activity')
	return row
}

/** Adds a session with its activity. */
export async function addSession(startsAt: number, overrides: Partial<ActivityRow> = {}) {
	const id = newId()
	await db()
		.insert(coachingSessions)
		.values({
			...{ id, title: 'Ethics hour', description: null, scheduledAt: new Date(startsAt), durationMinutes: 60 },
			...{
				timeZone: 'America/New_York',
				zoomLink: 'https://zoom.example/1',
				createdAt: new Date(),
				updatedAt: new Date(),
			},
		})
	return addActivity({ kind: 'session', refId: id, title: 'Ethics hour', minutes: 60, format: 'online', ...overrides })
}

/** Adds an admission for a member. */
export async function addAdmission(
	userId: string | undefined,
	jurisdiction: string,
	overrides: Partial<typeof cleAdmissions.$inferInsert> = {},
) {
	const id = newId()
	await db()
		.insert(cleAdmissions)
		.values({
			...{ id, userId: userId ?? '', jurisdiction, barNumber: '4455667', admittedOn: '2015-06-17' },
			...{ birthday: '1988-03-12', groupNo: 2, cycleKind: 'experienced', status: 'active' },
			...{ inactiveMonths: [], filings: [], extensions: [], createdAt: new Date(), ...overrides },
		})
	return id
}

export async function accredit(
	activityId: string,
	jurisdiction: string,
	credits: Record<string, number>,
	overrides: Partial<typeof cleAccreditations.$inferInsert> = {},
) {
	await db()
		.insert(cleAccreditations)
		.values({
			...{ id: newId(), activityId, jurisdiction, number: 'C-2027-118', credits },
			...{ formats: ['recorded', 'online'], validFrom: '2027-01-01', validTo: null, transitional: false },
			...{ createdAt: new Date(), ...overrides },
		})
}

/** Returns the state from a reply that must have succeeded. */
export function attendanceIn(reply: Reply): Attendance {
	expect(reply.status, reply.text).toBe(200)
	return reply.json as Attendance
}

export const start = (as: Principal, { kind, refId }: Pick<ActivityRow, 'kind' | 'refId'>) =>
	callApi(startAttendance, { as, body: { kind, id: refId } })

export const read = async (as: Principal, id: string) =>
	attendanceIn(await callApi(getAttendance, { as, params: { id } }))

/** Sends the next beat with this played span. */
export const beat = (as: Principal, { id, sequence }: Attendance, span: [number, number], overrides: object = {}) =>
	callApi(sendBeat, { as, params: { id }, body: { sequence: sequence + 1, from: span[0], to: span[1], ...overrides } })

export const enter = (as: Principal, id: string, code: string) =>
	callApi(enterCode, { as, params: { id }, body: { code } })

export const finish = (as: Principal, id: string, name = 'Dana Whitfield', overrides: object = {}) =>
	callApi(completeAttendance, { as, params: { id }, body: { name, ...overrides } })

/** Plays at normal speed for this many seconds of the test clock, and enters each requested code. */
export async function watch(as: Principal, attendance: Attendance, seconds: number): Promise<Attendance> {
	let state = attendance
	const end = (state.positionMs ?? 0) + seconds * 1_000
	while ((state.positionMs ?? 0) < end) {
		const from = state.positionMs ?? 0
		const to = Math.min(end, from + (seconds > 600 ? 60_000 : 10_000))
		wait(to - from)
		state = attendanceIn(await beat(as, state, [from, to]))
		if (state.prompt) state = attendanceIn(await enter(as, state.id, state.prompt.code))
	}
	return state
}

/** Admits the member in New York, and makes New York's rules require a code each minute. */
export async function askCodesEachMinute(): Promise<void> {
	await addAdmission(member.userId, 'US-NY')
	const rules = rulesOf('US-NY')
	await addRules({ ...rules, version: 2, verification: { ...rules.verification, codesEveryMinutes: 1 } })
}

/** Plays a new recording until a code is requested. */
export async function watchUntilPrompt(as = member, minutes = 2): Promise<Attendance> {
	let state = attendanceIn(await start(as, await addActivity({ minutes })))
	while (!state.prompt) {
		const from = state.positionMs ?? 0
		wait(10_000)
		state = attendanceIn(await beat(as, state, [from, from + 10_000]))
	}
	return state
}

/** Plays a recording to the end without finishing the attendance. */
export async function attend(as: Principal, activity: ActivityRow): Promise<Attendance> {
	return watch(as, attendanceIn(await start(as, activity)), activity.minutes * 60)
}

/** Plays a recording to the end and finishes the attendance. */
export async function complete(as: Principal, activity: ActivityRow, name = 'Dana Whitfield'): Promise<Attendance> {
	const { id } = await attend(as, activity)
	return attendanceIn(await finish(as, id, name))
}
