import type { SQL } from 'drizzle-orm'
import { enqueueMail } from '#src/platform/mail/mail.ts'
import { type Event, securityChanged } from './mails.ts'

interface Owner {
	name: string
	email: string
}

/** Returns the statement that mails an account's owner about a change of its second factors. */
export const mailOwner = (
	{ name, email }: Owner,
	event: Event,
	{ passkey = '', when }: { passkey?: string; when?: SQL } = {},
) =>
	enqueueMail(
		{ to: email, mail: securityChanged, data: { name, event, passkey, at: Date.now() } },
		when ? { when } : {},
	)
