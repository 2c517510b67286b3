import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { newChallenge } from '#src/platform/captcha/altcha.ts'

/** The widget's answer to a challenge: what the form sends. */
export async function answerTo(challenge: Challenge): Promise<string> {
	const solution = await solveChallenge({ challenge, deriveKey })
	if (!solution) throw new Error('The challenge was not solved')
	return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

/** A right answer to an easy challenge of the server's own. */
export const freshAnswer = async () => answerTo(await newChallenge(1))
