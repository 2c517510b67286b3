import { createHash } from 'node:crypto'
import { write } from '#db/write.ts'
import * as contracts from '#src/features/admin-home/contract.ts'
import { actions } from '#src/features/admin-home/server/audit-actions.ts'
import { proofMail } from '#src/features/admin-home/server/mails.ts'
import type { CurrentUser } from '#src/features/auth/contract.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { recordAudit } from '#src/platform/audit.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { env } from '#src/platform/env/env.ts'
import { isStepDone, markStep } from '#src/platform/env/setup-steps.ts'
import { enqueueMail, mailWaits } from '#src/platform/mail/mail.ts'
import { isSame, sign } from '#src/platform/tokens.ts'

const VALID_MS = 7 * 86_400_000

/** Names the step for the current mail server and sender: changing either requires a new proof. */
function stepName(): string {
	const { smtpUrl, mailFrom } = env()
	const hash = createHash('sha256')
		.update(`${smtpUrl ?? ''} ${mailFrom.address}`)
		.digest('hex')
		.slice(0, 16)
	return `mail-proven:${hash}`
}

const signature = (until: string) => sign(JSON.stringify(['mail-proof', until, stepName()]))

/** Creates the signed token for the link of a test email. It carries its expiry, so nothing is stored. */
function createTestToken(now = Date.now()): string {
	const until = (now + VALID_MS).toString(36)
	return `${until}.${signature(until)}`
}

function isValidToken(token: string, now: number): boolean {
	const [until = '', actual = ''] = token.split('.')
	return isSame(actual, signature(until)) && Number.parseInt(until, 36) > now
}

/** Returns whether the link of a test email sent through the current mail server was opened. */
export const isMailVerified = () => isStepDone(stepName())

/** Records that an admin opened the link of a test email. @returns false if the token is expired or forged. */
export async function confirmTestMail(token: string, actor: Pick<CurrentUser, 'id' | 'name'>, now = Date.now()) {
	if (!isValidToken(token, now)) return false
	if (await isMailVerified()) return true
	const subject = { type: 'user', id: actor.id, name: actor.name }
	await write(markStep(stepName()), recordAudit({ actor, action: actions['mail.proven'], subject }))
	return true
}

export const sendFirstTestMail: Service<typeof contracts.sendFirstTestMail> = async (_, { user }) => {
	if (mailWaits()) throw httpError(contracts.sendFirstTestMail.errors.noMail)
	const subject = { type: 'user', id: user.id, name: user.name }
	await write(
		recordAudit({ actor: user, action: actions['mail.proof-sent'], subject }),
		enqueueMail({ to: user.email, mail: proofMail, data: { name: user.name, token: createTestToken() } }),
	)
	return { to: user.email }
}
