import { formatCredits } from '#src/features/cle/cle-text.ts'
import { clubDay } from '#src/lib/dates/club-day.ts'
import { csvLine } from '#src/platform/csv.ts'
import type { AuditRecord, EvidenceFacts } from './read-records.ts'

/** Formats an instant as `2026-11-29 18:05` in a time zone. */
function localTime(instant: number | undefined, timeZone: string): string | null {
	if (instant === undefined) return null
	// The Swedish format is ISO 8601 with a space.
	return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(instant)
}

/** Describes how attendance was verified. */
function verificationOf({ attendance, codes, live, reviews }: EvidenceFacts): string {
	const entered = codes.filter(({ enteredAt }) => enteredAt !== null).length
	const kinds = [
		attendance.mode === 'watch' && `real-time playback and ${entered} codes at random times`,
		live.checkedInAt !== undefined && 'check-in',
		live.codes.length > 0 && `${live.codes.length} spoken codes`,
		live.listedMinutes !== undefined && `list of participants (${live.listedMinutes} minutes)`,
		live.signedOutAt !== undefined && 'sign-out',
		reviews.length > 0 && 'review by an admin',
	]
	return kinds.filter(Boolean).join(', ')
}

const timesOf = ({ attendance, completed, live }: EvidenceFacts) => ({
	in: localTime(live.checkedInAt ?? attendance.openedAt, completed.timeZone),
	out: localTime(live.signedOutAt ?? completed.at, completed.timeZone),
})

type Cell = (record: AuditRecord) => string | number | null

const COLUMNS: ReadonlyArray<readonly [heading: string, of: Cell]> = [
	['Name', ({ record }) => record.attorney.name],
	['Bar number', ({ record }) => record.attorney.barNumber],
	['Jurisdiction', ({ record }) => record.jurisdiction.name],
	['Activity', ({ record }) => record.activity.title],
	['Format', ({ record }) => record.activity.format],
	['Place', ({ record }) => record.activity.place],
	['Date', ({ record }) => record.activity.completedOn],
	['Time in', ({ evidence }) => (evidence?.facts ? timesOf(evidence.facts).in : null)],
	['Time out', ({ evidence }) => (evidence?.facts ? timesOf(evidence.facts).out : null)],
	['Time zone', ({ evidence }) => evidence?.facts?.completed.timeZone ?? null],
	['Minutes', ({ record }) => record.activity.minutes],
	['Credits', ({ record }) => formatCredits(record.totalHundredths)],
	[
		'Credits by category',
		({ record }) => record.credits.map(({ name, hundredths }) => `${name} ${formatCredits(hundredths)}`).join('; '),
	],
	['Kind', ({ record }) => record.participation],
	['Accreditation', ({ record }) => record.accreditation?.number ?? 'Not accredited'],
	['Certificate', ({ row }) => row.number],
	['Issued', ({ record }) => record.issuedOn],
	['Revoked', ({ row }) => (row.revokedAt ? clubDay(row.revokedAt.getTime()) : null)],
	['Reason', ({ row }) => row.reason],
	['Verification', ({ evidence }) => (evidence?.facts ? verificationOf(evidence.facts) : null)],
	['Evidence hash', ({ evidence }) => evidence?.hash ?? null],
]

/** First line of the attendance list. */
export const listHead = csvLine(COLUMNS.map(([heading]) => heading))

/** Returns a line of the attendance list. */
export const listLine = (record: AuditRecord): string => csvLine(COLUMNS.map(([, of]) => of(record)))
