import { once } from 'node:events'
import { mkdtempSync, readdirSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { db } from '#db/client.ts'
import { passwordResets } from '#db/schema/auth.ts'
import { outbox } from '#db/schema/platform/operations.ts'
import { sendDueMails } from '#src/app/mails.ts'
import { startJobs } from '#src/app/start-jobs.ts'
import { applicationRejected } from '#src/features/applications/server/mails.ts'
import { passwordReset } from '#src/features/auth/server/mails.ts'
import { countUnsentMail } from '#src/features/mail/server/service.ts'
import { readWrittenMail, writtenMails } from '#src/platform/mail/deliver.ts'
import { dropExpiredMails, enqueueMail } from '#src/platform/mail/mail.ts'
import { hashToken } from '#src/platform/tokens.ts'
import { insertAccount } from '#tests/support/api/api.ts'
import { database, dueNow, openSmtp, queue, rowOf, setUpMails, withSettings } from '#tests/support/mail-queue.ts'
import { freePort } from '#tests/support/servers/free-port.ts'

setUpMails()

describe('by SMTP', () => {
	test('an email arrives with both parts, an explicit envelope and a Message-ID, and its row is deleted', async () => {
		const smtp = await openSmtp()
		withSettings({ smtpUrl: smtp.url })
		await queue('dana@example.com', 'mail-1')
		expect(await sendDueMails()).toBe(1)
		expect(smtp.mails).toHaveLength(1)
		const [mail] = smtp.mails
		expect(mail).toMatchObject({
			from: 'hello@club.example',
			to: ['dana@example.com'],
			messageId: '<mail-1@club.example>',
			subject: 'Welcome to Second Chair',
		})
		expect(mail?.raw).toMatch(/From: Second Chair <hello@club\.example>/)
		expect(mail?.raw).toMatch(/text\/html/)
		expect(mail?.text).toContain('https://club.example/auth')
		expect(await rowOf('mail-1')).toMatchObject({ state: 'done', payload: '{}' })
	})

	test('the sender name defaults to the club', async () => {
		const smtp = await openSmtp()
		withSettings({ smtpUrl: smtp.url, mailFrom: { name: '', address: 'hello@club.example' } })
		await queue('dana@example.com')
		await sendDueMails()
		expect(smtp.mails[0]?.raw).toMatch(/^From: Second Chair <hello@club\.example>\r$/m)
	})

	test('emails share one connection', async () => {
		const smtp = await openSmtp()
		withSettings({ smtpUrl: smtp.url })
		for (let i = 0; i < 5; i++) await queue(`d${i}@example.com`)
		await sendDueMails()
		expect([smtp.mails.length, smtp.connections]).toEqual([5, 1])
	})

	test('emails wait while the server is down, and each is sent once when it is back', async () => {
		const port = await freePort()
		withSettings({ smtpUrl: `smtp://127.0.0.1:${port}` })
		for (let i = 0; i < 4; i++) await queue(`d${i}@example.com`, `mail-${i}`)
		for (let round = 1; round <= 3; round++) {
			await dueNow()
			await sendDueMails()
			expect(await rowOf('mail-0')).toMatchObject({
				state: 'waiting',
				attempts: round,
				lastError: expect.stringMatching(/ECONNREFUSED|connect/i),
			})
		}
		expect(await countUnsentMail()).toMatchObject({ failing: 4, dead: 0 })
		const smtp = await openSmtp({ port })
		await dueNow()
		await sendDueMails()
		expect(smtp.mails.map(({ to }) => to[0]).sort()).toEqual([
			'd0@example.com',
			'd1@example.com',
			'd2@example.com',
			'd3@example.com',
		])
		expect(await countUnsentMail()).toMatchObject({ failing: 0, dead: 0 })
	})

	test('a server that hangs up is tried once per run, and the outbox schedules the retry', async () => {
		let calls = 0
		const rude = createServer((socket) => {
			calls++
			socket.destroy()
		}).listen(0, '127.0.0.1')
		await once(rude, 'listening')
		withSettings({ smtpUrl: `smtp://127.0.0.1:${(rude.address() as AddressInfo).port}` })
		await queue('dana@example.com', 'mail-1')
		await sendDueMails()
		rude.close()
		expect(calls).toBe(1)
		expect(await rowOf('mail-1')).toMatchObject({
			state: 'waiting',
			attempts: 1,
			lastError: expect.stringMatching(/./),
		})
	})

	test('an unresponsive server does not delay a stop, and the email is sent after the next start', async () => {
		const silent = createServer((socket) => {
			socket.on('error', () => undefined).write('220 club.example\r\n')
		}).listen(0, '127.0.0.1')
		await once(silent, 'listening')
		withSettings({ smtpUrl: `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}` })
		const stop = startJobs({ publisher: { checkQueue: () => undefined } })
		const connected = once(silent, 'connection')
		await queue('dana@example.com', 'mail-1')
		await connected
		await stop()
		silent.close()
		expect(await rowOf('mail-1')).toMatchObject({
			state: 'waiting',
			attempts: 1,
			lastError: 'The server stopped before the mail server had answered',
		})
		const smtp = await openSmtp()
		withSettings({ smtpUrl: smtp.url })
		await dueNow()
		await sendDueMails()
		expect(smtp.to('dana@example.com').map(({ messageId }) => messageId)).toEqual(['<mail-1@club.example>'])
	})

	test('a crash between sending and marking repeats that email with the same Message-ID', async () => {
		const smtp = await openSmtp()
		withSettings({ smtpUrl: smtp.url })
		for (let i = 0; i < 3; i++) await queue(`d${i}@example.com`, `mail-${i}`)
		// Simulates the state after a kill: the first email was sent and its row is still claimed.
		const real = database.client.execute.bind(database.client)
		let crashed = false
		vi.spyOn(database.client, 'execute').mockImplementation(((statement: { sql: string }, ...rest: never[]) => {
			if (!crashed && statement.sql.startsWith('update "outbox" set "payload"')) {
				crashed = true
				return Promise.reject(new Error('killed'))
			}
			return crashed ? Promise.reject(new Error('killed')) : real(statement as never, ...rest)
		}) as typeof database.client.execute)
		await expect(sendDueMails()).rejects.toThrow()
		vi.mocked(database.client.execute).mockRestore()
		expect(smtp.mails).toHaveLength(1)
		await dueNow()
		await sendDueMails()
		const ids = smtp.mails.map(({ messageId }) => messageId)
		expect(ids).toHaveLength(4)
		expect(new Set(ids).size).toBe(3)
	})

	test('a temporary rejection is retried', async () => {
		const smtp = await openSmtp({ refuse: () => Object.assign(new Error('mailbox busy'), { responseCode: 450 }) })
		withSettings({ smtpUrl: smtp.url })
		await queue('dana@example.com', 'mail-1')
		await sendDueMails()
		expect(await rowOf('mail-1')).toMatchObject({ state: 'waiting', attempts: 1 })
	})
})

test('an email enqueued in a failed transaction does not exist', async () => {
	const { write } = await import('#db/write.ts')
	await queue('first@example.com', 'same')
	await expect(
		write(
			queue('dana@example.com', 'mail-1'),
			db()
				.insert(outbox)
				.values({ id: 'same', kind: 'x', payload: '', createdAt: new Date(), availableAt: new Date() }),
		),
	).rejects.toThrow()
	expect(await rowOf('mail-1')).toBeUndefined()
})

test('without a mail server, emails are files', async () => {
	const dataDir = mkdtempSync(join(tmpdir(), 'mails-'))
	withSettings({ smtpUrl: undefined, dataDir })
	await queue('dana@example.com', 'mail-1')
	await sendDueMails()
	expect(readdirSync(join(dataDir, 'outbox'))).toEqual(['mail-1.eml'])
	expect(await writtenMails()).toEqual(['mail-1'])
	expect(await readWrittenMail('mail-1')).toMatch(/^Subject: Welcome to Second Chair$/m)
	for (const id of ['../secret', '..', 'mail-1.eml', 'nothing']) expect(await readWrittenMail(id)).toBeUndefined()
})

test('an expired email is dropped with its data', async () => {
	const smtp = await openSmtp()
	withSettings({ smtpUrl: smtp.url })
	const dana = await insertAccount()
	const reset = async (id: string, until: number) => {
		const token = `token-${id}`
		// Only the email expires, not the link.
		const expiresAt = new Date(Date.now() + 60_000)
		await db()
			.insert(passwordResets)
			.values({ id: hashToken(token), userId: dana.id, expiresAt })
		const data = { name: 'Dana', token }
		await enqueueMail({ to: 'dana@example.com', mail: passwordReset, data, until }, { id })
	}
	await reset('late', Date.now() - 1)
	await reset('in-time', Date.now() + 60_000)
	expect(await sendDueMails()).toBe(2)
	expect(smtp.mails.map(({ text }) => /token-[\w-]+/.exec(text)?.[0])).toEqual(['token-in-time'])
	expect(await rowOf('late')).toMatchObject({ state: 'done', payload: '{}' })

	for (const [id, until] of [
		['given-up', -1],
		['still-good', 60_000],
	] as const)
		await reset(id, Date.now() + until)
	await db().update(outbox).set({ state: 'dead' }).where(eq(outbox.state, 'waiting'))
	await queue('ruth@example.com', 'without-an-end')
	await dropExpiredMails()
	expect(await rowOf('given-up')).toMatchObject({ state: 'done', payload: '{}' })
	expect(await rowOf('still-good')).toMatchObject({ state: 'dead' })
	expect(await rowOf('without-an-end')).toMatchObject({ state: 'waiting' })
})

test('the Reply-To follows the settings, and is absent if none is set', async () => {
	const smtp = await openSmtp()
	const rejected = { to: 'dana@example.com', mail: applicationRejected, data: { name: 'Dana' } }
	withSettings({ smtpUrl: smtp.url, mailReplyTo: undefined })
	await enqueueMail(rejected)
	await sendDueMails()
	withSettings({ smtpUrl: smtp.url, mailReplyTo: { name: 'Ruth Okafor', address: 'ruth@club.example' } })
	await enqueueMail(rejected)
	await sendDueMails()
	const [without, withAddress] = smtp.mails
	expect(without?.raw).not.toMatch(/^Reply-To:/im)
	expect(without?.text).not.toContain('reply to this email')
	expect(withAddress?.raw).toMatch(/^Reply-To: Ruth Okafor <ruth@club\.example>$/im)
	expect(withAddress?.text).toContain('reply to this email')
})
