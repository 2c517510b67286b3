import { setImmediate } from 'node:timers/promises'
import { and, asc, eq, isNotNull, lte } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { FORMER_MEMBER } from '#db/erase-person.ts'
import { hasRow } from '#db/rows.ts'
import { users } from '#db/schema/users.ts'
import { write } from '#db/write.ts'
import { endDues } from '#src/features/dues/server/leaving.ts'
import { erasePostsOf } from '#src/features/questions/server/erase-posts.ts'
import { searchableQuestions } from '#src/features/questions/server/searchable-posts.ts'
import { mergeStep, setMerging } from '#src/features/search/server/index-merge.ts'
import { eraseAccount } from '#src/features/users/server/erase-account.ts'
import { recordAudit } from '#src/platform/audit.ts'
import { job } from '#src/platform/jobs/job.ts'
import { actions } from './audit-actions.ts'

const index = searchableQuestions.index.table

/**
 * Erases a person's posts. FTS5 would merge the index of questions during some of the writes, for 20 ms or more.
 * Instead, a few pages are merged between writes. The search job merges the rest and hands merging back to FTS5. The
 * index of comments needs no merges, since it deletes rows without their words.
 */
async function erasePosts(userId: string): Promise<void> {
	await setMerging([index], 'rebuild')
	await erasePostsOf(userId, () => mergeStep(index))
}

/** Erases the accounts whose time to undo has passed. The next run continues an interrupted erasure. */
export async function eraseDue(signal?: AbortSignal, now = Date.now()): Promise<void> {
	const isDue = and(eq(users.status, 'inactive'), lte(users.leavesAt, new Date(now)))
	const due = await db()
		.select({ id: users.id, name: users.name, email: users.email, keepsPosts: users.leaveKeepsPosts })
		.from(users)
		.where(isDue)
	for (const { keepsPosts, ...person } of due) {
		if (signal?.aborted) return
		const userExists = hasRow(users, eq(users.id, person.id))
		await write(endDues(person.id, true, userExists))
		await setImmediate()
		if (!keepsPosts) await erasePosts(person.id)
		const subject = { type: 'user', id: person.id, name: FORMER_MEMBER }
		await eraseAccount(person, [recordAudit({ actor: undefined, action: actions['user.erased'], subject }, userExists)])
	}
}

export const leavesJob = job({
	name: 'leaves',
	due: () =>
		db()
			.select({ at: users.leavesAt })
			.from(users)
			.where(and(isNotNull(users.leavesAt), eq(users.status, 'inactive')))
			.orderBy(asc(users.leavesAt))
			.limit(1),
	run: (signal) => eraseDue(signal),
})
