import { expect, test } from 'vitest'
import { database } from '#db/client.ts'
import { listCreditCourses } from '#src/features/attendance/credit-courses-contract.ts'
import { listOffers } from '#src/features/attendance/offers-contract.ts'
import { callApi, type Principal } from '#tests/support/api/api.ts'
import { isWholeTable, planReader } from '#tests/support/api/plans.ts'
import {
	addActivity,
	addSession,
	addUnpublishedActivity,
	admin,
	MINUTE,
	member,
	other,
	START,
	setUpAttendance,
	start,
} from '#tests/support/cle/attendance.ts'
import { makeCourse, makeModule } from '#tests/support/courses/courses.ts'

setUpAttendance()

const offersOf = async (as: Principal, course?: string) =>
	(await callApi(listOffers, { as, query: course === undefined ? {} : { course } })).json

test('lists the offers of a course, its modules and their recordings with the caller’s own state', async () => {
	const course = await makeCourse(admin)
	const recording = await addUnpublishedActivity()
	const module = await makeModule(admin, course.id, {
		type: 'video',
		additionalContent: JSON.stringify({ videoUrl: `/media/${recording.refId}/talk.mp4` }),
	})
	await addActivity({ kind: 'module', refId: module.id })
	await addActivity({ kind: 'course', refId: course.id, spokenCodes: ['ELM42'] })
	// These activities are not part of the course.
	await addActivity()
	await addSession(START)
	await start(member, { kind: 'module', refId: module.id })
	const expected = [
		{ kind: 'course', refId: course.id, moduleId: null, state: null },
		{ kind: 'module', refId: module.id, moduleId: module.id, state: 'open' },
		{ kind: 'recording', refId: recording.refId, moduleId: module.id, state: null },
	]
	expect(await offersOf(member, course.id)).toEqual(expect.arrayContaining(expected))
	expect(await offersOf(member, course.id)).toHaveLength(3)
	expect(await offersOf(other, course.id)).toEqual(
		expect.arrayContaining(expected.map((offer) => ({ ...offer, state: null }))),
	)
})

test('finds offers by indexes', async () => {
	const course = await makeCourse(admin)
	await makeModule(admin, course.id)
	const plansOf = planReader(database().client)
	for (const read of [
		() => offersOf(member, course.id),
		() => offersOf(member),
		() => callApi(listCreditCourses, { as: member }),
	]) {
		const plans = await plansOf(read)
		// A club has few activities, so only they may be scanned. Courses, modules and attendances need an index.
		expect(plans.filter((plan) => isWholeTable(plan) && !/cle_activities/.test(plan))).toEqual([])
	}
})

test('lists only sessions that are offered', async () => {
	const session = await addSession(START)
	await addSession(START + MINUTE, { offered: false })
	await addActivity({ kind: 'session', refId: 'gone' })
	await start(member, session)
	expect(await offersOf(member)).toEqual([{ kind: 'session', refId: session.refId, moduleId: null, state: 'open' }])
})

test('lists each course with an offer once', async () => {
	const [withModule, withRecording, whole, without] = await Promise.all(
		['Module', 'Recording', 'Whole', 'Without'].map((title) => makeCourse(admin, { title })),
	)
	const recording = await addUnpublishedActivity()
	for (const course of [withModule, without]) {
		const module = await makeModule(admin, course?.id ?? '')
		await addActivity({ kind: 'module', refId: module.id, offered: course === withModule })
	}
	await addActivity({ kind: 'module', refId: (await makeModule(admin, withModule?.id ?? '')).id })
	await makeModule(admin, withRecording?.id ?? '', {
		type: 'video',
		additionalContent: JSON.stringify({ videoUrl: `/media/${recording.refId}/talk.mp4` }),
	})
	await addActivity({ kind: 'course', refId: whole?.id ?? '' })
	const listed = (await callApi(listCreditCourses, { as: member })).json as string[]
	expect(listed.toSorted()).toEqual([withModule?.id, withRecording?.id, whole?.id].toSorted())
})
