import { mutation } from '#src/lib/api/query.ts'
import { list } from '#src/lib/api/query-list.ts'
import { listUnsentMail, resendMail, type UnsentMail } from './contract.ts'

export const listUnsentMailQuery = (state: UnsentMail['state']) => list(listUnsentMail, { query: { state } })

export const resendMailMutation = mutation(resendMail, {
	input: (id: string) => ({ params: { id } }),
	done: 'The email is being sent again',
	failed: ['Failed to send again', 'Please try again'],
	refreshes: [listUnsentMail],
	refreshesAfterFailure: [listUnsentMail],
})
