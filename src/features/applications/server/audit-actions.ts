import { defineAuditActions } from '#src/platform/audit.ts'

export const actions = defineAuditActions({
	'application.approved': 'Application approved',
	'application.rejected': 'Application rejected',
	'application.asked': 'Applicant asked a question',
	'application.form': 'Application form changed',
})
