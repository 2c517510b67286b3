import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { mediaUses } from '#db/schema/media.ts'
import { moduleDrafts, modules, moduleVersions } from '#db/schema/modules.ts'
import { publishEvents } from '#db/schema/operations.ts'
import { type Course, enroll, getCourse, updateCourse } from '#src/features/courses/contract.ts'
import { findPublicCourse } from '#src/features/courses/server/service.ts'
import * as workspace from '#src/features/courses/workspace-contract.ts'
import { listDeletions, restoreDeletion } from '#src/features/deletions/contract.ts'
import { type CourseModule, deleteModule, listModules, updateModule } from '#src/features/modules/contract.ts'
import * as contracts from '#src/features/modules/draft-contract.ts'
import { listModulesWithDrafts } from '#src/features/modules/server/drafts.ts'
import { MAX_VERSIONS } from '#src/features/modules/server/version-rows.ts'
import * as versions from '#src/features/modules/version-contract.ts'
import { callApi, insertAccount, type Principal, signedIn, visitor } from '#tests/support/api.ts'
import { makeCourse, makeModule } from '#tests/support/courses.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts'

let database: TestDatabase
let admin: Principal
let member: Principal
let course: Course
let module: CourseModule
beforeEach(async () => {
	database = await freshDatabase()
	admin = await signedIn(await insertAccount({ role: 'admin', name: 'Ada Admin' }))
	member = await signedIn(await insertAccount({ name: 'Dana Whitfield' }))
	course = await makeCourse(admin)
	module = await makeModule(admin, course.id)
	await callApi(enroll, { as: member, params: { id: course.id } })
})
afterEach(() => database.discard())

const DAY = 86_400_000
const SECRET = 'Nobody but admins reads this yet.'
const draftOf = (overrides: Record<string, unknown> = {}) => ({
	title: 'The first call, anew',
	description: 'What to ask, and what not to.',
	type: 'text',
	content: `<p>${SECRET}</p>`,
	additionalContent: {},
	...overrides,
})

const keep = (body: object = draftOf(), id = module.id) =>
	callApi(contracts.updateDraft, { as: admin, params: { id }, body: body as never })
const kept = async (body?: object, id?: string) => {
	const reply = await keep(body, id)
	expect(reply.status, reply.text).toBe(200)
	return reply.json as contracts.ModuleDraft
}
const begin = async (body: object = draftOf()) => {
	const reply = await callApi(contracts.createDraft, { as: admin, params: { id: course.id }, body: body as never })
	expect(reply.status, reply.text).toBe(201)
	return reply.json as contracts.ModuleDraft
}
const publish = (id = module.id, body: { version?: number } = {}) =>
	callApi(contracts.publishDraft, { as: admin, params: { id }, body })
const drafts = async () =>
	(await callApi(contracts.listDrafts, { as: admin, params: { id: course.id } })).json as {
		isPublished: boolean
		drafts: contracts.ModuleDraft[]
	}
const seen = async (as: Principal) =>
	(await callApi(listModules, { as, params: { id: course.id } })).json as CourseModule[]
const save = (body: object, id = module.id) => callApi(updateModule, { as: admin, params: { id }, body: body as never })
const history = async (id = module.id) =>
	(await callApi(versions.listModuleVersions, { as: admin, params: { id } })).json as versions.ModuleVersion[]
const restore = (versionId: string, id = module.id) =>
	callApi(versions.restoreModuleVersion, { as: admin, params: { id, versionId } })

describe('a draft', () => {
	test('is nobody’s but the admins’: neither calls nor the page of the course have a word of it', async () => {
		await db().delete(publishEvents)
		const before = (await callApi(getCourse, { as: visitor(), params: { id: course.id } })).text
		await kept()
		await begin(draftOf({ title: 'Not there yet' }))
		for (const as of [visitor(), member, admin]) {
			const text = JSON.stringify(await seen(as))
			expect(text).not.toContain(SECRET)
			expect(text).not.toContain('Not there yet')
		}
		const page = JSON.stringify(await findPublicCourse(course.id))
		expect(page).toContain('Ask why they call today')
		expect(page).not.toContain(SECRET)
		expect((await callApi(getCourse, { as: visitor(), params: { id: course.id } })).text).toBe(before)
		// Not even looked at anew: the page is as it was.
		expect(await db().select().from(publishEvents)).toEqual([])
		const { isPublished, drafts: listed } = await drafts()
		expect(isPublished).toBe(true)
		expect(listed).toMatchObject([
			{ id: module.id, isNew: false, title: 'The first call, anew', savedBy: 'Ada Admin', isBehind: false },
			{ isNew: true, title: 'Not there yet', orderIndex: 1 },
		])
	})

	test('is seen in the preview, with what members may have of it', async () => {
		const quiz = {
			questions: [{ question: 'Which?', options: ['One', 'Two'], correctAnswer: 1 }],
			passingScore: 70,
		}
		await kept(draftOf({ type: 'quiz', additionalContent: quiz }))
		await begin(draftOf({ title: 'At the end' }))
		const shown = await listModulesWithDrafts(course.id)
		expect(shown.map(({ title }) => title)).toEqual(['The first call, anew', 'At the end'])
		expect(shown[0]?.additionalContent).toContain('Which?')
		expect(shown[0]?.additionalContent).not.toContain('correctAnswer')
	})

	test('may be unfinished, is sanitised, and cannot be published before it is finished', async () => {
		const { content } = await kept(draftOf({ title: 'X', content: '<p onclick="x()">Hm</p><script>x()</script>' }))
		expect(content).toBe('<p>Hm</p>')
		const reply = await publish()
		expect([reply.status, reply.text]).toEqual([400, '“X”: Title must be at least 3 characters'])
		expect((await seen(member))[0]?.title).toBe(module.title)
		await kept(draftOf({ type: 'nothing-we-know' }))
		expect((await publish()).status).toBe(400)
	})

	test('published takes the place of what was there, once, and moves the page', async () => {
		const { version } = await kept()
		await db().delete(publishEvents)
		const reply = await publish(module.id, { version: version ?? 0 })
		expect(reply.status, reply.text).toBe(200)
		expect(reply.json).toMatchObject({ title: 'The first call, anew', content: `<p>${SECRET}</p>`, version: 3 })
		expect((await seen(member))[0]?.content).toContain(SECRET)
		expect((await db().select().from(publishEvents)).length).toBeGreaterThan(0)
		expect((await drafts()).drafts).toEqual([])
		expect((await publish()).status).toBe(404)
	})

	test('of a new module is added at the end', async () => {
		const { id } = await begin()
		await kept(draftOf({ title: 'Written further' }), id)
		expect((await publish(id, { version: 1 })).status).toBe(409)
		expect((await publish(id, { version: 2 })).status).toBe(200)
		expect((await seen(member)).map(({ id: one, orderIndex }) => [one, orderIndex])).toEqual([
			[module.id, 0],
			[id, 1],
		])
		expect(await db().select().from(moduleDrafts)).toEqual([])
	})

	test('goes when it is discarded, but not one that somebody wrote further meanwhile', async () => {
		const { version } = await kept()
		const discard = (query: { version?: string }) =>
			callApi(contracts.deleteDraft, { as: admin, params: { id: module.id }, query })
		expect((await discard({ version: String((version ?? 0) - 1) })).status).toBe(409)
		expect((await discard({ version: String(version) })).status).toBe(204)
		expect((await discard({})).status).toBe(404)
		expect((await drafts()).drafts).toEqual([])
		expect((await seen(member))[0]?.title).toBe(module.title)
	})

	test('stays when the module is changed by call, and says that it is behind; the form ends it', async () => {
		await kept()
		expect((await save({ title: 'Changed by call' })).status).toBe(200)
		expect((await seen(member))[0]?.title).toBe('Changed by call')
		expect((await drafts()).drafts).toMatchObject([{ title: 'The first call, anew', isBehind: true }])
		const [{ version = 0 } = {}] = (await drafts()).drafts
		expect((await save({ title: 'Too late', version: version - 1, endsDraft: true })).status).toBe(409)
		expect((await drafts()).drafts).toHaveLength(1)
		expect((await save({ title: 'From the form', version, endsDraft: true })).status).toBe(200)
		expect((await drafts()).drafts).toEqual([])
	})

	test('refuses what no draft can be, and what is not there', async () => {
		for (const additionalContent of ['no json', '[1]', '7'])
			expect((await keep(draftOf({ additionalContent }))).status).toBe(400)
		expect((await keep(draftOf({ title: 'x'.repeat(201) }))).status).toBe(400)
		expect((await keep(draftOf(), 'nothing')).status).toBe(404)
		expect((await callApi(contracts.createDraft, { as: admin, params: { id: 'no' }, body: draftOf() })).status).toBe(
			404,
		)
	})

	test('keeps its files from being removed, and gives nobody a right to them', async () => {
		const content = `<p>${SECRET}</p>`
		await db().run(`insert into media (id, name, kind, state, is_public, size, part_size, bytes, files, created_at, created_by, unused_since)
			values ('m1', 'a.pdf', 'pdf', 'ready', 0, 1, 1, 1, '[]', 1, 'Ada', 1)`)
		await kept(draftOf({ content: `${content}<p><a href="/media/m1/a.pdf">Sheet</a></p>` }))
		expect(await db().select().from(mediaUses)).toMatchObject([{ mediaId: 'm1', subjectType: 'draft' }])
		await publish()
		expect(await db().select().from(mediaUses)).toMatchObject([{ subjectType: 'module' }])
		await save({ content })
		expect(await db().select().from(mediaUses)).toMatchObject([{ subjectType: 'version' }])
		await callApi(deleteModule, { as: admin, params: { id: module.id } })
		expect(await db().select().from(mediaUses)).toEqual([])
	})
})

describe('when a module opens', () => {
	const soon = () => new Date(Date.now() + 3 * DAY).toISOString()
	const newest = async (as: Principal) => (await seen(as)).at(-1)

	test('is its own: neither keeping, publishing nor discarding a draft of it changes it', async () => {
		for (const opening of [{ availableFrom: soon() }, { availableAfterDays: 7 }]) {
			await save(opening)
			const [held] = await seen(admin)
			const { version = 0, ...draft } = await kept()
			expect(draft).toMatchObject(opening)
			await callApi(contracts.deleteDraft, {
				as: admin,
				params: { id: module.id },
				query: { version: String(version) },
			})
			await kept()
			expect((await publish()).status).toBe(200)
			const { availableFrom, availableAfterDays } = held ?? {}
			expect((await seen(admin))[0]).toMatchObject({
				...{ availableFrom, availableAfterDays, isOpen: false, title: 'The first call, anew' },
			})
			expect((await seen(member))[0]).toMatchObject({ content: '', lock: {} })
			await save({ title: 'Another title' })
		}
		const reply = await keep({ ...draftOf(), availableFrom: null })
		expect([reply.status, reply.text]).toEqual([
			400,
			'When this module opens is not part of its draft. Change it in the module itself.',
		])
		expect((await drafts()).drafts).toEqual([])
	})

	test('can be said of a new one before it is published, and holds from then on', async () => {
		const from = soon()
		const { id } = await begin({ ...draftOf(), availableFrom: from })
		expect((await drafts()).drafts).toMatchObject([{ id, availableFrom: from, isOpen: false }])
		// What is written further says nothing of it.
		await kept(draftOf({ title: 'Written further' }), id)
		expect((await drafts()).drafts).toMatchObject([{ availableFrom: from }])
		await kept({ ...draftOf(), availableAfterDays: 2 }, id)
		expect((await drafts()).drafts).toMatchObject([{ availableFrom: null, availableAfterDays: 2, isOpen: false }])
		expect((await keep({ ...draftOf(), availableAfterDays: 2, availableFrom: from }, id)).status).toBe(400)
		await publish(id)
		expect(await newest(admin)).toMatchObject({ id, availableAfterDays: 2, isOpen: false })
		expect(await newest(member)).toMatchObject({ id, content: '', lock: { afterDays: 2 } })
	})

	test('of a new one is asked again when it is published: a day that has come holds nothing back', async () => {
		const dated = await begin({ ...draftOf({ title: 'With a date' }), availableFrom: soon() })
		const passed = new Date(Date.now() - DAY)
		await db().update(moduleDrafts).set({ availableFrom: passed }).where(eq(moduleDrafts.id, dated.id))
		await begin({ ...draftOf({ title: 'Some days' }), availableAfterDays: 3 })
		await begin(draftOf({ title: 'At once' }))
		const list = (await drafts()).drafts.map(({ id, version = 0 }) => ({ id, version }))
		await callApi(contracts.publishDrafts, { as: admin, params: { id: course.id }, body: { drafts: list } })
		const states = (await seen(admin)).slice(1).map(({ title, isOpen }) => [title, isOpen])
		expect(states).toEqual([
			['With a date', true],
			['Some days', false],
			['At once', true],
		])
	})
})

describe('all drafts of a course', () => {
	const publishAll = (list: Array<{ id: string; version: number }>) =>
		callApi(contracts.publishDrafts, { as: admin, params: { id: course.id }, body: { drafts: list } })
	const now = async () => (await drafts()).drafts.map(({ id, version = 0 }) => ({ id, version }))

	test('are published in one write', async () => {
		const second = await makeModule(admin, course.id, { title: 'The second' })
		await kept()
		await kept(draftOf({ title: 'The second, anew' }), second.id)
		await begin(draftOf({ title: 'A third' }))
		await begin(draftOf({ title: 'A fourth' }))
		const reply = await publishAll(await now())
		expect([reply.status, reply.json]).toEqual([200, { published: 4 }])
		expect((await seen(member)).map(({ title, orderIndex }) => [title, orderIndex])).toEqual([
			['The first call, anew', 0],
			['The second, anew', 1],
			['A third', 2],
			['A fourth', 3],
		])
		expect(await now()).toEqual([])
		expect(await history()).toHaveLength(1)
		expect(await history(second.id)).toHaveLength(1)
	})

	test('or none of them, where one is not as it was seen, or not finished', async () => {
		const second = await makeModule(admin, course.id, { title: 'The second' })
		await kept()
		await kept(draftOf({ title: 'The second, anew' }), second.id)
		await begin(draftOf({ title: 'A third' }))
		const list = await now()
		await kept(draftOf({ title: 'Written further' }), second.id)
		expect((await publishAll(list)).status).toBe(409)
		await kept(draftOf({ content: 'Short' }), second.id)
		expect((await publishAll(await now())).text).toBe('“The first call, anew”: Content must be at least 20 characters')
		expect((await seen(member)).map(({ title }) => title)).toEqual([module.title, 'The second'])
		expect(await now()).toHaveLength(3)
		expect(await db().select().from(moduleVersions)).toEqual([])
		expect((await publishAll([{ id: 'nothing', version: 1 }])).status).toBe(409)
		expect((await publishAll([])).status).toBe(400)
	})

	test('two who publish at once publish once', async () => {
		await kept()
		const list = await now()
		const replies = await Promise.all([publishAll(list), publishAll(list), publish()])
		expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
		expect(await history()).toHaveLength(1)
	})
})

describe('versions', () => {
	test('keep what was published before, with who replaced it; an order or the same again keeps none', async () => {
		await save({ title: 'The second title' })
		await save({ title: 'The second title' })
		await save({ orderIndex: 0 })
		await kept(draftOf({ title: 'The third title' }))
		await publish()
		const list = await history()
		expect(list.map(({ title, replacedBy }) => [title, replacedBy])).toEqual([
			['The second title', 'Ada Admin'],
			['The first call', 'Ada Admin'],
		])
		expect(list[0]?.shownFrom).toBe(list[1]?.replacedAt)
	})

	test('are the last fifty', async () => {
		for (let at = 0; at < MAX_VERSIONS + 3; at++) await save({ title: `Title ${at}` })
		const list = await history()
		expect(list).toHaveLength(MAX_VERSIONS)
		expect(list.at(-1)?.title).toBe('Title 2')
	})

	test('stand beside today’s, with what differs in words', async () => {
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
		await kept(draftOf({ title: 'The very last call' }))
		const { differences } = (await look('draft')).json as { differences: versions.Difference[] }
		expect(differences[0]?.stretches).toContainEqual({ kind: 'added', text: 'very ' })
	})

	test('of the same words say that only the form differs, and a very other text that it does', async () => {
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

	test('come back as a draft in a published course, and lose nothing', async () => {
		await save({ title: 'The second title' })
		const [version] = await history()
		expect((await restore(version?.id ?? '')).json).toEqual({ isDraft: true })
		expect((await seen(member))[0]?.title).toBe('The second title')
		expect((await drafts()).drafts).toMatchObject([{ title: 'The first call' }])
		const again = await restore(version?.id ?? '')
		expect([again.status, again.text]).toEqual([
			409,
			'This module has unpublished changes. Publish or discard them first.',
		])
		await publish()
		expect((await seen(member))[0]?.title).toBe('The first call')
		expect((await history()).map(({ title }) => title)).toEqual(['The second title', 'The first call'])
	})

	test('come back at once in a course that nobody sees', async () => {
		await save({ title: 'The second title' })
		await callApi(updateCourse, { as: admin, params: { id: course.id }, body: { isPublished: false } })
		const [version] = await history()
		expect((await restore(version?.id ?? '')).json).toEqual({ isDraft: false })
		expect((await seen(admin))[0]?.title).toBe('The first call')
		expect((await history())[0]?.title).toBe('The second title')
		expect((await restore('nothing')).status).toBe(404)
		expect((await restore(version?.id ?? '', 'nothing')).status).toBe(404)
	})

	test('of a deleted module come back with it, and its draft', async () => {
		await save({ title: 'The second title' })
		await kept()
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

	test('of the details of a course are kept, too', async () => {
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
	test('of a course has its modules, in their order, and nothing of its members or drafts', async () => {
		const quiz = { questions: [{ question: 'Which?', options: ['One', 'Two'], correctAnswer: 1 }], passingScore: 70 }
		await makeModule(admin, course.id, { type: 'quiz', title: 'Asked', additionalContent: quiz })
		await makeModule(admin, course.id, { type: 'journal', title: 'Written', additionalContent: { prompt: 'Why?' } })
		await kept()
		await begin()
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

	test('of a module is a draft in a published course, and a module in any other', async () => {
		const copy = (body: object = {}) =>
			callApi(versions.copyModule, { as: admin, params: { id: module.id }, body: body as never })
		expect((await copy()).json).toMatchObject({ courseId: course.id, isDraft: true })
		expect((await seen(member)).length).toBe(1)
		expect((await drafts()).drafts).toMatchObject([{ title: 'The first call (copy)', isNew: true }])
		const other = await makeCourse(admin, { isPublished: false })
		const { id } = (await copy({ courseId: other.id })).json as { id: string }
		const [row] = await db().select().from(modules).where(eq(modules.id, id))
		expect(row).toMatchObject({ courseId: other.id, title: 'The first call (copy)', orderIndex: 0 })
		expect((await copy({ courseId: 'nothing' })).status).toBe(404)
		expect((await callApi(versions.copyModule, { as: admin, params: { id: 'no' }, body: {} })).status).toBe(404)
	})

	test('of what is held back is held back as well, and of a course for members for members', async () => {
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
	])('of a module that waits for %s waits for it, too, in a course of any state', async (_, opening) => {
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

	test('has a title that fits, and files of its own', async () => {
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
	test('stand there with what they completed and when they were seen, the newest first, page by page', async () => {
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
		// Somebody of the club who does not take the course.
		expect(names(await list({ search: 'Ada' }))).toEqual([])
		expect((await callApi(workspace.listCourseMembers, { as: admin, params: { id: 'no' } })).status).toBe(404)
	})
})
