import { defineAuditActions } from '#src/platform/audit.ts'

export const actions = defineAuditActions({
	'deletion.restored': 'Brought back',
	'deletion.forgotten': 'Deleted for good',
})
