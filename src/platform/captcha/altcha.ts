import { createHmac, randomInt } from 'node:crypto'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Challenge, Payload } from 'altcha-lib/types'
import { env } from '../env/env.ts'

/** Maximum time from the challenge to the submission of the form, in seconds. */
const VALID_SECONDS = 20 * 60

// Solving takes a phone about half a second, creating takes us a few hundredths of a second, and checking is free. Bots
// must solve a challenge for every attempt.
const ALGORITHM = 'PBKDF2/SHA-256'
const COST = 2_000
const COUNTERS = [200, 1_000] as const

const secret = (use: string) => createHmac('sha256', env().secretKey).update(`captcha:${use}`).digest('hex')

/**
 * Creates a signed challenge for the widget. Nothing is stored until an answer is submitted.
 * @param counter amount of work; random by default.
 */
export async function newChallenge(counter = randomInt(...COUNTERS)): Promise<Challenge> {
	return createChallenge({
		algorithm: ALGORITHM,
		cost: COST,
		counter,
		deriveKey,
		expiresAt: Math.floor(Date.now() / 1000) + VALID_SECONDS,
		hmacSignatureSecret: secret('challenge'),
		hmacKeySignatureSecret: secret('key'),
	})
}

function parsePayload(token: string): Payload | undefined {
	try {
		const value = JSON.parse(Buffer.from(token, 'base64').toString('utf8')) as Payload
		const { parameters, signature } = value.challenge
		const isComplete =
			typeof parameters === 'object' &&
			typeof signature === 'string' &&
			typeof parameters.nonce === 'string' &&
			typeof parameters.salt === 'string' &&
			typeof parameters.expiresAt === 'number' &&
			typeof value.solution === 'object'
		return isComplete ? value : undefined
	} catch {
		return undefined
	}
}

/**
 * Checks the widget's answer.
 * @returns the id and expiry of the challenge; undefined if the answer is wrong, altered or expired. The id is derived
 * from the signed part, so the same answer in another encoding has the same id.
 */
export async function checkAnswer(token: string): Promise<{ id: string; expiresAt: Date } | undefined> {
	const payload = parsePayload(token)
	if (!payload) return undefined
	const { challenge, solution } = payload
	const { nonce, salt, expiresAt } = challenge.parameters
	const result = await verifySolution({
		challenge,
		solution,
		deriveKey,
		hmacSignatureSecret: secret('challenge'),
		hmacKeySignatureSecret: secret('key'),
	}).catch(() => ({ verified: false }))
	if (!result.verified || !expiresAt) return undefined
	return { id: `${nonce}${salt}`.toLowerCase(), expiresAt: new Date(expiresAt * 1000) }
}
