import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { db } from '#db/client.ts'
import { audit } from '#db/schema/audit.ts'
import { enrollments } from '#db/schema/courses.ts'
import { comments } from '#db/schema/discussion.ts'
import { journalEntries, moduleProgress, modules, quizAttempts } from '#db/schema/modules.ts'
import { publishEvents } from '#db/schema/platform/operations.ts'
import { withDependants } from '#src/app/public-pages/all.ts'
import {
	type Course,
	createCourse,
	deleteCourse,
	enroll,
	getCourse,
	getProgress,
	listCourses,
	listUserCourses,
	listUserProgress,
	updateCourse,
} from '#src/features/courses/contract.ts'
import { createComment, listComments, listReplies } from '#src/features/discussion/contract.ts'
import { listModules, takeQuiz, updateProgress } from '#src/features/modules/contract.ts'
import { getJournal, saveJournal } from '#src/features/modules/journal-contract.ts'
import { updateSettings } from '#src/features/settings/contract.ts'
import { setSite } from '#src/lib/site/site.ts'
import { callApi, createPrincipals, type Principal, type PrincipalName } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'
import { makeCourse, makeModule } from '#tests/support/courses/courses.ts'
import { QUIZ } from '#tests/support/courses/quiz.ts'

let database: TestDatabase
let as: Record<PrincipalName, Principal>
beforeEach(async () => {
	database = await freshDatabase()
	as = await createPrincipals()
})
afterEach(() => database.discard())

const body = { title: 'Pricing', description: 'Flat fees without regret.' }
const ids = (reply: { json: unknown }) => (reply.json as Course[]).map(({ id }) => id)

describe('writing courses', () => {
	test('creates a beginner draft without an image', async () => {
		const reply = await callApi(createCourse, { as: as.admin, body })
		expect(reply.status).toBe(201)
		expect(reply.json).toMatchObject({
			...body,
			difficulty: 'beginner',
			isPublished: false,
			imageUrl: null,
			moduleCount: 0,
		})
	})

	test("a new course is open to the readers in the club's settings unless its admin chooses", async () => {
		const readers = async (given: object) => {
			const reply = await callApi(createCourse, { as: as.admin, body: { ...body, ...given } })
			return (reply.json as Course).membersOnly
		}
		expect(await readers({})).toBe(false)
		const saved = await callApi(updateSettings, { as: as.admin, body: { newCourses: 'members' } })
		expect(saved.status).toBe(200)
		onTestFinished(() => setSite({}))
		expect(await readers({})).toBe(true)
		expect(await readers({ membersOnly: false })).toBe(false)
		const [entry] = await db().select().from(audit).where(eq(audit.action, 'course.audience'))
		expect(JSON.parse(entry?.detail ?? '')).toEqual({ readers: 'members' })
		const wrong = await callApi(updateSettings, { as: as.admin, body: { newCourses: 'friends' } })
		expect([wrong.status, wrong.text]).toEqual([400, 'Choose who can read a new course'])
	})

	test.each([
		[{ ...body, title: ' ab ' }, 'Title must be at least 3 characters'],
		[{ ...body, title: undefined }, 'Title must be at least 3 characters'],
		[{ ...body, description: 'too short' }, 'Description must be at least 10 characters'],
		[{ ...body, imageUrl: 'picture' }, 'Must be a valid URL'],
		[{ ...body, imageUrl: 'javascript:alert(1)' }, 'Must be a valid URL'],
		[{ ...body, imageUrl: 'data:image/svg+xml,<svg/>' }, 'Must be a valid URL'],
		[{ ...body, imageUrl: 'http://example.com/a.png' }, 'Must be a valid URL'],
		[{ ...body, imageUrl: 'https://me:secret@example.com/a.png' }, 'Must be a valid URL'],
		[{ ...body, imageUrl: `https://example.com/${'a'.repeat(2100)}` }, 'Must be a valid URL'],
		[{ ...body, difficulty: 'expert' }, 'Choose beginner, intermediate or advanced'],
		[{ ...body, isPublished: 'yes' }, 'Choose whether the course is published'],
	])('rejects %o', async (given, sentence) => {
		const reply = await callApi(createCourse, { as: as.admin, body: given })
		expect([reply.status, reply.text]).toEqual([400, sentence])
	})

	test('updates only the fields of the request', async () => {
		const created = await makeCourse(as.admin, { difficulty: 'advanced', imageUrl: 'https://example.com/a.png' })
		const reply = await callApi(updateCourse, { as: as.admin, params: { id: created.id }, body: { title: 'Intake' } })
		expect(reply.json).toMatchObject({
			title: 'Intake',
			difficulty: 'advanced',
			imageUrl: 'https://example.com/a.png',
			isPublished: true,
		})
		const emptied = await callApi(updateCourse, { as: as.admin, params: { id: created.id }, body: { imageUrl: '' } })
		expect(emptied.json).toMatchObject({ imageUrl: null })
	})

	test('queues the public pages of every change in the same write', async () => {
		const created = await makeCourse(as.admin)
		await callApi(updateCourse, { as: as.admin, params: { id: created.id }, body: { isPublished: false } })
		await callApi(deleteCourse, { as: as.admin, params: { id: created.id } })
		const paths = await db().select({ path: publishEvents.path }).from(publishEvents)
		const own = `/courses/${created.id}`
		expect(paths).toEqual([{ path: own }, { path: own }, { path: own }])
		expect(withDependants([own])).toEqual([own, '/', '/courses'])
	})

	test('deletes a course with everything below it in one write', async () => {
		const created = await makeCourse(as.admin)
		const quiz = await makeModule(as.admin, created.id, { type: 'quiz', additionalContent: QUIZ })
		const journal = await makeModule(as.admin, created.id, { type: 'journal' })
		await callApi(enroll, { as: as.member, params: { id: created.id } })
		await callApi(takeQuiz, { as: as.member, params: { id: quiz.id }, body: { answers: [1, 0, 0] } })
		await callApi(updateProgress, { as: as.member, params: { id: quiz.id }, body: { isCompleted: true } })
		await callApi(saveJournal, { as: as.member, params: { id: journal.id }, body: { content: 'mine' } })
		await callApi(createComment, { as: as.member, params: { id: quiz.id }, body: { content: 'hello' } })
		expect((await callApi(deleteCourse, { as: as.admin, params: { id: created.id } })).status).toBe(204)
		for (const table of [modules, enrollments, moduleProgress, quizAttempts, journalEntries, comments])
			expect(await db().select().from(table)).toEqual([])
		expect((await callApi(deleteCourse, { as: as.admin, params: { id: created.id } })).text).toBe('Course not found')
	})
})

describe('reading courses', () => {
	test('shows drafts only to admins, on every route below them', async () => {
		const draft = await makeCourse(as.admin, { isPublished: false })
		const inDraft = await makeModule(as.admin, draft.id, { type: 'journal' })
		const comment = (
			await callApi(createComment, { as: as.admin, params: { id: inDraft.id }, body: { content: 'early' } })
		).json as { id: string }
		const course = { id: draft.id }
		const module = { id: inDraft.id }
		expect(ids(await callApi(listCourses, { as: as.visitor }))).toEqual([])
		expect(ids(await callApi(listCourses, { as: as.admin }))).toEqual([draft.id])
		for (const who of [as.visitor, as.member])
			for (const contract of [getCourse, listModules])
				expect([(await callApi(contract, { as: who, params: course })).status]).toEqual([404])
		const calls = [
			callApi(enroll, { as: as.member, params: course }),
			callApi(getProgress, { as: as.member, params: course }),
			callApi(listUserProgress, { as: as.member, params: course }),
			callApi(updateProgress, { as: as.member, params: module, body: { isCompleted: true } }),
			callApi(takeQuiz, { as: as.member, params: module, body: { answers: [] } }),
			callApi(getJournal, { as: as.member, params: module }),
			callApi(saveJournal, { as: as.member, params: module, body: { content: 'x' } }),
			callApi(listComments, { as: as.member, params: module }),
			callApi(createComment, { as: as.member, params: module, body: { content: 'x' } }),
			callApi(listReplies, { as: as.member, params: { id: comment.id } }),
		]
		expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(calls.map(() => 404))
		expect(await db().select().from(enrollments)).toEqual([])
	})

	test('hides an unpublished course from enrolled members and keeps their enrollment', async () => {
		const created = await makeCourse(as.admin)
		await makeModule(as.admin, created.id)
		await callApi(enroll, { as: as.member, params: { id: created.id } })
		const publish = (isPublished: boolean) =>
			callApi(updateCourse, { as: as.admin, params: { id: created.id }, body: { isPublished } })
		await publish(false)
		expect((await callApi(listUserCourses, { as: as.member })).json).toEqual([])
		expect((await callApi(getProgress, { as: as.member, params: { id: created.id } })).status).toBe(404)
		await publish(true)
		expect((await callApi(getProgress, { as: as.member, params: { id: created.id } })).status).toBe(200)
	})

	test('paginates a long list, newest first, with each course once', async () => {
		const created: string[] = []
		for (let index = 0; index < 7; index++)
			created.unshift((await makeCourse(as.admin, { title: `Course ${index}` })).id)
		created.sort().reverse()
		const seen: string[] = []
		let query: Record<string, string> = { limit: '3' }
		for (let page = 0; page < 3; page++) {
			const reply = await callApi(listCourses, { query })
			expect(reply.header('X-Total-Count')).toBe('7')
			seen.push(...ids(reply))
			const next = /<([^>]+)>; rel="next"/.exec(reply.header('Link') ?? '')?.[1]
			if (!next) break
			query = Object.fromEntries(new URL(next, 'http://x').searchParams)
		}
		expect(seen).toEqual(created)
		expect((await callApi(listCourses, { query: { limit: '101' } })).status).toBe(400)
	})

	test('sends a cacheable response with an ETag only to visitors', async () => {
		const created = await makeCourse(as.admin)
		const params = { id: created.id }
		const first = await callApi(getCourse, { as: { ...as.visitor, cookie: '' }, params })
		// With a max-age, caches would keep serving an unpublished course.
		expect(first.header('Cache-Control')).toBe('public, no-cache')
		const again = await callApi(getCourse, {
			as: { ...as.visitor, cookie: '' },
			params,
			headers: { 'if-none-match': first.header('ETag') },
		})
		expect([again.status, again.text]).toEqual([304, ''])
		expect((await callApi(getCourse, { as: as.member, params })).header('Cache-Control')).toBe('private, no-cache')
	})
})
