import { defineAuditActions } from '#src/platform/audit.ts'

export const actions = defineAuditActions({
	'session.deleted': 'Coaching session deleted',
})
