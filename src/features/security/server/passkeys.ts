import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { and, eq, or, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { passkeys } from '#db/schema/security.ts'
import { users } from '#db/schema/users.ts'
import { type PasskeyAnswer, passkeyErrors } from '#src/features/auth/second-factor-fields.ts'
import { openPreSession, takePreSession } from '#src/features/auth/server/factors/pre-session.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { site } from '#src/lib/site/site.ts'
import type { Context } from '#src/platform/endpoint/handle.ts'
import { env } from '#src/platform/env/env.ts'
import { addressSubject, countAttempts, type RateLimit } from '#src/platform/limits/rate-limit.ts'
import { hashToken, isSame } from '#src/platform/tokens.ts'
import { loginWithPasskey } from '../sign-in-contract.ts'
import { mailOwner } from './notices.ts'

// Loaded when a passkey is first used: loading the library and its parsers takes longer than the rest of startup.
const library = () => import('@simplewebauthn/server')

const rpID = () => new URL(env().publicUrl).hostname

/** Starts a step with a challenge. Only the hash of the challenge is stored. */
async function openStep(step: { purpose: 'register' | 'passkey'; userId?: string }, challenge: string) {
	const { row, cookie } = openPreSession({ ...step, challenge: hashToken(challenge) })
	await row
	return cookie
}

const isChallenge = (hash: string) => (actual: string) => isSame(hashToken(actual), hash)

export const passkeysOf = (userId: string) =>
	db().select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(passkeys.createdAt)

/** Starts adding a passkey, with a challenge for this browser and account. */
export async function registrationOptions({ user, setHeader }: Context<'account'>) {
	const { generateRegistrationOptions } = await library()
	const options = await generateRegistrationOptions({
		rpName: site().name,
		rpID: rpID(),
		userID: new TextEncoder().encode(user.id),
		userName: user.email,
		userDisplayName: user.name,
		excludeCredentials: (await passkeysOf(user.id)).map(({ id }) => ({ id })),
		authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
	})
	setHeader('Set-Cookie', await openStep({ purpose: 'register', userId: user.id }, options.challenge))
	return { ...options }
}

/** Verifies a new authenticator's response. Returns the data to store; undefined if the response is invalid. */
export async function checkRegistration(answer: PasskeyAnswer, challenge: string) {
	const { verifyRegistrationResponse } = await library()
	try {
		const { verified, registrationInfo } = await verifyRegistrationResponse({
			response: answer as unknown as RegistrationResponseJSON,
			expectedChallenge: isChallenge(challenge),
			expectedOrigin: env().publicUrl,
			expectedRPID: rpID(),
			requireUserVerification: true,
		})
		if (!verified) return undefined
		const { id, publicKey, counter, transports = [] } = registrationInfo.credential
		return {
			...{ id, counter, publicKey: Buffer.from(publicKey).toString('base64url') },
			transports: JSON.stringify(transports),
		}
	} catch {
		return undefined
	}
}

const CHALLENGE_LIMIT: RateLimit = { name: 'passkey-challenge', limit: 300, seconds: 15 * 60 }
const ANSWER_LIMIT: RateLimit = { name: 'passkey-answer', limit: 30, seconds: 15 * 60 }

async function count(rule: RateLimit, clientAddress: string): Promise<void> {
	const wait = await countAttempts([[rule, addressSubject(clientAddress)]])
	if (wait !== undefined) throw httpError(passkeyErrors.tooMany, { retryAfter: wait })
}

/** Starts a passkey check with a challenge for this browser. The passkey itself identifies its owner. */
export async function challengeOptions({ clientAddress, setHeader }: Context) {
	await count(CHALLENGE_LIMIT, clientAddress)
	const { generateAuthenticationOptions } = await library()
	const options = await generateAuthenticationOptions({ rpID: rpID(), userVerification: 'required' })
	setHeader('Set-Cookie', await openStep({ purpose: 'passkey' }, options.challenge))
	return { ...options }
}

async function verifyAnswer(answer: PasskeyAnswer, challenge: string, { id, publicKey }: typeof passkeys.$inferSelect) {
	const { verifyAuthenticationResponse } = await library()
	try {
		const { verified, authenticationInfo } = await verifyAuthenticationResponse({
			response: answer as unknown as AuthenticationResponseJSON,
			expectedChallenge: isChallenge(challenge),
			expectedOrigin: env().publicUrl,
			expectedRPID: rpID(),
			requireUserVerification: true,
			// The counter is compared in the database, in the statement that updates it.
			credential: { id, publicKey: Buffer.from(publicKey, 'base64url'), counter: 0 },
		})
		return verified ? authenticationInfo.newCounter : undefined
	} catch {
		return undefined
	}
}

/**
 * Verifies the response to this browser's challenge, which can be used only once. The passkey counts as both factors,
 * because its owner had to unlock the authenticator.
 * @throws {ApiError} of `passkeyErrors`, or if the challenge has expired.
 */
export async function checkPasskey(answer: PasskeyAnswer, context: Pick<Context, 'clientAddress' | 'header'>) {
	await count(ANSWER_LIMIT, context.clientAddress)
	const step = await takePreSession(context.header('cookie'), 'passkey')
	if (!step?.challenge) throw httpError(loginWithPasskey.errors.over)
	const [match] = await db()
		.select({ row: passkeys, owner: { name: users.name, email: users.email } })
		.from(passkeys)
		.innerJoin(users, eq(users.id, passkeys.userId))
		.where(eq(passkeys.id, answer.id))
	if (!match) throw httpError(passkeyErrors.unknownPasskey)
	const { row, owner } = match
	const counter = await verifyAnswer(answer, step.challenge, row)
	if (counter === undefined) throw httpError(passkeyErrors.refusedPasskey)
	const isCounterValid = or(sql`${passkeys.counter} < ${counter}`, and(eq(passkeys.counter, 0), sql`${counter} = 0`))
	const used = await db()
		.update(passkeys)
		.set({ counter, lastUsedAt: new Date() })
		.where(and(eq(passkeys.id, row.id), isCounterValid))
		.returning({ userId: passkeys.userId })
	if (used[0]) return used[0]
	// A counter that goes backward indicates a copied passkey.
	await mailOwner(owner, 'copied', { passkey: row.name })
	throw httpError(passkeyErrors.refusedPasskey)
}
