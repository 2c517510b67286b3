import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { courses } from '#db/schema/courses.ts'
import { type ModuleRow, type ModuleVersionRow, moduleDrafts, modules, moduleVersions } from '#db/schema/modules.ts'
import { write } from '#db/write.ts'
import { NOT_FOUND } from '#src/features/course-access/errors.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { newId } from '#src/lib/ids.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { nextVersion } from '#src/platform/endpoint/version.ts'
import { wake } from '#src/platform/jobs/wake.ts'
import type { ModuleVersion } from '../version-contract.ts'
import * as contracts from '../version-contract.ts'
import { differencesOf } from './differences.ts'
import { findDraft, insertDraftOf } from './draft-rows.ts'
import { moduleTexts, publishLinkedOf } from './module-links.ts'
import { readModule, toModule } from './read-modules.ts'
import { publishCourse } from './service.ts'
import { keepVersions, textOf } from './version-rows.ts'

const ofModule = (moduleId: string) => eq(moduleVersions.moduleId, moduleId)

async function readVersions(moduleId: string): Promise<ModuleVersion[]> {
	const rows = await db()
		.select({
			id: moduleVersions.id,
			title: moduleVersions.title,
			type: moduleVersions.type,
			shownFrom: moduleVersions.shownFrom,
			replacedAt: moduleVersions.replacedAt,
			replacedBy: moduleVersions.replacedBy,
		})
		.from(moduleVersions)
		.where(ofModule(moduleId))
		.orderBy(desc(moduleVersions.id))
	return rows.map(({ shownFrom, replacedAt, ...row }) => ({
		...row,
		shownFrom: shownFrom.toISOString(),
		replacedAt: replacedAt.toISOString(),
	}))
}

export const listModuleVersions: Service<typeof contracts.listModuleVersions> = async ({ params }) => {
	await readModule(params.id)
	return readVersions(params.id)
}

/**
 * Returns the data of the versions screen: the list, and one version compared with the published module. Undefined if
 * the course has no such module.
 * @param requestedId id of the version. If unknown, the draft is compared, or the newest version if there is no draft.
 */
export async function findModuleHistory(courseId: string, moduleId: string, requestedId: string | null) {
	const [row] = await db()
		.select()
		.from(modules)
		.where(and(eq(modules.id, moduleId), eq(modules.courseId, courseId)))
	if (!row) return undefined
	const [versions, draft] = await Promise.all([readVersions(moduleId), findDraft(moduleId)])
	const requested = versions.find(({ id }) => id === requestedId)
	const isDraft = draft !== undefined && (requestedId === DRAFT || !requested)
	const chosen = isDraft ? undefined : (requested ?? versions[0])
	const versionId = isDraft ? DRAFT : chosen?.id
	const compared = versionId === undefined ? undefined : await compare(row, versionId)
	return { module: toModule(row), versions, hasDraft: draft !== undefined, chosen, compared }
}

async function requireVersion(moduleId: string, id: string): Promise<ModuleVersionRow> {
	const [row] = await db()
		.select()
		.from(moduleVersions)
		.where(and(ofModule(moduleId), eq(moduleVersions.id, id)))
	if (!row) throw httpError(contracts.getModuleVersion.errors.noVersion)
	return row
}

/** Used in place of a version's id to select the draft. */
const DRAFT = 'draft'

/** Compares a version or the draft with the module. @throws {ApiError} 404 if that version or draft does not exist. */
async function compare(row: ModuleRow, versionId: string) {
	const stored = versionId === DRAFT ? await findDraft(row.id) : await requireVersion(row.id, versionId)
	if (!stored) throw httpError(contracts.getModuleVersion.errors.noVersion)
	const today = toModule(row)
	const version = toModule({ ...row, ...textOf(stored) })
	// A draft is newer than the published module.
	const [earlier, later] = versionId === DRAFT ? [today, version] : [version, today]
	return { version, today, differences: differencesOf(earlier, later) }
}

export const getModuleVersion: Service<typeof contracts.getModuleVersion> = async ({ params }) =>
	compare(await readModule(params.id), params.versionId)

export const restoreModuleVersion: Service<typeof contracts.restoreModuleVersion> = async ({ params }, { user }) => {
	const { errors } = contracts.restoreModuleVersion
	const row = await readModule(params.id)
	const text = textOf(await requireVersion(params.id, params.versionId))
	const [course] = await db()
		.select({ isPublished: courses.isPublished })
		.from(courses)
		.where(eq(courses.id, row.courseId))
	if (!course) throw httpError(NOT_FOUND.module)
	if (await findDraft(params.id)) throw httpError(errors.hasDraft)
	const isUnchanged = and(
		eq(modules.id, params.id),
		eq(modules.version, row.version),
		sql`not exists (select 1 from ${moduleDrafts} where ${moduleDrafts.id} = ${modules.id})`,
		sql`exists (select 1 from ${courses} where ${courses.id} = ${modules.courseId}
			and ${courses.isPublished} = ${course.isPublished ? 1 : 0})`,
	) as SQL
	const { asRead } = course.isPublished
		? await write({
				// Runs first, while no draft exists. The insert then checks for the incremented version.
				asRead: db()
					.update(modules)
					.set({ version: nextVersion(modules.version) })
					.where(isUnchanged)
					.returning({ id: modules.id }),
				draft: insertDraftOf(
					params.id,
					text,
					user.name,
					sql`${modules.version} = ${row.version + 1} and not exists (select 1 from ${moduleDrafts} where ${moduleDrafts.id} = ${modules.id})`,
				),
			})
		: await write({
				asRead: db().all<{ id: string }>(sql`select id from ${modules} where ${isUnchanged}`),
				linkedPages: await publishLinkedOf([params.id]),
				pages: publishCourse(row.courseId, { when: sql`exists (select 1 from ${modules} where ${isUnchanged})` }),
				versions: keepVersions([{ id: params.id, versionId: newId(), text }], user.name, isUnchanged),
				change: db()
					.update(modules)
					.set({ ...text, updatedAt: new Date(), version: nextVersion(modules.version) })
					.where(isUnchanged),
				links: moduleTexts.links({ id: params.id, ...text }),
			})
	if (asRead.length === 0) throw httpError(errors.changed)
	if (!course.isPublished) wake('publisher')
	return { isDraft: course.isPublished }
}
