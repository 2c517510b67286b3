import { eq } from 'drizzle-orm'
import { users } from '#db/schema/users.ts'
import { assertMayEnter, enter, findAccount } from '#src/features/auth/server/enter.ts'
import { closePreSession, findPreSession } from '#src/features/auth/server/factors/pre-session.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { recordAudit } from '#src/platform/audit.ts'
import type { Context, Service } from '#src/platform/endpoint/handle.ts'
import type * as contracts from '../sign-in-contract.ts'
import { answerSecondFactor as contract } from '../sign-in-contract.ts'
import { actions } from './audit-actions.ts'
import { mailOwner } from './notices.ts'
import { challengeOptions, checkPasskey } from './passkeys.ts'
import { takeRecoveryCode } from './recovery-codes.ts'
import { checkCode, countCode, forgetCodes } from './totp.ts'

/** Reads the account again: it may have changed since the first step. */
async function accountOf(userId: string) {
	const account = await findAccount(eq(users.id, userId))
	if (!account) throw httpError(contract.errors.refused)
	assertMayEnter(account.user)
	return account
}

type Account = Awaited<ReturnType<typeof accountOf>>

async function useRecoveryCode({ user }: Account, code: string, { clientAddress }: Context) {
	await countCode(user.id, clientAddress)
	if (!(await takeRecoveryCode(user.id, code))) throw httpError(contract.errors.wrongRecovery)
	await forgetCodes(user.id)
	const subject = { type: 'user', id: user.id, name: user.name }
	return [recordAudit({ actor: user, action: actions['recovery-code.used'], subject }), mailOwner(user, 'recovery')]
}

export const answerSecondFactor: Service<typeof contracts.answerSecondFactor> = async ({ body }, context) => {
	const step = await findPreSession(context.header('cookie'), 'sign-in')
	if (!step?.userId) throw httpError(contract.errors.over)
	const account = await accountOf(step.userId)
	const entering = { secondFactorAt: new Date(), trustsDevice: body.trustDevice }
	if ('recoveryCode' in body) {
		const told = await useRecoveryCode(account, body.recoveryCode, context)
		return enter(account, context, { ...entering, alongside: [closePreSession(step.id), ...told] })
	}
	const { when, use, forget } = await checkCode(account.user.id, body.code, context.clientAddress)
	const once = { when, after: [use, forget], error: contract.errors.usedCode }
	return enter(account, context, { ...entering, alongside: [closePreSession(step.id, when)], once })
}

export const getPasskeyChallenge: Service<typeof contracts.getPasskeyChallenge> = (_, context) =>
	challengeOptions(context)

/** Signs in without a password: a passkey that was unlocked is both factors. */
export const loginWithPasskey: Service<typeof contracts.loginWithPasskey> = async ({ body }, context) => {
	const { userId } = await checkPasskey(body.passkey, context)
	return enter(await accountOf(userId), context, { secondFactorAt: new Date() })
}
