import { defineAuditActions } from '#src/platform/audit.ts'

export const actions = defineAuditActions({
	'question.locked': 'Question locked',
	'question.unlocked': 'Question unlocked',
	'question.moved': 'Question moved',
	'question.deleted': 'Question deleted',
	'category.emptied': 'Questions of a category moved',
	'category.deleted': 'Category deleted',
	'comment.deleted': 'Comment deleted',
})
