import { defineAuditActions } from '#src/platform/audit.ts'

export const actions = defineAuditActions({
	'module.deleted': 'Module deleted',
})
