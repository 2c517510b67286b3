import { confirmIdentity } from '#src/features/auth/password-contract.ts'
import type { PasskeyAnswer } from '#src/features/auth/second-factor-fields.ts'
import type { BodyInput } from '#src/lib/api/contract.ts'
import { mutation, query } from '#src/lib/api/query.ts'
import {
	confirmTotp,
	createPasskey,
	createRecoveryCodes,
	createTotp,
	deletePasskey,
	deleteTotp,
	endTrustedDevices,
	getPasskeyOptions,
	getSecurity,
	updatePasskey,
} from './contract.ts'
import { stopFactorReset } from './reset-contract.ts'

export const getSecurityQuery = query(getSecurity)

const refreshes = [getSecurity]

export const createTotpMutation = mutation(createTotp, { fallback: 'The key could not be created' })

export const confirmTotpMutation = mutation(confirmTotp, {
	input: (body: BodyInput<typeof confirmTotp>) => ({ body }),
	done: 'Authenticator app added',
	fallback: 'The code could not be checked',
	refreshes,
})

export const deleteTotpMutation = mutation(deleteTotp, {
	done: 'Authenticator app removed',
	fallback: 'The app could not be removed',
	refreshes,
})

export const createRecoveryCodesMutation = mutation(createRecoveryCodes, {
	fallback: 'The codes could not be created',
	refreshes,
})

export const endTrustedDevicesMutation = mutation(endTrustedDevices, {
	done: 'Every browser will be asked again',
	failed: ['That did not work', 'Please try again'],
	refreshes,
})

export const getPasskeyOptionsMutation = mutation(getPasskeyOptions, {})

export const createPasskeyMutation = mutation(createPasskey, {
	input: (body: { name: string; passkey: PasskeyAnswer }) => ({ body }),
	done: 'Passkey added',
	fallback: 'The passkey could not be added',
	refreshes,
})

export const updatePasskeyMutation = mutation(updatePasskey, {
	input: ({ id, name }: { id: string; name: string }) => ({ params: { id }, body: { name } }),
	done: 'Passkey renamed',
	fallback: 'The name could not be saved',
	refreshes,
})

export const deletePasskeyMutation = mutation(deletePasskey, {
	input: (id: string) => ({ params: { id } }),
	done: 'Passkey removed',
	fallback: 'The passkey could not be removed',
	refreshes,
})

export const stopFactorResetMutation = mutation(stopFactorReset, {
	input: (token: string) => ({ body: { token } }),
	fallback: 'The reset could not be stopped',
})

/** Confirms with a code or a passkey. For a password, use `confirmIdentityMutation` of `auth`. */
export const confirmIdentityByFactorMutation = mutation(confirmIdentity, {
	key: 'factor',
	input: (body: BodyInput<typeof confirmIdentity>) => ({ body }),
	fallback: 'This could not be checked',
})
