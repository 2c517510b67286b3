import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { categoryWatches, digestSettings, notifications } from '#db/schema/notifications.ts'
import { users } from '#db/schema/users.ts'
import { createSession } from '#src/features/coaching/contract.ts'
import { REMINDER_MS, sendReminders } from '#src/features/coaching/server/reminders.ts'
import { createComment } from '#src/features/discussion/contract.ts'
import { runMailings } from '#src/features/mailings/server/mailing-job.ts'
import { giveFeedback, type JournalEntry, saveJournal } from '#src/features/modules/journal-contract.ts'
import { updateDigest } from '#src/features/notifications/digest-contract.ts'
import { sendDigests } from '#src/features/notifications/server/digests.ts'
import { sendDiscussionMails } from '#src/features/notifications/server/discussion-mails.ts'
import { MAIL_PAUSE_MS, runFanOuts } from '#src/features/notifications/server/notify.ts'
import { sendNotices } from '#src/features/questions/server/notices.ts'
import { offerQuestions } from '#src/features/questions/server/offers.ts'
import { callApi } from '#tests/support/api/api.ts'
import { session } from '#tests/support/coaching.ts'
import { makeCourse, makeModule } from '#tests/support/courses/courses.ts'
import { deleteMails, writtenMails } from '#tests/support/mail.ts'
import { allDue, fakeMailServer, makeDraft, runAll, send } from '#tests/support/mailings.ts'
import { admin, answer, ask, categoryId, marcus, ruth, setUpNotices } from '#tests/support/notices.ts'

const DAY = 86_400_000

setUpNotices()
beforeEach(async () => {
	await setSuspension(null)
	await db().delete(notifications)
	await db().delete(digestSettings)
	await db().delete(categoryWatches)
})

const setSuspension = (suspendedUntil: Date | null) =>
	db()
		.update(users)
		.set({ suspendedUntil })
		.where(eq(users.id, ruth.userId ?? ''))

const watch = () =>
	db()
		.insert(categoryWatches)
		.values({ userId: ruth.userId ?? '', categoryId })
		.onConflictDoNothing()

async function journal() {
	const module = await makeModule(admin, (await makeCourse(admin)).id, {
		type: 'journal',
		additionalContent: JSON.stringify({ prompt: 'What went well?', guidelines: '', wordLimit: 300 }),
	})
	const id = module.id
	const entry = (await callApi(saveJournal, { as: ruth, params: { id }, body: { content: 'The first call' } }))
		.json as JournalEntry
	return { id, entryId: entry.id ?? '' }
}

interface Kind {
	/** Prepares content while the member can still take part. */
	before?: () => Promise<unknown>
	/** Causes an email to the member. */
	cause: (before: never) => Promise<unknown>
}

const mailed = async () => (await writtenMails()).filter(({ to }) => to === 'ruth@example.com').length

const kinds: [string, Kind][] = [
	['a mention', { cause: () => ask('What does @ruth say to this?', marcus) }],
	[
		'an answer to a followed question',
		{
			before: () => ask(),
			cause: async (id) => {
				await answer(id, 'An answer to it')
				await sendNotices(Date.now() + DAY)
			},
		},
	],
	[
		'a question in a watched category',
		{
			before: watch,
			cause: async () => {
				await ask('Something new, what would you do?', marcus)
				await runFanOuts()
			},
		},
	],
	[
		'a question without an answer',
		{
			cause: async () => {
				await ask('Something hard, what would you do?', marcus)
				await watch()
				await deleteMails()
				await offerQuestions(Date.now() + DAY + 60_000)
			},
		},
	],
	[
		'a reply in a course',
		{
			before: async () => {
				const { id } = await makeModule(admin, (await makeCourse(admin)).id)
				const { json } = await callApi(createComment, { as: ruth, params: { id }, body: { content: 'Who calls?' } })
				return { id, parentId: (json as { id: string }).id }
			},
			cause: async ({ id, parentId }: { id: string; parentId: string }) => {
				await callApi(createComment, { as: marcus, params: { id }, body: { content: 'I do.', parentId } })
				await sendDiscussionMails(Date.now() + MAIL_PAUSE_MS + 1)
			},
		},
	],
	[
		'feedback on a journal',
		{
			before: journal,
			cause: ({ id, entryId }: { id: string; entryId: string }) =>
				callApi(giveFeedback, { as: admin, params: { id, entryId }, body: { instructorFeedback: 'Well done' } }),
		},
	],
	[
		'the reminder of a session',
		{
			cause: async () => {
				const scheduledAt = Date.now() + 2 * REMINDER_MS
				await callApi(createSession, { as: admin, body: session({ scheduledAt: new Date(scheduledAt).toISOString() }) })
				await sendReminders(scheduledAt - REMINDER_MS)
			},
		},
	],
]

test.each(kinds)('%s is not mailed to a suspended member, but is afterwards', async (_, { before, cause }) => {
	const happens = async (until: Date) => {
		await setSuspension(null)
		const given = await before?.()
		await setSuspension(until)
		await deleteMails()
		await cause(given as never)
		return mailed()
	}
	expect(await happens(new Date(Date.now() + 30 * DAY))).toBe(0)
	expect(await happens(new Date(Date.now() - 1))).toBe(1)
})

test('a digest is delayed until the end of a suspension, and then covers that time', async () => {
	await callApi(updateDigest, { as: ruth, body: { every: 'day', weekday: 1, timeZone: 'America/New_York' } })
	const id = await ask()
	const [{ nextAt } = { nextAt: new Date() }] = await db().select().from(digestSettings)
	const due = nextAt.getTime()
	await setSuspension(new Date(due + DAY))
	await answer(id, 'An answer to it')
	await deleteMails()
	await sendDigests(due)
	expect(await mailed()).toBe(0)
	await sendDigests(due + DAY)
	const [mail] = await writtenMails()
	expect(mail?.text).toContain('Marcus answered your question “A question to follow”')
})

test('a mailing skips suspended members, even those suspended after its start', async () => {
	const { mails, deliver } = fakeMailServer()
	await setSuspension(new Date(Date.now() + DAY))
	await send(admin, await makeDraft(admin))
	await runAll(deliver)
	await setSuspension(null)
	const draft = await makeDraft(admin, { subject: 'Second' })
	await send(admin, draft)
	await runMailings()
	await setSuspension(new Date(Date.now() + DAY))
	await allDue()
	await runAll(deliver)
	expect(mails.map(({ to }) => to)).toContain('marcus@example.com')
	expect(mails.map(({ to }) => to)).not.toContain('ruth@example.com')
	await setSuspension(null)
	await send(admin, await makeDraft(admin, { subject: 'Third' }))
	await runAll(deliver)
	expect(mails.filter(({ to }) => to === 'ruth@example.com').map(({ subject }) => subject)).toEqual(['Third'])
})
