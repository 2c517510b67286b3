import { emailChanges } from '#db/schema/email-changes.ts'
import { ownData, rowOf } from '#src/platform/member-data.ts'

export const accountData = [
	ownData({
		table: emailChanges,
		owner: emailChanges.userId,
		name: 'emailLinks',
		title: 'Links about your address',
		about: 'Links that were mailed to confirm, change or restore your email address, for a month.',
		cursor: rowOf(emailChanges),
		fields: {
			kind: emailChanges.kind,
			email: emailChanges.email,
			formerAddress: emailChanges.fromKey,
			expiresAt: emailChanges.expiresAt,
			ended: emailChanges.ended,
		},
	}),
]
