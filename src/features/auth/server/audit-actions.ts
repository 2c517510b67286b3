import { defineAuditActions } from '#src/platform/audit.ts'

export const actions = defineAuditActions({
	'user.added': 'Account added',
	'user.edited': 'Account edited',
	'user.role': 'Role changed',
	'user.status': 'Status changed',
	'user.deleted': 'Account deleted',
	'user.invited': 'Invited',
	'user.unlocked': 'Sign-in unlocked',
	'user.labels': 'Labels or plan changed',
	'invitation.changed': 'Text of invitations changed',
	'invitation.tested': 'Invitation sent to oneself',
	'user.joined': 'Invitation accepted',
	'password.link': 'Password link sent',
	'password.changed': 'Password changed',
	'password.reset': 'Password set by link',
	'factor-reset.stopped': 'Reset of second factor stopped',
})
