import { defineAuditActions } from '#src/platform/audit.ts'

export const actions = defineAuditActions({
	'media.added': 'File added',
	'media.deleted': 'File deleted',
})
