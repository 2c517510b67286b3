import { createHash } from 'node:crypto'
import * as z from 'zod'
import type { Env } from '../env/env.ts'
import { log } from '../log.ts'

const answer = z.object({ success: z.boolean(), 'error-codes': z.array(z.string()).optional() })

/** Google keeps an answer for two minutes; ours is remembered a little longer. */
const REMEMBERED_MS = 5 * 60_000

/** Google could not be asked. The person is not at fault, and may try again. */
export class CaptchaUnreachableError extends Error {
	override name = 'CaptchaUnreachableError'
}

/**
 * Asks Google about the widget's answer.
 * @returns its id and until when it must be remembered, or undefined when Google does not accept it.
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
		const result = answer.parse(await response.json())
		if (!result.success) {
			log.info({ reasons: result['error-codes'] }, 'reCAPTCHA refused an answer')
			return undefined
		}
	} catch (error) {
		throw new CaptchaUnreachableError('reCAPTCHA could not be asked', { cause: error })
	}
	return { id: createHash('sha256').update(token).digest('hex'), expiresAt: new Date(Date.now() + REMEMBERED_MS) }
}
