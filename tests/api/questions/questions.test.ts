import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { postCounts, questionCategories, questionComments, questions } from '#db/schema/questions.ts'
import { users } from '#db/schema/users.ts'
import { suggestMembers } from '#src/features/comments/contract.ts'
import {
	createQuestion,
	deleteComment,
	deleteQuestion,
	getQuestion,
	LOCKED,
	listComments,
	lockQuestion,
	type QuestionComment,
	updateComment,
	updateQuestion,
} from '#src/features/questions/contract.ts'
import { callApi, insertAccount, signedIn } from '#tests/support/api/api.ts'
import { admin, ask, BODY, comment, family, intake, member, other, read, setUpForum } from '#tests/support/forum.ts'

setUpForum()

describe('asking', () => {
	test('returns 201 with the id, and the question has the text as written', async () => {
		const id = await ask('How do you screen a caller?')
		const question = await read(id, other)
		expect(question).toMatchObject({
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
	])('rejects %j: %s', async (body, message) => {
		const reply = await callApi(createQuestion, { as: member, body: { categoryId: intake.id, ...body } })
		expect([reply.status, reply.text]).toEqual([400, message])
		expect(await db().$count(questions)).toBe(0)
	})

	test('keeps a question whose author was deleted', async () => {
		const leaver = await insertAccount()
		const id = await ask('A question that outlives its author', { as: await signedIn(leaver) })
		await db().delete(users).where(eq(users.id, leaver.id))
		expect(await read(id)).toMatchObject({ author: null, isOwn: false })
	})
})

describe('comments', () => {
	test('are oldest first with their authors', async () => {
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
		const question = await read(id, other)
		expect(question.comments.map(({ body, isOwn }) => [body, isOwn])).toEqual([
			['The first answer', true],
			['The second answer', false],
		])
		expect(question.commentCount).toBe(2)
	})

	test.each([
		['Hm', 400, 'Comment must be at least 5 characters'],
		['      ', 400, 'Comment must be at least 5 characters'],
	])('rejects %j', async (body, status, message) => {
		const reply = await comment(await ask('A question to be answered'), body)
		expect([reply.status, reply.text]).toEqual([status, message])
	})

	test('beyond fifty are paginated', async () => {
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
		const question = await read(id)
		expect([question.comments.length, question.commentCount]).toEqual([50, 120])
		const next = await callApi(listComments, {
			as: member,
			params: { id },
			query: { limit: '100', cursor: question.nextComments ?? '' },
		})
		expect((next.json as QuestionComment[]).map(({ body }) => body)).toEqual(
			Array.from({ length: 70 }, (_, i) => `Comment ${i + 50}`),
		)
		expect(next.header('x-total-count')).toBe('120')
		expect((await callApi(listComments, { as: member, params: { id: 'nobody' } })).status).toBe(404)
	})

	test('are rejected on a locked question, even from an admin', async () => {
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

	test('are never added after a concurrent lock', async () => {
		const id = await ask('A question that is locked meanwhile')
		const [locked, ...replies] = await Promise.all([
			callApi(lockQuestion, { as: admin, params: { id }, body: { isLocked: true } }),
			...Array.from({ length: 10 }, () => comment(id, 'At the same moment')),
		])
		expect(locked.status).toBe(204)
		const writtenCount = replies.filter(({ status }) => status === 201).length
		expect(replies.every(({ status }) => status === 201 || status === 409)).toBe(true)
		expect((await read(id)).commentCount).toBe(writtenCount)
		expect((await comment(id, 'Afterwards')).status).toBe(409)
	})

	test('on a missing question return 404', async () => {
		expect((await comment('nobody', 'Hello there')).status).toBe(404)
	})

	test('are accepted on a question whose author left', async () => {
		const leaver = await insertAccount()
		const id = await ask('A question that outlives its author', { as: await signedIn(leaver) })
		await db().update(users).set({ status: 'inactive' }).where(eq(users.id, leaver.id))
		expect((await comment(id, 'To a deactivated member')).status).toBe(201)
		await db().delete(users).where(eq(users.id, leaver.id))
		expect((await comment(id, 'To a deleted member')).status).toBe(201)
		expect(await read(id)).toMatchObject({ author: null, commentCount: 2 })
	})

	test.each([
		'https://a.example/ '.repeat(250),
		'**a *b '.repeat(700),
		'SHOUTED '.repeat(600),
		'[a](javascript:alert(1)) data:text/html,<script>alert(1)</script> <b>x</b>',
	])('with unusual text %# are stored as typed', async (text) => {
		const id = await ask('A question with odd answers')
		expect((await comment(id, text)).json).toMatchObject({ body: text.trim(), mentions: [] })
	})
})

describe('editing', () => {
	test('is limited to the author and marks the post', async () => {
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

	test('works for comments too', async () => {
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

	test('is rejected after a lock', async () => {
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
	test('is limited to admins and authors, and updates counts and comments', async () => {
		const id = await ask('A question to be deleted')
		const { id: commentId } = (await comment(id, 'One of two comments')).json as QuestionComment
		await comment(id, 'The other comment')
		const countOf = async (kind: 'question' | 'questionComment') =>
			(await db().select().from(postCounts).where(eq(postCounts.kind, kind)))[0]?.total
		for (const contract of [deleteQuestion, deleteComment])
			expect((await callApi(contract, { as: other, params: { id, commentId } })).status).toBe(403)
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

describe('mention suggestions', () => {
	test('find active members by username prefix', async () => {
		await insertAccount({ name: 'Dana Zweig', status: 'inactive' })
		const reply = await callApi(suggestMembers, { as: other, query: { q: 'Dan' } })
		expect(reply.json).toEqual([{ name: 'Dana Whitfield', username: 'dana.whitfield' }])
		expect((await callApi(suggestMembers, { as: other, query: { q: 'zzz' } })).json).toEqual([])
		expect((await callApi(suggestMembers, { as: other, query: { q: '%' } })).json).toEqual([])
	})
})
