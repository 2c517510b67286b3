import * as z from 'zod/mini'
import { contract, timestamp } from '#src/lib/api/contract.ts'
import { idempotencyKey, idempotencyKeyAsId, isInstant, lineBetween, savedBefore } from '#src/lib/api/fields.ts'
import { changedMeanwhile, versionField } from '#src/lib/api/version.ts'
import { isTimeZone } from '#src/lib/dates/known-zone.ts'
import { isSafeLink } from '#src/lib/site/links.ts'

const notFound = [404, 'Session not found'] as const
const NO_DATE = [400, 'A later session of this series would have no valid date'] as const

export const topic = z.object({
	id: z.string(),
	topic: z.string(),
	user: z.object({ name: z.string() }),
	/** Whether its author edited the topic. */
	isEdited: z.boolean(),
	version: z.number(),
})
export type Topic = z.output<typeof topic>

export const session = z.object({
	id: z.string(),
	title: z.string(),
	description: z.nullable(z.string()),
	scheduledAt: timestamp,
	durationMinutes: z.number(),
	/** The time zone in which the admin entered the time (IANA). */
	timeZone: z.string(),
	zoomLink: z.string(),
	ownTopic: z.nullable(z.string()),
	ownTopicId: z.nullable(z.string()),
	ownTopicVersion: z.nullable(z.number()),
	/** The number of topics for admins; null for everyone else. */
	topicCount: z.nullable(z.number()),
	/** Shared by all sessions of a series; null for a single session. */
	seriesId: z.nullable(z.string()),
	version: z.number(),
})
export type Session = z.output<typeof session>

/** Members get only their own topic in `topics`. */
export const sessionDetail = z.extend(session, { topics: z.array(topic) })
export type SessionDetail = z.output<typeof sessionDetail>

export const MAX_MINUTES = 480

const LINK = 'Please enter a valid Zoom link'
export const TIME_REQUIRED = 'Scheduled date/time is required'
export const sessionFields = {
	title: lineBetween('Title', 3, 200),
	description: z.string().check(z.trim(), z.maxLength(5_000, 'Description must be at most 5,000 characters')),
	/** An instant, which the form computes from a local time and a zone. */
	scheduledAt: z.string(TIME_REQUIRED).check(z.minLength(1, TIME_REQUIRED), z.refine(isInstant, TIME_REQUIRED)),
	zoomLink: z.string(LINK).check(z.trim(), z.refine(isSafeLink, LINK)),
	durationMinutes: z
		.number('Please choose a length')
		.check(z.int(), z.gte(10, 'Please choose a length'), z.lte(MAX_MINUTES, 'Please choose a length')),
	timeZone: z.string().check(z.refine(isTimeZone, 'Please choose a time zone')),
}
const description = z.nullable(sessionFields.description)
export const sessionBody = z.object({
	...sessionFields,
	description: z._default(description, null),
	durationMinutes: z._default(sessionFields.durationMinutes, 60),
	timeZone: z._default(sessionFields.timeZone, 'UTC'),
})
export type SessionBody = z.input<typeof sessionBody>

/** Default length of a series: a year of monthly sessions. */
export const USUAL_TIMES = 12
/** Maximum length of a series: a year of weekly sessions. */
export const MAX_TIMES = 52
const MAX_WEEKS = 52
const CHOOSE_REPEATS = 'Choose how the session repeats'
const WEEKS = `A session repeats every 1 to ${MAX_WEEKS} weeks`
const TIMES = `A series can have 2 to ${MAX_TIMES} sessions`
export const timesField = z.number(TIMES).check(z.int(TIMES), z.gte(2, TIMES), z.lte(MAX_TIMES, TIMES))
const repeats = z.object(
	{
		/** `month`: the same weekday of the same week, such as the second Tuesday. `lastOfMonth`: the last such weekday. */
		every: z.enum(['week', 'month', 'lastOfMonth'], CHOOSE_REPEATS),
		/** Weeks between two sessions, for `week`. */
		weeks: z._default(z.number(WEEKS).check(z.int(WEEKS), z.gte(1, WEEKS), z.lte(MAX_WEEKS, WEEKS)), 1),
		/** Number of sessions, including the first. */
		times: z._default(timesField, USUAL_TIMES),
	},
	CHOOSE_REPEATS,
)
export type Repeats = z.output<typeof repeats>

/** Sessions of a series to change: only this one, or this one and all later ones. */
const SCOPES = ['this', 'following'] as const
export type Scope = (typeof SCOPES)[number]
const scope = z._default(z.enum(SCOPES, 'Choose which sessions to change'), 'this')

/** Omitted fields stay unchanged. In later sessions, only fields that this change alters in this session are set. */
export const sessionChange = z.object({
	...z.partial(z.object({ ...sessionFields, description })).shape,
	...versionField,
	scope,
})

export const topicBody = z.object({
	topic: z
		.string('Topic must be at least 5 characters')
		.check(
			z.trim(),
			z.minLength(5, 'Topic must be at least 5 characters'),
			z.maxLength(2_000, 'Topic must be at most 2,000 characters'),
		),
})
export type TopicBody = z.input<typeof topicBody>

/** Number of past sessions on the page, and per press of the button: a year of monthly calls. */
export const PAST_STEP = 12
/** The page with all past sessions, for browsers without JavaScript and for print. */
export const ALL_PAST = '/coaching?past=all'

export const listSessions = contract('GET /api/coaching/sessions', { access: 'member', response: z.array(session) })

export const getSession = contract('GET /api/coaching/sessions/:id', {
	access: 'member',
	response: sessionDetail,
	errors: { notFound },
})

export const createSession = contract('POST /api/coaching/sessions', {
	access: 'admin',
	body: z.extend(sessionBody, {
		/** Creates a series; null for a single session. */
		repeats: z._default(z.nullable(repeats), null),
		idempotencyKey: idempotencyKeyAsId,
	}),
	/** The first session of a series. */
	response: session,
	status: 201,
	errors: {
		notLast: [400, 'This day is not the last of its weekday in the month'],
		noDate: NO_DATE,
		sentBefore: savedBefore('session'),
	},
})

export const updateSession = contract('PATCH /api/coaching/sessions/:id', {
	access: 'admin',
	body: sessionChange,
	response: session,
	errors: { notFound, noDate: NO_DATE, changed: changedMeanwhile('session') },
	current: session,
})

export const deleteSession = contract('DELETE /api/coaching/sessions/:id', {
	access: 'admin',
	query: z.object({ scope }),
	errors: { notFound },
})

export const suggestTopic = contract('POST /api/coaching/sessions/:sessionId/topics', {
	access: 'member',
	body: z.extend(topicBody, { idempotencyKey }),
	response: topic,
	status: 201,
	errors: {
		notFound,
		calledOff: [404, 'This session was cancelled'],
		already: [409, 'You have already suggested a topic for this session'],
		past: [409, 'This session is already over'],
	},
})

/** A topic's author may change or withdraw it until the session begins. */
const ownTopicErrors = {
	notFound: [404, 'This topic no longer exists'],
	notAuthor: [403, 'Only the member who suggested a topic can change or withdraw it'],
	begun: [409, 'This session has started, so its topics can no longer be changed'],
	calledOff: [410, 'This session and its topics were cancelled'],
} as const

export const updateTopic = contract('PATCH /api/coaching/sessions/:sessionId/topics/:id', {
	access: 'member',
	body: z.extend(topicBody, versionField),
	response: topic,
	errors: { ...ownTopicErrors, changed: changedMeanwhile('topic') },
	current: topic,
})

export const deleteTopic = contract('DELETE /api/coaching/sessions/:sessionId/topics/:id', {
	access: 'member',
	errors: ownTopicErrors,
})

export const getSessionCalendar = contract('GET /api/coaching/sessions/:id/calendar', {
	access: 'member',
	response: z.string(),
	produces: 'text/calendar; charset=utf-8',
	errors: { notFound },
})

/** Records that the caller downloaded a session for their calendar. A separate call, because a GET must not write. */
export const noteCalendarDownload = contract('POST /api/coaching/downloads', { access: 'member', body: z.object({}) })

/** Returns all sessions as an .ics file. Calendar clients send no cookie, so the secret in the URL authorizes. */
export const getCalendar = contract('GET /api/calendar/:file', {
	access: 'public',
	response: z.string(),
	produces: 'text/calendar; charset=utf-8',
	errors: { notFound: [404, 'Not found'] },
})

export const getSubscription = contract('GET /api/coaching/subscription', {
	access: 'member',
	response: z.object({ exists: z.boolean() }),
})

/** Creates a private URL and revokes the previous one. Only this response contains the new URL. */
export const createSubscription = contract('POST /api/coaching/subscription', {
	access: 'member',
	response: z.object({ url: z.string() }),
	status: 201,
})

export const revokeSubscription = contract('DELETE /api/coaching/subscription', { access: 'member' })
