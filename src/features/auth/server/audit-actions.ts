import { defineAuditActions } from '#src/platform/audit.ts'

export const actions = defineAuditActions({
	'user.added': 'Account added',
	'user.edited': 'Account edited',
	'user.role': 'Role changed',
	'user.status': 'Status changed',
	'user.deleted': 'Account deleted',
	'password.changed': 'Password changed',
	'password.reset': 'Password set by link',
})
