import { expect, test } from 'vitest'
import { createSession } from '#src/features/coaching/contract.ts'
import { REMINDER_MS, sendReminders } from '#src/features/coaching/server/reminders.ts'
import { countAudience } from '#src/features/mailings/contract.ts'
import { STANDINGS } from '#src/lib/dues/standing.ts'
import { setSite } from '#src/lib/site/site.ts'
import { callApi } from '#tests/support/api/api.ts'
import { admin, memberIn, setUpDues } from '#tests/support/dues.ts'
import { deleteMails, writtenMails } from '#tests/support/mail.ts'

setUpDues()

const HOUR = 60 * 60_000

test('reminders and mailings are sent to members in good standing, and to all while dues are off', async () => {
	const members = new Map<string, string>()
	for (const standing of STANDINGS) members.set((await memberIn(standing)).email, standing)
	const start = Date.now() + 20 * HOUR
	const body = {
		...{ title: 'The call', description: '', scheduledAt: new Date(start).toISOString() },
		...{ zoomLink: 'https://zoom.us/j/1', timeZone: 'UTC', durationMinutes: 60 },
	}
	const count = async () => (await callApi(countAudience, { as: admin, query: { audience: 'all' } })).json
	const remindedStandings = async () => {
		await deleteMails()
		expect((await callApi(createSession, { as: admin, body })).status).toBe(201)
		await sendReminders(start - REMINDER_MS + HOUR)
		return (await writtenMails()).flatMap(({ to }) => members.get(to) ?? []).sort()
	}
	expect(await remindedStandings()).toEqual(['complimentary', 'current', 'due', 'grace', 'trial'])
	expect(await count()).toEqual({ count: 6, unsubscribed: 0 })
	setSite({})
	expect(await remindedStandings()).toHaveLength(STANDINGS.length)
	expect(await count()).toEqual({ count: STANDINGS.length + 1, unsubscribed: 0 })
})
