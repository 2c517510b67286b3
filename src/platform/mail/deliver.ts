import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transporter } from 'nodemailer'
import { isMailAddress } from '#src/lib/mail-address.ts'
import { site } from '#src/lib/site/site.ts'
import { env, type Mailbox } from '../env/env.ts'
import { type OutboxLane, type OutboxWorker, PermanentFailure, runOutbox } from '../jobs/outbox.ts'
import { MAIL_KIND, type Mail, type MailPayload, mailWaits, renderMail, type WrittenMail } from './mail.ts'

/** Timeout for sending one email, in milliseconds. Shorter than an outbox claim. */
const SEND_TIMEOUT_MS = 45_000

// Emails have no attachments. A malicious field must not make the library read a file or URL.
const NO_FILE_ACCESS = { disableFileAccess: true, disableUrlAccess: true } as const

/** Loads nodemailer on demand, when the first email is sent. */
const loadNodemailer = async () => (await import('nodemailer')).default

const mailFolder = () => join(env().dataDir, 'outbox')

/** Each lane has a separate connection, so that a bulk mailing does not delay other emails. */
type MailLane = 'mails' | 'mailings'

const transports = new Map<MailLane, { url: string; sender: Transporter }>()

/** Timeouts of the connection to the mail server, in milliseconds. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 } as const

/** Connects to the mail server and signs in. Returns the error message if this fails. */
export async function checkMailServer(url: string): Promise<string | undefined> {
	const sender = (await loadNodemailer()).createTransport({ url, ...TIMEOUTS, ...NO_FILE_ACCESS } as object)
	try {
		await sender.verify()
		return undefined
	} catch (error) {
		return error instanceof Error ? error.message : String(error)
	} finally {
		sender.close()
	}
}

async function transportOf(url: string, lane: MailLane): Promise<Transporter> {
	const nodemailer = await loadNodemailer()
	const open = transports.get(lane)
	if (open?.url !== url) {
		open?.sender.close()
		// One persistent connection: emails are sent one at a time, so at most one is sent twice after a crash.
		const sender = nodemailer.createTransport({
			url,
			pool: true,
			maxConnections: 1,
			// The outbox retries. The library's own retries would continue after the outbox has given up.
			maxRequeues: 0,
			...TIMEOUTS,
			...NO_FILE_ACCESS,
		} as object)
		transports.set(lane, { url, sender })
		return sender
	}
	return open.sender
}

let stopping = new AbortController()

/**
 * Aborts emails in progress, for a shutdown that cannot wait any longer for an unresponsive mail server. The emails are
 * sent after the next start, with the same Message-ID.
 */
export function abortMails(): void {
	stopping.abort()
	stopping = new AbortController()
}

/** Closes the connections to the mail server. Call it only if no email is being sent. */
export function closeMail(): void {
	for (const { sender } of transports.values()) sender.close()
	transports.clear()
}

function findMail(mails: ReadonlyMap<string, Mail>, name: string): Mail {
	const mail = mails.get(name)
	if (!mail) throw new Error(`There is no email named ${name}`)
	return mail
}

/**
 * Returns sender and reply address. The name is from the settings screen, or else from the environment, or else the
 * club's name. The sender's address is always from the environment, because it depends on the mail server.
 */
function mailAddresses(): { from: Mailbox; replyTo: Mailbox | undefined } {
	const { mailFrom, mailReplyTo } = env()
	const { name: club, mailName, mailReplyTo: ownReplyTo } = site()
	const name = mailName || mailFrom.name || club
	return {
		from: { name, address: mailFrom.address },
		replyTo: ownReplyTo ? { name, address: ownReplyTo } : mailReplyTo,
	}
}

/** Returns the reply address of emails; undefined if replies are not read. */
export const replyAddress = (): string | undefined => mailAddresses().replyTo?.address

/** Maximum length of a header line that the mail library does not fold. */
const MAX_HEADER = 76

/**
 * Returns the Message-ID for an outbox row, short enough for one line: some mail servers create an invalid signature if
 * it is folded.
 */
function messageIdOf(id: string, domain: string): string {
	const messageId = `<${id}@${domain}>`
	if (`Message-ID: ${messageId}`.length <= MAX_HEADER) return messageId
	return `<${createHash('sha256').update(id).digest('hex').slice(0, 24)}@${domain}>`
}

/** Marks headers so that the mail library does not fold them: folding can break the signature of `List-Unsubscribe`. */
const unfolded = (headers: Record<string, string> = {}) =>
	Object.fromEntries(
		Object.entries(headers).map(([name, value]) => [
			name,
			// The library encodes values with other characters: an unencoded line break would start another header.
			/^[\x20-\x7e]*$/.test(value) ? { prepared: true, value } : value,
		]),
	)

/** Builds the message of an outbox row. Retries use the same Message-ID, so that duplicates can be recognized. */
function message(mails: ReadonlyMap<string, Mail>, mail: MailPayload | WrittenMail, id: string) {
	const { publicUrl } = env()
	const { from: mailFrom, replyTo: mailReplyTo } = mailAddresses()
	const context = { publicUrl, canReply: mailReplyTo !== undefined }
	const domain = mailFrom.address.slice(mailFrom.address.indexOf('@') + 1)
	return {
		...('template' in mail
			? renderMail(findMail(mails, mail.template), mail.data as never, context)
			: { subject: mail.subject, text: mail.text, html: mail.html }),
		from: mailFrom,
		...(mailReplyTo === undefined ? {} : { replyTo: mailReplyTo }),
		to: { name: '', address: mail.to },
		envelope: { from: mailFrom.address, to: [mail.to] },
		messageId: messageIdOf(id, domain),
		headers: {
			'Auto-Submitted': 'auto-generated',
			'X-Auto-Response-Suppress': 'All',
			...('template' in mail ? {} : unfolded(mail.headers)),
		},
		...NO_FILE_ACCESS,
	}
}

/** Returns whether the mail server permanently rejected the recipient. */
const isRejectedPermanently = (error: unknown) => {
	const { code, responseCode } = error as { code?: string; responseCode?: number }
	return code === 'EENVELOPE' && responseCode !== undefined && responseCode >= 550 && responseCode < 560
}

async function sendBySmtp(url: string, mail: ReturnType<typeof message>, lane: MailLane): Promise<void> {
	// The abort also closes the connection. Otherwise, an email still being sent would arrive twice after a retry.
	const timeout = AbortSignal.timeout(SEND_TIMEOUT_MS)
	const { signal: shutdown } = stopping
	try {
		await (await transportOf(url, lane)).sendMail({ ...mail, signal: AbortSignal.any([timeout, shutdown]) })
	} catch (error) {
		if (shutdown.aborted) throw new Error('The server stopped before the mail server had answered')
		if (timeout.aborted) throw new Error('The mail server took too long')
		if (isRejectedPermanently(error)) throw new PermanentFailure((error as Error).message)
		throw error
	}
}

async function writeToFile(mail: ReturnType<typeof message>, id: string): Promise<void> {
	const nodemailer = await loadNodemailer()
	const options = { streamTransport: true, buffer: true, newline: 'unix', ...NO_FILE_ACCESS } as const
	const fileTransport = nodemailer.createTransport(options)
	const { message: bytes } = await fileTransport.sendMail(mail)
	await mkdir(mailFolder(), { recursive: true, mode: 0o700 })
	const file = join(mailFolder(), `${id}.eml`)
	await writeFile(`${file}.unfinished`, bytes as Buffer, { mode: 0o600 })
	await rename(`${file}.unfinished`, file)
}

/**
 * Creates the outbox worker that sends emails, by SMTP or to files. The worker throws a `PermanentFailure` if an email
 * can never be sent. After other errors, a retry may succeed.
 * @param mails all kinds of emails that may be queued.
 */
export function createMailDelivery(mails: readonly Mail[]): OutboxWorker {
	const byName = new Map(mails.map((mail) => [mail.name, mail]))
	return async (payload, id) => {
		const mail = JSON.parse(payload) as MailPayload | WrittenMail
		// Drop an expired email, because its content is obsolete.
		if (mail.until !== undefined && mail.until <= Date.now()) return
		if ('template' in mail && !(await isCurrent(byName, mail))) return
		await send(byName, mail, id, 'mails')
	}
}

/** Returns whether an email should still be sent, according to `isCurrent` of its kind. */
async function isCurrent(mails: ReadonlyMap<string, Mail>, { template, data }: MailPayload): Promise<boolean> {
	const { isCurrent } = findMail(mails, template)
	return isCurrent === undefined || isCurrent(data as never)
}

async function send(
	mails: ReadonlyMap<string, Mail>,
	mail: MailPayload | WrittenMail,
	id: string,
	lane: MailLane,
): Promise<void> {
	if (typeof mail.to !== 'string' || !isMailAddress(mail.to))
		throw new PermanentFailure('No email can be sent to this address')
	const { smtpUrl } = env()
	// An email queued by another release may lack fields. Without this check, an empty email would be sent.
	if (!('template' in mail) && (typeof mail.subject !== 'string' || typeof mail.text !== 'string'))
		throw new Error('This release cannot read the mail')
	const built = message(mails, mail, id)
	await (smtpUrl ? sendBySmtp(smtpUrl, built, lane) : writeToFile(built, id))
}

/**
 * Sends one email of a bulk mailing on a separate connection. Throws the same errors as the mail worker.
 * @param id id of the outbox row, for the Message-ID.
 */
export const deliverToMany = (mail: WrittenMail, id: string): Promise<void> => send(new Map(), mail, id, 'mailings')

/** Returns whether an attempt failed without a response: the mail server is down, but the email may be valid. */
export const isServerDown = (error: unknown): boolean =>
	!(error instanceof PermanentFailure) && (error as { responseCode?: number }).responseCode === undefined

/** With the outbox backoff, about a day and a half: longer than most outages of mail servers. */
const MAX_ATTEMPTS = 24

/**
 * Sends all due emails, one at a time. Does nothing in production if there is no mail server: emails wait and do not
 * count as failures.
 * @param lane.withGivenUp additional statements for the write that marks an email as dead.
 * @returns the number of processed emails.
 */
export async function runMailOutbox(
	deliver: OutboxWorker,
	lane: Pick<OutboxLane, 'signal' | 'withGivenUp'> = {},
): Promise<number> {
	if (mailWaits()) return 0
	return runOutbox({ [MAIL_KIND]: deliver }, { only: [MAIL_KIND], maxAttempts: MAX_ATTEMPTS, ...lane })
}

/**
 * Returns whether emails written to files are shown without a sign-in. Only on a local machine, because the emails
 * contain links that set passwords.
 */
export function isMailFolderPublic(): boolean {
	const { production, smtpUrl, publicUrl } = env()
	return !production && !smtpUrl && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(publicUrl).hostname)
}

export async function writtenMails(): Promise<string[]> {
	const names = await readdir(mailFolder()).catch(() => [])
	return names
		.filter((name) => name.endsWith('.eml'))
		.map((name) => name.slice(0, -'.eml'.length))
		.sort()
		.reverse()
}

export async function readWrittenMail(id: string): Promise<string | undefined> {
	if (!/^[\w-]{1,100}$/.test(id)) return undefined
	return readFile(join(mailFolder(), `${id}.eml`), 'utf8').catch(() => undefined)
}
