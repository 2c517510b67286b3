import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nextSessionsStatement, sessionsStatement } from '#src/features/coaching/server/sessions.ts'
import { membersStatement } from '#src/features/comments/server/members.ts'
import { commentPosts, courseCommentPosts, questionPosts } from '#src/features/moderation/server/posts.ts'
import type { ListOrder } from '#src/features/questions/contract.ts'
import { categoryQuestionsStatement } from '#src/features/questions/server/categories.ts'
import { commentsStatement } from '#src/features/questions/server/comments.ts'
import { orderOf, pageStatement, totalStatement } from '#src/features/questions/server/list-statements.ts'
import { questionStatement } from '#src/features/questions/server/questions.ts'
import { newestMatches, searchExpressions } from '#src/features/questions/server/search.ts'
import { unreadStatement } from '#src/features/questions/server/unread.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'
import { planOf } from '#tests/support/api/plans.ts'

let database: TestDatabase
beforeAll(async () => {
	database = await freshDatabase()
})
afterAll(() => database.discard())

const viewer = { id: 'u', name: 'N', username: 'n', email: 'n@example.com', role: 'admin' } as const
const reader = { viewerId: 'u', since: 0 }
const someCategory = { id: 'x', isGroup: false }
const group = { id: 'x', isGroup: true }
const expression = searchExpressions('retainer letter')?.all ?? ''

type Filter = Pick<Parameters<typeof pageStatement>[0], 'category' | 'show'>

/** Returns statements for the first and next page of the list with this filter in one order. */
const pagesBy = (sort: ListOrder, filter: Filter) =>
	[undefined, sort === 'newest' ? (['x'] as const) : ([1, 2] as const)].map((after) =>
		pageStatement({ ...reader, ...filter, sort, after, limit: 50 }),
	)

/** Returns these statements for each order that the filter supports. */
const pages = (filter: Filter) =>
	(['newest', 'activity'] as const)
		.filter((sort) => orderOf(filter.show, sort) === sort)
		.flatMap((sort) => pagesBy(sort, filter))

/**
 * Virtual tables report SCAN for a match. A walk in key order up to a limit or over the few hidden questions does not
 * count as a full scan.
 */
const NO_SCAN =
	/VIRTUAL TABLE INDEX \d+:\S*M|^SCAN questions( USING (COVERING )?INDEX questions_(id_unique|by_activity))?$|USING INDEX question_comments_id_unique$|^SCAN h USING INDEX questions_hidden$|^SCAN \(subquery-\d+\)$/

const scansIn = (steps: readonly string[]) => steps.filter((step) => /^SCAN/.test(step) && !NO_SCAN.test(step))

describe('the query plan', () => {
	test.each([
		['all questions', {}],
		['a category', { category: someCategory }],
		['a category with its children', { category: group }],
		['what is unread', { show: 'unread' }],
		['what is unread in a category', { show: 'unread', category: someCategory }],
		['what is unread in a group', { show: 'unread', category: group }],
		['what nobody answered', { show: 'unanswered' }],
		['what nobody answered in a category', { show: 'unanswered', category: someCategory }],
		['what nobody answered in a group', { show: 'unanswered', category: group }],
		["a member's own questions", { show: 'mine' }],
		["a member's own questions in a category", { show: 'mine', category: group }],
	] as const)('of a page of %s neither scans a table nor sorts, in both orders', async (_, filter) => {
		for (const statement of pages(filter)) {
			const steps = await planOf(statement)
			const sorts = steps.filter((step) => /TEMP B-TREE/.test(step))
			expect([scansIn(steps), sorts], steps.join('\n')).toEqual([[], []])
		}
	})

	test.each([
		['what a member follows', { show: 'followed' }],
		['what a member follows in a category', { show: 'followed', category: group }],
	] as const)('of a page of %s sorts only sequence numbers, then the page', async (_, filter) => {
		for (const statement of pagesBy('newest', filter))
			expect((await planOf(statement)).join('\n')).not.toContain('TEMP B-TREE')
		for (const statement of pagesBy('activity', filter)) {
			const steps = await planOf(statement)
			expect(scansIn(steps), steps.join('\n')).toEqual([])
			expect(steps[0], steps.join('\n')).toBe('SEARCH questions USING INTEGER PRIMARY KEY (rowid=?)')
		}
	})

	test.each([
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
		const steps = await planOf(statement())
		const sorts = steps.filter((step) => /TEMP B-TREE/.test(step))
		expect([scansIn(steps), sorts], steps.join('\n')).toEqual([[], []])
	})

	test.each([
		['unread', undefined, 'questions_by_activity (last_activity_at>?)'],
		['unread', someCategory, 'questions_by_category_activity (category_id=? AND last_activity_at>?)'],
		['unread', group, 'questions_by_group_activity (group_id=? AND last_activity_at>?)'],
		['unanswered', undefined, 'questions_unanswered (answer_count=?)'],
		['unanswered', someCategory, 'questions_unanswered_by_category (category_id=? AND answer_count=?)'],
		['unanswered', group, 'questions_unanswered_by_group (group_id=? AND answer_count=?)'],
		['mine', group, 'questions_by_author'],
		['followed', group, 'question_follows_by_user (user_id=? AND state=?)'],
	] as const)('of %s questions in %j uses its index for page and total', async (show, category, name) => {
		const page = await planOf(pageStatement({ ...reader, show, category, sort: 'newest', limit: 50 }))
		const total = await planOf(totalStatement({ ...reader, show, category }))
		for (const steps of [page, total]) expect(steps.join('\n')).toContain(name)
	})

	test('of all questions walks the key or the activity and stops at the limit', async () => {
		const first = (sort: ListOrder) => planOf(pageStatement({ ...reader, sort, limit: 50 }))
		expect((await first('newest'))[0]).toBe('SCAN questions')
		expect((await first('activity'))[0]).toBe('SCAN questions USING INDEX questions_by_activity')
	})

	test('of unread questions walks recently active questions', async () => {
		const steps = await planOf(unreadStatement(reader, { limit: 1 }))
		expect(steps.join('\n')).toContain('SEARCH questions USING INDEX questions_by_activity (last_activity_at>?)')
		expect(steps.join('\n')).not.toContain('TEMP B-TREE')
	})

	test('of the sessions uses their time, and of their topics the unique index', async () => {
		const steps = (await planOf(sessionsStatement(viewer))).join('\n')
		expect(steps).toContain('coaching_sessions_by_time')
		expect(steps).toContain('coaching_topics_one_per_member')
		expect(steps).not.toContain('TEMP B-TREE')
	})

	test('of the next session reads no past sessions', async () => {
		const steps = (await planOf(nextSessionsStatement(viewer, Date.now(), 1))).join('\n')
		expect(steps).toContain('coaching_sessions_by_time (scheduled_at>?)')
		expect(steps).not.toContain('TEMP B-TREE')
	})
})

test('the totals of lists are stored, not counted', async () => {
	const steps = await planOf(sql`select total from post_counts where kind = 'question'`)
	expect(steps).toEqual([expect.stringContaining('SEARCH post_counts')])
})
