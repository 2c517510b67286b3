import { defineAuditActions } from '#src/platform/audit.ts'

export const actions = defineAuditActions({
	'settings.changed': 'Settings changed',
	'mail.tested': 'Test mail sent',
})
