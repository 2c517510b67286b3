import { defineAuditActions } from '#src/platform/audit.ts'

export const actions = defineAuditActions({
	'mailing.sent': 'Mail to members sent',
	'mailing.scheduled': 'Mail to members scheduled',
	'mailing.unscheduled': 'Mail to members taken off the schedule',
	'mailing.cancelled': 'Mail to members cancelled',
	'mailing.stopped': 'Mail to members stopped',
	'mailing.resumed': 'Mail to members taken up again',
	'mailing.deleted': 'Draft of a mail deleted',
	'mailing.tested': 'Mail to members tried on oneself',
})
