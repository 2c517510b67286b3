import { and, desc, eq, exists, getTableColumns, inArray, lt, ne, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { type CourseRow, courseListState, courses } from '#db/schema/courses.ts'
import { type ModuleRow, modules } from '#db/schema/modules.ts'
import { write } from '#db/write.ts'
import type { CurrentUser } from '#src/features/auth/contract.ts'
import { slugOf } from '#src/features/course-access/course-slug.ts'
import { chooseSlug, courseOfSlug, currentSlug } from '#src/features/course-access/server/slugs.ts'
import { isVisible, seesDrafts, type ViewerRole } from '#src/features/course-access/server/visibility.ts'
import { COURSE_NOT_FOUND, type CourseModule } from '#src/features/modules/contract.ts'
import { publishLinkedOfCourse } from '#src/features/modules/server/module-links.ts'
import { listModulesOf, toViewerModule } from '#src/features/modules/server/read-modules.ts'
import { publishCourse } from '#src/features/modules/server/service.ts'
import { httpError, justDeleted } from '#src/lib/api/errors.ts'
import { site } from '#src/lib/site/site.ts'
import { recordAudit } from '#src/platform/audit.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { failsIfTrashed, onceByKey } from '#src/platform/endpoint/idempotency.ts'
import { openCursor, page } from '#src/platform/endpoint/paging.ts'
import { changedSince, isVersion, nextVersion } from '#src/platform/endpoint/version.ts'
import { wake } from '#src/platform/jobs/wake.ts'
import { PreparedAnswers } from '#src/platform/publish/prepared-answers.ts'
import { answerPublicly } from '#src/platform/publish/public-answer.ts'
import { publishEverywhere } from '#src/platform/publish/publish-queue.ts'
import { moveToTrash } from '#src/platform/trash.ts'
import type { Course } from '../contract.ts'
import * as contracts from '../contract.ts'
import { actions } from './audit-actions.ts'
import { purgeFilesOfCourse } from './course-files.ts'
import { courseTexts, publishLinkedByCourse } from './course-links.ts'
import { storeVersion } from './course-versions.ts'
import { recordPlan, scheduleOf, toSchedule } from './plan.ts'

export const columns = {
	...getTableColumns(courses),
	moduleCount: sql<number>`(select count(*) from ${modules} where ${modules}."course_id" = ${courses}."id")`,
}

type Row = CourseRow & { moduleCount: number }

/** Returns a row for the API. Fields are listed one by one: the build and the publisher must write the same bytes. */
export const toCourse = (row: Row, viewer: ViewerRole | undefined): Course => ({
	id: row.id,
	title: row.title,
	description: row.description,
	difficulty: row.difficulty,
	imageUrl: row.imageUrl,
	isPublished: row.isPublished,
	moduleCount: row.moduleCount,
	createdAt: row.createdAt.toISOString(),
	updatedAt: row.updatedAt.toISOString(),
	...(row.membersOnly ? { membersOnly: true } : {}),
	...(seesDrafts(viewer) ? { version: row.version, ...toSchedule(row) } : {}),
})

export async function findCourse(id: string, user: ViewerRole | undefined): Promise<Course | undefined> {
	const [row] = await db()
		.select(columns)
		.from(courses)
		.where(and(eq(courses.id, id), isVisible(user)))
	return row && toCourse(row, user)
}

/**
 * Lists courses, newest first, after `cursor` (the id of the last one seen).
 * @returns up to `limit` courses, and the total.
 */
export async function listCoursesFor(
	user: CurrentUser | undefined,
	options: { limit: number; cursor?: string | undefined },
) {
	const visible = isVisible(user)
	const [rows, total] = await Promise.all([
		db()
			.select(columns)
			.from(courses)
			.where(and(visible, options.cursor === undefined ? undefined : lt(courses.id, options.cursor)))
			.orderBy(desc(courses.id))
			.limit(options.limit),
		db().$count(courses, visible),
	])
	return { rows: rows.map((row) => toCourse(row, user)), total }
}

const lists = new PreparedAnswers(contracts.listCourses)

/** Returns the version of the list, which changes whenever the list may have changed. */
async function readListState(): Promise<string> {
	const [row] = await db().select({ name: courseListState.name }).from(courseListState).where(eq(courseListState.id, 1))
	if (!row) throw new Error('course_list_state is empty')
	return row.name
}

export const listCourses: Service<typeof contracts.listCourses> = async ({ query }, context) => {
	const { user } = context
	const [cursor] = openCursor(query.cursor, 'id') ?? []
	const list = async (headers: Pick<typeof context, 'setHeader'>) => {
		const { rows, total } = await listCoursesFor(user, { limit: query.limit + 1, cursor })
		return page(headers, contracts.listCourses, { query }, rows, { total, cursorOf: (row) => [row.id] })
	}
	const asked = `${seesDrafts(user)} ${query.limit} ${query.cursor ?? ''}`
	return lists.answer(context, { state: await readListState(), asked }, list)
}

export const getCourse: Service<typeof contracts.getCourse> = async ({ params }, context) => {
	const course = await findCourse(params.id, context.user)
	if (!course) throw httpError(COURSE_NOT_FOUND)
	return answerPublicly(context, course)
}

async function requireCourse(id: string): Promise<Course> {
	const course = await findCourse(id, { role: 'admin' })
	if (!course) throw httpError(COURSE_NOT_FOUND)
	return course
}

export const createCourse: Service<typeof contracts.createCourse> = async ({ body }, { user }) => {
	const now = new Date()
	const { publishAt: _, unpublishAt: __, idempotencyKey, ...fields } = body
	const plain = { ...fields, membersOnly: fields.membersOnly ?? site().newCourses === 'members' }
	const values = { ...plain, ...scheduleOf(body, undefined, now.getTime()), imageUrl: body.imageUrl || null }
	const create = async (id: string) => {
		const subject = { type: 'course', id, name: body.title }
		await write(
			recordAudit({ actor: user, action: actions['course.created'], subject }),
			...(body.isPublished ? [recordAudit({ actor: user, action: actions['course.published'], subject })] : []),
			...recordPlan(user, { id, title: body.title }, { ...body, ...plain }, sql`1`),
			db()
				.insert(courses)
				.values({ ...values, id, createdAt: now, updatedAt: now }),
			...courseTexts.links({ id, description: body.description }),
			...chooseSlug(id, body.title),
			...publishCourse(id, { now }),
			failsIfTrashed(courses, id),
		)
		wake('publisher')
		return requireCourse(id)
	}
	const { sentBefore } = contracts.createCourse.errors
	return onceByKey({ idempotencyKey, sent: values, make: create, find: (id) => findCourse(id, user), sentBefore })
}

type Change = Parameters<Service<typeof contracts.updateCourse>>[0]['body']

const isCurrentVersion = (id: string, version: number | undefined) =>
	and(eq(courses.id, id), isVersion(courses.version, version))

const oneOf = (where: SQL | undefined) => db().select({ one: sql`1` }).from(courses).where(where)

const hidesContent = ({ isPublished, membersOnly }: Change) => isPublished === false || membersOnly === true

/** Returns the audit entry for publishing or unpublishing, recorded only if this change switches it. */
function recordSwitch(actor: CurrentUser, course: { id: string; title: string }, change: Change) {
	const { isPublished, version } = change
	if (isPublished === undefined) return []
	const action = actions[isPublished ? 'course.published' : 'course.unpublished']
	const subject = { type: 'course', id: course.id, name: course.title }
	const isSwitched = and(isCurrentVersion(course.id, version), ne(courses.isPublished, isPublished))
	return [recordAudit({ actor, action, subject }, exists(oneOf(isSwitched)))]
}

export const updateCourse: Service<typeof contracts.updateCourse> = async ({ params, body }, { user }) => {
	const { imageUrl, version, publishAt: _, unpublishAt: __, ...plain } = body
	const before = await requireCourse(params.id)
	const change = {
		...plain,
		...(imageUrl === undefined ? {} : { imageUrl: imageUrl || null }),
		...scheduleOf(body, before),
	}
	const { description } = body
	const { updated } = await write({
		linkedPages: description === undefined ? [] : await publishLinkedByCourse(params.id),
		auditSwitch: recordSwitch(user, before, body),
		auditPlan: recordPlan(user, before, body, exists(oneOf(isCurrentVersion(params.id, version)))),
		pages: publishCourse(params.id, { when: isCurrentVersion(params.id, version) }),
		files: hidesContent(body) ? purgeFilesOfCourse(isCurrentVersion(params.id, version)) : [],
		versions: storeVersion(params.id, change, user.name, isCurrentVersion(params.id, version)),
		slug:
			body.title === undefined
				? []
				: chooseSlug(params.id, body.title, exists(oneOf(isCurrentVersion(params.id, version)))),
		updated: db()
			.update(courses)
			.set({ ...change, version: nextVersion(courses.version) })
			.where(isCurrentVersion(params.id, version))
			.returning({ id: courses.id }),
		links: description === undefined ? [] : courseTexts.links({ id: params.id, description }),
	})
	const course = await requireCourse(params.id)
	if (updated.length === 0) throw changedSince(contracts.updateCourse, version, course) ?? justDeleted()
	if (hidesContent(body)) await publishEverywhere()
	else wake('publisher')
	return course
}

export const deleteCourse: Service<typeof contracts.deleteCourse> = async ({ params }, { user }) => {
	const { title } = await requireCourse(params.id)
	const courseExists = sql`exists (select 1 from ${courses} where id = ${params.id})`
	const subject = { type: 'course', id: params.id, name: title }
	const rows = sql`id = ${params.id}`
	const { deleted } = await write({
		linkedModules: await publishLinkedOfCourse(params.id),
		linkedPages: await publishLinkedByCourse(params.id),
		pages: publishCourse(params.id),
		files: purgeFilesOfCourse(eq(courses.id, params.id)),
		audit: recordAudit({ actor: user, action: actions['course.deleted'], subject }, courseExists),
		trash: moveToTrash({ kind: 'course', id: params.id, name: title, actor: user, table: courses, rows }, courseExists),
		// Foreign keys also delete modules, enrollments, progress, attempts, journals and comments.
		deleted: db().delete(courses).where(rows).returning({ id: courses.id }),
	})
	if (deleted.length === 0) throw httpError(COURSE_NOT_FOUND)
	await publishEverywhere()
	return undefined
}

export interface PublicCourse {
	course: Course
	/** Slug of the course; null if it has none. */
	slug: string | null
	modules: CourseModule[]
}

/** Lists every published course, newest first, for the catalog. */
export const listPublicCourses = async (): Promise<readonly Course[]> =>
	(await listCoursesFor(undefined, { limit: 100_000 })).rows

export async function findNewestCourse(): Promise<Course | undefined> {
	return (await listCoursesFor(undefined, { limit: 1 })).rows[0]
}

/** Returns the page content of these courses by id, except drafts and deleted courses, in two statements. */
export async function findPublishedCourses(ids: readonly string[]): Promise<ReadonlyMap<string, PublicCourse>> {
	const rows = await db()
		.select({ ...columns, slug: currentSlug })
		.from(courses)
		.where(and(inArray(courses.id, [...ids]), eq(courses.isPublished, true)))
	const listed = await listModulesOf(rows.map(({ id }) => id))
	return new Map(
		rows.map(({ slug, ...row }) => [
			row.id,
			{ course: toCourse(row, undefined), slug, modules: listed.get(row.id) ?? [] },
		]),
	)
}

const findPublished = async (id: string) => (await findPublishedCourses([id])).get(id)

/**
 * Returns the course whose id, or current or earlier slug, is `idOrSlug`. Undefined for an unknown course or a draft.
 */
export async function findPublicCourse(idOrSlug: string): Promise<PublicCourse | undefined> {
	const found = await findPublished(idOrSlug)
	if (found) return found
	const id = await courseOfSlug(idOrSlug)
	return id === undefined ? undefined : findPublished(id)
}

/** Lists the published courses, newest first: ids, slugs and times of the last change. */
export async function listPublicVersions(): Promise<Array<{ id: string; slug: string | null; updatedAt: Date }>> {
	return db()
		.select({ id: courses.id, slug: currentSlug, updatedAt: courses.updatedAt })
		.from(courses)
		.where(eq(courses.isPublished, true))
		.orderBy(desc(courses.id))
}

/** Returns the page content of a course that is not in the database, for a build without a database. */
export const toPublicCourse = ({ course, modules }: { course: CourseRow; modules: ModuleRow[] }): PublicCourse => ({
	course: toCourse({ ...course, moduleCount: modules.length }, undefined),
	slug: slugOf(course.title),
	modules: modules.map((row) => toViewerModule(row, undefined)),
})
