import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { db } from '#db/client.ts'
import { audit } from '#db/schema/audit.ts'
import { outbox } from '#db/schema/operations.ts'
import { sendDueMails } from '#src/app/mails.ts'
import { applicationApproved, applicationRejected } from '#src/features/applications/server/mails.ts'
import { NO_RESET_MAIL, requestReset } from '#src/features/auth/password-contract.ts'
import { passwordReset } from '#src/features/auth/server/mails.ts'
import { listUnsentMail, resendMail } from '#src/features/mail/contract.ts'
import { countUnsentMail, unsentStatement } from '#src/features/mail/server/service.ts'
import { composeNotice } from '#src/features/notifications/server/compose.ts'
import { createUser } from '#src/features/users/contract.ts'
import * as settings from '#src/platform/env.ts'
import { closeMail, readWrittenMail, writtenMails } from '#src/platform/mail/deliver.ts'
import { dropLateMails, enqueueMail, MAIL_KIND } from '#src/platform/mail/mail.ts'
import { readMail } from '#src/platform/mail/read.ts'
import { runOutbox } from '#src/platform/outbox.ts'
import { callApi, insertAccount, signedIn } from '#tests/support/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts'
import { freePort } from '#tests/support/free-port.ts'
import { startSmtp } from '#tests/support/smtp.ts'

let database: TestDatabase
let smtp: Awaited<ReturnType<typeof startSmtp>> | undefined
beforeEach(async () => {
	database = await freshDatabase()
})
afterEach(async () => {
	closeMail()
	await smtp?.close()
	smtp = undefined
	await database.discard()
})

/** Settings of this test; the rest as they are. */
function use(overrides: Partial<settings.Env>) {
	const before = settings.env()
	vi.spyOn(settings, 'env').mockReturnValue({
		...before,
		publicUrl: 'https://club.example',
		mailFrom: { name: 'Second Chair', address: 'hello@club.example' },
		...overrides,
	})
}
const queue = (to: string, id?: string) =>
	enqueueMail({ to, mail: applicationApproved, data: { name: 'Dana' } }, id ? { id } : {})
const dueNow = () => db().update(outbox).set({ availableAt: new Date() }).where(eq(outbox.state, 'waiting'))
const rowOf = async (id: string) => (await db().select().from(outbox).where(eq(outbox.id, id)))[0]

describe('by SMTP', () => {
	test('a mail arrives with both parts, an explicit envelope and its own Message-ID, and is forgotten here', async () => {
		smtp = await startSmtp()
		use({ smtpUrl: smtp.url })
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

	test('mails share one connection', async () => {
		smtp = await startSmtp()
		use({ smtpUrl: smtp.url })
		for (let i = 0; i < 5; i++) await queue(`d${i}@example.com`)
		await sendDueMails()
		expect([smtp.mails.length, smtp.connections]).toEqual([5, 1])
	})

	test('while the server is away mails wait; when it is back every one is sent, once', async () => {
		const port = await freePort()
		use({ smtpUrl: `smtp://127.0.0.1:${port}` })
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
		smtp = await startSmtp({ port })
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

	test('a server that hangs up is asked once a round: the next try is the outbox’s own', async () => {
		let calls = 0
		const rude = createServer((socket) => {
			calls++
			socket.destroy()
		}).listen(0, '127.0.0.1')
		await once(rude, 'listening')
		use({ smtpUrl: `smtp://127.0.0.1:${(rude.address() as AddressInfo).port}` })
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

	test('a crash between sending and marking repeats that one mail, under the same Message-ID', async () => {
		smtp = await startSmtp()
		use({ smtpUrl: smtp.url })
		for (let i = 0; i < 3; i++) await queue(`d${i}@example.com`, `mail-${i}`)
		// What a kill leaves behind: the first mail was sent and its row is still only claimed.
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

	test('an address that the server refuses for good is given up at once, and can be sent again by an admin', async () => {
		let isOpen = false
		smtp = await startSmtp({
			refuse: () => (isOpen ? undefined : Object.assign(new Error('no such mailbox'), { responseCode: 550 })),
		})
		use({ smtpUrl: smtp.url })
		await queue('dana@example.com', 'mail-1')
		await sendDueMails()
		expect(await rowOf('mail-1')).toMatchObject({
			state: 'dead',
			attempts: 1,
			lastError: expect.stringContaining('no such mailbox'),
		})
		const admin = await signedIn(await insertAccount({ role: 'admin' }))
		const list = await callApi(listUnsentMail, { as: admin })
		expect(list.json).toMatchObject([
			{ id: 'mail-1', to: 'dana@example.com', title: 'Application approved', state: 'dead', attempts: 1 },
		])
		expect(list.header('x-total-count')).toBe('1')
		expect(list.text).not.toContain('"name"')
		isOpen = true
		expect((await callApi(resendMail, { as: admin, params: { id: 'mail-1' } })).status).toBe(204)
		const entry = { actorId: admin.userId, action: 'mail.resent', subjectName: 'dana@example.com' }
		expect(await db().select().from(audit)).toMatchObject([entry])
		await sendDueMails()
		expect(smtp.mails.map(({ messageId }) => messageId)).toEqual(['<mail-1@club.example>'])
		expect(await callApi(resendMail, { as: admin, params: { id: 'mail-1' } })).toMatchObject({ status: 404 })
		expect(await db().select().from(audit)).toHaveLength(1)
	})

	test('the audit of a mail that is sent again does not keep the title of a question', async () => {
		const admin = await signedIn(await insertAccount({ role: 'admin' }))
		const subject = 'Dana mentioned you: May I represent both brothers?'
		await enqueueMail({ to: 'dana@example.com', subject, text: '' }, { id: 'mention-1' })
		await queue('dana@example.com', 'mail-1')
		for (const id of ['mention-1', 'mail-1']) await callApi(resendMail, { as: admin, params: { id } })
		const details = (await db().select().from(audit)).map(({ detail }) => JSON.parse(detail))
		expect(details).toEqual([
			{ mail: 'About a question or coaching session' },
			{ mail: expect.stringContaining('pplication') },
		])
	})

	test('a mail that is in hand is not sent twice when an admin asks for it at that moment', async () => {
		await queue('dana@example.com', 'mail-1')
		const admin = await signedIn(await insertAccount({ role: 'admin' }))
		let sent = 0
		const send = async (_: string, id: string) => {
			if (++sent === 1) expect((await callApi(resendMail, { as: admin, params: { id } })).status).toBe(204)
		}
		await runOutbox({ [MAIL_KIND]: send }, { only: [MAIL_KIND] })
		expect(sent).toBe(1)
		expect(await rowOf('mail-1')).toMatchObject({ state: 'done', payload: '{}' })
	})

	test('a refusal for now is tried again', async () => {
		smtp = await startSmtp({ refuse: () => Object.assign(new Error('mailbox busy'), { responseCode: 450 }) })
		use({ smtpUrl: smtp.url })
		await queue('dana@example.com', 'mail-1')
		await sendDueMails()
		expect(await rowOf('mail-1')).toMatchObject({ state: 'waiting', attempts: 1 })
	})
})

test('a mail that is enqueued in a transaction that fails does not exist', async () => {
	const { write } = await import('#db/client.ts')
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

test('without a mail server mails are files', async () => {
	const dataDir = mkdtempSync(join(tmpdir(), 'mails-'))
	use({ smtpUrl: undefined, dataDir })
	await queue('dana@example.com', 'mail-1')
	await sendDueMails()
	expect(readdirSync(join(dataDir, 'outbox'))).toEqual(['mail-1.eml'])
	expect(await writtenMails()).toEqual(['mail-1'])
	expect(await readWrittenMail('mail-1')).toMatch(/^Subject: Welcome to Second Chair$/m)
	for (const id of ['../secret', '..', 'mail-1.eml', 'nothing']) expect(await readWrittenMail(id)).toBeUndefined()
})

describe('in production without a mail server', () => {
	const off = { production: true, smtpUrl: undefined }

	test('mails wait untried, are listed, and leave with the first start that has one', async () => {
		const dataDir = mkdtempSync(join(tmpdir(), 'second-chair-mail-'))
		use({ ...off, dataDir })
		await queue('dana@example.com', 'mail-1')
		for (let round = 0; round < 3; round++) expect(await sendDueMails()).toBe(0)
		expect(await rowOf('mail-1')).toMatchObject({ state: 'waiting', attempts: 0, lastError: null })
		expect(existsSync(join(dataDir, 'outbox'))).toBe(false)
		expect(await countUnsentMail()).toEqual({ waiting: 1, failing: 0, dead: 0 })
		const admin = await signedIn(await insertAccount({ role: 'admin' }))
		const listed = await callApi(listUnsentMail, { as: admin, query: { state: 'waiting' } })
		expect(listed.json).toMatchObject([{ id: 'mail-1', to: 'dana@example.com', attempts: 0 }])
		expect(await callApi(resendMail, { as: admin, params: { id: 'mail-1' } })).toMatchObject({
			status: 409,
			text: 'Mail is not set up on this server. This mail leaves by itself once it is.',
		})

		smtp = await startSmtp()
		use({ production: true, smtpUrl: smtp.url })
		expect(await sendDueMails()).toBe(1)
		expect(smtp.mails).toHaveLength(1)
		expect(await rowOf('mail-1')).toMatchObject({ state: 'done', payload: '{}' })
	})

	test('who adds a member is told that the password waits, and the member gets it later', async () => {
		use(off)
		const admin = await signedIn(await insertAccount({ role: 'admin' }))
		const body = { name: 'Dana Reyes', email: 'dana@example.com', password: 'first password of Dana' }
		const added = await callApi(createUser, { as: admin, body })
		expect(added).toMatchObject({ status: 201, json: { mailWaits: true } })
		smtp = await startSmtp()
		use({ production: true, smtpUrl: smtp.url })
		await sendDueMails()
		expect(smtp.mails[0]?.text).toContain('first password of Dana')
		const other = await callApi(createUser, { as: admin, body: { ...body, email: 'other@example.com' } })
		expect(other.json).toMatchObject({ mailWaits: false })
	})

	test('a link for a new password is not promised', async () => {
		use(off)
		const asked = await callApi(requestReset, { body: { email: 'dana@example.com' } })
		expect(asked).toMatchObject({ status: 503, text: NO_RESET_MAIL })
		expect(await db().$count(outbox)).toBe(0)
	})
})

test('a mail that can no longer leave in time is dropped, and what it carried is forgotten', async () => {
	smtp = await startSmtp()
	use({ smtpUrl: smtp.url })
	const reset = (id: string, until: number) =>
		enqueueMail(
			{ to: 'dana@example.com', mail: passwordReset, data: { name: 'Dana', token: `token-${id}` }, until },
			{ id },
		)
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
	await dropLateMails()
	expect(await rowOf('given-up')).toMatchObject({ state: 'done', payload: '{}' })
	expect(await rowOf('still-good')).toMatchObject({ state: 'dead' })
	expect(await rowOf('without-an-end')).toMatchObject({ state: 'waiting' })
})

test('answers go where the settings say, and nowhere without', async () => {
	smtp = await startSmtp()
	const rejected = { to: 'dana@example.com', mail: applicationRejected, data: { name: 'Dana' } }
	use({ smtpUrl: smtp.url, mailReplyTo: undefined })
	await enqueueMail(rejected)
	await sendDueMails()
	use({ smtpUrl: smtp.url, mailReplyTo: { name: 'Ruth Okafor', address: 'ruth@club.example' } })
	await enqueueMail(rejected)
	await sendDueMails()
	const [without, withAddress] = smtp.mails
	expect(without?.raw).not.toMatch(/^Reply-To:/im)
	expect(without?.text).not.toContain('answer this mail')
	expect(withAddress?.raw).toMatch(/^Reply-To: Ruth Okafor <ruth@club\.example>$/im)
	expect(withAddress?.text).toContain('answer this mail')
})

test('the list of unsent mails is read by an index', async () => {
	const { sql, params } = unsentStatement('dead', [5, 'x'], 50).toSQL()
	const plan = await database.client.execute({ sql: `EXPLAIN QUERY PLAN ${sql}`, args: params as string[] })
	expect(plan.rows.map((row) => String(row.detail)).join('\n')).toMatch(/SEARCH outbox USING INDEX outbox_by_state/)
})

describe('a mail that a feature wrote itself', () => {
	const stop = 'https://club.example/api/unsubscribe/a-token-of-some-length'
	const queueNotice = () => {
		const mail = composeNotice({
			to: 'dana@example.com',
			name: 'Dana',
			subject: 'Ruth mentioned you: An odd question',
			blocks: [
				{ kind: 'quote', by: 'Ruth', text: 'What would you do?\n.\nA line with only a full stop' },
				{ kind: 'button', label: 'Read it', href: 'https://club.example/questions/q1' },
			],
			unsubscribe: { token: 'a-token-of-some-length', what: 'mails about mentions' },
		})
		return enqueueMail(mail, { id: 'mention-q1-dana' })
	}
	/** Everything that a mail program goes by, whichever way the mail went. */
	async function expectNotice(raw: string): Promise<void> {
		const mail = await readMail(raw)
		const headers = raw.slice(0, raw.search(/\r?\n\r?\n/)).replaceAll(/\r?\n[ \t]+/g, ' ')
		expect(headers).toMatch(/^Subject: Ruth mentioned you: An odd question$/m)
		expect(headers).toMatch(/^Message-ID: <mention-q1-dana@club\.example>$/im)
		expect(headers).toMatch(/^From: Second Chair <hello@club\.example>$/m)
		expect(headers).toMatch(/^To: dana@example\.com$/m)
		expect(headers).toContain(`List-Unsubscribe: <${stop}>`)
		expect(headers).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
		expect(headers).toMatch(/^Auto-Submitted: auto-generated$/m)
		for (const part of [mail.text, mail.html]) {
			expect(part).toContain('https://club.example/questions/q1')
			expect(part).toContain('https://club.example/unsubscribe/a-token-of-some-length')
			expect(part).toContain('A line with only a full stop')
		}
		expect(mail.text.replaceAll('\r\n', '\n')).toContain('Ruth:\n> What would you do?\n> .\n')
	}

	test('arrives by SMTP with its text, its links and its headers', async () => {
		smtp = await startSmtp()
		use({ smtpUrl: smtp.url })
		await queueNotice()
		expect(await sendDueMails()).toBe(1)
		expect(smtp.mails[0]).toMatchObject({ from: 'hello@club.example', to: ['dana@example.com'] })
		await expectNotice(smtp.mails[0]?.raw ?? '')
		expect(await rowOf('mention-q1-dana')).toMatchObject({ state: 'done', payload: '{}' })
	})

	test('is written to a file, the same, where there is no mail server', async () => {
		const dataDir = mkdtempSync(join(tmpdir(), 'second-chair-mail-'))
		use({ smtpUrl: undefined, dataDir })
		await queueNotice()
		expect(await sendDueMails()).toBe(1)
		expect(await writtenMails()).toEqual(['mention-q1-dana'])
		await expectNotice((await readWrittenMail('mention-q1-dana')) ?? '')
	})

	test('is not queued again under the name of the same cause', async () => {
		for (let i = 0; i < 3; i++) await queueNotice()
		expect(await db().$count(outbox, eq(outbox.id, 'mention-q1-dana'))).toBe(1)
	})
})
