import { cancelFactorReset, requestFactorReset } from '#src/features/security/reset-contract.ts'
import type { BodyInput } from '#src/lib/api/contract.ts'
import { ifSentBefore, mutation, query } from '#src/lib/api/query.ts'
import { list } from '#src/lib/api/query-list.ts'
import { formatNumber } from '#src/lib/text/format-number.ts'
import {
	createUser,
	deleteUser,
	getStats,
	getUserCounts,
	listUsers,
	type User,
	type UserFilters,
	type UserOrder,
	updateUser,
} from './contract.ts'
import {
	cancelImport,
	checkImport,
	createImport,
	type Field,
	inviteUser,
	listImports,
	remindImport,
	remindList,
} from './import-contract.ts'
import {
	changeUsers,
	createMemberNote,
	deactivateUser,
	deleteMemberNote,
	endSuspension,
	getMember,
	listMemberNotes,
	listMemberRecords,
	type RecordKind,
	sendPasswordLink,
	suspendUser,
	unlockUser,
	updateMemberNote,
	updateModerator,
	updateUserLabels,
} from './member-contract.ts'

/** Queries to invalidate after any change of an account. */
const accountQueries = [listUsers, getStats, getUserCounts, getMember, listMemberNotes, listMemberRecords]

export const getStatsQuery = query(getStats)

/** Lists accounts in pages, newest first by default. Empty filters are ignored. */
export const listUsersQuery = (filters: UserFilters & UserOrder) => list(listUsers, { query: { ...filters } })

/** Account counts by status, and the labels in use. */
export const getUserCountsQuery = query(getUserCounts)

export const createUserMutation = mutation(createUser, {
	input: (body: BodyInput<typeof createUser>) => ({ body }),
	done: ({ mailWaits }) => ({
		title: 'User added successfully',
		description: mailWaits
			? 'No mail server is connected, so the email with login instructions waits. Please give them the password yourself.'
			: 'An e-mail has been sent with login instructions.',
	}),
	failed: 'Failed to add user',
	refreshes: accountQueries,
})

export const updateUserMutation = mutation(updateUser, {
	input: ({ id, body }: { id: string; body: BodyInput<typeof updateUser> }) => ({ params: { id }, body }),
	done: 'User updated successfully',
	failed: 'Failed to update user',
	refreshes: accountQueries,
})

export const deleteUserMutation = (id: string) =>
	mutation(deleteUser, {
		input: () => ({ params: { id } }),
		done: 'User deleted successfully',
		failed: 'Failed to delete user',
		refreshes: accountQueries,
	})

export const getMemberQuery = (id: string) => query(getMember, { params: { id } })

export const listMemberRecordsQuery = (id: string, kind: RecordKind) =>
	list(listMemberRecords, { params: { id, kind } })

export const listMemberNotesQuery = (id: string) => list(listMemberNotes, { params: { id } })

export const createMemberNoteMutation = (id: string) =>
	mutation(createMemberNote, {
		input: (body: BodyInput<typeof createMemberNote>) => ({ params: { id }, body }),
		done: 'Note added',
		fallback: 'The note could not be added',
		refreshes: [listMemberNotes, listMemberRecords],
		refreshesAfterFailure: ifSentBefore([listMemberNotes]),
	})

export const updateMemberNoteMutation = (id: string, noteId: string) =>
	mutation(updateMemberNote, {
		input: (body: BodyInput<typeof updateMemberNote>) => ({ params: { id, noteId }, body }),
		done: 'Note saved',
		fallback: 'The note could not be saved',
		refreshes: [listMemberNotes, listMemberRecords],
	})

export const deleteMemberNoteMutation = (id: string, noteId: string) =>
	mutation(deleteMemberNote, {
		input: () => ({ params: { id, noteId } }),
		done: 'Note deleted',
		fallback: 'The note could not be deleted',
		refreshes: [listMemberNotes, listMemberRecords],
	})

export const sendPasswordLinkMutation = mutation(sendPasswordLink, {
	input: (id: string) => ({ params: { id } }),
	done: ({ sent, email }) => ({
		title: sent === 'link' ? 'Link sent' : 'Invitation sent',
		description: `We sent it to ${email}.`,
	}),
	fallback: 'The link could not be sent',
	refreshes: [getMember, listMemberRecords, listUsers],
})

export const unlockUserMutation = mutation(unlockUser, {
	input: (id: string) => ({ params: { id }, body: {} }),
	done: 'The sign-in is unlocked',
	fallback: 'The sign-in could not be unlocked',
	refreshes: [getMember, listMemberRecords],
})

const resetOptions = { input: (id: string) => ({ params: { id } }), refreshes: [getMember, listMemberRecords] } as const

export const requestFactorResetMutation = mutation(requestFactorReset, {
	...resetOptions,
	done: 'They were notified by email',
	fallback: 'The reset could not be requested',
})

export const cancelFactorResetMutation = mutation(cancelFactorReset, {
	...resetOptions,
	done: 'The second factor stays',
	fallback: 'The reset could not be stopped',
})

export const updateUserLabelsMutation = mutation(updateUserLabels, {
	input: ({ id, body }: { id: string; body: BodyInput<typeof updateUserLabels> }) => ({ params: { id }, body }),
	done: 'Labels and plan saved',
	fallback: 'The labels could not be saved',
	refreshes: accountQueries,
})

export const deactivateUserMutation = mutation(deactivateUser, {
	input: ({ id, body }: { id: string; body: BodyInput<typeof deactivateUser> }) => ({ params: { id }, body }),
	done: ({ name }) => `${name} is deactivated`,
	fallback: 'The account could not be deactivated',
	refreshes: accountQueries,
})

export const suspendUserMutation = mutation(suspendUser, {
	input: ({ id, body }: { id: string; body: BodyInput<typeof suspendUser> }) => ({ params: { id }, body }),
	done: ({ name }) => `${name} is suspended`,
	fallback: 'The account could not be suspended',
	refreshes: accountQueries,
	refreshesAfterFailure: accountQueries,
})

export const endSuspensionMutation = mutation(endSuspension, {
	input: ({ id, version }: User) => ({ params: { id }, body: { version } }),
	done: ({ name }) => `${name} is no longer suspended`,
	failed: 'The suspension could not be ended',
	refreshes: accountQueries,
	refreshesAfterFailure: accountQueries,
})

export const updateModeratorMutation = mutation(updateModerator, {
	input: ({ id, isModerator }: User) => ({ params: { id }, body: { isModerator: !isModerator } }),
	done: ({ name, isModerator }) => (isModerator ? `${name} is a moderator` : `${name} is no longer a moderator`),
	fallback: 'The role could not be changed',
	refreshes: accountQueries,
	refreshesAfterFailure: accountQueries,
})

export const updateUserActiveMutation = mutation(updateUser, {
	input: ({ id, name, email, role, version }: User) => ({
		params: { id },
		body: { name, email, role, status: 'active' as const, version },
	}),
	done: ({ name }) => `${name} is active`,
	failed: 'The account could not be activated',
	refreshes: accountQueries,
})

/** No toast: the dialog lists the failures. */
export const changeUsersMutation = mutation(changeUsers, {
	input: (body: BodyInput<typeof changeUsers>) => ({ body }),
	fallback: 'Nothing was changed',
	refreshes: accountQueries,
})

const REFETCH_MS = 5_000

export const listImportsQuery = list(listImports, { query: {} }, { refetchInterval: REFETCH_MS })

/** A list to upload. Missing column meanings are derived from the headings. */
export interface SentList {
	bytes: Uint8Array
	columns: Partial<Record<Field, number>>
	/** Also invites people marked as unsubscribed. */
	withMarked: boolean
	/** Courses to enroll everyone in, in the format of the API call. */
	courses?: string
}

const input = ({ bytes, columns, withMarked }: SentList) => ({
	query: { ...columns, ...(withMarked && { withMarked: 'true' as const }) },
	body: { type: 'text/csv', bytes },
})

/** No toast: the result appears next to the list. */
export const checkImportMutation = mutation(checkImport, { input, fallback: 'The list could not be checked' })

export const createImportMutation = mutation(createImport, {
	input: ({ courses, ...list }: SentList) => {
		const { query: options, body } = input(list)
		return { query: { ...options, ...(courses && { courses }) }, body }
	},
	done: { title: 'The invitations are on their way', description: 'You can leave this page. Sending continues.' },
	fallback: 'No one was invited',
	refreshes: [listImports, listUsers, getStats, getUserCounts],
})

const remindedToast = ({ reminded: count }: { reminded: number }) => ({
	title: count === 1 ? '1 person will be reminded' : `${formatNumber(count)} people will be reminded`,
	description: 'You can leave this page. Sending continues.',
})

export const remindImportMutation = (id: string) =>
	mutation(remindImport, {
		input: () => ({ params: { id }, body: {} }),
		done: remindedToast,
		fallback: 'Nobody was reminded',
		refreshes: [listImports, listUsers],
		refreshesAfterFailure: [listImports],
	})

export const remindListMutation = mutation(remindList, {
	input,
	done: remindedToast,
	fallback: 'Nobody was reminded',
	refreshes: [listImports, listUsers],
})

export const cancelImportMutation = (id: string) =>
	mutation(cancelImport, {
		input: () => ({ params: { id } }),
		done: 'Cancelled: no more invitations from this list',
		fallback: 'The list was not cancelled',
		refreshes: [listImports, listUsers, getStats],
		refreshesAfterFailure: [listImports],
	})

export const inviteUserMutation = mutation(inviteUser, {
	input: (body: BodyInput<typeof inviteUser>) => ({ body }),
	done: ({ name, email }) => ({ title: `${name} has been invited`, description: `We sent the link to ${email}.` }),
	fallback: 'No one was invited',
	refreshes: [listUsers, getStats, getUserCounts],
})
