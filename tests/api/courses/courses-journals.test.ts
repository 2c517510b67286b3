import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { db } from '#db/client.ts'
import { journalEntries, moduleProgress } from '#db/schema/modules.ts'
import { updateCourse } from '#src/features/courses/contract.ts'
import { updateModule, updateProgress } from '#src/features/modules/contract.ts'
import {
	type AdminJournalEntry,
	getJournal,
	giveFeedback,
	type JournalEntry,
	listJournals,
	listWaitingJournals,
	saveJournal,
} from '#src/features/modules/journal-contract.ts'
import { countWaitingJournals } from '#src/features/modules/server/journals.ts'
import { updatePreferences } from '#src/features/notifications/contract.ts'
import { PROBLEM_TYPE } from '#src/lib/api/version.ts'
import { callApi, type Principal } from '#tests/support/api/api.ts'
import { makeCourse, makeModule } from '#tests/support/courses/courses.ts'
import { as, course, journal, quiz, setUpLearning } from '#tests/support/courses/learning.ts'
import { writtenMails } from '#tests/support/mail.ts'

setUpLearning()

const save = (content: unknown, who = as.member, id = journal.id) =>
	callApi(saveJournal, { as: who, params: { id }, body: { content } })
const entryOf = async (who: Principal) =>
	(await callApi(getJournal, { as: who, params: { id: journal.id } })).json as JournalEntry | null

test('a member has one entry per journal and can save it repeatedly', async () => {
	expect(await entryOf(as.member)).toBeNull()
	await Promise.all([save('first'), save('second')])
	expect(await save('the third one')).toMatchObject({
		status: 200,
		json: { content: 'the third one', instructorFeedback: null },
	})
	expect(await db().select().from(journalEntries)).toHaveLength(1)
})

test.each([
	['', 'Write something before you save'],
	[' \n\t ', 'Write something before you save'],
	['one two three four five six', 'Your entry is over the word limit of 5 words'],
	[7, 'Write something before you save'],
])('rejects %o', async (content, sentence) => {
	expect(await save(content)).toMatchObject({ status: 400, text: sentence })
})

test('a limit of 0 means no limit, and white space does not count as a word', async () => {
	expect((await save(' one\n two   three\tfour five ')).status).toBe(200)
	await callApi(updateModule, {
		as: as.admin,
		params: { id: journal.id },
		body: { additionalContent: { wordLimit: 0 } },
	})
	expect((await save('one two three four five six seven')).status).toBe(200)
	expect((await save('in the wrong module', as.member, quiz.id)).text).toBe('This module is not a journal')
})

test('only the author and admins have access, with any id or body', async () => {
	await save('private thoughts')
	const [row] = await db().select().from(journalEntries)
	const entryId = row?.id ?? ''
	expect(await entryOf(as.otherMember)).toBeNull()
	const tricks = await Promise.all([
		callApi(saveJournal, {
			as: as.otherMember,
			params: { id: journal.id },
			body: { content: 'mine', userId: as.member.userId, id: entryId },
		}),
		callApi(getJournal, {
			as: as.otherMember,
			params: { id: journal.id },
			query: { userId: as.member.userId ?? '' },
		}),
		callApi(getJournal, { as: as.otherMember, params: { id: entryId } }),
		callApi(listJournals, { as: as.otherMember, params: { id: course.id } }),
		callApi(giveFeedback, {
			as: as.otherMember,
			params: { id: journal.id, entryId },
			body: { instructorFeedback: 'ha' },
		}),
		callApi(updateProgress, {
			as: as.otherMember,
			params: { id: journal.id },
			body: { isCompleted: true, userId: as.member.userId },
		}),
	])
	expect(tricks.map(({ status }) => status)).toEqual([200, 200, 404, 403, 403, 403])
	for (const reply of tricks) expect(reply.text).not.toContain('private thoughts')
	expect(await entryOf(as.member)).toMatchObject({ content: 'private thoughts', instructorFeedback: null })
	expect(await db().select().from(moduleProgress)).toEqual([])
})

describe('an entry that was changed in another tab', () => {
	const change = (content: string, version: number | undefined, headers = {}) =>
		callApi(saveJournal, { as: as.member, params: { id: journal.id }, body: { content, version }, headers })
	const versionNow = async () => (await entryOf(as.member))?.version

	test('is not replaced by a save of an older version', async () => {
		expect((await change('first', 0)).status).toBe(200)
		const version = await versionNow()
		expect((await change('second', version)).status).toBe(200)
		for (const older of [0, version]) {
			const reply = await change('over it', older, { accept: `${PROBLEM_TYPE}, application/json` })
			expect(reply).toMatchObject({
				status: 409,
				json: { current: { content: 'second', version: await versionNow() } },
			})
			expect((await change('over it', older)).text).toBe(saveJournal.errors.changed[1])
		}
		expect(await entryOf(as.member)).toMatchObject({ content: 'second' })
		expect((await change('over it', await versionNow())).status).toBe(200)
	})

	test('has one winner among many saves', async () => {
		for (const version of [0, undefined]) {
			const baseVersion = version ?? (await versionNow())
			const replies = await Promise.all(['a', 'b', 'c', 'd'].map((text) => change(`${text} ${version}`, baseVersion)))
			expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
		}
	})

	test('accepts the same text again, and a save after feedback that did not change the entry', async () => {
		const first = (await change('first', 0)).json as JournalEntry
		expect(await change('first', 0)).toMatchObject({ status: 200, json: { version: first.version } })
		const [row] = await db().select().from(journalEntries)
		const params = { id: journal.id, entryId: row?.id ?? '' }
		await callApi(giveFeedback, { as: as.admin, params, body: { instructorFeedback: 'Well seen.' } })
		expect(await change('second', first.version)).toMatchObject({
			status: 200,
			json: { content: 'second', instructorFeedback: 'Well seen.' },
		})
	})

	test('is replaced by a call without a version, as specified', async () => {
		await change('first', 0)
		expect((await change('second', undefined)).status).toBe(200)
	})

	test('gets a new version even within a millisecond', async () => {
		vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
		const replies = [await change('first', 0), await change('second', undefined), await change('third', undefined)]
		vi.useRealTimers()
		const versions = replies.map(({ json }) => (json as JournalEntry).version)
		expect(new Set(versions.slice(0, 2)).size).toBe(2)
		expect(versions[2]).not.toBe(versions[1])
	})
})

describe('feedback', () => {
	const mails = async () => (await writtenMails()).filter(({ subject }) => subject.startsWith('Feedback on'))
	const entryId = async (who: Principal) => {
		const rows = await db()
			.select()
			.from(journalEntries)
			.where(eq(journalEntries.userId, who.userId ?? ''))
		return rows[0]?.id ?? ''
	}
	const answer = async (of: Principal, instructorFeedback: string, by = as.admin) =>
		callApi(giveFeedback, {
			as: by,
			params: { id: journal.id, entryId: await entryId(of) },
			body: { instructorFeedback },
		})

	beforeEach(async () => {
		const data = { prompt: 'What will you change?', wordLimit: 5 }
		await callApi(updateModule, { as: as.admin, params: { id: journal.id }, body: { additionalContent: data } })
	})

	test('is requested in one list for all courses, with the prompts', async () => {
		const elsewhere = await makeModule(as.admin, (await makeCourse(as.admin, { title: 'Elsewhere' })).id, {
			type: 'journal',
		})
		await save('here')
		await save('there', as.otherMember, elsewhere.id)
		const list = async () => (await callApi(listWaitingJournals, { as: as.admin })).json as AdminJournalEntry[]
		expect((await list()).map(({ content, courseTitle, prompt }) => [content, courseTitle, prompt])).toEqual([
			['there', 'Elsewhere', ''],
			['here', course.title, 'What will you change?'],
		])
		expect(await countWaitingJournals()).toBe(2)
		await answer(as.member, 'Well seen.')
		expect((await list()).map(({ content }) => content)).toEqual(['there'])
		const page = await callApi(listWaitingJournals, { as: as.admin, query: { limit: '1' } })
		expect(page.header('X-Total-Count')).toBe('1')
	})

	test('is mailed to the member once, without a quote and with an unsubscribe link', async () => {
		await save('private thoughts')
		await answer(as.member, 'Well seen.')
		await answer(as.member, 'Well seen!')
		const [mail, ...more] = await mails()
		expect(more).toEqual([])
		expect(mail).toMatchObject({ subject: `Feedback on your journal: ${journal.title}` })
		expect(mail?.text).toContain(`/courses/${course.id}#module-${journal.id}`)
		expect(mail?.text).not.toMatch(/private thoughts|Well seen/)
		expect(mail?.headers?.['List-Unsubscribe']).toMatch(/\/api\/unsubscribe\//)
		// A new version of the entry gets new feedback.
		await save('other thoughts')
		await answer(as.member, 'Better.')
		expect(await mails()).toHaveLength(2)
	})

	test('is not mailed to members who turned it off, or to admins about their own entry', async () => {
		await save('mine', as.admin)
		await answer(as.admin, 'Note to self.')
		await save('thoughts')
		const kinds = { mentions: true, comments: true, reminders: true }
		await callApi(updatePreferences, { as: as.member, body: { ...kinds, feedback: false } })
		// A client that sends only three kinds leaves the fourth unchanged.
		await callApi(updatePreferences, { as: as.member, body: kinds })
		await answer(as.member, 'Well seen.')
		expect(await mails()).toEqual([])
	})

	test('is not mailed if the member can no longer open the course', async () => {
		await save('thoughts')
		await callApi(updateCourse, { as: as.admin, params: { id: course.id }, body: { isPublished: false } })
		await answer(as.member, 'Well seen.')
		expect(await mails()).toEqual([])
	})
})

test('admins find unanswered entries and answer them', async () => {
	await save('from one')
	await save('from the other', as.otherMember)
	const list = async (query = {}) => {
		const reply = await callApi(listJournals, { as: as.admin, params: { id: course.id }, query })
		expect(reply.status).toBe(200)
		return reply.json as AdminJournalEntry[]
	}
	const entry = (await list()).find(({ user }) => user.id === as.member.userId)
	const params = { id: journal.id, entryId: entry?.id ?? '' }
	const feedback = (instructorFeedback: string) =>
		callApi(giveFeedback, { as: as.admin, params, body: { instructorFeedback } })
	expect(await feedback(' ')).toMatchObject({ status: 400, text: 'Write your feedback first' })
	expect(await feedback('Well seen.')).toMatchObject({
		status: 200,
		json: { isWaiting: false, instructorFeedback: 'Well seen.' },
	})
	expect((await list({ waiting: 'true' })).map(({ content }) => content)).toEqual(['from the other'])
	expect(await entryOf(as.member)).toMatchObject({ instructorFeedback: 'Well seen.' })
	// An unchanged save keeps the entry answered. A change makes it wait again and keeps the feedback.
	await save('from one')
	expect(await list({ waiting: 'true' })).toHaveLength(1)
	await save('from one, again')
	expect(await list({ waiting: 'true' })).toHaveLength(2)
	expect(await entryOf(as.member)).toMatchObject({ instructorFeedback: 'Well seen.' })
	const stray = await callApi(giveFeedback, {
		as: as.admin,
		params: { ...params, id: quiz.id },
		body: { instructorFeedback: 'x' },
	})
	expect(stray).toMatchObject({ status: 404, text: 'Journal entry not found' })
	expect(await list({ limit: '1' })).toHaveLength(1)
})
