import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { audit } from '#db/schema/audit.ts'
import { outbox } from '#db/schema/platform/operations.ts'
import { sendDueMails } from '#src/app/mails.ts'
import { composeNotice } from '#src/features/notifications/server/compose.ts'
import { sendTestMail, updateSettings } from '#src/features/settings/contract.ts'
import { setSite } from '#src/lib/site/site.ts'
import { env } from '#src/platform/env/env.ts'
import { callApi, createPrincipals, type Principal, type PrincipalName } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'
import { openSmtp, withSettings } from '#tests/support/mail-queue.ts'

let database: TestDatabase
let as: Record<PrincipalName, Principal>
beforeEach(async () => {
	database = await freshDatabase()
	as = await createPrincipals()
	setSite({})
})
afterEach(async () => {
	setSite({})
	await database.discard()
})

const save = (body: object, headers = {}) => callApi(updateSettings, { as: as.admin, body, headers })

describe('emails', () => {
	// The callers’ cookies are valid only for this URL.
	const { publicUrl } = env()

	test('use the name, tagline, sender, reply address and colors at the time of sending', async () => {
		const smtp = await openSmtp()
		withSettings({ smtpUrl: smtp.url, mailReplyTo: undefined, publicUrl })
		const sent = await callApi(sendTestMail, { as: as.admin, body: {} })
		await save({
			name: 'Bench',
			tagline: 'Never alone',
			mailName: 'Ruth of Bench',
			mailReplyTo: 'office@bench.example',
			primary: '#6e1f2b',
		})
		await sendDueMails()
		const [mail] = smtp.mails
		expect(mail?.to).toEqual([(sent.json as { to: string }).to])
		expect(mail?.subject).toBe('A test email from Bench')
		expect(mail?.raw).toMatch(/From: Ruth of Bench <hello@club\.example>/)
		expect(mail?.raw).toMatch(/Reply-To: Ruth of Bench <office@bench\.example>/)
		expect(mail?.text).toContain('Bench: Never alone')
		expect(mail?.raw).toContain('#6e1f2b')
	})

	test('have the postal address if they have an unsubscribe link', async () => {
		const smtp = await openSmtp()
		withSettings({ smtpUrl: smtp.url, publicUrl })
		await save({ postalAddress: ' Bench\n12 Court Street ' })
		const unsubscribe = { token: 'a', what: 'emails with news' }
		const notice = composeNotice({ to: 'a@b.example', name: 'Ada', subject: 'News', blocks: [], unsubscribe })
		expect(notice.text).toContain('/unsubscribe/a\nBench\n12 Court Street\n')
		await callApi(sendTestMail, { as: as.admin, body: {} })
		await sendDueMails()
		expect(smtp.mails.map(({ text }) => text.includes('12 Court Street'))).toEqual([false])
	})

	test('a test email goes only to its admin and is audited; without a mail server it is refused', async () => {
		const smtp = await openSmtp()
		withSettings({ smtpUrl: smtp.url, publicUrl })
		const reply = await callApi(sendTestMail, { as: as.admin, body: { to: 'other@club.example' } })
		const rows = await db().select().from(outbox)
		expect(rows.map(({ payload }) => JSON.parse(payload).to)).toEqual([(reply.json as { to: string }).to])
		expect((await db().select().from(audit)).map(({ action }) => action)).toEqual(['mail.tested'])
		withSettings({ production: true, smtpUrl: undefined, publicUrl })
		const rejected = await callApi(sendTestMail, { as: as.admin, body: {} })
		expect([rejected.status, rejected.text]).toEqual([409, expect.stringMatching(/^No mail server is connected/)])
		expect(await db().select().from(outbox)).toHaveLength(1)
	})
})
