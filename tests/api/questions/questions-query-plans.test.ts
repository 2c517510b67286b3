import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nextSessionStatement, sessionsStatement } from '#src/features/coaching/server/sessions.ts'
import { commentPosts, courseCommentPosts, questionPosts } from '#src/features/moderation/server/service.ts'
import { categoryQuestionsStatement } from '#src/features/questions/server/categories.ts'
import { commentsStatement } from '#src/features/questions/server/comments.ts'
import { pageStatement, totalStatement } from '#src/features/questions/server/list.ts'
import { membersStatement, questionStatement } from '#src/features/questions/server/questions.ts'
import { newestMatches, searchExpressions } from '#src/features/questions/server/search.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'

let database: TestDatabase
beforeAll(async () => {
	database = await freshDatabase()
})
afterAll(() => database.discard())

async function plan(statement: { toSQL(): { sql: string; params: unknown[] } } | SQL): Promise<string[]> {
	const query = 'toSQL' in statement ? statement.toSQL() : new SQLiteSyncDialect().sqlToQuery(statement)
	const { rows } = await database.client.execute({
		sql: `explain query plan ${query.sql}`,
		args: query.params as never,
	})
	return rows.map((row) => String(row.detail))
}

const viewer = { id: 'u', name: 'N', username: 'n', email: 'n@example.com', role: 'admin' } as const
const reader = { viewerId: 'u', since: 0 }
const someCategory = { id: 'x', isGroup: false }
const group = { id: 'x', isGroup: true }
const expression = searchExpressions('retainer letter')?.all ?? ''

describe('the query plan', () => {
	test.each([
		['all questions', () => pageStatement({ ...reader, category: undefined, before: undefined, limit: 50 })],
		['all questions, next page', () => pageStatement({ ...reader, category: undefined, before: 'x', limit: 50 })],
		['a category', () => pageStatement({ ...reader, category: { id: 'x', isGroup: false }, before: 'x', limit: 50 })],
		[
			'a category with its children',
			() => pageStatement({ ...reader, category: { id: 'x', isGroup: true }, before: undefined, limit: 50 }),
		],
		['what nobody answered', () => pageStatement({ ...reader, show: 'unanswered', before: 'x', limit: 50 })],
		[
			'what nobody answered in a category',
			() => pageStatement({ ...reader, category: someCategory, show: 'unanswered', before: 'x', limit: 50 }),
		],
		[
			'what nobody answered in a group',
			() => pageStatement({ ...reader, category: group, show: 'unanswered', before: 'x', limit: 50 }),
		],
		["a member's own questions", () => pageStatement({ ...reader, show: 'mine', before: 'x', limit: 50 })],
		[
			"a member's own questions in a category",
			() => pageStatement({ ...reader, category: group, show: 'mine', before: undefined, limit: 50 }),
		],
		['what a member follows', () => pageStatement({ ...reader, show: 'followed', before: 'x', limit: 50 })],
		[
			'what a member follows in a category',
			() => pageStatement({ ...reader, category: group, show: 'followed', before: undefined, limit: 50 }),
		],
		['the own questions of a category', () => categoryQuestionsStatement({ id: 'x', before: 'y', limit: 50 })],
		['one question', () => questionStatement('x', 'u')],
		['its comments', () => commentsStatement({ questionId: 'x', after: undefined, limit: 50 })],
		['its next comments', () => commentsStatement({ questionId: 'x', after: 'y', limit: 50 })],
		['completion of mentions', () => membersStatement('ru')],
		['moderation of questions', () => questionPosts({ after: 'x', limit: 50 })],
		['moderation of comments', () => commentPosts({ after: 'x', limit: 50 })],
		['moderation of course comments', () => courseCommentPosts({ after: 'x', limit: 50 })],
		['moderation of questions, oldest first', () => questionPosts({ after: 'x', limit: 50, order: 'asc' })],
		['moderation of comments, oldest first', () => commentPosts({ limit: 50, order: 'asc' })],
		['moderation of course comments, oldest first', () => courseCommentPosts({ after: 'x', limit: 50, order: 'asc' })],
		['search', () => newestMatches(expression)],
	])('of %s neither scans a table nor sorts', async (_, statement) => {
		const steps = await plan(statement())
		// Walking a table in key order up to a limit is not a full scan; a virtual table reports SCAN for a match;
		// the steps of a subquery are listed separately.
		const scans = steps.filter(
			(step) =>
				/^SCAN/.test(step) &&
				!/VIRTUAL TABLE INDEX \d+:\S*M|^SCAN questions( USING INDEX questions_id_unique)?$|USING INDEX question_comments_id_unique$|^SCAN \(subquery-\d+\)$/.test(
					step,
				),
		)
		const sorts = steps.filter((step) => /TEMP B-TREE/.test(step))
		expect([scans, sorts], steps.join('\n')).toEqual([[], []])
	})

	test.each([
		['unanswered', undefined, 'questions_unanswered (comment_count=?)'],
		['unanswered', someCategory, 'questions_unanswered_by_category (category_id=? AND comment_count=?)'],
		['unanswered', group, 'questions_unanswered_by_group (group_id=? AND comment_count=?)'],
		['mine', group, 'questions_by_author (author_id=?'],
		['followed', group, 'question_follows_by_user (user_id=? AND state=?)'],
	] as const)('of %s questions in %j uses its index for page and total', async (show, category, name) => {
		const page = await plan(pageStatement({ ...reader, show, category, before: undefined, limit: 50 }))
		const total = await plan(totalStatement({ ...reader, show, category }))
		for (const steps of [page, total]) expect(steps.join('\n')).toContain(name)
	})

	test('of the newest questions walks the key and stops at the limit', async () => {
		const steps = await plan(pageStatement({ ...reader, category: undefined, before: undefined, limit: 50 }))
		expect(steps[0]).toBe('SCAN questions')
		expect(steps.join()).not.toContain('TEMP B-TREE')
	})

	test('of the sessions uses their time, and of their topics the unique index', async () => {
		const steps = (await plan(sessionsStatement(viewer))).join('\n')
		expect(steps).toContain('coaching_sessions_by_time')
		expect(steps).toContain('coaching_topics_one_per_member')
		expect(steps).not.toContain('TEMP B-TREE')
	})

	test('of the next session starts where the past ends', async () => {
		const steps = (await plan(nextSessionStatement(viewer, Date.now()))).join('\n')
		expect(steps).toContain('coaching_sessions_by_time (scheduled_at>?)')
		expect(steps).not.toContain('TEMP B-TREE')
	})
})

test('the totals of lists are stored, not counted', async () => {
	const steps = await plan(sql`select total from post_counts where kind = 'question'`)
	expect(steps).toEqual([expect.stringContaining('SEARCH post_counts')])
})
