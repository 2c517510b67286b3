import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { unsubscribeTokens } from '#db/schema/notifications.ts'
import { pendingNotices, questionComments, questions } from '#db/schema/questions.ts'
import { users } from '#db/schema/users.ts'
import { updatePreferences } from '#src/features/notifications/contract.ts'
import {
	createComment,
	createQuestion,
	type FollowState,
	followQuestion,
	lockQuestion,
	updateComment,
	updateQuestion,
} from '#src/features/questions/contract.ts'
import { MAIL_PAUSE_MS, sendNotices } from '#src/features/questions/server/notices.ts'
import { callApi, insertAccount, type Principal } from '#tests/support/api/api.ts'
import { deleteMails, writtenMails } from '#tests/support/mail.ts'
import {
	admin,
	answer,
	ask,
	categoryId,
	ines,
	marcus,
	read,
	recipients,
	ruth,
	setUpNotices,
} from '#tests/support/notices.ts'

setUpNotices()

describe('a mention', () => {
	test('is mailed once with a link to the question, and rendered as a mention', async () => {
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
	])('of %s mails no one', async (_, text) => {
		const id = await ask(`I would like to hear from ${text} please`)
		expect(await recipients()).toEqual([])
		expect((await read(id, marcus)).mentions).toEqual([])
	})

	test('in a comment links to it, and never splits an emoji', async () => {
		const id = await ask()
		const { id: commentId } = await answer(id, `@ines ${'a'.repeat(293)}😀😀`)
		const [mail] = (await writtenMails()).filter(({ to }) => to === 'ines@example.com')
		expect(mail?.text).toContain(`/questions/${id}#comment-${commentId}`)
		expect(mail?.text).toContain(`${'a'.repeat(293)}😀…`)
	})

	test('is mailed once per post: edits mail only new mentions', async () => {
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

	test('cannot forge text: a title is one line', async () => {
		const title = 'Who knows?\r\n\r\nYour account is locked:\u0085https://evil.example'
		await callApi(createQuestion, { as: ruth, body: { title, body: 'I would like to ask @ines', categoryId } })
		const [mail] = await writtenMails()
		expect(mail?.text).toContain('in “Who knows? Your account is locked: https://evil.example”.')
	})

	test('in a rejected post mails no one', async () => {
		const id = await ask()
		await callApi(lockQuestion, { as: admin, params: { id }, body: { isLocked: true } })
		await callApi(createComment, { as: marcus, params: { id }, body: { body: 'Too late for @ines' } })
		await callApi(createQuestion, {
			as: ruth,
			body: { title: 'A question to follow', body: 'Asked of @ines in no category', categoryId: 'nobody' },
		})
		expect(await recipients()).toEqual([])
	})

	test('is not mailed after an opt-out or a mute', async () => {
		await callApi(updatePreferences, { as: ines, body: { mentions: false, comments: true, reminders: true } })
		const id = await ask('What do @ines and @marcus.o think of it?')
		await callApi(followQuestion, { as: marcus, params: { id }, body: { state: 'muted' } })
		await deleteMails()
		await answer(id, 'And again @marcus.o and @ines', ruth)
		expect(await recipients()).toEqual([])
	})

	test('reaches at most ten members', async () => {
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

	test('is mailed at most ten times an hour between two members; further mentions are only shown', async () => {
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

const follow = async (id: string, as: Principal, state: FollowState) =>
	expect((await callApi(followQuestion, { as, params: { id }, body: { state } })).status).toBe(204)

describe('followers', () => {
	test('include commenters, unless they opted out', async () => {
		const id = await ask()
		await follow(id, admin, 'none')
		await follow(id, ines, 'muted')
		expect((await read(id, marcus)).follow).toBe('none')
		for (const as of [marcus, admin, ines, marcus]) await answer(id, 'Something new', as)
		for (const [as, state] of [
			[ruth, 'following'],
			[marcus, 'following'],
			[admin, 'none'],
			[ines, 'muted'],
		] as const)
			expect((await read(id, as)).follow).toBe(state)
		await sendNotices()
		expect((await recipients()).sort()).toEqual(['marcus@example.com', 'ruth@example.com'])
		// An explicit opt-out persists even if the member comments again.
		await follow(id, marcus, 'none')
		await answer(id, 'One more thing', marcus)
		expect((await read(id, marcus)).follow).toBe('none')
	})

	test('do not include commenters whom a locked question rejected', async () => {
		const id = await ask()
		await callApi(lockQuestion, { as: admin, params: { id }, body: { isLocked: true } })
		await callApi(createComment, { as: marcus, params: { id }, body: { body: 'Something new' } })
		expect((await read(id, marcus)).follow).toBe('none')
	})

	test('get one email, then none for a few minutes, then one for all new comments', async () => {
		const id = await ask()
		const now = Date.now()
		// Otherwise their answers would make them followers, who get emails about each other.
		for (const as of [ines, marcus]) await follow(id, as, 'none')
		await answer(id, 'The first answer')
		await answer(id, 'The second answer', ines)
		await sendNotices(now)
		const [mail, ...more] = await writtenMails()
		expect(more).toEqual([])
		expect(mail).toMatchObject({ to: 'ruth@example.com', subject: '2 new comments: A question to follow' })
		expect(mail?.text).toMatch(/Marcus:\n> The first answer.*Ines:\n> The second answer/s)
		await deleteMails()
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

	test('are not mailed about their own comments, and not twice if mentioned', async () => {
		const id = await ask()
		await callApi(followQuestion, { as: ines, params: { id }, body: { state: 'following' } })
		await answer(id, 'I found out myself', ruth)
		await answer(id, 'Well done @ines', ruth)
		await deleteMails()
		await sendNotices()
		const mails = await writtenMails()
		expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
			['ines@example.com', '1 new comment: A question to follow'],
		])
	})

	test('get nothing after an opt-out, a mute or a deactivation', async () => {
		const id = await ask()
		for (const as of [ines, marcus]) await callApi(followQuestion, { as, params: { id }, body: { state: 'following' } })
		await answer(id, 'Something new', admin)
		await callApi(followQuestion, { as: ines, params: { id }, body: { state: 'none' } })
		await callApi(followQuestion, { as: marcus, params: { id }, body: { state: 'muted' } })
		await callApi(updatePreferences, { as: ruth, body: { mentions: true, comments: false, reminders: true } })
		await sendNotices()
		expect(await recipients()).toEqual([])
		expect(await db().$count(unsubscribeTokens)).toBe(0)
		expect(await db().$count(pendingNotices)).toBe(0)
	})

	test('are mailed once by two concurrent runs', async () => {
		const id = await ask()
		await answer(id, 'Something new')
		await Promise.all([sendNotices(), sendNotices(), sendNotices()])
		expect(await recipients()).toEqual(['ruth@example.com'])
	})

	test('change only their own state, and only of an existing question', async () => {
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

	test('get no mail when the question is deleted first', async () => {
		const id = await ask()
		await answer(id, 'Something new')
		await db().delete(questions)
		await sendNotices()
		expect(await recipients()).toEqual([])
	})
})
