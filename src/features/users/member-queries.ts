import type { BodyInput } from '#src/lib/api/contract.ts'
import { ifChanged, ifSentBefore, mutation, query } from '#src/lib/api/query.ts'
import { list } from '#src/lib/api/query-list.ts'
import { getStats, listUsers, type User, updateUser } from './contract.ts'
import {
	changeUsers,
	createMemberNote,
	deactivateUser,
	deleteMemberNote,
	getMember,
	listMemberNotes,
	listMemberRecords,
	type RecordKind,
	sendPasswordLink,
	updateMemberNote,
} from './member-contract.ts'

export const getMemberQuery = (id: string) => query(getMember, { params: { id } })

export const listMemberRecordsQuery = (id: string, kind: RecordKind) =>
	list(listMemberRecords, { params: { id, kind } })

export const listMemberNotesQuery = (id: string) => list(listMemberNotes, { params: { id } })

export const createMemberNoteMutation = (id: string) =>
	mutation(createMemberNote, {
		input: (body: BodyInput<typeof createMemberNote>) => ({ params: { id }, body }),
		done: 'Note added',
		failed: 'The note could not be added',
		refreshes: [listMemberNotes, listMemberRecords],
		refreshesAfterFailure: ifSentBefore([listMemberNotes]),
	})

export const updateMemberNoteMutation = (id: string, noteId: string) =>
	mutation(updateMemberNote, {
		input: (body: BodyInput<typeof updateMemberNote>) => ({ params: { id, noteId }, body }),
		done: 'Note saved',
		failed: 'The note could not be saved',
		refreshes: [listMemberNotes, listMemberRecords],
		refreshesAfterFailure: ifChanged([listMemberNotes]),
	})

export const deleteMemberNoteMutation = (id: string, noteId: string) =>
	mutation(deleteMemberNote, {
		input: () => ({ params: { id, noteId } }),
		done: 'Note deleted',
		failed: 'The note could not be deleted',
		refreshes: [listMemberNotes, listMemberRecords],
	})

export const sendPasswordLinkMutation = mutation(sendPasswordLink, {
	input: (id: string) => ({ params: { id } }),
	done: ({ sent, email }) => ({
		title: sent === 'link' ? 'Link sent' : 'Invitation sent',
		description: `We sent it to ${email}.`,
	}),
	failed: 'The link could not be sent',
	refreshes: [getMember, listMemberRecords, listUsers],
})

const ofAccounts = [listUsers, getStats, getMember, listMemberNotes, listMemberRecords]

export const deactivateUserMutation = mutation(deactivateUser, {
	input: ({ id, body }: { id: string; body: BodyInput<typeof deactivateUser> }) => ({ params: { id }, body }),
	done: ({ name }) => `${name} is deactivated`,
	failed: 'The account could not be deactivated',
	refreshes: ofAccounts,
	refreshesAfterFailure: ifChanged(ofAccounts),
})

export const updateUserActiveMutation = mutation(updateUser, {
	input: ({ id, name, email, role, version }: User) => ({
		params: { id },
		body: { name, email, role, status: 'active' as const, version },
	}),
	done: ({ name }) => `${name} is active`,
	failed: 'The account could not be activated',
	refreshes: ofAccounts,
	refreshesAfterFailure: ifChanged(ofAccounts),
})

/** No toast: failures are named in the dialog. */
export const changeUsersMutation = mutation(changeUsers, {
	input: (body: BodyInput<typeof changeUsers>) => ({ body }),
	fallback: 'Nothing was changed',
	refreshes: ofAccounts,
})
