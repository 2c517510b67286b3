import { describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { moduleProgress } from '#db/schema/modules.ts'
import { enroll, getProgress, listUserCourses, listUserProgress } from '#src/features/courses/contract.ts'
import { getQuizState, takeQuiz, updateModule, updateProgress } from '#src/features/modules/contract.ts'
import { callApi, type Principal } from '#tests/support/api/api.ts'
import { makeModule } from '#tests/support/courses/courses.ts'
import { as, course, journal, quiz, setUpLearning } from '#tests/support/courses/learning.ts'

setUpLearning()

const attempt = (answers: unknown, who = as.member, id = quiz.id) =>
	callApi(takeQuiz, { as: who, params: { id }, body: { answers } })
const complete = (id: string, isCompleted: unknown = true, who = as.member) =>
	callApi(updateProgress, { as: who, params: { id }, body: { isCompleted } })

describe('completing modules', () => {
	test('requires an enrollment', async () => {
		const reply = await complete(journal.id)
		expect([reply.status, reply.text]).toEqual([403, 'Not enrolled'])
		expect(await db().select().from(moduleProgress)).toEqual([])
	})

	test('requires the member’s own passing attempt for a quiz', async () => {
		for (const who of [as.member, as.otherMember]) await callApi(enroll, { as: who, params: { id: course.id } })
		await attempt([1, 0, 0], as.otherMember)
		await attempt([0, 1, 1])
		expect(await complete(quiz.id)).toMatchObject({ status: 409, text: updateProgress.errors.notPassed[1] })
		await attempt([1, 0, 1])
		expect(await complete(quiz.id)).toMatchObject({ status: 200, json: { moduleId: quiz.id, isCompleted: true } })
		expect((await complete(quiz.id, false)).status).toBe(200)
		// A later failure does not revoke the pass.
		await attempt([0, 1, 1])
		expect((await complete(quiz.id)).status).toBe(200)
	})

	test("reads and changes only the caller's progress, with any id or body", async () => {
		const [mine, theirs] = [as.member, as.otherMember]
		for (const who of [mine, theirs]) await callApi(enroll, { as: who, params: { id: course.id } })
		await complete(journal.id)
		await attempt([1, 0, 1])
		const before = await db().select().from(moduleProgress)
		const victim = { userId: mine.userId ?? '', id: mine.userId ?? '' }
		const tricks = [
			await callApi(getProgress, { as: theirs, params: { id: course.id }, query: victim }),
			await callApi(listUserProgress, { as: theirs, params: { id: course.id }, query: victim }),
			await callApi(listUserCourses, { as: theirs, query: victim }),
			await callApi(getQuizState, { as: theirs, params: { id: quiz.id }, query: victim }),
			// Another member's passing attempt does not count.
			await callApi(updateProgress, {
				as: theirs,
				params: { id: quiz.id },
				body: { isCompleted: true, ...victim, passed: true },
			}),
			await callApi(takeQuiz, { as: theirs, params: { id: quiz.id }, body: { answers: [0, 1, 1], ...victim } }),
		]
		expect(tricks.map(({ status }) => status)).toEqual([200, 200, 200, 200, 409, 201])
		expect(tricks[0]?.json).toEqual({ completed: 0, total: 2 })
		expect(tricks[1]?.json).toEqual([quiz, journal].map(({ id }) => ({ moduleId: id, isCompleted: false })))
		expect(tricks[2]?.json).toMatchObject([{ progress: { completed: 0 } }])
		expect(tricks[3]?.json).toEqual({ hasPassed: false, passed: null, last: null })
		// A reset affects only the caller.
		await callApi(updateProgress, { as: theirs, params: { id: journal.id }, body: { isCompleted: false, ...victim } })
		const after = await db().select().from(moduleProgress)
		expect(after.filter(({ userId }) => userId === mine.userId)).toEqual(before)
		const state = (await callApi(getQuizState, { as: mine, params: { id: quiz.id } })).json
		expect(state).toMatchObject({ hasPassed: true, last: { score: 67 } })
	})

	test('rejects an empty body, a string as flag and an unknown module', async () => {
		expect((await complete(quiz.id, 'true')).status).toBe(400)
		expect((await complete('nobody')).text).toBe('Module not found')
	})
})

describe('quizzes', () => {
	test('are graded on the server: rounded percentage, passing score, result of each question', async () => {
		expect(await attempt([1, 0, 1])).toMatchObject({
			status: 201,
			json: { score: 67, passingScore: 60, passed: true, results: [true, true, false] },
		})
		expect((await attempt([null, null, 0])).json).toMatchObject({
			score: 33,
			passed: false,
			results: [false, false, true],
		})
	})

	test('never reveal the correct option in the response', async () => {
		const reply = await attempt([0, 1, 1])
		expect(Object.keys(reply.json as object).sort()).toEqual([
			'answers',
			'createdAt',
			'explanations',
			'id',
			'passed',
			'passingScore',
			'questions',
			'results',
			'score',
		])
	})

	test.each([[[]], [[1, 0]], [[1, 0, 0, 0]], [['1', '0', '0']], [[1.5, 0, 0]], [{ 0: 1 }], [undefined], [[-1, 0, 0]]])(
		'reject the answers %o',
		async (answers) => {
			expect((await attempt(answers)).status).toBe(400)
		},
	)

	test('return the given answers with the result until the quiz changes', async () => {
		expect((await attempt([null, 2, 0])).json).toMatchObject({ answers: [null, 2, 0] })
		const last = async () =>
			((await callApi(getQuizState, { as: as.member, params: { id: quiz.id } })).json as { last: object }).last
		expect(await last()).toMatchObject({ answers: [null, 2, 0] })
		await callApi(updateModule, { as: as.admin, params: { id: quiz.id }, body: { title: 'Another title' } })
		expect(await last()).not.toHaveProperty('answers')
	})

	test('require a quiz module with questions', async () => {
		expect(await attempt([], as.member, journal.id)).toMatchObject({ status: 400, text: 'This module is not a quiz' })
		const empty = await makeModule(as.admin, course.id, { type: 'quiz' })
		expect(await attempt([], as.member, empty.id)).toMatchObject({ status: 409, text: 'No quiz questions found' })
	})

	test('show members their own attempts', async () => {
		await attempt([1, 0, 0], as.otherMember)
		const state = async (who: Principal) => (await callApi(getQuizState, { as: who, params: { id: quiz.id } })).json
		expect(await state(as.member)).toEqual({ hasPassed: false, passed: null, last: null })
		await attempt([1, 0, 0])
		await attempt([0, 1, 1])
		// The passing attempt is still returned after a failed one.
		expect(await state(as.member)).toMatchObject({ hasPassed: true, passed: { score: 100 }, last: { score: 0 } })
	})
})
