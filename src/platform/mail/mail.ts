import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { outbox } from '#db/schema/platform/operations.ts'
import { newId } from '#src/lib/ids.ts'
import { env } from '../env/env.ts'
import { type Block, type Composed, compose } from './compose.ts'

/** A kind of email. Features define theirs in `server/mails.ts`; `src/app/mails.ts` lists all of them. */
export interface Mail<Data = never, Name extends string = string> {
	/** Name in the outbox. Never change it after a release. */
	readonly name: Name
	readonly title: string
	/** Set if a visitor typed the address: a failed delivery then causes no alert. */
	readonly isUnverified?: true
	/** Called right before sending. If false, the email is dropped, for example because its link was revoked. */
	readonly isCurrent?: (data: Data) => Promise<boolean>
	/** Writes the email. `link` returns the URL of a path. Emails must ask for replies only if `canReply`. */
	readonly write: (
		data: Data,
		link: (path: string) => string,
		canReply: boolean,
	) => readonly [subject: string, blocks: Block[]]
}

export const defineMail = <Data, const Name extends string>(mail: Mail<Data, Name>): Mail<Data, Name> => mail

export interface MailContext {
	publicUrl: string
	canReply: boolean
}

export function renderMail<Data>(
	mail: Mail<Data>,
	data: NoInfer<Data>,
	{ publicUrl, canReply }: MailContext,
): Composed {
	const [subject, blocks] = mail.write(data, (path) => publicUrl + path, canReply)
	return compose(subject, blocks, publicUrl)
}

/**
 * Returns whether emails wait in the outbox, because a production site has no mail server. Screens that mention emails
 * show this. Outside of production, a site without a mail server writes emails to files.
 */
export function mailWaits(): boolean {
	const { production, smtpUrl } = env()
	return production && !smtpUrl
}

export const MAIL_KIND = 'mail'

export interface MailPayload {
	to: string
	template: string
	title: string
	data: unknown
	isUnverified?: true
	until?: number
}

interface Outgoing<Data> {
	to: string
	mail: Mail<Data>
	data: NoInfer<Data>
	/** Expiry in epoch milliseconds. An email not sent by then, such as an old reminder, is dropped. */
	until?: number
}

/** An email that a feature has already rendered, such as one about a question (`features/notifications`). */
export interface WrittenMail {
	to: string
	subject: string
	text: string
	html?: string
	headers?: Record<string, string>
	until?: number
}

const payloadOf = <Data>({ mail, data, until }: Omit<Outgoing<Data>, 'to'>): Omit<MailPayload, 'to'> => ({
	template: mail.name,
	title: mail.title,
	data,
	...(mail.isUnverified ? { isUnverified: true } : {}),
	...(until === undefined ? {} : { until }),
})

/**
 * Returns the statement that adds an email to the outbox. Add it to the `write` of the change that the email reports.
 * @param options.when SQL condition; by default, the email is always added.
 * @param options.notBefore earliest send time, in epoch milliseconds.
 * @param options.id row id, for a change that may be handled twice: an email with an existing id is not added again.
 */
export function enqueueMail<Data>(
	outgoing: Outgoing<Data> | WrittenMail,
	options: { when?: SQL; id?: string; notBefore?: number } = {},
) {
	const now = Date.now()
	const payload = 'mail' in outgoing ? { to: outgoing.to, ...payloadOf(outgoing) } : outgoing
	return db().run(sql`
		insert into ${outbox} (id, kind, payload, created_at, available_at)
		select ${options.id ?? newId()}, ${MAIL_KIND}, ${JSON.stringify(payload)}, ${now}, ${options.notBefore ?? now}
		where ${options.when ?? sql`1`}
		on conflict (id) do nothing`)
}

/** Drops expired emails and erases their payload. Called by a job. */
export async function dropExpiredMails(): Promise<void> {
	await db().run(sql`
		update ${outbox} set state = 'done', payload = '{}'
		where kind = ${MAIL_KIND} and state in ('waiting', 'dead') and payload ->> '$.until' <= ${Date.now()}`)
}

/** Like `enqueueMail`, for many recipients. `recipients` is a `select` of `id` and `email`, evaluated in the write. */
export function enqueueMailToEach<Data>(
	outgoing: Omit<Outgoing<Data>, 'to'> & { recipients: SQLWrapper },
	options: { when?: SQL } = {},
) {
	const now = Date.now()
	return db().run(sql`
		insert into ${outbox} (id, kind, payload, created_at, available_at)
		select ${newId()} || '-' || recipient.id, ${MAIL_KIND},
			json_set(${JSON.stringify(payloadOf(outgoing))}, '$.to', recipient.email), ${now}, ${now}
		from (${outgoing.recipients}) as recipient where ${options.when ?? sql`1`}`)
}
