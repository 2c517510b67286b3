/** What each action is called on the screen. One that is not here is shown as it is. */
export const ACTIONS: Readonly<Record<string, string>> = {
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
}

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
