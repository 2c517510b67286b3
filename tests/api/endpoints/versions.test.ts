import { eq } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { database, db } from '#db/client.ts'
import { coachingSessions, coachingTopics } from '#db/schema/coaching.ts'
import { courses } from '#db/schema/courses.ts'
import { comments } from '#db/schema/discussion.ts'
import { mailings } from '#db/schema/mailings.ts'
import { memberNotes } from '#db/schema/members.ts'
import { journalEntries, moduleDrafts, modules } from '#db/schema/modules.ts'
import { unsubscribeTokens } from '#db/schema/notifications.ts'
import { questionCategories, questionComments, questions } from '#db/schema/questions.ts'
import { users } from '#db/schema/users.ts'
import { updateProfile } from '#src/features/account/contract.ts'
import { decideApplication } from '#src/features/applications/contract.ts'
import { deactivateDomain } from '#src/features/auth/server/accounts.ts'
import {
	createSession,
	type Session,
	suggestTopic,
	type Topic,
	updateSession,
	updateTopic,
} from '#src/features/coaching/contract.ts'
import { contracts } from '#src/features/contracts.ts'
import { type Course, getCourse, listCourses, updateCourse } from '#src/features/courses/contract.ts'
import { createComment as discuss, updateComment as updateDiscussion } from '#src/features/discussion/contract.ts'
import { createMailing, type Mailing, updateMailing } from '#src/features/mailings/contract.ts'
import { updateModule } from '#src/features/modules/contract.ts'
import { createDraft, type ModuleDraftResponse, updateDraft } from '#src/features/modules/draft-contract.ts'
import { giveFeedback, type JournalEntry, saveJournal } from '#src/features/modules/journal-contract.ts'
import { moveQuestions, updateCategory } from '#src/features/questions/category-contract.ts'
import {
	lockQuestion,
	moveQuestion,
	type QuestionComment,
	updateComment,
	updateQuestion,
} from '#src/features/questions/contract.ts'
import { updateSettings } from '#src/features/settings/contract.ts'
import { updateUser } from '#src/features/users/contract.ts'
import { createMemberNote, type MemberNote, updateMemberNote } from '#src/features/users/member-contract.ts'
import type { Contract } from '#src/lib/api/contract.ts'
import { PROBLEM_TYPE } from '#src/lib/api/version.ts'
import { callApi, insertAccount, type Principal, signedIn } from '#tests/support/api/api.ts'
import { allRows } from '#tests/support/api/tables.ts'
import { makeCourse, makeModule } from '#tests/support/courses.ts'
import { addCategory, admin, ask, BODY, comment, family, intake, member, setUpForum } from '#tests/support/forum.ts'

setUpForum()

let course: Course
let journalId: string
beforeAll(async () => {
	course = await makeCourse(admin)
	const data = { type: 'journal', additionalContent: { prompt: 'What would you do?', guidelines: '', wordLimit: 0 } }
	journalId = (await makeModule(admin, course.id, data)).id
	for (const username of MENTIONED) await insertAccount({ username, email: `${username}@example.com` })
})

let number = 0
/** Returns a unique text. */
const fresh = () => `No ${++number} of these texts`

const MENTIONED = ['sam.ortiz', 'lee.park']
/** Alternates the mentioned member, because a repeated mention does not notify again. */
const mention = () => `@${MENTIONED[number % 2]}`

/** An editable kind: how to create one, and an edit. */
interface Kind {
	contract: Contract
	table: SQLiteTable & { id: SQLiteColumn }
	as: () => Principal
	make: () => Promise<Record<string, string>>
	change: (text: string) => Record<string, unknown>
	/** Parameter with the row's id. */
	key?: string
}

const journalOf = async (text: string, as = member) => {
	const reply = await callApi(saveJournal, { as, params: { id: journalId }, body: { content: text } })
	return { id: journalId, entryId: (reply.json as JournalEntry).id }
}

async function makeSession(): Promise<string> {
	const body = { title: 'Pricing', scheduledAt: '2030-01-01T18:00:00Z', zoomLink: 'https://zoom.example/1' }
	return ((await callApi(createSession, { as: admin, body })).json as Session).id
}

const kinds = {
	course: {
		contract: updateCourse,
		table: courses,
		as: () => admin,
		make: async () => ({ id: (await makeCourse(admin)).id }),
		change: (text) => ({ title: text, isPublished: false }),
	},
	module: {
		contract: updateModule,
		table: modules,
		as: () => admin,
		make: async () => ({ id: (await makeModule(admin, course.id)).id }),
		change: (text) => ({ title: text }),
	},
	'draft of a module': {
		contract: updateDraft,
		table: modules,
		as: () => admin,
		make: async () => ({ id: (await makeModule(admin, course.id)).id }),
		change: (text) => ({
			...{ title: text, description: 'What it is about.', type: 'text', content: '<p>Not yet.</p>' },
			additionalContent: '{}',
		}),
	},
	'draft of a new module': {
		contract: updateDraft,
		table: moduleDrafts,
		as: () => admin,
		async make() {
			const body = { title: 'New', description: '', type: 'text', content: '', additionalContent: {} }
			const reply = await callApi(createDraft, { as: admin, params: { id: course.id }, body })
			return { id: (reply.json as ModuleDraftResponse).id }
		},
		change: (text) => ({
			...{ title: text, description: 'What it is about.', type: 'text', content: '<p>Not yet.</p>' },
			additionalContent: '{}',
		}),
	},
	'journal feedback': {
		contract: giveFeedback,
		table: journalEntries,
		as: () => admin,
		make: () => journalOf(fresh()),
		change: (text) => ({ instructorFeedback: text }),
		key: 'entryId',
	},
	category: {
		contract: updateCategory,
		table: questionCategories,
		as: () => admin,
		make: async () => ({ id: (await addCategory(fresh())).id }),
		change: (text) => ({ name: text, parentCategoryId: null }),
	},
	question: {
		contract: updateQuestion,
		table: questions,
		as: () => member,
		make: async () => ({ id: await ask(fresh()) }),
		change: (text) => ({ title: text, body: `${BODY} ${mention()}`, categoryId: intake.id }),
	},
	'comment of a question': {
		contract: updateComment,
		table: questionComments,
		as: () => member,
		async make() {
			const id = await ask(fresh())
			return { id, commentId: ((await comment(id, fresh())).json as QuestionComment).id }
		},
		change: (text) => ({ body: `${text} ${mention()}` }),
		key: 'commentId',
	},
	'comment in a course': {
		contract: updateDiscussion,
		table: comments,
		as: () => member,
		async make() {
			const { id } = await makeModule(admin, course.id)
			const reply = await callApi(discuss, { as: member, params: { id }, body: { content: fresh() } })
			return { id: (reply.json as { id: string }).id }
		},
		change: (text) => ({ content: `${text} ${mention()}` }),
	},
	session: {
		contract: updateSession,
		table: coachingSessions,
		as: () => admin,
		make: async () => ({ id: await makeSession() }),
		change: (text) => ({ title: text }),
	},
	'note about a member': {
		contract: updateMemberNote,
		table: memberNotes,
		as: () => admin,
		async make() {
			const { id } = await insertAccount()
			const reply = await callApi(createMemberNote, { as: admin, params: { id }, body: { body: fresh() } })
			return { id, noteId: (reply.json as MemberNote).id }
		},
		change: (body) => ({ body }),
		key: 'noteId',
	},
	topic: {
		contract: updateTopic,
		table: coachingTopics,
		as: () => member,
		async make() {
			const sessionId = await makeSession()
			const body = { topic: fresh() }
			const topic = (await callApi(suggestTopic, { as: member, params: { sessionId }, body })).json as Topic
			return { sessionId, id: topic.id }
		},
		change: (topic) => ({ topic }),
	},
	'mail to members': {
		contract: updateMailing,
		table: mailings,
		as: () => admin,
		make: async () => ({ id: ((await callApi(createMailing, { as: admin, body: {} })).json as Mailing).id }),
		change: (text) => ({ subject: text, content: '<p>We meet again.</p>', audience: 'all' }),
	},
	account: {
		contract: updateUser,
		table: users,
		as: () => admin,
		make: async () => ({ id: (await insertAccount()).id }),
		change: (text) => ({ name: text, email: `person${number}@changed.example`, role: 'admin', status: 'active' }),
	},
} satisfies Record<string, Kind>

const all: [string, Kind][] = Object.entries(kinds)

const rowOf = async ({ table, key = 'id' }: Kind, params: Record<string, string>) => {
	const [row] = await db()
		.select()
		.from(table)
		.where(eq(table.id, params[key] ?? ''))
	return row as { version: number }
}

const send = (kind: Kind, params: Record<string, string>, body: object, headers = {}) =>
	callApi(kind.contract, { as: kind.as(), params, body, headers })

/** Returns the whole database except for what a call records about its caller. */
async function everything(): Promise<string> {
	const tables = await allRows(database().client)
	return JSON.stringify([...tables].filter(([name]) => name !== 'auth_sessions'))
}

describe.each(all)('an edit: %s', (_, kind) => {
	test('without a version succeeds and increases the version', async () => {
		const params = await kind.make()
		const { version } = await rowOf(kind, params)
		for (const step of [1, 2]) {
			expect((await send(kind, params, kind.change(fresh()))).status).toBeLessThan(300)
			expect((await rowOf(kind, params)).version).toBe(version + step)
		}
	})

	test('with an older version is rejected in one sentence and changes nothing', async () => {
		const params = await kind.make()
		const { version } = await rowOf(kind, params)
		expect((await send(kind, params, { ...kind.change(fresh()), version })).status).toBeLessThan(300)
		// Tokens are deterministic: an existing one would hide that it is written again.
		await db().delete(unsubscribeTokens)
		const before = await everything()
		const reply = await send(kind, params, { ...kind.change(fresh()), version })
		expect([reply.status, reply.header('content-type')]).toEqual([409, 'text/plain; charset=utf-8'])
		expect(reply.text).toMatch(/^This [a-z ]+ has changed since you opened it, so your edit was not saved\.$/)
		expect(await everything()).toBe(before)
	})

	test('that is rejected returns the current values and version on request', async () => {
		const params = await kind.make()
		const { version } = await rowOf(kind, params)
		const theirs = kind.change(fresh())
		await send(kind, params, { ...theirs, version })
		const accept = { accept: `${PROBLEM_TYPE}, application/json` }
		const reply = await send(kind, params, { ...kind.change(fresh()), version }, accept)
		expect([reply.status, reply.header('content-type')]).toEqual([409, PROBLEM_TYPE])
		const { detail, current } = reply.json as { detail: string; current: { version: number } }
		expect(detail).toMatch(/has changed since you opened it/)
		expect(current).toMatchObject({ ...theirs, version: version + 1 })
		expect((await send(kind, params, { ...kind.change(fresh()), version: current.version })).status).toBeLessThan(300)
	})

	test('is the only winner among many with the same version', async () => {
		const params = await kind.make()
		const { version } = await rowOf(kind, params)
		const replies = await Promise.all(
			Array.from({ length: 5 }, () => send(kind, params, { ...kind.change(fresh()), version })),
		)
		expect(replies.map(({ status }) => status).filter((status) => status !== 409)).toHaveLength(1)
		expect((await rowOf(kind, params)).version).toBe(version + 1)
	})
})

test.each([['1'], [1.5], [{}]])('rejects %j as version', async (version) => {
	const params = await kinds.course.make()
	const reply = await send(kinds.course, params, { ...kinds.course.change(fresh()), version })
	expect([reply.status, reply.text]).toEqual([400, 'This version is unknown. Please reload the page.'])
})

test('each versioned change is tested here, and every other change needs no version', () => {
	const takesVersion = ({ body }: Contract) => 'shape' in body && 'version' in (body.shape as object)
	const changes = contracts.filter(({ method }) => method === 'PUT' || method === 'PATCH')
	const nameOf = ({ method, path }: Contract) => `${method} ${path}`
	expect(changes.filter(takesVersion).map(nameOf).sort()).toEqual(
		// The settings are one row with a fixed key: settings.test.ts covers them.
		[...new Set([...all.map(([, { contract }]) => nameOf(contract)), nameOf(updateSettings)])].sort(),
	)
	expect(
		changes
			.filter((contract) => !takesVersion(contract))
			.map(nameOf)
			.sort(),
	).toEqual([
		// A switch, a position or an order: one value, where the last write wins.
		'PATCH /api/comments/:id',
		// Decided only once.
		'PUT /api/admin/applications/:userId',
		'PUT /api/admin/first-steps',
		'PUT /api/admin/media/:id/parts/:part',
		// Whole texts from elsewhere, not edited in a form: the last write wins.
		'PUT /api/admin/podcast/episodes/:id/chapters',
		'PUT /api/admin/podcast/episodes/:id/links',
		'PUT /api/admin/podcast/episodes/:id/speakers',
		'PUT /api/admin/podcast/episodes/:id/transcript',
		'PUT /api/admin/posts/:kind/:id/lock',
		'PUT /api/admin/question-categories/order',
		'PUT /api/comments/:id/helpful',
		'PUT /api/courses/:id/modules/order',
		'PUT /api/courses/:id/place',
		// A read marker.
		'PUT /api/modules/:id/comments/read',
		'PUT /api/questions/:id/category',
		'PUT /api/questions/:id/follow',
		'PUT /api/questions/:id/helpful',
		'PUT /api/questions/:id/lock',
		// A read marker, which only moves forward.
		'PUT /api/questions/:id/read',
		'PUT /api/questions/categories/:id/watch',
		'PUT /api/questions/read',
		// The caller's own data.
		'PUT /api/user/listening/:id',
		'PUT /api/user/notifications',
		'PUT /api/user/notifications/digest',
		'PUT /api/user/profile',
		'PUT /api/user/queue',
	])
})

describe('the version increases with other changes', () => {
	const versionOf = async (kind: Kind, params: Record<string, string>) => (await rowOf(kind, params)).version
	/** Returns the increase of the version. */
	async function moves(kind: Kind, params: Record<string, string>, what: () => Promise<unknown>): Promise<number> {
		const before = await versionOf(kind, params)
		await what()
		return (await versionOf(kind, params)) - before
	}

	test('a moved question, single or bulk', async () => {
		const id = await ask(fresh())
		const move = (contract: Contract, of: string, body: object) => () =>
			callApi(contract, { as: admin, params: { id: of }, body })
		const { question } = kinds
		expect(await moves(question, { id }, move(moveQuestion, id, { categoryId: family.id }))).toBe(1)
		expect(await moves(question, { id }, move(moveQuestions, family.id, { categoryId: intake.id }))).toBe(1)
		const chosen = { categoryId: family.id, questionIds: [id] }
		expect(await moves(question, { id }, move(moveQuestions, intake.id, chosen))).toBe(1)
		expect(await moves(question, { id }, move(lockQuestion, id, { isLocked: true }))).toBe(0)
	})

	test('an account renamed by its owner, decided on, or blocked by domain', async () => {
		const { account } = kinds
		const row = await insertAccount({ status: 'inactive', applicationStatus: 'pending', email: 'ines@shut.example' })
		const decide = () =>
			callApi(decideApplication, { as: admin, params: { userId: row.id }, body: { action: 'approve' } })
		expect(await moves(account, { id: row.id }, decide)).toBe(1)
		const owner = await signedIn({ ...row, status: 'active' } as typeof row)
		const rename = () => callApi(updateProfile, { as: owner, body: { name: 'Ines Vidal', username: 'ines.vidal' } })
		expect(await moves(account, { id: row.id }, rename)).toBe(1)
		expect(await moves(account, { id: row.id }, () => deactivateDomain('shut.example'))).toBe(1)
	})

	test('a journal entry changed by its author, but not one saved unchanged', async () => {
		const feedback = kinds['journal feedback']
		const params = await journalOf('Before')
		expect(await moves(feedback, params, () => journalOf('Before'))).toBe(0)
		expect(await moves(feedback, params, () => journalOf('Written anew'))).toBe(1)
	})

	test('not a course whose modules change, nor a module that moves', async () => {
		const first = await makeModule(admin, course.id)
		expect(await moves(kinds.course, { id: course.id }, () => makeModule(admin, course.id))).toBe(0)
		const place = () => callApi(updateModule, { as: admin, params: { id: first.id }, body: { orderIndex: 0 } })
		expect(await moves(kinds.course, { id: course.id }, place)).toBe(0)
	})
})

test('only admins see the version of a course', async () => {
	for (const as of [undefined, member, admin]) {
		const options = as ? { as } : {}
		const one = (await callApi(getCourse, { ...options, params: { id: course.id } })).json as Course
		const [listed] = (await callApi(listCourses, options)).json as Course[]
		expect([one.version, listed?.version].map((version) => version !== undefined)).toEqual(Array(2).fill(as === admin))
	}
})
