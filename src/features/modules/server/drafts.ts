import { and, asc, eq, exists, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { courses } from '#db/schema/courses.ts'
import { type ModuleRow, moduleDrafts, modules, moduleVersions } from '#db/schema/modules.ts'
import { write } from '#db/write.ts'
import { sanitizeContent } from '#src/features/rich-text/server/sanitize.ts'
import { ApiError, httpError, justDeleted } from '#src/lib/api/errors.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { failsIf, failsIfTrashed, onceByKey } from '#src/platform/endpoint/idempotency.ts'
import { changedSince, isVersion, nextVersion } from '#src/platform/endpoint/version.ts'
import { COURSE_NOT_FOUND, type CourseModule, type Release } from '../contract.ts'
import type { ModuleDraftResponse } from '../draft-contract.ts'
import * as contracts from '../draft-contract.ts'
import { checkData } from '../types/registry.ts'
import { findDraft, insertDraftOf } from './draft-rows.ts'
import { previewModules, readModule, toModule, toPreviewModule } from './read-modules.ts'
import { isOpenNow, type ReleaseDates, releaseOf } from './release-dates.ts'
import { type ModuleText, textOf } from './version-rows.ts'

const isBehind = sql`exists (select 1 from ${moduleVersions}
	where ${moduleVersions.moduleId} = ${moduleDrafts.id} and ${moduleVersions.replacedAt} >= ${moduleDrafts.begunAt})`.mapWith(
	Boolean,
)

/** Reads drafts with their modules, if any, and whether the module was published again since the draft was started. */
export const draftsWhere = (where: SQL | undefined) =>
	db()
		.select({ draft: moduleDrafts, module: modules, isBehind })
		.from(moduleDrafts)
		.leftJoin(modules, eq(modules.id, moduleDrafts.moduleId))
		.where(where)
		.orderBy(asc(moduleDrafts.id))

export type DraftedModule = Awaited<ReturnType<typeof draftsWhere>>[number]

/** Returns the version to base a change on: the module's, or the draft's if the module is new. */
export const versionOf = ({ draft, module }: DraftedModule) => module?.version ?? draft.version

/** Returns a module with its draft applied. A new module is placed at `end`. */
function applyDraft(drafted: DraftedModule, end: number): ModuleRow {
	const { draft, module } = drafted
	// The release is stored in the module, or in the draft of a new module.
	const { availableFrom, availableAfterDays } = module ?? draft
	return {
		...{ id: draft.id, courseId: draft.courseId },
		...textOf(draft),
		orderIndex: module?.orderIndex ?? end,
		createdAt: module?.createdAt ?? draft.begunAt,
		updatedAt: draft.savedAt,
		version: versionOf(drafted),
		...{ availableFrom, availableAfterDays, isOpen: module?.isOpen ?? isOpenNow(draft) },
	}
}

const toDraft = (drafted: DraftedModule, end: number): ModuleDraftResponse => ({
	...toModule(applyDraft(drafted, end)),
	isNew: drafted.module === null,
	savedAt: drafted.draft.savedAt.toISOString(),
	savedBy: drafted.draft.savedBy,
	isBehind: drafted.isBehind,
})

const countModules = (courseId: string): Promise<number> => db().$count(modules, eq(modules.courseId, courseId))

async function findShownDraft(id: string): Promise<ModuleDraftResponse | undefined> {
	const [drafted] = await draftsWhere(eq(moduleDrafts.id, id))
	return drafted && toDraft(drafted, await countModules(drafted.draft.courseId))
}

async function requireDraft(id: string): Promise<ModuleDraftResponse> {
	const draft = await findShownDraft(id)
	if (!draft) throw justDeleted()
	return draft
}

/** Returns the drafts of a course for its workspace, and whether the course is published. */
export async function listDraftsFor(courseId: string) {
	const [course] = await db().select({ isPublished: courses.isPublished }).from(courses).where(eq(courses.id, courseId))
	if (!course) throw httpError(COURSE_NOT_FOUND)
	let end = await countModules(courseId)
	const drafted = await draftsWhere(eq(moduleDrafts.courseId, courseId))
	return {
		isPublished: course.isPublished,
		drafts: drafted.map((one) => toDraft(one, one.module ? 0 : end++)),
	}
}

export const listDrafts: Service<typeof contracts.listDrafts> = ({ params }) => listDraftsFor(params.id)

/** Returns the modules of a course with all drafts applied, for an admin's preview. */
export async function listModulesWithDrafts(courseId: string): Promise<CourseModule[]> {
	const [listed, drafted] = await Promise.all([
		previewModules(courseId),
		draftsWhere(eq(moduleDrafts.courseId, courseId)),
	])
	const byId = new Map(drafted.map((one) => [one.draft.id, one]))
	const asDraft = (one: (typeof drafted)[number], at: number) => toPreviewModule(applyDraft(one, at))
	return [
		...listed.map((module) => {
			const one = byId.get(module.id)
			return one ? asDraft(one, module.orderIndex) : module
		}),
		...drafted.filter(({ module }) => module === null).map((one, at) => asDraft(one, listed.length + at)),
	]
}

type Body = { title: string; description: string; type: string; content: string; additionalContent: unknown }

/** Returns the release columns of a new module's draft, if the body has them. */
function draftRelease(body: Release): Partial<ReleaseDates> {
	const { isOpen: _, ...columns } = releaseOf(body) ?? {}
	return columns
}

/** Returns the text to store: sanitized, with the data as a JSON object, even if incomplete. */
function draftText({ content, additionalContent, ...plain }: Body): ModuleText {
	const checked = checkData(plain.type, additionalContent)
	return {
		...plain,
		content: sanitizeContent(content),
		additionalContent: 'json' in checked ? checked.json : jsonObject(additionalContent),
	}
}

/** Returns the data as JSON. @throws {ApiError} 400 if it is not an object, or is nested too deeply. */
function jsonObject(value: unknown): string {
	try {
		const parsed = typeof value === 'string' ? JSON.parse(value || '{}') : value
		if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return JSON.stringify(parsed)
	} catch {
		// Falls through to the error below.
	}
	throw new ApiError(400, 'Additional content must be valid JSON')
}

export const createDraft: Service<typeof contracts.createDraft> = async ({ params, body }, { user }) => {
	const { availableFrom, availableAfterDays, idempotencyKey, ...fields } = body
	const opening = draftRelease({ availableFrom, availableAfterDays })
	const text = draftText(fields)
	const now = Date.now()
	const make = async (id: string) => {
		const { inserted } = await write({
			inserted: db().all<{ id: string }>(sql`
				insert into ${moduleDrafts} (id, module_id, course_id, title, description, type, content, additional_content,
					begun_at, saved_at, saved_by_name, available_from, available_after_days)
				select ${id}, null, ${courses.id}, ${text.title}, ${text.description}, ${text.type}, ${text.content},
					${text.additionalContent}, ${now}, ${now}, ${user.name}, ${opening.availableFrom?.getTime() ?? null},
					${opening.availableAfterDays ?? null}
				from ${courses} where ${courses.id} = ${params.id}
				returning id`),
			// The draft's id is also its module's, which may already exist or be in the trash.
			notPublished: failsIf(modules, sql`id = ${id}`),
			notTrashed: failsIfTrashed(modules, id),
		})
		if (inserted.length === 0) throw httpError(COURSE_NOT_FOUND)
		return requireDraft(id)
	}
	const sent = { courseId: params.id, isNew: true, ...text, ...opening }
	return onceByKey({
		...{ idempotencyKey, sent, make, find: findShownDraft },
		sentBefore: contracts.createDraft.errors.sentBefore,
	})
}

export const updateDraft: Service<typeof contracts.updateDraft> = async ({ params, body }, { user }) => {
	const { version, availableFrom, availableAfterDays, ...fields } = body
	const opening = draftRelease({ availableFrom, availableAfterDays })
	const text = draftText(fields)
	const before = await findDraft(params.id)
	const isNew = before?.moduleId === null
	if (!isNew && 'availableFrom' in opening) throw httpError(contracts.updateDraft.errors.openingOfModule)
	const isCurrentDraft = and(
		eq(moduleDrafts.id, params.id),
		sql`${moduleDrafts.moduleId} is null`,
		isVersion(moduleDrafts.version, version),
	)
	const isCurrentModule = and(eq(modules.id, params.id), isVersion(modules.version, version)) as SQL
	const { change } = isNew
		? await write({
				change: db()
					.update(moduleDrafts)
					.set({
						...text,
						...opening,
						savedAt: new Date(),
						savedBy: user.name,
						version: nextVersion(moduleDrafts.version),
					})
					.where(isCurrentDraft)
					.returning({ id: moduleDrafts.id }),
			})
		: await write({
				draft: insertDraftOf(params.id, text, user.name, isCurrentModule),
				// Draft and module share one version, since the form shows the draft in place of the module.
				change: db()
					.update(modules)
					.set({ version: nextVersion(modules.version) })
					.where(isCurrentModule)
					.returning({ id: modules.id }),
			})
	if (change.length > 0) return requireDraft(params.id)
	const shown = (await findShownDraft(params.id)) ?? toModule(await readModule(params.id))
	throw changedSince(contracts.updateDraft, version, shown) ?? justDeleted()
}

export const deleteDraft: Service<typeof contracts.deleteDraft> = async ({ params, query }) => {
	const { errors } = contracts.deleteDraft
	const seenVersion = query.version === undefined ? undefined : Number(query.version)
	const [drafted] = await draftsWhere(eq(moduleDrafts.id, params.id))
	if (!drafted) throw httpError(errors.notFound)
	const isCurrent = drafted.module
		? exists(
				db()
					.select({ one: sql`1` })
					.from(modules)
					.where(and(eq(modules.id, params.id), isVersion(modules.version, seenVersion))),
			)
		: isVersion(moduleDrafts.version, seenVersion)
	const { deleted } = await write({
		deleted: db()
			.delete(moduleDrafts)
			.where(and(eq(moduleDrafts.id, params.id), isCurrent))
			.returning({ id: moduleDrafts.id }),
		version: db()
			.update(modules)
			.set({ version: nextVersion(modules.version) })
			.where(and(eq(modules.id, params.id), isVersion(modules.version, seenVersion))),
	})
	if (deleted.length === 0) throw httpError(errors.changed)
	return undefined
}
