import type { BodyInput } from '#src/lib/api/contract.ts'
import { mutation } from '#src/lib/api/query.ts'
import { list } from '#src/lib/api/query-list.ts'
import { getStats, listUsers } from './contract.ts'
import { cancelImport, checkImport, createImport, type Field, inviteUser, listImports } from './import-contract.ts'

/** How often the state of lists is asked for while one is looked at, in milliseconds. */
const REFETCH_MS = 5_000

/** The lists of the last month, newest first. */
export const listImportsQuery = list(listImports, { query: {} }, { refetchInterval: REFETCH_MS })

/** A list as it is sent, and which column has what; without any the headings decide. */
export interface SentList {
	bytes: Uint8Array
	columns: Partial<Record<Field, number>>
	/** Whether those are invited, too, of whom the list says that they asked for no mail. */
	withMarked: boolean
}

const input = ({ bytes, columns, withMarked }: SentList) => ({
	query: { ...columns, ...(withMarked && { withMarked: 'true' as const }) },
	body: { type: 'text/csv', bytes },
})

/** Said in place, beside the list. */
export const checkImportMutation = mutation(checkImport, { input, fallback: 'The list could not be looked at' })

export const createImportMutation = mutation(createImport, {
	input,
	done: { title: 'The invitations are on their way', description: 'You can leave this page: it goes on by itself.' },
	fallback: 'Nobody was invited',
	refreshes: [listImports, listUsers, getStats],
})

export const cancelImportMutation = (id: string) =>
	mutation(cancelImport, {
		input: () => ({ params: { id } }),
		done: 'Cancelled: nobody else of this list is invited',
		failed: 'The list was not cancelled',
		refreshes: [listImports, listUsers, getStats],
		refreshesAfterFailure: [listImports],
	})

export const inviteUserMutation = mutation(inviteUser, {
	input: (body: BodyInput<typeof inviteUser>) => ({ body }),
	done: ({ name, email }) => ({ title: `${name} is invited`, description: `The link is on its way to ${email}.` }),
	failed: 'Nobody was invited',
	refreshes: [listUsers, getStats],
})
