import { defineAuditActions } from '#src/platform/audit.ts'

export const actions = defineAuditActions({
	'session.created': 'Coaching session planned',
	'session.moved': 'Coaching session moved',
	'session.edited': 'Coaching session edited',
	'session.deleted': 'Coaching session deleted',
})
