import { defineAuditActions } from '#src/platform/audit.ts'

export const actions = defineAuditActions({
	'first-steps.hidden': 'First steps hidden',
	'first-steps.shown': 'First steps shown',
	'mail.proof-sent': 'Email delivery test sent',
	'mail.proven': 'Email delivery confirmed',
})
