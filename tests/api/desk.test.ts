import { expect, test } from 'vitest'
import { db, write } from '#db/client.ts'
import { outbox } from '#db/schema/operations.ts'
import { countWaiting } from '#src/app/desk/waiting.ts'
import { decideApplication } from '#src/features/applications/contract.ts'
import { getWaiting, type HitsOfKind, search } from '#src/features/desk/contract.ts'
import { giveFeedback, type JournalEntry, saveJournal } from '#src/features/modules/journal-contract.ts'
import { createCategory } from '#src/features/questions/category-contract.ts'
import { createQuestion } from '#src/features/questions/contract.ts'
import { callApi, insertAccount } from '#tests/support/api.ts'
import { makeCourse } from '#tests/support/courses.ts'
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

const find = async (q: string) => (await callApi(search, { as: as.admin, query: { q } })).json as HitsOfKind[]
const titles = (found: HitsOfKind[], kind: string) =>
	found.find((each) => each.kind === kind)?.hits.map(({ title }) => title)

test('one search finds screens, members, courses and questions, drafts and the inactive among them', async () => {
	await insertAccount({ name: 'Ada Trustworthy', email: 'ada@example.com', status: 'inactive' })
	await makeCourse(as.admin, { title: 'Trust accounting, 100% sure', isPublished: false })
	await makeCourse(as.admin, { title: 'Accounting of trust' })
	const category = (await callApi(createCategory, { as: as.admin, body: { name: 'Ethics', parentCategoryId: null } }))
		.json as { id: string }
	await callApi(createQuestion, {
		as: as.member,
		body: {
			title: 'Whose trust is it?',
			body: 'Mine, or that of my client? I would like to know.',
			categoryId: category.id,
		},
	})
	const found = await find('trust')
	expect(found.map(({ kind }) => kind)).toEqual(['Members', 'Courses', 'Questions'])
	expect(titles(found, 'Members')).toEqual(['Ada Trustworthy'])
	expect(titles(found, 'Courses')).toEqual(['Accounting of trust', 'Trust accounting, 100% sure'])
	expect(titles(found, 'Questions')).toEqual(['Whose trust is it?'])
	// Every word, in whatever order; and the signs of a pattern stand for themselves.
	expect(titles(await find('accounting TRUST'), 'Courses')).toHaveLength(2)
	expect(titles(await find('100%'), 'Courses')).toEqual(['Trust accounting, 100% sure'])
	expect(await find('%')).toHaveLength(1)
	expect(titles(await find('_rust'), 'Courses')).toBeUndefined()
	expect(await find('sett')).toMatchObject([
		{ kind: 'Screens', hits: [{ title: 'Settings', href: '/admin/settings' }] },
	])
	expect(await find('  ')).toEqual([])
})

test('each kind shows five, and leads to the list that has them all', async () => {
	for (let i = 0; i < 7; i++) await insertAccount({ name: `Quentin Doe ${i}`, email: `quentin${i}@example.com` })
	const [members] = await find('quentin')
	expect(members).toMatchObject({ kind: 'Members', more: '/admin/users?search=quentin' })
	expect(members?.hits).toHaveLength(5)
})
