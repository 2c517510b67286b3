const names: Record<string, string> = {
	'application-received': 'Application received',
	'application-to-review': 'New application',
	'application-approved': 'Application approved',
	'application-rejected': 'Application rejected',
	'address-known': 'Address known',
	'account-created': 'Account created',
	'password-changed': 'Password changed',
	'password-reset': 'Link for a new password',
}

/** What a mail is called for admins: by its template, or the subject that a feature wrote itself. */
export const mailName = (templateOrSubject: string): string => names[templateOrSubject] ?? templateOrSubject

/** What the audit calls it. A subject may quote a member's question, and what members wrote is not kept (docs/decisions/040). */
export const mailKind = (templateOrSubject: string): string => names[templateOrSubject] ?? 'About a question or session'
