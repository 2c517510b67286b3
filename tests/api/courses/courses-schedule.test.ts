import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { db } from '#db/client.ts'
import { audit } from '#db/schema/audit.ts'
import { courses } from '#db/schema/courses.ts'
import { leases, outbox, publishEvents } from '#db/schema/platform/operations.ts'
import { findWarnings } from '#src/app/admin-home/health.ts'
import { type Course, deleteCourse, getCourse, updateCourse } from '#src/features/courses/contract.ts'
import { dueSchedule, NEVER, runSchedule } from '#src/features/courses/server/schedule.ts'
import { listDeletions, restoreDeletion } from '#src/features/deletions/contract.ts'
import * as settings from '#src/platform/env/env.ts'
import { takeLease } from '#src/platform/jobs/lease.ts'
import { callApi, createPrincipals, type Principal, type PrincipalName } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'
import { makeCourse, makeModule } from '#tests/support/courses/courses.ts'

const HOUR = 3_600_000

let database: TestDatabase
let as: Record<PrincipalName, Principal>
beforeEach(async () => {
	database = await freshDatabase()
	// Fakes only the date, because the driver uses real timers.
	vi.useFakeTimers({ toFake: ['Date'] })
	as = await createPrincipals()
})
afterEach(async () => {
	vi.useRealTimers()
	vi.restoreAllMocks()
	await database.discard()
})

const jump = (ms: number) => vi.setSystemTime(Date.now() + ms)
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()

const change = (id: string, body: object) => callApi(updateCourse, { as: as.admin, params: { id }, body })
const read = async (id: string) => (await callApi(getCourse, { as: as.admin, params: { id } })).json as Course
const visitorStatus = async (id: string) => (await callApi(getCourse, { params: { id } })).status
const eventsOf = async (id: string) =>
	(
		await db()
			.select()
			.from(publishEvents)
			.where(eq(publishEvents.path, `/courses/${id}`))
	).length
const entries = async (action: string) =>
	(await db().select().from(audit).where(eq(audit.action, action))).map(({ actorId, detail }) => [
		actorId,
		JSON.parse(detail),
	])

async function makeDraft(body: object = {}) {
	const course = await makeCourse(as.admin, { isPublished: false, ...body })
	await makeModule(as.admin, course.id)
	return course
}

describe('scheduled publishing', () => {
	test('happens once, at its time, with an audit entry and a queued page', async () => {
		const { id } = await makeDraft({ publishAt: inHours(2) })
		jump(2 * HOUR - 1)
		expect(await runSchedule('here')).toBe(0)
		expect(await visitorStatus(id)).toBe(404)
		const before = await eventsOf(id)
		jump(1)
		await runSchedule('here')
		expect(await visitorStatus(id)).toBe(200)
		expect(await read(id)).toMatchObject({ isPublished: true, publishAt: null, publishRefusal: null })
		expect(await entries('course.published')).toEqual([[null, { by: 'schedule' }]])
		expect(await eventsOf(id)).toBe(before + 1)
		await runSchedule('here')
		expect(await entries('course.published')).toHaveLength(1)
		expect(await eventsOf(id)).toBe(before + 1)
	})

	test('happens once on two concurrent nodes with different clocks', async () => {
		const { id } = await makeDraft({ publishAt: inHours(1) })
		jump(HOUR)
		const now = Date.now()
		await Promise.all([runSchedule('one', now), runSchedule('two', now + 90_000), runSchedule('three', now - 90_000)])
		// A second or late node finds nothing to do.
		await runSchedule('two', now + 90_000)
		await runSchedule('three', now - 90_000)
		expect(await visitorStatus(id)).toBe(200)
		expect(await entries('course.published')).toHaveLength(1)
		expect((await read(id)).version).toBe(2)
	})

	test('waits only until the lease of a dead node expires', async () => {
		const { id } = await makeDraft({ publishAt: inHours(1) })
		jump(HOUR)
		await takeLease('course-schedule', 'dead', 60_000)
		expect(await runSchedule('here')).toBeUndefined()
		expect(await visitorStatus(id)).toBe(404)
		jump(60_000)
		await runSchedule('here')
		expect(await visitorStatus(id)).toBe(200)
		expect(await db().select().from(leases)).toEqual([])
	})

	test('fails for a course without modules, which admins see until they decide', async () => {
		const course = await makeCourse(as.admin, { isPublished: false, publishAt: inHours(1) })
		const { publishAt } = await read(course.id)
		jump(HOUR)
		await runSchedule('here')
		await runSchedule('here')
		expect(await read(course.id)).toMatchObject({ isPublished: false, publishAt, publishRefusal: 'noModules' })
		expect(await visitorStatus(course.id)).toBe(404)
		expect(await entries('course.published')).toEqual([])
		const [warning] = (await findWarnings()).filter(({ text }) => text.includes(course.title))
		expect(warning).toMatchObject({
			text: expect.stringContaining('had no modules'),
			link: { href: `/admin/courses/${course.id}/settings` },
		})
		// Adding the first module does not publish it.
		await makeModule(as.admin, course.id)
		await runSchedule('here')
		expect(await visitorStatus(course.id)).toBe(404)
		expect((await change(course.id, { publishAt: inHours(1) })).json).toMatchObject({ publishRefusal: null })
		expect((await findWarnings()).filter(({ text }) => text.includes(course.title))).toEqual([])
		jump(HOUR)
		await runSchedule('here')
		expect(await visitorStatus(course.id)).toBe(200)
	})

	test('is unnecessary after a manual publish', async () => {
		const { id } = await makeDraft({ publishAt: inHours(1) })
		expect((await change(id, { isPublished: true })).json).toMatchObject({ publishAt: null })
		jump(HOUR)
		expect(await runSchedule('here')).toBe(0)
		expect(await entries('course.published')).toHaveLength(1)
	})

	test('makes an open form outdated, so its save is a conflict', async () => {
		const { id } = await makeDraft({ publishAt: inHours(1) })
		const { version } = await read(id)
		jump(HOUR)
		await runSchedule('here')
		expect((await change(id, { isPublished: false, version })).status).toBe(409)
	})

	test('queues the CDN purge as manual publishing does', async () => {
		const real = settings.env()
		vi.spyOn(settings, 'env').mockImplementation(() => ({ ...real, cdnPurgeUrl: 'http://127.0.0.1:9/purge' }))
		const { id } = await makeDraft({ publishAt: inHours(1) })
		await db().delete(outbox)
		jump(HOUR)
		await runSchedule('here')
		const rows = await db().select().from(outbox).where(eq(outbox.kind, 'cdn-purge'))
		expect(rows.map(({ payload }) => JSON.stringify(payload))).toEqual([expect.stringContaining(`/courses/${id}`)])
	})
})

describe('scheduled unpublishing', () => {
	test('happens once, with an audit entry', async () => {
		const { id } = await makeDraft({ isPublished: true, unpublishAt: inHours(3) })
		expect(await visitorStatus(id)).toBe(200)
		jump(3 * HOUR)
		await runSchedule('here')
		await runSchedule('here')
		expect(await visitorStatus(id)).toBe(404)
		expect(await read(id)).toMatchObject({ isPublished: false, unpublishAt: null })
		expect(await entries('course.unpublished')).toEqual([[null, { by: 'schedule' }]])
	})

	test('follows publishing if the server was down in between', async () => {
		const { id } = await makeDraft({ publishAt: inHours(1), unpublishAt: inHours(2) })
		jump(5 * HOUR)
		await runSchedule('here')
		expect(await read(id)).toMatchObject({ isPublished: false, publishAt: null, unpublishAt: null })
		expect(await entries('course.published')).toHaveLength(1)
		expect(await entries('course.unpublished')).toHaveLength(1)
	})

	test('ignores deleted courses, which are restored without past times', async () => {
		const { id } = await makeDraft({ publishAt: inHours(1), unpublishAt: inHours(30) })
		await callApi(deleteCourse, { as: as.admin, params: { id } })
		jump(2 * HOUR)
		expect(await runSchedule('here')).toBe(0)
		const [deletion] = (await callApi(listDeletions, { as: as.admin })).json as { id: string }[]
		await callApi(restoreDeletion, { as: as.admin, params: { id: deletion?.id ?? '' } })
		expect(await read(id)).toMatchObject({ isPublished: false, publishAt: null, unpublishAt: inHours(28) })
	})
})

test('restores a deleted course as a draft if its end has passed', async () => {
	const { id } = await makeDraft({ isPublished: true, unpublishAt: inHours(1) })
	const { id: other } = await makeDraft({ isPublished: true, unpublishAt: inHours(3) })
	for (const course of [id, other]) await callApi(deleteCourse, { as: as.admin, params: { id: course } })
	jump(2 * HOUR)
	const kept = (await callApi(listDeletions, { as: as.admin })).json as { id: string }[]
	for (const deletion of kept) await callApi(restoreDeletion, { as: as.admin, params: { id: deletion.id } })
	expect(await read(id)).toMatchObject({ isPublished: false, unpublishAt: null })
	expect(await read(other)).toMatchObject({ isPublished: true, unpublishAt: inHours(1) })
	expect([await visitorStatus(id), await visitorStatus(other)]).toEqual([404, 200])
})

describe('the schedule', () => {
	test.each([
		['a time that has passed', { publishAt: () => inHours(-1) }, 'Choose a time in the future'],
		['an end that has passed', { unpublishAt: () => inHours(-1) }, 'Choose a time in the future'],
		[
			'an end before the beginning',
			{ publishAt: () => inHours(2), unpublishAt: () => inHours(1) },
			'Choose an unpublish time after the publish time',
		],
	])('rejects %s', async (_, times, sentence) => {
		const { id } = await makeDraft()
		const body = Object.fromEntries(Object.entries(times).map(([name, at]) => [name, at()]))
		const reply = await change(id, body)
		expect([reply.status, reply.text]).toEqual([400, sentence])
		expect(await read(id)).toMatchObject({ publishAt: null, unpublishAt: null })
	})

	test('rejects a publishing time for a published course', async () => {
		const { id } = await makeDraft({ isPublished: true })
		expect((await change(id, { publishAt: inHours(1) })).status).toBe(400)
	})

	test('accepts unchanged times, even a missed one in the past', async () => {
		const course = await makeCourse(as.admin, { isPublished: false, publishAt: inHours(1) })
		const { publishAt } = await read(course.id)
		jump(HOUR)
		await runSchedule('here')
		const reply = await change(course.id, { title: 'Another title', publishAt })
		expect(reply.status).toBe(200)
		expect(reply.json).toMatchObject({ publishAt, publishRefusal: 'noModules' })
	})

	test('is in the audit with its admin', async () => {
		const { id } = await makeDraft()
		const publishAt = inHours(1)
		await change(id, { publishAt })
		await change(id, { publishAt: null, membersOnly: true })
		expect(await entries('course.scheduled')).toEqual([
			[as.admin.userId, { publish: publishAt }],
			[as.admin.userId, { publish: 'no time' }],
		])
		expect(await entries('course.audience')).toEqual([[as.admin.userId, { readers: 'members' }]])
	})

	test('is visible only to admins', async () => {
		const { id } = await makeDraft({ isPublished: true, unpublishAt: inHours(3) })
		const shown = await callApi(getCourse, { as: as.member, params: { id } })
		expect(shown.text).not.toMatch(/publishAt|unpublishAt|publishRefusal/)
	})
})

test("a node's poll finds only schedules that are due soon", async () => {
	const at = async () => Number((await dueSchedule())[0]?.at)
	expect(await at()).toBe(NEVER)
	const { id } = await makeDraft({ publishAt: inHours(1) })
	expect(await at()).toBe(NEVER)
	jump(HOUR - 60_000)
	expect(await at()).toBe(Date.now() + 60_000)
	await makeModule(as.admin, id, { availableFrom: new Date(Date.now() + 30_000).toISOString() })
	expect(await at()).toBe(Date.now() + 30_000)
	jump(HOUR)
	await runSchedule('here')
	expect(await at()).toBe(NEVER)
	expect((await db().select().from(courses)).map(({ isPublished }) => isPublished)).toEqual([true])
})
