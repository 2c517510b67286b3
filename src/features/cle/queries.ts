import type { BodyInput } from '#src/lib/api/contract.ts'
import { mutation, query } from '#src/lib/api/query.ts'
import {
	createAdmission,
	createCredit,
	deleteAdmission,
	getLedger,
	listAdmissions,
	listCredits,
	moveCredit,
	updateAdmission,
	uploadCertificate,
	voidCredit,
} from './contract.ts'

export const getLedgerQuery = query(getLedger)

export const listAdmissionsQuery = query(listAdmissions)

/** Lists the credits of an admission and cycle. An empty string means all. */
export const listCreditsQuery = ({ admission, cycle }: { admission: string; cycle: string }) =>
	query(listCredits, { query: { ...(admission && { admission }), ...(cycle && { cycle }) } })

const afterAdmission = [getLedger, listAdmissions, listCredits]
const afterCredit = [getLedger, listCredits]

export const createAdmissionMutation = mutation(createAdmission, {
	input: (body: BodyInput<typeof createAdmission>) => ({ body }),
	fallback: 'The admission could not be added',
	done: 'Admission added',
	refreshes: afterAdmission,
})

export const updateAdmissionMutation = (id: string) =>
	mutation(updateAdmission, {
		input: (body: BodyInput<typeof updateAdmission>) => ({ params: { id }, body }),
		fallback: 'The admission could not be saved',
		done: 'Admission saved',
		refreshes: afterAdmission,
	})

export const deleteAdmissionMutation = (id: string) =>
	mutation(deleteAdmission, {
		input: () => ({ params: { id } }),
		fallback: 'The admission could not be deleted',
		done: 'Admission deleted',
		refreshes: afterAdmission,
	})

export const createCreditMutation = mutation(createCredit, {
	input: (body: BodyInput<typeof createCredit>) => ({ body }),
	fallback: 'The credit could not be added',
	done: 'Credit added',
	refreshes: afterCredit,
})

export const voidCreditMutation = (id: string) =>
	mutation(voidCredit, {
		input: (body: BodyInput<typeof voidCredit>) => ({ params: { id }, body }),
		fallback: 'The credit could not be voided',
		done: 'Credit voided',
		refreshes: afterCredit,
	})

export const moveCreditMutation = (id: string) =>
	mutation(moveCredit, {
		input: (body: BodyInput<typeof moveCredit>) => ({ params: { id }, body }),
		fallback: 'The credit could not be moved',
		done: 'Credit moved',
		refreshes: afterCredit,
	})

export const uploadCertificateMutation = mutation(uploadCertificate, {
	input: ({ name, type, bytes }: { name: string; type: string; bytes: Uint8Array }) => ({
		query: { name },
		body: { type, bytes },
	}),
	fallback: 'The file could not be uploaded. Choose it again.',
})
