import * as z from 'zod/mini'
import { day } from '#src/lib/api/fields.ts'
import { paper } from './certificates-contract.ts'

/** Credits are integers in hundredths: 1.5 is 150. */
const hundredths = z.int().check(z.nonnegative())

/** Sixteen letters of base32, in capitals: a certificate is found by it and a last name, so it cannot be guessed. */
export const CERTIFICATE_NUMBER = /^[A-Z2-7]{16}$/

/**
 * What a certificate says, frozen when it is issued: the paper is drawn from it alone, whatever the name, the
 * activity or the rules become later. A revocation is not part of it: the table has that.
 */
export const certificateRecord = z
	.object({
		number: z.string().check(z.regex(CERTIFICATE_NUMBER)),
		/** `completion` is California's paper for self-study; `record` is the paper without an accreditation. */
		paper,
		/** Such as `US-NY`, and `New York`. */
		jurisdiction: z.object({ code: z.string(), name: z.string() }),
		attorney: z.object({
			name: z.string(),
			/** Name in the profile when it was issued; `/verify` compares it. */
			lastName: z.string(),
			/** Null if the member has given none. */
			barNumber: z.nullable(z.string()),
		}),
		activity: z.object({
			title: z.string(),
			/** Days in the attorney's zone; the same day if it took one. */
			startedOn: day,
			completedOn: day,
			/** In words, such as `Recording with attendance codes`. */
			format: z.string(),
			/** Such as `Online`, or the address of a room. */
			place: z.string(),
			minutes: z.int().check(z.positive()),
		}),
		/** How a jurisdiction that asks for it counts the activity; null for the others. */
		participation: z.nullable(z.enum(['participatory', 'self-study'])),
		/** By category, each with its name in words. On a `record` they follow from the length and were not granted. */
		credits: z.array(z.object({ category: z.string(), name: z.string(), hundredths })),
		totalHundredths: hundredths,
		/** Whether newly admitted attorneys may use it; null where the question does not exist. */
		transitional: z.nullable(z.boolean()),
		/** Null on a `record`. */
		accreditation: z.nullable(
			z.object({
				/** Whether the board approved the provider or this activity. */
				of: z.enum(['provider', 'activity']),
				number: z.string(),
				/** The sentence that the board asks for; empty for the product's own. */
				statement: z.string(),
				validFrom: z.nullable(day),
				validTo: z.nullable(day),
			}),
		),
		provider: z.object({ name: z.string(), address: z.string(), signatory: z.string() }),
		/** The rules that counted; `checkedAt` is null if they were never checked. */
		rules: z.object({ version: z.int(), checkedAt: z.nullable(day) }),
		/** Address of the page that confirms the paper. */
		verifyAddress: z.string(),
		/** In milliseconds, and the day of the club's zone. */
		issuedAt: z.int(),
		issuedOn: day,
		/** Why it was issued again; empty for the first. */
		note: z.string(),
	})
	.check(
		z.refine(({ paper, accreditation }) => (paper === 'record') === (accreditation === null)),
		z.refine(({ credits, totalHundredths }) => sumOf(credits) === totalHundredths),
	)
export type CertificateRecord = z.infer<typeof certificateRecord>

const sumOf = (credits: readonly { hundredths: number }[]) =>
	credits.reduce((sum, credit) => sum + credit.hundredths, 0)

/** Returns what a jurisdiction calls the number of an attorney. */
export const barNumberLabel = (jurisdiction: string): string =>
	({ 'US-CA': 'State Bar number', 'US-NY': 'Attorney registration number' })[jurisdiction] ?? 'Bar number'

/** Heading of a paper. */
export const paperTitle = (paper: CertificateRecord['paper']): string =>
	({
		attendance: 'Certificate of attendance',
		completion: 'Certificate of completion',
		record: 'Record of completion',
	})[paper]

/** Writes a number in groups of four, as people copy it. */
export const inGroups = (number: string): string => number.replaceAll(/.{4}(?=.)/g, '$& ')
