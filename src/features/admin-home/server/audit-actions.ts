import { defineAuditActions } from '#src/platform/audit.ts'

export const actions = defineAuditActions({
	'first-steps.hidden': 'First steps hidden',
	'first-steps.shown': 'First steps shown',
	'mail.proof-sent': 'Mail with a proof sent',
	'mail.proven': 'Mail proven',
})
