import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { db } from '#db/client.ts'
import { journalEntries, moduleProgress, quizAttempts } from '#db/schema/modules.ts'
import { users } from '#db/schema/users.ts'
import { enroll, getCourse, getProgress, listUserProgress } from '#src/features/courses/contract.ts'
import { findResumeFor } from '#src/features/courses/server/resume-for.ts'
import { runSchedule } from '#src/features/courses/server/schedule.ts'
import { createComment, listComments, listReplies } from '#src/features/discussion/contract.ts'
import { getMediaFile } from '#src/features/media/contract.ts'
import { setMediaStore } from '#src/features/media/server/media-storage.ts'
import { getQuizState, takeQuiz, updateModule, updatePlace, updateProgress } from '#src/features/modules/contract.ts'
import { createDraft, updateDraft } from '#src/features/modules/draft-contract.ts'
import { getJournal, saveJournal } from '#src/features/modules/journal-contract.ts'
import type { Contract } from '#src/lib/api/contract.ts'
import { localMedia } from '#src/platform/storage/local-media.ts'
import { callApi, type PrincipalName, signedIn } from '#tests/support/api/api.ts'
import { makeCourse, makeModule } from '#tests/support/courses/courses.ts'
import {
	as,
	inDays,
	jump,
	makeOfEachType,
	modulesFor,
	setUpLockedModules,
	signInAgain,
} from '#tests/support/courses/locked-modules.ts'
import { itemOf, upload } from '#tests/support/media/media.ts'
import { sampleDocument } from '#tests/support/media/media-samples.ts'

const DAY = 86_400_000
const NOT_OPEN = [403, 'This module is not open yet']

setUpLockedModules()

describe('a module with a release date', () => {
	test('shows its outline and date without the content', async () => {
		const course = await makeCourse(as.admin)
		const from = inDays(2)
		await makeModule(as.admin, course.id, { availableFrom: from })
		const [module] = await modulesFor('visitor', course.id)
		expect(module).toMatchObject({
			...{ title: 'The first call', description: '', content: '', additionalContent: '{}', type: 'text' },
			lock: { isForMembers: false, opensAt: from, afterDays: null },
		})
		expect((await modulesFor('admin', course.id))[0]).toMatchObject({ availableFrom: from, isOpen: false })
	})

	test('opens for everyone at its time once the job has run, and queues its page', async () => {
		const course = await makeCourse(as.admin)
		await makeModule(as.admin, course.id, { availableFrom: inDays(2) })
		jump(2 * DAY - 1_000)
		expect(await runSchedule('here')).toBe(0)
		expect((await modulesFor('visitor', course.id))[0]?.content).toBe('')
		const { updatedAt } = (await callApi(getCourse, { params: { id: course.id } })).json as { updatedAt: string }
		jump(1_000)
		expect(await runSchedule('here')).toBe(1)
		const [module] = await modulesFor('visitor', course.id)
		expect(module?.content).toContain('Ask why')
		expect(module).not.toHaveProperty('lock')
		// Builds and starts compare this to detect a changed page.
		const after = (await callApi(getCourse, { params: { id: course.id } })).json as { updatedAt: string }
		expect(after.updatedAt > updatedAt).toBe(true)
		expect(await runSchedule('here')).toBe(0)
	})

	test.each([
		['a date that has passed', () => ({ availableFrom: inDays(-1) })],
		['no date', () => ({ availableFrom: null })],
		['no number of days', () => ({ availableAfterDays: null })],
	])('is open immediately with %s', async (_, opening) => {
		const course = await makeCourse(as.admin)
		const { id } = await makeModule(as.admin, course.id, { availableFrom: inDays(2) })
		await callApi(updateModule, { as: as.admin, params: { id }, body: opening() })
		expect((await modulesFor('visitor', course.id))[0]).not.toHaveProperty('lock')
	})

	test('keeps its date in other edits, and can have a date or a number of days, but not both', async () => {
		const course = await makeCourse(as.admin)
		const { id } = await makeModule(as.admin, course.id, { availableFrom: inDays(2) })
		const change = (body: object) => callApi(updateModule, { as: as.admin, params: { id }, body })
		await change({ title: 'Another title' })
		expect((await modulesFor('visitor', course.id))[0]?.lock).toBeDefined()
		await change({ availableAfterDays: 4 })
		expect((await modulesFor('admin', course.id))[0]).toMatchObject({ availableFrom: null, availableAfterDays: 4 })
		const both = await change({ availableAfterDays: 4, availableFrom: inDays(1) })
		expect([both.status, both.text]).toEqual([400, 'Choose a date or a number of days, not both'])
		for (const wrong of [{ availableAfterDays: 0 }, { availableAfterDays: 1.5 }, { availableFrom: 'tomorrow' }])
			expect((await change(wrong)).status).toBe(400)
	})
})

describe('a module released some days after enrollment', () => {
	test('opens for each member after that many days, and never for visitors', async () => {
		const course = await makeCourse(as.admin)
		await makeModule(as.admin, course.id, { availableAfterDays: 7 })
		await callApi(enroll, { as: as.member, params: { id: course.id } })
		const enrolledAt = Date.now()
		expect((await modulesFor('visitor', course.id))[0]?.lock).toEqual({
			isForMembers: false,
			opensAt: null,
			afterDays: 7,
		})
		expect((await modulesFor('member', course.id))[0]?.lock?.opensAt).toBe(new Date(enrolledAt + 7 * DAY).toISOString())
		jump(7 * DAY - 1)
		expect((await modulesFor('member', course.id))[0]?.lock).toBeDefined()
		await callApi(enroll, { as: as.otherMember, params: { id: course.id } })
		jump(1)
		expect((await modulesFor('member', course.id))[0]?.content).toContain('Ask why')
		expect((await modulesFor('otherMember', course.id))[0]?.lock).toBeDefined()
		jump(100 * DAY)
		await runSchedule('here')
		expect((await modulesFor('visitor', course.id))[0]?.content).toBe('')
	})

	test('counts 24-hour days, regardless of daylight saving time', async () => {
		// Daylight saving time ends in New York on November 1, 2026.
		vi.setSystemTime(new Date('2026-10-31T12:00:00-04:00'))
		await signInAgain()
		const course = await makeCourse(as.admin)
		await makeModule(as.admin, course.id, { availableAfterDays: 1 })
		await callApi(enroll, { as: as.member, params: { id: course.id } })
		expect((await modulesFor('member', course.id))[0]?.lock?.opensAt).toBe('2026-11-01T16:00:00.000Z')
	})
})

describe('a locked module', () => {
	async function held() {
		const course = await makeCourse(as.admin)
		const open = await makeModule(as.admin, course.id)
		await callApi(enroll, { as: as.member, params: { id: course.id } })
		const [, quiz, , journal] = await makeOfEachType(course.id, 'later', { availableFrom: inDays(2) })
		if (!quiz || !journal) throw new Error('Not made')
		return { course, open, quiz, journal }
	}

	test('rejects completion, attempts, journal entries and comments', async () => {
		const { course, quiz, journal } = await held()
		const comment = await callApi(createComment, { as: as.admin, params: { id: quiz.id }, body: { content: 'Early' } })
		const { id: commentId } = comment.json as { id: string }
		const tries: Array<[Contract, Record<string, string>, object?]> = [
			[updateProgress, { id: journal.id }, { isCompleted: true }],
			[takeQuiz, { id: quiz.id }, { answers: [0] }],
			[getQuizState, { id: quiz.id }],
			[saveJournal, { id: journal.id }, { content: 'Too early' }],
			[getJournal, { id: journal.id }],
			[updatePlace, { id: course.id }, { moduleId: quiz.id, question: 0 }],
			[listComments, { id: quiz.id }],
			[createComment, { id: quiz.id }, { content: 'Too early' }],
			[createComment, { id: quiz.id }, { content: 'Too early', parentId: commentId }],
			[listReplies, { id: commentId }],
		]
		for (const [contract, params, body] of tries) {
			const reply = await callApi(contract, { as: as.member, params, ...(body ? { body } : {}) })
			expect([reply.status, reply.text], contract.path).toEqual(NOT_OPEN)
		}
		expect(await db().select().from(moduleProgress)).toEqual([])
		expect(await db().select().from(quizAttempts)).toEqual([])
		expect(await db().select().from(journalEntries)).toEqual([])
		jump(2 * DAY)
		await runSchedule('here')
		for (const [contract, params, body] of tries) {
			const reply = await callApi(contract, { as: as.member, params, ...(body ? { body } : {}) })
			expect(reply.status, contract.path).toBeLessThan(300)
		}
	})

	test('counts in the progress and is never the next module', async () => {
		const { course, open } = await held()
		await callApi(updateProgress, { as: as.member, params: { id: open.id }, body: { isCompleted: true } })
		const progress = await callApi(getProgress, { as: as.member, params: { id: course.id } })
		expect(progress.json).toEqual({ completed: 1, total: 5 })
		const steps = (await callApi(listUserProgress, { as: as.member, params: { id: course.id } })).json
		expect((steps as Array<{ lock?: object }>).map(({ lock }) => lock !== undefined)).toEqual([
			false,
			true,
			true,
			true,
			true,
		])
		const resume = () => findResumeFor({ id: as.member.userId ?? '', role: 'user' } as never)
		expect(await resume()).toBeUndefined()
		jump(2 * DAY)
		await runSchedule('here')
		expect(await resume()).toMatchObject({ title: 'To come', number: 2 })
	})
})

describe('a file', () => {
	let folder: string
	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'second-chair-held-'))
		setMediaStore(localMedia(folder))
	})
	afterEach(() => {
		setMediaStore(undefined)
		rmSync(folder, { recursive: true, force: true })
	})
	const readAs = (url: string, who: PrincipalName) => {
		const [, , id = '', name = ''] = url.split('/')
		return callApi(getMediaFile, { as: as[who], params: { id, name } })
	}
	const statuses = async (url: string) => {
		const names = ['visitor', 'otherMember', 'member', 'admin'] as const
		return Promise.all(names.map(async (who) => (await readAs(url, who)).status))
	}
	async function makeFile(isPublic: boolean) {
		const wanted = { name: `agreement ${isPublic}.docx`, purpose: 'worksheet', isPublic } as const
		const item = itemOf(await upload(as.admin, sampleDocument(), wanted))
		return { url: item.url, title: 'Agreement', bytes: item.bytes, isPublic }
	}

	test.each([true, false])('is locked with its module (uploaded as public: %s)', async (isPublic) => {
		const course = await makeCourse(as.admin)
		await makeModule(as.admin, course.id)
		await callApi(enroll, { as: as.member, params: { id: course.id } })
		const file = await makeFile(isPublic)
		const held = { additionalContent: { files: [file] }, availableAfterDays: 2 }
		const { id } = await makeModule(as.admin, course.id, held)
		expect(await statuses(file.url)).toEqual([401, 404, 404, 200])
		jump(2 * DAY)
		// Signs in again, because an admin's session has expired by this time.
		const [row] = await db()
			.select()
			.from(users)
			.where(eq(users.id, as.admin.userId ?? ''))
		if (row) as.admin = await signedIn(row)
		expect(await statuses(file.url)).toEqual([401, 404, 200, 200])
		expect((await readAs(file.url, 'member')).header('cache-control')).toBe('private, no-cache')
		await callApi(updateModule, { as: as.admin, params: { id }, body: { availableAfterDays: null } })
		expect(await statuses(file.url)).toEqual(isPublic ? [200, 200, 200, 200] : [401, 404, 200, 200])
	})

	test('is locked with its module, even if only a draft or a version refers to it', async () => {
		const course = await makeCourse(as.admin)
		const file = await makeFile(true)
		const additionalContent = { files: [file] }
		const words = {
			title: 'To come',
			description: 'About what is to come',
			type: 'text',
			content: '<p>In due time</p>',
		}
		const { id } = await makeModule(as.admin, course.id, { additionalContent, availableAfterDays: 2 })
		const change = (body: object) => callApi(updateModule, { as: as.admin, params: { id }, body })
		const keep = () => callApi(updateDraft, { as: as.admin, params: { id }, body: { ...words, additionalContent } })
		expect((await keep()).status).toBe(200)
		expect(await statuses(file.url)).toEqual([401, 404, 404, 200])
		await change({ title: 'Another title' })
		expect(await statuses(file.url)).toEqual([401, 404, 404, 200])
		// The file is removed from the module, but its draft and its version still have it.
		await change({ additionalContent: {} })
		expect(await statuses(file.url)).toEqual([401, 404, 404, 200])
		// Public content stays readable for pages that have not been published again.
		await change({ availableAfterDays: null })
		expect((await statuses(file.url))[0]).toBe(200)
		const alone = await makeFile(true)
		const body = { ...words, additionalContent: { files: [alone] } }
		await callApi(createDraft, { as: as.admin, params: { id: course.id }, body })
		expect(await statuses(alone.url)).toEqual([401, 404, 404, 200])
	})

	test('is not locked if open content shows it too', async () => {
		const course = await makeCourse(as.admin)
		const file = await makeFile(true)
		await makeModule(as.admin, course.id, { additionalContent: { files: [file] }, availableAfterDays: 2 })
		expect((await statuses(file.url))[0]).toBe(401)
		await makeModule(as.admin, course.id, { additionalContent: { files: [file] } })
		expect((await statuses(file.url))[0]).toBe(200)
	})

	test('of a member-only course is for members even if uploaded as public', async () => {
		const course = await makeCourse(as.admin, { membersOnly: true })
		const file = await makeFile(true)
		await makeModule(as.admin, course.id, { additionalContent: { files: [file] } })
		expect(await statuses(file.url)).toEqual([401, 200, 200, 200])
	})
})
