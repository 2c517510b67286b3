import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { notifications } from '#db/schema/notifications.ts'
import {
	KINDS_SHOWN,
	listNotifications,
	notificationKind,
	readNotifications,
	type ShownKind,
} from '#src/features/notifications/notification-contract.ts'
import { countStatement, notificationsStatement } from '#src/features/notifications/server/notification-list.ts'
import { readNoticesStatement } from '#src/features/notifications/server/notification-reads.ts'
import { audienceQuery, tidyNotifications } from '#src/features/notifications/server/notify.ts'
import {
	createComment,
	deleteComment,
	deleteQuestion,
	followQuestion,
	readQuestion,
	updateComment,
} from '#src/features/questions/contract.ts'
import { callApi, type Principal } from '#tests/support/api/api.ts'
import { admin, answer, ask, ines, marcus, ruth, setUpNotices } from '#tests/support/notices.ts'
import { notified, readAll, sentences, unread } from '#tests/support/notifications.ts'

setUpNotices()
beforeEach(async () => {
	await db().delete(notifications)
})

const follow = (id: string, state: 'following' | 'muted' | 'none', as: Principal) =>
	callApi(followQuestion, { as, params: { id }, body: { state } })
const open = (id: string, commentId: string | null, as: Principal) =>
	callApi(readQuestion, { as, params: { id }, body: { commentId } })

describe('answers', () => {
	test('to one question share a row that names the authors and links to the first new one', async () => {
		const id = await ask()
		const first = await answer(id, 'The first answer', marcus)
		await answer(id, 'The second answer', ines)
		await answer(id, 'And one more of mine', ines)
		expect(await notified(ruth)).toMatchObject([
			{
				kind: 'answer',
				actors: ['Marcus', 'Ines'],
				count: 3,
				isOwn: true,
				isUnread: true,
				title: 'A question to follow',
			},
		])
		expect((await notified(ruth))[0]?.href).toBe(`/questions/${id}#comment-${first.id}`)
		expect(await sentences(ruth)).toEqual([
			'Marcus and Ines answered your question “A question to follow”: 3 new comments',
		])
		// Commenters follow the question, so they are notified of others' comments, but not of their own.
		expect(await sentences(marcus)).toEqual(['Ines commented on “A question to follow”: 2 new comments'])
		expect([await unread(ruth), await unread(marcus), await unread(ines)]).toEqual([1, 1, 0])
	})

	test('are marked as read for a reader who opens the question, and later answers are counted anew', async () => {
		const id = await ask()
		const first = await answer(id, 'The first answer', marcus)
		const second = await answer(id, 'The second answer', ines)
		await open(id, first.id, ruth)
		expect(await unread(ruth)).toBe(1)
		await open(id, second.id, ruth)
		expect([await unread(ruth), await unread(marcus)]).toEqual([0, 1])
		expect((await notified(ruth))[0]?.isUnread).toBe(false)
		const third = await answer(id, 'The third answer', marcus)
		expect(await notified(ruth)).toMatchObject([
			{ count: 1, actors: ['Marcus'], isUnread: true, href: `/questions/${id}#comment-${third.id}` },
		])
		// Commenting marks the earlier comments as read.
		await answer(id, 'Thank you for these', ruth)
		expect(await unread(ruth)).toBe(0)
	})

	test('to a muted question neither notify nor stay in the list', async () => {
		const id = await ask()
		await follow(id, 'following', ines)
		await follow(id, 'muted', ruth)
		await answer(id, 'An answer that @ruth does not want', marcus)
		expect([await notified(ruth), await unread(ruth)]).toEqual([[], 0])
		expect(await db().select().from(notifications).where(sql`user_id = ${ruth.userId}`)).toEqual([])
		expect(await unread(ines)).toBe(1)
		await follow(id, 'muted', ines)
		expect([await notified(ines), await unread(ines)]).toEqual([[], 0])
	})

	test('disappear when they or their question are deleted', async () => {
		const id = await ask()
		const first = await answer(id, 'One that will be deleted', marcus)
		await answer(id, 'One that stays for now', ines)
		await callApi(deleteComment, { as: admin, params: { id, commentId: first.id } })
		expect(await sentences(ruth)).toEqual(['Ines answered your question “A question to follow”'])
		await callApi(deleteQuestion, { as: admin, params: { id } })
		expect([await notified(ruth), await unread(ruth)]).toEqual([[], 0])
	})

	test('notify once when sent twice', async () => {
		const id = await ask()
		const body = { body: 'An answer that was sent twice', idempotencyKey: 'the-same-sending' }
		const send = () => callApi(createComment, { as: marcus, params: { id }, body })
		await Promise.all([send(), send()])
		await readAll(ruth)
		await send()
		expect([await unread(ruth), (await notified(ruth)).length]).toEqual([0, 1])
	})

	test('create no notification when rejected', async () => {
		const id = await ask()
		await callApi(createComment, { as: marcus, params: { id }, body: { body: 'no' } })
		await db().run(sql`update questions set is_locked = 1 where id = ${id}`)
		await callApi(createComment, { as: marcus, params: { id }, body: { body: 'An answer to @ines, too late' } })
		expect([await notified(ruth), await notified(ines)]).toEqual([[], []])
	})
})

describe('a mention', () => {
	test('replaces the notification of its answer, once per post even after edits', async () => {
		const id = await ask()
		await follow(id, 'following', ines)
		const comment = await answer(id, 'I think @ines knows it', marcus)
		expect(await notified(ines)).toMatchObject([
			{ kind: 'mention', actors: ['Marcus'], href: `/questions/${id}#comment-${comment.id}` },
		])
		expect(await sentences(ines)).toEqual(['Marcus mentioned you in “A question to follow”'])
		await readAll(ines)
		const edited = { body: 'I think @ines really knows it' }
		await callApi(updateComment, { as: marcus, params: { id, commentId: comment.id }, body: edited })
		expect([await unread(ines), (await notified(ines)).length]).toEqual([0, 1])
	})

	test('in a question links to it and is marked as read with it', async () => {
		const id = await ask('What would @marcus.o do about this one?')
		expect(await notified(marcus)).toMatchObject([{ kind: 'mention', actors: ['Ruth'], href: `/questions/${id}` }])
		await open(id, null, marcus)
		expect(await unread(marcus)).toBe(0)
	})
})

describe('the list', () => {
	const keys = async (as = ruth) => (await notified(as)).map(({ id }) => id)

	test('is paginated, newest first', async () => {
		const ids = []
		for (let i = 0; i < 3; i++) {
			ids.push(await ask())
			await answer(ids[i] ?? '', 'An answer to it', marcus)
		}
		expect(await keys()).toEqual(ids.map((id) => `answer-${id}`).reverse())
		const first = await callApi(listNotifications, { as: ruth, query: { limit: '2' } })
		expect(first.header('x-total-count')).toBe('3')
		const next = new URLSearchParams(/\?([^>]+)>/.exec(first.header('link') ?? '')?.[1])
		const second = await callApi(listNotifications, { as: ruth, query: Object.fromEntries(next) })
		expect([...(first.json as { id: string }[]), ...(second.json as { id: string }[])].map(({ id }) => id)).toEqual(
			await keys(),
		)
		expect(second.header('link')).toBeUndefined()
	})

	test('is marked as read by row or as a whole, except notifications that arrived after it was shown', async () => {
		const [one, two] = [await ask(), await ask()]
		for (const id of [one, two]) await answer(id, 'An answer to it', marcus)
		const { at: until } = (await notified(ruth))[0] ?? { at: '' }
		const mine = await callApi(readNotifications, { as: ruth, body: { ids: [`answer-${one}`, 'answer-of-nobody'] } })
		expect(mine.json).toEqual({ unread: 1 })
		expect((await callApi(readNotifications, { as: ines, body: { ids: [`answer-${two}`] } })).json).toEqual({
			unread: 0,
		})
		expect(await unread(ruth)).toBe(1)
		await db().run(
			sql`update notifications set updated_at = ${Date.parse(until) + 5} where group_key = ${`answer-${two}`}`,
		)
		const all = await callApi(readNotifications, { as: ruth, body: { all: true, until } })
		expect(all.json).toEqual({ unread: 1 })
		expect((await readAll(ruth)).json).toEqual({ unread: 0 })
	})

	test('filters by kind or unread; counting and marking as read use the same filter', async () => {
		const [one, two] = [await ask(), await ask()]
		await answer(one, 'An answer to it', marcus)
		await answer(two, 'I wonder what @ruth thinks of it', marcus)
		const kinds = async (show: ShownKind) => (await notified(ruth, show)).map(({ kind }) => kind)
		expect([await kinds('answers'), await kinds('mentions')]).toEqual([['answer'], ['mention']])
		expect([await kinds('coaching'), await kinds('club')]).toEqual([[], []])
		const page = await callApi(listNotifications, { as: ruth, query: { show: 'answers', limit: '1' } })
		expect([page.header('x-total-count'), page.header('link')]).toEqual(['1', undefined])
		const left = await callApi(readNotifications, { as: ruth, body: { all: true, show: 'answers' } })
		expect(left.json).toEqual({ unread: 1 })
		expect(await kinds('unread')).toEqual(['mention'])
		expect(await kinds('answers')).toEqual(['answer'])
		expect((await callApi(listNotifications, { as: ruth, query: { show: 'all of them' } })).text).toBe(
			'Choose which ones to show',
		)
	})

	test('has exactly one filter for each kind', () => {
		const { unread: _, ...rest } = KINDS_SHOWN
		expect(Object.values(rest).flat().sort()).toEqual([...notificationKind.options].sort())
	})

	test.each([[{}], [{ ids: ['x'], all: true }], [{ all: false }], [{ ids: 'x' }], [{ all: true, until: 'soon' }]])(
		'rejects %j',
		async (body) => {
			expect((await callApi(readNotifications, { as: ruth, body: body as never })).status).toBe(400)
		},
	)

	test('counts up to the maximum that the bell shows', async () => {
		for (let i = 0; i < 12; i++) await answer(await ask(), 'An answer to it', marcus)
		expect(await unread(ruth)).toBe(10)
	})

	test('keeps a limited number per member up to a limited age', async () => {
		for (let i = 0; i < 4; i++) await answer(await ask(), 'An answer to it', marcus)
		await answer(await ask('Another one, please, of mine', marcus), 'An answer to it', ines)
		await db().run(
			sql`update notifications set updated_at = ${Date.now()} - rowid * 1000 where user_id = ${ruth.userId}`,
		)
		const [newest, second] = await keys()
		await tidyNotifications(Date.now(), { days: 180, rows: 2 })
		expect([await keys(), (await keys(marcus)).length]).toEqual([[newest, second], 1])
		await tidyNotifications(Date.now() + 181 * 24 * 60 * 60_000)
		expect([await keys(), await keys(marcus)]).toEqual([[], []])
	})
})

test('list and count use indexes in a club of any size', async () => {
	const viewer = { id: 'u', role: 'admin' } as const
	const statements = [
		notificationsStatement(viewer, { limit: 20 }),
		notificationsStatement(viewer, { after: [1, 'x'], limit: 20 }),
		notificationsStatement(viewer, { unread: { since: 1, until: 2 }, limit: 20 }),
		countStatement(viewer, 'unread', 10),
		readNoticesStatement('u', 'q'),
		countStatement(viewer, undefined, 500),
		countStatement(viewer, 'answers', 500),
		notificationsStatement(viewer, { show: 'answers', after: [1, 'x'], limit: 20 }),
		...(['answer', 'question', 'session'] as const).map((kind) =>
			audienceQuery({ kind, subjectId: 'x', actorId: 'y', change: null, seq: 1 }, 'z', sql`1`),
		),
	]
	for (const statement of statements) {
		const steps = (await db().all<{ detail: string }>(sql`explain query plan ${statement}`)).map(({ detail }) => detail)
		const bad = steps.filter((step) =>
			/^SCAN (?![ys]$|\(subquery|CONSTANT ROW|json_each)|TEMP B-TREE|users_by_status \(status=\?\)$/.test(step),
		)
		expect(bad, steps.join('\n')).toEqual([])
	}
})
