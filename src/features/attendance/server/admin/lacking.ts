import { and, eq, isNull } from 'drizzle-orm'
import * as z from 'zod/mini'
import { db } from '#db/client.ts'
import { attendanceEvidence, certificates } from '#db/schema/attendance.ts'
import { format } from '#src/features/cle/rules-schema.ts'
import { parseStored } from '#src/platform/stored-json.ts'
import { type Award, awardsOf } from '../awards.ts'
import { barsAsOpened, type Days } from '../certificates/issue.ts'
import { gainable } from '../gain.ts'
import type { Attending } from '../rows.ts'

// What an admin can issue later: the certificates that a complete attendance lacks.

/** What the evidence says that was attended, and since when. */
const attended = z.object({
	activity: z.object({
		...{ title: z.string(), minutes: z.number(), format },
		/** Evidence of earlier releases does not have it. */
		minutesByCategory: z.optional(z.nullable(z.record(z.string(), z.number()))),
	}),
	completed: z.object({ startedOn: z.string() }),
})

async function evidenceOf(attendanceId: string) {
	const [found] = await db()
		.select({
			json: attendanceEvidence.json,
			completedOn: attendanceEvidence.completedOn,
			keptUntil: attendanceEvidence.keptUntil,
		})
		.from(attendanceEvidence)
		.where(eq(attendanceEvidence.attendanceId, attendanceId))
	const frozen = found && parseStored(attended, found.json, undefined)
	return frozen && { ...found, ...frozen }
}

type Evidence = NonNullable<Awaited<ReturnType<typeof evidenceOf>>>

/** Returns an attendance with its activity as it was when it was attended. */
const asAttended = ({ activity, ...found }: Attending, { activity: frozen }: Evidence): Attending => ({
	...found,
	activity: {
		...activity,
		...frozen,
		minutesByCategory: frozen.minutesByCategory === undefined ? activity.minutesByCategory : frozen.minutesByCategory,
	},
})

/** Reads the jurisdictions with a valid certificate of an attendance. */
async function certified(attendanceId: string): Promise<Set<string>> {
	const rows = await db()
		.select({ code: certificates.jurisdiction })
		.from(certificates)
		.where(and(eq(certificates.attendanceId, attendanceId), isNull(certificates.revokedAt)))
	return new Set(rows.map(({ code }) => code))
}

export interface Lacking {
	/** With its activity as it was when it was attended. */
	attending: Attending
	days: Days
	keptUntil: string
	/** What the rules let the member gain. */
	awards: Award[]
}

/** Returns what a complete attendance lacks; undefined before it is complete. */
export async function lackingOf(found: Attending): Promise<Lacking | undefined> {
	const { row } = found
	const evidence = row.state === 'complete' ? await evidenceOf(row.id) : undefined
	if (!evidence) return undefined
	const { completedOn, keptUntil } = evidence
	const attending = asAttended(found, evidence)
	const [bars, has] = await Promise.all([barsAsOpened(attending, completedOn), certified(row.id)])
	const lacking = awardsOf(bars, attending.activity, completedOn).filter(
		({ admission }) => !has.has(admission?.jurisdiction ?? ''),
	)
	return {
		...{ attending, days: { startedOn: evidence.completed.startedOn, completedOn }, keptUntil },
		awards: await gainable(lacking, row, completedOn),
	}
}
