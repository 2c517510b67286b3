import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import {
	pendingNotices,
	questionCategories,
	questionComments,
	questionFollows,
	questions,
	unsubscribeTokens,
	users,
} from '#db/schema/index.ts'
import { getPreferences, unsubscribe, updatePreferences } from '#src/features/notifications/contract.ts'
import { composeNotice } from '#src/features/notifications/server/compose.ts'
import { describeToken } from '#src/features/notifications/server/service.ts'
import {
	createComment,
	createQuestion,
	followQuestion,
	getQuestion,
	lockQuestion,
	type Question,
	type QuestionComment,
	updateComment,
	updateQuestion,
} from '#src/features/questions/contract.ts'
import { MAIL_PAUSE_MS, sendNotices } from '#src/features/questions/server/notices.ts'
import { newId } from '#src/lib/ids.ts'
import { callApi, insertAccount, type Principal, signedIn, visitor } from '#tests/support/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts'
import { clearMails, type WaitingMail, writtenMails } from '#tests/support/mails.ts'

let database: TestDatabase
let admin: Principal
let ruth: Principal
let marcus: Principal
let ines: Principal
const categoryId = newId()

beforeAll(async () => {
	database = await freshDatabase()
	admin = await signedIn(await insertAccount({ role: 'admin' }))
	ruth = await signedIn(await insertAccount({ name: 'Ruth', username: 'ruth', email: 'ruth@example.com' }))
	marcus = await signedIn(await insertAccount({ name: 'Marcus', username: 'marcus.o', email: 'marcus@example.com' }))
	ines = await signedIn(await insertAccount({ name: 'Ines', username: 'ines', email: 'ines@example.com' }))
	await insertAccount({ name: 'Gone', username: 'gone', email: 'gone@example.com', status: 'inactive' })
	await db().insert(questionCategories).values({ id: categoryId, name: 'General', slug: 'general', position: 0 })
})
afterAll(() => database.discard())
beforeEach(async () => {
	await db().delete(questions)
	await db().delete(unsubscribeTokens)
	await clearMails()
	for (const as of [ruth, marcus, ines])
		await callApi(updatePreferences, { as, body: { mentions: true, comments: true, reminders: true } })
})

async function ask(text = 'What would you do about this, please?', as = ruth): Promise<string> {
	const reply = await callApi(createQuestion, { as, body: { title: 'A question to follow', body: text, categoryId } })
	expect(reply.status, reply.text).toBe(201)
	return (reply.json as { id: string }).id
}

async function answer(id: string, text: string, as = marcus): Promise<QuestionComment> {
	const reply = await callApi(createComment, { as, params: { id }, body: { body: text } })
	expect(reply.status, reply.text).toBe(201)
	return reply.json as QuestionComment
}

const read = async (id: string, as: Principal) => (await callApi(getQuestion, { as, params: { id } })).json as Question
const recipients = async () => (await writtenMails()).map(({ to }) => to).sort()
const tokenOf = (mail: WaitingMail | undefined) =>
	/unsubscribe\/([\w-]+)>/.exec(mail?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? ''

describe('a mention', () => {
	test('is mailed once, with a link to the question, and shown as one', async () => {
		const id = await ask('Has @marcus.o or @Marcus.O tried this? And @marcus.o. Thanks')
		const [mail, ...more] = await writtenMails()
		expect(more).toEqual([])
		expect(mail).toMatchObject({ to: 'marcus@example.com', subject: 'Ruth mentioned you: A question to follow' })
		expect(mail?.text).toContain(`/questions/${id}`)
		expect(mail?.html).toContain(`/questions/${id}"`)
		expect(mail?.id).toMatch(/^mention-[\w-]+$/)
		expect((await read(id, ines)).mentions).toEqual(['marcus.o'])
	})

	test.each([
		['a stranger', '@nobody.here'],
		['oneself', '@ruth'],
		['an inactive member', '@gone'],
		['an address', 'marcus@ines.example or x@marcus.o'],
	])('of %s mails nobody', async (_, text) => {
		const id = await ask(`I would like to hear from ${text} please`)
		expect(await recipients()).toEqual([])
		expect((await read(id, marcus)).mentions).toEqual([])
	})

	test('is mailed once per post: edits bring only those who are new', async () => {
		const id = await ask('What does @marcus.o think about this one?')
		const body = 'What do @marcus.o and @ines think about this one?'
		const edit = () =>
			callApi(updateQuestion, { as: ruth, params: { id }, body: { title: 'A question to follow', body, categoryId } })
		await Promise.all([edit(), edit(), edit()])
		expect(await recipients()).toEqual(['ines@example.com', 'marcus@example.com'])
		const { id: commentId } = await answer(id, 'I think @ines knows', marcus)
		await callApi(updateComment, { as: marcus, params: { id, commentId }, body: { body: 'I think @ines knows it' } })
		expect(await recipients()).toEqual(['ines@example.com', 'ines@example.com', 'marcus@example.com'])
	})

	test('in a post that was refused mails nobody', async () => {
		const id = await ask()
		await callApi(lockQuestion, { as: admin, params: { id }, body: { isLocked: true } })
		await callApi(createComment, { as: marcus, params: { id }, body: { body: 'Too late for @ines' } })
		await callApi(createQuestion, {
			as: ruth,
			body: { title: 'A question to follow', body: 'Asked of @ines in no category', categoryId: 'nobody' },
		})
		expect(await recipients()).toEqual([])
	})

	test('is not mailed to who does not want it, by preference or by muting', async () => {
		await callApi(updatePreferences, { as: ines, body: { mentions: false, comments: true, reminders: true } })
		const id = await ask('What do @ines and @marcus.o think of it?')
		await callApi(followQuestion, { as: marcus, params: { id }, body: { state: 'muted' } })
		await clearMails()
		await answer(id, 'And again @marcus.o and @ines', ruth)
		expect(await recipients()).toEqual([])
	})

	test('reaches ten members at the most', async () => {
		const names = Array.from({ length: 12 }, (_, i) => `crowd${i}`)
		await Promise.all(
			names.map((username) => insertAccount({ name: username, username, email: `${username}@example.com` })),
		)
		await ask(`Everybody: ${names.map((name) => `@${name}`).join(' ')}`)
		expect(await recipients()).toHaveLength(10)
		const id = await ask('What does nobody say about this yet?')
		const edit = (calls: string[]) => {
			const body = `Everybody, by and by: ${calls.map((name) => `@${name}`).join(' ')}`
			return callApi(updateQuestion, {
				as: ruth,
				params: { id },
				body: { title: 'A question to follow', body, categoryId },
			})
		}
		for (const name of names) expect((await edit([name])).status).toBe(204)
		expect(await recipients()).toHaveLength(20)
		for (const username of names) await db().delete(users).where(eq(users.username, username))
	})

	test('is mailed ten times an hour at the most to one member by another; the rest is only shown', async () => {
		const id = await ask()
		const call = () => answer(id, 'What do you say, @ines?', marcus)
		for (let times = 0; times < 6; times++) await call()
		for (let times = 0; times < 6; times++) await ask('What do you say to this, @ines?', marcus)
		expect((await call()).mentions).toEqual(['ines'])
		expect(await recipients()).toEqual(Array(10).fill('ines@example.com'))
		await answer(id, 'And I ask @ines too', admin)
		expect(await recipients()).toHaveLength(11)
		await db()
			.update(questionComments)
			.set({ createdAt: new Date(Date.now() - 61 * 60_000) })
		await call()
		expect(await recipients()).toHaveLength(12)
	})
})

describe('followers', () => {
	test('get one mail for what is new, then nothing for a few minutes, then one for all that came', async () => {
		const id = await ask()
		const now = Date.now()
		await answer(id, 'The first answer')
		await answer(id, 'The second answer', ines)
		await sendNotices(now)
		const [mail, ...more] = await writtenMails()
		expect(more).toEqual([])
		expect(mail).toMatchObject({ to: 'ruth@example.com', subject: '2 new comments: A question to follow' })
		expect(mail?.text).toMatch(/Marcus:\n> The first answer.*Ines:\n> The second answer/s)
		await clearMails()
		await answer(id, 'The third answer')
		await sendNotices(now + MAIL_PAUSE_MS - 1000)
		expect(await recipients()).toEqual([])
		await answer(id, 'The fourth answer')
		await sendNotices(now + MAIL_PAUSE_MS)
		expect((await writtenMails()).map(({ subject }) => subject)).toEqual(['2 new comments: A question to follow'])
		await sendNotices(now + 10 * MAIL_PAUSE_MS)
		expect(await recipients()).toEqual(['ruth@example.com'])
		expect(await db().$count(pendingNotices)).toBe(0)
	})

	test('are not told of their own comments, nor twice when they are mentioned', async () => {
		const id = await ask()
		await callApi(followQuestion, { as: ines, params: { id }, body: { state: 'following' } })
		await answer(id, 'I found out myself', ruth)
		await answer(id, 'Well done @ines', ruth)
		await clearMails()
		await sendNotices()
		const mails = await writtenMails()
		expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
			['ines@example.com', '1 new comment: A question to follow'],
		])
	})

	test('who stopped, muted, opted out or were deactivated meanwhile get nothing', async () => {
		const id = await ask()
		for (const as of [ines, marcus]) await callApi(followQuestion, { as, params: { id }, body: { state: 'following' } })
		await answer(id, 'Something new', admin)
		await callApi(followQuestion, { as: ines, params: { id }, body: { state: 'none' } })
		await callApi(followQuestion, { as: marcus, params: { id }, body: { state: 'muted' } })
		await callApi(updatePreferences, { as: ruth, body: { mentions: true, comments: false, reminders: true } })
		await sendNotices()
		expect(await recipients()).toEqual([])
		expect(await db().$count(pendingNotices)).toBe(0)
	})

	test('are mailed once although two rounds run at the same time', async () => {
		const id = await ask()
		await answer(id, 'Something new')
		await Promise.all([sendNotices(), sendNotices(), sendNotices()])
		expect(await recipients()).toEqual(['ruth@example.com'])
	})

	test('change only their own state, of a question that is there', async () => {
		const id = await ask()
		await callApi(followQuestion, { as: marcus, params: { id }, body: { state: 'muted' } })
		expect((await read(id, ruth)).follow).toBe('following')
		expect((await read(id, marcus)).follow).toBe('muted')
		expect(
			(await callApi(followQuestion, { as: marcus, params: { id: 'nobody' }, body: { state: 'following' } })).status,
		).toBe(404)
		expect((await callApi(followQuestion, { as: marcus, params: { id }, body: { state: 'everything' } })).status).toBe(
			400,
		)
	})

	test('lose nothing of what they wait for when the comment is deleted before', async () => {
		const id = await ask()
		await answer(id, 'Something new')
		await db().delete(questions)
		await sendNotices()
		expect(await recipients()).toEqual([])
	})
})

describe('the link in a mail', () => {
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

	test('mutes one question, signed out, by one click of the mail program', async () => {
		const id = await ask()
		await answer(id, 'Something new')
		await sendNotices()
		const [mail] = await writtenMails()
		expect(mail?.headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
		const token = tokenOf(mail)
		expect(await describeToken(token)).toBe('mails about “A question to follow”')
		const reply = await oneClick(token)
		expect([reply.status, reply.text]).toEqual([200, 'You will get no more mails about “A question to follow”'])
		expect((await read(id, ruth)).follow).toBe('muted')
		expect((await oneClick(token)).status).toBe(200)
	})

	test('to mentions switches those off, from the page', async () => {
		await ask('What does @ines think about this one?')
		const reply = await callApi(unsubscribe, {
			as: visitor(),
			params: { token: tokenOf((await writtenMails())[0]) },
			body: {},
		})
		expect(reply.json).toEqual({ what: 'mails about mentions' })
		expect((await callApi(getPreferences, { as: ines })).json).toEqual({
			mentions: false,
			comments: true,
			reminders: true,
		})
		expect((await callApi(getPreferences, { as: ruth })).json).toEqual({
			mentions: true,
			comments: true,
			reminders: true,
		})
	})

	test('is stored as a hash, the same in each mail, and another one opens nothing', async () => {
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

	test('does not serve another person’s session: without it, a call needs a token like any other', async () => {
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

	test('goes with the account', async () => {
		const account = await insertAccount({ username: 'leaver' })
		await ask('What does @leaver think about this one?')
		await db().delete(users).where(eq(users.id, account.id))
		expect(await describeToken(tokenOf((await writtenMails())[0]))).toBeUndefined()
		expect(await db().select().from(questionFollows).where(eq(questionFollows.userId, account.id))).toEqual([])
	})
})

test('what members type cannot add a header or markup to a mail', () => {
	const mail = composeNotice({
		to: 'a@example.com',
		name: 'A\r\nBcc: b@example.com',
		subject: 'Hello\r\nBcc: b@example.com',
		blocks: [
			{ kind: 'quote', by: '<b>', text: '<script>alert(1)</script>' },
			{ kind: 'button', label: 'Read', href: 'https://club.example/?a=1&b="' },
		],
		unsubscribe: { token: 't', what: 'mails' },
	})
	expect(mail.subject).toBe('Hello Bcc: b@example.com')
	expect(mail.html).not.toMatch(/<script>|<b>|Bcc: b@example\.com\r?\n/)
	expect(mail.text.split('\n')).not.toContain('Bcc: b@example.com')
	expect(mail.html).toContain('&lt;script&gt;')
	expect(mail.html).toContain('href="https://club.example/?a=1&amp;b=&quot;"')
})
