import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { episodes, episodeTranscripts } from '#db/schema/podcast.ts'
import { clubParts, libraryParts, searchState, searchWork } from '#db/schema/search.ts'
import { users } from '#db/schema/users.ts'
import { searchSources } from '#src/app/search/sources.ts'
import { deleteSession, updateSession } from '#src/features/coaching/contract.ts'
import { deleteCourse, updateCourse } from '#src/features/courses/contract.ts'
import { deleteModule, updateModule } from '#src/features/modules/contract.ts'
import { packCues } from '#src/features/podcast/server/library/cue-blob.ts'
import { deleteComment, deleteQuestion, updateComment, updateQuestion } from '#src/features/questions/contract.ts'
import { rebuildSearch, type SearchStatus, searchStatus } from '#src/features/search/contract.ts'
import { compareIndex } from '#src/features/search/server/index-check.ts'
import { runSearchIndex } from '#src/features/search/server/index-job.ts'
import { deleteUser } from '#src/features/users/contract.ts'
import { callApi } from '#tests/support/api/api.ts'
import {
	answer,
	as,
	ask,
	category,
	cuesOf,
	database,
	hits,
	indexAll,
	makeEpisode,
	meet,
	part,
	setUpSearch,
	teach,
	urls,
} from '#tests/support/search.ts'

setUpSearch()

test('an unpublished or deleted course leaves the index in the same request, with its modules', async () => {
	const course = await teach({ title: 'About quorum' })
	const module = await part(course.id, { title: 'More of quorum' })
	await indexAll()
	const change = (isPublished: boolean) =>
		callApi(updateCourse, { as: as.admin, params: { id: course.id }, body: { isPublished } })
	expect(await urls('quorum', as.visitor)).toHaveLength(2)
	expect((await change(false)).status).toBe(200)
	for (const who of [as.visitor, as.member, as.admin]) expect(await urls('quorum', who)).toEqual([])
	expect(await db().select().from(libraryParts)).toEqual([])
	await change(true)
	await indexAll()
	expect(await urls('quorum', as.visitor)).toHaveLength(2)
	await callApi(deleteModule, { as: as.admin, params: { id: module.id } })
	expect(await urls('quorum', as.visitor)).toHaveLength(1)
	await callApi(deleteCourse, { as: as.admin, params: { id: course.id } })
	expect(await urls('quorum', as.visitor)).toEqual([])
	expect(await db().select().from(libraryParts)).toEqual([])
	expect(await db().select().from(searchWork)).toEqual([])
})

test('a new or changed course, module or session is found right after its response', async () => {
	// Finishes the first run, as in any club a second after its start.
	await indexAll()
	const course = await teach({ title: 'About quorum', description: 'With laches.' })
	expect(await urls('laches', as.visitor)).toEqual(['course /courses/about-quorum'])
	const module = await part(course.id, {
		title: 'More of it',
		content: '<p>A word such as estoppel, and no other.</p>',
	})
	expect(await urls('estoppel', as.visitor)).toHaveLength(1)
	const session = await meet('Monthly replevin', 'We talk.')
	expect(await urls('replevin', as.member)).toHaveLength(1)
	await callApi(updateCourse, { as: as.admin, params: { id: course.id }, body: { description: 'With escheat.' } })
	await callApi(updateModule, {
		as: as.admin,
		params: { id: module.id },
		body: { content: '<p>Such as demurrer, and no other.</p>' },
	})
	const renamed = await callApi(updateSession, {
		as: as.admin,
		params: { id: session },
		body: { title: 'Monthly detinue' },
	})
	expect(renamed.status, renamed.text).toBe(200)
	for (const gone of ['laches', 'estoppel', 'replevin']) expect(await urls(gone, as.member), gone).toEqual([])
	for (const here of ['escheat', 'demurrer', 'detinue']) expect(await urls(here, as.member), here).toHaveLength(1)
	expect(await db().select().from(searchWork)).toEqual([])
})

test('a course with all its modules is found once published, and not found right after unpublishing', async () => {
	await indexAll()
	const course = await teach({ title: 'About quorum', isPublished: false })
	for (let at = 0; at < 4; at++)
		await part(course.id, { title: `Quorum ${at}`, content: '<p>Of quorum, once more.</p>' })
	const change = (isPublished: boolean) =>
		callApi(updateCourse, { as: as.admin, params: { id: course.id }, body: { isPublished } })
	for (const isPublished of [true, false, true]) {
		await change(isPublished)
		const found = await hits('quorum', as.visitor, { in: 'courses' })
		expect(new Set(found.map(({ url }) => url)).size).toBe(isPublished ? 5 : 0)
	}
})

test('a question, an answer and their edits are found immediately, and old words are no longer found', async () => {
	const question = await ask('How do you find a quorum?', 'I never found one, and you?')
	const comment = await answer(question, 'We found laches by lunch.')
	expect(await urls('quorum', as.member)).toHaveLength(1)
	expect(await urls('laches', as.member)).toHaveLength(1)
	await callApi(updateQuestion, {
		as: as.member,
		params: { id: question },
		body: { title: 'How do you find estoppel?', body: 'I never found any, and you?', categoryId: category },
	})
	await callApi(updateComment, {
		as: as.otherMember,
		params: { id: question, commentId: comment },
		body: { body: 'We found replevin by lunch.' },
	})
	for (const gone of ['quorum', 'laches']) expect(await urls(gone, as.member), gone).toEqual([])
	for (const here of ['estoppel', 'replevin']) expect(await urls(here, as.member), here).toHaveLength(1)
	await callApi(deleteQuestion, { as: as.admin, params: { id: question } })
	for (const gone of ['estoppel', 'replevin']) expect(await urls(gone, as.member), gone).toEqual([])
})

test('a failed immediate index update does not fail the request and is left to the job', async () => {
	const course = await teach({ title: 'About quorum' })
	await database.client.execute('alter table library_parts rename to library_parts_away')
	const saved = await callApi(updateCourse, {
		as: as.admin,
		params: { id: course.id },
		body: { title: 'About laches' },
	})
	expect(saved.status, saved.text).toBe(200)
	await database.client.execute('alter table library_parts_away rename to library_parts')
	expect(await urls('laches', as.visitor)).toEqual([])
	await indexAll()
	expect(await urls('laches', as.visitor)).toHaveLength(1)
})

test('after an edit only the new words are found', async () => {
	const course = await teach({ title: 'About quorum' })
	const module = await part(course.id, { content: '<p>A word such as estoppel.</p>' })
	await indexAll()
	const reply = await callApi(updateModule, {
		as: as.admin,
		params: { id: module.id },
		body: { content: '<p>A word such as laches, and no other.</p>' },
	})
	expect(reply.status, reply.text).toBe(200)
	expect(await urls('estoppel', as.visitor)).toEqual([])
	await indexAll()
	expect(await urls('laches', as.visitor)).toHaveLength(1)
	expect(await urls('estoppel', as.visitor)).toEqual([])
})

test('a course made member-only leaves the public index immediately', async () => {
	const course = await teach({ title: 'About quorum' })
	await part(course.id, { content: '<p>A word such as estoppel, and more.</p>' })
	await indexAll()
	await callApi(updateCourse, { as: as.admin, params: { id: course.id }, body: { membersOnly: true } })
	expect(await urls('estoppel', as.visitor)).toEqual([])
	await indexAll()
	expect(await urls('estoppel', as.visitor)).toEqual([])
	expect(await urls('estoppel', as.member)).toHaveLength(1)
	const kinds = (rows: { sourceKind: string }[]) => [...new Set(rows.map(({ sourceKind }) => sourceKind))]
	expect(kinds(await db().select().from(libraryParts))).toEqual(['course'])
	expect(kinds(await db().select().from(clubParts))).toEqual(['module'])
})

test('a change between reading and indexing is not overwritten by stale data', async () => {
	const course = await teach({ title: 'About quorum' })
	const sources = searchSources()
	const slow = {
		...sources,
		parts: sources.parts.map((source) => ({
			...source,
			async read(id: string) {
				const before = await source.read(id)
				if (before?.parts[0]?.heading === 'About quorum')
					await callApi(updateCourse, { as: as.admin, params: { id: course.id }, body: { title: 'About laches' } })
				return before
			},
		})),
	}
	await runSearchIndex(slow, { holder: 'here' })
	expect(await urls('quorum', as.visitor)).toEqual([])
	expect(await urls('laches', as.visitor)).toHaveLength(1)
})

test('canceled and renamed sessions, deleted answers and removed episodes are not found', async () => {
	const session = await meet('Monthly quorum', 'We talk.')
	const question = await ask('How do you find a quorum?', 'I never found one, and you?')
	const comment = await answer(question, 'We found a quorum by lunch.')
	await makeEpisode({ id: 'one', title: 'Quorum', cues: cuesOf(['It is a quorum.', 'We say so.']) })
	await indexAll()
	expect(await urls('quorum', as.member)).toHaveLength(5)
	await callApi(deleteSession, { as: as.admin, params: { id: session } })
	expect((await urls('quorum', as.member)).some((url) => url.startsWith('session'))).toBe(false)
	await db().delete(episodes).where(eq(episodes.id, 'one'))
	expect((await urls('quorum', as.member)).some((url) => url.includes('podcast'))).toBe(false)
	await indexAll()
	expect(await db().select().from(libraryParts)).toEqual([])
	const gone = await callApi(deleteComment, { as: as.admin, params: { id: question, commentId: comment } })
	expect(gone.status, gone.text).toBeLessThan(300)
	expect((await urls('quorum', as.member)).map((url) => url.split(' ')[0])).toEqual(['question'])
})

test('a corrected transcript removes the old passages', async () => {
	await makeEpisode({ id: 'one', title: 'An episode', cues: cuesOf(['They said estopel.', 'Twice.']) })
	await indexAll()
	expect(await urls('estopel', as.visitor)).toHaveLength(1)
	await db()
		.update(episodeTranscripts)
		.set({ cues: packCues(cuesOf(['They said estoppel.', 'Twice.'])) })
	expect(await urls('estopel', as.visitor)).toEqual([])
	await indexAll()
	expect(await urls('estoppel', as.visitor)).toHaveLength(1)
})

test('a deactivated member finds no member content from the next request, and an erased member leaves no name', async () => {
	const question = await ask('How do you find a quorum?', 'I never found one, and you?')
	await answer(question, 'We found a quorum by lunch.', as.otherMember)
	await indexAll()
	expect(await urls('quorum', as.member)).toHaveLength(2)
	await db()
		.update(users)
		.set({ status: 'inactive' })
		.where(eq(users.id, as.member.userId ?? ''))
	expect(await urls('quorum', as.member)).toEqual([])
	const gone = await callApi(deleteUser, { as: as.admin, params: { id: as.otherMember.userId ?? '' } })
	expect(gone.status, gone.text).toBeLessThan(300)
	const contexts = (await hits('quorum', as.admin)).map(({ context }) => context)
	expect(contexts).toContain('Answer by a former member')
})

test('the index is rebuilt once at a time while searches work', async () => {
	await teach({ title: 'About quorum' })
	const question = await ask('How do you find laches?', 'I never found any, and you?')
	await answer(question, 'We found estoppel by lunch.')
	await indexAll()
	const status = async () => (await callApi(searchStatus, { as: as.admin })).json as SearchStatus
	const before = await status()
	expect(before).toMatchObject({ parts: 1, waiting: 0, running: false })
	expect(before.lastRebuild).not.toBeNull()
	expect((await callApi(rebuildSearch, { as: as.admin })).status).toBe(204)
	const again = await callApi(rebuildSearch, { as: as.admin })
	expect([again.status, again.text]).toEqual([409, 'The index is already being rebuilt'])
	expect((await status()).running).toBe(true)
	expect(await urls('quorum', as.visitor)).toHaveLength(1)
	expect(await urls('estoppel', as.member)).toHaveLength(1)
	await indexAll()
	expect((await status()).running).toBe(false)
	expect(await urls('quorum', as.visitor)).toHaveLength(1)
	expect(await urls('estoppel', as.member)).toHaveLength(1)
	// After the rebuild, regular writes trigger automatic merges again.
	for (const index of ['library_search', 'club_search', 'answers_search'])
		expect(await db().all(sql.raw(`select v from ${index}_config where k = 'automerge'`)), index).toEqual([{ v: 4 }])
})

test('inconsistencies are found daily, repaired and logged without their text', async () => {
	const course = await teach({ title: 'About quorum' })
	await teach({ title: 'About laches' })
	await indexAll()
	const [kept] = await db().select().from(libraryParts).where(eq(libraryParts.sourceId, course.id))
	await db().delete(libraryParts).where(eq(libraryParts.sourceId, course.id))
	await db()
		.insert(libraryParts)
		.values({ sourceKind: 'course', sourceId: 'nobody', part: 'about', ordinal: 0, heading: 'Gone', text: 'estoppel' })
	expect(kept).toBeDefined()
	await compareIndex(searchSources(), new AbortController().signal)
	expect(await db().select({ id: searchWork.sourceId }).from(searchWork)).toHaveLength(2)
	await indexAll()
	expect(await urls('quorum', as.visitor)).toHaveLength(1)
	expect((await db().select().from(libraryParts)).map(({ sourceId }) => sourceId)).not.toContain('nobody')
	const [state] = await db().select().from(searchState)
	await indexAll(Date.now() + 25 * 60 * 60_000)
	const [after] = await db().select().from(searchState)
	expect(after?.comparedAt?.getTime()).toBeGreaterThanOrEqual(state?.comparedAt?.getTime() ?? 0)
})
