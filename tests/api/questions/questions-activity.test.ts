import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { questionComments, questions } from '#db/schema/questions.ts'
import { users } from '#db/schema/users.ts'
import { restoreDeletion } from '#src/features/deletions/contract.ts'
import {
	deleteComment,
	deleteQuestion,
	followQuestion,
	type QuestionComment,
	type QuestionSummary,
	updateComment,
} from '#src/features/questions/contract.ts'
import { newId } from '#src/lib/ids.ts'
import { callApi, insertAccount, type Reply, signedIn } from '#tests/support/api/api.ts'
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
	setUpForum,
	titles,
} from '#tests/support/forum.ts'

setUpForum()

const answer = async (id: string, as = other) => ((await comment(id, 'An answer to it', as)).json as QuestionComment).id
const byActivity = async (query: Record<string, string> = {}, as = member) =>
	titles(await list({ sort: 'activity', ...query }, as))
const row = async (id: string) =>
	((await list({ sort: 'activity' })).json as QuestionSummary[]).find((each) => each.id === id)
/** Moves a question and its comments to an earlier time. */
async function backdate(id: string, hours: number): Promise<void> {
	const ms = hours * 60 * 60_000
	await db().run(sql`update question_comments set created_at = created_at - ${ms} where question_id = ${id}`)
	await db().run(sql`update questions set created_at = created_at - ${ms},
		last_activity_at = last_activity_at - ${ms} where id = ${id}`)
}

/** Returns the query of the next page from the Link header. */
function nextOf(reply: Reply): Record<string, string> | undefined {
	const link = /<(.*)>/.exec(reply.header('link') ?? '')?.[1]
	return link === undefined ? undefined : Object.fromEntries(new URL(link, 'http://x').searchParams)
}

describe('by last activity', () => {
	test('the question with the newest comment comes first, while the default order stays by question date', async () => {
		const first = await ask('The first question asked')
		await backdate(first, 2)
		const second = await ask('The second question asked')
		await backdate(second, 1)
		expect(await byActivity()).toEqual(['The second question asked', 'The first question asked'])
		expect(await row(first)).toMatchObject({ lastAuthor: null })
		const before = Date.now()
		await answer(first)
		expect(await byActivity()).toEqual(['The first question asked', 'The second question asked'])
		expect(titles(await list({}))).toEqual(['The second question asked', 'The first question asked'])
		const updated = await row(first)
		expect(updated).toMatchObject({ lastAuthor: { name: 'Tomas Keller' }, commentCount: 1 })
		expect(Date.parse(updated?.lastActivityAt ?? '')).toBeGreaterThanOrEqual(before)
	})

	test('an edit does not count as activity', async () => {
		const id = await ask('A question that was answered')
		const commentId = await answer(id)
		await backdate(id, 2)
		await ask('A question asked since then')
		await callApi(updateComment, { as: other, params: { id, commentId }, body: { body: 'In other words' } })
		expect(await byActivity()).toEqual(['A question asked since then', 'A question that was answered'])
	})

	test('deleting the last comment returns the question to its previous position', async () => {
		const id = await ask('A question with two answers')
		const one = await answer(id, member)
		await backdate(id, 3)
		const askedAt = (await row(id))?.createdAt ?? ''
		const answeredAt = (await row(id))?.lastActivityAt
		const two = await answer(id)
		await callApi(deleteComment, { as: admin, params: { id, commentId: two } })
		expect(await row(id)).toMatchObject({ lastActivityAt: answeredAt, lastAuthor: { name: 'Dana Whitfield' } })
		await callApi(deleteComment, { as: admin, params: { id, commentId: one } })
		expect(await row(id)).toMatchObject({ lastActivityAt: askedAt, lastAuthor: null, commentCount: 0 })
	})

	test('a question restored from the trash gets its position back', async () => {
		const id = await ask('A question deleted by mistake')
		await answer(id)
		await backdate(id, 2)
		await ask('A question asked since then')
		const before = await row(id)
		await callApi(deleteQuestion, { as: admin, params: { id } })
		const [deletion] = await db().all<{ id: string }>(sql`select id from deletions where subject_id = ${id}`)
		const back = await callApi(restoreDeletion, { as: admin, params: { id: deletion?.id ?? '' } })
		expect(back.status, back.text).toBe(200)
		expect(await row(id)).toEqual(before)
		expect(await byActivity()).toEqual(['A question asked since then', 'A question deleted by mistake'])
	})

	test('a deleted last author is not shown', async () => {
		const leaver = await insertAccount()
		const id = await ask('A question answered by somebody who left')
		await answer(id, await signedIn(leaver))
		await db().delete(users).where(eq(users.id, leaver.id))
		expect(await row(id)).toMatchObject({ lastAuthor: null, commentCount: 1 })
	})

	test('pages have each question once, even those of the same millisecond and with filters', async () => {
		const at = new Date()
		await db()
			.insert(questions)
			.values(
				Array.from({ length: 7 }, (_, i) => ({
					id: newId(),
					title: `Question number ${i}`,
					body: 'A body',
					categoryId: family.id,
					groupId: practice.id,
					authorId: member.userId ?? null,
					createdAt: at,
				})),
			)
		const all = Array.from({ length: 7 }, (_, i) => `Question number ${6 - i}`)
		const follow = (id: string) => callApi(followQuestion, { as: member, params: { id }, body: { state: 'following' } })
		for (const { id } of await db().select({ id: questions.id }).from(questions)) await follow(id)
		await ask('A question of another category', { as: other, categoryId: intake.id })
		const filters: Record<string, string>[] = [
			{ category: practice.id },
			{ category: family.id },
			{ show: 'mine' },
			{ show: 'mine', category: family.id },
			{ show: 'followed' },
			{ show: 'followed', category: practice.id },
			{ show: 'unanswered', category: family.id },
		]
		for (const filter of filters) {
			const listed: string[] = []
			for (let query: Record<string, string> | undefined = { sort: 'activity', limit: '3', ...filter }; query; ) {
				const reply = await list(query)
				listed.push(...titles(reply))
				query = nextOf(reply)
			}
			expect(listed, JSON.stringify(filter)).toEqual(all)
		}
	})

	test('a question that moves up between two pages is not repeated below', async () => {
		const ids: string[] = []
		for (let i = 0; i < 4; i++) {
			const id = await ask(`Question number ${i}`)
			await backdate(id, 4 - i)
			ids.push(id)
		}
		const first = await list({ sort: 'activity', limit: '2' })
		expect(titles(first)).toEqual(['Question number 3', 'Question number 2'])
		await answer(ids[2] ?? '')
		expect(await byActivity(nextOf(first))).toEqual(['Question number 1', 'Question number 0'])
	})

	test('a cursor from another order is refused', async () => {
		for (let i = 0; i < 3; i++) await ask(`Question number ${i}`)
		const next = nextOf(await list({ limit: '1' }))
		expect((await list({ ...next, sort: 'activity' })).status).toBe(400)
	})
})

test('rows inserted without the column get their activity', async () => {
	const at = Date.now() - 50_000
	await db().run(sql`insert into questions (id, title, body, category_id, group_id, created_at)
		values ('old', 'A question of an earlier version', 'x', ${intake.id}, ${intake.id}, ${at})`)
	const stored = async () => {
		const [row] = await db().select().from(questions).where(eq(questions.id, 'old'))
		return row?.lastActivityAt.getTime()
	}
	expect(await stored()).toBe(at)
	const fields = { questionId: 'old', body: 'x', createdAt: new Date(at + 5) }
	await db()
		.insert(questionComments)
		.values([
			{ ...fields, id: 'c1' },
			{ ...fields, id: 'c2', createdAt: new Date(at + 3) },
		])
	expect(await stored()).toBe(at + 5)
})
