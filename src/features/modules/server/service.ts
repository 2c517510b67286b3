import { and, asc, eq, exists, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { courses } from '#db/schema/courses.ts'
import { type ModuleRow, moduleDrafts, modules } from '#db/schema/modules.ts'
import { write } from '#db/write.ts'
import { NOT_FOUND } from '#src/features/course-access/errors.ts'
import { purgeFilesOf } from '#src/features/media/server/shown-files.ts'
import { sanitizeContent } from '#src/features/rich-text/server/sanitize.ts'
import { ApiError, httpError, justDeleted } from '#src/lib/api/errors.ts'
import { newId } from '#src/lib/ids.ts'
import { recordAudit } from '#src/platform/audit.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { failsIf, failsIfTrashed, onceByKey } from '#src/platform/endpoint/idempotency.ts'
import { changedSince, isVersion, nextVersion } from '#src/platform/endpoint/version.ts'
import { wake } from '#src/platform/jobs/wake.ts'
import { enqueuePublish, publishEverywhere } from '#src/platform/publish/publish-queue.ts'
import { moveToTrash } from '#src/platform/trash.ts'
import * as contracts from '../contract.ts'
import { COURSE_NOT_FOUND } from '../contract.ts'
import { checkData, needsContent } from '../types/registry.ts'
import { withFiles, worksheetsOf } from '../worksheets.ts'
import { actions } from './audit-actions.ts'
import { moduleTexts, publishLinkedOf } from './module-links.ts'
import { readModule, requireVisibleCourse, toModule } from './read-modules.ts'
import { releaseOf } from './release-dates.ts'
import { keepVersions } from './version-rows.ts'

/**
 * Returns statements for every write that changes a course or its modules: they update the course's date and republish
 * its page and the lists that contain it. Call `wake('publisher')` after the write.
 * @param options.when condition of the change. Run the statements while it still holds: without a change, they do
 * nothing.
 */
export function publishCourse(courseId: string, { now = new Date(), when }: { now?: Date; when?: SQL } = {}) {
	const isChanged = and(eq(courses.id, courseId), when)
	return [
		db().update(courses).set({ updatedAt: now }).where(isChanged),
		...enqueuePublish([`/courses/${courseId}`], exists(db().select({ one: sql`1` }).from(courses).where(isChanged))),
	]
}

/** Validates data and returns it as JSON. @throws {ApiError} 400 if it does not match the type. */
export function checkedData(type: string, data: unknown): string {
	const checked = checkData(type, data)
	if ('issues' in checked) throw new ApiError(400, checked.issues[0]?.message ?? 'Invalid input')
	return checked.json
}

/** @throws {ApiError} 400 if the type requires content and there is none. */
function assertContent(type: string, content: string): void {
	if (content === '' && needsContent(type)) throw httpError(contracts.NO_CONTENT)
}

/**
 * Reorders the modules of a course if `ids` contains all of them, in one statement: no reader sees a partial order.
 * @returns whether the modules were reordered.
 */
async function reorderModules(courseId: string, ids: readonly string[]): Promise<boolean> {
	const idsJson = JSON.stringify(ids)
	const isComplete = sql`(select count(*) from ${modules} as m where m.course_id = ${courseId}) = ${ids.length}
		and (select count(*) from ${modules} as m where m.course_id = ${courseId}
			and m.id in (select value from json_each(${idsJson}))) = ${ids.length}`
	const { ordered } = await write({
		pages: publishCourse(courseId, { when: isComplete }),
		ordered: db().all<{ id: string }>(sql`
			update ${modules} set order_index = (select key from json_each(${idsJson}) where value = ${modules.id})
			where course_id = ${courseId} and ${isComplete}
			returning id`),
	})
	return ordered.length > 0
}

async function idsInOrder(courseId: string): Promise<string[]> {
	const rows = await db()
		.select({ id: modules.id })
		.from(modules)
		.where(eq(modules.courseId, courseId))
		.orderBy(asc(modules.orderIndex))
	return rows.map(({ id }) => id)
}

/** Moves one module to `position` and renumbers the others. Retries after a concurrent change of the course. */
async function moveTo(row: Pick<ModuleRow, 'id' | 'courseId'>, position: number): Promise<void> {
	for (let attempt = 0; attempt < 5; attempt++) {
		const order = (await idsInOrder(row.courseId)).filter((id) => id !== row.id)
		order.splice(position, 0, row.id)
		if (await reorderModules(row.courseId, order)) return
	}
	throw httpError(contracts.orderModules.errors.changed)
}

export const createModule: Service<typeof contracts.createModule> = async ({ params, body }) => {
	const now = Date.now()
	const { title, description, type, idempotencyKey } = body
	assertContent(type, body.content)
	const data = checkedData(type, body.additionalContent)
	const { availableFrom = null, availableAfterDays = null, isOpen = true } = releaseOf(body, now) ?? {}
	const content = sanitizeContent(body.content)
	const make = async (id: string) => {
		const { inserted } = await write({
			// The statement computes the last position, so concurrent authors get different ones.
			inserted: db().all<{ id: string }>(sql`
				insert into ${modules} (id, course_id, title, description, type, content, order_index, additional_content,
					created_at, updated_at, available_from, available_after_days, is_open)
				select ${id}, ${courses.id}, ${title}, ${description}, ${type}, ${content},
					coalesce((select max(m.order_index) + 1 from ${modules} as m where m.course_id = ${courses.id}), 0),
					${data}, ${now}, ${now}, ${availableFrom?.getTime() ?? null}, ${availableAfterDays}, ${isOpen ? 1 : 0}
				from ${courses} where ${courses.id} = ${params.id}
				returning id`),
			links: moduleTexts.links({ id, description, content, additionalContent: data }),
			pages: publishCourse(params.id, { now: new Date(now) }),
			notTrashed: failsIfTrashed(modules, id),
			// For a new module, an earlier “Keep as draft” may have used this id.
			noDraft: failsIf(moduleDrafts, sql`id = ${id}`),
		})
		if (inserted.length === 0) throw httpError(COURSE_NOT_FOUND)
		if (body.orderIndex !== undefined) await moveTo({ id, courseId: params.id }, body.orderIndex)
		wake('publisher')
		return toModule(await readModule(id))
	}
	const find = async (id: string) => {
		const [row] = await db().select().from(modules).where(eq(modules.id, id))
		return row && toModule(row)
	}
	const fields = { courseId: params.id, title, description, type, content, additionalContent: data }
	const sent = { ...fields, availableFrom, availableAfterDays }
	return onceByKey({ idempotencyKey, sent, make, find, sentBefore: contracts.createModule.errors.sentBefore })
}

export const updateModule: Service<typeof contracts.updateModule> = async ({ params, body }, { user }) => {
	const before = await readModule(params.id)
	const {
		orderIndex,
		content,
		additionalContent,
		version,
		availableFrom,
		availableAfterDays,
		endsDraft = false,
		...plain
	} = body
	const opening = releaseOf({ availableFrom, availableAfterDays })
	const type = body.type ?? before.type
	assertContent(type, content ?? before.content)
	// Data is checked against the new type, even if only the type changes.
	const changesData = additionalContent !== undefined || type !== before.type
	// A type change drops the old type's data but keeps the files, which are independent of the type.
	const filesOnly = withFiles(worksheetsOf(before.additionalContent))
	const newData = additionalContent ?? (type === before.type ? before.additionalContent : filesOnly)
	const fields = {
		...plain,
		...opening,
		...(content === undefined ? {} : { content: sanitizeContent(content) }),
		...(changesData ? { additionalContent: checkedData(type, newData) } : {}),
	}
	const change = {
		...fields,
		updatedAt: new Date(),
		version: nextVersion(modules.version),
	}
	const { description, additionalContent: data, content: html } = { ...before, ...fields }
	const isUnchanged = and(eq(modules.id, params.id), isVersion(modules.version, version))
	const isChanged = exists(db().select({ one: sql`1` }).from(modules).where(isUnchanged))
	const { updated } = await write({
		linkedPages: await publishLinkedOf([params.id]),
		pages: publishCourse(before.courseId, { when: isChanged }),
		files: opening?.isOpen === false ? purgeFilesOf(sql`select id from ${modules} where ${isUnchanged}`) : [],
		versions: keepVersions([{ id: params.id, versionId: newId(), text: fields }], user.name, isUnchanged ?? sql`1`),
		draft: endsDraft
			? [
					db()
						.delete(moduleDrafts)
						.where(and(eq(moduleDrafts.id, params.id), isChanged)),
				]
			: [],
		updated: db().update(modules).set(change).where(isUnchanged).returning({ id: modules.id }),
		links: moduleTexts.links({ id: params.id, description, content: html, additionalContent: data }),
	})
	if (updated.length === 0) {
		const current = toModule(await readModule(params.id))
		throw changedSince(contracts.updateModule, version, current) ?? justDeleted()
	}
	if (orderIndex !== undefined && orderIndex !== before.orderIndex) await moveTo(before, orderIndex)
	// Public content is being locked, so wait until every node has published the change.
	if (before.isOpen && opening?.isOpen === false) await publishEverywhere()
	else wake('publisher')
	return toModule(await readModule(params.id))
}

export const deleteModule: Service<typeof contracts.deleteModule> = async ({ params }, { user }) => {
	const { courseId, title } = await readModule(params.id)
	const moduleExists = sql`exists (select 1 from ${modules} where id = ${params.id})`
	const { deleted } = await write({
		linkedPages: await publishLinkedOf([params.id]),
		pages: publishCourse(courseId, { when: moduleExists }),
		files: purgeFilesOf(sql`select ${params.id} where ${moduleExists}`),
		audit: recordAudit(
			{ actor: user, action: actions['module.deleted'], subject: { type: 'module', id: params.id, name: title } },
			moduleExists,
		),
		trash: moveToTrash(
			{ kind: 'module', id: params.id, name: title, actor: user, table: modules, rows: sql`id = ${params.id}` },
			moduleExists,
		),
		// Renumbers the remaining modules from 0.
		order: db().run(sql`
			update ${modules} set order_index = ranked.place
			from (select id, row_number() over (order by order_index) - 1 as place from ${modules}
				where course_id = ${courseId} and id <> ${params.id}) as ranked
			where ${modules}.id = ranked.id and ${modules}.order_index <> ranked.place`),
		deleted: db().delete(modules).where(eq(modules.id, params.id)).returning({ id: modules.id }),
	})
	if (deleted.length === 0) throw httpError(NOT_FOUND.module)
	wake('publisher')
	return undefined
}

export const orderModules: Service<typeof contracts.orderModules> = async ({ params, body }) => {
	await requireVisibleCourse(params.id, { role: 'admin' })
	const ids = [...new Set(body.moduleIds)]
	const known = await idsInOrder(params.id)
	const isComplete = ids.length === body.moduleIds.length && ids.length === known.length
	if (!isComplete || !known.every((id) => ids.includes(id))) throw httpError(contracts.orderModules.errors.changed)
	const isOrdered = await reorderModules(params.id, ids)
	if (!isOrdered && ids.length > 0) throw httpError(contracts.orderModules.errors.changed)
	wake('publisher')
	return ids.map((id, orderIndex) => ({ id, orderIndex }))
}
