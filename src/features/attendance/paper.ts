import * as z from 'zod/mini'
import { day } from '#src/lib/api/fields.ts'
import { paper } from './certificates-contract.ts'

/** Credits are integers in hundredths: 1.5 is 150. */
const hundredths = z.int().check(z.nonnegative())

/** Sixteen base32 characters. Unguessable, since the number and a last name give access to a certificate. */
export const CERTIFICATE_NUMBER = /^[A-Z2-7]{16}$/

/**
 * The content of a certificate, frozen when it is issued. The PDF is drawn only from this record, even if the name,
 * the activity or the rules change later. A revocation is not part of the record: the table stores it.
 */
export const certificateRecord = z
	.object({
		number: z.string().check(z.regex(CERTIFICATE_NUMBER)),
		/** `completion` is California's certificate for self-study; `record` is a certificate without an accreditation. */
		paper,
		/** Such as `US-NY`, and `New York`. */
		jurisdiction: z.object({ code: z.string(), name: z.string() }),
		attorney: z.object({
			name: z.string(),
			/** Last name in the profile when it was issued; `/verify` compares it. */
			lastName: z.string(),
			/** Null if the member has not entered one. */
			barNumber: z.nullable(z.string()),
		}),
		activity: z.object({
			title: z.string(),
			/** Days in the attorney's time zone; equal if the activity took one day. */
			startedOn: day,
			completedOn: day,
			/** Such as `Recording with attendance codes`. */
			format: z.string(),
			/** Such as `Online`, or the address of a room. */
			place: z.string(),
			minutes: z.int().check(z.positive()),
		}),
		/** How the jurisdiction classifies the activity; null if it does not. */
		participation: z.nullable(z.enum(['participatory', 'self-study'])),
		/** By category, with labels. On a `record`, they are computed from the length and were not granted. */
		credits: z.array(z.object({ category: z.string(), name: z.string(), hundredths })),
		totalHundredths: hundredths,
		/** Whether newly admitted attorneys may use it; null if the jurisdiction makes no distinction. */
		transitional: z.nullable(z.boolean()),
		/** Null on a `record`. */
		accreditation: z.nullable(
			z.object({
				/** Whether the board approved the provider or this activity. */
				of: z.enum(['provider', 'activity']),
				number: z.string(),
				/** The statement that the board requires; empty for the product's default statement. */
				statement: z.string(),
				validFrom: z.nullable(day),
				validTo: z.nullable(day),
			}),
		),
		provider: z.object({ name: z.string(), address: z.string(), signatory: z.string() }),
		/** The rules that applied; `checkedAt` is null if they were never checked. */
		rules: z.object({ version: z.int(), checkedAt: z.nullable(day) }),
		/** URL of the page that confirms the certificate. */
		verifyAddress: z.string(),
		/** Time in milliseconds, and the day in the club's time zone. */
		issuedAt: z.int(),
		issuedOn: day,
		/** Why it was reissued; empty for the first certificate. */
		note: z.string(),
	})
	.check(
		z.refine(({ paper, accreditation }) => (paper === 'record') === (accreditation === null)),
		z.refine(({ credits, totalHundredths }) => sumOf(credits) === totalHundredths),
	)
export type CertificateRecord = z.infer<typeof certificateRecord>

const sumOf = (credits: readonly { hundredths: number }[]) =>
	credits.reduce((sum, credit) => sum + credit.hundredths, 0)

/** Returns a jurisdiction's name for an attorney's number. */
export const barNumberLabel = (jurisdiction: string): string =>
	({ 'US-CA': 'State Bar number', 'US-NY': 'Attorney registration number' })[jurisdiction] ?? 'Bar number'

/** Returns the heading of a certificate. */
export const paperTitle = (paper: CertificateRecord['paper']): string =>
	({
		attendance: 'Certificate of attendance',
		completion: 'Certificate of completion',
		record: 'Record of completion',
	})[paper]

/** Formats a number in groups of four, which are easier to copy. */
export const inGroups = (number: string): string => number.replaceAll(/.{4}(?=.)/g, '$& ')
