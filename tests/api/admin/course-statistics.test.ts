import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { database, db } from '#db/client.ts'
import { courseStatistics, staleStatistics } from '#db/schema/course-statistics.ts'
import { enrollments } from '#db/schema/courses.ts'
import { moduleProgress, quizAttempts } from '#db/schema/modules.ts'
import { users } from '#db/schema/users.ts'
import {
	type CourseStatistics,
	type CourseStatisticsRow,
	exportCourseStatistics,
	exportStatistics,
	getStatistics,
	listStatistics,
} from '#src/features/course-statistics/contract.ts'
import { countStatistics, dueStatistics } from '#src/features/course-statistics/server/count.ts'
import { deleteCourse, enroll } from '#src/features/courses/contract.ts'
import { takeQuiz, updatePlace, updateProgress } from '#src/features/modules/contract.ts'
import { giveFeedback, saveJournal } from '#src/features/modules/journal-contract.ts'
import { newId } from '#src/lib/ids.ts'
import { callApi, insertAccount } from '#tests/support/api/api.ts'
import { isWholeTable, planReader } from '#tests/support/api/plans.ts'
import { makeCourse, makeModule } from '#tests/support/courses/courses.ts'
import { as, course, journal, quiz, setUpLearning } from '#tests/support/courses/learning.ts'

setUpLearning()

const DAY_MS = 86_400_000
const statisticsOf = async (id = course.id) =>
	(await callApi(getStatistics, { as: as.admin, params: { id } })).json as CourseStatistics

let days = 0
/** Counts all due courses as if a further day had passed, which exceeds the longest delay between counts. */
const count = () => countStatistics(undefined, Date.now() + ++days * DAY_MS)

/** Creates a member who enrolled `enrolledDays` days ago and completed these modules this many days ago. */
async function addMember(enrolledDays: number, completions: ReadonlyArray<readonly [id: string, days: number]> = []) {
	const { id } = await insertAccount()
	const at = (ago: number) => new Date(Date.now() - ago * DAY_MS)
	await db()
		.insert(enrollments)
		.values({ userId: id, courseId: course.id, createdAt: at(enrolledDays) })
	for (const [moduleId, days] of completions)
		await db()
			.insert(moduleProgress)
			.values({ userId: id, moduleId, isCompleted: true, updatedAt: at(days) })
	return id
}

describe('a course', () => {
	test('has no count date before the first count', async () => {
		expect(await statisticsOf()).toMatchObject({ enrolled: 0, countedAt: null, modules: [], quizzes: [] })
		expect((await callApi(getStatistics, { as: as.admin, params: { id: 'nobody' } })).status).toBe(404)
	})

	test('counts enrolled, active and completed members, durations and current modules', async () => {
		await addMember(20, [
			[quiz.id, 15],
			[journal.id, 10],
		])
		await addMember(20, [[quiz.id, 19]])
		await addMember(70, [[quiz.id, 60]])
		await addMember(1)
		await count()
		const statistics = await statisticsOf()
		expect(statistics).toMatchObject({ enrolled: 4, started: 3, finished: 1, medianDays: 10 })
		expect(statistics.modules).toEqual([
			{ id: quiz.id, title: quiz.title, type: 'quiz', completed: 3, standHere: 0, quiet: 0 },
			{ id: journal.id, title: journal.title, type: 'journal', completed: 1, standHere: 2, quiet: 1 },
		])
		expect(statistics.months.reduce((sum, { enrolled }) => sum + enrolled, 0)).toBe(4)
	})

	test("shows members' first answers and the wrong ones among them", async () => {
		const params = { id: quiz.id }
		for (const principal of [as.member, as.otherMember])
			await callApi(enroll, { as: principal, params: { id: course.id } })
		await callApi(takeQuiz, { as: as.member, params, body: { answers: [1, 2, 0] } })
		await callApi(takeQuiz, { as: as.member, params, body: { answers: [1, 0, 0] } })
		await callApi(takeQuiz, { as: as.otherMember, params, body: { answers: [0, 2, 0] } })
		await count()
		const [statistics] = (await statisticsOf()).quizzes
		expect(statistics).toMatchObject({ moduleId: quiz.id, members: 2 })
		expect(statistics?.questions).toEqual([
			{ question: 'Two and two?', answered: 2, right: 1, commonestWrong: { option: 'three', chosen: 1 } },
			{ question: 'Up?', answered: 2, right: 0, commonestWrong: { option: 'the yard', chosen: 2 } },
			{ question: 'Who decides?', answered: 2, right: 2, commonestWrong: null },
		])
	})

	test('counts every member across several batches', async () => {
		const now = Date.now()
		const many = Array.from({ length: 1_700 }, (_, at) => `m${String(at).padStart(4, '0')}`)
		await db()
			.insert(users)
			.values(
				many.map((id) => ({
					...{
						id,
						name: id,
						username: id,
						passwordHash: 'x',
						email: `${id}@example.com`,
						emailKey: `${id}@example.com`,
					},
					...{ role: 'user' as const, status: 'active' as const, createdAt: new Date(now), updatedAt: new Date(now) },
				})),
			)
		await db()
			.insert(enrollments)
			.values(many.map((userId) => ({ userId, courseId: course.id, createdAt: new Date(now - DAY_MS) })))
		const attempts = many.slice(0, 700)
		await db()
			.insert(quizAttempts)
			.values(
				attempts.map((userId) => ({
					...{ id: newId(), userId, moduleId: quiz.id, answers: '[1,0,1]', results: '[true,true,false]' },
					...{ score: 67, passingScore: 60, passed: true, createdAt: new Date(now) },
				})),
			)
		await db()
			.insert(moduleProgress)
			.values(attempts.map((userId) => ({ userId, moduleId: quiz.id, isCompleted: true, updatedAt: new Date(now) })))
		await count()
		const statistics = await statisticsOf()
		expect(statistics).toMatchObject({ enrolled: 1_700, started: 700, finished: 0 })
		expect(statistics.modules.map(({ completed }) => completed)).toEqual([700, 0])
		expect(statistics.quizzes[0]).toMatchObject({ members: 700 })
	})
})

describe('a changed course is counted again', () => {
	const isStale = async () =>
		(await db().select().from(staleStatistics).where(eq(staleStatistics.courseId, course.id))).length > 0
	const inQuiz = () => ({ as: as.member, params: { id: quiz.id } })
	const inCourse = () => ({ as: as.member, params: { id: course.id } })
	const writeEntry = () =>
		callApi(saveJournal, { as: as.member, params: { id: journal.id }, body: { content: 'Before' } })

	test('after any relevant change and no other', async () => {
		await count()
		expect(await isStale()).toBe(false)
		const steps: ReadonlyArray<readonly [string, () => Promise<{ status: number; json?: unknown }>]> = [
			['enrolling', () => callApi(enroll, inCourse())],
			['a place', () => callApi(updatePlace, { ...inCourse(), body: { moduleId: quiz.id, question: 1 } })],
			['an attempt', () => callApi(takeQuiz, { ...inQuiz(), body: { answers: [1, 0, 0] } })],
			['progress', () => callApi(updateProgress, { ...inQuiz(), body: { isCompleted: true } })],
			['progress undone', () => callApi(updateProgress, { ...inQuiz(), body: { isCompleted: false } })],
			['a journal', writeEntry],
			['a new module', async () => ({ status: 200, json: await makeModule(as.admin, course.id) })],
			['leaving', async () => ({ status: 200, json: await db().delete(enrollments) })],
		]
		for (const [label, step] of steps) {
			expect((await step()).status, label).toBeLessThan(300)
			expect(await isStale(), label).toBe(true)
			await count()
			expect(await isStale(), label).toBe(false)
		}
		const before = await db().select().from(staleStatistics)
		await insertAccount()
		expect(await db().select().from(staleStatistics)).toEqual(before)
	})

	test('with waiting and answered journals', async () => {
		await callApi(enroll, inCourse())
		const { id } = (await writeEntry()).json as { id: string }
		await count()
		expect((await statisticsOf()).waitingJournals).toBe(1)
		const params = { id: journal.id, entryId: id }
		await callApi(giveFeedback, { as: as.admin, params, body: { instructorFeedback: 'Well seen' } })
		await count()
		expect((await statisticsOf()).waitingJournals).toBe(0)
	})

	test('after an account is deleted', async () => {
		const id = await addMember(3, [[quiz.id, 1]])
		await count()
		await db().delete(users).where(eq(users.id, id))
		expect(await isStale()).toBe(true)
		await count()
		expect(await statisticsOf()).toMatchObject({ enrolled: 0, started: 0 })
	})

	test('at least a minute after the last count, and later if that took long', async () => {
		await countStatistics()
		await addMember(1)
		const now = Date.now()
		expect(await dueStatistics(now + 58_000)).toEqual([])
		expect(await dueStatistics(now + 120_000)).toEqual([{ courseId: course.id }])
		await db().update(courseStatistics).set({ tookMs: 2_000 })
		expect(await dueStatistics(now + 200_000)).toEqual([])
		expect(await dueStatistics(now + 270_000)).toEqual([{ courseId: course.id }])
	})

	test('after a process died while counting', async () => {
		await countStatistics()
		await db().update(courseStatistics).set({ isCounting: true, enrolled: 99 })
		expect(await countStatistics()).toBe(1)
		expect(await statisticsOf()).toMatchObject({ enrolled: 0 })
	})

	test('by one node at a time', async () => {
		await addMember(1)
		const counts = await Promise.all([countStatistics(), countStatistics()])
		expect(counts[0] + counts[1]).toBe(1)
	})

	test('and leaves no statistics behind once deleted', async () => {
		await addMember(1)
		await count()
		await callApi(deleteCourse, { as: as.admin, params: { id: course.id } })
		await count()
		expect([await db().select().from(courseStatistics), await db().select().from(staleStatistics)]).toEqual([[], []])
	})
})

describe('the list', () => {
	test('has the courses with the most members first, page by page', async () => {
		const second = await makeCourse(as.admin, { title: 'Pricing', isPublished: false })
		await addMember(1)
		await count()
		const reply = await callApi(listStatistics, { as: as.admin, query: { limit: '1' } })
		const [first] = reply.json as CourseStatisticsRow[]
		expect(first).toMatchObject({ courseId: course.id, enrolled: 1, isPublished: true })
		expect(reply.header('X-Total-Count')).toBe('2')
		const cursor = new URL(/<(.*)>/.exec(reply.header('Link') ?? '')?.[1] ?? '', 'http://x').searchParams.get('cursor')
		const next = (await callApi(listStatistics, { as: as.admin, query: { limit: '1', cursor: cursor ?? '' } }))
			.json as CourseStatisticsRow[]
		expect(next).toMatchObject([{ courseId: second.id, enrolled: 0, isPublished: false }])
	})

	test('is exported with formulas escaped, as are the statistics of one course', async () => {
		await makeCourse(as.admin, { title: '=HYPERLINK("https://evil.example")' })
		await addMember(4, [[quiz.id, 2]])
		await count()
		const all = await callApi(exportStatistics, { as: as.admin })
		expect(all.header('Content-Type')).toBe('text/csv; charset=utf-8')
		expect(all.header('Content-Disposition')).toMatch(/^attachment; filename="courses-\d{4}-\d\d-\d\d\.csv"$/)
		expect(all.text).toContain(`"${course.title}","Published",1,1,0,"",0,"`)
		expect(all.text).toContain('"\'=HYPERLINK(')
		const one = await callApi(exportCourseStatistics, { as: as.admin, params: { id: course.id } })
		expect(one.text).toContain(`"${quiz.title}",1,0,0\r\n`)
		expect(one.text).toContain('"Two and two?",0,0,"",""\r\n')
	})
})

test('reads and counts use indexes for any number of enrollments', async () => {
	const id = await addMember(3, [[quiz.id, 1]])
	await db()
		.insert(quizAttempts)
		.values({
			...{ id: newId(), userId: id, moduleId: quiz.id, answers: '[1,0,0]', results: '[true,true,true]' },
			...{ score: 100, passingScore: 60, passed: true, createdAt: new Date() },
		})
	const plansOf = planReader(database().client)
	const plans = await plansOf(async () => {
		await dueStatistics()
		await count()
		await callApi(listStatistics, { as: as.admin, query: { limit: '1' } })
		await statisticsOf()
		await callApi(exportStatistics, { as: as.admin })
	})
	expect(plans.some((plan) => plan.includes('enrollments_by_course'))).toBe(true)
	expect(plans.some((plan) => plan.includes('quiz_attempts_by_module'))).toBe(true)
	// Counting the courses scans the smallest index.
	expect(plans.filter((plan) => isWholeTable(plan) && !plan.includes('select count(*) from "course_figures"'))).toEqual(
		[],
	)
})
