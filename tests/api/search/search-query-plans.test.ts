import { afterAll, beforeAll, expect, test } from 'vitest'
import {
	searchableAnswers,
	searchableQuestions,
	titlesStatement,
} from '#src/features/questions/server/searchable-posts.ts'
import { dueStatement } from '#src/features/search/server/index-job.ts'
import { headingsStatement, indexWithout, partIndex } from '#src/features/search/server/part-rows.ts'
import { candidatesStatement } from '#src/platform/search/search-candidates.ts'
import { looseTier, parseSearch, searchTiers } from '#src/platform/search/search-query.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'
import { planOf } from '#tests/support/api/plans.ts'

let database: TestDatabase
beforeAll(async () => {
	database = await freshDatabase()
})
afterAll(() => database.discard())

const query = parseSearch('the retainer letter -fees ret')
const INDEXES = [
	partIndex('public', 'podcast'),
	partIndex('members', 'coaching'),
	indexWithout(partIndex('members', 'courses'), [['module', 'one']]),
	searchableQuestions.index,
	searchableAnswers.index,
]

test.each(INDEXES)('every query of $table walks its index, newest first, up to a limit', async (index) => {
	const tiers = [...searchTiers(index, query), ...looseTier(index, query)]
	expect(tiers.length).toBeGreaterThan(3)
	const steps = await planOf(candidatesStatement(index, tiers, { first: 1, last: 2 }, 200))
	const walks = steps.filter((step) => /VIRTUAL TABLE INDEX \d+:\S*M/.test(step))
	expect(walks).toHaveLength(tiers.length)
	// Rows are read newest first, so no sort is needed.
	expect(steps.join('\n')).not.toContain('TEMP B-TREE')
})

test('title prefixes are a range of an index', async () => {
	const headings = (await planOf(headingsStatement('public', 'podcast', 'how', { limit: 8 }))).join('\n')
	expect(headings).toContain('library_parts_by_heading (heading>? AND heading<?)')
	const closed = [['module', 'one']] as const
	const open = (await planOf(headingsStatement('members', 'courses', 'how', { limit: 8, closed }))).join('\n')
	expect(open).toContain('club_parts_by_heading (heading>? AND heading<?)')
	const titles = (await planOf(titlesStatement('how', 8))).join('\n')
	expect(titles).toContain('questions_by_title (title>? AND title<?)')
	for (const steps of [headings, open, titles]) expect(steps).not.toContain('TEMP B-TREE')
})

test('queued work is detected by an index', async () => {
	const steps = (await planOf(dueStatement(0))).join('\n')
	expect(steps).not.toContain('TEMP B-TREE')
})
