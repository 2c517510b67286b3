import { defineAuditActions } from '#src/platform/audit.ts'

export const actions = defineAuditActions({
	'factor.added': 'Second factor added',
	'factor.removed': 'Second factor removed',
	'recovery-codes.made': 'Recovery codes made',
	'recovery-code.used': 'Signed in with a recovery code',
	'factor-reset.requested': 'Reset of second factor requested',
	'factor-reset.done': 'Second factor reset',
})
