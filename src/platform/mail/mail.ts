import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { newId } from '#src/lib/ids.ts'
import { env } from '../env/env.ts'
import { type Block, type Composed, compose } from './compose.ts'

/** A kind of mail. Features define theirs in `server/mails.ts`; `src/app/mails.ts` lists all of them. */
export interface Mail<Data = never, Name extends string = string> {
	/** Under which it waits in the outbox: never changed once it was sent. */
	readonly name: Name
	/** What admins call it. */
	readonly title: string
	/** Goes to an address that a visitor typed, so a failed delivery must not raise an alert. */
	readonly isUnproven?: true
	/**
	 * Asked when it is about to leave, where it may have lost its sense by then, as a link does that was taken back: if
	 * not, it is dropped.
	 */
	readonly isCurrent?: (data: Data) => Promise<boolean>
	/**
	 * `link` makes a path of ours an address. `canAnswer`: somebody reads the answers; where nobody does, no mail asks
	 * for one.
	 */
	readonly write: (
		data: Data,
		link: (path: string) => string,
		canAnswer: boolean,
	) => readonly [subject: string, blocks: Block[]]
}

export const defineMail = <Data, const Name extends string>(mail: Mail<Data, Name>): Mail<Data, Name> => mail

/** Where a mail is sent from. */
export interface MailSurroundings {
	/** What links lead to. */
	publicUrl: string
	/** Whether answers go to somebody. */
	canAnswer: boolean
}

/** A mail, ready to be sent. */
export function renderMail<Data>(
	mail: Mail<Data>,
	data: NoInfer<Data>,
	{ publicUrl, canAnswer }: MailSurroundings,
): Composed {
	const [subject, blocks] = mail.write(data, (path) => publicUrl + path, canAnswer)
	return compose(subject, blocks, publicUrl)
}

/**
 * Whether mails cannot leave for now: a site for the public that has no mail server yet. They wait in the outbox, none
 * is lost, and each screen that speaks of mails says so. Elsewhere a site without one writes them to files.
 */
export function mailWaits(): boolean {
	const { production, smtpUrl } = env()
	return production && !smtpUrl
}

/** The kind of the outbox rows that are mails. */
export const MAIL_KIND = 'mail'

/** What an outbox row of a mail carries until it is sent. */
export interface MailPayload {
	to: string
	/** Name of the `Mail`, and what admins call it. */
	template: string
	title: string
	data: unknown
	isUnproven?: true
	until?: number
}

interface Outgoing<Data> {
	to: string
	mail: Mail<Data>
	data: NoInfer<Data>
	/** An instant in milliseconds: a mail that could not leave before is dropped, such as a reminder of yesterday. */
	until?: number
}

/** A mail whose feature wrote its words itself, such as one about a question (`features/notifications`). */
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
	...(mail.isUnproven ? { isUnproven: true } : {}),
	...(until === undefined ? {} : { until }),
})

/**
 * The statement that puts a mail into the outbox. It belongs into the `write` of what the mail is about: then there
 * is never a mail without its cause, nor a cause without its mail.
 * @param options.when an SQL condition; without it the mail always goes out.
 * @param options.notBefore an instant in milliseconds: it leaves then at the earliest.
 * @param options.id of the row, where the same cause may be handled twice: a known id is not written again.
 */
export function enqueueMail<Data>(
	outgoing: Outgoing<Data> | WrittenMail,
	options: { when?: SQL; id?: string; notBefore?: number } = {},
) {
	const now = Date.now()
	const payload = 'mail' in outgoing ? { to: outgoing.to, ...payloadOf(outgoing) } : outgoing
	return db().run(sql`
		insert into outbox (id, kind, payload, created_at, available_at)
		select ${options.id ?? newId()}, ${MAIL_KIND}, ${JSON.stringify(payload)}, ${now}, ${options.notBefore ?? now}
		where ${options.when ?? sql`1`}
		on conflict (id) do nothing`)
}

/** Drops mails that can no longer leave in time, and forgets what they carried. A job calls it. */
export async function dropLateMails(): Promise<void> {
	await db().run(sql`
		update outbox set state = 'done', payload = '{}'
		where kind = ${MAIL_KIND} and state in ('waiting', 'dead') and payload ->> '$.until' <= ${Date.now()}`)
}

/** As `enqueueMail`, to every one of `recipients` there is at that instant: a `select` of their `id` and `email`. */
export function enqueueMailToEach<Data>(
	outgoing: Omit<Outgoing<Data>, 'to'> & { recipients: SQLWrapper },
	options: { when?: SQL } = {},
) {
	const now = Date.now()
	return db().run(sql`
		insert into outbox (id, kind, payload, created_at, available_at)
		select ${newId()} || '-' || recipient.id, ${MAIL_KIND},
			json_set(${JSON.stringify(payloadOf(outgoing))}, '$.to', recipient.email), ${now}, ${now}
		from (${outgoing.recipients}) as recipient where ${options.when ?? sql`1`}`)
}
