import * as z from 'zod/mini'
import { currentUser, login } from '#src/features/auth/contract.ts'
import {
	code,
	codeErrors,
	passkeyAnswer,
	passkeyErrors,
	recoveryCode,
} from '#src/features/auth/second-factor-fields.ts'
import { contract } from '#src/lib/api/contract.ts'

const { pending, rejected, deactivated, suspended, refused } = login.errors

/** An account's state can change between two steps. */
const stateErrors = { pending, rejected, deactivated, suspended, refused }

const trustDevice = z._default(z.boolean(), false)

/** The second step of a sign-in, within minutes after the correct password. */
export const answerSecondFactor = contract('POST /api/login/second-factor', {
	access: 'public',
	body: z.union(
		[z.object({ code, trustDevice }), z.object({ recoveryCode, trustDevice })],
		'Enter the code from your app, or a recovery code',
	),
	response: currentUser,
	errors: {
		...stateErrors,
		...codeErrors,
		wrongRecovery: [400, 'This recovery code is not right or has already been used.'],
		over: [401, 'That took too long. Please sign in again.'],
	},
})

/**
 * Starts a sign-in with a passkey, which needs no password. The response is the input of the browser's WebAuthn API.
 */
export const getPasskeyChallenge = contract('POST /api/login/passkey/options', {
	access: 'public',
	response: z.looseObject({ challenge: z.string() }),
	errors: { tooMany: passkeyErrors.tooMany },
})

export const loginWithPasskey = contract('POST /api/login/passkey', {
	access: 'public',
	body: z.object({ passkey: passkeyAnswer }),
	response: currentUser,
	errors: { ...stateErrors, ...passkeyErrors, over: [401, 'That took too long. Please try again.'] },
})
