import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { modules } from '#db/schema/modules.ts'
import { publishEvents } from '#db/schema/platform/operations.ts'
import { type Course, getCourse, updateCourse } from '#src/features/courses/contract.ts'
import {
	type CourseModule,
	createModule,
	deleteModule,
	listModules,
	orderModules,
	updateModule,
} from '#src/features/modules/contract.ts'
import { callApi, createPrincipals, type Principal, type PrincipalName } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'
import { makeCourse, makeModule } from '#tests/support/courses/courses.ts'
import { QUIZ } from '#tests/support/courses/quiz.ts'

let database: TestDatabase
let as: Record<PrincipalName, Principal>
let course: Course
beforeEach(async () => {
	database = await freshDatabase()
	as = await createPrincipals()
	course = await makeCourse(as.admin)
})
afterEach(() => database.discard())

const body = { title: 'Reading', description: 'Something to read.', content: 'Twenty characters of it.' }
const read = async (who = as.visitor) =>
	(await callApi(listModules, { as: who, params: { id: course.id } })).json as CourseModule[]
const titles = async () => (await read()).map(({ title, orderIndex }) => `${orderIndex} ${title}`)

describe('writing modules', () => {
	test('defaults to text and adds to the end', async () => {
		await makeModule(as.admin, course.id)
		const reply = await callApi(createModule, { as: as.admin, params: { id: course.id }, body })
		expect([reply.status, reply.json]).toMatchObject([
			201,
			{ ...body, type: 'text', orderIndex: 1, additionalContent: '{}' },
		])
		expect((await callApi(getCourse, { params: { id: course.id } })).json).toMatchObject({ moduleCount: 2 })
	})

	test.each(['video', 'quiz', 'journal'])('allows a %s without content, but not its change to text', async (type) => {
		const made = await callApi(createModule, {
			as: as.admin,
			params: { id: course.id },
			body: { ...body, type, content: '' },
		})
		expect([made.status, made.json]).toMatchObject([201, { type, content: '' }])
		const { id } = made.json as CourseModule
		const change = (sent: object) => callApi(updateModule, { as: as.admin, params: { id }, body: sent })
		const text = await change({ type: 'text' })
		expect([text.status, text.text]).toEqual([400, 'Content must be at least 20 characters'])
		expect((await change({ type: 'text', content: body.content })).status).toBe(200)
		expect((await change({ content: '' })).status).toBe(400)
		expect((await change({ type, content: '' })).status).toBe(200)
	})

	test('keeps markup that the editor produces and removes everything else', async () => {
		const written =
			'<h2>First</h2><section data-callout="tip"><p>Call before noon.</p></section><img src="/media/desk.jpg" alt="The desk" width="800" height="600" />'
		const hostile =
			'<section data-callout="x" onclick="x()"><img src="javascript:x" alt="a"><img src="/a.png" onerror="x()" style="x"></section>'
		const made = await callApi(createModule, {
			as: as.admin,
			params: { id: course.id },
			body: { ...body, content: written + hostile },
		})
		const content = `${written}<p><img src="/a.png" alt="" /></p>`
		expect([made.status, made.json]).toMatchObject([201, { content }])
		expect(await read()).toMatchObject([{ content }])
	})

	test.each([
		[{ ...body, title: 'ab' }, 'Title must be at least 3 characters'],
		[{ ...body, description: 'short' }, 'Description must be at least 10 characters'],
		[{ ...body, content: 'nineteen characters' }, 'Content must be at least 20 characters'],
		[{ ...body, content: ' ' }, 'Content must be at least 20 characters'],
		[{ ...body, type: 'quiz', content: 'nineteen characters' }, 'Content must be at least 20 characters'],
		[{ ...body, type: 'game' }, 'Choose one of the module types'],
		[{ ...body, additionalContent: '{' }, 'Additional content must be valid JSON'],
		[{ ...body, orderIndex: -1 }, 'Order must be 0 or more'],
		[
			{ ...body, type: 'video', additionalContent: { videoUrl: 'javascript:alert(1)' } },
			'Video link must be a valid URL that starts with https://',
		],
		[{ ...body, type: 'video', additionalContent: '[]' }, 'Additional content does not fit a video module'],
		[
			{
				...body,
				type: 'quiz',
				additionalContent: { questions: [{ question: 'Q', options: ['a'], correctAnswer: 0 }] },
			},
			'Offer at least two answers',
		],
		[
			{
				...body,
				type: 'quiz',
				additionalContent: { questions: [{ question: 'Q', options: ['a', 'b'], correctAnswer: 2 }] },
			},
			'Mark the right answer',
		],
		[{ ...body, type: 'quiz', additionalContent: { passingScore: 101 } }, 'Passing score must be between 0 and 100'],
		[{ ...body, type: 'journal', additionalContent: { wordLimit: -1 } }, 'Word limit must be 0 or more'],
	])('rejects %o', async (given, sentence) => {
		const reply = await callApi(createModule, { as: as.admin, params: { id: course.id }, body: given })
		expect([reply.status, reply.text]).toEqual([400, sentence])
	})

	test('shows quiz answers only to admins, even if a question has unknown fields', async () => {
		const secret = { ...QUIZ, questions: QUIZ.questions.map((question) => ({ ...question, hint: 'the secret' })) }
		const made = await makeModule(as.admin, course.id, { type: 'quiz', additionalContent: JSON.stringify(secret) })
		expect(JSON.parse(made.additionalContent)).toEqual(QUIZ)
		for (const who of [as.visitor, as.member]) {
			const text = JSON.stringify(await read(who))
			expect(text).not.toContain('correctAnswer')
			expect(text).not.toContain('secret')
			expect(text).toContain('the cellar')
		}
		expect((await read(as.admin))[0]?.additionalContent).toContain('correctAnswer')
	})

	test('shows the content of an unknown type and hides its data', async () => {
		const made = await makeModule(as.admin, course.id)
		await db()
			.update(modules)
			.set({ type: 'hologram', additionalContent: '{"secret":1}' })
			.where(eq(modules.id, made.id))
		expect((await read())[0]).toMatchObject({ type: 'hologram', additionalContent: '{}', content: made.content })
	})

	test('sanitizes content that was stored before a rule became stricter', async () => {
		const made = await makeModule(as.admin, course.id)
		await db()
			.update(modules)
			.set({ content: '<p onclick="x()">Hi</p><script>alert(1)</script>' })
			.where(eq(modules.id, made.id))
		expect((await read())[0]?.content).toBe('<p>Hi</p>')
	})

	test('keeps fields that an update omits, and a new type starts with its own data', async () => {
		const made = await makeModule(as.admin, course.id, { type: 'quiz', additionalContent: QUIZ })
		const change = (given: object) => callApi(updateModule, { as: as.admin, params: { id: made.id }, body: given })
		expect((await change({ title: 'Renamed' })).json).toMatchObject({
			title: 'Renamed',
			type: 'quiz',
			additionalContent: JSON.stringify(QUIZ),
		})
		expect((await change({ type: 'journal' })).json).toMatchObject({
			additionalContent: '{"prompt":"","guidelines":"","wordLimit":0}',
		})
	})

	test('changes the course’s date and publishes its pages', async () => {
		const made = await makeModule(as.admin, course.id)
		const before = await db().select().from(publishEvents)
		await callApi(updateModule, { as: as.admin, params: { id: made.id }, body: { title: 'New title' } })
		const after = await db().select().from(publishEvents)
		expect(after.slice(before.length).map(({ path }) => path)).toEqual([`/courses/${course.id}`])
		const now = (await callApi(getCourse, { params: { id: course.id } })).json as Course
		expect(now.updatedAt >= course.updatedAt).toBe(true)
	})
})

describe('the order of modules', () => {
	const make = async (...names: string[]) => {
		const made: CourseModule[] = []
		for (const title of names) made.push(await makeModule(as.admin, course.id, { title }))
		return made
	}

	test('is set by the admin, with each module once', async () => {
		const [one, two, three] = (await make('One', 'Two', 'Three')).map(({ id }) => id) as [string, string, string]
		const order = (moduleIds: string[]) =>
			callApi(orderModules, { as: as.admin, params: { id: course.id }, body: { moduleIds } })
		expect((await order([three, one, two])).status).toBe(200)
		expect(await titles()).toEqual(['0 Three', '1 One', '2 Two'])
		for (const wrong of [[one, two], [one, two, two], [one, two, three, 'x'], [one, two, 'x'], []])
			expect((await order(wrong)).status).toBe(409)
		expect(await titles()).toEqual(['0 Three', '1 One', '2 Two'])
	})

	test('closes the gap after a deletion', async () => {
		const made = await make('One', 'Two', 'Three')
		expect((await callApi(deleteModule, { as: as.admin, params: { id: made[1]?.id ?? '' } })).status).toBe(204)
		expect(await titles()).toEqual(['0 One', '1 Three'])
		expect((await callApi(deleteModule, { as: as.admin, params: { id: made[1]?.id ?? '' } })).text).toBe(
			'Module not found',
		)
	})

	test('follows the orderIndex of a created or edited module', async () => {
		const [one] = await make('One', 'Two')
		await makeModule(as.admin, course.id, { title: 'First', orderIndex: 0 })
		expect(await titles()).toEqual(['0 First', '1 One', '2 Two'])
		await callApi(updateModule, { as: as.admin, params: { id: one?.id ?? '' }, body: { orderIndex: 99 } })
		expect(await titles()).toEqual(['0 First', '1 Two', '2 One'])
	})

	test('has no duplicates and no gaps under concurrency', async () => {
		const made = await make('One', 'Two', 'Three')
		const reversed = made.map(({ id }) => id).reverse()
		await Promise.all([
			...Array.from({ length: 4 }, (_, index) =>
				makeModule(as.admin, course.id, { title: `New ${index}`, orderIndex: index }),
			),
			callApi(deleteModule, { as: as.admin, params: { id: reversed[0] ?? '' } }),
			callApi(orderModules, { as: as.admin, params: { id: course.id }, body: { moduleIds: reversed } }),
			callApi(updateModule, { as: as.admin, params: { id: reversed[1] ?? '' }, body: { orderIndex: 0 } }),
		])
		expect((await read()).map(({ orderIndex }) => orderIndex)).toEqual([0, 1, 2, 3, 4, 5])
	})

	test('an unpublished course hides its modules from visitors', async () => {
		await make('One')
		await callApi(updateCourse, { as: as.admin, params: { id: course.id }, body: { isPublished: false } })
		expect((await callApi(listModules, { params: { id: course.id } })).text).toBe('Course not found')
		expect(await read(as.admin)).toHaveLength(1)
	})
})
