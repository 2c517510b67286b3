import { and, asc, eq, exists, inArray, type SQL, sql } from 'drizzle-orm'
import { db, write } from '#db/client.ts'
import { courses } from '#db/schema/courses.ts'
import { type ModuleRow, modules } from '#db/schema/modules.ts'
import { isVisible, seesDrafts, type Viewer } from '#src/features/courses/server/visibility.ts'
import { NOT_FOUND } from '#src/features/discussion/contract.ts'
import { ApiError, justDeleted, refusal } from '#src/lib/errors.ts'
import { newId } from '#src/lib/ids.ts'
import { recordAudit } from '#src/platform/audit.ts'
import type { Service } from '#src/platform/create-handle.ts'
import { keepDeleted } from '#src/platform/keep-deleted.ts'
import { answerPublicly } from '#src/platform/public-answer.ts'
import { enqueuePublish, nudgePublisher } from '#src/platform/publish-queue.ts'
import { changedSince, isVersion, nextVersion } from '#src/platform/version.ts'
import * as contracts from '../contract.ts'
import { COURSE_NOT_FOUND, type CourseModule } from '../contract.ts'
import { checkData, readData, typeNamed } from '../types/registry.ts'
import { actions } from './audit-actions.ts'
import { sanitiseContent } from './sanitise.ts'

/** @throws {ApiError} 404 when there is no such course, or it is a draft and not for this reader. */
export async function requireVisibleCourse(id: string, user: Viewer | undefined): Promise<void> {
	const [course] = await db()
		.select({ id: courses.id })
		.from(courses)
		.where(and(eq(courses.id, id), isVisible(user)))
	if (!course) throw refusal(COURSE_NOT_FOUND)
}

/** `additionalContent` for readers who are no admins: without what its type keeps on the server. */
function forMember(row: ModuleRow): string {
	const known = typeNamed(row.type)
	// Of a type that this release does not know nobody can say what is secret in it.
	if (!known) return '{}'
	return JSON.stringify(known.forMember(readData(known.data, row.additionalContent)))
}

/** A module as it is sent: sanitised again, and for everybody but admins without the answers. */
export function toModule(row: ModuleRow, isAdmin: boolean): CourseModule {
	return {
		id: row.id,
		courseId: row.courseId,
		title: row.title,
		description: row.description,
		type: row.type,
		content: sanitiseContent(row.content),
		orderIndex: row.orderIndex,
		additionalContent: isAdmin ? row.additionalContent : forMember(row),
		createdAt: row.createdAt.toISOString(),
		updatedAt: row.updatedAt.toISOString(),
		...(isAdmin ? { version: row.version } : {}),
	}
}

/**
 * Statements that belong into the write of whatever changes a course or one of its modules: the course's new date, and
 * its public page, with which those that list it change. After the write call `nudgePublisher`.
 * @param options.when the condition of the change, where it can still be seen: a course that stays as it is keeps its
 * date and its page. A course that is not there has neither.
 */
export function publishCourse(courseId: string, { now = new Date(), when }: { now?: Date; when?: SQL } = {}) {
	const isChanged = and(eq(courses.id, courseId), when)
	return [
		db().update(courses).set({ updatedAt: now }).where(isChanged),
		...enqueuePublish([`/courses/${courseId}`], exists(db().select({ one: sql`1` }).from(courses).where(isChanged))),
	]
}

/** The modules of a course in their order, as an admin or as everybody else gets them. */
export async function listModulesFor(courseId: string, isAdmin: boolean) {
	const rows = await db().select().from(modules).where(eq(modules.courseId, courseId)).orderBy(asc(modules.orderIndex))
	return rows.map((row) => toModule(row, isAdmin))
}

/** The modules of these courses in their order, as everybody gets them, by course: one statement for all of them. */
export async function listModulesOf(courseIds: readonly string[]): Promise<ReadonlyMap<string, CourseModule[]>> {
	const rows = await db()
		.select()
		.from(modules)
		.where(inArray(modules.courseId, [...courseIds]))
		.orderBy(asc(modules.courseId), asc(modules.orderIndex))
	return Map.groupBy(
		rows.map((row) => toModule(row, false)),
		({ courseId }) => courseId,
	)
}

export const listModules: Service<typeof contracts.listModules> = async ({ params }, context) => {
	const [, shown] = await Promise.all([
		requireVisibleCourse(params.id, context.user),
		listModulesFor(params.id, seesDrafts(context.user)),
	])
	return answerPublicly(context, shown)
}

function checkedData(type: string, given: unknown): string {
	const checked = checkData(type, given)
	if ('issues' in checked) throw new ApiError(400, checked.issues[0]?.message ?? 'Invalid input')
	return checked.json
}

/**
 * Puts the modules of a course into this order, if these are all of them. One statement: nobody sees half an order.
 * @returns whether it did.
 */
async function putInOrder(courseId: string, ids: readonly string[]): Promise<boolean> {
	const list = JSON.stringify(ids)
	const isComplete = sql`(select count(*) from ${modules} as m where m.course_id = ${courseId}) = ${ids.length}
		and (select count(*) from ${modules} as m where m.course_id = ${courseId}
			and m.id in (select value from json_each(${list}))) = ${ids.length}`
	const results = await write(
		...publishCourse(courseId, { when: isComplete }),
		db().all<{ id: string }>(sql`
			update ${modules} set order_index = (select key from json_each(${list}) where value = ${modules.id})
			where course_id = ${courseId} and ${isComplete}
			returning id`),
	)
	return (results.at(-1) as unknown[]).length > 0
}

async function idsInOrder(courseId: string): Promise<string[]> {
	const rows = await db()
		.select({ id: modules.id })
		.from(modules)
		.where(eq(modules.courseId, courseId))
		.orderBy(asc(modules.orderIndex))
	return rows.map(({ id }) => id)
}

/** Moves one module to `position`; the others close ranks. A change of the course meanwhile is met by another try. */
async function moveTo(row: Pick<ModuleRow, 'id' | 'courseId'>, position: number): Promise<void> {
	for (let attempt = 0; attempt < 5; attempt++) {
		const others = (await idsInOrder(row.courseId)).filter((id) => id !== row.id)
		others.splice(position, 0, row.id)
		if (await putInOrder(row.courseId, others)) return
	}
	throw refusal(contracts.orderModules.errors.changed)
}

async function readModule(id: string): Promise<ModuleRow> {
	const [row] = await db().select().from(modules).where(eq(modules.id, id))
	if (!row) throw refusal(NOT_FOUND.module)
	return row
}

export const createModule: Service<typeof contracts.createModule> = async ({ params, body }) => {
	const id = newId()
	const now = Date.now()
	const data = checkedData(body.type, body.additionalContent)
	const [written] = await write(
		// The place at the end is found by the statement itself: two authors at once get two places.
		db().all<{ id: string }>(sql`
			insert into ${modules} (id, course_id, title, description, type, content, order_index, additional_content,
				created_at, updated_at)
			select ${id}, ${courses.id}, ${body.title}, ${body.description}, ${body.type}, ${sanitiseContent(body.content)},
				coalesce((select max(m.order_index) + 1 from ${modules} as m where m.course_id = ${courses.id}), 0),
				${data}, ${now}, ${now}
			from ${courses} where ${courses.id} = ${params.id}
			returning id`),
		...publishCourse(params.id, { now: new Date(now) }),
	)
	if (written.length === 0) throw refusal(COURSE_NOT_FOUND)
	if (body.orderIndex !== undefined) await moveTo({ id, courseId: params.id }, body.orderIndex)
	nudgePublisher()
	return toModule(await readModule(id), true)
}

export const updateModule: Service<typeof contracts.updateModule> = async ({ params, body }) => {
	const before = await readModule(params.id)
	const { orderIndex, content, additionalContent, version, ...plain } = body
	const type = body.type ?? before.type
	// The data is checked with the type it will have, also when only the type changes.
	const touchesData = additionalContent !== undefined || type !== before.type
	const given = additionalContent ?? (type === before.type ? before.additionalContent : {})
	const change = {
		...plain,
		...(content === undefined ? {} : { content: sanitiseContent(content) }),
		...(touchesData ? { additionalContent: checkedData(type, given) } : {}),
		updatedAt: new Date(),
		version: nextVersion(modules.version),
	}
	const isTheirs = and(eq(modules.id, params.id), isVersion(modules.version, version))
	const results = await write(
		...publishCourse(before.courseId, { when: exists(db().select({ one: sql`1` }).from(modules).where(isTheirs)) }),
		db().update(modules).set(change).where(isTheirs).returning({ id: modules.id }),
	)
	if ((results.at(-1) as unknown[]).length === 0) {
		const present = toModule(await readModule(params.id), true)
		throw changedSince(contracts.updateModule, version, present) ?? justDeleted()
	}
	if (orderIndex !== undefined && orderIndex !== before.orderIndex) await moveTo(before, orderIndex)
	nudgePublisher()
	return toModule(await readModule(params.id), true)
}

export const deleteModule: Service<typeof contracts.deleteModule> = async ({ params }, { user }) => {
	const { courseId, title } = await readModule(params.id)
	const isThere = sql`exists (select 1 from modules where id = ${params.id})`
	const results = await write(
		...publishCourse(courseId, { when: isThere }),
		recordAudit(
			{ actor: user, action: actions['module.deleted'], subject: { type: 'module', id: params.id, name: title } },
			isThere,
		),
		...keepDeleted(
			{ kind: 'module', id: params.id, name: title, actor: user, table: modules, rows: sql`id = ${params.id}` },
			isThere,
		),
		// The numbers close up: each gets the count of those before it.
		db().run(sql`
			update ${modules} set order_index = ranked.place
			from (select id, row_number() over (order by order_index) - 1 as place from ${modules}
				where course_id = ${courseId} and id <> ${params.id}) as ranked
			where ${modules}.id = ranked.id and ${modules}.order_index <> ranked.place`),
		db().delete(modules).where(eq(modules.id, params.id)).returning({ id: modules.id }),
	)
	if ((results.at(-1) as unknown[]).length === 0) throw refusal(NOT_FOUND.module)
	nudgePublisher()
	return undefined
}

export const orderModules: Service<typeof contracts.orderModules> = async ({ params, body }) => {
	await requireVisibleCourse(params.id, { role: 'admin' })
	const ids = [...new Set(body.moduleIds)]
	const known = await idsInOrder(params.id)
	const isComplete = ids.length === body.moduleIds.length && ids.length === known.length
	if (!isComplete || !known.every((id) => ids.includes(id))) throw refusal(contracts.orderModules.errors.changed)
	const isOrdered = await putInOrder(params.id, ids)
	if (!isOrdered && ids.length > 0) throw refusal(contracts.orderModules.errors.changed)
	nudgePublisher()
	return ids.map((id, orderIndex) => ({ id, orderIndex }))
}
