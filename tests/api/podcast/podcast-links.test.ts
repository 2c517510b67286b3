import { describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { contentLinks } from '#db/schema/platform/links.ts'
import { publishEvents } from '#db/schema/platform/operations.ts'
import { write } from '#db/write.ts'
import { episodePages } from '#src/app/public-pages/podcast.ts'
import { deleteCourse, updateCourse } from '#src/features/courses/contract.ts'
import { copyCourse } from '#src/features/courses/workspace-contract.ts'
import { createComment as discuss, deleteComment as undiscuss } from '#src/features/discussion/contract.ts'
import { deleteModule, updateModule } from '#src/features/modules/contract.ts'
import { createDraft, publishDraft, updateDraft } from '#src/features/modules/draft-contract.ts'
import { copyModule, listModuleVersions, restoreModuleVersion } from '#src/features/modules/version-contract.ts'
import { saveEpisodeLinks } from '#src/features/podcast/library-admin-contract.ts'
import {
	createComment,
	deleteComment,
	deleteQuestion,
	updateComment,
	updateQuestion,
} from '#src/features/questions/contract.ts'
import { callApi } from '#tests/support/api/api.ts'
import {
	admin,
	ask,
	bringBack,
	category,
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
	TEXT,
} from '#tests/support/podcast/links.ts'

setUpLinks()

describe('links in a post', () => {
	test('are stored with a question, updated by edits, and deleted and restored with it', async () => {
		const { id } = await ask('As in /podcast/one?t=90 and http://localhost:4321/courses/client-intake, or not?')
		const expected = [`question ${id} course client-intake -1`, `question ${id} episode one 90000`]
		expect(await links()).toEqual(expected)
		const edit = (body: string, version?: number) =>
			callApi(updateQuestion, {
				...{ as: member, params: { id } },
				body: { title: 'How do you say it?', body, categoryId: category, ...(version ? { version } : {}) },
			})
		expect((await edit('Now /podcast/two#t-5 alone, which is enough', 9)).status).toBe(409)
		expect(await links()).toEqual(expected)
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

	test('of a published course come from published modules, not from drafts', async () => {
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
		expect(await episodePages.readDependentsOf([`/courses/${courseId}`, '/'])).toEqual(['/podcast/one'])
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
			expect(await episodePages.readDependentsOf([`/courses/${courseId}`])).toEqual(['/podcast/one'])
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
	const postComment = (moduleId: string, content: string, more: object = {}) =>
		made(discuss, { content, ...more }, { id: moduleId }, member)

	test('below a module are stored with comments and replies, and deleted and restored with them', async () => {
		const { id: courseId } = await course()
		const { id: moduleId } = await module(courseId, '<p>Nothing of it here</p>')
		const { id } = await postComment(moduleId, 'As in /podcast/one?t=1:30, or not?')
		const reply = await postComment(moduleId, 'Rather /podcast/two', { parentId: id })
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
		// Deleting a comment with replies removes only its text.
		await callApi(undiscuss, { as: member, params: { id } })
		expect(await links()).toEqual([both[1]])
	})

	test('in the description are stored, follow edits and copies, and are deleted and restored', async () => {
		const { id } = await course({ description: 'Begins where /podcast/one#t-5 ends' })
		expect(await links()).toEqual([`course ${id} episode one 5000`])
		await made(updateCourse, { title: 'Another title' }, { id })
		expect(await links()).toEqual([`course ${id} episode one 5000`])
		const outdated = await callApi(updateCourse, {
			...{ as: admin, params: { id }, body: { description: 'Now /podcast/two instead', version: 99 } },
		})
		expect(outdated.status).toBe(409)
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
		expect(await episodePages.readDependentsOf([`/courses/${id}`])).toEqual(['/podcast/one'])
		// The course is listed once, even if an admin linked it as well.
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
		await postComment(moduleId, 'Hear /podcast/one?t=7 and /podcast/one?t=3')
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
