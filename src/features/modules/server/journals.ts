import { and, count, desc, eq, lt, type SQL } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { courses } from '#db/schema/courses.ts'
import { journalEntries, modules } from '#db/schema/modules.ts'
import { users } from '#db/schema/users.ts'
import { write } from '#db/write.ts'
import { httpError, justDeleted } from '#src/lib/api/errors.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { openCursor, page } from '#src/platform/endpoint/paging.ts'
import { changedSince, isVersion, nextVersion } from '#src/platform/endpoint/version.ts'
import * as contracts from '../journal-contract.ts'
import { journalData } from '../types/journal/schema.ts'
import { readData } from '../types/registry.ts'
import { feedbackNotice } from './feedback-notice.ts'
import { requireVisibleCourse } from './read-modules.ts'

async function selectEntries(where: SQL | undefined, limit: number) {
	const rows = await db()
		.select({
			entry: journalEntries,
			moduleTitle: modules.title,
			data: modules.additionalContent,
			courseTitle: courses.title,
			name: users.name,
			username: users.username,
		})
		.from(journalEntries)
		.innerJoin(users, eq(users.id, journalEntries.userId))
		.innerJoin(modules, eq(modules.id, journalEntries.moduleId))
		.innerJoin(courses, eq(courses.id, journalEntries.courseId))
		.where(where)
		.orderBy(desc(journalEntries.id))
		.limit(limit)
	return rows.map(({ entry, moduleTitle, data, courseTitle, name, username }) => ({
		...entry,
		moduleTitle,
		prompt: readData(journalData, data).prompt,
		courseTitle,
		user: { id: entry.userId, name, username },
	}))
}

/** Lists the journals of a course, newest first. Only for admins; members are informed in the entry form. */
export const listJournals: Service<typeof contracts.listJournals> = async ({ params, query }, context) => {
	await requireVisibleCourse(params.id, context.user)
	const ofCourse = and(
		eq(journalEntries.courseId, params.id),
		query.waiting === 'true' ? eq(journalEntries.isWaiting, true) : undefined,
	)
	const [after] = openCursor(query.cursor, 'id') ?? []
	const rows = await selectEntries(
		and(ofCourse, after === undefined ? undefined : lt(journalEntries.id, after)),
		query.limit + 1,
	)
	const [total] = await db().select({ count: count() }).from(journalEntries).where(ofCourse)
	return page(context, contracts.listJournals, { params, query }, rows, {
		total: total?.count ?? 0,
		cursorOf: (row) => [row.id],
	})
}

export const listWaitingJournals: Service<typeof contracts.listWaitingJournals> = async ({ query }, context) => {
	const [after] = openCursor(query.cursor, 'id') ?? []
	const waiting = eq(journalEntries.isWaiting, true)
	const rows = await selectEntries(
		and(waiting, after === undefined ? undefined : lt(journalEntries.id, after)),
		query.limit + 1,
	)
	return page(context, contracts.listWaitingJournals, { query }, rows, {
		total: await countWaitingJournals(),
		cursorOf: (row) => [row.id],
	})
}

export const giveFeedback: Service<typeof contracts.giveFeedback> = async ({ params, body }, { user }) => {
	const ofModule = and(eq(journalEntries.id, params.entryId), eq(journalEntries.moduleId, params.id))
	const [before] = await selectEntries(ofModule, 1)
	if (!before) throw httpError(contracts.giveFeedback.errors.notFound)
	const isCurrent = isVersion(journalEntries.version, body.version)
	const { change } = await write({
		// Runs first, because it checks whether the entry is still waiting.
		notices: await feedbackNotice(before, user.id, isCurrent),
		change: db()
			.update(journalEntries)
			.set({
				instructorFeedback: body.instructorFeedback,
				feedbackAt: new Date(),
				isWaiting: false,
				version: nextVersion(journalEntries.version),
			})
			.where(and(ofModule, isCurrent))
			.returning({ id: journalEntries.id }),
	})
	const [entry] = await selectEntries(ofModule, 1)
	if (!entry) throw httpError(contracts.giveFeedback.errors.notFound)
	if (change.length > 0) return entry
	throw changedSince(contracts.giveFeedback, body.version, entry) ?? justDeleted()
}

export async function countWaitingJournals(): Promise<number> {
	const [row] = await db().select({ count: count() }).from(journalEntries).where(eq(journalEntries.isWaiting, true))
	return row?.count ?? 0
}
