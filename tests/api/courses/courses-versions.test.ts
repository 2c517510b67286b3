import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { mediaUses } from '#db/schema/media.ts'
import { moduleDrafts, modules, moduleVersions } from '#db/schema/modules.ts'
import { type Course, enroll, getCourse, updateCourse } from '#src/features/courses/contract.ts'
import * as workspace from '#src/features/courses/workspace-contract.ts'
import { listDeletions, restoreDeletion } from '#src/features/deletions/contract.ts'
import { type CourseModule, deleteModule, listModules } from '#src/features/modules/contract.ts'
import { MAX_VERSIONS } from '#src/features/modules/server/version-rows.ts'
import * as versions from '#src/features/modules/version-contract.ts'
import { callApi, insertAccount, type Principal, signedIn, visitor } from '#tests/support/api/api.ts'
import { makeCourse, makeModule } from '#tests/support/courses/courses.ts'

import {
	admin,
	course,
	createDraftModule,
	DAY,
	draftOf,
	drafts,
	history,
	member,
	module,
	modulesSeenBy,
	publish,
	restore,
	save,
	savedDraft,
	setUpDrafts,
} from '#tests/support/courses/drafts.ts'

setUpDrafts()

describe('versions', () => {
	test('store the previous publication with its editor, but not for reorders and unchanged saves', async () => {
		await save({ title: 'The second title' })
		await save({ title: 'The second title' })
		await save({ orderIndex: 0 })
		await savedDraft(draftOf({ title: 'The third title' }))
		await publish()
		const list = await history()
		expect(list.map(({ title, replacedBy }) => [title, replacedBy])).toEqual([
			['The second title', 'Ada Admin'],
			['The first call', 'Ada Admin'],
		])
		expect(list[0]?.shownFrom).toBe(list[1]?.replacedAt)
	})

	test('are limited to the last fifty', async () => {
		for (let at = 0; at < MAX_VERSIONS + 3; at++) await save({ title: `Title ${at}` })
		const list = await history()
		expect(list).toHaveLength(MAX_VERSIONS)
		expect(list.at(-1)?.title).toBe('Title 2')
	})

	test('are compared with the current text', async () => {
		await save({ title: 'The last call', content: '<p>Ask why they call <strong>at all</strong>.</p>' })
		const [version] = await history()
		const look = (versionId: string) =>
			callApi(versions.getModuleVersion, { as: admin, params: { id: module.id, versionId } })
		const { json } = await look(version?.id ?? '')
		expect(json).toMatchObject({
			version: { title: 'The first call' },
			today: { title: 'The last call' },
			differences: [
				{ field: 'Title' },
				{
					field: 'Content',
					stretches: expect.arrayContaining([expect.objectContaining({ kind: 'added', text: 'at all' })]),
				},
			],
		})
		expect((await look('nothing')).status).toBe(404)
		expect((await look('draft')).status).toBe(404)
		await savedDraft(draftOf({ title: 'The very last call' }))
		const { differences } = (await look('draft')).json as { differences: versions.Difference[] }
		expect(differences[0]?.stretches).toContainEqual({ kind: 'added', text: 'very ' })
	})

	test('report format-only changes, and completely different text', async () => {
		await save({ content: '<p>Ask why they <em>call</em> today, and not last month.</p>' })
		const [version] = await history()
		const look = async () =>
			(
				(
					await callApi(versions.getModuleVersion, {
						as: admin,
						params: { id: module.id, versionId: version?.id ?? '' },
					})
				).json as { differences: versions.Difference[] }
			).differences
		expect(await look()).toEqual([{ field: 'Content', stretches: [] }])
		const long = Array.from({ length: 9_000 }, (_, at) => `word${at}`).join(' ')
		await save({ content: `<p>${long}</p>` })
		const [{ id = '' } = {}] = await history()
		await save({ content: `<p>${[...long.split(' ')].reverse().join(' ')}</p>` })
		const reply = await callApi(versions.getModuleVersion, { as: admin, params: { id: module.id, versionId: id } })
		expect((reply.json as { differences: versions.Difference[] }).differences).toEqual([
			{ field: 'Content', stretches: null },
		])
	})

	test('are restored as a draft in a published course, without loss', async () => {
		await save({ title: 'The second title' })
		const [version] = await history()
		expect((await restore(version?.id ?? '')).json).toEqual({ isDraft: true })
		expect((await modulesSeenBy(member))[0]?.title).toBe('The second title')
		expect((await drafts()).drafts).toMatchObject([{ title: 'The first call' }])
		const again = await restore(version?.id ?? '')
		expect([again.status, again.text]).toEqual([
			409,
			'This module has unpublished changes. Publish or discard them first.',
		])
		await publish()
		expect((await modulesSeenBy(member))[0]?.title).toBe('The first call')
		expect((await history()).map(({ title }) => title)).toEqual(['The second title', 'The first call'])
	})

	test('are restored immediately in an unpublished course', async () => {
		await save({ title: 'The second title' })
		await callApi(updateCourse, { as: admin, params: { id: course.id }, body: { isPublished: false } })
		const [version] = await history()
		expect((await restore(version?.id ?? '')).json).toEqual({ isDraft: false })
		expect((await modulesSeenBy(admin))[0]?.title).toBe('The first call')
		expect((await history())[0]?.title).toBe('The second title')
		expect((await restore('nothing')).status).toBe(404)
		expect((await restore(version?.id ?? '', 'nothing')).status).toBe(404)
	})

	test('of a deleted module are restored with it and its draft', async () => {
		await save({ title: 'The second title' })
		await savedDraft()
		const [versionBefore, draftBefore] = [
			await db().select().from(moduleVersions),
			await db().select().from(moduleDrafts),
		]
		await callApi(deleteModule, { as: admin, params: { id: module.id } })
		expect(await db().select().from(moduleVersions)).toEqual([])
		expect(await db().select().from(moduleDrafts)).toEqual([])
		const [deletion] = (await callApi(listDeletions, { as: admin })).json as Array<{ id: string }>
		await callApi(restoreDeletion, { as: admin, params: { id: deletion?.id ?? '' } })
		expect(await db().select().from(moduleVersions)).toEqual(versionBefore)
		expect(await db().select().from(moduleDrafts)).toEqual(draftBefore)
	})

	test("are kept for a course's details too", async () => {
		const change = (body: object) =>
			callApi(updateCourse, { as: admin, params: { id: course.id }, body: body as never })
		await change({ title: 'Client intake, anew' })
		await change({ title: 'Client intake, anew', isPublished: false })
		await change({ imageUrl: 'https://pictures.example/one.png' })
		const reply = await callApi(workspace.listCourseVersions, { as: admin, params: { id: course.id } })
		expect(reply.json).toMatchObject([
			{ title: 'Client intake, anew', imageUrl: null, replacedBy: 'Ada Admin' },
			{ title: 'Client intake', imageUrl: null },
		])
		expect((await callApi(workspace.listCourseVersions, { as: admin, params: { id: 'no' } })).status).toBe(404)
	})
})

describe('a copy', () => {
	test('of a course has its modules in order, without members and drafts', async () => {
		const quiz = { questions: [{ question: 'Which?', options: ['One', 'Two'], correctAnswer: 1 }], passingScore: 70 }
		await makeModule(admin, course.id, { type: 'quiz', title: 'Asked', additionalContent: quiz })
		await makeModule(admin, course.id, { type: 'journal', title: 'Written', additionalContent: { prompt: 'Why?' } })
		await savedDraft()
		await createDraftModule()
		const reply = await callApi(workspace.copyCourse, { as: admin, params: { id: course.id } })
		expect(reply.status, reply.text).toBe(201)
		const copy = reply.json as Course
		expect(copy).toMatchObject({ title: 'Client intake (copy)', isPublished: false, moduleCount: 3 })
		const list = (id: string) => db().select().from(modules).where(eq(modules.courseId, id)).orderBy(modules.orderIndex)
		const plain = (rows: Awaited<ReturnType<typeof list>>) =>
			rows.map(({ id: _, courseId: __, createdAt: ___, updatedAt: ____, version: _____, ...row }) => row)
		expect(plain(await list(copy.id))).toEqual(plain(await list(course.id)))
		const people = await callApi(workspace.listCourseMembers, { as: admin, params: { id: copy.id } })
		expect(people.json).toEqual([])
		expect((await callApi(getCourse, { as: member, params: { id: copy.id } })).status).toBe(404)
		expect((await callApi(workspace.copyCourse, { as: admin, params: { id: 'no' } })).status).toBe(404)
	})

	test('of a module is a draft in a published course, and a module otherwise', async () => {
		const copy = (body: object = {}) =>
			callApi(versions.copyModule, { as: admin, params: { id: module.id }, body: body as never })
		expect((await copy()).json).toMatchObject({ courseId: course.id, isDraft: true })
		expect((await modulesSeenBy(member)).length).toBe(1)
		expect((await drafts()).drafts).toMatchObject([{ title: 'The first call (copy)', isNew: true }])
		const other = await makeCourse(admin, { isPublished: false })
		const { id } = (await copy({ courseId: other.id })).json as { id: string }
		const [row] = await db().select().from(modules).where(eq(modules.id, id))
		expect(row).toMatchObject({ courseId: other.id, title: 'The first call (copy)', orderIndex: 0 })
		expect((await copy({ courseId: 'nothing' })).status).toBe(404)
		expect((await callApi(versions.copyModule, { as: admin, params: { id: 'no' }, body: {} })).status).toBe(404)
	})

	test('of a locked module is locked, and of a member-only course is member-only', async () => {
		const from = new Date(Date.now() + 3 * DAY).toISOString()
		await save({ availableFrom: from })
		await makeModule(admin, course.id, { availableAfterDays: 7 })
		await makeModule(admin, course.id)
		const change = { membersOnly: true, unpublishAt: new Date(Date.now() + 9 * DAY).toISOString() }
		await callApi(updateCourse, { as: admin, params: { id: course.id }, body: change })
		const reply = await callApi(workspace.copyCourse, { as: admin, params: { id: course.id } })
		const copy = reply.json as Course
		expect(copy).toMatchObject({ membersOnly: true, publishAt: null, unpublishAt: null })
		await callApi(updateCourse, { as: admin, params: { id: copy.id }, body: { isPublished: true } })
		const open = async (as: Principal, id: string) =>
			((await callApi(listModules, { as, params: { id } })).json as CourseModule[]).map(({ content }) => content !== '')
		expect(await open(visitor(), copy.id)).toEqual([false, false, false])
		expect(await open(member, copy.id)).toEqual([false, false, true])
		const rows = ((await callApi(listModules, { as: admin, params: { id: copy.id } })).json as CourseModule[]).map(
			({ availableFrom, availableAfterDays, isOpen }) => [availableFrom, availableAfterDays, isOpen],
		)
		expect(rows).toEqual([
			[from, null, false],
			[null, 7, false],
			[null, null, true],
		])
	})

	test.each([
		['a date', () => ({ availableFrom: new Date(Date.now() + 3 * DAY).toISOString(), availableAfterDays: null })],
		['days', () => ({ availableFrom: null, availableAfterDays: 7 })],
	])('of a module locked by %s is locked too, in any course', async (_, opening) => {
		const held = opening()
		await save(held)
		const copyInto = async (courseId: string) =>
			(await callApi(versions.copyModule, { as: admin, params: { id: module.id }, body: { courseId } })).json as {
				id: string
				isDraft: boolean
			}
		const unpublished = await makeCourse(admin, { isPublished: false })
		await copyInto(unpublished.id)
		await callApi(updateCourse, { as: admin, params: { id: unpublished.id }, body: { isPublished: true } })
		const list = async (as: Principal, id: string) =>
			(await callApi(listModules, { as, params: { id } })).json as CourseModule[]
		expect(await list(admin, unpublished.id)).toMatchObject([{ ...held, isOpen: false }])
		expect(await list(member, unpublished.id)).toMatchObject([{ content: '', lock: {} }])
		const { id } = await copyInto(course.id)
		expect((await drafts()).drafts).toMatchObject([{ id, isNew: true, ...held, isOpen: false }])
		expect((await publish(id)).status).toBe(200)
		expect((await list(admin, course.id))[1]).toMatchObject({ id, ...held, isOpen: false })
		expect((await list(member, course.id))[1]).toMatchObject({ id, content: '', lock: {} })
	})

	test('has a title within the limit and its own uses of files', async () => {
		await db().run(`insert into media (id, name, kind, state, is_public, size, part_size, bytes, files, created_at, created_by, unused_since)
			values ('m1', 'a.pdf', 'pdf', 'ready', 0, 1, 1, 1, '[]', 1, 'Ada', 1)`)
		await save({ title: 'x'.repeat(200), content: '<p>Something to read: <a href="/media/m1/a.pdf">Sheet</a></p>' })
		const { id } = (await callApi(workspace.copyCourse, { as: admin, params: { id: course.id } })).json as Course
		const [row] = await db().select().from(modules).where(eq(modules.courseId, id))
		expect(
			await db()
				.select()
				.from(mediaUses)
				.where(eq(mediaUses.subjectId, row?.id ?? '')),
		).toMatchObject([{ mediaId: 'm1', subjectType: 'module' }])
		const copy = await callApi(versions.copyModule, { as: admin, params: { id: module.id }, body: { courseId: id } })
		const [second] = await db()
			.select()
			.from(modules)
			.where(eq(modules.id, (copy.json as { id: string }).id))
		expect(second?.title).toHaveLength(200)
		expect(second?.title).toMatch(/x \(copy\)$/)
	})
})

describe('the members of a course', () => {
	test('are listed with completed modules and last activity, newest first, page by page', async () => {
		for (const name of ['Tomas Keller', 'Ines Vidal']) {
			const other = await signedIn(await insertAccount({ name }))
			await callApi(enroll, { as: other, params: { id: course.id } })
		}
		const list = (query: Record<string, string> = {}) =>
			callApi(workspace.listCourseMembers, { as: admin, params: { id: course.id }, query: query as never })
		const first = await list({ limit: '2' })
		const names = (reply: typeof first) => (reply.json as workspace.CourseMember[]).map(({ name }) => name)
		expect(names(first)).toEqual(['Ines Vidal', 'Tomas Keller'])
		expect(first.header('x-total-count')).toBe('3')
		const [, cursor = ''] = /cursor=([^&>]+)/.exec(first.header('link') ?? '') ?? []
		const second = await list({ limit: '2', cursor })
		expect(second.json).toMatchObject([{ name: 'Dana Whitfield', completed: 0, total: 1, isActive: true }])
		expect(names(await list({ search: 'kel' }))).toEqual(['Tomas Keller'])
		expect(names(await list({ search: '*"' }))).toEqual([])
		await db().run(`update users set last_seen_at = 0 where name = 'Ines Vidal'`)
		expect((await list()).json).toMatchObject([{ lastSeenAt: null }, {}, {}])
		// This member is not enrolled.
		expect(names(await list({ search: 'Ada' }))).toEqual([])
		expect((await callApi(workspace.listCourseMembers, { as: admin, params: { id: 'no' } })).status).toBe(404)
	})
})
