import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { newChallenge } from '#src/platform/captcha/altcha.ts'

/** Solves a challenge as the widget does. @returns the value for the form */
export async function answerTo(challenge: Challenge): Promise<string> {
	const solution = await solveChallenge({ challenge, deriveKey })
	if (!solution) throw new Error('The challenge was not solved')
	return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

/** Returns a correct solution of an easy challenge. */
export const freshAnswer = async () => answerTo(await newChallenge(1))
