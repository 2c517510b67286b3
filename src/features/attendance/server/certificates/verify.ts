import { eq } from 'drizzle-orm'
import { certificates } from '#db/schema/attendance.ts'
import { httpError } from '#src/lib/api/errors.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { addressSubject, countAttempts, type RateLimit } from '#src/platform/limits/rate-limit.ts'
import { isSame } from '#src/platform/tokens.ts'
import * as contracts from '../../certificates-contract.ts'
import { CERTIFICATE_NUMBER } from '../../paper.ts'
import { readCode } from '../prompts.ts'
import { findCertificate } from './certificates.ts'

const verifyLimit: RateLimit = { name: 'verify', limit: 10, seconds: 60 }

/** Removes accents and converts to lowercase: `Östergaard` becomes `ostergaard`. */
const plainName = (name: string) =>
	name
		.normalize('NFD')
		.replaceAll(/\p{M}/gu, '')
		.toLowerCase()
		.replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
		.trim()

/** Returns whether a last name, which may have several words, matches the one on a certificate. */
export function isLastName(input: string, { name, lastName }: { name: string; lastName: string }): boolean {
	const typed = plainName(input)
	const lastWords = plainName(name).split(' ').slice(-typed.split(' ').length).join(' ')
	return typed !== '' && (isSame(typed, plainName(lastName)) || isSame(lastWords, typed))
}

/** Confirms a certificate. A wrong number and a wrong name get the same response. */
export const verifyCertificate: Service<typeof contracts.verifyCertificate> = async ({ body }, { clientAddress }) => {
	const { errors } = contracts.verifyCertificate
	const wait = await countAttempts([[verifyLimit, addressSubject(clientAddress)]])
	if (wait !== undefined) throw httpError(errors.tooMany, { retryAfter: wait })
	const number = readCode(body.number)
	const found = CERTIFICATE_NUMBER.test(number) ? await findCertificate(eq(certificates.number, number)) : undefined
	if (!found || !isLastName(body.lastName, found.record.attorney)) throw httpError(errors.none)
	const { row, record } = found
	return {
		...{ number, title: record.activity.title, completedOn: record.activity.completedOn },
		...{ minutes: record.activity.minutes, credits: record.totalHundredths },
		creditsByCategory: record.credits.map(({ name, hundredths }) => ({ name, credits: hundredths })),
		...{ jurisdictionName: record.jurisdiction.name, paper: record.paper },
		...{ isAccredited: record.accreditation !== null, provider: record.provider.name },
		...{ revokedAt: row.revokedAt, reason: row.reason },
	}
}
