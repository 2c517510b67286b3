import { defineAuditActions } from '#src/platform/audit.ts'

export const actions = defineAuditActions({
	'post.hidden': 'Post hidden',
	'post.shown': 'Post shown again',
	'post.kept': 'Reported post kept',
})
