import { eq, type SQL, sql } from 'drizzle-orm'
import { type UserRow, users } from '#db/schema/users.ts'
import { closePreSession, findPreSession, isOpenStep } from '#src/features/auth/server/factors/pre-session.ts'
import { assertMayEnter, enter, findAccount } from '#src/features/auth/server/service.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { recordAudit } from '#src/platform/audit.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import type * as contracts from '../sign-in-contract.ts'
import { answerSecondFactor as contract } from '../sign-in-contract.ts'
import { actions } from './audit-actions.ts'
import { mailOwner } from './notices.ts'
import { challengeOptions, checkPasskey } from './passkeys.ts'
import { proofByRecoveryCode } from './recovery-codes.ts'
import { proofByApp } from './totp.ts'

/** Reads the account again: it may have changed since the first step. */
async function accountOf(userId: string) {
	const account = await findAccount(eq(users.id, userId))
	if (!account) throw httpError(contract.errors.refused)
	assertMayEnter(account.user)
	return account
}

/** Returns the statements that audit a used recovery code and mail the owner. */
function notifyOfRecovery(user: UserRow, when: SQL) {
	const subject = { type: 'user', id: user.id, name: user.name }
	const audit = recordAudit({ actor: user, action: actions['recovery-code.used'], subject }, when)
	return [audit, mailOwner(user, 'recovery', { when })]
}

/** Completes a sign-in. Attempt, code, step and session are one write, so that the disk is synced once. */
export const answerSecondFactor: Service<typeof contracts.answerSecondFactor> = async ({ body }, context) => {
	const step = await findPreSession(context.header('cookie'), 'sign-in')
	if (!step?.userId) throw httpError(contract.errors.over)
	const { userId } = step
	const isRecovery = 'recoveryCode' in body
	const [account, proof] = await Promise.all([
		accountOf(userId),
		isRecovery
			? proofByRecoveryCode(userId, body.recoveryCode, context.clientAddress)
			: proofByApp(userId, body.code, context.clientAddress),
	])
	return enter(account, context, {
		...{ secondFactorAt: new Date(), trustsDevice: body.trustDevice },
		alongside: {
			// A concurrent password change may have ended the step.
			once: { ...proof, when: sql`${proof.when} and ${isOpenStep(step.id)}` },
			after: (isOpened) => [
				closePreSession(step.id, isOpened),
				...Object.values(proof.spend(isOpened)),
				...(isRecovery ? notifyOfRecovery(account.user, isOpened) : []),
			],
		},
	})
}

export const getPasskeyChallenge: Service<typeof contracts.getPasskeyChallenge> = (_, context) =>
	challengeOptions(context)

/** Signs in without a password: an unlocked passkey counts as both factors. */
export const loginWithPasskey: Service<typeof contracts.loginWithPasskey> = async ({ body }, context) => {
	const { userId } = await checkPasskey(body.passkey, context)
	return enter(await accountOf(userId), context, { secondFactorAt: new Date() })
}
