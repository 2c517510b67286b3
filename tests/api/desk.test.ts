import { expect, test } from 'vitest'
import { db, write } from '#db/client.ts'
import { outbox } from '#db/schema/operations.ts'
import { countWaiting } from '#src/app/desk/waiting.ts'
import { decideApplication } from '#src/features/applications/contract.ts'
import { getWaiting } from '#src/features/desk/contract.ts'
import { giveFeedback, type JournalEntry, saveJournal } from '#src/features/modules/journal-contract.ts'
import { callApi, insertAccount } from '#tests/support/api.ts'
import { as, journal, setUpLearning } from '#tests/support/learning.ts'
import { queue, withSettings } from '#tests/support/mail-queue.ts'

setUpLearning()

const waiting = async () =>
	((await callApi(getWaiting, { as: as.admin })).json as { waiting: Record<string, number> }).waiting

test('what waits is counted by section, and is less once it is done', async () => {
	const before = await waiting()
	const applicant = await insertAccount({ status: 'inactive', applicationStatus: 'pending' })
	const entry = (await callApi(saveJournal, { as: as.member, params: { id: journal.id }, body: { content: 'mine' } }))
		.json as JournalEntry
	expect(await waiting()).toEqual({
		...before,
		'/admin/applications': (before['/admin/applications'] ?? 0) + 1,
		'/admin/journal': 1,
	})
	await callApi(decideApplication, {
		as: as.admin,
		params: { userId: applicant.id },
		body: { action: 'reject' },
	})
	await callApi(giveFeedback, {
		as: as.admin,
		params: { id: journal.id, entryId: entry.id },
		body: { instructorFeedback: 'Well put.' },
	})
	expect(await waiting()).toMatchObject({
		'/admin/applications': before['/admin/applications'],
		'/admin/journal': 0,
	})
})

test('mails wait for somebody when they were given up or fail; without a mail server, all of them', async () => {
	await db().delete(outbox)
	await write(...[queue('new@example.com', 'new')].flat(), ...[queue('failed@example.com', 'failed')].flat())
	expect((await waiting())['/admin/mail']).toBe(0)
	await db().update(outbox).set({ attempts: 2, lastError: 'no answer' })
	expect((await waiting())['/admin/mail']).toBe(2)
	await db().update(outbox).set({ attempts: 0, lastError: null })
	withSettings({ production: true, smtpUrl: undefined })
	// Not by a call: in production the cookie of a sign-in has another name.
	expect((await countWaiting())['/admin/mail']).toBe(2)
})
