import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { readMail } from '#src/platform/mail/read.ts'

/** An email as the recipient's server received it. */
export interface ReceivedMail {
	from: string
	to: string[]
	/** Raw header and body. */
	raw: string
	/** Decoded text part. */
	text: string
	html: string
	messageId: string
	subject: string
}

/** Returns the Message-ID, which is on a continuation line if it is long. */
const messageIdOf = (raw: string) => /^Message-ID:\s+(\S+)/im.exec(raw)?.[1] ?? ''

/** Starts a real local SMTP server. Accepts everything unless `refuse` returns an error. */
export async function startSmtp(options: { port?: number; refuse?: (to: string) => Error | undefined } = {}) {
	const mails: ReceivedMail[] = []
	let connections = 0
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ['STARTTLS', 'AUTH'],
		// By default, closing waits half a minute for connections that senders keep open.
		closeTimeout: 1,
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
			stream.on('end', async () => {
				const raw = Buffer.concat(parts).toString('utf8')
				const { mailFrom, rcptTo } = session.envelope
				const { subject, text, html } = await readMail(raw)
				const to = rcptTo.map(({ address }) => address)
				mails.push({
					from: mailFrom ? mailFrom.address : '',
					to,
					raw,
					subject,
					text,
					html,
					messageId: messageIdOf(raw),
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
		/** Emails to one address, oldest first. */
		to: (address: string) => mails.filter((mail) => mail.to.includes(address)),
		close: () => new Promise<void>((resolve) => server.close(() => resolve())),
	}
}
