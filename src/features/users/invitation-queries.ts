import {
	getInvitation,
	type InvitationTexts,
	previewInvitation,
	testInvitation,
	updateInvitation,
} from '#src/features/auth/invitation-contract.ts'
import type { BodyInput } from '#src/lib/api/contract.ts'
import { mutation, query } from '#src/lib/api/query.ts'

export const getInvitationQuery = query(getInvitation)

export const updateInvitationMutation = mutation(updateInvitation, {
	input: (body: BodyInput<typeof updateInvitation>) => ({ body }),
	done: 'Invitation saved',
	fallback: 'The invitation could not be saved',
	refreshes: [getInvitation],
})

export const previewInvitationMutation = mutation(previewInvitation, {
	input: (body: InvitationTexts) => ({ body }),
	fallback: 'The preview could not be made',
})

export const testInvitationMutation = mutation(testInvitation, {
	input: (body: InvitationTexts) => ({ body }),
	done: ({ to }) => ({ title: 'Sent to you', description: `It is on its way to ${to}.` }),
	fallback: 'The email could not be sent',
})
