import { lt } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { captchaUses } from '#db/schema/operations.ts'
import { env } from '../env/env.ts'
import { checkAnswer } from './altcha.ts'
import { checkRecaptcha } from './recaptcha.ts'

export { CaptchaUnreachableError } from './recaptcha.ts'

/** Which widget a page shows. `siteKey` is public. */
export type CaptchaSetup = { provider: 'altcha' } | { provider: 'recaptcha'; siteKey: string }

export function captchaSetup(): CaptchaSetup {
	const { recaptcha } = env()
	return recaptcha ? { provider: 'recaptcha', siteKey: recaptcha.siteKey } : { provider: 'altcha' }
}

/**
 * Whether `token` is a right answer that was not used before; it is used up by this. Exact when the same one comes
 * many times at once: the first to write its id wins.
 * @throws {CaptchaUnreachableError} when the provider cannot be asked.
 */
export async function consumeCaptcha(token: string, clientAddress: string): Promise<boolean> {
	const { recaptcha } = env()
	const answer = recaptcha ? await checkRecaptcha(token, clientAddress, recaptcha) : await checkAnswer(token)
	if (!answer) return false
	const written = await db().insert(captchaUses).values(answer).onConflictDoNothing().returning({ id: captchaUses.id })
	return written.length === 1
}

/** Takes answers out of the table that would be too old now anyway. A job calls it. */
export async function forgetOldCaptchas(): Promise<void> {
	// A minute more, so that a clock that jumps does not open a gap.
	await db()
		.delete(captchaUses)
		.where(lt(captchaUses.expiresAt, new Date(Date.now() - 60_000)))
}
