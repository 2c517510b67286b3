import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase, useDatabase } from '#db/client.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { readDashboard } from '#src/app/admin-home/dashboard.ts'
import { readHome } from '#src/app/member-home/read-home.ts'
import { listSignIns } from '#src/features/account/contract.ts'
import { getUser, login } from '#src/features/auth/contract.ts'
import { changePassword } from '#src/features/auth/password-contract.ts'
import { readAuthSession } from '#src/features/auth/server/auth-sessions.ts'
import * as courses from '#src/features/courses/contract.ts'
import * as discussion from '#src/features/discussion/contract.ts'
import * as learning from '#src/features/modules/contract.ts'
import * as journals from '#src/features/modules/journal-contract.ts'
import { createCategory } from '#src/features/questions/category-contract.ts'
import * as questions from '#src/features/questions/contract.ts'
import { listAllCategories } from '#src/features/questions/server/categories.ts'
import { findQuestion } from '#src/features/questions/server/questions.ts'
import type { Contract } from '#src/lib/api/contract.ts'
import {
	type CallOptions,
	callApi,
	createPrincipals,
	insertAccount,
	type Principal,
	type PrincipalName,
	signedIn,
	TEST_PASSWORD,
} from '#tests/support/api/api.ts'
import { makeCourse, makeModule } from '#tests/support/courses/courses.ts'
import { QUIZ } from '#tests/support/courses/quiz.ts'
import { type CountingProxy, startCountingProxy } from '#tests/support/servers/counting-proxy.ts'
import { type Sqld, startSqld } from '#tests/support/servers/sqld.ts'

// Counts the round trips to the database server. Each costs 20 ms or more with a server in another city, so services
// run independent queries concurrently.

let server: Sqld
let proxy: CountingProxy
let database: Database
let as: Record<PrincipalName, Principal>
let questionId: string
let categoryId: string
let courseId: string
let quizId: string
let journalId: string
let commentId: string

const create = async (contract: Contract, options: CallOptions) => {
	const reply = await callApi(contract, options)
	expect(reply.status, reply.text).toBe(201)
	return (reply.json as { id: string }).id
}

beforeAll(async () => {
	server = await startSqld()
	proxy = await startCountingProxy(server.url)
	database = await openDatabase({ url: proxy.url, authToken: server.authToken })
	await migrateDatabase(database)
	useDatabase(database)
	as = await createPrincipals()
	categoryId = await create(createCategory, { as: as.admin, body: { name: 'Intake', parentCategoryId: null } })
	questionId = await create(questions.createQuestion, {
		as: as.member,
		body: { title: 'Who keeps the keys?', body: 'Of the office, and of the safe in it.', categoryId },
	})
	await create(questions.createQuestion, {
		as: as.member,
		body: { title: 'Who had the keys before?', body: 'And who had those of the safe?', categoryId },
	})
	courseId = (await makeCourse(as.admin)).id
	quizId = (await makeModule(as.admin, courseId, { type: 'quiz', additionalContent: QUIZ })).id
	journalId = (await makeModule(as.admin, courseId, { type: 'journal', additionalContent: { wordLimit: 50 } })).id
	await callApi(courses.enroll, { as: as.member, params: { id: courseId } })
	commentId = await create(discussion.createComment, {
		as: as.member,
		params: { id: journalId },
		body: { content: 'A first word' },
	})
})
afterAll(async () => {
	useDatabase(undefined)
	await database.close()
	await proxy.stop()
	await server.stop()
})

async function roundTrips(run: () => Promise<unknown>): Promise<number> {
	const before = proxy.requests
	await run()
	return proxy.requests - before
}

/** Counts the round trips of a call, including the session lookup of signed-in callers. */
async function tripsOf(contract: Contract, options: Omit<CallOptions, 'as'> = {}, caller = as.member): Promise<number> {
	const trips = await roundTrips(async () => {
		const reply = await callApi(contract, { as: caller, ...options })
		expect(reply.status, reply.text).toBeLessThan(300)
	})
	return trips
}

describe('the forum', () => {
	const question = () => ({ params: { id: questionId } })
	/** Fetches the second page of a category search that has one hit per page. */
	async function nextPage() {
		const query = { search: 'keys', category: categoryId, limit: '1' }
		const first = await callApi(questions.listQuestions, { as: as.member, query })
		const cursor = /cursor=([^>&]+)/.exec(first.header('link') ?? '')?.[1] ?? ''
		expect(cursor).not.toBe('')
		return { ...query, cursor }
	}

	test('takes three round trips for a comment: session, question, write', async () => {
		expect(await tripsOf(questions.createComment, { ...question(), body: { body: 'Under the mat.' } })).toBe(3)
	})

	test('takes three for a comment with a mention on a followed question', async () => {
		const { json } = await callApi(getUser, { as: as.otherMember })
		const body = { body: `Ask @${(json as { username: string }).username}, who had them last.` }
		expect(await tripsOf(questions.createComment, { ...question(), body })).toBe(3)
	})

	test('checks the session twice for a comment on a slow connection', async () => {
		const beforeBody = () => new Promise((resolve) => setTimeout(resolve, 100))
		expect(await tripsOf(questions.createComment, { ...question(), body: { body: 'At last.' }, beforeBody })).toBe(4)
	})

	test.each([
		['the list', () => tripsOf(questions.listQuestions), 2],
		['a search', () => tripsOf(questions.listQuestions, { query: { search: 'keys' } }), 3],
		[
			'a search within a category',
			() => tripsOf(questions.listQuestions, { query: { search: 'keys', category: categoryId } }),
			3,
		],
		['its next page', async () => tripsOf(questions.listQuestions, { query: await nextPage() }), 3],
		['a question with its comments', () => tripsOf(questions.getQuestion, question()), 2],
		['its comments', () => tripsOf(questions.listComments, question()), 2],
		['following', () => tripsOf(questions.followQuestion, { ...question(), body: { state: 'muted' } }), 2],
	])('%s', async (_, trips, expected) => {
		expect(await trips()).toBe(expected)
	})
})

describe('learning', () => {
	const course = () => ({ params: { id: courseId } })
	const quiz = () => ({ params: { id: quizId } })
	const journal = () => ({ params: { id: journalId } })
	const answers = QUIZ.questions.map(({ correctAnswer }) => correctAnswer)

	test.each([
		['the catalogue, read again', async () => (await tripsOf(courses.listCourses)) && tripsOf(courses.listCourses), 2],
		['own courses', () => tripsOf(courses.listUserCourses), 2],
		['a course', () => tripsOf(courses.getCourse, course()), 2],
		['its modules', () => tripsOf(learning.listModules, course()), 2],
		['its progress', () => tripsOf(courses.getProgress, course()), 2],
		['progress by module', () => tripsOf(courses.listUserProgress, course()), 2],
		['enrolling', () => tripsOf(courses.enroll, course()), 2],
		['mark complete', () => tripsOf(learning.updateProgress, { ...journal(), body: { isCompleted: true } }), 2],
		['the state of a quiz', () => tripsOf(learning.getQuizState, quiz()), 2],
		['a quiz attempt', () => tripsOf(learning.takeQuiz, { ...quiz(), body: { answers } }), 3],
		['a journal entry', () => tripsOf(journals.getJournal, journal()), 2],
		['saving it', () => tripsOf(journals.saveJournal, { ...journal(), body: { content: 'What I learned' } }), 3],
		['the discussion', () => tripsOf(discussion.listComments, journal()), 2],
		['replies', () => tripsOf(discussion.listReplies, { params: { id: commentId } }), 2],
		['a comment', () => tripsOf(discussion.createComment, { ...journal(), body: { content: 'Another word' } }), 2],
	])('%s', async (_, trips, expected) => {
		expect(await trips()).toBe(expected)
	})
})

describe('people', () => {
	test('takes one round trip for the caller, and two for the list of sign-ins', async () => {
		expect(await tripsOf(getUser)).toBe(1)
		expect(await tripsOf(listSignIns)).toBe(2)
	})

	test('takes three for a new password: session, attempts with the old hash, all changes', async () => {
		const body = { currentPassword: TEST_PASSWORD, newPassword: 'a lamp beside the window' }
		expect(await tripsOf(changePassword, { body }, await signedIn(await insertAccount()))).toBe(3)
	})

	test('takes three for a sign-in: account, attempts, session', async () => {
		const { json } = await callApi(getUser, { as: as.otherMember })
		const body = { email: (json as { email: string }).email, password: TEST_PASSWORD }
		expect(await tripsOf(login, { body }, { ...as.visitor })).toBe(3)
	})
})

describe('screens', () => {
	test.each([
		['the dashboard', (user: never) => [readHome(user)]],
		['a question', (user: never) => [findQuestion(questionId, user), listAllCategories()]],
	])('%s: the session, then everything concurrently', async (_, read) => {
		const trips = await roundTrips(async () => {
			const caller = await readAuthSession(as.member.cookie)
			await Promise.all(read(caller?.user as never))
		})
		expect(trips).toBe(2)
	})

	test('the admin home: its parts concurrently, then the first steps if they are shown', async () => {
		const caller = await readAuthSession(as.admin.cookie)
		expect(await roundTrips(() => readDashboard(caller?.user as never))).toBe(3)
	})
})
