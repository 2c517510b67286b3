import { afterEach, beforeEach, expect } from 'vitest'
import { type Course, enroll } from '#src/features/courses/contract.ts'
import { type CourseModule, listModules, updateModule } from '#src/features/modules/contract.ts'
import * as contracts from '#src/features/modules/draft-contract.ts'
import * as versions from '#src/features/modules/version-contract.ts'
import { callApi, insertAccount, type Principal, signedIn } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'
import { makeCourse, makeModule } from '#tests/support/courses/courses.ts'

let database: TestDatabase
export let admin: Principal
export let member: Principal
export let course: Course
export let module: CourseModule

/** Sets up a separate club for each test, with a published course of one module and an enrolled member. */
export function setUpDrafts(): void {
	beforeEach(async () => {
		database = await freshDatabase()
		admin = await signedIn(await insertAccount({ role: 'admin', name: 'Ada Admin' }))
		member = await signedIn(await insertAccount({ name: 'Dana Whitfield' }))
		course = await makeCourse(admin)
		module = await makeModule(admin, course.id)
		await callApi(enroll, { as: member, params: { id: course.id } })
	})
	afterEach(() => database.discard())
}

export const DAY = 86_400_000
/** Text that only admins can read until it is published. */
export const SECRET = 'Nobody but admins reads this yet.'
/** Returns the body of a draft with these overrides. */
export const draftOf = (overrides: Record<string, unknown> = {}) => ({
	title: 'The first call, anew',
	description: 'What to ask, and what not to.',
	type: 'text',
	content: `<p>${SECRET}</p>`,
	additionalContent: {},
	...overrides,
})

/** Saves a draft of the module. */
export const saveDraft = (body: object = draftOf(), id = module.id) =>
	callApi(contracts.updateDraft, { as: admin, params: { id }, body: body as never })
/** Saves a draft and expects success. */
export const savedDraft = async (body?: object, id?: string) => {
	const reply = await saveDraft(body, id)
	expect(reply.status, reply.text).toBe(200)
	return reply.json as contracts.ModuleDraftResponse
}
/** Creates a module as a draft. */
export const createDraftModule = async (body: object = draftOf()) => {
	const reply = await callApi(contracts.createDraft, { as: admin, params: { id: course.id }, body: body as never })
	expect(reply.status, reply.text).toBe(201)
	return reply.json as contracts.ModuleDraftResponse
}
export const publish = (id = module.id, body: { version?: number } = {}) =>
	callApi(contracts.publishDraft, { as: admin, params: { id }, body })
/** Fetches the course's drafts as the admin. */
export const drafts = async () =>
	(await callApi(contracts.listDrafts, { as: admin, params: { id: course.id } })).json as {
		isPublished: boolean
		drafts: contracts.ModuleDraftResponse[]
	}
/** Fetches the modules as this caller. */
export const modulesSeenBy = async (as: Principal) =>
	(await callApi(listModules, { as, params: { id: course.id } })).json as CourseModule[]
/** Saves the module itself, without a draft. */
export const save = (body: object, id = module.id) =>
	callApi(updateModule, { as: admin, params: { id }, body: body as never })
/** Fetches the module's earlier published versions. */
export const history = async (id = module.id) =>
	(await callApi(versions.listModuleVersions, { as: admin, params: { id } })).json as versions.ModuleVersion[]
export const restore = (versionId: string, id = module.id) =>
	callApi(versions.restoreModuleVersion, { as: admin, params: { id, versionId } })
