import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { outbox } from '#db/schema/platform/operations.ts'
import { settings } from '#db/schema/settings.ts'
import { users } from '#db/schema/users.ts'
import { mails } from '#src/app/mails.ts'
import {
	getInvitation,
	previewInvitation,
	testInvitation,
	updateInvitation,
} from '#src/features/auth/invitation-contract.ts'
import { createImport, inviteUser } from '#src/features/users/import-contract.ts'
import { sendPasswordLink } from '#src/features/users/member-contract.ts'
import { runImports } from '#src/features/users/server/import-job.ts'
import { type Mail, renderMail } from '#src/platform/mail/mail.ts'
import { callApi, insertAccount, type Principal, signedIn } from '#tests/support/api/api.ts'
import { actionsDone, admin, setUpMembers } from '#tests/support/members.ts'

setUpMembers()

const WORDS = { subject: 'Our circle has moved', opening: 'From Monday on\nwe meet here.', closing: 'See you. Ruth' }
const save = (body: object) => callApi(updateInvitation, { as: admin, body })

/** Returns all queued emails as they will be sent. */
async function renderedMails() {
	const rows = await db().select().from(outbox)
	return rows.map(({ payload }) => {
		const { template, data, to } = JSON.parse(payload)
		const mail = mails.find(({ name }) => name === template) as Mail
		return { to, ...renderMail(mail, data as never, { publicUrl: 'https://club.example', canReply: true }) }
	})
}

describe('the text of invitations', () => {
	test('is saved with a version', async () => {
		expect((await callApi(getInvitation, { as: admin })).json).toEqual({
			...{ subject: '', opening: '', closing: '', version: 0 },
		})
		expect((await save(WORDS)).json).toEqual({ ...WORDS, version: 1 })
		const reply = await save({ ...WORDS, subject: 'Another', version: 0 })
		expect([reply.status, reply.text]).toEqual([409, updateInvitation.errors.changed[1]])
		expect((await callApi(getInvitation, { as: admin })).json).toEqual({ ...WORDS, version: 1 })
		expect(await actionsDone()).toEqual(['invitation.changed'])
	})

	test('is escaped and follows the greeting in each invitation', async () => {
		await save({ ...WORDS, closing: '<b>See you</b>' })
		await callApi(inviteUser, { as: admin, body: { name: 'Tomas Keller', email: 'tomas@keller.example' } })
		await callApi(createImport, { as: admin, rawBody: 'Name,Email\nInes Vidal,ines@vidal.example\n' })
		await runImports(new AbortController().signal)
		const sent = await renderedMails()
		expect(sent.map(({ to }) => to)).toEqual(['tomas@keller.example', 'ines@vidal.example'])
		for (const { subject, text, html } of sent) {
			expect(subject).toBe(WORDS.subject)
			expect(text).toMatch(/Hello .+,\n\nFrom Monday on\nwe meet here\.\n\n<b>See you<\/b>\n\nChoose a password/)
			expect(html).toContain('&lt;b&gt;See you')
			expect(text).not.toContain('invites you')
		}
	})

	test('can be previewed and sent to oneself before it is saved, without a working link', async () => {
		const preview = (await callApi(previewInvitation, { as: admin, body: WORDS })).json as {
			subject: string
			text: string
		}
		expect(preview.subject).toBe(WORDS.subject)
		expect(preview.text).toContain('Hello Ruth Adeyemi,')
		expect((await callApi(testInvitation, { as: admin, body: WORDS })).json).toEqual({ to: 'ruth@club.example' })
		const [mail, ...others] = await renderedMails()
		expect(others).toEqual([])
		expect(mail?.text).toContain(WORDS.opening)
		expect(mail?.text).not.toContain('/reset-password')
		expect((await callApi(getInvitation, { as: admin })).json).toMatchObject({ version: 0 })
	})

	test('is ignored if it is damaged', async () => {
		await save(WORDS)
		await db()
			.update(settings)
			.set({ value: { subject: 7, opening: 'x'.repeat(2_000) } })
			.where(eq(settings.key, 'invitation'))
		expect((await callApi(getInvitation, { as: admin })).json).toMatchObject({ subject: '', opening: '', closing: '' })
	})

	test.each([
		[{ ...WORDS, subject: 'x'.repeat(151) }, 'The subject must be at most 150 characters'],
		[{ ...WORDS, closing: 'x'.repeat(1_001) }, 'A paragraph must be at most 1,000 characters'],
	])('is rejected if it is too long', async (body, text) => {
		expect(await save(body)).toMatchObject({ status: 400, text })
	})
})

test('no invitation names Administrator as its sender', async () => {
	const unnamed: Principal = await signedIn(await insertAccount({ role: 'admin', name: 'Administrator' }))
	await callApi(inviteUser, { as: unnamed, body: { name: 'Tomas Keller', email: 'tomas@keller.example' } })
	const [mail] = await renderedMails()
	expect(mail?.text).toContain('Second Chair invites you to join Second Chair.')
	expect(mail?.text).not.toContain('Administrator')
})

test('first and repeated invitations explain the role to an invited admin, but not to a member', async () => {
	const invite = (role: 'admin' | 'user', email: string) =>
		callApi(inviteUser, { as: admin, body: { name: 'Tomas Keller', email, role } })
	await invite('user', 'member@keller.example')
	const { id } = (await invite('admin', 'tomas@keller.example')).json as { id: string }
	await callApi(sendPasswordLink, { as: admin, params: { id } })
	const asAdmin = 'You join as an admin: you help run the club and can see its members’ data.\n\nChoose a password'
	expect((await renderedMails()).map(({ to, text }) => [to, text.includes(asAdmin)])).toEqual([
		['member@keller.example', false],
		['tomas@keller.example', true],
		['tomas@keller.example', true],
	])
})

test.each([
	['active', {}, inviteUser.errors.member],
	['invited', { status: 'inactive', invitedAt: new Date() }, inviteUser.errors.invited],
	['applied', { status: 'inactive', applicationStatus: 'pending' }, inviteUser.errors.applied],
	['rejected', { status: 'inactive', applicationStatus: 'rejected' }, inviteUser.errors.rejected],
	['deactivated', { status: 'inactive' }, inviteUser.errors.deactivated],
] as const)('an invitation of a person (%s) is refused and sends nothing', async (_, change, [status, text]) => {
	const { id } = await insertAccount({ email: 'known@list.example' })
	if (Object.keys(change).length > 0) await db().update(users).set(change).where(eq(users.id, id))
	const reply = await callApi(inviteUser, { as: admin, body: { name: 'Known Person', email: 'KNOWN@list.example' } })
	expect([reply.status, reply.text]).toEqual([status, text])
	expect(await renderedMails()).toEqual([])
})
