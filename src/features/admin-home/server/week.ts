import { type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { audit } from '#db/schema/audit.ts'
import { comments } from '#db/schema/discussion.ts'
import { moduleProgress } from '#db/schema/modules.ts'
import { questionComments, questions } from '#db/schema/questions.ts'
import { users } from '#db/schema/users.ts'
import { idStart } from '#src/lib/ids.ts'
import type { Week } from '../week.ts'

const WEEK_MS = 7 * 24 * 60 * 60_000

/** Returns the query for both weeks. Ids begin with their time, so a week is a key range. A test checks the plan. */
export function weekQuery(now: number): SQL {
	const counts = (from: number, to: number) => {
		const isIn = sql`id >= ${idStart(from)} and id < ${idStart(to)}`
		// Exclude modules completed elsewhere: importing a list of members can add many at once.
		const learned = sql`from ${moduleProgress}
			where updated_at >= ${from} and updated_at < ${to} and is_completed = 1 and is_taken_over = 0`
		const posts = sql`
			select author_id as person from ${questions} where ${isIn} and deleted_at is null
			union all select author_id from ${questionComments} where ${isIn}
			union all select user_id from ${comments} where ${isIn} and deleted_at is null`
		return sql`json_object(
			'joined', (select count(distinct subject_id) from ${audit}
				where action in ('application.approved', 'user.added', 'user.joined') and ${isIn}),
			'left', (select count(distinct subject_id) from ${audit}
				where action in ('user.deleted', 'user.status') and ${isIn}
					and (action = 'user.deleted' or detail ->> '$.status[0]' = 'active')),
			'active', (select count(distinct person) from (${posts} union all select user_id ${learned})),
			'posts', (select count(*) from (${posts})),
			'learned', (select count(*) ${learned}))`
	}
	return sql`select ${counts(now - WEEK_MS, now)} as now, ${counts(now - 2 * WEEK_MS, now - WEEK_MS)} as before,
		(select count(*) from ${users} where status = 'active' and last_seen_at >= ${now - WEEK_MS}) as seen`
}

/** Counts the last seven days and the seven days before that, in one statement. */
export async function countWeek(now = Date.now()): Promise<Week> {
	const [row] = await db().all<{ now: string; before: string; seen: number }>(weekQuery(now))
	if (!row) throw new Error('The week has no row')
	return { now: JSON.parse(row.now), before: JSON.parse(row.before), seen: row.seen }
}
