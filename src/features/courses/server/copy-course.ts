import { sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { courses } from '#db/schema/courses.ts'
import { write } from '#db/write.ts'
import { chooseSlug } from '#src/features/course-access/server/slugs.ts'
import { COURSE_NOT_FOUND } from '#src/features/modules/contract.ts'
import { copyModulesOf, copyTitle } from '#src/features/modules/server/copy-module.ts'
import { httpError, justDeleted } from '#src/lib/api/errors.ts'
import { newId } from '#src/lib/ids.ts'
import { recordAudit } from '#src/platform/audit.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { copyLinks } from '#src/platform/publish/content-links.ts'
import type * as contracts from '../workspace-contract.ts'
import { actions } from './audit-actions.ts'
import { findCourse } from './service.ts'

export const copyCourse: Service<typeof contracts.copyCourse> = async ({ params }, { user }) => {
	const source = await findCourse(params.id, user)
	if (!source) throw httpError(COURSE_NOT_FOUND)
	const id = newId()
	const title = copyTitle(source.title)
	const now = new Date()
	// The copy keeps its readers, so that publishing it does not make members' content public. Schedules are not copied.
	const { description, difficulty, imageUrl, membersOnly = false } = source
	await write(
		recordAudit({ actor: user, action: actions['course.created'], subject: { type: 'course', id, name: title } }),
		db()
			.insert(courses)
			.values({
				...{ id, title, description, difficulty, imageUrl, membersOnly },
				...{ isPublished: false, createdAt: now, updatedAt: now },
			}),
		copyLinks('course', params.id, id, sql`exists (select 1 from ${courses} where id = ${id})`),
		...chooseSlug(id, title),
		...(await copyModulesOf(params.id, id)),
	)
	const course = await findCourse(id, user)
	if (!course) throw justDeleted()
	return course
}
