import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { db } from '#db/client.ts'
import { rowExists } from '#db/rows.ts'
import { cleActivities } from '#db/schema/cle.ts'
import { coachingSessions } from '#db/schema/coaching.ts'
import { courses } from '#db/schema/courses.ts'
import { media } from '#db/schema/media.ts'
import { modules } from '#db/schema/modules.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import type * as contracts from '../admin-contract.ts'

type Kind = (typeof contracts.ACTIVITY_KINDS)[number]

/** Maximum number of sessions, and of recordings, to list. */
const MAX = 200

const isRecording = sql`${media.kind} in ('video', 'audio') and ${media.state} = 'ready' and ${media.ownerId} is null`

/** Returns whether a course, module, session or recording exists. */
export const isSource = (kind: Kind, refId: string): Promise<boolean> => {
	if (kind === 'course') return rowExists(courses, eq(courses.id, refId))
	if (kind === 'module') return rowExists(modules, eq(modules.id, refId))
	if (kind === 'session')
		return rowExists(coachingSessions, and(eq(coachingSessions.id, refId), isNull(coachingSessions.cancelledAt)))
	return rowExists(media, and(eq(media.id, refId), isRecording))
}

const hasNoActivity = (kind: Kind, id: SQLiteColumn) => sql`not exists (select 1 from ${cleActivities}
	where ${cleActivities.kind} = ${kind} and ${cleActivities.refId} = ${id})`

export const listActivitySources: Service<typeof contracts.listActivitySources> = async () => {
	const [courseRows, moduleRows, sessionRows, fileRows] = await Promise.all([
		db()
			.select({ refId: courses.id, title: courses.title })
			.from(courses)
			.where(hasNoActivity('course', courses.id))
			.orderBy(asc(courses.title)),
		db()
			.select({ refId: modules.id, title: sql<string>`${courses.title} || ': ' || ${modules.title}` })
			.from(modules)
			.innerJoin(courses, eq(courses.id, modules.courseId))
			.where(hasNoActivity('module', modules.id))
			.orderBy(asc(courses.title), asc(modules.orderIndex)),
		db()
			.select({
				...{ refId: coachingSessions.id, title: coachingSessions.title },
				minutes: coachingSessions.durationMinutes,
			})
			.from(coachingSessions)
			.where(and(isNull(coachingSessions.cancelledAt), hasNoActivity('session', coachingSessions.id)))
			.orderBy(desc(coachingSessions.scheduledAt))
			.limit(MAX),
		db()
			.select({ refId: media.id, title: media.name, seconds: media.seconds })
			.from(media)
			.where(and(isRecording, hasNoActivity('recording', media.id)))
			.orderBy(desc(media.id))
			.limit(MAX),
	])
	return [
		...courseRows.map((each) => ({ kind: 'course' as const, ...each, minutes: null })),
		...moduleRows.map((each) => ({ kind: 'module' as const, ...each, minutes: null })),
		...sessionRows.map((each) => ({ kind: 'session' as const, ...each })),
		...fileRows.map(({ seconds, ...each }) => ({
			...{ kind: 'recording' as const, ...each },
			minutes: seconds === null || seconds < 60 ? null : Math.floor(seconds / 60),
		})),
	]
}
