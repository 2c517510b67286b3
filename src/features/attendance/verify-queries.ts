import type { BodyInput } from '#src/lib/api/contract.ts'
import { mutation } from '#src/lib/api/query.ts'
import { verifyCertificate } from './certificates-contract.ts'

/** No toast: the record appears below the form. */
export const verifyCertificateMutation = mutation(verifyCertificate, {
	input: (body: BodyInput<typeof verifyCertificate>) => ({ body }),
	fallback: 'The record could not be read',
})
