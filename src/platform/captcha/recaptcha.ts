import { createHash } from 'node:crypto'
import * as z from 'zod'
import type { Env } from '../env/env.ts'
import { log } from '../log.ts'

const responseSchema = z.object({ success: z.boolean(), 'error-codes': z.array(z.string()).optional() })

/** Time to remember an answer as used, in milliseconds. Google accepts an answer for only two minutes. */
const REMEMBERED_MS = 5 * 60_000

/** Google is unreachable. Not the visitor's fault: a retry may succeed. */
export class CaptchaUnreachableError extends Error {
	override name = 'CaptchaUnreachableError'
}

/**
 * Verifies the widget's answer with Google.
 * @returns the id of the answer and when it can be forgotten; undefined if Google rejects the answer.
 * @throws {CaptchaUnreachableError}
 */
export async function checkRecaptcha(
	token: string,
	clientAddress: string,
	settings: NonNullable<Env['recaptcha']>,
): Promise<{ id: string; expiresAt: Date } | undefined> {
	const body = new URLSearchParams({ secret: settings.secretKey, response: token, remoteip: clientAddress })
	try {
		const response = await fetch(settings.verifyUrl, { method: 'POST', body, signal: AbortSignal.timeout(8_000) })
		const result = responseSchema.parse(await response.json())
		if (!result.success) {
			log.info({ reasons: result['error-codes'] }, 'reCAPTCHA refused an answer')
			return undefined
		}
	} catch (error) {
		throw new CaptchaUnreachableError('reCAPTCHA could not be reached', { cause: error })
	}
	return { id: createHash('sha256').update(token).digest('hex'), expiresAt: new Date(Date.now() + REMEMBERED_MS) }
}
