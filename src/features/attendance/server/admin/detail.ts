import { eq } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { attendanceEvidence } from '#db/schema/attendance.ts'
import { fromJson } from '#src/platform/member-data.ts'
import type { AttendanceDetail, AttendanceRow } from '../../admin-contract.ts'
import { certificatesOf, certificateView } from '../certificates/certificates.ts'
import { type Attending, liveOf, reviewsOf, ruleVersionsOf, shownPromptsOf, watchedOf } from '../rows.ts'
import { missingAwardsOf } from './lacking.ts'

const isoTime = (ms: number | null | undefined) => (typeof ms === 'number' ? new Date(ms).toISOString() : null)

/** Returns the frozen evidence of an attendance; null before it is complete. */
async function evidenceOf(attendanceId: string): Promise<AttendanceDetail['evidence']> {
	const [found] = await db().select().from(attendanceEvidence).where(eq(attendanceEvidence.attendanceId, attendanceId))
	if (!found) return null
	const { json, hash, previousHash, keptUntil } = found
	return { json: fromJson(json), hash, previousHash, keptUntil }
}

type Detail = Omit<AttendanceDetail, keyof AttendanceRow>

/** Returns the details of an attendance that the list does not show. */
export async function detailOf(attending: Attending): Promise<Detail> {
	const { row } = attending
	const [evidence, issued, missing] = await Promise.all([
		evidenceOf(row.id),
		certificatesOf(row.id),
		missingAwardsOf(attending),
	])
	const { checkedInAt, signedOutAt, listedMinutes, codes } = liveOf(row)
	return {
		watched: watchedOf(row),
		hiddenMs: row.hiddenMs,
		codes: shownPromptsOf(row).map(({ atMs, enteredAt }) => ({ atMs, enteredAt: isoTime(enteredAt) })),
		live: {
			...{ checkedInAt: isoTime(checkedInAt), signedOutAt: isoTime(signedOutAt), listedMinutes: listedMinutes ?? null },
			codesEnteredAt: codes.map(({ at }) => new Date(at).toISOString()),
		},
		reviews: reviewsOf(row).map(({ at, ...review }) => ({ ...review, at: new Date(at).toISOString() })),
		ruleVersions: ruleVersionsOf(row),
		evidence,
		certificates: issued.map(certificateView),
		issuable: (missing?.awards ?? []).map(({ admission, rules }) => {
			const jurisdiction = admission?.jurisdiction ?? ''
			return { jurisdiction, name: rules?.name ?? jurisdiction }
		}),
	}
}
