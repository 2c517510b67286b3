import { and, eq, type SQL, sql } from 'drizzle-orm'
import { courses } from '#db/schema/courses.ts'
import { modules } from '#db/schema/modules.ts'
import { purgeFilesOf } from '#src/features/media/server/shown-files.ts'

/** Returns the `purgeFilesOf` statements for all modules of the courses that match `where`. */
export const purgeFilesOfCourse = (where: SQL | undefined) =>
	purgeFilesOf(
		sql`select ${modules.id} from ${modules}, ${courses} where ${and(eq(modules.courseId, courses.id), where)}`,
	)
