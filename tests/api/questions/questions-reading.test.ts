import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { questionComments, questionReads, questions } from '#db/schema/questions.ts'
import { hidePost } from '#src/features/comments/post-contract.ts'
import {
	deleteComment,
	deleteQuestion,
	followQuestion,
	lockQuestion,
	MAX_NEW,
	markHelpful,
	type QuestionComment,
	type QuestionSummary,
	readQuestion,
	UNREAD_DAYS,
} from '#src/features/questions/contract.ts'
import { newId } from '#src/lib/ids.ts'
import { callApi } from '#tests/support/api/api.ts'
import {
	admin,
	ask,
	comment,
	family,
	list,
	member,
	other,
	practice,
	read,
	setUpForum,
	titles,
} from '#tests/support/forum.ts'

setUpForum()

const summary = async (id: string, as = other) =>
	((await list({}, as)).json as QuestionSummary[]).find((each) => each.id === id)
const isUnread = async (id: string, as = other) => (await summary(id, as))?.isUnread
const open = (id: string, commentId: string | null, as = other) =>
	callApi(readQuestion, { as, params: { id }, body: { commentId } })
const answer = async (id: string, body = 'An answer to it', as = member) =>
	((await comment(id, body, as)).json as QuestionComment).id
const mark = (id: string, commentId: string | null, as = member) =>
	callApi(markHelpful, { as, params: { id }, body: { commentId } })

describe('a question is unread', () => {
	test('per reader: until opened, and again after each comment by others', async () => {
		const id = await ask('A question that is read')
		expect([await isUnread(id), await isUnread(id, member)]).toEqual([true, false])
		expect((await open(id, null)).status).toBe(204)
		expect([await isUnread(id), await isUnread(id, admin)]).toEqual([false, true])
		const commentId = await answer(id)
		expect([await isUnread(id), await isUnread(id, member)]).toEqual([true, false])
		expect((await read(id, other)).isUnread).toBe(true)
		await open(id, commentId)
		expect(await isUnread(id)).toBe(false)
		expect((await read(id, other)).isUnread).toBe(false)
		await answer(id, 'One of the own', other)
		expect([await isUnread(id), await isUnread(id, member)]).toEqual([false, true])
	})

	test('after the last comment shown, and a slower tab does not revert that', async () => {
		const id = await ask('A question that is read in two tabs')
		const [first, second] = [await answer(id), await answer(id)]
		await open(id, first)
		expect(await isUnread(id)).toBe(true)
		await open(id, second)
		await Promise.all([open(id, first), open(id, null)])
		expect(await isUnread(id)).toBe(false)
		await callApi(deleteComment, { as: admin, params: { id, commentId: second } })
		expect(await isUnread(id)).toBe(false)
	})

	test('unless it is old and was never opened, until there is a new post', async () => {
		const id = await ask('A question from long ago')
		await db()
			.update(questions)
			.set({ lastActivityAt: new Date(Date.now() - (UNREAD_DAYS + 1) * 24 * 60 * 60_000) })
			.where(eq(questions.id, id))
		expect(await isUnread(id)).toBe(false)
		await answer(id)
		expect(await isUnread(id)).toBe(true)
	})

	test('with a read marker that requires an existing question and is deleted with it', async () => {
		expect((await open('nobody', null)).status).toBe(404)
		const id = await ask('A question that is deleted')
		const elsewhere = await answer(await ask('A question beside it'))
		await open(id, elsewhere)
		const [row] = await db().select().from(questionReads).where(eq(questionReads.questionId, id))
		expect(row?.seenSeq).toBe(0)
		await callApi(deleteQuestion, { as: admin, params: { id } })
		expect(await db().$count(questionReads, eq(questionReads.questionId, id))).toBe(0)
	})

	test('in search results too', async () => {
		await ask('A question about zoning variances')
		const [row] = (await list({ search: 'zoning' }, other)).json as QuestionSummary[]
		expect(row).toMatchObject({ isUnread: true, hasHelpful: false })
	})
})

describe('new comments since the last visit', () => {
	const newComments = async (id: string, as = other) => {
		const [{ newCount, firstNewId }, row] = await Promise.all([read(id, as), summary(id, as)])
		expect(row?.newCount).toBe(newCount)
		return [newCount, firstNewId]
	}

	test('are counted from the first unseen one for each reader', async () => {
		const id = await ask('A question that one comes back to')
		const first = await answer(id)
		// The question was never opened, so there is no last visit.
		expect(await newComments(id)).toEqual([0, null])
		await open(id, first)
		expect(await newComments(id)).toEqual([0, null])
		const second = await answer(id)
		const third = await answer(id, 'One more', admin)
		expect(await newComments(id)).toEqual([2, second])
		// A commenter has seen all comments before their own.
		expect([await newComments(id, member), await newComments(id, admin)]).toEqual([
			[1, third],
			[0, null],
		])
		await callApi(deleteComment, { as: admin, params: { id, commentId: second } })
		expect(await newComments(id)).toEqual([1, third])
		await open(id, third)
		expect(await newComments(id)).toEqual([0, null])
	})

	test('start with the first answer if only the question was read', async () => {
		const id = await ask('A question that was read before anybody answered')
		await open(id, null)
		const first = await answer(id)
		expect(await newComments(id)).toEqual([1, first])
	})

	test('are counted up to a hundred', async () => {
		const id = await ask('A question that everybody answers')
		await open(id, null)
		const [question] = await db().select({ id: questions.id }).from(questions).where(eq(questions.id, id))
		await db()
			.insert(questionComments)
			.values(
				Array.from({ length: MAX_NEW + 5 }, (_, i) => ({
					id: newId(),
					questionId: question?.id ?? '',
					body: `Answer number ${i}`,
					createdAt: new Date(),
				})),
			)
		expect((await newComments(id))[0]).toBe(MAX_NEW)
	})

	test('are counted in search results too', async () => {
		const id = await ask('A question about usufructs')
		await open(id, null)
		await answer(id)
		const [row] = (await list({ search: 'usufructs' }, other)).json as QuestionSummary[]
		expect(row?.newCount).toBe(1)
	})
})

describe('the list shows', () => {
	test('unanswered, own and followed questions, with category and search', async () => {
		const answered = await ask('The answered one about trusts')
		await answer(answered, 'An answer to it', other)
		await ask('The open one about trusts', { categoryId: family.id })
		const otherId = await ask('Theirs about wills', { as: other })
		const shown = async (query: Record<string, string>, as = member) => titles(await list(query, as))
		expect(await shown({ show: 'unanswered' })).toEqual(['Theirs about wills', 'The open one about trusts'])
		expect(await shown({ show: 'unanswered', category: practice.id })).toEqual(['The open one about trusts'])
		expect(await shown({ show: 'unanswered', search: 'trusts' })).toEqual(['The open one about trusts'])
		expect(await shown({ show: 'mine' })).toEqual(['The open one about trusts', 'The answered one about trusts'])
		expect(await shown({ show: 'mine', category: family.id })).toEqual(['The open one about trusts'])
		expect(await shown({ show: 'mine' }, other)).toEqual(['Theirs about wills'])
		expect(await shown({ show: 'mine', search: 'wills' })).toEqual([])
		expect(await shown({ show: 'followed' }, other)).toEqual(['Theirs about wills', 'The answered one about trusts'])
		expect(await shown({ show: 'followed', search: 'trusts' }, other)).toEqual(['The answered one about trusts'])
		await callApi(followQuestion, { as: other, params: { id: otherId }, body: { state: 'muted' } })
		expect(await shown({ show: 'followed' }, other)).toEqual(['The answered one about trusts'])
		expect(await shown({ show: 'followed' }, admin)).toEqual([])
	})

	test('each filter page by page with its own total', async () => {
		for (let i = 1; i <= 5; i++) await ask(`Question number ${i} of five`)
		await ask('Somebody else asks this', { as: other })
		for (const show of ['mine', 'followed', 'unanswered']) {
			const first = await list({ show, limit: '3' })
			expect(first.header('x-total-count')).toBe(show === 'unanswered' ? '6' : '5')
			const next = new URL(/<(.*)>/.exec(first.header('link') ?? '')?.[1] ?? '', 'http://x').searchParams
			expect(next.get('show')).toBe(show)
			const second = await list(Object.fromEntries(next))
			expect(new Set([...titles(first), ...titles(second)]).size).toBe(show === 'unanswered' ? 6 : 5)
		}
	})

	test('nothing for an unknown filter', async () => {
		expect((await list({ show: 'everything' })).status).toBe(400)
	})
})

describe('a helpful comment', () => {
	test("is marked and unmarked by the question's author, one at a time", async () => {
		const id = await ask('A question with two answers')
		const [first, second] = [await answer(id, 'One answer', other), await answer(id, 'Another answer', other)]
		const { version } = await read(id)
		for (const commentId of [first, second]) {
			expect((await mark(id, commentId)).status).toBe(204)
			const question = await read(id, other)
			expect(question.helpful?.id).toBe(commentId)
			expect(question.comments.filter(({ isHelpful }) => isHelpful).map((each) => each.id)).toEqual([commentId])
		}
		expect(await summary(id)).toMatchObject({ hasHelpful: true })
		expect((await read(id)).version).toBe(version)
		expect((await mark(id, null)).status).toBe(204)
		expect(await read(id)).toMatchObject({ helpful: null })
		expect(await summary(id)).toMatchObject({ hasHelpful: false })
	})

	test('is returned with its first line, except while it is hidden', async () => {
		const id = await ask('A question with a long answer')
		const commentId = await answer(id, '\n**Ask first**,  then wait.\n\nAnd then more.', other)
		await mark(id, commentId)
		expect((await read(id)).helpful).toEqual({ id: commentId, line: '**Ask first**, then wait.' })
		const params = { kind: 'questionComment', id: commentId } as const
		await callApi(hidePost, { as: admin, params, body: { reason: 'Insults' } })
		expect((await read(id)).helpful).toBeNull()
	})

	test('is unique even with concurrent marks', async () => {
		const id = await ask('A question with many answers')
		const ids = await Promise.all([1, 2, 3, 4].map((n) => answer(id, `Answer number ${n}`, other)))
		const replies = await Promise.all(ids.map((commentId) => mark(id, commentId)))
		expect(replies.map(({ status }) => status)).toEqual([204, 204, 204, 204])
		expect(await db().$count(questionComments, eq(questionComments.isHelpful, true))).toBe(1)
	})

	test('can be marked by no one else, including admins, and only in its own question', async () => {
		const id = await ask('A question with an answer')
		const [ownComment, elsewhere] = [await answer(id), await answer(await ask('A question beside it'))]
		await mark(id, ownComment)
		for (const as of [other, admin]) {
			expect((await mark(id, null, as)).status).toBe(403)
			expect((await mark(id, ownComment, as)).status).toBe(403)
		}
		expect((await mark(id, elsewhere)).text).toBe('Comment not found')
		expect((await mark('nobody', ownComment)).text).toBe('Question not found')
		expect((await read(id)).helpful?.id).toBe(ownComment)
	})

	test('can be marked in a locked question, and the mark is deleted with the comment', async () => {
		const id = await ask('A question that is locked')
		const commentId = await answer(id, 'An answer to it', other)
		await callApi(lockQuestion, { as: admin, params: { id }, body: { isLocked: true } })
		expect((await mark(id, commentId)).status).toBe(204)
		await callApi(deleteComment, { as: admin, params: { id, commentId } })
		expect(await read(id)).toMatchObject({ helpful: null, comments: [] })
	})
})
