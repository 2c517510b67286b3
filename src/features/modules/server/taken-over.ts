import { type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { moduleProgress, modules } from '#db/schema/modules.ts'

/** Returns the statement that marks the first `done` modules of a course as completed elsewhere. */
export const takeOverProgress = (
	{ userId, courseId, done }: { userId: string; courseId: string; done: number },
	when: SQL,
) =>
	db().run(sql`
		insert into ${moduleProgress} (user_id, module_id, is_completed, updated_at, is_taken_over)
		select ${userId}, ${modules.id}, 1, ${Date.now()}, 1 from ${modules}
		where ${modules.courseId} = ${courseId} and ${modules.orderIndex} < ${done} and ${when}
		on conflict do nothing`)
