import { eq } from 'drizzle-orm'
import { beforeAll } from 'vitest'
import { db } from '#db/client.ts'
import { coachingSessions, coachingTopics } from '#db/schema/coaching.ts'
import { courses } from '#db/schema/courses.ts'
import { comments } from '#db/schema/discussion.ts'
import { plans } from '#db/schema/dues.ts'
import { mailings } from '#db/schema/mailings.ts'
import { memberNotes } from '#db/schema/members.ts'
import { journalEntries, moduleDrafts, modules } from '#db/schema/modules.ts'
import { questionCategories, questionComments, questions } from '#db/schema/questions.ts'
import { users } from '#db/schema/users.ts'
import {
	createSession,
	type Session,
	suggestTopic,
	type Topic,
	updateSession,
	updateTopic,
} from '#src/features/coaching/contract.ts'
import { type Course, updateCourse } from '#src/features/courses/contract.ts'
import { createComment as discuss, updateComment as updateDiscussion } from '#src/features/discussion/contract.ts'
import { createPlan, type Plan, updatePlan } from '#src/features/dues/plans-contract.ts'
import { createMailing, type Mailing, updateMailing } from '#src/features/mailings/contract.ts'
import { updateModule } from '#src/features/modules/contract.ts'
import { createDraft, type ModuleDraftResponse, updateDraft } from '#src/features/modules/draft-contract.ts'
import { giveFeedback, type JournalEntry, saveJournal } from '#src/features/modules/journal-contract.ts'
import { updateCategory } from '#src/features/questions/category-contract.ts'
import { type QuestionComment, updateComment, updateQuestion } from '#src/features/questions/contract.ts'
import { updateUser } from '#src/features/users/contract.ts'
import {
	createMemberNote,
	type MemberNote,
	updateMemberNote,
	updateUserLabels,
} from '#src/features/users/member-contract.ts'
import { callApi, insertAccount } from '#tests/support/api/api.ts'
import { makeCourse, makeModule } from '#tests/support/courses/courses.ts'
import { cleKinds } from '#tests/support/courses/versioned-cle.ts'
import type { Kind } from '#tests/support/courses/versioned-kind.ts'
import { addCategory, admin, ask, BODY, comment, intake, member, setUpForum } from '#tests/support/forum.ts'

export let course: Course
let journalId: string

/** Sets up a forum, a course and a journal for all tests of a file. */
export function setUpKinds(): void {
	setUpForum()
	beforeAll(async () => {
		course = await makeCourse(admin)
		const data = { type: 'journal', additionalContent: { prompt: 'What would you do?', guidelines: '', wordLimit: 0 } }
		journalId = (await makeModule(admin, course.id, data)).id
		for (const username of MENTIONED) await insertAccount({ username, email: `${username}@example.com` })
	})
}

let number = 0
/** Returns a unique string. */
export const fresh = () => `No ${++number} of these texts`

const MENTIONED = ['sam.ortiz', 'lee.park']
/** Alternates the mentioned member, because a repeated mention does not notify again. */
const mention = () => `@${MENTIONED[number % 2]}`

export const journalOf = async (text: string, as = member) => {
	const reply = await callApi(saveJournal, { as, params: { id: journalId }, body: { content: text } })
	return { id: journalId, entryId: (reply.json as JournalEntry).id }
}

async function makeSession(): Promise<string> {
	const body = { title: 'Pricing', scheduledAt: '2030-01-01T18:00:00Z', zoomLink: 'https://zoom.example/1' }
	return ((await callApi(createSession, { as: admin, body })).json as Session).id
}

const planBody = (name: string) => ({
	...{ name, description: '', amountCents: 49_00, currency: 'USD', months: 12, trialDays: 0 },
	...{ isFounding: false, isPublic: true, providerPrice: '' },
})

export const kinds = {
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
	plan: {
		contract: updatePlan,
		table: plans,
		as: () => admin,
		async make() {
			const body = planBody(fresh())
			return { id: ((await callApi(createPlan, { as: admin, body })).json as Plan).id }
		},
		change: (text) => ({ ...planBody(text), isArchived: false }),
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
	'labels of a member': {
		contract: updateUserLabels,
		table: users,
		as: () => admin,
		make: async () => ({ id: (await insertAccount()).id }),
		change: (text) => ({ labels: [text], plan: 'Gold' }),
	},
} satisfies Record<string, Kind>

export const all: [string, Kind][] = Object.entries({ ...kinds, ...cleKinds })

export const rowOf = async ({ table, key = 'id' }: Kind, params: Record<string, string>) => {
	const [row] = await db()
		.select()
		.from(table)
		.where(eq(table.id, params[key] ?? ''))
	return row as { version: number }
}
