import { and, eq, isNull } from 'drizzle-orm'
import * as z from 'zod/mini'
import { db } from '#db/client.ts'
import { attendanceEvidence, certificates } from '#db/schema/attendance.ts'
import { format } from '#src/features/cle/rules-schema.ts'
import { parseStored } from '#src/platform/stored-json.ts'
import { type Award, awardsOf } from '../awards.ts'
import { barsAsOpened, type Days } from '../certificates/issue.ts'
import { receivableAwards } from '../gain.ts'
import type { Attending } from '../rows.ts'

// Finds the certificates that a complete attendance lacks, which an admin can issue later.

/** The attended activity and the first day, as in the evidence. */
const frozenFacts = z.object({
	activity: z.object({
		...{ title: z.string(), minutes: z.number(), format },
		/** Missing in evidence that was stored by earlier releases. */
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
	const frozen = found && parseStored(frozenFacts, found.json, undefined)
	return frozen && { ...found, ...frozen }
}

type Evidence = NonNullable<Awaited<ReturnType<typeof evidenceOf>>>

/** Returns an attendance with its activity as in the evidence. */
const withFrozenActivity = ({ activity, ...found }: Attending, { activity: frozen }: Evidence): Attending => ({
	...found,
	activity: {
		...activity,
		...frozen,
		minutesByCategory: frozen.minutesByCategory === undefined ? activity.minutesByCategory : frozen.minutesByCategory,
	},
})

/** Reads the jurisdictions for which an attendance has a valid certificate. */
async function certifiedJurisdictions(attendanceId: string): Promise<Set<string>> {
	const rows = await db()
		.select({ code: certificates.jurisdiction })
		.from(certificates)
		.where(and(eq(certificates.attendanceId, attendanceId), isNull(certificates.revokedAt)))
	return new Set(rows.map(({ code }) => code))
}

export interface MissingAwards {
	/** The attendance, with its activity as in the evidence. */
	attending: Attending
	days: Days
	keptUntil: string
	/** The awards that the rules allow. */
	awards: Award[]
}

/** Returns the awards that a complete attendance lacks; undefined if it is not complete. */
export async function missingAwardsOf(found: Attending): Promise<MissingAwards | undefined> {
	const { row } = found
	const evidence = row.state === 'complete' ? await evidenceOf(row.id) : undefined
	if (!evidence) return undefined
	const { completedOn, keptUntil } = evidence
	const attending = withFrozenActivity(found, evidence)
	const [bars, certified] = await Promise.all([barsAsOpened(attending, completedOn), certifiedJurisdictions(row.id)])
	const lacking = awardsOf(bars, attending.activity, completedOn).filter(
		({ admission }) => !certified.has(admission?.jurisdiction ?? ''),
	)
	return {
		...{ attending, days: { startedOn: evidence.completed.startedOn, completedOn }, keptUntil },
		awards: await receivableAwards(lacking, row, completedOn),
	}
}
