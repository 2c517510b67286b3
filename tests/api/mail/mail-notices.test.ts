import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { outbox } from '#db/schema/platform/operations.ts'
import { sendDueMails } from '#src/app/mails.ts'
import { composeNotice } from '#src/features/notifications/server/compose.ts'
import { readWrittenMail, writtenMails } from '#src/platform/mail/deliver.ts'
import { enqueueMail } from '#src/platform/mail/mail.ts'
import { readMail } from '#src/platform/mail/read.ts'
import { openSmtp, rowOf, setUpMails, withSettings } from '#tests/support/mail-queue.ts'

setUpMails()

describe('an email composed by a feature', () => {
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
			unsubscribe: { token: 'a-token-of-some-length', what: 'emails about mentions' },
		})
		return enqueueMail(mail, { id: 'mention-q1-dana' })
	}
	test('has long headers on one line, because a mail server may have to sign them', async () => {
		const smtp = await openSmtp()
		withSettings({ smtpUrl: smtp.url })
		const token = 't'.repeat(60)
		const mail = composeNotice({
			...{ to: 'dana@example.com', name: 'Dana', subject: 'Ruth mentioned you', blocks: [] },
			unsubscribe: { token, what: 'emails about mentions' },
		})
		await enqueueMail(mail, { id: `invitation-${'i'.repeat(20)}-4999-${'u'.repeat(20)}` })
		await sendDueMails()
		const raw = smtp.mails[0]?.raw ?? ''
		expect(raw).toContain(`\nList-Unsubscribe: <https://club.example/api/unsubscribe/${token}>\r\n`)
		expect(raw).toMatch(/\nMessage-ID: <\w{24}@club\.example>\r\n/)
	})

	/** Checks all headers that mail clients use, for either transport. */
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
		const smtp = await openSmtp()
		withSettings({ smtpUrl: smtp.url })
		await queueNotice()
		expect(await sendDueMails()).toBe(1)
		expect(smtp.mails[0]).toMatchObject({ from: 'hello@club.example', to: ['dana@example.com'] })
		await expectNotice(smtp.mails[0]?.raw ?? '')
		expect(await rowOf('mention-q1-dana')).toMatchObject({ state: 'done', payload: '{}' })
	})

	test('is written to a file unchanged without a mail server', async () => {
		const dataDir = mkdtempSync(join(tmpdir(), 'second-chair-mail-'))
		withSettings({ smtpUrl: undefined, dataDir })
		await queueNotice()
		expect(await sendDueMails()).toBe(1)
		expect(await writtenMails()).toEqual(['mention-q1-dana'])
		await expectNotice((await readWrittenMail('mention-q1-dana')) ?? '')
	})

	test('is not queued twice for the same cause', async () => {
		for (let i = 0; i < 3; i++) await queueNotice()
		expect(await db().$count(outbox, eq(outbox.id, 'mention-q1-dana'))).toBe(1)
	})
})
