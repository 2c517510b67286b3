import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { enrollments } from '#db/schema/courses.ts'
import { modulePlaces, modules, quizAttempts } from '#db/schema/modules.ts'
import { users } from '#db/schema/users.ts'
import { enroll, getProgress, listUserProgress, updateCourse } from '#src/features/courses/contract.ts'
import { resumeAt } from '#src/features/courses/resume.ts'
import { findResumeFor } from '#src/features/courses/server/resume-for.ts'
import {
	deleteModule,
	type Place,
	type PlaceBody,
	takeQuiz,
	updateModule,
	updatePlace,
	updateProgress,
} from '#src/features/modules/contract.ts'
import { callApi } from '#tests/support/api/api.ts'
import { makeCourse, makeModule } from '#tests/support/courses/courses.ts'
import { as, course, journal, quiz, setUpLearning } from '#tests/support/courses/learning.ts'

setUpLearning()

const enter = (who = as.member, id = course.id) => callApi(enroll, { as: who, params: { id } })
const keep = (body: PlaceBody, who = as.member, id = course.id) =>
	callApi(updatePlace, { as: who, params: { id }, body })

type Row = { moduleId: string; isCompleted: boolean; place?: Place }
async function placeIn(moduleId: string, who = as.member): Promise<Place | undefined> {
	const { json } = await callApi(listUserProgress, { as: who, params: { id: course.id } })
	return (json as Row[]).find((row) => row.moduleId === moduleId)?.place
}

describe('a saved position', () => {
	test('is returned with the course progress, to its member only', async () => {
		await enter()
		await enter(as.otherMember)
		expect(await keep({ moduleId: journal.id, scroll: 3.5 })).toMatchObject({ status: 204, text: '' })
		expect(await keep({ moduleId: quiz.id, question: 1, answers: [1, null, null] })).toMatchObject({ status: 204 })
		expect(await placeIn(journal.id)).toEqual({ scroll: 3.5, updatedAt: expect.any(String) })
		expect(await placeIn(quiz.id)).toMatchObject({ question: 1, answers: [1, null, null] })
		expect(await placeIn(journal.id, as.otherMember)).toBeUndefined()
		expect((await callApi(listUserProgress, { as: as.otherMember, params: { id: course.id } })).json).toEqual(
			[quiz, journal].map(({ id }) => ({ moduleId: id, isCompleted: false })),
		)
	})

	test('is replaced by a later one, which keeps omitted parts', async () => {
		await enter()
		await keep({ moduleId: journal.id, scroll: 2, seconds: 61.5 })
		await keep({ moduleId: journal.id, scroll: 7 })
		expect(await placeIn(journal.id)).toMatchObject({ scroll: 7, seconds: 61.5 })
		expect(await db().select().from(modulePlaces)).toHaveLength(1)
	})

	test('of five concurrent writes is the last one, complete', async () => {
		await enter()
		const given = [1, 2, 3, 4, 5].map((one) => ({ moduleId: journal.id, scroll: one, seconds: one * 10 }))
		const replies = await Promise.all(given.map((body) => keep(body)))
		expect(replies.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204])
		const place = await placeIn(journal.id)
		expect(place?.seconds).toBe((place?.scroll ?? 0) * 10)
	})

	test('marks the last module by time, not by order of arrival', async () => {
		await enter()
		// A position from before its module changed is invalid.
		await db()
			.update(modules)
			.set({ updatedAt: new Date(0) })
		await keep({ moduleId: journal.id, scroll: 2, ago: 20 })
		await keep({ moduleId: quiz.id, question: 1, ago: 5000 })
		const [first, last] = [await placeIn(quiz.id), await placeIn(journal.id)]
		expect(Date.parse(last?.updatedAt ?? '')).toBeGreaterThan(Date.parse(first?.updatedAt ?? ''))
		await keep({ moduleId: journal.id, scroll: 3, ago: 60_000 })
		expect(await placeIn(journal.id)).toMatchObject({ scroll: 3, updatedAt: last?.updatedAt })
	})

	test('is invalid once the module changed, and can be saved again', async () => {
		await enter()
		await keep({ moduleId: journal.id, scroll: 9, seconds: 100 })
		// Times have a resolution of a millisecond, and equal times count as later.
		const kept = Date.now()
		await expect.poll(() => Date.now()).toBeGreaterThan(kept)
		await callApi(updateModule, { as: as.admin, params: { id: journal.id }, body: { title: 'Another title' } })
		expect(await placeIn(journal.id)).toBeUndefined()
		await keep({ moduleId: journal.id, scroll: 1 })
		expect(await placeIn(journal.id)).toEqual({ scroll: 1, updatedAt: expect.any(String) })
	})

	test('is saved and returned even if the module, place or quiz attempt is dated a day ahead', async () => {
		const ahead = new Date(Date.now() + 24 * 60 * 60 * 1000)
		await enter()
		await callApi(takeQuiz, { as: as.member, params: { id: quiz.id }, body: { answers: [1, 0, 0] } })
		await keep({ moduleId: journal.id, scroll: 2, seconds: 5 })
		await db().update(quizAttempts).set({ createdAt: ahead })
		await db().update(modules).set({ updatedAt: ahead })
		await db().update(modulePlaces).set({ updatedAt: ahead })
		await keep({ moduleId: quiz.id, question: 1, answers: [0, null, null] })
		await keep({ moduleId: journal.id, scroll: 7 })
		expect(await placeIn(quiz.id)).toMatchObject({ question: 1, answers: [0, null, null] })
		const place = await placeIn(journal.id)
		expect(place).toMatchObject({ scroll: 7, seconds: 5 })
		expect(Date.parse(place?.updatedAt ?? '')).toBeLessThanOrEqual(Date.now())
	})

	test('of a quiz ends when it is submitted', async () => {
		await enter()
		await keep({ moduleId: quiz.id, question: 2, answers: [1, 0, null], scroll: 4 })
		await callApi(takeQuiz, { as: as.member, params: { id: quiz.id }, body: { answers: [1, 0, 0] } })
		expect(await placeIn(quiz.id)).toEqual({ scroll: 4, updatedAt: expect.any(String) })
	})

	test('of a quiz that arrives after the submission keeps only the scroll position until the quiz is restarted', async () => {
		await enter()
		await db()
			.update(modules)
			.set({ updatedAt: new Date(0) })
		const last: PlaceBody = { moduleId: quiz.id, question: 2, answers: [1, 0, null], scroll: 4 }
		await callApi(takeQuiz, { as: as.member, params: { id: quiz.id }, body: { answers: [1, 0, 0] } })
		await keep({ ...last, ago: 5_000 })
		expect(await placeIn(quiz.id)).toEqual({ scroll: 4, updatedAt: expect.any(String) })
		// This request was delayed.
		await keep({ ...last, answers: [1, 0, 0] })
		expect(await placeIn(quiz.id)).toEqual({ scroll: 4, updatedAt: expect.any(String) })
		await keep({ ...last, question: 0, answers: [null, null, null] })
		expect(await placeIn(quiz.id)).toMatchObject({ question: 0, answers: [null, null, null] })
	})

	test('is deleted with the module, the enrollment and the account', async () => {
		await enter()
		await enter(as.otherMember)
		await keep({ moduleId: journal.id, scroll: 1 })
		await keep({ moduleId: quiz.id, question: 1 })
		await keep({ moduleId: quiz.id, question: 1 }, as.otherMember)
		const left = async () => (await db().select().from(modulePlaces)).map(({ userId, moduleId }) => [userId, moduleId])
		await callApi(deleteModule, { as: as.admin, params: { id: journal.id } })
		expect(await left()).toHaveLength(2)
		await db()
			.delete(enrollments)
			.where(eq(enrollments.userId, as.member.userId ?? ''))
		expect(await left()).toEqual([[as.otherMember.userId, quiz.id]])
		await db()
			.delete(users)
			.where(eq(users.id, as.otherMember.userId ?? ''))
		expect(await left()).toEqual([])
	})
})

describe('the dashboard', () => {
	const resume = () => findResumeFor({ id: as.member.userId, role: 'user' } as never)
	const done = (id: string) => callApi(updateProgress, { as: as.member, params: { id }, body: { isCompleted: true } })

	test('continues in the middle of a first module, because a saved position starts a course', async () => {
		await enter()
		await keep({ moduleId: journal.id, scroll: 2 })
		expect(await resume()).toEqual({
			courseId: course.id,
			title: journal.title,
			number: 2,
			count: 2,
			effort: expect.any(String),
		})
	})

	test('continues with the most recent course at its next module', async () => {
		expect(await resume()).toBeUndefined()
		await enter()
		expect(await resume()).toBeUndefined()
		await done(journal.id)
		const first = { courseId: course.id, title: quiz.title, number: 1, count: 2, effort: '3 questions' }
		expect(await resume()).toEqual(first)
		const other = await makeCourse(as.admin, { title: 'A second course' })
		const [begun, next] = [
			await makeModule(as.admin, other.id),
			await makeModule(as.admin, other.id, { title: 'Next' }),
		]
		await enter(as.member, other.id)
		await done(begun.id)
		await keep({ moduleId: quiz.id, question: 1 })
		expect(await resume()).toEqual(first)
		await keep({ moduleId: begun.id, scroll: 1 }, as.member, other.id)
		await db()
			.update(modulePlaces)
			.set({ updatedAt: new Date(0) })
			.where(eq(modulePlaces.moduleId, quiz.id))
		expect(await resume()).toEqual({ courseId: other.id, title: 'Next', number: 2, count: 2, effort: '1 min read' })
		await done(next.id)
		expect(await resume()).toEqual(first)
	})

	test('continues after the last module if earlier ones are open, as `resumeAt` does in the browser', async () => {
		const { id: courseId } = await makeCourse(as.admin, { title: 'Three parts' })
		const ids: string[] = []
		for (const title of ['One', 'Two', 'Three']) ids.push((await makeModule(as.admin, courseId, { title })).id)
		await enter(as.member, courseId)
		for (const completed of [[2], [0, 2], [1]])
			for (const lastIn of [0, 1, 2]) {
				await db().delete(modulePlaces)
				for (const [at, id] of ids.entries())
					await callApi(updateProgress, {
						...{ as: as.member, params: { id } },
						body: { isCompleted: completed.includes(at) },
					})
				await keep({ moduleId: ids[lastIn] ?? '', scroll: 1 }, as.member, courseId)
				const steps = ids.map((moduleId, at) => ({
					...{ moduleId, isCompleted: completed.includes(at) },
					place: at === lastIn ? { updatedAt: '2026-11-01T00:00:00Z' } : undefined,
				}))
				const number = ids.indexOf(resumeAt(steps)?.moduleId ?? '') + 1
				expect(await resume(), `${completed} done, last in ${lastIn}`).toMatchObject({ number, count: 3 })
			}
	})
})

describe('a rejected position', () => {
	const answer = async (reply: ReturnType<typeof keep>) => {
		const { status, text } = await reply
		return [status, text]
	}

	test('without an enrollment gets the same message as progress', async () => {
		expect(await answer(keep({ moduleId: quiz.id, scroll: 1 }))).toEqual([403, 'Not enrolled'])
		expect(await db().select().from(modulePlaces)).toEqual([])
	})

	test('is in a module of another course', async () => {
		const other = await makeCourse(as.admin, { title: 'Another course' })
		const elsewhere = await makeModule(as.admin, other.id)
		await enter()
		await enter(as.member, other.id)
		for (const moduleId of [elsewhere.id, 'nothing'])
			expect(await answer(keep({ moduleId, scroll: 1 }))).toEqual([404, 'Module not found'])
		expect(await db().select().from(modulePlaces)).toEqual([])
	})

	test('is in a missing course or a draft', async () => {
		await enter()
		expect(await answer(keep({ moduleId: quiz.id }, as.member, 'nothing'))).toEqual([404, 'Course not found'])
		await callApi(updateCourse, { as: as.admin, params: { id: course.id }, body: { isPublished: false } })
		expect(await answer(keep({ moduleId: quiz.id }))).toEqual([404, 'Course not found'])
	})

	test.each<[string, object]>([
		['no module', {}],
		['a negative scroll', { moduleId: 'x', scroll: -1 }],
		['a scroll without end', { moduleId: 'x', scroll: 1e9 }],
		['half a question', { moduleId: 'x', question: 0.5 }],
		['words for seconds', { moduleId: 'x', seconds: 'ten' }],
		['a time to come', { moduleId: 'x', ago: -1 }],
		['words for answers', { moduleId: 'x', answers: ['a'] }],
		['more answers than a quiz can have', { moduleId: 'x', answers: Array(101).fill(null) }],
	])('with %s', async (_, body) => {
		await enter()
		expect((await keep(body as PlaceBody)).status).toBe(400)
	})
})

describe('the suggestion after a completed course', () => {
	const progress = async () => (await callApi(getProgress, { as: as.member, params: { id: course.id } })).json
	async function complete(): Promise<void> {
		await enter()
		await callApi(takeQuiz, { as: as.member, params: { id: quiz.id }, body: { answers: [1, 0, 1] } })
		for (const { id } of [quiz, journal])
			await callApi(updateProgress, { as: as.member, params: { id }, body: { isCompleted: true } })
	}

	test('is absent if there is none, or before completion', async () => {
		await makeCourse(as.admin, { title: 'Without modules' })
		const draft = await makeCourse(as.admin, { title: 'A draft', isPublished: false })
		await makeModule(as.admin, draft.id)
		await enter()
		expect(await progress()).toEqual({ completed: 0, total: 2 })
		await complete()
		expect(await progress()).toEqual({ completed: 2, total: 2 })
	})

	test('is the newest course, but a started one comes first', async () => {
		const [old, newest] = [
			await makeCourse(as.admin, { title: 'Old' }),
			await makeCourse(as.admin, { title: 'Newest' }),
		]
		for (const { id } of [old, newest]) await makeModule(as.admin, id)
		await complete()
		expect(await progress()).toEqual({ completed: 2, total: 2, next: { id: newest.id, title: 'Newest' } })
		await enter(as.member, old.id)
		expect(await progress()).toMatchObject({ next: { id: old.id, title: 'Old' } })
	})
})
