import { createHash } from 'node:crypto'
import * as z from 'zod'
import type { Env } from '../env/env.ts'
import { log } from '../log.ts'

const answer = z.object({ success: z.boolean(), 'error-codes': z.array(z.string()).optional() })

/** Google accepts an answer for two minutes; we remember it a little longer. */
const REMEMBERED_MS = 5 * 60_000

/** Google is unreachable. Not the visitor's fault; they may retry. */
export class CaptchaUnreachableError extends Error {
	override name = 'CaptchaUnreachableError'
}

/**
 * Verifies the widget's answer with Google.
 * @returns its id and when it may be forgotten, or undefined when Google rejects it.
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
		throw new CaptchaUnreachableError('reCAPTCHA could not be reached', { cause: error })
	}
	return { id: createHash('sha256').update(token).digest('hex'), expiresAt: new Date(Date.now() + REMEMBERED_MS) }
}
