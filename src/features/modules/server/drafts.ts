import { and, asc, count, eq, exists, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { db } from '#db/client.ts'
import { courses } from '#db/schema/courses.ts'
import { type ModuleDraftRow, type ModuleRow, moduleDrafts, modules, moduleVersions } from '#db/schema/modules.ts'
import { write } from '#db/write.ts'
import type { CurrentUser } from '#src/features/auth/contract.ts'
import { sanitizeContent } from '#src/features/rich-text/server/sanitize.ts'
import { ApiError, httpError, justDeleted } from '#src/lib/api/errors.ts'
import { newId } from '#src/lib/ids.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { failsIf, failsIfTrashed, onceByKey } from '#src/platform/endpoint/idempotency.ts'
import { changedSince, isVersion, nextVersion } from '#src/platform/endpoint/version.ts'
import { wake } from '#src/platform/jobs/wake.ts'
import { COURSE_NOT_FOUND, type CourseModule, moduleBody, NO_CONTENT, type Release } from '../contract.ts'
import type { ModuleDraftResponse } from '../draft-contract.ts'
import * as contracts from '../draft-contract.ts'
import { checkData, needsContent } from '../types/registry.ts'
import { type DraftText, findDraft, insertDraftOf } from './draft-rows.ts'
import { moduleLinks, publishLinkedOf } from './module-links.ts'
import { isOpenNow, type ReleaseDates, releaseOf } from './release-dates.ts'
import { checkedData, previewModules, publishCourse, readModule, toModule, toPreviewModule } from './service.ts'
import { keepVersions } from './version-rows.ts'

/** A draft with its module's row, if that exists, and whether the module was published again since. */
interface DraftedModule {
	draft: ModuleDraftRow
	module: ModuleRow | null
	isBehind: boolean
}

const isBehind = sql<number>`exists (select 1 from ${moduleVersions}
	where ${moduleVersions.moduleId} = ${moduleDrafts.id} and ${moduleVersions.replacedAt} >= ${moduleDrafts.begunAt})`

const draftsWhere = (where: SQL | undefined) =>
	db()
		.select({ draft: moduleDrafts, module: modules, isBehind })
		.from(moduleDrafts)
		.leftJoin(modules, eq(modules.id, moduleDrafts.moduleId))
		.where(where)
		.orderBy(asc(moduleDrafts.id))

async function findDraftedModule(id: string): Promise<DraftedModule | undefined> {
	const [found] = await draftsWhere(eq(moduleDrafts.id, id))
	return found && { ...found, isBehind: found.isBehind === 1 }
}

const textFieldsOf = ({ title, description, type, content, additionalContent }: DraftText): DraftText => ({
	...{ title, description, type, content, additionalContent },
})

/** Returns a module with its draft applied; a new one is at the end. */
const merged = ({ draft, module }: Pick<DraftedModule, 'draft' | 'module'>, end: number): ModuleRow => ({
	id: draft.id,
	courseId: draft.courseId,
	...textFieldsOf(draft),
	orderIndex: module?.orderIndex ?? end,
	createdAt: module?.createdAt ?? draft.begunAt,
	updatedAt: draft.savedAt,
	version: module?.version ?? draft.version,
	// The release belongs to the module; a new module keeps it in its draft.
	...releaseAt(module ?? draft, module?.isOpen),
})

/** Returns the release. An existing row says whether it is open; for a new module it is computed as of now. */
const releaseAt = (
	{ availableFrom, availableAfterDays }: ReleaseDates,
	isOpen = isOpenNow({ availableFrom, availableAfterDays }),
) => ({
	...{ availableFrom, availableAfterDays, isOpen },
})

const toDraft = (found: DraftedModule, end: number): ModuleDraftResponse => ({
	...toModule(merged(found, end)),
	isNew: found.module === null,
	savedAt: found.draft.savedAt.toISOString(),
	savedBy: found.draft.savedBy,
	isBehind: found.isBehind,
})

async function countModules(courseId: string): Promise<number> {
	const [row] = await db().select({ count: count() }).from(modules).where(eq(modules.courseId, courseId))
	return row?.count ?? 0
}

async function requireDraft(id: string): Promise<ModuleDraftResponse> {
	const found = await findDraftedModule(id)
	if (!found) throw justDeleted()
	return toDraft(found, await countModules(found.draft.courseId))
}

/** Returns the drafts of a course for its workspace, and whether the course is published. */
export async function listDraftsFor(courseId: string) {
	const [course] = await db().select({ isPublished: courses.isPublished }).from(courses).where(eq(courses.id, courseId))
	if (!course) throw httpError(COURSE_NOT_FOUND)
	const end = await countModules(courseId)
	const found = (await draftsWhere(eq(moduleDrafts.courseId, courseId))).map((one) => ({
		...one,
		isBehind: one.isBehind === 1,
	}))
	let added = 0
	return {
		isPublished: course.isPublished,
		drafts: found.map((one) => toDraft(one, one.module ? 0 : end + added++)),
	}
}

export const listDrafts: Service<typeof contracts.listDrafts> = ({ params }) => listDraftsFor(params.id)

/** Returns the modules of a course with all drafts applied, for an admin's preview. */
export async function listModulesWithDrafts(courseId: string): Promise<CourseModule[]> {
	const [listed, found] = await Promise.all([
		previewModules(courseId),
		draftsWhere(eq(moduleDrafts.courseId, courseId)),
	])
	const byId = new Map(found.map((one) => [one.draft.id, one]))
	const asDraft = (one: (typeof found)[number], at: number) => toPreviewModule(merged(one, at))
	return [
		...listed.map((module) => {
			const one = byId.get(module.id)
			return one ? asDraft(one, module.orderIndex) : module
		}),
		...found.filter(({ module }) => module === null).map((one, at) => asDraft(one, listed.length + at)),
	]
}

type Body = { title: string; description: string; type: string; content: string; additionalContent: unknown }

/** Returns the release columns of a new module's draft, if the body has them. */
function draftRelease(body: Release): Partial<ReleaseDates> {
	const { isOpen: _, ...columns } = releaseOf(body) ?? {}
	return columns
}

/** Returns the text to store: sanitized, with the data as a JSON object, complete or not. */
function draftText({ content, additionalContent, ...plain }: Body): DraftText {
	const checked = checkData(plain.type, additionalContent)
	return {
		...plain,
		content: sanitizeContent(content),
		additionalContent: 'json' in checked ? checked.json : jsonObject(additionalContent),
	}
}

/** Returns the data as JSON. @throws {ApiError} 400 if it is not an object, or is nested too deep. */
function jsonObject(given: unknown): string {
	const refused = new ApiError(400, 'Additional content must be valid JSON')
	try {
		const value = typeof given === 'string' ? JSON.parse(given || '{}') : given
		if (typeof value === 'object' && value !== null && !Array.isArray(value)) return JSON.stringify(value)
	} catch {
		// Falls through to the error below.
	}
	throw refused
}

export const createDraft: Service<typeof contracts.createDraft> = async ({ params, body }, { user }) => {
	const { availableFrom, availableAfterDays, idempotencyKey, ...given } = body
	const opening = draftRelease({ availableFrom, availableAfterDays })
	const words = draftText(given)
	const now = Date.now()
	const make = async (id: string) => {
		const { inserted } = await write({
			inserted: db().all<{ id: string }>(sql`
				insert into ${moduleDrafts} (id, module_id, course_id, title, description, type, content, additional_content,
					begun_at, saved_at, saved_by_name, available_from, available_after_days)
				select ${id}, null, ${courses.id}, ${words.title}, ${words.description}, ${words.type}, ${words.content},
					${words.additionalContent}, ${now}, ${now}, ${user.name}, ${opening.availableFrom?.getTime() ?? null},
					${opening.availableAfterDays ?? null}
				from ${courses} where ${courses.id} = ${params.id}
				returning id`),
			// The id is also the module's, which may exist already or be deleted.
			notPublished: failsIf(modules, sql`id = ${id}`),
			notTrashed: failsIfTrashed(modules, id),
		})
		if (inserted.length === 0) throw httpError(COURSE_NOT_FOUND)
		return requireDraft(id)
	}
	const find = async (id: string) => ((await findDraftedModule(id)) ? requireDraft(id) : undefined)
	const sent = { courseId: params.id, isNew: true, ...words, ...opening }
	return onceByKey({ idempotencyKey, sent, make, find, sentBefore: contracts.createDraft.errors.sentBefore })
}

export const updateDraft: Service<typeof contracts.updateDraft> = async ({ params, body }, { user }) => {
	const { version, availableFrom, availableAfterDays, ...given } = body
	const opening = draftRelease({ availableFrom, availableAfterDays })
	const words = draftText(given)
	const before = await findDraft(params.id)
	const isNew = before?.moduleId === null
	if (!isNew && 'availableFrom' in opening) throw httpError(contracts.updateDraft.errors.openingOfModule)
	const isDraftsOwn = and(
		eq(moduleDrafts.id, params.id),
		sql`${moduleDrafts.moduleId} is null`,
		isVersion(moduleDrafts.version, version),
	)
	const isTheirs = and(eq(modules.id, params.id), isVersion(modules.version, version)) as SQL
	const { change } = isNew
		? await write({
				change: db()
					.update(moduleDrafts)
					.set({
						...words,
						...opening,
						savedAt: new Date(),
						savedBy: user.name,
						version: nextVersion(moduleDrafts.version),
					})
					.where(isDraftsOwn)
					.returning({ id: moduleDrafts.id }),
			})
		: await write({
				draft: insertDraftOf(params.id, words, user.name, isTheirs),
				// Draft and module share one version, since the form shows the draft in place of the module.
				change: db()
					.update(modules)
					.set({ version: nextVersion(modules.version) })
					.where(isTheirs)
					.returning({ id: modules.id }),
			})
	if (change.length > 0) return requireDraft(params.id)
	throw changedSince(contracts.updateDraft, version, await readShown(params.id)) ?? justDeleted()
}

/** Returns what a form shows: the draft, else the published module. @throws {ApiError} 404 */
async function readShown(id: string): Promise<CourseModule> {
	const found = await findDraftedModule(id)
	if (found) return toDraft(found, await countModules(found.draft.courseId))
	return toModule(await readModule(id))
}

export const deleteDraft: Service<typeof contracts.deleteDraft> = async ({ params, query }) => {
	const { errors } = contracts.deleteDraft
	const seen = query.version === undefined ? undefined : Number(query.version)
	const found = await findDraftedModule(params.id)
	if (!found) throw httpError(errors.notFound)
	const isTheirs = found.module
		? exists(
				db()
					.select({ one: sql`1` })
					.from(modules)
					.where(and(eq(modules.id, params.id), isVersion(modules.version, seen))),
			)
		: isVersion(moduleDrafts.version, seen)
	const { deleted } = await write({
		deleted: db()
			.delete(moduleDrafts)
			.where(and(eq(moduleDrafts.id, params.id), isTheirs))
			.returning({ id: moduleDrafts.id }),
		version: db()
			.update(modules)
			.set({ version: nextVersion(modules.version) })
			.where(and(eq(modules.id, params.id), isVersion(modules.version, seen))),
	})
	if (deleted.length === 0) throw httpError(errors.changed)
	return undefined
}

/** A draft in the version that the caller saw. */
interface Seen {
	id: string
	version: number
	isNew: boolean
}

/** @throws {ApiError} 400 if a required field is missing; the message names the module. */
function assertComplete(draft: ModuleDraftRow): void {
	const { title, description, type, content } = draft
	const { error } = z.safeParse(moduleBody, { title, description, type, content })
	const lack = content === '' && needsContent(type) ? NO_CONTENT[1] : undefined
	const message = error?.issues[0]?.message ?? lack
	if (message !== undefined) throw new ApiError(400, `“${title || 'Untitled module'}”: ${message}`)
	checkedData(type, draft.additionalContent)
}

/**
 * Publishes drafts of one course: all of them, or none if one has changed since it was seen. Each statement checks
 * this condition before a later one makes it false.
 * @returns whether they were published.
 */
async function publishIfUnchanged(
	courseId: string,
	seen: readonly Seen[],
	drafts: readonly ModuleDraftRow[],
	user: CurrentUser,
) {
	const list = JSON.stringify(seen.map(({ id, version, isNew }) => ({ id, version, isNew: isNew ? 1 : 0 })))
	const field = (name: string) => sql.raw(`json_extract(seen.value, '$.${name}')`)
	const allFit = sql`(select count(*) from json_each(${list}) as seen
		join ${moduleDrafts} as d on d.id = ${field('id')} and d.course_id = ${courseId}
		left join ${modules} as m on m.id = d.module_id
		where case when ${field('isNew')} then d.module_id is null and d.version = ${field('version')}
			else m.version = ${field('version')} end) = ${seen.length}`
	const isAmong = sql`in (select json_extract(value, '$.id') from json_each(${list}))`
	const now = Date.now()
	const replaced = drafts
		.filter(({ moduleId }) => moduleId !== null)
		.map((draft) => ({ id: draft.id, keptAs: newId(), words: textFieldsOf(draft) }))
	const { published } = await write({
		linkedPages: await publishLinkedOf(replaced.map(({ id }) => id)),
		pages: publishCourse(courseId, { now: new Date(now), when: allFit }),
		versions: keepVersions(replaced, user.name, allFit),
		inserted: db().run(sql`
			insert into ${modules} (id, course_id, title, description, type, content, order_index, additional_content, created_at, updated_at,
				available_from, available_after_days, is_open)
			select d.id, d.course_id, d.title, d.description, d.type, d.content,
				coalesce((select max(m.order_index) + 1 from ${modules} as m where m.course_id = ${courseId}), 0)
					+ row_number() over (order by d.id) - 1,
				d.additional_content, ${now}, ${now}, d.available_from, d.available_after_days,
				d.available_after_days is null and coalesce(d.available_from <= ${now}, 1)
			from ${moduleDrafts} as d where d.id ${isAmong} and d.module_id is null and ${allFit}`),
		updated: db().run(sql`
			update ${modules} set title = d.title, description = d.description, type = d.type, content = d.content,
				additional_content = d.additional_content, updated_at = ${now}, version = ${modules}.version + 1
			from ${moduleDrafts} as d where d.module_id = ${modules}.id and d.id ${isAmong} and ${allFit}`),
		links: drafts.flatMap(moduleLinks),
		// The versions have changed by now, so the result is read from the written rows.
		published: db().all<{ id: string }>(sql`
			delete from ${moduleDrafts} where id ${isAmong} and exists (
				select 1 from ${modules} as m where m.id = ${moduleDrafts}.id and m.updated_at = ${now}
					and m.title = ${moduleDrafts}.title and m.description = ${moduleDrafts}.description and m.type = ${moduleDrafts}.type
					and m.content = ${moduleDrafts}.content and m.additional_content = ${moduleDrafts}.additional_content)
			returning id`),
	})
	const isDone = published.length === seen.length
	if (isDone) wake('publisher')
	return isDone
}

export const publishDraft: Service<typeof contracts.publishDraft> = async ({ params, body }, { user }) => {
	const { errors } = contracts.publishDraft
	const found = await findDraftedModule(params.id)
	if (!found) throw httpError(errors.notFound)
	const { draft, module } = found
	const version = module?.version ?? draft.version
	if (body.version !== undefined && body.version !== version) throw httpError(errors.changed)
	assertComplete(draft)
	const seen = { id: draft.id, version, isNew: module === null }
	if (!(await publishIfUnchanged(draft.courseId, [seen], [draft], user))) throw httpError(errors.changed)
	return toModule(await readModule(params.id))
}

export const publishDrafts: Service<typeof contracts.publishDrafts> = async ({ params, body }, { user }) => {
	const { errors } = contracts.publishDrafts
	const { drafts } = await listDraftsFor(params.id)
	const byId = new Map(drafts.map((draft) => [draft.id, draft]))
	const seen = [...new Map(body.drafts.map((one) => [one.id, one])).values()].map(({ id, version }) => {
		const draft = byId.get(id)
		if (!draft || draft.version !== version) throw httpError(errors.changed)
		return { id, version, isNew: draft.isNew }
	})
	const rows = (await draftsWhere(eq(moduleDrafts.courseId, params.id))).map(({ draft }) => draft)
	const chosen = rows.filter(({ id }) => seen.some((one) => one.id === id))
	for (const draft of chosen) assertComplete(draft)
	if (!(await publishIfUnchanged(params.id, seen, chosen, user))) throw httpError(errors.changed)
	return { published: seen.length }
}
