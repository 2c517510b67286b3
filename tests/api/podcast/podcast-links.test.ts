import { asc, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { contentLinks } from '#db/schema/links.ts'
import { publishEvents } from '#db/schema/operations.ts'
import { episodes, podcastFeed } from '#db/schema/podcast.ts'
import { write } from '#db/write.ts'
import { episodePages } from '#src/app/public-pages/podcast.ts'
import { createCourse, deleteCourse, updateCourse } from '#src/features/courses/contract.ts'
import { courseSources } from '#src/features/courses/server/course-links.ts'
import { copyCourse } from '#src/features/courses/workspace-contract.ts'
import { type Deletion, listDeletions, restoreDeletion } from '#src/features/deletions/contract.ts'
import { createComment as discuss, deleteComment as undiscuss } from '#src/features/discussion/contract.ts'
import { courseCommentSources } from '#src/features/discussion/server/comment-links.ts'
import { createModule, deleteModule, updateModule } from '#src/features/modules/contract.ts'
import { createDraft, publishDraft, updateDraft } from '#src/features/modules/draft-contract.ts'
import { moduleSources } from '#src/features/modules/server/module-links.ts'
import { copyModule, listModuleVersions, restoreModuleVersion } from '#src/features/modules/version-contract.ts'
import { saveEpisodeLinks } from '#src/features/podcast/library-admin-contract.ts'
import { listMentions, type Mention } from '#src/features/podcast/library-contract.ts'
import {
	linkingCommentsStatement,
	linkingCoursesStatement,
	linkingDiscussionsStatement,
	linkingModulesStatement,
	linkingQuestionsStatement,
} from '#src/features/podcast/server/library/episode-mentions.ts'
import { readPages } from '#src/features/podcast/server/library/episode-pages.ts'
import {
	describedEpisodesStatement,
	linkingEpisodesStatement,
	namedEpisodesStatement,
	namingCoursesStatement,
	relatedCoursesStatement,
	relatedModulesStatement,
} from '#src/features/podcast/server/library/related.ts'
import { createCategory } from '#src/features/questions/category-contract.ts'
import {
	createComment,
	createQuestion,
	deleteComment,
	deleteQuestion,
	lockQuestion,
	updateComment,
	updateQuestion,
} from '#src/features/questions/contract.ts'
import { postSources } from '#src/features/questions/server/question-links.ts'
import type { Contract } from '#src/lib/api/contract.ts'
import { isOn, overrideFeatures } from '#src/lib/site/features.ts'
import { keepAllLinks } from '#src/platform/publish/content-links.ts'
import { callApi, insertAccount, type Principal, signedIn, visitor } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'

let database: TestDatabase
let admin: Principal
let member: Principal
let category: string
beforeAll(async () => {
	database = await freshDatabase()
	admin = await signedIn(await insertAccount({ role: 'admin' }))
	member = await signedIn(await insertAccount())
	category = (await made(createCategory, { name: 'Fees', parentCategoryId: null })).id
	await db()
		.insert(podcastFeed)
		.values({
			...{ id: 1, url: 'https://feed.example/rss', title: 'The show', description: '', contentHash: 'x' },
			changedAt: new Date(),
		})
	for (const [position, id] of ['one', 'two'].entries())
		await db()
			.insert(episodes)
			.values({
				...{ id: `id-${id}`, slug: id, position, title: `Episode ${id}`, description: '', duration: 600 },
				audioUrl: 'https://audio.example/1.mp3',
			})
})
afterAll(() => database.discard())
beforeEach(async () => {
	await write(db().delete(contentLinks), db().delete(publishEvents))
})
afterEach(() => overrideFeatures(undefined))

async function made(contract: Contract, body: object, params: Record<string, string> = {}, as = admin) {
	const reply = await callApi(contract, { as, params, body })
	if (reply.status >= 300) throw new Error(`${contract.path}: ${reply.status} ${reply.text}`)
	return (reply.text === '' ? {} : reply.json) as { id: string }
}

const links = async () => {
	const rows = await db().select().from(contentLinks).orderBy(asc(contentLinks.toId), asc(contentLinks.startMs))
	return rows.map(({ fromKind, fromId, toKind, toId, startMs }) => `${fromKind} ${fromId} ${toKind} ${toId} ${startMs}`)
}
const published = async () => [...new Set((await db().select().from(publishEvents)).map(({ path }) => path))].sort()
const mentions = async (id = 'one', as = member) =>
	(await callApi(listMentions, { as, params: { id } })).json as Mention[]
const related = async (slug = 'one') => (await readPages([slug])).get(slug)?.related

const ask = (body: string) =>
	made(createQuestion, { title: 'How do you say it?', body, categoryId: category }, {}, member)
const course = (more: object = {}) =>
	made(createCourse, { title: 'Client intake', description: 'Enough of it', isPublished: true, ...more })
const TEXT = { title: 'First call', description: 'What it is about', type: 'text' }
const module = (courseId: string, content: string, more: object = {}) =>
	made(createModule, { ...TEXT, content, ...more }, { id: courseId })
const HELD = '<p>Listen to <a href="/podcast/one?t=1:30">this</a></p>'

async function bringBack() {
	const [deletion] = (await callApi(listDeletions, { as: admin })).json as Deletion[]
	expect((await callApi(restoreDeletion, { as: admin, params: { id: deletion?.id ?? '' } })).status).toBe(200)
}

describe('links in a post', () => {
	test('are stored with a question, updated by edits, and deleted and restored with it', async () => {
		const { id } = await ask('As in /podcast/one?t=90 and http://localhost:4321/courses/client-intake, or not?')
		const own = [`question ${id} course client-intake -1`, `question ${id} episode one 90000`]
		expect(await links()).toEqual(own)
		const edit = (body: string, version?: number) =>
			callApi(updateQuestion, {
				...{ as: member, params: { id } },
				body: { title: 'How do you say it?', body, categoryId: category, ...(version ? { version } : {}) },
			})
		expect((await edit('Now /podcast/two#t-5 alone, which is enough', 9)).status).toBe(409)
		expect(await links()).toEqual(own)
		expect((await edit('Now /podcast/two#t-5 alone, which is enough')).status).toBe(204)
		expect(await links()).toEqual([`question ${id} episode two 5000`])
		await callApi(deleteQuestion, { as: admin, params: { id } })
		expect(await links()).toEqual([])
		await bringBack()
		expect(await links()).toEqual([`question ${id} episode two 5000`])
	})

	test('are stored with a comment and deleted with it or its question', async () => {
		const question = await ask('What do the rest of you say then?')
		const params = { id: question.id }
		const { id } = await made(createComment, { body: 'See /podcast/one?t=12m34s' }, params, member)
		expect(await links()).toEqual([`questionComment ${id} episode one 754000`])
		const edited = { as: member, params: { ...params, commentId: id }, body: { body: 'See /podcast/two' } }
		expect((await callApi(updateComment, edited)).status).toBe(200)
		expect(await links()).toEqual([`questionComment ${id} episode two -1`])
		await callApi(deleteQuestion, { as: admin, params })
		expect(await links()).toEqual([])
		await bringBack()
		expect(await links()).toEqual([`questionComment ${id} episode two -1`])
		await callApi(deleteComment, { as: admin, params: { ...params, commentId: id } })
		expect(await links()).toEqual([])
	})
})

describe('links in a module', () => {
	test('follow edits, copies, drafts and versions, and are restored with it', async () => {
		const { id: courseId } = await course({ isPublished: false })
		const { id } = await module(courseId, HELD)
		expect(await links()).toEqual([`module ${id} episode one 90000`])
		await made(updateModule, { content: '<p>Now <a href="/podcast/two">another</a></p>' }, { id })
		expect(await links()).toEqual([`module ${id} episode two -1`])
		await made(updateModule, { title: 'Another title' }, { id })
		expect(await links()).toEqual([`module ${id} episode two -1`])
		const versions = (await callApi(listModuleVersions, { as: admin, params: { id } })).json as Array<{ id: string }>
		const restored = { as: admin, params: { id, versionId: versions.at(-1)?.id ?? '' } }
		expect((await callApi(restoreModuleVersion, restored)).status).toBe(200)
		expect(await links()).toEqual([`module ${id} episode one 90000`])
		const copy = await made(copyModule, {}, { id })
		const whole = await made(copyCourse, {}, { id: courseId })
		expect(await db().$count(contentLinks)).toBe(4)
		await callApi(deleteCourse, { as: admin, params: { id: whole.id } })
		await callApi(deleteModule, { as: admin, params: { id: copy.id } })
		expect(await links()).toEqual([`module ${id} episode one 90000`])
		await bringBack()
		expect(await db().$count(contentLinks)).toBe(2)
	})

	test('of a published course are the published ones, not those of a draft', async () => {
		const { id: courseId } = await course()
		const { id } = await module(courseId, '<p>Nothing of it here</p>')
		const draft = { ...TEXT, content: HELD, additionalContent: {} }
		await made(updateDraft, draft, { id })
		const added = await made(createDraft, { ...draft, title: 'New' }, { id: courseId })
		expect(await links()).toEqual([])
		for (const one of [id, added.id]) await made(publishDraft, {}, { id: one })
		expect((await links()).sort()).toEqual([id, added.id].map((one) => `module ${one} episode one 90000`).sort())
	})

	test("are on the episode's page, which is published with each change", async () => {
		const { id: courseId } = await course({ title: 'The intake call' })
		const { id } = await module(courseId, HELD)
		const href = `/courses/the-intake-call?m=${id}`
		const shown = { courses: [], modules: [{ title: 'First call', courseTitle: 'The intake call', href }] }
		expect(await related()).toEqual(shown)
		expect(await episodePages.changeWithThese([`/courses/${courseId}`, '/'])).toEqual(['/podcast/one'])
		await write(db().delete(publishEvents))
		await made(updateModule, { content: '<p>Now without it</p>' }, { id })
		expect(await published()).toEqual([`/courses/${courseId}`, '/podcast/one'])
		expect(await related()).toEqual({ courses: [], modules: [] })
		await made(updateModule, { content: HELD }, { id })
		for (const [contract, params] of [
			[deleteModule, { id }],
			[deleteCourse, { id: courseId }],
		] as const) {
			await write(db().delete(publishEvents))
			await callApi(contract, { as: admin, params })
			expect(await published()).toEqual([`/courses/${courseId}`, '/podcast/one'])
			expect(await related()).toEqual({ courses: [], modules: [] })
			await bringBack()
			expect(await related()).toEqual(shown)
			if (contract === deleteModule) continue
			expect(await episodePages.changeWithThese([`/courses/${courseId}`])).toEqual(['/podcast/one'])
		}
	})

	test.each<[string, object, object]>([
		['of a draft course', { isPublished: false }, {}],
		['of a course for members', { membersOnly: true }, {}],
		['of a locked module', {}, { availableFrom: '2090-01-01T00:00:00Z' }],
	])("are not on the episode's page: %s", async (_, ofCourse, ofModule) => {
		const { id } = await course(ofCourse)
		await module(id, HELD, ofModule)
		expect(await links()).toHaveLength(1)
		expect(await related()).toEqual({ courses: [], modules: [] })
	})
})

describe('links in a course', () => {
	const say = (moduleId: string, content: string, more: object = {}) =>
		made(discuss, { content, ...more }, { id: moduleId }, member)

	test('below a module are stored with comments and replies, and deleted and restored with them', async () => {
		const { id: courseId } = await course()
		const { id: moduleId } = await module(courseId, '<p>Nothing of it here</p>')
		const { id } = await say(moduleId, 'As in /podcast/one?t=1:30, or not?')
		const reply = await say(moduleId, 'Rather /podcast/two', { parentId: id })
		const both = [`courseComment ${id} episode one 90000`, `courseComment ${reply.id} episode two -1`]
		expect(await links()).toEqual(both)
		// A rejected post stores no links.
		await callApi(discuss, {
			as: member,
			params: { id: moduleId },
			body: { content: '/podcast/one', parentId: reply.id },
		})
		expect(await links()).toEqual(both)
		await callApi(deleteModule, { as: admin, params: { id: moduleId } })
		expect(await links()).toEqual([])
		await bringBack()
		expect(await links()).toEqual(both)
		await callApi(undiscuss, { as: member, params: { id } })
		expect(await links()).toEqual([])
	})

	test('in the description are stored, follow edits and copies, and are deleted and restored', async () => {
		const { id } = await course({ description: 'Begins where /podcast/one#t-5 ends' })
		expect(await links()).toEqual([`course ${id} episode one 5000`])
		await made(updateCourse, { title: 'Another title' }, { id })
		expect(await links()).toEqual([`course ${id} episode one 5000`])
		const late = await callApi(updateCourse, {
			...{ as: admin, params: { id }, body: { description: 'Now /podcast/two instead', version: 99 } },
		})
		expect(late.status).toBe(409)
		expect(await links()).toEqual([`course ${id} episode one 5000`])
		const copy = await made(copyCourse, {}, { id })
		expect((await links()).sort()).toEqual([id, copy.id].map((one) => `course ${one} episode one 5000`).sort())
		await callApi(deleteCourse, { as: admin, params: { id: copy.id } })
		await made(updateCourse, { description: 'Now /podcast/two instead' }, { id })
		expect(await links()).toEqual([`course ${id} episode two -1`])
		await callApi(deleteCourse, { as: admin, params: { id } })
		expect(await links()).toEqual([])
		await bringBack()
		expect(await links()).toEqual([`course ${id} episode two -1`])
	})

	test("in the description are on the episode's page, which is published with each change", async () => {
		const { id } = await course({ title: 'Setting a fee', description: 'Begins where /podcast/one ends' })
		const shown = { courses: [{ title: 'Setting a fee', href: '/courses/setting-a-fee' }], modules: [] }
		expect(await related()).toEqual(shown)
		expect(await episodePages.changeWithThese([`/courses/${id}`])).toEqual(['/podcast/one'])
		// Listed once, even if an admin also chose it.
		await callApi(saveEpisodeLinks, { as: admin, params: { id: 'id-one' }, body: { courseIds: [id] } })
		expect(await related()).toEqual(shown)
		await callApi(saveEpisodeLinks, { as: admin, params: { id: 'id-one' }, body: { courseIds: [] } })
		await write(db().delete(publishEvents))
		await made(updateCourse, { description: 'Begins by itself' }, { id })
		expect(await published()).toContain('/podcast/one')
		expect(await related()).toEqual({ courses: [], modules: [] })
		await made(updateCourse, { description: 'Begins where /podcast/one ends' }, { id })
		await write(db().delete(publishEvents))
		await callApi(deleteCourse, { as: admin, params: { id } })
		expect(await published()).toContain('/podcast/one')
		expect(await related()).toEqual({ courses: [], modules: [] })
	})

	test('are shown to members with access', async () => {
		const { id } = await course({ title: 'Trust accounts', description: 'Begins where /podcast/one ends' })
		const { id: moduleId } = await module(id, '<p>Nothing of it here</p>')
		await say(moduleId, 'Hear /podcast/one?t=7 and /podcast/one?t=3')
		const ofCourse = { title: 'Trust accounts', courseTitle: 'Trust accounts', linkedAt: expect.any(String) }
		const all = [
			{
				...{ ...ofCourse, kind: 'discussion', id: moduleId, title: 'First call', starts: [3, 7] },
				href: `/courses/trust-accounts?m=${moduleId}`,
			},
			{ ...ofCourse, kind: 'course', id, href: '/courses/trust-accounts', starts: [] },
		]
		expect(await mentions()).toEqual(all)
		await made(updateModule, { availableFrom: '2090-01-01T00:00:00Z' }, { id: moduleId })
		expect(await mentions()).toEqual(all.slice(1))
		await made(updateCourse, { isPublished: false }, { id })
		expect(await mentions()).toEqual([])
		expect((await mentions('one', admin)).length).toBe(2)
	})
})

describe('links to an episode', () => {
	test('list questions once with all their timestamps, and modules, newest first, for members', async () => {
		const { id } = await ask('Both /podcast/one?t=90 and /podcast/one?t=20 and /podcast/two')
		const comment = await made(createComment, { body: 'And /podcast/one#t-300' }, { id }, member)
		const other = await ask('What do the rest of you say then?')
		const answer = await made(createComment, { body: 'Hear /podcast/one' }, { id: other.id }, member)
		const { id: courseId } = await course({ title: 'Fees' })
		const taught = await module(courseId, HELD)
		expect(comment.id).not.toBe(answer.id)
		const question = { kind: 'question', title: 'How do you say it?', courseTitle: null, linkedAt: expect.any(String) }
		expect(await mentions()).toEqual([
			{
				...{ kind: 'module', id: taught.id, title: 'First call', courseTitle: 'Fees', starts: [90] },
				...{ href: `/courses/fees?m=${taught.id}`, linkedAt: expect.any(String) },
			},
			{ ...question, id: other.id, href: `/questions/${other.id}#comment-${answer.id}`, starts: [] },
			{ ...question, id, href: `/questions/${id}`, starts: [20, 90, 300] },
		])
		expect(await mentions('id-one')).toEqual(await mentions('one'))
		expect((await mentions('two')).map((one) => one.id)).toEqual([id])
		await callApi(lockQuestion, { as: admin, params: { id }, body: { isLocked: true } })
		expect((await mentions('two')).map((one) => one.id)).toEqual([id])
		await callApi(deleteQuestion, { as: admin, params: { id } })
		expect(await mentions('two')).toEqual([])
	})

	test('omit what the reader may not see', async () => {
		const draft = await course({ isPublished: false })
		await module(draft.id, HELD)
		const held = await course()
		await module(held.id, HELD, { availableFrom: '2090-01-01T00:00:00Z' })
		const closed = await course({ membersOnly: true })
		const { id } = await module(closed.id, HELD)
		expect((await mentions()).map((one) => one.id)).toEqual([id])
		expect(await mentions('one', admin)).toHaveLength(3)
		await made(updateCourse, { isPublished: false }, { id: closed.id })
		expect(await mentions()).toEqual([])
	})

	test('are the newest twenty', async () => {
		const ids: string[] = []
		for (let at = 0; at < 22; at++) ids.push((await ask(`Number ${at}: /podcast/one?t=${at + 1}`)).id)
		expect((await mentions()).map(({ id }) => id).sort()).toEqual(ids.slice(2).sort())
	})

	test('are not for visitors nor without the podcast; an unknown episode is 404', async () => {
		expect((await callApi(listMentions, { as: visitor(), params: { id: 'one' } })).status).toBe(401)
		const unknown = await callApi(listMentions, { as: member, params: { id: 'nope' } })
		expect([unknown.status, unknown.text]).toEqual([404, 'Episode not found'])
		overrideFeatures([])
		expect(isOn('/api/podcast/episodes/one/mentions')).toBe(false)
		expect(isOn('/api/admin/podcast/episodes/one/links')).toBe(false)
	})
})

describe('courses that an admin links', () => {
	const save = (courseIds: string[], as = admin, id = 'id-one') =>
		callApi(saveEpisodeLinks, { as, params: { id }, body: { courseIds } })

	test("are on the episode's page while published", async () => {
		const { id } = await course({ title: 'Raising fees' })
		const { id: draft } = await course({ title: 'Not yet', isPublished: false })
		expect((await save([id, id, draft])).status).toBe(204)
		expect(await published()).toContain('/podcast/one')
		expect(await related()).toEqual({
			courses: [{ title: 'Raising fees', href: '/courses/raising-fees' }],
			modules: [],
		})
		expect(await episodePages.changeWithThese([`/courses/${draft}`])).toEqual(['/podcast/one'])
		await made(updateCourse, { isPublished: true }, { id: draft })
		expect((await related())?.courses.map(({ title }) => title)).toEqual(['Not yet', 'Raising fees'])
		await callApi(deleteCourse, { as: admin, params: { id } })
		expect((await related())?.courses).toHaveLength(1)
		await bringBack()
		expect((await related())?.courses).toHaveLength(2)
		expect((await save([])).status).toBe(204)
		expect(await links()).toEqual([])
	})

	test('must exist, at most twenty, for an existing episode', async () => {
		const { id } = await course()
		await save([id])
		const refused = async (reply: ReturnType<typeof save>) => {
			const { status, text } = await reply
			return [status, text]
		}
		expect(await refused(save([id, 'gone']))).toEqual([400, 'One of these courses no longer exists'])
		expect(await refused(save(Array.from({ length: 21 }, (_, at) => `c${at}`)))).toEqual([
			400,
			'Link at most 20 courses',
		])
		expect(await refused(save([id], admin, 'nope'))).toEqual([404, 'Episode not found'])
		expect((await save([id], member)).status).toBe(403)
		expect(await links()).toEqual([`episode id-one course ${id} -1`])
	})

	test('are removed with the episode', async () => {
		const { id } = await course()
		await db().insert(episodes).values({
			id: 'id-three',
			slug: 'three',
			position: 3,
			title: 'Three',
			description: '',
			audioUrl: 'https://a.example/',
		})
		await save([id], admin, 'three')
		await db().delete(episodes).where(eq(episodes.id, 'id-three'))
		expect(await links()).toEqual([])
	})
})

test('existing links are stored by one job, which survives interruptions', async () => {
	const { id } = await ask('As in /podcast/one?t=90')
	const { id: comment } = await made(createComment, { body: 'And /podcast/two' }, { id }, member)
	const { id: courseId } = await course()
	const { id: taught } = await module(courseId, HELD)
	await made(discuss, { content: 'See /podcast/one' }, { id: taught }, member)
	await made(updateCourse, { description: 'After /podcast/two' }, { id: courseId })
	const all = await links()
	expect(all).toHaveLength(5)
	expect(all.join()).toContain(comment)
	expect(all.join()).toContain(taught)
	const job = keepAllLinks([...postSources, moduleSources, courseCommentSources, courseSources])
	await db().delete(contentLinks)
	await job('{}', 'content-links')
	const again = await links()
	for (const link of all) expect(again).toContain(link)
	expect(await published()).toContain('/podcast/one')
	await job('{}', 'content-links')
	expect(await links()).toEqual(again)
})

async function planOf(statement: { toSQL(): { sql: string; params: unknown[] } }): Promise<string[]> {
	const { sql, params } = statement.toSQL()
	const { rows } = await database.client.execute({ sql: `explain query plan ${sql}`, args: params as never })
	return rows.map((row) => String(row.detail))
}

describe('the query plan of', () => {
	const reader = { id: 'u', role: 'user' } as const
	test.each([
		['questions that link an episode', () => linkingQuestionsStatement('one')],
		['comments that link an episode', () => linkingCommentsStatement('one')],
		['modules that link an episode', () => linkingModulesStatement('one', reader)],
		['discussions that link an episode', () => linkingDiscussionsStatement('one', reader)],
		['courses whose descriptions link an episode', () => linkingCoursesStatement('one', reader)],
	])('%s uses an index in order', async (_, statement) => {
		const plan = await planOf(statement())
		expect(plan.join('\n')).toContain('content_links_to')
		expect(plan.filter((line) => /^SCAN|TEMP B-TREE/.test(line))).toEqual([])
	})

	test.each([
		['courses of an episode’s page', () => relatedCoursesStatement(['one', 'two'])],
		['courses that name an episode', () => namingCoursesStatement(['one', 'two'])],
		['modules of an episode’s page', () => relatedModulesStatement(['one', 'two'])],
		['episodes that a description names', () => describedEpisodesStatement(['c'])],
		['episodes that lead to a course', () => linkingEpisodesStatement(['c'])],
		['episodes that modules of a course name', () => namedEpisodesStatement(['c'])],
	])('%s scans no whole table', async (_, statement) => {
		expect((await planOf(statement())).filter((line) => line.startsWith('SCAN'))).toEqual([])
	})
})
