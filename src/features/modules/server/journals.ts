import { and, count, desc, eq, lt, type SQL } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { journalEntries, modules, users } from '#db/schema/index.ts'
import { refusal } from '#src/lib/errors.ts'
import type { Service } from '#src/server/handle.ts'
import { cursorParts, paged } from '#src/server/paging.ts'
import { giveFeedback, type listJournals } from '../contract.ts'
import { requireVisibleCourse } from './service.ts'

async function selectEntries(where: SQL | undefined, limit: number) {
	const rows = await db()
		.select({ entry: journalEntries, moduleTitle: modules.title, name: users.name, username: users.username })
		.from(journalEntries)
		.innerJoin(users, eq(users.id, journalEntries.userId))
		.innerJoin(modules, eq(modules.id, journalEntries.moduleId))
		.where(where)
		.orderBy(desc(journalEntries.id))
		.limit(limit)
	return rows.map(({ entry, moduleTitle, name, username }) => ({
		...entry,
		moduleTitle,
		user: { id: entry.userId, name, username },
	}))
}

/** The journals of a course, newest first. For admins alone: members are told who can read what they write. */
export const listEntries: Service<typeof listJournals> = async ({ params, query }, context) => {
	await requireVisibleCourse(params.id, context.user)
	const ofCourse = and(
		eq(journalEntries.courseId, params.id),
		query.waiting === 'true' ? eq(journalEntries.isWaiting, true) : undefined,
	)
	const [after] = cursorParts(query.cursor, 1) ?? []
	const rows = await selectEntries(
		and(ofCourse, after === undefined ? undefined : lt(journalEntries.id, after)),
		query.limit + 1,
	)
	const [total] = await db().select({ count: count() }).from(journalEntries).where(ofCourse)
	return paged(context, `/api/courses/${params.id}/journal`, query, rows, {
		total: total?.count ?? 0,
		cursorOf: (row) => row.id,
	})
}

export const writeFeedback: Service<typeof giveFeedback> = async ({ params, body }) => {
	const ofModule = and(eq(journalEntries.id, params.entryId), eq(journalEntries.moduleId, params.id))
	const written = await db()
		.update(journalEntries)
		.set({ instructorFeedback: body.instructorFeedback, feedbackAt: new Date(), isWaiting: false })
		.where(ofModule)
		.returning({ id: journalEntries.id })
	const [entry] = written.length > 0 ? await selectEntries(ofModule, 1) : []
	if (!entry) throw refusal(giveFeedback.errors.notFound)
	return entry
}
