import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transporter } from 'nodemailer'
import { isMailAddress } from '#src/lib/mail-address.ts'
import { site } from '#src/lib/site/site.ts'
import { env, type Mailbox } from '../env/env.ts'
import { type OutboxLane, type OutboxWorker, PermanentFailure, runOutbox } from '../jobs/outbox.ts'
import { MAIL_KIND, type Mail, type MailPayload, mailWaits, renderMail, type WrittenMail } from './mail.ts'

/** Longest time for one mail, in milliseconds: shorter than the outbox keeps a row for who took it. */
const SEND_MS = 45_000

// No mail of ours has attachments: whatever gets into its fields shall never make the library read a file or an address.
const CLOSED = { disableFileAccess: true, disableUrlAccess: true } as const

/** Loaded with the first mail, not at the start. */
const loadNodemailer = async () => (await import('nodemailer')).default

/** Folder of the mails of a site without a mail server. */
const mailFolder = () => join(env().dataDir, 'outbox')

/** Which way a mail takes to the mail server: a mail to many in hand must not hold up one that somebody waits for. */
type MailLane = 'mails' | 'mailings'

const transports = new Map<MailLane, { url: string; sender: Transporter }>()

async function smtp(url: string, lane: MailLane): Promise<Transporter> {
	const nodemailer = await loadNodemailer()
	const open = transports.get(lane)
	if (open?.url !== url) {
		open?.sender.close()
		// One connection, kept open: mails go one after another, so that a crash repeats at most the one in hand.
		const sender = nodemailer.createTransport({
			url,
			pool: true,
			maxConnections: 1,
			// The outbox tries again, and says why. Tries of the library's own would go on after we had given up.
			maxRequeues: 0,
			connectionTimeout: 10_000,
			greetingTimeout: 10_000,
			socketTimeout: 20_000,
			...CLOSED,
		} as object)
		transports.set(lane, { url, sender })
		return sender
	}
	return open.sender
}

let stopping = new AbortController()

/**
 * Gives up the mails that are on their way, for a stop that has waited long enough: a mail server that says nothing may
 * be waited for longer than a stop may take. They are sent after the next start, each under the Message-ID that it has.
 */
export function giveUpMails(): void {
	stopping.abort()
	stopping = new AbortController()
}

/** Closes the connections to the mail server. Call it once no mail is being sent. */
export function closeMail(): void {
	for (const { sender } of transports.values()) sender.close()
	transports.clear()
}

function findMail(mails: ReadonlyMap<string, Mail>, name: string): Mail {
	const mail = mails.get(name)
	if (!mail) throw new Error(`There is no mail ${name}`)
	return mail
}

/**
 * Sender and reply address. The name is what is set on the screen, else that of the environment, else the club's; the
 * address itself belongs to the mail server.
 */
export function mailAddresses(): { from: Mailbox; replyTo: Mailbox | undefined } {
	const { mailFrom, mailReplyTo } = env()
	const { name: club, mailName, mailReplyTo: ownReplyTo } = site()
	const name = mailName || mailFrom.name || club
	return {
		from: { name, address: mailFrom.address },
		replyTo: ownReplyTo ? { name, address: ownReplyTo } : mailReplyTo,
	}
}

/** Longest line of a header that the mail library does not fold. */
const LONGEST_HEADER = 76

/**
 * The Message-ID of an outbox row, short enough for one line: some mail servers sign a folded one so that the signature
 * does not hold.
 */
function messageIdOf(id: string, domain: string): string {
	const own = `<${id}@${domain}>`
	if (`Message-ID: ${own}`.length <= LONGEST_HEADER) return own
	return `<${createHash('sha256').update(id).digest('hex').slice(0, 24)}@${domain}>`
}

/** Headers of ours, each on one line however long it is: `List-Unsubscribe` has to be signed, and is folded otherwise. */
const unfolded = (headers: Record<string, string> = {}) =>
	Object.fromEntries(
		Object.entries(headers).map(([name, value]) => [
			name,
			// Anything but printable ASCII has to be encoded, and a line end would begin another header.
			/^[\x20-\x7e]*$/.test(value) ? { prepared: true, value } : value,
		]),
	)

/** The message of an outbox row. The same row always has the same Message-ID, so that a repetition is recognized. */
function message(mails: ReadonlyMap<string, Mail>, mail: MailPayload | WrittenMail, id: string) {
	const { publicUrl } = env()
	const { from: mailFrom, replyTo: mailReplyTo } = mailAddresses()
	const surroundings = { publicUrl, canAnswer: mailReplyTo !== undefined }
	const domain = mailFrom.address.slice(mailFrom.address.indexOf('@') + 1)
	return {
		...('template' in mail
			? renderMail(findMail(mails, mail.template), mail.data as never, surroundings)
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
		...CLOSED,
	}
}

/** The mail server refused this very recipient for good: trying again would only annoy it. */
const isRefusedForGood = (error: unknown) => {
	const { code, responseCode } = error as { code?: string; responseCode?: number }
	return code === 'EENVELOPE' && responseCode !== undefined && responseCode >= 550 && responseCode < 560
}

async function sendBySmtp(url: string, mail: ReturnType<typeof message>, lane: MailLane): Promise<void> {
	// Ends the connection too: a mail that is still on its way when it is sent again would arrive twice.
	const late = AbortSignal.timeout(SEND_MS)
	const { signal: stop } = stopping
	try {
		await (await smtp(url, lane)).sendMail({ ...mail, signal: AbortSignal.any([late, stop]) })
	} catch (error) {
		if (stop.aborted) throw new Error('This site was stopped before the mail server had answered')
		if (late.aborted) throw new Error('The mail server took too long')
		if (isRefusedForGood(error)) throw new PermanentFailure((error as Error).message)
		throw error
	}
}

async function writeToFile(mail: ReturnType<typeof message>, id: string): Promise<void> {
	const nodemailer = await loadNodemailer()
	const maker = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'unix', ...CLOSED })
	const { message: bytes } = await maker.sendMail(mail)
	await mkdir(mailFolder(), { recursive: true, mode: 0o700 })
	const file = join(mailFolder(), `${id}.eml`)
	await writeFile(`${file}.unfinished`, bytes as Buffer, { mode: 0o600 })
	await rename(`${file}.unfinished`, file)
}

/**
 * Makes the outbox worker that sends mails, by SMTP or into files. `mails` are all kinds that may wait.
 * It throws a `PermanentFailure` when a mail can never be sent; any other error when another try may work.
 */
export function createMailDelivery(mails: readonly Mail[]): OutboxWorker {
	const byName = new Map(mails.map((mail) => [mail.name, mail]))
	return async (payload, id) => {
		const mail = JSON.parse(payload) as MailPayload | WrittenMail
		// It could not leave in time, and what it says is no longer so.
		if (mail.until !== undefined && mail.until <= Date.now()) return
		if ('template' in mail && !(await isCurrent(byName, mail))) return
		await send(byName, mail, id, 'mails')
	}
}

/** Whether a mail has still to be sent, as its kind says. */
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
		throw new PermanentFailure('No mail can be sent to this address')
	const { smtpUrl } = env()
	const made = message(mails, mail, id)
	await (smtpUrl ? sendBySmtp(smtpUrl, made, lane) : writeToFile(made, id))
}

/**
 * Sends one mail of those to many, by a connection of its own. `id` is its outbox row's, and makes its Message-ID.
 * It throws as the worker of mails does.
 */
export const deliverToMany = (mail: WrittenMail, id: string): Promise<void> => send(new Map(), mail, id, 'mailings')

/** Whether a try failed without an answer of the mail server: it is away, and said nothing of this mail. */
export const isServerAway = (error: unknown): boolean =>
	!(error instanceof PermanentFailure) && (error as { responseCode?: number }).responseCode === undefined

/** With the pauses of the outbox: about a day and a half, longer than most mail servers are ever away. */
const MAX_ATTEMPTS = 24

/**
 * Sends every mail that is due, one after another. Where there is no mail server to try, none is tried: they are not
 * failures, and leave once there is one.
 * @param lane.withGivenUp what is written with a mail that is given up.
 * @returns how many were worked on.
 */
export async function runMailOutbox(
	deliver: OutboxWorker,
	lane: Pick<OutboxLane, 'signal' | 'withGivenUp'> = {},
): Promise<number> {
	if (mailWaits()) return 0
	return runOutbox({ [MAIL_KIND]: deliver }, { only: [MAIL_KIND], maxAttempts: MAX_ATTEMPTS, ...lane })
}

/**
 * Whether the mails of a site without a mail server are shown to whoever asks. Only on one's own machine: they hold
 * links that set passwords.
 */
export function showsWrittenMails(): boolean {
	const { production, smtpUrl, publicUrl } = env()
	return !production && !smtpUrl && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(publicUrl).hostname)
}

/** Names of the mails that were written to files, newest first. */
export async function writtenMails(): Promise<string[]> {
	const names = await readdir(mailFolder()).catch(() => [])
	return names
		.filter((name) => name.endsWith('.eml'))
		.map((name) => name.slice(0, -'.eml'.length))
		.sort()
		.reverse()
}

/** A mail that was written to a file, as it would have been sent; undefined when there is none. */
export async function readWrittenMail(id: string): Promise<string | undefined> {
	if (!/^[\w-]{1,100}$/.test(id)) return undefined
	return readFile(join(mailFolder(), `${id}.eml`), 'utf8').catch(() => undefined)
}
