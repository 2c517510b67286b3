import type { BodyInput } from '#src/lib/api/contract.ts'
import { mutation } from '#src/lib/api/query.ts'
import { list } from '#src/lib/api/query-list.ts'
import { getStats, listUsers } from './contract.ts'
import { cancelImport, checkImport, createImport, type Field, inviteUser, listImports } from './import-contract.ts'

const REFETCH_MS = 5_000

export const listImportsQuery = list(listImports, { query: {} }, { refetchInterval: REFETCH_MS })

/** A list to send, with its column meanings; by default the headings decide. */
export interface SentList {
	bytes: Uint8Array
	columns: Partial<Record<Field, number>>
	/** Also invites people marked as unsubscribed. */
	withMarked: boolean
}

const input = ({ bytes, columns, withMarked }: SentList) => ({
	query: { ...columns, ...(withMarked && { withMarked: 'true' as const }) },
	body: { type: 'text/csv', bytes },
})

/** No toast: the result appears next to the list. */
export const checkImportMutation = mutation(checkImport, { input, fallback: 'The list could not be checked' })

export const createImportMutation = mutation(createImport, {
	input,
	done: { title: 'The invitations are on their way', description: 'You can leave this page. Sending continues.' },
	fallback: 'No one was invited',
	refreshes: [listImports, listUsers, getStats],
})

export const cancelImportMutation = (id: string) =>
	mutation(cancelImport, {
		input: () => ({ params: { id } }),
		done: 'Cancelled: no more invitations from this list',
		failed: 'The list was not cancelled',
		refreshes: [listImports, listUsers, getStats],
		refreshesAfterFailure: [listImports],
	})

export const inviteUserMutation = mutation(inviteUser, {
	input: (body: BodyInput<typeof inviteUser>) => ({ body }),
	done: ({ name, email }) => ({ title: `${name} has been invited`, description: `We sent the link to ${email}.` }),
	failed: 'No one was invited',
	refreshes: [listUsers, getStats],
})
