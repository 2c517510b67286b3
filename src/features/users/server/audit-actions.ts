import { defineAuditActions } from '#src/platform/audit.ts'

export const actions = defineAuditActions({
	'note.added': 'Note about a member added',
	'note.edited': 'Note about a member edited',
	'note.deleted': 'Note about a member deleted',
	'user.suspended': 'Member suspended',
	'user.unsuspended': 'Suspension ended',
	'members.imported': 'Members invited from a list',
	'members.reminded': 'Invited people reminded',
	'members.cancelled': 'Invitations from a list cancelled',
})
