import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { database, db } from '#db/client.ts'
import { notifications } from '#db/schema/notifications.ts'
import { questionReadMarks, questionReads, questions } from '#db/schema/questions.ts'
import { users } from '#db/schema/users.ts'
import { newsText } from '#src/app/member-home/news-text.ts'
import { readHome } from '#src/app/member-home/read-home.ts'
import { readAuthSession } from '#src/features/auth/server/auth-sessions.ts'
import { createSession, deleteSession, type Session } from '#src/features/coaching/contract.ts'
import { enroll } from '#src/features/courses/contract.ts'
import {
	deleteQuestion,
	followQuestion,
	type QuestionComment,
	readQuestion,
	UNREAD_DAYS,
} from '#src/features/questions/contract.ts'
import { readAllQuestions, type UnreadQuestions } from '#src/features/questions/unread-contract.ts'
import { overrideFeatures } from '#src/lib/site/features.ts'
import { callApi, insertAccount, type Principal, signedIn } from '#tests/support/api/api.ts'
import { isWholeTable, planReader } from '#tests/support/api/plans.ts'
import { makeCourse, makeModule } from '#tests/support/courses/courses.ts'
import { admin, ask, comment, member, other, setUpForum } from '#tests/support/forum.ts'
import { makeEpisode } from '#tests/support/search.ts'

setUpForum()
beforeEach(async () => {
	for (const table of [notifications, questionReads, questionReadMarks]) await db().delete(table)
})

async function homeOf(who: Principal, now?: number) {
	const caller = await readAuthSession(who.cookie)
	if (!caller) throw new Error('not signed in')
	return readHome(caller.user, now)
}
const rowsOf = async (who: Principal) => (await homeOf(who)).questions ?? []
const textOf = async (who: Principal, now = Date.now()) => newsText(await homeOf(who, now), now)
const open = (id: string, commentId: string | null, as: Principal) =>
	callApi(readQuestion, { as, params: { id }, body: { commentId } })
const answer = async (id: string, as: Principal) =>
	((await comment(id, 'An answer to it', as)).json as QuestionComment).id

describe('the questions', () => {
	test('are the six most recently active ones, with the author of the last post', async () => {
		const ids: string[] = []
		for (let i = 0; i < 7; i++) ids.push(await ask(`The question number ${i}`))
		await answer(ids[0] ?? '', other)
		const rows = await rowsOf(member)
		expect(rows.map(({ id }) => id)).toEqual([ids[0], ids[6], ids[5], ids[4], ids[3], ids[2]])
		expect(rows[0]).toMatchObject({ hasAnswers: true, lastAuthor: { name: 'Tomas Keller' }, isUnread: true })
		expect(rows[1]).toMatchObject({ hasAnswers: false, lastAuthor: { name: 'Dana Whitfield' }, isUnread: false })
	})

	test('stay after the last author leaves and the asker deletes the text', async () => {
		const leaver = await signedIn(await insertAccount({ name: 'Somebody Else' }))
		const id = await ask('Who answers when the office is closed?')
		await answer(id, leaver)
		await db()
			.delete(users)
			.where(eq(users.id, leaver.userId ?? ''))
		await callApi(deleteQuestion, { as: member, params: { id } })
		expect(await rowsOf(other)).toMatchObject([{ title: 'Deleted by its author', hasAnswers: true, lastAuthor: null }])
	})

	test('are each unread until they are opened', async () => {
		const id = await ask('Where do you keep the spare keys?')
		await ask('And where do you keep the others?')
		await open(id, null, other)
		expect((await rowsOf(other)).map(({ isUnread }) => isUnread)).toEqual([true, false])
		expect((await homeOf(other)).unreadQuestions?.count).toBe(1)
	})
})

describe('the text of the home', () => {
	test('says that nothing is waiting in an empty club', async () => {
		expect(await textOf(other)).toMatchObject({ answers: undefined, otherwise: 'Nothing is waiting for you.' })
	})

	test('counts answers to questions that the member follows, until they are read', async () => {
		const id = await ask('Which clock do you trust?')
		const muted = await ask('Which calendar do you trust?')
		await callApi(followQuestion, { as: member, params: { id: muted }, body: { state: 'muted' } })
		await answer(id, other)
		expect((await textOf(member)).answers).toBe('1 new answer')
		await answer(muted, other)
		await answer(id, admin)
		expect((await textOf(member)).answers).toBe('2 new answers')
		const last = await answer(id, other)
		expect((await textOf(member)).answers).toBe('3 new answers')
		await open(id, last, member)
		expect(await textOf(member)).toMatchObject({ answers: undefined, otherwise: '1 unread question.' })
	})

	test('says that everything is read only if that is true', async () => {
		const id = await ask('Do you take calls on a train?')
		expect(await textOf(other)).toMatchObject({ otherwise: '1 unread question.' })
		await open(id, null, other)
		const read = 'You have read everything.'
		expect(await textOf(other)).toMatchObject({ otherwise: read, allRead: read })
		await db()
			.update(questions)
			.set({ lastActivityAt: new Date(Date.now() - (UNREAD_DAYS + 1) * 86_400_000) })
		// The question was never opened, but is too old to count as unread.
		await db().delete(questionReads)
		const quiet = 'Nothing new in the last 30 days.'
		expect(await textOf(other)).toMatchObject({ otherwise: quiet, allRead: quiet })
	})

	test('respects the read marker, and counts later posts', async () => {
		const id = await ask('How many monitors are enough?')
		const { until } = (await homeOf(other)).unreadQuestions as UnreadQuestions
		await callApi(readAllQuestions, { as: other, body: { until } })
		expect((await textOf(other)).otherwise).toBe('You have read everything.')
		await answer(id, member)
		expect((await textOf(other)).otherwise).toBe('1 unread question.')
	})

	test('counts other notifications', async () => {
		await callApi(createSession, { as: admin, body: sessionIn(20) })
		expect((await textOf(other)).otherwise).toBe('1 unread notification.')
	})
})

const sessionIn = (days: number) => ({
	title: 'Monthly call',
	scheduledAt: new Date(Date.now() + days * 86_400_000).toISOString(),
	zoomLink: 'https://zoom.example/j/1',
	durationMinutes: 60,
	timeZone: 'UTC',
})

test('sessions are the next ones that are not canceled', async () => {
	await db().run(sql`delete from coaching_sessions`)
	const later = (await callApi(createSession, { as: admin, body: sessionIn(9) })).json as Session
	const next = (await callApi(createSession, { as: admin, body: sessionIn(2) })).json as Session
	const idsOf = async () => ((await homeOf(member)).sessions ?? []).map(({ id }) => id)
	expect(await idsOf()).toEqual([next.id, later.id])
	await callApi(deleteSession, { as: admin, params: { id: next.id } })
	expect(await idsOf()).toEqual([later.id])
})

test('the new course is the newest one that the member may read and has not enrolled in', async () => {
	const older = await makeCourse(admin, { title: 'The older one' })
	const newer = await makeCourse(admin, { title: 'The newer one' })
	await makeCourse(admin, { title: 'Without modules' })
	const draft = await makeCourse(admin, { title: 'A draft', isPublished: false })
	for (const { id } of [older, newer, draft]) await makeModule(admin, id)
	expect((await homeOf(member)).newCourse).toMatchObject({ title: 'The newer one', moduleCount: 1 })
	await callApi(enroll, { as: member, params: { id: newer.id } })
	expect((await homeOf(member)).newCourse?.title).toBe('The older one')
})

test('the episode is the latest one if there is a podcast', async () => {
	expect((await homeOf(member)).episode).toBeUndefined()
	await makeEpisode({ id: 'latest', title: 'The latest' })
	expect((await homeOf(member)).episode).toMatchObject({ title: 'The latest', slug: 'latest', feedImage: null })
	overrideFeatures([])
	try {
		expect((await homeOf(member)).episode).toBeUndefined()
	} finally {
		overrideFeatures(undefined)
	}
})

describe('a read that fails', () => {
	const failReads = (matches: (sql: string) => boolean) => {
		const { client } = database()
		const { execute } = client
		return vi
			.spyOn(client, 'execute')
			.mockImplementation(((statement: { sql: string }) =>
				matches(statement.sql) ? Promise.reject(new Error('not now')) : execute(statement)) as never)
	}

	test('leaves out only its part, and makes no claims about it', async () => {
		await ask('What do you do when the printer stops?')
		const caller = await readAuthSession(other.cookie)
		const spy = failReads((text) => text.includes('question_reads'))
		try {
			const home = await readHome(caller?.user as never)
			expect([home.questions, home.unreadQuestions]).toEqual([undefined, undefined])
			expect(home.courses).toEqual([])
			expect(newsText(home, Date.now())).toMatchObject({ answers: undefined, otherwise: '' })
		} finally {
			spy.mockRestore()
		}
	})

	test('makes the page fail if nothing could be read', async () => {
		const caller = await readAuthSession(other.cookie)
		const spy = failReads(() => true)
		try {
			await expect(readHome(caller?.user as never)).rejects.toThrow()
		} finally {
			spy.mockRestore()
		}
	})
})

test('every read of the home uses an index', async () => {
	const plansOf = planReader(database().client)
	const plans = await plansOf(() => homeOf(other))
	expect(plans.length).toBeGreaterThan(12)
	// These scan rows of a subquery, or sort one member's courses or one course's modules.
	const isFine = (plan: string) => /^SCAN (unread|y|last_started) /.test(plan) || /^USE TEMP.*"last_started"/.test(plan)
	expect(plans.filter((plan) => isWholeTable(plan) && !isFine(plan))).toEqual([])
})
