import * as z from 'zod/mini'
import { contract, fileBytes, pageQuery, rawBody, timestamp } from '#src/lib/api/contract.ts'
import { day } from '#src/lib/api/fields.ts'
import { oneLine } from '#src/lib/one-line.ts'
import { certificate, NO_BAR_NUMBER, NO_CERTIFICATE, UNPRINTABLE_LETTER } from './certificates-contract.ts'
import { activityKind, attendanceMode, attendanceState } from './contract.ts'

// Admin endpoints for attendances and their review. No endpoint changes evidence.

const REASON = 'Enter a reason'
const reason = z
	.string(REASON)
	.check(oneLine, z.minLength(1, REASON), z.maxLength(300, 'Reason must be at most 300 characters'))

const UNKNOWN = [404, 'Attendance not found'] as const
const OWN = [
	403,
	'This is your own attendance, so another admin must decide on it. If there is none, make someone an admin first.',
] as const
const NO_ACTIVITY = [404, 'Activity not found'] as const

export const attendanceRow = z.object({
	id: z.string(),
	member: z.object({ id: z.string(), name: z.string() }),
	activity: z.object({ id: z.string(), kind: activityKind, title: z.string() }),
	mode: attendanceMode,
	state: attendanceState,
	openedAt: timestamp,
	/** When it was completed, refused or ended; null before. */
	endedAt: z.nullable(timestamp),
	lengthMs: z.number(),
	confirmedMs: z.number(),
	codesEntered: z.number(),
	codesTotal: z.number(),
	wrongTries: z.number(),
})
export type AttendanceRow = z.output<typeof attendanceRow>

const filters = {
	state: z.optional(attendanceState),
	activity: z.optional(z.string().check(z.maxLength(100))),
}

/** Sorted newest first. */
export const listAttendances = contract('GET /api/admin/cle/attendances', {
	access: 'admin',
	query: z.object({ ...pageQuery, ...filters }),
	response: z.array(attendanceRow),
})

export const attendanceDetail = z.extend(attendanceRow, {
	/** Watched spans: sorted pairs of milliseconds. */
	watched: z.array(z.tuple([z.number(), z.number()])),
	hiddenMs: z.number(),
	/** Watch time before each code, and when it was entered. While the attendance is in progress, only entered codes. */
	codes: z.array(z.object({ atMs: z.number(), enteredAt: z.nullable(timestamp) })),
	live: z.object({
		checkedInAt: z.nullable(timestamp),
		signedOutAt: z.nullable(timestamp),
		listedMinutes: z.nullable(z.number()),
		codesEnteredAt: z.array(timestamp),
	}),
	reviews: z.array(z.object({ isAccepted: z.boolean(), reason: z.string(), at: timestamp, by: z.string() })),
	/** Version of the rules by jurisdiction. */
	ruleVersions: z.record(z.string(), z.number()),
	/** Null until it is complete. */
	evidence: z.nullable(z.object({ json: z.unknown(), hash: z.string(), previousHash: z.string(), keptUntil: day })),
	certificates: z.array(certificate),
	/** Certificates that `issueCertificates` would issue. `jurisdiction` and `name` are empty without an admission. */
	issuable: z.array(z.object({ jurisdiction: z.string(), name: z.string() })),
})
export type AttendanceDetail = z.output<typeof attendanceDetail>

export const getAttendanceDetail = contract('GET /api/admin/cle/attendances/:id', {
	access: 'admin',
	response: attendanceDetail,
	errors: { unknown: UNKNOWN },
})

/** Decides an attendance in review: the member may continue, or the attendance is refused. */
export const decideAttendance = contract('POST /api/admin/cle/attendances/:id/decide', {
	access: 'admin',
	body: z.object({ isAccepted: z.boolean('Choose a decision'), reason }),
	response: attendanceDetail,
	errors: { unknown: UNKNOWN, own: OWN, decided: [409, 'This attendance is not waiting for a decision'] },
})

/** Issues missing certificates: for admissions added after the completion, or whose certificate was revoked. */
export const issueCertificates = contract('POST /api/admin/cle/attendances/:id/issue', {
	access: 'admin',
	body: z.object({ reason }),
	response: attendanceDetail,
	errors: {
		unknown: UNKNOWN,
		own: OWN,
		incomplete: [409, 'This attendance is not complete'],
		none: [409, 'All certificates for this attendance have been issued'],
	},
})

/** A certificate with the name printed on it. */
export const issuedCertificate = z.extend(certificate, {
	name: z.string(),
	issuedAt: timestamp,
})
export type IssuedCertificate = z.output<typeof issuedCertificate>

/** Sorted newest first. */
export const listIssuedCertificates = contract('GET /api/admin/cle/certificates', {
	access: 'admin',
	query: z.object({ ...pageQuery, activity: z.optional(z.string().check(z.maxLength(100))) }),
	response: z.array(issuedCertificate),
})

/** Returns the URL of the file. */
export const issuedCertificateFile = (number: string) => `/api/admin/cle/certificates/${number}/file`

export const getIssuedCertificateFile = contract('GET /api/admin/cle/certificates/:number/file', {
	access: 'admin',
	produces: 'application/pdf',
	response: fileBytes,
	errors: { unknown: NO_CERTIFICATE, barNumber: NO_BAR_NUMBER, letter: UNPRINTABLE_LETTER },
})

const REVOKED = [409, 'This certificate is already revoked'] as const

/** Revokes a certificate and voids its credit. */
export const revokeCertificate = contract('POST /api/admin/cle/certificates/:number/revoke', {
	access: 'admin',
	body: z.object({ reason }),
	response: issuedCertificate,
	errors: { unknown: NO_CERTIFICATE, revoked: REVOKED },
})

/** Reissues a certificate with the member's current name and bar number. Its credit stays. */
export const reissueCertificate = contract('POST /api/admin/cle/certificates/:number/reissue', {
	access: 'admin',
	body: z.object({ reason }),
	/** The new certificate. */
	response: issuedCertificate,
	errors: {
		unknown: NO_CERTIFICATE,
		revoked: REVOKED,
		gone: [409, 'The account of this certificate was deleted'],
	},
})

/** Largest participant list, in bytes. */
const LIST_BYTES = 512 * 1024

/** Imports a session's participant list from the video platform: minutes by email address. */
export const importParticipants = contract('POST /api/admin/cle/activities/:id/participants', {
	access: 'admin',
	body: rawBody,
	takes: ['text/csv'],
	bodyLimit: LIST_BYTES,
	response: z.object({
		/** Members whose minutes were stored. */
		matched: z.number(),
		/** Names of members whose attendance is over, so their minutes were not stored. */
		over: z.array(z.string()),
		/** Lines without an address or a duration, with their line numbers. */
		unread: z.array(z.object({ line: z.number(), text: z.string() })),
		/** Addresses in the list that match no active member. */
		unknown: z.array(z.string()),
		/** Names of members with fewer minutes than needed. */
		short: z.array(z.string()),
	}),
	errors: {
		noActivity: NO_ACTIVITY,
		notSession: [409, 'Only a session has participants'],
		unreadable: [400, 'This list cannot be read. Save it as CSV and try again.'],
		columns: [400, 'This list needs a column with email addresses and one with minutes'],
		tooLong: [400, 'A list can have at most 2,000 lines'],
	},
})

/** An upload that the rules of a jurisdiction require from the provider after an activity. */
export const upload = z.object({
	jurisdiction: z.string(),
	jurisdictionName: z.string(),
	activity: z.object({ id: z.string(), title: z.string() }),
	/** Day of the attendances. */
	day,
	/** Deadline of the upload. */
	dueOn: day,
	/** Description of the duty. */
	text: z.string(),
	attendees: z.number(),
	/** Null until it is done. */
	doneAt: z.nullable(timestamp),
	doneBy: z.nullable(z.string()),
})
export type Upload = z.output<typeof upload>

/** Lists open uploads by deadline, then finished uploads. */
export const listUploads = contract('GET /api/admin/cle/uploads', { access: 'admin', response: z.array(upload) })

/** Marks an upload as done or not done. */
export const markUpload = contract('POST /api/admin/cle/uploads', {
	access: 'admin',
	body: z.object({
		jurisdiction: z.string().check(z.maxLength(20)),
		activityId: z.string().check(z.maxLength(100)),
		day,
		isDone: z.boolean(),
	}),
	response: z.array(upload),
	errors: { none: [404, 'There is no such upload'] },
})

export const evaluation = z.object({
	activity: z.object({ id: z.string(), title: z.string() }),
	forms: z.number(),
	/** Mean of each question in hundredths: 425 is 4.25. */
	means: z.array(z.number()),
	/** Comments, in random order. */
	texts: z.array(z.string()),
})
export type Evaluation = z.output<typeof evaluation>

export const listEvaluations = contract('GET /api/admin/cle/evaluations', {
	access: 'admin',
	response: z.array(evaluation),
})
