import { defineAuditActions } from '#src/platform/audit.ts'

export const actions = defineAuditActions({
	'deletion.restored': 'Restored',
	'deletion.forgotten': 'Deleted for good',
})
