import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { contentLinks } from '#db/schema/platform/links.ts'
import { episodes } from '#db/schema/podcast.ts'
import { episodePages } from '#src/app/public-pages/podcast.ts'
import { deleteCourse, updateCourse } from '#src/features/courses/contract.ts'
import { courseTexts } from '#src/features/courses/server/course-links.ts'
import { createComment as discuss } from '#src/features/discussion/contract.ts'
import { courseCommentTexts } from '#src/features/discussion/server/comment-links.ts'
import { moduleTexts } from '#src/features/modules/server/module-links.ts'
import { saveEpisodeLinks } from '#src/features/podcast/library-admin-contract.ts'
import { listMentions } from '#src/features/podcast/library-contract.ts'
import {
	linkingCommentsStatement,
	linkingCoursesStatement,
	linkingDiscussionsStatement,
	linkingModulesStatement,
	linkingQuestionsStatement,
} from '#src/features/podcast/server/library/episode-mentions.ts'
import {
	describedEpisodesStatement,
	linkingEpisodesStatement,
	namedEpisodesStatement,
	namingCoursesStatement,
	relatedCoursesStatement,
	relatedModulesStatement,
} from '#src/features/podcast/server/library/related.ts'
import { createComment, deleteQuestion, lockQuestion } from '#src/features/questions/contract.ts'
import { commentTexts, questionTexts } from '#src/features/questions/server/question-links.ts'
import { isOn, overrideFeatures } from '#src/lib/site/features.ts'
import { indexAllLinks } from '#src/platform/publish/content-links.ts'
import { callApi, visitor } from '#tests/support/api/api.ts'
import { planOf } from '#tests/support/api/plans.ts'
import {
	admin,
	ask,
	bringBack,
	course,
	HELD,
	links,
	made,
	member,
	mentions,
	module,
	published,
	related,
	setUpLinks,
} from '#tests/support/podcast/links.ts'

setUpLinks()

describe('links to an episode', () => {
	test('list questions once with all their timestamps, and modules, newest first, for members', async () => {
		const { id } = await ask('Both /podcast/one?t=90 and /podcast/one?t=20 and /podcast/two')
		const comment = await made(createComment, { body: 'And /podcast/one#t-300' }, { id }, member)
		const other = await ask('What do the rest of you say then?')
		const answer = await made(createComment, { body: 'Hear /podcast/one' }, { id: other.id }, member)
		const { id: courseId } = await course({ title: 'Fees' })
		const linkedModule = await module(courseId, HELD)
		expect(comment.id).not.toBe(answer.id)
		const question = { kind: 'question', title: 'How do you say it?', courseTitle: null, linkedAt: expect.any(String) }
		expect(await mentions()).toEqual([
			{
				...{ kind: 'module', id: linkedModule.id, title: 'First call', courseTitle: 'Fees', starts: [90] },
				...{ href: `/courses/fees?m=${linkedModule.id}`, linkedAt: expect.any(String) },
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

	test('omit content that the reader may not see', async () => {
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

	test('are hidden from visitors and without the podcast feature, and an unknown episode returns 404', async () => {
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
		expect(await episodePages.readDependentsOf([`/courses/${draft}`])).toEqual(['/podcast/one'])
		await made(updateCourse, { isPublished: true }, { id: draft })
		expect((await related())?.courses.map(({ title }) => title)).toEqual(['Not yet', 'Raising fees'])
		await callApi(deleteCourse, { as: admin, params: { id } })
		expect((await related())?.courses).toHaveLength(1)
		await bringBack()
		expect((await related())?.courses).toHaveLength(2)
		expect((await save([])).status).toBe(204)
		expect(await links()).toEqual([])
	})

	test('must exist, for an existing episode, and at most twenty', async () => {
		const { id } = await course()
		await save([id])
		const rejectionOf = async (reply: ReturnType<typeof save>) => {
			const { status, text } = await reply
			return [status, text]
		}
		expect(await rejectionOf(save([id, 'gone']))).toEqual([400, 'One of these courses no longer exists'])
		expect(await rejectionOf(save(Array.from({ length: 21 }, (_, at) => `c${at}`)))).toEqual([
			400,
			'Link at most 20 courses',
		])
		expect(await rejectionOf(save([id], admin, 'nope'))).toEqual([404, 'Episode not found'])
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
	const { id: linkedModule } = await module(courseId, HELD)
	await made(discuss, { content: 'See /podcast/one' }, { id: linkedModule }, member)
	await made(updateCourse, { description: 'After /podcast/two' }, { id: courseId })
	const all = await links()
	expect(all).toHaveLength(5)
	expect(all.join()).toContain(comment)
	expect(all.join()).toContain(linkedModule)
	const job = indexAllLinks([questionTexts, commentTexts, moduleTexts, courseCommentTexts, courseTexts])
	await db().delete(contentLinks)
	await job('{}', 'content-links')
	const again = await links()
	for (const link of all) expect(again).toContain(link)
	expect(await published()).toContain('/podcast/one')
	await job('{}', 'content-links')
	expect(await links()).toEqual(again)
})

describe('the query plan of', () => {
	const reader = { id: 'u', role: 'user' } as const
	test.each([
		['questions that link to an episode', () => linkingQuestionsStatement('one')],
		['comments that link to an episode', () => linkingCommentsStatement('one')],
		['modules that link to an episode', () => linkingModulesStatement('one', reader)],
		['discussions that link to an episode', () => linkingDiscussionsStatement('one', reader)],
		['courses whose descriptions link to an episode', () => linkingCoursesStatement('one', reader)],
	])('%s uses an index in order', async (_, statement) => {
		const plan = await planOf(statement())
		expect(plan.join('\n')).toContain('content_links_to')
		expect(plan.filter((line) => /^SCAN|TEMP B-TREE/.test(line))).toEqual([])
	})

	test.each([
		['courses of an episode’s page', () => relatedCoursesStatement(['one', 'two'])],
		['courses that link to an episode', () => namingCoursesStatement(['one', 'two'])],
		['modules of an episode’s page', () => relatedModulesStatement(['one', 'two'])],
		['episodes linked from a description', () => describedEpisodesStatement(['c'])],
		['episodes linked to a course', () => linkingEpisodesStatement(['c'])],
		['episodes linked from modules of a course', () => namedEpisodesStatement(['c'])],
	])('%s never scans a whole table', async (_, statement) => {
		expect((await planOf(statement())).filter((line) => line.startsWith('SCAN'))).toEqual([])
	})
})
