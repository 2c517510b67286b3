import { defineAuditActions } from '#src/platform/audit.ts'

export const actions = defineAuditActions({
	'user.left': 'Member left',
	'user.stayed': 'Leaving undone',
	'user.erased': 'Account erased',
})
