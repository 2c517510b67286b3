import { asc, eq } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { enrollments } from '#db/schema/courses.ts'
import { modules } from '#db/schema/modules.ts'
import { COURSE_NOT_FOUND } from '#src/features/modules/contract.ts'
import { missingIn } from '#src/features/modules/types/registry.ts'
import { httpError } from '#src/lib/api/errors.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import type * as contracts from '../contract.ts'
import { findCourse } from './service.ts'

export const getPublishing: Service<typeof contracts.getPublishing> = async ({ params }, { user }) => {
	if (!(await findCourse(params.id, user))) throw httpError(COURSE_NOT_FOUND)
	const enrolled = await db().$count(enrollments, eq(enrollments.courseId, params.id))
	const rows = await db()
		.select({ title: modules.title, type: modules.type, data: modules.additionalContent })
		.from(modules)
		.where(eq(modules.courseId, params.id))
		.orderBy(asc(modules.orderIndex))
	const unfinished = rows.flatMap(({ title, type, data }) => {
		const lack = missingIn(type, data)
		return lack ? [{ title, lacks: lack.text }] : []
	})
	return { enrolled, moduleCount: rows.length, unfinished }
}
