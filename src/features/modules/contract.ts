import * as z from 'zod/mini'
import { NOT_FOUND, NOT_OPEN } from '#src/features/course-access/errors.ts'
import { moduleLock } from '#src/features/course-access/lock-contract.ts'
import { contract, timestamp } from '#src/lib/api/contract.ts'
import { idempotencyKeyAsId, isInstant, lineBetween, savedBefore, textBetween } from '#src/lib/api/fields.ts'
import { changedMeanwhile, versionField } from '#src/lib/api/version.ts'
import { formatNumber } from '#src/lib/text/format-number.ts'

export const COURSE_NOT_FOUND = [404, 'Course not found'] as const
export const NOT_ENROLLED = [403, 'Not enrolled'] as const

/** Maximum size of a request body with rich text, in bytes. */
export const CONTENT_LIMIT = 1024 * 1024
/** Maximum length of rich text, in characters of HTML. */
export const CONTENT_CHARACTERS = 500_000

export const courseModule = z.object({
	id: z.string(),
	courseId: z.string(),
	title: z.string(),
	description: z.string(),
	/** A registered type, or one that this release does not support. */
	type: z.string(),
	/** Sanitized HTML. */
	content: z.string(),
	orderIndex: z.number(),
	/** JSON data of the type; without secrets for non-admins. */
	additionalContent: z.string(),
	createdAt: timestamp,
	updatedAt: timestamp,
	/** The version to base a change on; only for admins. */
	version: z.optional(z.number()),
	/** Present if the module is locked for this reader: description, content and data are then empty. */
	lock: z.optional(moduleLock),
	/** When it opens, and whether it is open; only for admins. */
	availableFrom: z.optional(z.nullable(timestamp)),
	availableAfterDays: z.optional(z.nullable(z.number())),
	isOpen: z.optional(z.boolean()),
})
export type CourseModule = z.output<typeof courseModule>

const MIN_CONTENT = 20
const SHORT_CONTENT = `Content must be at least ${MIN_CONTENT} characters`
/** Error for a module without content if its type requires content, as text does. */
export const NO_CONTENT = [400, SHORT_CONTENT] as const

const fields = {
	title: lineBetween('Title', 3, 200),
	description: textBetween('Description', 10, 2_000),
	/** Empty if the type's data alone makes up the module; otherwise it has a minimum length. */
	content: z.string(SHORT_CONTENT).check(
		z.trim(),
		z.refine((text) => text === '' || text.length >= MIN_CONTENT, SHORT_CONTENT),
		z.maxLength(CONTENT_CHARACTERS, `Content must be at most ${formatNumber(CONTENT_CHARACTERS)} characters`),
	),
	type: z.string('Choose one of the module types').check(z.maxLength(40, 'Choose one of the module types')),
	/** JSON text or an object. The type defines and checks its schema. */
	additionalContent: z.nullable(
		z.union([z.string(), z.record(z.string(), z.unknown())], 'Additional content must be valid JSON'),
	),
	orderIndex: z
		.int('Order must be a whole number')
		.check(z.gte(0, 'Order must be 0 or more'), z.lte(10_000, 'Order must be at most 10,000')),
}

const MOMENT = 'Choose when it opens'
const DAYS = 'Enter a number of days from 1 to 3,650'

/** When the module opens: a date, a number of days, or neither. Setting one clears the other. */
export const release = {
	availableFrom: z.optional(z.nullable(z.string(MOMENT).check(z.refine(isInstant, MOMENT)))),
	availableAfterDays: z.optional(z.nullable(z.int(DAYS).check(z.gte(1, DAYS), z.lte(3_650, DAYS)))),
}
export type Release = { availableFrom?: string | null | undefined; availableAfterDays?: number | null | undefined }
/** Error if both a date and a number of days are set. */
export const TWO_OPENINGS = [400, 'Choose a date or a number of days, not both'] as const

export const moduleBody = z.object({
	...fields,
	type: z._default(fields.type, 'text'),
	additionalContent: z.optional(fields.additionalContent),
	/** By default, the module is last. */
	orderIndex: z.optional(fields.orderIndex),
	...release,
})
export type ModuleBody = z.input<typeof moduleBody>

/** Absent fields stay unchanged. */
export const moduleChange = z.object({
	...z.partial(z.object(fields)).shape,
	...release,
	...versionField,
	/** `true` also removes the module's draft; otherwise the draft stays. */
	endsDraft: z.optional(z.boolean('Choose whether to discard the draft')),
})

export const listModules = contract('GET /api/courses/:id/modules', {
	access: 'public',
	response: z.array(courseModule),
	errors: { notFound: COURSE_NOT_FOUND },
})

export const createModule = contract('POST /api/courses/:id/modules', {
	access: 'admin',
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

export const updateModule = contract('PUT /api/modules/:id', {
	access: 'admin',
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

export const deleteModule = contract('DELETE /api/modules/:id', {
	access: 'admin',
	errors: { notFound: NOT_FOUND.module },
})

export const orderModules = contract('PUT /api/courses/:id/modules/order', {
	access: 'admin',
	body: z.object({
		/** All modules of the course in the new order. */
		moduleIds: z
			.array(z.string('Name every module once').check(z.maxLength(64)), 'Name every module once')
			.check(z.maxLength(1_000)),
	}),
	response: z.array(z.object({ id: z.string(), orderIndex: z.number() })),
	errors: {
		notFound: COURSE_NOT_FOUND,
		changed: [409, 'The modules of this course have changed. Reload and try again.'],
	},
})

/** The chosen option per question; null if none. */
const chosenOptions = z
	.array(
		z.nullable(z.int('Answers must be option numbers').check(z.gte(0), z.lte(100))),
		'Send one answer per question',
	)
	.check(z.maxLength(100, 'Send one answer per question'))

const NO_PLACE = 'Send a position in the module'

const placeFields = {
	/** Content blocks above the reading line, plus the fraction of the block at the line: the same at any width. */
	scroll: z.optional(z.number(NO_PLACE).check(z.gte(0, NO_PLACE), z.lte(100_000, NO_PLACE))),
	/** Position in the module's video, in seconds. */
	seconds: z.optional(z.number(NO_PLACE).check(z.gte(0, NO_PLACE), z.lte(1_000_000, NO_PLACE))),
	/** Current question of the module's quiz, counted from zero. */
	question: z.optional(z.int(NO_PLACE).check(z.gte(0, NO_PLACE), z.lte(99, NO_PLACE))),
	/** Answers of the quiz so far. */
	answers: z.optional(chosenOptions),
}

/** The caller's place in a module. */
export const place = z.object({ ...placeFields, updatedAt: timestamp })
export type Place = z.output<typeof place>

/** Absent fields stay unchanged. */
export const placeBody = z.object({
	moduleId: z.string(NO_PLACE).check(z.maxLength(64, NO_PLACE)),
	...placeFields,
	/** Age of the place in milliseconds. Concurrent requests may arrive out of order. */
	ago: z.optional(z.int(NO_PLACE).check(z.gte(0, NO_PLACE), z.lte(3_600_000, NO_PLACE))),
})
export type PlaceBody = z.input<typeof placeBody>

/** Saves the caller's place in a course. The latest place wins. */
export const updatePlace = contract('PUT /api/courses/:id/place', {
	access: 'member',
	body: placeBody,
	errors: {
		...{ courseNotFound: COURSE_NOT_FOUND, notFound: NOT_FOUND.module },
		...{ notEnrolled: NOT_ENROLLED, notOpen: NOT_OPEN },
	},
})

export const moduleProgress = z.object({
	moduleId: z.string(),
	isCompleted: z.boolean(),
	/** Absent if no place is stored, or the module has changed since. */
	place: z.optional(place),
	/** Present if the module is locked for the caller. */
	lock: z.optional(moduleLock),
})

export const updateProgress = contract('POST /api/modules/:id/progress', {
	access: 'member',
	body: z.object({ isCompleted: z.boolean('Choose whether the module is complete') }),
	response: z.object({ moduleId: z.string(), isCompleted: z.boolean() }),
	errors: {
		notFound: NOT_FOUND.module,
		notEnrolled: NOT_ENROLLED,
		notOpen: NOT_OPEN,
		notPassed: [409, 'Pass the quiz before you mark this module as complete'],
	},
})

const quizExplanation = z.object({
	why: z.optional(z.string()),
	/** A module open to the reader, and words of a paragraph in it. Without `words`, the link goes to the module. */
	readAgain: z.optional(z.object({ moduleId: z.string(), words: z.optional(z.string()) })),
})
export type QuizExplanation = z.output<typeof quizExplanation>

export const quizResult = z.object({
	id: z.string(),
	/** Percentage of right answers, rounded. */
	score: z.number(),
	passingScore: z.number(),
	passed: z.boolean(),
	/** Whether each answer was right. */
	results: z.array(z.boolean()),
	/**
	 * The chosen option per question; null if none. Absent if the module has changed since: the indexes may now refer
	 * to other options.
	 */
	answers: z.optional(z.array(z.nullable(z.number()))),
	/** Version of the answered questions; absent if `answers` is. */
	questions: z.optional(z.string()),
	/** Explanation of each question; absent if `answers` is. */
	explanations: z.optional(z.array(quizExplanation)),
	createdAt: timestamp,
})
export type QuizResult = z.output<typeof quizResult>

const OTHER_QUESTIONS = 'Send the version of the questions'

export const takeQuiz = contract('POST /api/modules/:id/quiz-attempts', {
	access: 'member',
	body: z.object({
		answers: chosenOptions,
		/** Version of the questions that were answered: the author may have changed them since. */
		questions: z.optional(z.string(OTHER_QUESTIONS).check(z.maxLength(20, OTHER_QUESTIONS))),
	}),
	response: quizResult,
	status: 201,
	errors: {
		notFound: NOT_FOUND.module,
		notOpen: NOT_OPEN,
		notQuiz: [400, 'This module is not a quiz'],
		noQuestions: [409, 'No quiz questions found'],
		mismatch: [400, 'Send one answer per question'],
		changed: [409, 'This quiz has changed since you opened it. Reload the page to answer it as it is now.'],
	},
})

/** The caller's attempts: whether any passed, the last that passed, and the last. */
export const getQuizState = contract('GET /api/modules/:id/quiz-attempts', {
	access: 'member',
	response: z.object({ hasPassed: z.boolean(), passed: z.nullable(quizResult), last: z.nullable(quizResult) }),
	errors: { notFound: NOT_FOUND.module, notOpen: NOT_OPEN },
})
