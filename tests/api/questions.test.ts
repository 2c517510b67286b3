import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { postCounts, questionCategories, questionComments, questions, users } from '#db/schema/index.ts'
import {
	type Category,
	createCategory,
	createComment,
	createQuestion,
	deleteCategory,
	deleteComment,
	deleteQuestion,
	getQuestion,
	LOCKED,
	listCategories,
	listComments,
	listQuestions,
	lockQuestion,
	orderCategories,
	type Question,
	type QuestionComment,
	type QuestionSummary,
	suggestMembers,
	updateCategory,
	updateComment,
	updateQuestion,
} from '#src/features/questions/contract.ts'
import { callApi, insertAccount, type Principal, type Reply, signedIn } from '#tests/support/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts'

let database: TestDatabase
let admin: Principal
let member: Principal
let other: Principal
let intake: Category
let practice: Category
let family: Category

const BODY = 'How do the rest of you handle this, and what would you do again?'

async function addCategory(name: string, parentCategoryId: string | null = null): Promise<Category> {
	const reply = await callApi(createCategory, { as: admin, body: { name, parentCategoryId } })
	expect(reply.status, reply.text).toBe(201)
	return reply.json as Category
}

async function ask(
	title: string,
	options: { as?: Principal; body?: string; categoryId?: string } = {},
): Promise<string> {
	const body = { title, body: options.body ?? BODY, categoryId: options.categoryId ?? intake.id }
	const reply = await callApi(createQuestion, { as: options.as ?? member, body })
	expect(reply.status, reply.text).toBe(201)
	return (reply.json as { id: string }).id
}

const read = async (id: string, as = member) => (await callApi(getQuestion, { as, params: { id } })).json as Question
const list = async (query: Record<string, string>, as = member) => callApi(listQuestions, { as, query })
const titles = (reply: Reply) => (reply.json as QuestionSummary[]).map(({ title }) => title)
const comment = (id: string, body: string, as = member) =>
	callApi(createComment, { as, params: { id }, body: { body } })

beforeAll(async () => {
	database = await freshDatabase()
	admin = await signedIn(await insertAccount({ role: 'admin' }))
	member = await signedIn(await insertAccount({ name: 'Dana Whitfield' }))
	other = await signedIn(await insertAccount({ name: 'Tomas Keller' }))
	intake = await addCategory('Client intake')
	practice = await addCategory('Practice Specific')
	family = await addCategory('Family law', practice.id)
})
afterAll(() => database.discard())
beforeEach(async () => {
	await db().delete(questions)
})

describe('asking', () => {
	test('answers 201 with the id, and the question reads as it was written', async () => {
		const id = await ask('How do you screen a caller?')
		const found = await read(id, other)
		expect(found).toMatchObject({
			id,
			title: 'How do you screen a caller?',
			body: BODY,
			category: { name: 'Client intake' },
			author: { name: 'Dana Whitfield', username: 'dana.whitfield' },
			isLocked: false,
			isEdited: false,
			isOwn: false,
			comments: [],
			commentCount: 0,
			follow: 'none',
		})
		expect(await read(id)).toMatchObject({ isOwn: true, follow: 'following' })
	})

	test.each([
		[{ title: 'Too short', body: BODY }, 'Title must be at least 10 characters'],
		[{ title: '  nine   ', body: BODY }, 'Title must be at least 10 characters'],
		[{ title: 'A title of some length', body: 'Nineteen letters...' }, 'Question body must be at least 20 characters'],
		[{ title: 'A title of some length', body: BODY, categoryId: '' }, 'Please select a category'],
		[{ title: 'A title of some length', body: BODY, categoryId: 'nobody' }, 'Please select a category'],
		[{ body: BODY }, 'Title must be at least 10 characters'],
	])('refuses %j: %s', async (body, message) => {
		const reply = await callApi(createQuestion, { as: member, body: { categoryId: intake.id, ...body } })
		expect([reply.status, reply.text]).toEqual([400, message])
		expect(await db().$count(questions)).toBe(0)
	})

	test('keeps a question whose author was deleted', async () => {
		const gone = await insertAccount()
		const id = await ask('A question that outlives its author', { as: await signedIn(gone) })
		await db().delete(users).where(eq(users.id, gone.id))
		expect(await read(id)).toMatchObject({ author: null, isOwn: false })
	})
})

describe('the list', () => {
	test('is newest first, paged by the id of the last one, with the total and the next address', async () => {
		for (const name of ['one', 'two', 'three', 'four', 'five']) await ask(`Question number ${name}`)
		const first = await list({ limit: '2' })
		expect(titles(first)).toEqual(['Question number five', 'Question number four'])
		expect(first.header('x-total-count')).toBe('5')
		const cursor = (first.json as QuestionSummary[]).at(-1)?.id ?? ''
		expect(first.header('link')).toBe(`</api/questions?limit=2&cursor=${cursor}>; rel="next"`)
		const last = await list({ limit: '3', cursor })
		expect(titles(last)).toEqual(['Question number three', 'Question number two', 'Question number one'])
		expect(last.header('link')).toBeUndefined()
	})

	test('of a parent category has the questions of its children, of a child only its own', async () => {
		await ask('A question about intake')
		await ask('A question about practice', { categoryId: practice.id })
		await ask('A question about custody', { categoryId: family.id })
		expect(titles(await list({ category: practice.id }))).toEqual([
			'A question about custody',
			'A question about practice',
		])
		expect((await list({ category: practice.id })).header('x-total-count')).toBe('2')
		expect(titles(await list({ category: family.id }))).toEqual(['A question about custody'])
		expect(titles(await list({ category: 'nobody' }))).toEqual([])
		expect((await list({})).header('x-total-count')).toBe('3')
	})

	test('gives the beginning of the body and the count of comments', async () => {
		const id = await ask('A question with a long body', { body: `${'word '.repeat(100)}end` })
		await comment(id, 'A first comment')
		const [row] = (await list({})).json as QuestionSummary[]
		expect(row?.preview).toHaveLength(280)
		expect(row).toMatchObject({ commentCount: 1, isLocked: false, author: { username: 'dana.whitfield' } })
	})

	test('refuses a limit beyond 100', async () => {
		expect((await list({ limit: '101' })).status).toBe(400)
	})
})

describe('search', () => {
	test('finds all words in title and body, the title before the body, and marks them', async () => {
		await ask('Something else altogether', { body: 'Nobody here talks about what you are looking for.' })
		await ask('Where do you keep papers?', { body: 'I lost an engagement letter twice this year already.' })
		await ask('The engagement letter, revisited', { body: 'Which clauses do you never leave out of yours?' })
		const reply = await list({ search: 'letter engagement' })
		expect(titles(reply)).toEqual(['The engagement letter, revisited', 'Where do you keep papers?'])
		expect(reply.header('x-total-count')).toBe('2')
		const [best, second] = reply.json as QuestionSummary[]
		expect(best?.titleMarks.map(([from, to]) => best.title.slice(from, to))).toEqual(['engagement', 'letter'])
		expect(second?.previewMarks.map(([from, to]) => second.preview.slice(from, to))).toEqual(['engagement', 'letter'])
	})

	test('finds an unfinished last word, other forms of a word, and accents written plain', async () => {
		await ask('Billing a client in instalments', { body: 'Résumé of what I learned about billing in small steps.' })
		for (const search of ['bill', 'billed', 'instal', 'resume', 'BILLING client'])
			expect(titles(await list({ search })), search).toEqual(['Billing a client in instalments'])
		expect(titles(await list({ search: 'client retainer' }))).toEqual([])
	})

	test.each([
		'"',
		'a"b',
		"o'brien",
		'title:retainer',
		'NEAR(a b)',
		'retainer OR x',
		'retainer -zebra',
		'* ^ ( )',
		'x* AND',
		'{title}',
		'\\',
		';--',
		'%',
		'???',
	])('takes %s for words, never for operators', async (search) => {
		await ask('What is a fair retainer?', { body: 'And how do you say it on the first call, plainly?' })
		const reply = await list({ search })
		expect(reply.status, reply.text).toBe(200)
		// Operators would find it (OR, minus, prefix); as words, not all of them are there.
		expect(titles(reply)).toEqual([])
	})

	test('stays within the category, and follows edits and deletions', async () => {
		await ask('Retainers in general, please')
		const id = await ask('Retainers in family law', { categoryId: family.id })
		expect(titles(await list({ search: 'retainer', category: practice.id }))).toEqual(['Retainers in family law'])
		expect(titles(await list({ search: 'retainer', category: family.id }))).toEqual(['Retainers in family law'])
		await callApi(updateQuestion, {
			as: member,
			params: { id },
			body: { title: 'Deposits in general', body: BODY, categoryId: intake.id },
		})
		expect(titles(await list({ search: 'deposit', category: intake.id }))).toEqual(['Deposits in general'])
		expect(titles(await list({ search: 'retainer', category: practice.id }))).toEqual([])
		expect((await list({ category: family.id })).header('x-total-count')).toBe('0')
		await callApi(deleteQuestion, { as: admin, params: { id } })
		expect(titles(await list({ search: 'deposit' }))).toEqual([])
	})

	test('is paged through its ranking', async () => {
		for (let i = 0; i < 5; i++) await ask(`Trust account question ${i}`)
		const first = await list({ search: 'trust account', limit: '3' })
		expect(first.header('x-total-count')).toBe('5')
		const cursor = (first.json as QuestionSummary[]).at(-1)?.id ?? ''
		const rest = await list({ search: 'trust account', limit: '3', cursor })
		expect(new Set([...titles(first), ...titles(rest)]).size).toBe(5)
		expect(rest.header('link')).toBeUndefined()
	})
})

describe('comments', () => {
	test('come oldest first and say whose they are', async () => {
		const id = await ask('A question to be answered')
		const reply = await comment(id, 'The first answer', other)
		expect(reply.status).toBe(201)
		expect(reply.json).toMatchObject({
			body: 'The first answer',
			isOwn: true,
			isEdited: false,
			author: { name: 'Tomas Keller' },
		})
		await comment(id, 'The second answer')
		const found = await read(id, other)
		expect(found.comments.map(({ body, isOwn }) => [body, isOwn])).toEqual([
			['The first answer', true],
			['The second answer', false],
		])
		expect(found.commentCount).toBe(2)
	})

	test.each([
		['Hm', 400, 'Comment must be at least 5 characters'],
		['      ', 400, 'Comment must be at least 5 characters'],
	])('refuses %j', async (body, status, message) => {
		const reply = await comment(await ask('A question to be answered'), body)
		expect([reply.status, reply.text]).toEqual([status, message])
	})

	test('beyond fifty are asked for page by page', async () => {
		const id = await ask('A very popular question')
		const now = Date.now()
		await db()
			.insert(questionComments)
			.values(
				Array.from({ length: 120 }, (_, i) => ({
					id: `c${String(i).padStart(3, '0')}`,
					questionId: id,
					body: `Comment ${i}`,
					createdAt: new Date(now + i),
				})),
			)
		const found = await read(id)
		expect([found.comments.length, found.commentCount]).toEqual([50, 120])
		const next = await callApi(listComments, {
			as: member,
			params: { id },
			query: { limit: '100', cursor: found.comments.at(-1)?.id ?? '' },
		})
		expect((next.json as QuestionComment[]).map(({ body }) => body)).toEqual(
			Array.from({ length: 70 }, (_, i) => `Comment ${i + 50}`),
		)
		expect(next.header('x-total-count')).toBe('120')
		expect((await callApi(listComments, { as: member, params: { id: 'nobody' } })).status).toBe(404)
	})

	test('cannot be added to a locked question, not by an admin either', async () => {
		const id = await ask('A question to be locked')
		await comment(id, 'Before the lock')
		expect((await callApi(lockQuestion, { as: admin, params: { id }, body: { isLocked: true } })).status).toBe(204)
		for (const as of [member, admin]) {
			const reply = await comment(id, 'After the lock', as)
			expect([reply.status, reply.text]).toEqual([409, LOCKED])
		}
		expect((await read(id)).isLocked).toBe(true)
		await callApi(lockQuestion, { as: admin, params: { id }, body: { isLocked: false } })
		expect((await comment(id, 'After it was opened')).status).toBe(201)
	})

	test('and a lock at the same time leave no comment behind the lock', async () => {
		const id = await ask('A question that is locked meanwhile')
		const [locked, ...replies] = await Promise.all([
			callApi(lockQuestion, { as: admin, params: { id }, body: { isLocked: true } }),
			...Array.from({ length: 10 }, () => comment(id, 'At the same moment')),
		])
		expect(locked.status).toBe(204)
		const written = replies.filter(({ status }) => status === 201).length
		expect(replies.every(({ status }) => status === 201 || status === 409)).toBe(true)
		expect((await read(id)).commentCount).toBe(written)
		expect((await comment(id, 'Afterwards')).status).toBe(409)
	})

	test('to a question that is not there are 404', async () => {
		expect((await comment('nobody', 'Hello there')).status).toBe(404)
	})
})

describe('editing', () => {
	test('belongs to the author, and marks the post', async () => {
		const id = await ask('A question to be edited')
		const body = { title: 'A question that was edited', body: `${BODY} Thanks.`, categoryId: family.id }
		for (const as of [other, admin]) {
			const reply = await callApi(updateQuestion, { as, params: { id }, body })
			expect([reply.status, reply.text]).toEqual([403, 'Only the author can edit this'])
		}
		expect((await callApi(updateQuestion, { as: member, params: { id }, body })).status).toBe(204)
		expect(await read(id)).toMatchObject({
			title: body.title,
			body: body.body,
			isEdited: true,
			category: { name: 'Family law' },
		})
		expect((await callApi(updateQuestion, { as: member, params: { id: 'nobody' }, body })).status).toBe(404)
		const wrong = await callApi(updateQuestion, { as: member, params: { id }, body: { ...body, categoryId: 'nobody' } })
		expect([wrong.status, wrong.text]).toEqual([400, 'Please select a category'])
	})

	test('of a comment too', async () => {
		const id = await ask('A question with a comment')
		const { id: commentId } = (await comment(id, 'As it was written', other)).json as QuestionComment
		const params = { id, commentId }
		for (const as of [member, admin])
			expect((await callApi(updateComment, { as, params, body: { body: 'As it was changed' } })).status).toBe(403)
		const reply = await callApi(updateComment, { as: other, params, body: { body: 'As it was changed' } })
		expect(reply.json).toMatchObject({ body: 'As it was changed', isEdited: true, isOwn: true })
		const elsewhere = await ask('Another question altogether')
		expect(
			(
				await callApi(updateComment, {
					as: other,
					params: { id: elsewhere, commentId },
					body: { body: 'As it was changed' },
				})
			).status,
		).toBe(404)
	})

	test('ends with a lock', async () => {
		const id = await ask('A question to be locked')
		const { id: commentId } = (await comment(id, 'As it was written')).json as QuestionComment
		await callApi(lockQuestion, { as: admin, params: { id }, body: { isLocked: true } })
		const body = { title: 'A question that was edited', body: BODY, categoryId: intake.id }
		expect((await callApi(updateQuestion, { as: member, params: { id }, body })).status).toBe(409)
		expect(
			(await callApi(updateComment, { as: member, params: { id, commentId }, body: { body: 'Changed anyway' } }))
				.status,
		).toBe(409)
		expect((await read(id)).comments[0]?.body).toBe('As it was written')
	})
})

describe('deleting', () => {
	test('is for admins; the counts and the comments follow', async () => {
		const id = await ask('A question to be deleted')
		const { id: commentId } = (await comment(id, 'One of two comments')).json as QuestionComment
		await comment(id, 'The other comment')
		const countOf = async (kind: 'question' | 'questionComment') =>
			(await db().select().from(postCounts).where(eq(postCounts.kind, kind)))[0]?.total
		for (const contract of [deleteQuestion, deleteComment])
			expect((await callApi(contract, { as: member, params: { id, commentId } })).status).toBe(403)
		expect((await callApi(deleteComment, { as: admin, params: { id, commentId } })).status).toBe(204)
		expect((await callApi(deleteComment, { as: admin, params: { id, commentId } })).status).toBe(404)
		expect(await read(id)).toMatchObject({ commentCount: 1 })
		expect([await countOf('question'), await countOf('questionComment')]).toEqual([1, 1])
		expect((await callApi(deleteQuestion, { as: admin, params: { id } })).status).toBe(204)
		expect([await countOf('question'), await countOf('questionComment')]).toEqual([0, 0])
		expect((await callApi(getQuestion, { as: member, params: { id } })).status).toBe(404)
		const [row] = await db().select().from(questionCategories).where(eq(questionCategories.id, intake.id))
		expect(row?.questionCount).toBe(0)
	})
})

describe('completion of mentions', () => {
	test('finds active members by the beginning of their username', async () => {
		await insertAccount({ name: 'Dana Zweig', status: 'inactive' })
		const reply = await callApi(suggestMembers, { as: other, query: { q: 'Dan' } })
		expect(reply.json).toEqual([{ name: 'Dana Whitfield', username: 'dana.whitfield' }])
		expect((await callApi(suggestMembers, { as: other, query: { q: 'zzz' } })).json).toEqual([])
		expect((await callApi(suggestMembers, { as: other, query: { q: '%' } })).json).toEqual([])
	})
})

describe('categories', () => {
	const change = (id: string, name: string, parentCategoryId: string | null) =>
		callApi(updateCategory, { as: admin, params: { id }, body: { name, parentCategoryId } })

	test('are listed in the order the admin gives them', async () => {
		const all = async () => ((await callApi(listCategories, { as: member })).json as Category[]).map(({ slug }) => slug)
		expect(await all()).toEqual(['client-intake', 'practice-specific', 'family-law'])
		await callApi(orderCategories, { as: admin, body: { ids: [practice.id, intake.id, family.id] } })
		expect(await all()).toEqual(['practice-specific', 'client-intake', 'family-law'])
	})

	test('have two levels and unique names', async () => {
		const twice = await callApi(createCategory, { as: admin, body: { name: 'Client Intake', parentCategoryId: null } })
		expect([twice.status, twice.text]).toEqual([409, 'There is already a category of that name'])
		const deep = await callApi(createCategory, { as: admin, body: { name: 'Custody', parentCategoryId: family.id } })
		expect([deep.status, deep.text]).toEqual([400, 'Please choose a top-level category as the parent'])
		expect((await change(practice.id, 'Practice Specific', intake.id)).status).toBe(409)
		expect((await change(family.id, 'Family law', family.id)).status).toBe(400)
		expect((await change('nobody', 'Family law', null)).status).toBe(404)
	})

	test('take their questions along when they move, and keep their slug', async () => {
		await ask('A question about custody', { categoryId: family.id })
		expect((await change(family.id, 'Families', null)).status).toBe(204)
		expect(titles(await list({ category: practice.id }))).toEqual([])
		expect(titles(await list({ category: family.id }))).toEqual(['A question about custody'])
		expect((await change(family.id, 'Family law', practice.id)).status).toBe(204)
		expect(titles(await list({ category: practice.id }))).toEqual(['A question about custody'])
		expect(titles(await list({ category: practice.id, search: 'custody' }))).toEqual(['A question about custody'])
	})

	test('in use are not deleted', async () => {
		await ask('A question about custody', { categoryId: family.id })
		for (const id of [family.id, practice.id])
			expect((await callApi(deleteCategory, { as: admin, params: { id } })).status).toBe(409)
		const unused = await addCategory('Unused')
		expect((await callApi(deleteCategory, { as: admin, params: { id: unused.id } })).status).toBe(204)
		expect((await callApi(deleteCategory, { as: admin, params: { id: unused.id } })).status).toBe(404)
	})
})
