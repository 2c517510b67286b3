import * as z from 'zod/mini'
import { NOT_FOUND } from '#src/features/discussion/contract.ts'
import { contract, pageQuery, timestamp } from '#src/lib/contract.ts'
import { textBetween } from '#src/lib/fields.ts'
import { changedMeanwhile, versionField } from '#src/lib/version.ts'

export const COURSE_NOT_FOUND = [404, 'Course not found'] as const
export const NOT_ENROLLED = [403, 'Not enrolled'] as const

/** Largest body of a call that carries rich text, in bytes. */
const CONTENT_LIMIT = 1024 * 1024
/** Longest rich text, in characters of HTML. */
const CONTENT_CHARACTERS = 500_000
/** Longest journal entry, in characters, whatever its word limit. */
export const ENTRY_CHARACTERS = 50_000

export const courseModule = z.object({
	id: z.string(),
	courseId: z.string(),
	title: z.string(),
	description: z.string(),
	/** One of the registered types, or one that this release does not know. */
	type: z.string(),
	/** Sanitised HTML. */
	content: z.string(),
	orderIndex: z.number(),
	/** JSON of the type; for everybody but admins without what they must not know. */
	additionalContent: z.string(),
	createdAt: timestamp,
	updatedAt: timestamp,
	/** The version, for a change; for admins alone. */
	version: z.optional(z.number()),
})
export type CourseModule = z.output<typeof courseModule>

const params = z.object({ id: z.string() })

const fields = {
	title: textBetween('Title', 3, 200),
	description: textBetween('Description', 10, 2_000),
	content: textBetween('Content', 20, CONTENT_CHARACTERS),
	type: z.string('Choose one of the module types').check(z.maxLength(40, 'Choose one of the module types')),
	/** JSON text, or the object itself. Its form belongs to the type, which checks it. */
	additionalContent: z.nullable(
		z.union([z.string(), z.record(z.string(), z.unknown())], 'Additional content must be valid JSON'),
	),
	orderIndex: z
		.int('Order must be a whole number')
		.check(z.gte(0, 'Order must be 0 or more'), z.lte(10_000, 'Order must be at most 10,000')),
}

export const moduleBody = z.object({
	...fields,
	type: z._default(fields.type, 'text'),
	additionalContent: z.optional(fields.additionalContent),
	/** At the end unless said. */
	orderIndex: z.optional(fields.orderIndex),
})
export type ModuleBody = z.input<typeof moduleBody>

/** What is left out stays as it is. */
export const moduleChange = z.object({
	...z.partial(z.object(fields)).shape,
	...versionField,
})

export const listModules = contract({
	method: 'GET',
	path: '/api/courses/:id/modules',
	access: 'public',
	params,
	response: z.array(courseModule),
	errors: { notFound: COURSE_NOT_FOUND },
})

export const createModule = contract({
	method: 'POST',
	path: '/api/courses/:id/modules',
	access: 'admin',
	params,
	body: moduleBody,
	response: courseModule,
	status: 201,
	bodyLimit: CONTENT_LIMIT,
	errors: { notFound: COURSE_NOT_FOUND },
})

export const updateModule = contract({
	method: 'PUT',
	path: '/api/modules/:id',
	access: 'admin',
	params,
	body: moduleChange,
	response: courseModule,
	bodyLimit: CONTENT_LIMIT,
	errors: { notFound: NOT_FOUND.module, changed: changedMeanwhile('module') },
	current: courseModule,
})

export const deleteModule = contract({
	method: 'DELETE',
	path: '/api/modules/:id',
	access: 'admin',
	params,
	errors: { notFound: NOT_FOUND.module },
})

export const orderModules = contract({
	method: 'PUT',
	path: '/api/courses/:id/modules/order',
	access: 'admin',
	params,
	body: z.object({
		/** Every module of the course, in the new order. */
		moduleIds: z
			.array(z.string('Name every module once').check(z.maxLength(64)), 'Name every module once')
			.check(z.maxLength(1_000)),
	}),
	response: z.array(z.object({ id: z.string(), orderIndex: z.number() })),
	errors: {
		notFound: COURSE_NOT_FOUND,
		changed: [409, 'The modules of this course changed meanwhile. Reload and try again.'],
	},
})

export const moduleProgress = z.object({ moduleId: z.string(), isCompleted: z.boolean() })

export const updateProgress = contract({
	method: 'POST',
	path: '/api/modules/:id/progress',
	access: 'member',
	params,
	body: z.object({ isCompleted: z.boolean('Say whether the module is completed') }),
	response: moduleProgress,
	errors: {
		notFound: NOT_FOUND.module,
		notEnrolled: NOT_ENROLLED,
		notPassed: [409, 'Pass the quiz before you mark this module as complete'],
	},
})

export const quizResult = z.object({
	id: z.string(),
	/** Rounded percentage of right answers. */
	score: z.number(),
	passingScore: z.number(),
	passed: z.boolean(),
	/** Right or wrong, per question. */
	results: z.array(z.boolean()),
	/**
	 * What the member chose, per question; null where nothing was chosen. Absent where the module was changed since: the
	 * numbers may mean other options now.
	 */
	answers: z.optional(z.array(z.nullable(z.number()))),
	createdAt: timestamp,
})
export type QuizResult = z.output<typeof quizResult>

export const takeQuiz = contract({
	method: 'POST',
	path: '/api/modules/:id/quiz-attempts',
	access: 'member',
	params,
	body: z.object({
		/** Index of the chosen option per question; null where none was chosen. */
		answers: z
			.array(
				z.nullable(z.int('Answers are numbers of options').check(z.gte(0), z.lte(100))),
				'Send one answer per question',
			)
			.check(z.maxLength(100, 'Send one answer per question')),
	}),
	response: quizResult,
	status: 201,
	errors: {
		notFound: NOT_FOUND.module,
		notQuiz: [400, 'This module is not a quiz'],
		noQuestions: [409, 'No quiz questions found'],
		mismatch: [400, 'Send one answer per question'],
	},
})

/** The member's own attempts: whether one passed, and the last one. */
export const getQuizState = contract({
	method: 'GET',
	path: '/api/modules/:id/quiz-attempts',
	access: 'member',
	params,
	response: z.object({ hasPassed: z.boolean(), last: z.nullable(quizResult) }),
	errors: { notFound: NOT_FOUND.module },
})

export const journalEntry = z.object({
	id: z.string(),
	content: z.string(),
	instructorFeedback: z.nullable(z.string()),
	createdAt: timestamp,
	updatedAt: timestamp,
	feedbackAt: z.nullable(timestamp),
})
export type JournalEntry = z.output<typeof journalEntry>

/** The caller's own entry; null before the first. */
export const getJournal = contract({
	method: 'GET',
	path: '/api/modules/:id/journal',
	access: 'member',
	params,
	response: z.nullable(journalEntry),
	errors: { notFound: NOT_FOUND.module },
})

export const saveJournal = contract({
	method: 'POST',
	path: '/api/modules/:id/journal',
	access: 'member',
	params,
	bodyLimit: 4 * ENTRY_CHARACTERS + 1024,
	body: z.object({
		content: z.string('Write something before you save').check(
			z.refine((text) => text.trim() !== '', 'Write something before you save'),
			z.maxLength(ENTRY_CHARACTERS, 'A journal entry has at most 50,000 characters'),
		),
	}),
	response: journalEntry,
	errors: {
		notFound: NOT_FOUND.module,
		notJournal: [400, 'This module is not a journal'],
		tooLong: [400, 'Your entry is over the word limit'],
	},
})

/** How many entries a screen asks for at a time; the id of the last one is where the list goes on. */
export const JOURNALS_PAGE = 20

export const adminJournalEntry = z.extend(journalEntry, {
	moduleId: z.string(),
	moduleTitle: z.string(),
	/** What the entry answers. */
	prompt: z.string(),
	courseId: z.string(),
	courseTitle: z.string(),
	user: z.object({ id: z.string(), name: z.string(), username: z.string() }),
	/** Written or changed since the last feedback. */
	isWaiting: z.boolean(),
	/** The version of entry and feedback, for a change of the feedback. */
	version: z.number(),
})
export type AdminJournalEntry = z.output<typeof adminJournalEntry>

export const listJournals = contract({
	method: 'GET',
	path: '/api/courses/:id/journal',
	access: 'admin',
	params,
	query: z.object({
		...pageQuery,
		/** `true`: only those that wait for feedback. */
		waiting: z.optional(z.enum(['true', 'false'], 'Use true or false')),
	}),
	response: z.array(adminJournalEntry),
	errors: { notFound: COURSE_NOT_FOUND },
})

/** The entries that wait for feedback, of all courses, newest first. */
export const listWaitingJournals = contract({
	method: 'GET',
	path: '/api/admin/journal-entries',
	access: 'admin',
	query: z.object(pageQuery),
	response: z.array(adminJournalEntry),
})

export const feedbackBody = z.object({
	instructorFeedback: z
		.string('Write your feedback first')
		.check(
			z.trim(),
			z.minLength(1, 'Write your feedback first'),
			z.maxLength(10_000, 'Feedback must be at most 10,000 characters'),
		),
})

export const feedbackChange = z.extend(feedbackBody, versionField)

export const giveFeedback = contract({
	method: 'PUT',
	path: '/api/modules/:id/journal/:entryId',
	access: 'admin',
	params: z.object({ id: z.string(), entryId: z.string() }),
	body: feedbackChange,
	response: adminJournalEntry,
	errors: { notFound: [404, 'Journal entry not found'], changed: changedMeanwhile('entry or its feedback') },
	current: adminJournalEntry,
})
