import { defineAuditActions } from '#src/platform/audit.ts'

export const actions = defineAuditActions({
	'data.taken': 'Data downloaded',
	'sign-in.disowned': 'Sign-in reported by its owner',
	'email.changed': 'Email address changed',
	'email.undone': 'Change of email address undone',
})
