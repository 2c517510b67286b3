import { defineAuditActions } from '#src/platform/audit.ts'

export const actions = defineAuditActions({
	'comment.pinned': 'Comment pinned',
	'comment.unpinned': 'Comment unpinned',
	'comment.deleted': 'Comment deleted',
})
