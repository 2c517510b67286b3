import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { questionComments, questions } from '#db/schema/questions.ts'
import { hidePost, keepPost, type PostKind } from '#src/features/comments/post-contract.ts'
import { restoreDeletion } from '#src/features/deletions/contract.ts'
import { listNotifications, type Notification } from '#src/features/notifications/notification-contract.ts'
import {
	deleteComment,
	type QuestionSummary,
	similarQuestions,
	updateComment,
} from '#src/features/questions/contract.ts'
import { listLastActive } from '#src/features/questions/server/list.ts'
import { sendNotices } from '#src/features/questions/server/notices.ts'
import { listUnanswered } from '#src/features/questions/server/offers.ts'
import { findPublicTitles } from '#src/features/questions/server/public-titles.ts'
import { searchableAnswers, searchableQuestions } from '#src/features/questions/server/searchable-posts.ts'
import { findNextUnread } from '#src/features/questions/server/unread.ts'
import { sealCursor } from '#src/platform/endpoint/paging.ts'
import { callApi, insertAccount, type Principal } from '#tests/support/api/api.ts'
import { admin, ask, comment, intake, list, member, other, read, setUpForum, titles } from '#tests/support/forum.ts'
import { deleteMails, waitingMails } from '#tests/support/mail.ts'

setUpForum()
beforeEach(() => deleteMails())

const DAY_MS = 24 * 60 * 60_000
const TITLE = 'How do I word the fee clause?'
const hide = (kind: PostKind, id: string) =>
	callApi(hidePost, { as: admin, params: { kind, id }, body: { reason: 'Insults' } })
const seqOf = async (table: typeof questions | typeof questionComments, id: string) => {
	const [row] = await db().select({ seq: table.seq }).from(table).where(sql`id = ${id}`)
	return row?.seq ?? 0
}
const kindsFor = async (as: Principal) =>
	((await callApi(listNotifications, { as })).json as Notification[]).map(({ kind }) => kind)

describe('a hidden question', () => {
	test('is in no list, search or suggestion of others, but in those of its author', async () => {
		await db().run(sql`update question_categories set titles_public = 1 where id = ${intake.id}`)
		const id = await ask(TITLE)
		const titlesFor = async (as: Principal) => [
			titles(await list({}, as)),
			titles(await list({ sort: 'activity' }, as)),
			titles(await list({ show: 'unanswered' }, as)),
			titles(await list({ search: 'clause' }, as)),
			(await listLastActive({ id: as.userId ?? '' }, 5)).map(({ title }) => title),
		]
		expect(await titlesFor(other)).toEqual(Array(5).fill([TITLE]))
		expect((await findNextUnread({ id: other.userId ?? '' }, ''))?.id).toBe(id)
		expect(await findPublicTitles(3)).toEqual([TITLE])

		await hide('question', id)
		expect(await titlesFor(other)).toEqual(Array(5).fill([]))
		expect(await titlesFor(member)).toEqual(Array(5).fill([TITLE]))
		expect(await findNextUnread({ id: other.userId ?? '' }, '')).toBeUndefined()
		expect(await findPublicTitles(3)).toEqual([])
		const similar = await callApi(similarQuestions, { as: other, query: { title: 'Word the fee clause' } })
		expect(similar.json).toEqual([])
		expect(await searchableQuestions.show([await seqOf(questions, id)])).toEqual(new Map())
		expect(await searchableQuestions.suggest?.('How do', 5)).toEqual([])
	})

	test('is not counted in the totals of others', async () => {
		const visibleId = await ask('A question that stays')
		await hide('question', await ask(TITLE))
		const total = async (query: Record<string, string>, as = other) =>
			Number((await list(query, as)).header('x-total-count'))
		const totals = async (as: Principal) => [
			await total({}, as),
			await total({ sort: 'activity' }, as),
			await total({ category: intake.id }, as),
			await total({ show: 'unanswered' }, as),
			// A page after the last one, which has no row that contains the count.
			await total({ cursor: sealCursor([visibleId]) }, as),
		]
		expect(await totals(other)).toEqual([1, 1, 1, 1, 1])
		expect(await totals(member)).toEqual([2, 2, 2, 2, 2])
	})

	test('is not counted in a search, and does not end its pages early', async () => {
		for (const title of ['First fee clause', 'Second fee clause', 'Third fee clause']) await ask(title)
		await hide('question', await ask(TITLE))
		const first = await list({ search: 'clause', limit: '2' }, other)
		expect(titles(first)).toEqual(['Third fee clause', 'Second fee clause'])
		expect(first.header('x-total-count')).toBe('3')
		expect(first.header('link')).toContain('rel="next"')
		expect((await list({ search: 'clause' }, member)).header('x-total-count')).toBe('4')
	})

	test('has no title, text or author for others, keeps its answers and accepts no more', async () => {
		const id = await ask(TITLE)
		await comment(id, 'Put it in writing.', other)
		await hide('question', id)
		const question = await read(id, other)
		expect(question).toMatchObject({
			title: 'This question is hidden',
			body: '',
			author: null,
			hidden: { reason: null },
		})
		expect(question.comments.map(({ body }) => body)).toEqual(['Put it in writing.'])
		expect(await read(id)).toMatchObject({ title: TITLE, hidden: { reason: 'Insults' } })
		const reply = await comment(id, 'And sign it, of course.', other)
		expect([reply.status, reply.text]).toEqual([
			409,
			'This question is hidden for now and cannot receive new comments.',
		])
		expect(await searchableAnswers.show([await seqOf(questionComments, question.comments[0]?.id ?? '')])).toEqual(
			new Map(),
		)
	})
})

describe('a hidden comment', () => {
	test('does not make its question unread, and is not found by search', async () => {
		const id = await ask(TITLE)
		await read(id)
		const { id: commentId } = (await comment(id, 'You are all fools.', other)).json as { id: string }
		expect((await read(id)).isUnread).toBe(true)
		const [before] = await listLastActive({ id: member.userId ?? '' }, 1)
		expect(before).toMatchObject({ lastAuthor: { name: 'Tomas Keller' }, isUnread: true })
		await hide('questionComment', commentId)
		expect(await read(id)).toMatchObject({ isUnread: false, newCount: 0 })
		const [after] = await listLastActive({ id: member.userId ?? '' }, 1)
		expect(after).toMatchObject({ lastAuthor: { name: 'Dana Whitfield' }, hasAnswers: false, isUnread: false })
		expect(await searchableAnswers.show([await seqOf(questionComments, commentId)])).toEqual(new Map())
	})

	test('leaves its question unanswered until it is shown again', async () => {
		const id = await ask(TITLE)
		const at = Date.now() - 3 * DAY_MS
		await db().run(sql`update questions set created_at = ${at}, last_activity_at = ${at}`)
		const [question] = (await list({})).json as QuestionSummary[]
		const { id: commentId } = (await comment(id, 'You are all fools.', other)).json as { id: string }
		const state = async () => {
			const [row] = (await list({ show: 'unanswered' })).json as QuestionSummary[]
			return [row, (await listUnanswered()).map(({ title }) => title)]
		}
		expect(await state()).toEqual([undefined, []])
		await hide('questionComment', commentId)
		expect(await state()).toEqual([question, [TITLE]])
		expect((await read(id)).commentCount).toBe(1)
		await callApi(keepPost, { as: admin, params: { kind: 'questionComment', id: commentId } })
		expect(await state()).toEqual([undefined, []])
		expect((await list({})).json).toMatchObject([{ commentCount: 1, lastAuthor: { name: 'Tomas Keller' } }])
		// The same applies to a comment that is deleted while it is hidden and then restored.
		await hide('questionComment', commentId)
		await callApi(deleteComment, { as: admin, params: { id, commentId } })
		expect(await state()).toEqual([question, [TITLE]])
		const [deletion] = await db().all<{ id: string }>(sql`select id from deletions where subject_id = ${commentId}`)
		await callApi(restoreDeletion, { as: admin, params: { id: deletion?.id ?? '' } })
		expect(await state()).toEqual([question, [TITLE]])
	})

	test('under a hidden question sends no email to members whom an edit mentions', async () => {
		const id = await ask(TITLE)
		const { id: commentId } = (await comment(id, 'Put it in writing.', other)).json as { id: string }
		const { username } = await insertAccount({ name: 'Ada Moss' })
		const edit = (body: string) => callApi(updateComment, { as: other, params: { id, commentId }, body: { body } })
		await hide('question', id)
		expect((await edit(`Put it in writing, @${username}.`)).status).toBe(200)
		expect(await waitingMails()).toEqual([])
		await callApi(keepPost, { as: admin, params: { kind: 'question', id } })
		expect((await edit(`Do put it in writing, @${username}.`)).status).toBe(200)
		expect(await waitingMails()).toMatchObject([{ subject: expect.stringContaining(TITLE) }])
	})

	test('is in no notification or email to others', async () => {
		const id = await ask(TITLE)
		const { id: commentId } = (await comment(id, 'You are all fools.', other)).json as { id: string }
		expect(await kindsFor(member)).toEqual(['answer'])
		await hide('questionComment', commentId)
		expect(await kindsFor(member)).toEqual([])
		expect(await kindsFor(other)).toEqual(['hidden'])
		expect(await sendNotices(Date.now() + 60_000)).toBe(1)
		expect(await sendNotices(Date.now() + 60_000)).toBe(0)
		expect(await waitingMails()).toEqual([])
	})
})
