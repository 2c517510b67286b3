import { defineAuditActions } from '#src/platform/audit.ts'

export const actions = defineAuditActions({
	'mailing.sent': 'Mail to members sent',
	'mailing.scheduled': 'Mail to members scheduled',
	'mailing.unscheduled': 'Mail to members unscheduled',
	'mailing.cancelled': 'Mail to members cancelled',
	'mailing.stopped': 'Mail to members stopped',
	'mailing.resumed': 'Mail to members resumed',
	'mailing.deleted': 'Draft of mail to members deleted',
	'mailing.tested': 'Mail to members tested',
})
