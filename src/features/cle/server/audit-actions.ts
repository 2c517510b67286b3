import { defineAuditActions } from '#src/platform/audit.ts'

export const actions = defineAuditActions({
	'cleActivity.added': 'Credit activity added',
	'cleActivity.edited': 'Credit activity edited',
	'cleActivity.deleted': 'Credit activity deleted',
	'cleAccreditation.added': 'Accreditation added',
	'cleAccreditation.edited': 'Accreditation edited',
	'cleAccreditation.deleted': 'Accreditation deleted',
	'cleRules.added': 'Credit rules added',
	'cleProvider.changed': 'Credit provider’s details changed',
})
