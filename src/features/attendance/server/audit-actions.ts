import { defineAuditActions } from '#src/platform/audit.ts'

export const actions = defineAuditActions({
	'attendance.accepted': 'Attendance accepted after a review',
	'attendance.refused': 'Attendance refused after a review',
	'attendance.listed': 'List of participants imported',
	'certificate.issued': 'Certificate issued',
	'certificate.reissued': 'Certificate issued again',
	'certificate.revoked': 'Certificate revoked',
	'upload.done': 'Upload to a board marked as done',
	'upload.undone': 'Upload to a board marked as to be done',
	'records.taken': 'Records of attendance downloaded',
})
