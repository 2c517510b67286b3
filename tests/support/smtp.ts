import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A mail as the server of the recipient got it. */
export interface ReceivedMail {
	from: string
	to: string[]
	/** Header and body as they came. */
	raw: string
	/** The text part, decoded. */
	text: string
	messageId: string
	subject: string
}

const header = (raw: string, name: string) =>
	new RegExp(`^${name}: (.*(?:\\r?\\n[ \\t].*)*)`, 'im').exec(raw)?.[1]?.replaceAll(/\r?\n[ \t]+/g, ' ') ?? ''

const decodeQuoted = (text: string) =>
	Buffer.from(
		text.replaceAll(/=\r?\n/g, '').replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
		'latin1',
	).toString('utf8')

/** The text part of a mail, decoded. */
export function textOf(raw: string): string {
	const part = /Content-Type: text\/plain[^]*?\r?\n\r?\n([^]*?)\r?\n--/i.exec(raw)
	const body = part?.[1] ?? ''
	if (/base64/i.test(part?.[0].slice(0, part[0].indexOf(body)) ?? '')) return Buffer.from(body, 'base64').toString('utf8')
	return /quoted-printable/i.test(part?.[0] ?? '') ? decodeQuoted(body) : body
}

/** A real SMTP server on this machine. It takes everything unless `refuse` says otherwise. */
export async function startSmtp(options: { port?: number; refuse?: (to: string) => Error | undefined } = {}) {
	const mails: ReceivedMail[] = []
	let connections = 0
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ['STARTTLS', 'AUTH'],
		onConnect(_session, done) {
			connections++
			done()
		},
		onRcptTo(address, _session, done) {
			done(options.refuse?.(address.address))
		},
		onData(stream, session, done) {
			const parts: Buffer[] = []
			stream.on('data', (part: Buffer) => void parts.push(part))
			stream.on('end', () => {
				const raw = Buffer.concat(parts).toString('utf8')
				const { mailFrom, rcptTo } = session.envelope
				mails.push({
					from: mailFrom ? mailFrom.address : '',
					to: rcptTo.map(({ address }) => address),
					raw,
					text: textOf(raw),
					messageId: header(raw, 'Message-ID'),
					subject: header(raw, 'Subject'),
				})
				done()
			})
		},
	})
	server.on('error', () => undefined)
	const listening = server.listen(options.port ?? 0, '127.0.0.1')
	if (!listening.listening) await once(listening, 'listening')
	const { port } = listening.address() as AddressInfo
	return {
		mails,
		port,
		url: `smtp://127.0.0.1:${port}`,
		get connections() {
			return connections
		},
		/** The mails to one address, oldest first. */
		to: (address: string) => mails.filter((mail) => mail.to.includes(address)),
		close: () => new Promise<void>((resolve) => server.close(() => resolve())),
	}
}
