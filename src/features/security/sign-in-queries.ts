import { signInEffects } from '#src/features/auth/queries.ts'
import type { PasskeyAnswer } from '#src/features/auth/second-factor-fields.ts'
import type { BodyInput } from '#src/lib/api/contract.ts'
import { mutation } from '#src/lib/api/query.ts'
import { answerSecondFactor, getPasskeyChallenge, loginWithPasskey } from './sign-in-contract.ts'

export const answerSecondFactorMutation = mutation(answerSecondFactor, {
	...signInEffects,
	input: (body: BodyInput<typeof answerSecondFactor>) => ({ body }),
	fallback: 'The code could not be checked',
})

export const getPasskeyChallengeMutation = mutation(getPasskeyChallenge, {})

export const loginWithPasskeyMutation = mutation(loginWithPasskey, {
	...signInEffects,
	input: (passkey: PasskeyAnswer) => ({ body: { passkey } }),
	fallback: 'The passkey could not be checked',
})
