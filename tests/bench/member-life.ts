import type { openDatabase } from '#db/client.ts'
import { courses } from '#db/schema/courses.ts'
import { modules } from '#db/schema/modules.ts'
import { rowsOf } from './support/data/courses.ts'

type Opened = Awaited<ReturnType<typeof openDatabase>>

/** A member with far more activity than the others: the worst case. */
export const BUSY = { number: 7, courses: 20, read: 500, followed: 300 }
export const questionId = (number: number) => `q${String(number).padStart(19, '0')}`

const COURSES = 60
const SESSIONS = 120
const START = Date.UTC(2026, 0, 1)

/** Returns SQL for the numbers 0 to `count` - 1, as column `i` of `n`. */
const numbers = (count: number) =>
	`with recursive n(i) as (select 0 union all select i + 1 from n where i < ${count - 1})`
const memberOf = (number: string) => `printf('m%07d', ${number})`
const courseOf = (number: string) => `printf('00bench-%04d', ${number})`
const questionOf = (number: string) => `printf('q%019d', ${number})`
/** Returns SQL for text of typical length that differs for each number. */
const words = (number: string, times: number) =>
	`printf('%s %d', replace(hex(zeroblob(${times})), '00', 'retainer letter hearing '), ${number})`

/** Three courses for each member, each partly completed, and many more courses for the busy member. */
const courseStatements = (members: number) => [
	`${numbers(members * 3)} insert or ignore into enrollments (user_id, course_id, created_at)
		select ${memberOf('i / 3')}, ${courseOf(`(i * 7) % ${COURSES}`)}, ${START} + i from n`,
	`${numbers(BUSY.courses)} insert or ignore into enrollments (user_id, course_id, created_at)
		select ${memberOf(String(BUSY.number))}, ${courseOf('i')}, ${START} from n`,
	`${numbers(10)} insert into module_progress (user_id, module_id, is_completed, updated_at)
		select e.user_id, e.course_id || '-' || i, 1, ${START} + i from enrollments e cross join n
		where (e.rowid + i) % 3 > 0`,
	`insert into module_places (user_id, course_id, module_id, scroll, updated_at)
		select user_id, course_id, course_id || '-10', 3.5, ${START} + rowid from enrollments`,
]

/** One question for each member, three comments on each question, and ten questions read by each member. */
const questionStatements = (members: number) => [
	`${numbers(12)} insert into question_categories (id, name, slug, position)
		select 'k' || i, 'Category ' || i, 'category-' || i, i from n`,
	`${numbers(members)} insert into questions (id, title, body, category_id, group_id, author_id, created_at)
		select ${questionOf('i')}, ${words('i', 2)}, ${words('i', 20)}, 'k' || (i % 12), 'k' || (i % 12), ${memberOf('i')},
			${START} + i * 60000 from n`,
	`${numbers(members * 3)} insert into question_comments (id, question_id, author_id, body, created_at)
		select printf('c%019d', i), ${questionOf(`(i * 31) % ${members}`)}, ${memberOf(`(i * 17) % ${members}`)},
			${words('i', 8)}, ${START} + i * 20000 from n`,
	`${numbers(members * 10)} insert or ignore into question_reads (user_id, question_id, seen_seq)
		select ${memberOf('i / 10')}, ${questionOf(`(i * 13) % ${members}`)}, i from n`,
	`${numbers(Math.min(members, BUSY.read))} insert or ignore into question_reads (user_id, question_id, seen_seq)
		select ${memberOf(String(BUSY.number))}, ${questionOf(`${members} - 1 - i`)}, i from n`,
	`${numbers(members)} insert into question_follows (question_id, user_id, state)
		select ${questionOf('i')}, ${memberOf('i')}, 'following' from n`,
	`${numbers(Math.min(members, BUSY.followed))} insert or ignore into question_follows (question_id, user_id, state)
		select ${questionOf('i')}, ${memberOf(String(BUSY.number))}, 'following' from n`,
]

/** Ten years of monthly sessions, one topic for each member, and mail preferences. */
const sessionStatements = (members: number) => [
	`${numbers(SESSIONS)} insert into coaching_sessions
			(id, title, description, scheduled_at, duration_minutes, time_zone, zoom_link, created_at, updated_at)
		select printf('s%019d', i), 'Session ' || i, ${words('i', 5)}, ${START} + (i - 100) * 2592000000, 60,
			'America/New_York', 'https://zoom.example/j/' || i, ${START}, ${START} from n`,
	`${numbers(members)} insert into coaching_topics (id, session_id, user_id, topic, created_at)
		select printf('t%019d', i), printf('s%019d', i % ${SESSIONS}), ${memberOf('i')}, ${words('i', 2)}, ${START} from n`,
	`${numbers(members)} insert into notification_preferences (user_id, mentions, comments, reminders, feedback)
		select ${memberOf('i')}, 1, 1, 1, 1 from n`,
]

/** Adds courses and sessions for members, without questions. */
export async function fillLearning({ db, client }: Opened, members: number): Promise<void> {
	for (let index = 0; index < COURSES; index++) {
		const { course, list } = rowsOf(index)
		await db.batch([db.insert(courses).values(course), db.insert(modules).values(list)])
	}
	for (const statement of [...courseStatements(members), ...sessionStatements(members)]) await client.execute(statement)
}

/** Adds activity for the members of `data/members.ts`: courses, questions, sessions. */
export async function fillLife(opened: Opened, members: number): Promise<void> {
	await fillLearning(opened, members)
	for (const statement of questionStatements(members)) await opened.client.execute(statement)
}
