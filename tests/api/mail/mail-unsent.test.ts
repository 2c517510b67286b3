import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { audit } from '#db/schema/audit.ts'
import { outbox } from '#db/schema/platform/operations.ts'
import { sendDueMails } from '#src/app/mails.ts'
import { NO_RESET_MAIL, requestReset } from '#src/features/auth/password-contract.ts'
import { listUnsentMail, resendMail } from '#src/features/mail/contract.ts'
import { countUnsentMail, unsentStatement } from '#src/features/mail/server/service.ts'
import { createUser } from '#src/features/users/contract.ts'
import { runOutbox } from '#src/platform/jobs/outbox.ts'
import { enqueueMail, MAIL_KIND } from '#src/platform/mail/mail.ts'
import { callApi, insertAccount, signedIn } from '#tests/support/api/api.ts'
import { planOf } from '#tests/support/api/plans.ts'
import { openSmtp, queue, rowOf, setUpMails, withSettings } from '#tests/support/mail-queue.ts'

setUpMails()

test('a permanently rejected address is undeliverable immediately, and an admin can resend', async () => {
	let isOpen = false
	const smtp = await openSmtp({
		refuse: () => (isOpen ? undefined : Object.assign(new Error('no such mailbox'), { responseCode: 550 })),
	})
	withSettings({ smtpUrl: smtp.url })
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

test("the audit of a resent email does not contain a question's title", async () => {
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

test('an email being sent is not sent twice when an admin resends it', async () => {
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

describe('in production without a mail server', () => {
	const off = { production: true, smtpUrl: undefined }

	test('emails wait without a try, are listed, and are sent after the first start with a mail server', async () => {
		const dataDir = mkdtempSync(join(tmpdir(), 'second-chair-mail-'))
		withSettings({ ...off, dataDir })
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
			text: 'No mail server is connected. This email goes out once there is one.',
		})

		const smtp = await openSmtp()
		withSettings({ production: true, smtpUrl: smtp.url })
		expect(await sendDueMails()).toBe(1)
		expect(smtp.mails).toHaveLength(1)
		expect(await rowOf('mail-1')).toMatchObject({ state: 'done', payload: '{}' })
	})

	test('adding a member reports that the password email waits, and sends it later', async () => {
		withSettings(off)
		const admin = await signedIn(await insertAccount({ role: 'admin' }))
		const body = { name: 'Dana Reyes', email: 'dana@example.com', password: 'first password of Dana' }
		const added = await callApi(createUser, { as: admin, body })
		expect(added).toMatchObject({ status: 201, json: { mailWaits: true } })
		const smtp = await openSmtp()
		withSettings({ production: true, smtpUrl: smtp.url })
		await sendDueMails()
		expect(smtp.mails[0]?.text).toContain('first password of Dana')
		const other = await callApi(createUser, { as: admin, body: { ...body, email: 'other@example.com' } })
		expect(other.json).toMatchObject({ mailWaits: false })
	})

	test('a request for a password link is refused', async () => {
		withSettings(off)
		const asked = await callApi(requestReset, { body: { email: 'dana@example.com' } })
		expect(asked).toMatchObject({ status: 503, text: NO_RESET_MAIL })
		expect(await db().$count(outbox)).toBe(0)
	})
})

test('the list of unsent emails uses an index', async () => {
	const plan = await planOf(unsentStatement('dead', [5, 'x'], 50))
	expect(plan.join('\n')).toMatch(/SEARCH outbox USING INDEX outbox_by_state/)
})
