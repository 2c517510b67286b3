import type { BodyInput } from '#src/lib/api/contract.ts'
import { mutation } from '#src/lib/api/query.ts'
import { confirmEmail, updateEmail } from './address-contract.ts'

/** No toast: the result appears in place of the form. */
export const updateEmailMutation = mutation(updateEmail, {
	input: (body: BodyInput<typeof updateEmail>) => ({ body }),
	fallback: 'The link could not be sent',
})

export const confirmEmailMutation = mutation(confirmEmail, {
	input: (token: string) => ({ params: { token } }),
	fallback: 'The link could not be checked',
})
