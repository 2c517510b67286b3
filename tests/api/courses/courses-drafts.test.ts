import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { mediaUses } from '#db/schema/media.ts'
import { moduleDrafts, moduleVersions } from '#db/schema/modules.ts'
import { publishEvents } from '#db/schema/platform/operations.ts'
import { getCourse } from '#src/features/courses/contract.ts'
import { findPublicCourse } from '#src/features/courses/server/service.ts'
import { deleteModule } from '#src/features/modules/contract.ts'
import * as contracts from '#src/features/modules/draft-contract.ts'
import { listModulesWithDrafts } from '#src/features/modules/server/drafts.ts'
import { callApi, type Principal, visitor } from '#tests/support/api/api.ts'
import { makeModule } from '#tests/support/courses/courses.ts'

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
	SECRET,
	save,
	saveDraft,
	savedDraft,
	setUpDrafts,
} from '#tests/support/courses/drafts.ts'

setUpDrafts()

describe('a draft', () => {
	test('is hidden from everyone but admins, in API calls and on the course page', async () => {
		await db().delete(publishEvents)
		const before = (await callApi(getCourse, { as: visitor(), params: { id: course.id } })).text
		await savedDraft()
		await createDraftModule(draftOf({ title: 'Not there yet' }))
		for (const as of [visitor(), member, admin]) {
			const text = JSON.stringify(await modulesSeenBy(as))
			expect(text).not.toContain(SECRET)
			expect(text).not.toContain('Not there yet')
		}
		const page = JSON.stringify(await findPublicCourse(course.id))
		expect(page).toContain('Ask why they call today')
		expect(page).not.toContain(SECRET)
		expect((await callApi(getCourse, { as: visitor(), params: { id: course.id } })).text).toBe(before)
		// The page is not even checked, because it did not change.
		expect(await db().select().from(publishEvents)).toEqual([])
		const { isPublished, drafts: listed } = await drafts()
		expect(isPublished).toBe(true)
		expect(listed).toMatchObject([
			{ id: module.id, isNew: false, title: 'The first call, anew', savedBy: 'Ada Admin', isBehind: false },
			{ isNew: true, title: 'Not there yet', orderIndex: 1 },
		])
	})

	test('is shown in the preview with only the parts that members may see', async () => {
		const quiz = {
			questions: [{ question: 'Which?', options: ['One', 'Two'], correctAnswer: 1 }],
			passingScore: 70,
		}
		await savedDraft(draftOf({ type: 'quiz', additionalContent: quiz }))
		await createDraftModule(draftOf({ title: 'At the end' }))
		const shown = await listModulesWithDrafts(course.id)
		expect(shown.map(({ title }) => title)).toEqual(['The first call, anew', 'At the end'])
		expect(shown[0]?.additionalContent).toContain('Which?')
		expect(shown[0]?.additionalContent).not.toContain('correctAnswer')
	})

	test('may be incomplete, is sanitized, and cannot be published until complete', async () => {
		const { content } = await savedDraft(
			draftOf({ title: 'X', content: '<p onclick="x()">Hm</p><script>x()</script>' }),
		)
		expect(content).toBe('<p>Hm</p>')
		const reply = await publish()
		expect([reply.status, reply.text]).toEqual([400, '“X”: Title must be at least 3 characters'])
		expect((await modulesSeenBy(member))[0]?.title).toBe(module.title)
		await savedDraft(draftOf({ type: 'nothing-we-know' }))
		expect((await publish()).status).toBe(400)
	})

	test('replaces the published module once and publishes the page', async () => {
		const { version } = await savedDraft()
		await db().delete(publishEvents)
		const reply = await publish(module.id, { version: version ?? 0 })
		expect(reply.status, reply.text).toBe(200)
		expect(reply.json).toMatchObject({ title: 'The first call, anew', content: `<p>${SECRET}</p>`, version: 3 })
		expect((await modulesSeenBy(member))[0]?.content).toContain(SECRET)
		expect((await db().select().from(publishEvents)).length).toBeGreaterThan(0)
		expect((await drafts()).drafts).toEqual([])
		expect((await publish()).status).toBe(404)
	})

	test('of a new module is added at the end', async () => {
		const { id } = await createDraftModule()
		await savedDraft(draftOf({ title: 'Written further' }), id)
		expect((await publish(id, { version: 1 })).status).toBe(409)
		expect((await publish(id, { version: 2 })).status).toBe(200)
		expect((await modulesSeenBy(member)).map(({ id: one, orderIndex }) => [one, orderIndex])).toEqual([
			[module.id, 0],
			[id, 1],
		])
		expect(await db().select().from(moduleDrafts)).toEqual([])
	})

	test('is deleted when discarded, unless another admin has edited it in the meantime', async () => {
		const { version } = await savedDraft()
		const discard = (query: { version?: string }) =>
			callApi(contracts.deleteDraft, { as: admin, params: { id: module.id }, query })
		expect((await discard({ version: String((version ?? 0) - 1) })).status).toBe(409)
		expect((await discard({ version: String(version) })).status).toBe(204)
		expect((await discard({})).status).toBe(404)
		expect((await drafts()).drafts).toEqual([])
		expect((await modulesSeenBy(member))[0]?.title).toBe(module.title)
	})

	test('is kept and marked as outdated when the API changes the module; a save in the form deletes it', async () => {
		await savedDraft()
		expect((await save({ title: 'Changed by call' })).status).toBe(200)
		expect((await modulesSeenBy(member))[0]?.title).toBe('Changed by call')
		expect((await drafts()).drafts).toMatchObject([{ title: 'The first call, anew', isBehind: true }])
		const [{ version = 0 } = {}] = (await drafts()).drafts
		expect((await save({ title: 'Too late', version: version - 1, endsDraft: true })).status).toBe(409)
		expect((await drafts()).drafts).toHaveLength(1)
		expect((await save({ title: 'From the form', version, endsDraft: true })).status).toBe(200)
		expect((await drafts()).drafts).toEqual([])
	})

	test('is rejected if invalid, or for a missing module', async () => {
		for (const additionalContent of ['no json', '[1]', '7'])
			expect((await saveDraft(draftOf({ additionalContent }))).status).toBe(400)
		expect((await saveDraft(draftOf({ title: 'x'.repeat(201) }))).status).toBe(400)
		expect((await saveDraft(draftOf(), 'nothing')).status).toBe(404)
		expect((await callApi(contracts.createDraft, { as: admin, params: { id: 'no' }, body: draftOf() })).status).toBe(
			404,
		)
	})

	test('keeps its files from being removed, and grants no access to them', async () => {
		const content = `<p>${SECRET}</p>`
		await db().run(`insert into media (id, name, kind, state, is_public, size, part_size, bytes, files, created_at, created_by, unused_since)
			values ('m1', 'a.pdf', 'pdf', 'ready', 0, 1, 1, 1, '[]', 1, 'Ada', 1)`)
		await savedDraft(draftOf({ content: `${content}<p><a href="/media/m1/a.pdf">Sheet</a></p>` }))
		expect(await db().select().from(mediaUses)).toMatchObject([{ mediaId: 'm1', subjectType: 'draft' }])
		await publish()
		expect(await db().select().from(mediaUses)).toMatchObject([{ subjectType: 'module' }])
		await save({ content })
		expect(await db().select().from(mediaUses)).toMatchObject([{ subjectType: 'version' }])
		await callApi(deleteModule, { as: admin, params: { id: module.id } })
		expect(await db().select().from(mediaUses)).toEqual([])
	})
})

describe("a module's release date", () => {
	const soon = () => new Date(Date.now() + 3 * DAY).toISOString()
	const newest = async (as: Principal) => (await modulesSeenBy(as)).at(-1)

	test('is independent: saving, publishing or discarding a draft does not change it', async () => {
		for (const opening of [{ availableFrom: soon() }, { availableAfterDays: 7 }]) {
			await save(opening)
			const [held] = await modulesSeenBy(admin)
			const { version = 0, ...draft } = await savedDraft()
			expect(draft).toMatchObject(opening)
			await callApi(contracts.deleteDraft, {
				as: admin,
				params: { id: module.id },
				query: { version: String(version) },
			})
			await savedDraft()
			expect((await publish()).status).toBe(200)
			const { availableFrom, availableAfterDays } = held ?? {}
			expect((await modulesSeenBy(admin))[0]).toMatchObject({
				...{ availableFrom, availableAfterDays, isOpen: false, title: 'The first call, anew' },
			})
			expect((await modulesSeenBy(member))[0]).toMatchObject({ content: '', lock: {} })
			await save({ title: 'Another title' })
		}
		const reply = await saveDraft({ ...draftOf(), availableFrom: null })
		expect([reply.status, reply.text]).toEqual([
			400,
			'The opening time is not part of the draft. Change it in the module itself.',
		])
		expect((await drafts()).drafts).toEqual([])
	})

	test('can be set for a new module before it is published', async () => {
		const from = soon()
		const { id } = await createDraftModule({ ...draftOf(), availableFrom: from })
		expect((await drafts()).drafts).toMatchObject([{ id, availableFrom: from, isOpen: false }])
		// An edit without a release date keeps it.
		await savedDraft(draftOf({ title: 'Written further' }), id)
		expect((await drafts()).drafts).toMatchObject([{ availableFrom: from }])
		await savedDraft({ ...draftOf(), availableAfterDays: 2 }, id)
		expect((await drafts()).drafts).toMatchObject([{ availableFrom: null, availableAfterDays: 2, isOpen: false }])
		expect((await saveDraft({ ...draftOf(), availableAfterDays: 2, availableFrom: from }, id)).status).toBe(400)
		await publish(id)
		expect(await newest(admin)).toMatchObject({ id, availableAfterDays: 2, isOpen: false })
		expect(await newest(member)).toMatchObject({ id, content: '', lock: { afterDays: 2 } })
	})

	test('of a new module is checked again at publishing: a past one locks nothing', async () => {
		const dated = await createDraftModule({ ...draftOf({ title: 'With a date' }), availableFrom: soon() })
		const passed = new Date(Date.now() - DAY)
		await db().update(moduleDrafts).set({ availableFrom: passed }).where(eq(moduleDrafts.id, dated.id))
		await createDraftModule({ ...draftOf({ title: 'Some days' }), availableAfterDays: 3 })
		await createDraftModule(draftOf({ title: 'Immediately' }))
		const list = (await drafts()).drafts.map(({ id, version = 0 }) => ({ id, version }))
		await callApi(contracts.publishDrafts, { as: admin, params: { id: course.id }, body: { drafts: list } })
		const states = (await modulesSeenBy(admin)).slice(1).map(({ title, isOpen }) => [title, isOpen])
		expect(states).toEqual([
			['With a date', true],
			['Some days', false],
			['Immediately', true],
		])
	})
})

describe('all drafts of a course', () => {
	const publishAll = (list: Array<{ id: string; version: number }>) =>
		callApi(contracts.publishDrafts, { as: admin, params: { id: course.id }, body: { drafts: list } })
	const now = async () => (await drafts()).drafts.map(({ id, version = 0 }) => ({ id, version }))

	test('are published in one write', async () => {
		const second = await makeModule(admin, course.id, { title: 'The second' })
		await savedDraft()
		await savedDraft(draftOf({ title: 'The second, anew' }), second.id)
		await createDraftModule(draftOf({ title: 'A third' }))
		await createDraftModule(draftOf({ title: 'A fourth' }))
		const reply = await publishAll(await now())
		expect([reply.status, reply.json]).toEqual([200, { published: 4 }])
		expect((await modulesSeenBy(member)).map(({ title, orderIndex }) => [title, orderIndex])).toEqual([
			['The first call, anew', 0],
			['The second, anew', 1],
			['A third', 2],
			['A fourth', 3],
		])
		expect(await now()).toEqual([])
		expect(await history()).toHaveLength(1)
		expect(await history(second.id)).toHaveLength(1)
	})

	test('are not published if one is incomplete or was changed', async () => {
		const second = await makeModule(admin, course.id, { title: 'The second' })
		await savedDraft()
		await savedDraft(draftOf({ title: 'The second, anew' }), second.id)
		await createDraftModule(draftOf({ title: 'A third' }))
		const list = await now()
		await savedDraft(draftOf({ title: 'Written further' }), second.id)
		expect((await publishAll(list)).status).toBe(409)
		await savedDraft(draftOf({ content: 'Short' }), second.id)
		expect((await publishAll(await now())).text).toBe('“The first call, anew”: Content must be at least 20 characters')
		expect((await modulesSeenBy(member)).map(({ title }) => title)).toEqual([module.title, 'The second'])
		expect(await now()).toHaveLength(3)
		expect(await db().select().from(moduleVersions)).toEqual([])
		expect((await publishAll([{ id: 'nothing', version: 1 }])).status).toBe(409)
		expect((await publishAll([])).status).toBe(400)
	})

	test('are published once by two concurrent admins', async () => {
		await savedDraft()
		const list = await now()
		const replies = await Promise.all([publishAll(list), publishAll(list), publish()])
		expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
		expect(await history()).toHaveLength(1)
	})
})
