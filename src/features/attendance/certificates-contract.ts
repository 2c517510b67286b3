import * as z from 'zod/mini'
import { contract, fileBytes, timestamp } from '#src/lib/api/contract.ts'
import { day } from '#src/lib/api/fields.ts'
import { oneLine } from '#src/lib/one-line.ts'

// A member's certificates, and the public check that confirms them.

/** Type of a certificate. `record` is one without an accreditation. */
export const paper = z.enum(['attendance', 'completion', 'record'])

export const certificate = z.object({
	number: z.string(),
	attendanceId: z.string(),
	title: z.string(),
	/** Code, such as `US-NY`, and name. Both are empty if the member has no admission. */
	jurisdiction: z.string(),
	jurisdictionName: z.string(),
	paper,
	completedOn: day,
	minutes: z.number(),
	/** In hundredths: 150 is 1.5. */
	credits: z.number(),
	revokedAt: z.nullable(timestamp),
	/** Why it was revoked; null if it is valid. */
	reason: z.nullable(z.string()),
	/** Number of the certificate that replaces it. */
	replacedBy: z.nullable(z.string()),
	/** The attorney's number is missing. The file cannot be downloaded until the member enters it. */
	needsBarNumber: z.boolean(),
})
export type Certificate = z.output<typeof certificate>

export const listCertificates = contract('GET /api/certificates', {
	access: 'account',
	response: z.array(certificate),
})

/** Returns the URL of the file. */
export const certificateFile = (number: string) => `/api/certificates/${number}/file`

export const NO_CERTIFICATE = [404, 'Certificate not found'] as const
export const NO_BAR_NUMBER = [409, 'Add your State Bar number first'] as const
/** The server appends the letter. */
export const UNPRINTABLE_LETTER = [
	409,
	'This certificate has a letter that cannot be printed. Enter your name in Latin letters in your profile, then ask for a new certificate',
] as const

export const getCertificateFile = contract('GET /api/certificates/:number/file', {
	access: 'account',
	produces: 'application/pdf',
	response: fileBytes,
	errors: { unknown: NO_CERTIFICATE, barNumber: NO_BAR_NUMBER, letter: UNPRINTABLE_LETTER },
})

const VERIFY = 'Enter the number and the last name'

/** Confirms a certificate, given its number and the attorney's last name. */
export const verifyCertificate = contract('POST /api/verify', {
	access: 'public',
	body: z.object({
		number: z.string(VERIFY).check(z.trim(), z.minLength(1, VERIFY), z.maxLength(40, VERIFY)),
		lastName: z.string(VERIFY).check(oneLine, z.minLength(1, VERIFY), z.maxLength(100, VERIFY)),
	}),
	response: z.object({
		number: z.string(),
		title: z.string(),
		completedOn: day,
		minutes: z.number(),
		/** In hundredths; also by category below. */
		credits: z.number(),
		creditsByCategory: z.array(z.object({ name: z.string(), credits: z.number() })),
		jurisdictionName: z.string(),
		paper,
		isAccredited: z.boolean(),
		provider: z.string(),
		revokedAt: z.nullable(timestamp),
		/** Why it was revoked; null if it is valid. */
		reason: z.nullable(z.string()),
	}),
	errors: {
		none: [404, 'No record with this number and name'],
		tooMany: [429, 'Too many attempts. Please wait a minute and try again.'],
	},
})
export type Verified = z.output<typeof verifyCertificate.response>
