import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { notificationFanOuts, notifications } from '#db/schema/notifications.ts'
import { users } from '#db/schema/users.ts'
import { runFanOuts } from '#src/features/notifications/server/notify.ts'
import { deleteComment } from '#src/features/questions/contract.ts'
import { callApi, insertAccount, signedIn } from '#tests/support/api/api.ts'
import { admin, answer, ask, marcus, setUpNotices } from '#tests/support/notices.ts'
import { notified, unread } from '#tests/support/notifications.ts'

setUpNotices()
beforeEach(async () => {
	await db().delete(notifications)
})

describe('a thousand followers', () => {
	let question: string
	const reached = async () =>
		Number(
			(
				await db().all<{ count: number }>(
					sql`select count(*) as count from notifications where group_key = ${`answer-${question}`}`,
				)
			)[0]?.count,
		)
	beforeEach(async () => {
		question = await ask()
		await db().run(sql`
			with recursive number(n) as (select 1 union all select n + 1 from number where n < 1000)
			insert into users (id, name, username, email, email_key, password_hash, role, status, created_at, updated_at)
			select 'follower' || n, 'Follower ' || n, 'follower' || n, n || '@followers.example', n || '@followers.example', 'x',
				'user', 'active', 0, 0 from number`)
		await db().run(sql`insert into question_follows (question_id, user_id, state)
			select ${question}, id, 'following' from users where id like 'follower%'`)
	})
	afterEach(async () => {
		await db().run(sql`delete from users where id like 'follower%'`)
		await db().delete(notificationFanOuts)
	})

	test('are notified in slices, the first with the response and the rest once by a job on two nodes', async () => {
		await answer(question, 'An answer that all of them hear of', marcus)
		const first = await reached()
		expect(first).toBeGreaterThan(0)
		expect(first).toBeLessThanOrEqual(200)
		await Promise.all([runFanOuts(), runFanOuts()])
		// The count includes the author of the question.
		expect(await reached()).toBe(1001)
		expect(await db().select().from(notificationFanOuts)).toEqual([])
		await db().run(sql`update notifications set read_at = 1`)
		await runFanOuts()
		expect(await db().$count(notifications, sql`read_at is null`)).toBe(0)
	})

	test('are notified after a crash, except those who have read the answer', async () => {
		await answer(question, 'An answer that all of them hear of', marcus)
		const first = await reached()
		await db().run(sql`insert into question_reads (user_id, question_id, seen_seq)
			select id, ${question}, 1000000 from users where id like 'follower99%'`)
		await db().run(sql`update notifications set read_at = 1`)
		await runFanOuts()
		expect(await db().$count(notifications, sql`read_at is not null`)).toBe(first)
		const early = await db().$count(notifications, sql`user_id like 'follower99%' and read_at is null`)
		expect(early).toBe(0)
	})

	test('are no longer notified once the answer is deleted', async () => {
		const { id: commentId } = await answer(question, 'An answer that is deleted at once', marcus)
		await callApi(deleteComment, { as: admin, params: { id: question, commentId } })
		await runFanOuts()
		const viewer = await signedIn(
			(await db().select().from(users).where(sql`id = 'follower999'`))[0] ?? (await insertAccount()),
		)
		expect([await notified(viewer), await unread(viewer)]).toEqual([[], 0])
	})
})
