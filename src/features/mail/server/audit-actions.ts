import { defineAuditActions } from '#src/platform/audit.ts'

export const actions = defineAuditActions({
	'mail.resent': 'Email sent again',
})
