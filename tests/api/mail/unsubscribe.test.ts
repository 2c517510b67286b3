import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { DatabaseUnavailableError } from '#db/errors.ts'
import { unsubscribeTokens } from '#db/schema/notifications.ts'
import { questionFollows } from '#db/schema/questions.ts'
import { users } from '#db/schema/users.ts'
import { callers } from '#src/app/endpoints.ts'
import { getPreferences, openUnsubscribe, unsubscribe } from '#src/features/notifications/contract.ts'
import { withOneClick } from '#src/features/notifications/server/one-click.ts'
import { describeToken } from '#src/features/notifications/server/service.ts'
import { sendNotices } from '#src/features/questions/server/notices.ts'
import type { ApiRequest } from '#src/platform/http/api-types.ts'
import { callApi, insertAccount, visitor } from '#tests/support/api/api.ts'
import { writtenMails } from '#tests/support/mail.ts'
import { answer, ask, ines, marcus, read, ruth, setUpNotices, tokenOf } from '#tests/support/notices.ts'

setUpNotices()

describe('the link in an email', () => {
	const oneClick = (token: string) =>
		callApi(unsubscribe, {
			as: { userId: undefined, cookie: '', csrf: '' },
			params: { token },
			rawBody: 'List-Unsubscribe=One-Click',
			headers: {
				'content-type': 'application/x-www-form-urlencoded',
				'x-xsrf-token': undefined,
				origin: 'https://mail.example',
			},
		})

	test("mutes one question by the email client's one click, without a sign-in", async () => {
		const id = await ask()
		await answer(id, 'Something new')
		await sendNotices()
		const [mail] = await writtenMails()
		expect(mail?.headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
		const token = tokenOf(mail)
		expect(await describeToken(token)).toBe('emails about “A question to follow”')
		const reply = await oneClick(token)
		expect([reply.status, reply.text]).toEqual([200, 'You will no longer get emails about “A question to follow”'])
		expect((await read(id, ruth)).follow).toBe('muted')
		expect((await oneClick(token)).status).toBe(200)
	})

	test('opens a confirmation page in a browser and changes nothing', async () => {
		const id = await ask('What does @ines think about this one?')
		const token = tokenOf((await writtenMails())[0])
		const reply = await callApi(openUnsubscribe, { as: visitor(), params: { token } })
		expect([reply.status, reply.header('location')]).toEqual([302, `http://localhost:4321/unsubscribe/${token}`])
		expect((await read(id, ines)).follow).toBe('none')
		expect((await callApi(getPreferences, { as: ines })).json).toMatchObject({ mentions: true })
	})

	test('answers with a request to retry while the database is busy', async () => {
		const busy = () => Promise.reject(new DatabaseUnavailableError('busy'))
		const route = { contract: unsubscribe, serve: () => ({ contract: unsubscribe, execute: busy }) }
		const endpoint = withOneClick(route, busy).serve(callers)
		const reply = await endpoint.execute({
			params: { token: 'x' },
			header: () => 'application/x-www-form-urlencoded',
			readBody: async () => new TextEncoder().encode('List-Unsubscribe=One-Click'),
		} as unknown as ApiRequest)
		expect([reply.status, reply.body]).toEqual([503, 'The service is busy. Please try again in a moment.'])
		expect(reply.headers).toContainEqual(['Retry-After', '2'])
	})

	test('for mentions turns them off from the page', async () => {
		await ask('What does @ines think about this one?')
		const reply = await callApi(unsubscribe, {
			as: visitor(),
			params: { token: tokenOf((await writtenMails())[0]) },
			body: {},
		})
		expect(reply.json).toEqual({ what: 'emails about mentions' })
		expect((await callApi(getPreferences, { as: ines })).json).toEqual({
			mentions: false,
			comments: true,
			reminders: true,
			feedback: true,
			news: true,
			offers: true,
			deadlines: true,
			quotes: 'lines',
		})
		expect((await callApi(getPreferences, { as: ruth })).json).toEqual({
			mentions: true,
			comments: true,
			reminders: true,
			feedback: true,
			news: true,
			offers: true,
			deadlines: true,
			quotes: 'lines',
		})
	})

	test('is stored as a hash, is the same in each email, and no other token works', async () => {
		const id = await ask('What does @ines think about this one?')
		await answer(id, 'Yes, what does @ines think?')
		const tokens = (await writtenMails()).map(tokenOf)
		expect(tokens[0]).toMatch(/^[\w-]{43}$/)
		expect(new Set(tokens).size).toBe(1)
		const rows = await db().select().from(unsubscribeTokens)
		expect(rows).toHaveLength(1)
		expect(JSON.stringify(rows)).not.toContain(tokens[0])
		for (const token of ['x', `${tokens[0]?.slice(0, -1)}_`, rows[0]?.tokenHash ?? '']) {
			expect((await oneClick(token)).status).toBe(404)
			expect((await callApi(unsubscribe, { params: { token }, body: {} })).status).toBe(404)
			expect(await describeToken(token)).toBeUndefined()
		}
	})

	test('gives no access to another person’s session, and other calls still need a token', async () => {
		await ask('What does @ines think about this one?')
		const token = tokenOf((await writtenMails())[0])
		const reply = await callApi(unsubscribe, {
			as: marcus,
			params: { token },
			body: {},
			headers: { 'x-xsrf-token': 'x' },
		})
		expect(reply.status).toBe(403)
	})

	test('is deleted with the account', async () => {
		const account = await insertAccount({ username: 'leaver' })
		await ask('What does @leaver think about this one?')
		await db().delete(users).where(eq(users.id, account.id))
		expect(await describeToken(tokenOf((await writtenMails())[0]))).toBeUndefined()
		expect(await db().select().from(questionFollows).where(eq(questionFollows.userId, account.id))).toEqual([])
	})
})
