import { describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { unsubscribeTokens } from '#db/schema/notifications.ts'
import { users } from '#db/schema/users.ts'
import { deleteSession, updateSession } from '#src/features/coaching/contract.ts'
import { REMINDER_MS, sendReminders } from '#src/features/coaching/server/reminders.ts'
import { updatePreferences } from '#src/features/notifications/contract.ts'
import { callApi } from '#tests/support/api/api.ts'
import { admin, create, DAY, HOUR, member, session, setUpCoaching } from '#tests/support/coaching.ts'
import { deleteMails, writtenMails } from '#tests/support/mail.ts'

setUpCoaching()

describe('reminders', () => {
	const start = Date.now() + 30 * DAY
	const scheduledAt = new Date(start).toISOString()
	const recipients = async () => (await writtenMails()).map(({ to }) => to).sort()
	const everybody = ['admin@example.com', 'dana@example.com', 'tomas@example.com']

	test('go to all active members once, a day before', async () => {
		await create({ scheduledAt: '2026-12-03T19:00:00Z', title: 'The December call' })
		const at = Date.parse('2026-12-03T19:00:00Z') - REMINDER_MS
		await sendReminders(at - 1)
		expect(await recipients()).toEqual([])
		await Promise.all([sendReminders(at), sendReminders(at + 1000)])
		await sendReminders(at + HOUR)
		expect(await recipients()).toEqual(everybody)
		const [mail] = await writtenMails()
		expect(mail?.subject).toBe('Coaching soon: The December call')
		expect(mail?.text).toContain('December 3rd, 2026 at 2:00 PM ET')
		expect(mail?.headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
	})

	test('skip members who turned them off', async () => {
		await callApi(updatePreferences, { as: member, body: { mentions: true, comments: true, reminders: false } })
		await create({ scheduledAt })
		await sendReminders(start - HOUR)
		expect(await recipients()).toEqual(['admin@example.com', 'tomas@example.com'])
		await callApi(updatePreferences, { as: member, body: { mentions: true, comments: true, reminders: true } })
	})

	test('skip deleted and past sessions, and are sent again for a moved session', async () => {
		const deleted = await create({ scheduledAt })
		await callApi(deleteSession, { as: admin, params: { id: deleted.id } })
		const { id } = await create({ scheduledAt })
		await sendReminders(start + 1)
		expect(await recipients()).toEqual([])
		await sendReminders(start - HOUR)
		expect(await recipients()).toEqual(everybody)
		await deleteMails()
		const moved = start + 5 * DAY
		await callApi(updateSession, {
			as: admin,
			params: { id },
			body: session({ scheduledAt: new Date(moved).toISOString() }),
		})
		await sendReminders(start - HOUR)
		expect(await recipients()).toEqual([])
		await sendReminders(moved - HOUR)
		expect(await recipients()).toEqual(everybody)
	})

	test('are canceled once, for their recipients, when a session is deleted or moved to another day', async () => {
		await db().delete(unsubscribeTokens)
		const deleted = await create({ scheduledAt, title: 'Deleted' })
		const moved = await create({ scheduledAt, title: 'Moved' })
		await create({ scheduledAt, title: 'Stays' })
		await callApi(updatePreferences, { as: member, body: { mentions: true, comments: true, reminders: false } })
		await sendReminders(start - HOUR)
		await callApi(updatePreferences, { as: member, body: { mentions: true, comments: true, reminders: true } })
		await callApi(deleteSession, { as: admin, params: { id: deleted.id } })
		const later = '2036-01-15T19:00:00.000Z'
		await callApi(updateSession, { as: admin, params: { id: moved.id }, body: { scheduledAt: later } })
		await Promise.all([sendReminders(start - HOUR + 60_000), sendReminders(start - HOUR + 61_000)])
		await sendReminders(start - HOUR + 120_000)
		const corrections = (await writtenMails()).filter(({ subject }) => !subject.startsWith('Coaching soon'))
		expect(corrections.map(({ to, subject }) => `${to} ${subject}`).sort()).toEqual([
			'admin@example.com Coaching cancelled: Deleted',
			'admin@example.com Coaching moved: Moved',
			'tomas@example.com Coaching cancelled: Deleted',
			'tomas@example.com Coaching moved: Moved',
		])
		// A token exists only if an email contains it.
		const tokens = await db().select({ userId: unsubscribeTokens.userId }).from(unsubscribeTokens)
		expect(tokens.map(({ userId }) => userId)).not.toContain(member.userId)
		const textOf = (word: string) => corrections.find(({ subject }) => subject.includes(word))?.text
		expect(textOf('cancelled')).toContain('is cancelled')
		expect(textOf('moved')).toContain('is now on January 15th, 2036 at 2:00 PM ET')

		// The moved session gets a reminder at its new time. A session without a reminder gets no cancellation.
		await deleteMails()
		const neverReminded = await create({ scheduledAt: '2036-01-15T20:00:00Z' })
		await callApi(deleteSession, { as: admin, params: { id: neverReminded.id } })
		await sendReminders(Date.parse(later) - HOUR)
		expect((await writtenMails()).map(({ subject }) => subject)).toEqual(Array(3).fill('Coaching soon: Moved'))
	})

	test('reach more members than one batch, each once', async () => {
		const now = new Date()
		await db()
			.insert(users)
			.values(
				Array.from({ length: 250 }, (_, i) => ({
					id: `bulk${String(i).padStart(4, '0')}`,
					name: `Bulk ${i}`,
					username: `bulk${i}`,
					email: `bulk${i}@example.com`,
					emailKey: `bulk${i}@example.com`,
					passwordHash: 'x',
					role: 'user' as const,
					status: 'active' as const,
					createdAt: now,
					updatedAt: now,
				})),
			)
		await create({ scheduledAt })
		await sendReminders(start - HOUR)
		const all = await recipients()
		expect([all.length, new Set(all).size]).toEqual([253, 253])
	})
})
