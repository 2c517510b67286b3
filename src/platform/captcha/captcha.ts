import { lt } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { captchaUses } from '#db/schema/platform/operations.ts'
import { env } from '../env/env.ts'
import { checkAnswer } from './altcha.ts'
import { checkRecaptcha } from './recaptcha.ts'

export { CaptchaUnreachableError } from './recaptcha.ts'

/** The widget that a page shows. `siteKey` is public. */
export type CaptchaSetup = { provider: 'altcha' } | { provider: 'recaptcha'; siteKey: string }

export function captchaSetup(): CaptchaSetup {
	const { recaptcha } = env()
	return recaptcha ? { provider: 'recaptcha', siteKey: recaptcha.siteKey } : { provider: 'altcha' }
}

/**
 * Checks `token` and marks it as used. Returns true for a correct, unused answer. Safe under concurrency: only the
 * first write of an id succeeds.
 * @throws {CaptchaUnreachableError} when the provider cannot be reached.
 */
export async function consumeCaptcha(token: string, clientAddress: string): Promise<boolean> {
	const { recaptcha } = env()
	const answer = recaptcha ? await checkRecaptcha(token, clientAddress, recaptcha) : await checkAnswer(token)
	if (!answer) return false
	const written = await db().insert(captchaUses).values(answer).onConflictDoNothing().returning({ id: captchaUses.id })
	return written.length === 1
}

export async function forgetOldCaptchas(): Promise<void> {
	// Keep them for a minute after they expire, in case a clock is adjusted.
	await db()
		.delete(captchaUses)
		.where(lt(captchaUses.expiresAt, new Date(Date.now() - 60_000)))
}
