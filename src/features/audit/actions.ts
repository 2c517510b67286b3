/** Every action that the audit knows, `<subject>.<past participle>`, and what it is called on the screen. */
export const ACTIONS = {
	'application.approved': 'Application approved',
	'application.rejected': 'Application rejected',
	'user.added': 'Account added',
	'user.edited': 'Account edited',
	'user.role': 'Role changed',
	'user.status': 'Status changed',
	'user.deleted': 'Account deleted',
	'password.changed': 'Password changed',
	'password.reset': 'Password set by link',
	'mail.resent': 'Mail sent again',
	'course.created': 'Course created',
	'course.published': 'Course published',
	'course.unpublished': 'Course unpublished',
	'course.deleted': 'Course deleted',
	'module.deleted': 'Module deleted',
	'question.locked': 'Question locked',
	'question.unlocked': 'Question unlocked',
	'question.deleted': 'Question deleted',
	'comment.pinned': 'Comment pinned',
	'comment.unpinned': 'Comment unpinned',
	'comment.deleted': 'Comment deleted',
	'category.deleted': 'Category deleted',
	'session.deleted': 'Coaching session deleted',
} as const
export type AuditAction = keyof typeof ACTIONS

/** The name of an action. An entry outlives the release that wrote it: one that is not known any more is shown as it is. */
export const actionName = (action: string): string => (ACTIONS as Readonly<Record<string, string>>)[action] ?? action

/** A change in words: `role: user to admin`. */
export function changeText(detail: Record<string, unknown>): string {
	return Object.entries(detail)
		.map(([name, value]) =>
			Array.isArray(value) && value.length === 2
				? value[0] === value[1]
					? ''
					: `${name}: ${String(value[0])} to ${String(value[1])}`
				: `${name}: ${String(value)}`,
		)
		.filter(Boolean)
		.join(', ')
}

/** Whether the entry is about a question that the action left where it was. */
export const isOpenQuestion = (action: string): boolean =>
	action === 'question.locked' || action === 'question.unlocked'
