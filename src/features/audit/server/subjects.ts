import { sql } from 'drizzle-orm'
import { audit } from '#db/schema/audit.ts'
import { coachingSessions } from '#db/schema/coaching.ts'
import { courses } from '#db/schema/courses.ts'
import { mailings } from '#db/schema/mailings.ts'
import { media } from '#db/schema/media.ts'
import { modules } from '#db/schema/modules.ts'
import { episodes } from '#db/schema/podcast.ts'
import { questionCategories, questionComments, questions } from '#db/schema/questions.ts'
import { users } from '#db/schema/users.ts'

/**
 * SQL for the link to an entry's subject; null if the subject no longer exists. Each case is one lookup by key. Use it
 * only in a statement that reads no other table.
 */
export const subjectHref = sql<string | null>`case ${audit}.subject_type
	when 'user' then (select '/admin/users/' || it.id from ${users} as it where it.id = ${audit}.subject_id)
	when 'course' then (select '/admin/courses/' || it.id || '/modules' from ${courses} as it where it.id = ${audit}.subject_id)
	when 'module' then (select '/admin/courses/' || it.course_id || '/modules?module=' || it.id
		from ${modules} as it where it.id = ${audit}.subject_id)
	when 'question' then (select '/questions/' || it.id from ${questions} as it where it.id = ${audit}.subject_id)
	when 'questionComment' then (select '/questions/' || it.question_id
		from ${questionComments} as it where it.id = ${audit}.subject_id)
	when 'category' then (select '/admin/categories' from ${questionCategories} as it where it.id = ${audit}.subject_id)
	when 'session' then (select '/admin/coaching' from ${coachingSessions} as it where it.id = ${audit}.subject_id)
	when 'mailing' then (select '/admin/mailings/' || it.id from ${mailings} as it where it.id = ${audit}.subject_id)
	when 'episode' then (select '/admin/podcast/' || it.id from ${episodes} as it where it.id = ${audit}.subject_id)
	when 'media' then (select '/admin/media' from ${media} as it where it.id = ${audit}.subject_id)
	when 'settings' then '/admin/settings'
	end`
