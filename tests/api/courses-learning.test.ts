import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { journalEntries, moduleProgress } from '#db/schema/modules.ts'
import {
	type Course,
	enroll,
	getProgress,
	listUserCourses,
	listUserProgress,
	updateCourse,
} from '#src/features/courses/contract.ts'
import {
	type AdminJournalEntry,
	type CourseModule,
	getJournal,
	getQuizState,
	giveFeedback,
	type JournalEntry,
	listJournals,
	listWaitingJournals,
	saveJournal,
	takeQuiz,
	updateModule,
	updateProgress,
} from '#src/features/modules/contract.ts'
import { countWaitingJournals } from '#src/features/modules/server/journals.ts'
import { updatePreferences } from '#src/features/notifications/contract.ts'
import { callApi, createPrincipals, type Principal, type PrincipalName } from '#tests/support/api.ts'
import { makeCourse, makeModule } from '#tests/support/courses.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts'
import { writtenMails } from '#tests/support/mail.ts'
import { QUIZ } from '#tests/support/quiz.ts'

let database: TestDatabase
let as: Record<PrincipalName, Principal>
let course: Course
let quiz: CourseModule
let journal: CourseModule
beforeEach(async () => {
	database = await freshDatabase()
	as = await createPrincipals()
	course = await makeCourse(as.admin)
	quiz = await makeModule(as.admin, course.id, { type: 'quiz', additionalContent: QUIZ })
	journal = await makeModule(as.admin, course.id, { type: 'journal', additionalContent: { wordLimit: 5 } })
})
afterEach(() => database.discard())

const attempt = (answers: unknown, who = as.member, id = quiz.id) =>
	callApi(takeQuiz, { as: who, params: { id }, body: { answers } })
const complete = (id: string, isCompleted: unknown = true, who = as.member) =>
	callApi(updateProgress, { as: who, params: { id }, body: { isCompleted } })
const save = (content: unknown, who = as.member, id = journal.id) =>
	callApi(saveJournal, { as: who, params: { id }, body: { content } })
const entryOf = async (who: Principal) =>
	(await callApi(getJournal, { as: who, params: { id: journal.id } })).json as JournalEntry | null

describe('completing modules', () => {
	test('needs enrolment', async () => {
		const reply = await complete(journal.id)
		expect([reply.status, reply.text]).toEqual([403, 'Not enrolled'])
		expect(await db().select().from(moduleProgress)).toEqual([])
	})

	test('a quiz is complete only after a passing attempt of one’s own', async () => {
		for (const who of [as.member, as.otherMember]) await callApi(enroll, { as: who, params: { id: course.id } })
		await attempt([1, 0, 0], as.otherMember)
		await attempt([0, 1, 1])
		expect(await complete(quiz.id)).toMatchObject({ status: 409, text: updateProgress.errors.notPassed[1] })
		await attempt([1, 0, 1])
		expect(await complete(quiz.id)).toMatchObject({ status: 200, json: { moduleId: quiz.id, isCompleted: true } })
		expect((await complete(quiz.id, false)).status).toBe(200)
		// A later failure takes nothing away from who passed.
		await attempt([0, 1, 1])
		expect((await complete(quiz.id)).status).toBe(200)
	})

	test('is read and changed for oneself alone: no id and no body gets another member in', async () => {
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
			// The other's passing attempt opens nothing.
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
		expect(tricks[3]?.json).toEqual({ hasPassed: false, last: null })
		// Resetting is one's own too.
		await callApi(updateProgress, { as: theirs, params: { id: journal.id }, body: { isCompleted: false, ...victim } })
		const after = await db().select().from(moduleProgress)
		expect(after.filter(({ userId }) => userId === mine.userId)).toEqual(before)
		const state = (await callApi(getQuizState, { as: mine, params: { id: quiz.id } })).json
		expect(state).toMatchObject({ hasPassed: true, last: { score: 67 } })
	})

	test('a bare body, a text for a flag and an unknown module are refused', async () => {
		expect((await complete(quiz.id, 'true')).status).toBe(400)
		expect((await complete('nobody')).text).toBe('Module not found')
	})
})

describe('quizzes', () => {
	test('are graded on the server: rounded share, passing score, right or wrong per question', async () => {
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

	test('the answer never says which option is right', async () => {
		const reply = await attempt([0, 1, 1])
		expect(Object.keys(reply.json as object).sort()).toEqual([
			'answers',
			'createdAt',
			'id',
			'passed',
			'passingScore',
			'results',
			'score',
		])
	})

	test.each([[[]], [[1, 0]], [[1, 0, 0, 0]], [['1', '0', '0']], [[1.5, 0, 0]], [{ 0: 1 }], [undefined], [[-1, 0, 0]]])(
		'refuses the answers %o',
		async (answers) => {
			expect((await attempt(answers)).status).toBe(400)
		},
	)

	test('the result says what one answered, until the quiz is changed', async () => {
		expect((await attempt([null, 2, 0])).json).toMatchObject({ answers: [null, 2, 0] })
		const last = async () =>
			((await callApi(getQuizState, { as: as.member, params: { id: quiz.id } })).json as { last: object }).last
		expect(await last()).toMatchObject({ answers: [null, 2, 0] })
		await callApi(updateModule, { as: as.admin, params: { id: quiz.id }, body: { title: 'Another title' } })
		expect(await last()).not.toHaveProperty('answers')
	})

	test('a module that is no quiz, and a quiz without questions, cannot be taken', async () => {
		expect(await attempt([], as.member, journal.id)).toMatchObject({ status: 400, text: 'This module is not a quiz' })
		const empty = await makeModule(as.admin, course.id, { type: 'quiz' })
		expect(await attempt([], as.member, empty.id)).toMatchObject({ status: 409, text: 'No quiz questions found' })
	})

	test('a member sees their own attempts', async () => {
		await attempt([1, 0, 0], as.otherMember)
		const state = async (who: Principal) => (await callApi(getQuizState, { as: who, params: { id: quiz.id } })).json
		expect(await state(as.member)).toEqual({ hasPassed: false, last: null })
		await attempt([1, 0, 0])
		await attempt([0, 1, 1])
		expect(await state(as.member)).toMatchObject({ hasPassed: true, last: { score: 0 } })
	})
})

describe('journals', () => {
	test('one entry each, saved again and again', async () => {
		expect(await entryOf(as.member)).toBeNull()
		await Promise.all([save('first'), save('second')])
		expect(await save('the third one')).toMatchObject({
			status: 200,
			json: { content: 'the third one', instructorFeedback: null },
		})
		expect(await db().select().from(journalEntries)).toHaveLength(1)
	})

	test.each([
		['', 'Write something before you save'],
		[' \n\t ', 'Write something before you save'],
		['one two three four five six', 'Your entry is over the word limit of 5 words'],
		[7, 'Write something before you save'],
	])('refuses %o', async (content, sentence) => {
		expect(await save(content)).toMatchObject({ status: 400, text: sentence })
	})

	test('a limit of 0 is none; white space is not a word', async () => {
		expect((await save(' one\n two   three\tfour five ')).status).toBe(200)
		await callApi(updateModule, {
			as: as.admin,
			params: { id: journal.id },
			body: { additionalContent: { wordLimit: 0 } },
		})
		expect((await save('one two three four five six seven')).status).toBe(200)
		expect((await save('in the wrong module', as.member, quiz.id)).text).toBe('This module is not a journal')
	})

	test('is its author’s and the admins’: no id and no body gets another member in', async () => {
		await save('private thoughts')
		const [row] = await db().select().from(journalEntries)
		const entryId = row?.id ?? ''
		expect(await entryOf(as.otherMember)).toBeNull()
		const tricks = await Promise.all([
			callApi(saveJournal, {
				as: as.otherMember,
				params: { id: journal.id },
				body: { content: 'mine', userId: as.member.userId, id: entryId },
			}),
			callApi(getJournal, {
				as: as.otherMember,
				params: { id: journal.id },
				query: { userId: as.member.userId ?? '' },
			}),
			callApi(getJournal, { as: as.otherMember, params: { id: entryId } }),
			callApi(listJournals, { as: as.otherMember, params: { id: course.id } }),
			callApi(giveFeedback, {
				as: as.otherMember,
				params: { id: journal.id, entryId },
				body: { instructorFeedback: 'ha' },
			}),
			callApi(updateProgress, {
				as: as.otherMember,
				params: { id: journal.id },
				body: { isCompleted: true, userId: as.member.userId },
			}),
		])
		expect(tricks.map(({ status }) => status)).toEqual([200, 200, 404, 403, 403, 403])
		for (const reply of tricks) expect(reply.text).not.toContain('private thoughts')
		expect(await entryOf(as.member)).toMatchObject({ content: 'private thoughts', instructorFeedback: null })
		expect(await db().select().from(moduleProgress)).toEqual([])
	})

	describe('feedback', () => {
		const mails = async () => (await writtenMails()).filter(({ subject }) => subject.startsWith('Feedback on'))
		const entryId = async (who: Principal) => {
			const rows = await db()
				.select()
				.from(journalEntries)
				.where(eq(journalEntries.userId, who.userId ?? ''))
			return rows[0]?.id ?? ''
		}
		const answer = async (of: Principal, instructorFeedback: string, by = as.admin) =>
			callApi(giveFeedback, {
				as: by,
				params: { id: journal.id, entryId: await entryId(of) },
				body: { instructorFeedback },
			})

		beforeEach(async () => {
			const data = { prompt: 'What will you change?', wordLimit: 5 }
			await callApi(updateModule, { as: as.admin, params: { id: journal.id }, body: { additionalContent: data } })
		})

		test('what waits in all courses stands in one list, with its prompt', async () => {
			const elsewhere = await makeModule(as.admin, (await makeCourse(as.admin, { title: 'Elsewhere' })).id, {
				type: 'journal',
			})
			await save('here')
			await save('there', as.otherMember, elsewhere.id)
			const list = async () => (await callApi(listWaitingJournals, { as: as.admin })).json as AdminJournalEntry[]
			expect((await list()).map(({ content, courseTitle, prompt }) => [content, courseTitle, prompt])).toEqual([
				['there', 'Elsewhere', ''],
				['here', course.title, 'What will you change?'],
			])
			expect(await countWaitingJournals()).toBe(2)
			await answer(as.member, 'Well seen.')
			expect((await list()).map(({ content }) => content)).toEqual(['there'])
			const page = await callApi(listWaitingJournals, { as: as.admin, query: { limit: '1' } })
			expect(page.header('X-Total-Count')).toBe('1')
		})

		test('is told to the member once, in a mail that quotes nothing and can be stopped', async () => {
			await save('private thoughts')
			await answer(as.member, 'Well seen.')
			await answer(as.member, 'Well seen!')
			const [mail, ...more] = await mails()
			expect(more).toEqual([])
			expect(mail).toMatchObject({ subject: `Feedback on your journal: ${journal.title}` })
			expect(mail?.text).toContain(`/courses/${course.id}#module-${journal.id}`)
			expect(mail?.text).not.toMatch(/private thoughts|Well seen/)
			expect(mail?.headers?.['List-Unsubscribe']).toMatch(/\/api\/unsubscribe\//)
			// A new version of the entry is answered anew.
			await save('other thoughts')
			await answer(as.member, 'Better.')
			expect(await mails()).toHaveLength(2)
		})

		test('is told neither to who does not want it, nor to an admin of their own entry', async () => {
			await save('mine', as.admin)
			await answer(as.admin, 'Note to self.')
			await save('thoughts')
			const kinds = { mentions: true, comments: true, reminders: true }
			await callApi(updatePreferences, { as: as.member, body: { ...kinds, feedback: false } })
			// Who knows three kinds changes nothing of the fourth.
			await callApi(updatePreferences, { as: as.member, body: kinds })
			await answer(as.member, 'Well seen.')
			expect(await mails()).toEqual([])
		})

		test('is not told of a course that the member cannot open any more', async () => {
			await save('thoughts')
			await callApi(updateCourse, { as: as.admin, params: { id: course.id }, body: { isPublished: false } })
			await answer(as.member, 'Well seen.')
			expect(await mails()).toEqual([])
		})
	})

	test('admins find what waits for feedback, and answer it', async () => {
		await save('from one')
		await save('from the other', as.otherMember)
		const list = async (query = {}) => {
			const reply = await callApi(listJournals, { as: as.admin, params: { id: course.id }, query })
			expect(reply.status).toBe(200)
			return reply.json as AdminJournalEntry[]
		}
		const entry = (await list()).find(({ user }) => user.id === as.member.userId)
		const params = { id: journal.id, entryId: entry?.id ?? '' }
		const feedback = (instructorFeedback: string) =>
			callApi(giveFeedback, { as: as.admin, params, body: { instructorFeedback } })
		expect(await feedback(' ')).toMatchObject({ status: 400, text: 'Write your feedback first' })
		expect(await feedback('Well seen.')).toMatchObject({
			status: 200,
			json: { isWaiting: false, instructorFeedback: 'Well seen.' },
		})
		expect((await list({ waiting: 'true' })).map(({ content }) => content)).toEqual(['from the other'])
		expect(await entryOf(as.member)).toMatchObject({ instructorFeedback: 'Well seen.' })
		// Saved unchanged it stays answered; changed it waits again, and keeps the feedback.
		await save('from one')
		expect(await list({ waiting: 'true' })).toHaveLength(1)
		await save('from one, again')
		expect(await list({ waiting: 'true' })).toHaveLength(2)
		expect(await entryOf(as.member)).toMatchObject({ instructorFeedback: 'Well seen.' })
		const stray = await callApi(giveFeedback, {
			as: as.admin,
			params: { ...params, id: quiz.id },
			body: { instructorFeedback: 'x' },
		})
		expect(stray).toMatchObject({ status: 404, text: 'Journal entry not found' })
		expect(await list({ limit: '1' })).toHaveLength(1)
	})
})
