import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { questionReadMarks, questions } from '#db/schema/questions.ts'
import {
	deleteQuestion,
	followQuestion,
	type QuestionComment,
	readQuestion,
	UNREAD_DAYS,
} from '#src/features/questions/contract.ts'
import { findNextUnread } from '#src/features/questions/server/unread.ts'
import {
	getUnreadQuestions,
	MAX_UNREAD_QUESTIONS,
	readAllQuestions,
	type UnreadQuestions,
} from '#src/features/questions/unread-contract.ts'
import { newId } from '#src/lib/ids.ts'
import { callApi, insertAccount, type Principal, signedIn } from '#tests/support/api/api.ts'
import {
	admin,
	ask,
	comment,
	family,
	intake,
	list,
	member,
	other,
	practice,
	read,
	setUpForum,
	titles,
} from '#tests/support/forum.ts'
import { unread as bell, notified } from '#tests/support/notifications.ts'

setUpForum()

const countUnread = async (as: Principal = other) => (await callApi(getUnreadQuestions, { as })).json as UnreadQuestions
const unreadTitles = async (query: Record<string, string> = {}, as = other) =>
	titles(await list({ show: 'unread', ...query }, as))
const open = (id: string, commentId: string | null = null, as = other) =>
	callApi(readQuestion, { as, params: { id }, body: { commentId } })
const answer = async (id: string, as = member) =>
	((await comment(id, 'An answer to it', as)).json as QuestionComment).id
const readAll = (until: UnreadQuestions['until'], as = other) => callApi(readAllQuestions, { as, body: { until } })

describe('the unread questions', () => {
	test('are listed by activity and counted until opened by each reader', async () => {
		const first = await ask('The first question asked')
		const second = await ask('The second question asked', { categoryId: family.id })
		expect(await unreadTitles()).toEqual(['The second question asked', 'The first question asked'])
		expect([(await countUnread()).count, (await countUnread(member)).count]).toEqual([2, 0])
		await open(second)
		expect([await unreadTitles(), (await countUnread()).count]).toEqual([['The first question asked'], 1])
		await open(first)
		const last = await answer(first)
		await answer(second)
		expect(await unreadTitles()).toEqual(['The second question asked', 'The first question asked'])
		await open(first, last)
		expect([await unreadTitles(), (await countUnread()).count]).toEqual([['The second question asked'], 1])
		expect((await list({ show: 'unread' }, other)).header('x-total-count')).toBe('1')
		expect(await unreadTitles({}, member)).toEqual([])
	})

	test('can be filtered by category and search', async () => {
		await ask('A question about custody', { categoryId: family.id })
		await ask('A question about intake')
		expect(await unreadTitles({ category: practice.id })).toEqual(['A question about custody'])
		expect(await unreadTitles({ category: family.id })).toEqual(['A question about custody'])
		expect(await unreadTitles({ search: 'question intake' })).toEqual(['A question about intake'])
		await open(await ask('A question about intake that I opened'))
		expect(await unreadTitles({ search: 'question intake' })).toEqual(['A question about intake'])
	})

	test('are those of the last month for a new member', async () => {
		const id = await ask('A question from long ago')
		const when = new Date(Date.now() - (UNREAD_DAYS + 1) * 24 * 60 * 60_000)
		await db().update(questions).set({ createdAt: when, lastActivityAt: when }).where(eq(questions.id, id))
		await ask('A question of this week')
		const newMember = await signedIn(await insertAccount())
		expect(await unreadTitles({}, newMember)).toEqual(['A question of this week'])
		expect((await countUnread(newMember)).count).toBe(1)
	})

	test('are counted up to a hundred, and paginated', async () => {
		const many = Array.from({ length: MAX_UNREAD_QUESTIONS + 5 }, (_, i) => ({
			id: newId(),
			title: `Question number ${i}`,
			body: 'A body',
			categoryId: intake.id,
			groupId: intake.id,
			createdAt: new Date(),
		}))
		await db().insert(questions).values(many)
		expect((await countUnread()).count).toBe(MAX_UNREAD_QUESTIONS)
		const first = await list({ show: 'unread', limit: '100' }, other)
		expect(first.header('x-total-count')).toBe('105')
		const next = new URL(/<(.*)>/.exec(first.header('link') ?? '')?.[1] ?? '', 'http://x').searchParams
		const second = await list(Object.fromEntries(next), other)
		expect(new Set([...titles(first), ...titles(second)]).size).toBe(105)
	})
})

describe('marking all as read', () => {
	test('leaves no question unread for this reader, opened before or not', async () => {
		const opened = await ask('A question that was opened')
		await open(opened)
		await answer(opened)
		await ask('A question never opened')
		const { until } = await countUnread()
		expect((await readAll(until)).status).toBe(204)
		expect([await unreadTitles(), (await countUnread()).count]).toEqual([[], 0])
		expect((await countUnread(admin)).count).toBe(2)
		const row = ((await list({}, other)).json as { id: string }[]).find(({ id }) => id === opened)
		expect(row).toMatchObject({ isUnread: false, newCount: 0 })
		expect(await read(opened, other)).toMatchObject({ newCount: 0, firstNewId: null })
	})

	test('does not affect posts after the count', async () => {
		const early = await ask('A question with an early answer')
		await open(early)
		await answer(early)
		const { until } = await countUnread()
		const late = await answer(early, admin)
		await ask('A question that came later', { as: admin })
		await readAll(until)
		expect(await unreadTitles()).toEqual(['A question that came later', 'A question with an early answer'])
		expect(await read(early, other)).toMatchObject({ newCount: 1, firstNewId: late })
	})

	test('does not cover later answers', async () => {
		const id = await ask('A question read with all others')
		await readAll((await countUnread()).until)
		await answer(id)
		expect(await unreadTitles()).toEqual(['A question read with all others'])
		expect((await countUnread()).count).toBe(1)
	})

	test('never moves back or beyond the last post', async () => {
		const { until } = await countUnread()
		const id = await ask('A question asked in between')
		await readAll((await countUnread()).until)
		// Sends the marker of a tab that was loaded earlier.
		await readAll(until)
		expect(await unreadTitles()).toEqual([])
		await readAll({ comment: Number.MAX_SAFE_INTEGER, question: Number.MAX_SAFE_INTEGER })
		await answer(id)
		await ask('A question asked then')
		expect(await unreadTitles()).toEqual(['A question asked then', 'A question asked in between'])
		const rows = await db()
			.select()
			.from(questionReadMarks)
			.where(eq(questionReadMarks.userId, other.userId ?? ''))
		expect(rows).toHaveLength(1)
	})

	test('marks notifications of answers as read, but not those of mentions', async () => {
		const id = await ask('A question that is followed')
		await callApi(followQuestion, { as: other, params: { id }, body: { state: 'following' } })
		await answer(id)
		await comment(id, 'What does @tomas.keller say?', member)
		const before = await bell(other)
		await readAll((await countUnread()).until)
		const remaining = (await notified(other)).filter(({ isUnread }) => isUnread).map(({ kind }) => kind)
		expect([before, remaining]).toEqual([2, ['mention']])
	})

	test.each([{}, { until: {} }, { until: { comment: -1, question: 0 } }, { until: { comment: 1.5, question: 0 } }])(
		'is refused with %j',
		async (body) => {
			expect((await callApi(readAllQuestions, { as: other, body })).status).toBe(400)
		},
	)
})

describe('the next unread question', () => {
	test('is the most recently active one other than the open one, or none at the end', async () => {
		const first = await ask('The first question asked')
		const second = await ask('The second question asked')
		const third = await ask('The third question asked')
		const next = async (openId: string) => (await findNextUnread({ id: other.userId ?? '' }, openId))?.id
		expect(await next(third)).toBe(second)
		await open(third)
		await open(second)
		expect(await next(second)).toBe(first)
		await answer(third)
		expect(await next(second)).toBe(third)
		await callApi(deleteQuestion, { as: admin, params: { id: third } })
		await open(first)
		expect(await next(first)).toBeUndefined()
	})
})
