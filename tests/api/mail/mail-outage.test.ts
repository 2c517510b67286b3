import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { type Database, db, openDatabase, useDatabase } from '#db/client.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { outbox } from '#db/schema/platform/operations.ts'
import { type UserRow, users } from '#db/schema/users.ts'
import { sendDueMails } from '#src/app/mails.ts'
import { apply, decideApplication } from '#src/features/applications/contract.ts'
import { applicationApproved } from '#src/features/applications/server/mails.ts'
import { login } from '#src/features/auth/contract.ts'
import { changePassword, requestReset, resetPassword } from '#src/features/auth/password-contract.ts'
import { createUser } from '#src/features/users/contract.ts'
import type { Contract } from '#src/lib/api/contract.ts'
import * as settings from '#src/platform/env/env.ts'
import { closeMail } from '#src/platform/mail/deliver.ts'
import { enqueueMail } from '#src/platform/mail/mail.ts'
import { callApi, insertAccount, type Principal, signedIn } from '#tests/support/api/api.ts'
import { freshDatabase } from '#tests/support/api/database.ts'
import { freshAnswer } from '#tests/support/captcha.ts'
import { makeResetMails } from '#tests/support/mail.ts'
import { commandOf } from '#tests/support/servers/command.ts'
import { freePort } from '#tests/support/servers/free-port.ts'
import { startSmtp } from '#tests/support/servers/smtp.ts'

let smtp: Awaited<ReturnType<typeof startSmtp>> | undefined
afterEach(async () => {
	closeMail()
	await smtp?.close()
	smtp = undefined
})

const openRows = () => db().select().from(outbox).where(eq(outbox.state, 'waiting'))
/** Makes waiting retries and claimed emails of dead processes due, as if time had passed. */
const makeAllDue = () => db().update(outbox).set({ availableAt: new Date() }).where(eq(outbox.state, 'waiting'))

test('an unavailable mail server blocks no request of a journey, and every email is sent once it is back', async () => {
	const database = await freshDatabase()
	onTestFinished(() => database.discard())
	const port = await freePort()
	vi.spyOn(settings, 'env').mockReturnValue({
		...settings.env(),
		smtpUrl: `smtp://127.0.0.1:${port}`,
		publicUrl: 'https://club.example',
		mailFrom: { name: '', address: 'hello@club.example' },
	})
	const admin = await signedIn(await insertAccount({ role: 'admin', email: 'admin@club.example' }))
	/** Runs a step of the journey, then tries every due email without success. */
	async function step(contract: Contract, status: number, body: object, as?: Principal, params = {}) {
		const reply = await callApi(contract, { body, params, ...(as ? { as } : {}) })
		expect(reply.status, reply.text).toBe(status)
		await makeResetMails()
		await sendDueMails()
	}
	const form = (name: string, email: string) => ({
		name,
		email,
		password: 'oak table by the window',
		confirmPassword: 'oak table by the window',
		phoneNumber: '+1 555 010 2030',
		membershipGoals: 'A colleague to ask before I file.',
	})
	const applyAs = async (name: string, email: string) =>
		step(apply, 201, { ...form(name, email), recaptchaToken: await freshAnswer() })
	const personOf = async (email: string) =>
		(await db().select().from(users).where(eq(users.emailKey, email)))[0] as UserRow
	const decide = async (email: string, action: string) =>
		step(decideApplication, 200, { action }, admin, { userId: (await personOf(email)).id })

	await applyAs('Dana Whitfield', 'dana@example.com')
	await applyAs('Tomas Keller', 'tomas@example.com')
	await applyAs('Dana Again', 'dana@example.com')
	await decide('dana@example.com', 'approve')
	await decide('tomas@example.com', 'reject')
	await step(login, 200, { email: 'dana@example.com', password: 'oak table by the window' })
	const dana = await signedIn(await personOf('dana@example.com'))
	const passwords = { currentPassword: 'oak table by the window', newPassword: 'brass lamp on the left' }
	await step(changePassword, 204, passwords, dana)
	await step(requestReset, 204, { email: 'dana@example.com' })
	const account = { name: 'Imani Brooks', email: 'imani@example.com', role: 'regular', password: 'a first password' }
	await step(createUser, 201, account, admin)
	const waiting = await openRows()
	expect(waiting).toHaveLength(10)
	expect(
		waiting.every(({ attempts, lastError }) => attempts > 0 && /ECONNREFUSED|connect/i.test(lastError ?? '')),
	).toBe(true)

	smtp = await startSmtp({ port })
	await makeAllDue()
	await sendDueMails()
	expect(await openRows()).toEqual([])
	expect(smtp.mails.map(({ to, subject }) => `${to[0]}: ${subject}`).sort()).toEqual([
		'admin@club.example: A new membership application',
		'admin@club.example: A new membership application',
		'dana@example.com: Set a new password',
		'dana@example.com: We already have your application',
		'dana@example.com: We received your application',
		'dana@example.com: Welcome to Second Chair',
		'dana@example.com: Your password was changed',
		'imani@example.com: Your account at Second Chair',
		'tomas@example.com: About your application',
		'tomas@example.com: We received your application',
	])
	// The delayed link still works.
	const token = /reset-password\S*[#?=]([\w-]{20,})/.exec(
		smtp
			.to('dana@example.com')
			.filter(({ subject }) => subject === 'Set a new password')
			.map(({ text }) => text)
			.join(),
	)?.[1]
	await step(resetPassword, 204, { token, newPassword: 'second lamp on the right' })
})

let folder: string
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'second-chair-mail-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Opens the test's file in this process for `look` only, because only one process may have it open. */
async function withDatabase<T>(look: (database: Database) => Promise<T>): Promise<T> {
	const opened = await openDatabase({ url: `file:${join(folder, 'mails.db')}` })
	await migrateDatabase(opened)
	useDatabase(opened)
	try {
		return await look(opened)
	} finally {
		useDatabase(undefined)
		await opened.close()
	}
}

/** Runs a sender and kills it once `killAfter` emails were accepted, if given. @returns the unmarked email */
async function runSender(smtpUrl: string, killAfter?: number): Promise<string> {
	const words = [join(folder, 'mails.db'), ...(killAfter === undefined ? [] : [String(killAfter)])]
	const args = commandOf('tests/support/servers/mail-sender.ts', ...words)
	const env = { ...process.env, SMTP_URL: smtpUrl, MAIL_FROM: 'hello@club.example', DATA_DIR: folder }
	const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
	let said = ''
	child.stdout.setEncoding('utf8').on('data', (part: string) => {
		said += part
		if (said.endsWith('\n')) child.kill('SIGKILL')
	})
	const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
	expect([code, signal]).toEqual(killAfter === undefined ? [0, null] : [null, 'SIGKILL'])
	return said.trim()
}

test('kill -9 between sending and marking, twice, loses no email and repeats only the unmarked one', {
	timeout: 60_000,
}, async () => {
	smtp = await startSmtp()
	const { url, mails } = smtp
	const ids = Array.from({ length: 6 }, (_, i) => `mail-${i}`)
	await withDatabase(async () => {
		for (const id of ids)
			await enqueueMail({ to: `${id}@example.com`, mail: applicationApproved, data: { name: 'Dana' } }, { id })
	})
	const unfinished: string[] = []
	for (const killAfter of [1, 3]) {
		const before = mails.length
		unfinished.push(await runSender(url, killAfter))
		expect(mails).toHaveLength(before + killAfter)
		await withDatabase(async () => {
			const left = await openRows()
			expect(left.map(({ id }) => id)).toContain(unfinished.at(-1))
			// Emails sent before the last one were marked in time, and no unsent email is marked.
			const sent = new Set(mails.map(({ to }) => to[0]))
			expect(left.filter(({ id }) => sent.has(`${id}@example.com`)).map(({ id }) => id)).toEqual([unfinished.at(-1)])
			await makeAllDue()
		})
	}
	await runSender(url)
	await withDatabase(async () => expect(await openRows()).toEqual([]))
	const received = mails.map(({ messageId }) => messageId.slice(1, messageId.indexOf('@')))
	expect(received.toSorted()).toEqual([...ids, ...unfinished].toSorted())
	expect(new Set(unfinished).size).toBe(2)
})
