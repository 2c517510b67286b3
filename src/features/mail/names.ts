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
