import * as z from 'zod/mini'
import { NOT_FOUND, NOT_OPEN } from '#src/features/course-access/errors.ts'
import { moduleLock } from '#src/features/course-access/lock-contract.ts'
import { contract, timestamp } from '#src/lib/api/contract.ts'
import { idempotencyKeyAsId, isInstant, lineBetween, savedBefore, textBetween } from '#src/lib/api/fields.ts'
import { changedMeanwhile, versionField } from '#src/lib/api/version.ts'
import { formatNumber } from '#src/lib/text/format-number.ts'

export const COURSE_NOT_FOUND = [404, 'Course not found'] as const
export const NOT_ENROLLED = [403, 'Not enrolled'] as const

/** Largest body of a call that carries rich text, in bytes. */
export const CONTENT_LIMIT = 1024 * 1024
/** Longest rich text, in characters of HTML. */
export const CONTENT_CHARACTERS = 500_000

export const courseModule = z.object({
	id: z.string(),
	courseId: z.string(),
	title: z.string(),
	description: z.string(),
	/** One of the registered types, or one that this release does not know. */
	type: z.string(),
	/** Sanitized HTML. */
	content: z.string(),
	orderIndex: z.number(),
	/** JSON of the type; for everybody but admins without what they must not know. */
	additionalContent: z.string(),
	createdAt: timestamp,
	updatedAt: timestamp,
	/** The version, for a change; for admins alone. */
	version: z.optional(z.number()),
	/** Present where the module is not open to this reader: description, content and data are left out then. */
	lock: z.optional(moduleLock),
	/** When it opens, and whether it has; for admins alone. */
	availableFrom: z.optional(z.nullable(timestamp)),
	availableAfterDays: z.optional(z.nullable(z.number())),
	isOpen: z.optional(z.boolean()),
})
export type CourseModule = z.output<typeof courseModule>

const params = z.object({ id: z.string() })

const LEAST_CONTENT = 20
const SHORT_CONTENT = `Content must be at least ${LEAST_CONTENT} characters`
/** Of a text, which is nothing without its content. */
export const NO_CONTENT = [400, SHORT_CONTENT] as const

const fields = {
	title: lineBetween('Title', 3, 200),
	description: textBetween('Description', 10, 2_000),
	/** Empty where the data of the type is the whole module. What is written has its least length. */
	content: z.string(SHORT_CONTENT).check(
		z.trim(),
		z.refine((text) => text === '' || text.length >= LEAST_CONTENT, SHORT_CONTENT),
		z.maxLength(CONTENT_CHARACTERS, `Content must be at most ${formatNumber(CONTENT_CHARACTERS)} characters`),
	),
	type: z.string('Choose one of the module types').check(z.maxLength(40, 'Choose one of the module types')),
	/** JSON text, or the object itself. Its form belongs to the type, which checks it. */
	additionalContent: z.nullable(
		z.union([z.string(), z.record(z.string(), z.unknown())], 'Additional content must be valid JSON'),
	),
	orderIndex: z
		.int('Order must be a whole number')
		.check(z.gte(0, 'Order must be 0 or more'), z.lte(10_000, 'Order must be at most 10,000')),
}

const MOMENT = 'Choose the date and time at which it opens'
const DAYS = 'Enter a number of days from 1 to 3,650'

/** When it opens: one of the two, or neither. Naming one of them sets both. */
export const release = {
	availableFrom: z.optional(z.nullable(z.string(MOMENT).check(z.refine(isInstant, MOMENT)))),
	availableAfterDays: z.optional(z.nullable(z.int(DAYS).check(z.gte(1, DAYS), z.lte(3_650, DAYS)))),
}
export type Release = { availableFrom?: string | null | undefined; availableAfterDays?: number | null | undefined }
/** Both at once would be two answers to one question. */
export const TWO_OPENINGS = [400, 'Choose a date or a number of days, not both'] as const

export const moduleBody = z.object({
	...fields,
	type: z._default(fields.type, 'text'),
	additionalContent: z.optional(fields.additionalContent),
	/** At the end unless said. */
	orderIndex: z.optional(fields.orderIndex),
	...release,
})
export type ModuleBody = z.input<typeof moduleBody>

/** What is left out stays as it is. */
export const moduleChange = z.object({
	...z.partial(z.object(fields)).shape,
	...release,
	...versionField,
	/** `true`: what is written here takes the place of the module's draft, too. Else a draft stays as it is. */
	endsDraft: z.optional(z.boolean('Say whether the draft ends with it')),
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
	body: z.extend(moduleBody, { idempotencyKey: idempotencyKeyAsId }),
	response: courseModule,
	status: 201,
	bodyLimit: CONTENT_LIMIT,
	errors: {
		notFound: COURSE_NOT_FOUND,
		noContent: NO_CONTENT,
		twoOpenings: TWO_OPENINGS,
		sentBefore: savedBefore('module'),
	},
})

export const updateModule = contract({
	method: 'PUT',
	path: '/api/modules/:id',
	access: 'admin',
	params,
	body: moduleChange,
	response: courseModule,
	bodyLimit: CONTENT_LIMIT,
	errors: {
		notFound: NOT_FOUND.module,
		noContent: NO_CONTENT,
		twoOpenings: TWO_OPENINGS,
		changed: changedMeanwhile('module'),
	},
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

/** The chosen option per question; null where none is. */
const chosen = z
	.array(
		z.nullable(z.int('Answers are numbers of options').check(z.gte(0), z.lte(100))),
		'Send one answer per question',
	)
	.check(z.maxLength(100, 'Send one answer per question'))

const NO_PLACE = 'Say where in the module you are'

const placeFields = {
	/** Blocks of the content above the top of the window, with the part of the one that it cuts: the same at any width. */
	scroll: z.optional(z.number(NO_PLACE).check(z.gte(0, NO_PLACE), z.lte(100_000, NO_PLACE))),
	/** Of its video. */
	seconds: z.optional(z.number(NO_PLACE).check(z.gte(0, NO_PLACE), z.lte(1_000_000, NO_PLACE))),
	/** The question of its quiz that is shown, from zero. */
	question: z.optional(z.int(NO_PLACE).check(z.gte(0, NO_PLACE), z.lte(99, NO_PLACE))),
	/** What was chosen so far in that quiz. */
	answers: z.optional(chosen),
}

/** Where the caller stopped in a module. */
export const place = z.object({ ...placeFields, updatedAt: timestamp })
export type Place = z.output<typeof place>

/** What is left out stays as it is. */
export const placeBody = z.object({
	moduleId: z.string(NO_PLACE).check(z.maxLength(64, NO_PLACE)),
	...placeFields,
	/** Milliseconds since then: of two calls that go out together, the one that arrives first need not be the older. */
	ago: z.optional(z.int(NO_PLACE).check(z.gte(0, NO_PLACE), z.lte(3_600_000, NO_PLACE))),
})
export type PlaceBody = z.input<typeof placeBody>

/** Keeps where the caller is in a course. The last one wins. */
export const updatePlace = contract({
	method: 'PUT',
	path: '/api/courses/:id/place',
	access: 'member',
	params,
	body: placeBody,
	errors: {
		...{ courseNotFound: COURSE_NOT_FOUND, notFound: NOT_FOUND.module },
		...{ notEnrolled: NOT_ENROLLED, notOpen: NOT_OPEN },
	},
})

export const moduleProgress = z.object({
	moduleId: z.string(),
	isCompleted: z.boolean(),
	/** Absent where the caller was not in it, or it was changed since. */
	place: z.optional(place),
	/** When it opens for the caller; absent where it is open. */
	lock: z.optional(moduleLock),
})

export const updateProgress = contract({
	method: 'POST',
	path: '/api/modules/:id/progress',
	access: 'member',
	params,
	body: z.object({ isCompleted: z.boolean('Say whether the module is completed') }),
	response: z.object({ moduleId: z.string(), isCompleted: z.boolean() }),
	errors: {
		notFound: NOT_FOUND.module,
		notEnrolled: NOT_ENROLLED,
		notOpen: NOT_OPEN,
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
		answers: chosen,
	}),
	response: quizResult,
	status: 201,
	errors: {
		notFound: NOT_FOUND.module,
		notOpen: NOT_OPEN,
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
	errors: { notFound: NOT_FOUND.module, notOpen: NOT_OPEN },
})
