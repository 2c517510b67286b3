import * as z from 'zod/mini'
import { contract, timestamp } from '#src/lib/api/contract.ts'
import { day, textBetween } from '#src/lib/api/fields.ts'
import { oneLine } from '#src/lib/one-line.ts'

// Endpoints for attending. Durations are milliseconds unless their name says minutes.

export const ACTIVITY_KINDS = ['course', 'module', 'session', 'recording'] as const
export const activityKind = z.enum(ACTIVITY_KINDS, 'Choose a programme')

/** How an activity is attended: watched with codes on the screen, with spoken codes, or as a live session. */
export const attendanceMode = z.enum(['watch', 'spoken', 'live'])

/** `review`: an admin must decide. `ended`: the programme's length changed, and a new attendance can be opened. */
export const attendanceState = z.enum(['open', 'review', 'complete', 'refused', 'ended'])

export const attendance = z.object({
	id: z.string(),
	kind: activityKind,
	/** Id of the course, module, session or recording. */
	refId: z.string(),
	title: z.string(),
	mode: attendanceMode,
	state: attendanceState,
	lengthMs: z.number(),
	/** Watched time, with each part counted once; `spoken`: time since the opening; `live`: time present or listed. */
	confirmedMs: z.number(),
	/** Watched time needed to finish. */
	requiredMs: z.number(),
	codesEntered: z.number(),
	/** Number of entered codes, plus the one that is requested. The number of later codes stays secret. */
	codesShown: z.number(),
	/** The player must pause until this code is entered. Beats do not count until then. */
	prompt: z.nullable(z.object({ code: z.string() })),
	/** Number of the last beat. The next beat needs a higher one. */
	sequence: z.number(),
	/** Where the last beat ended; null before the first. */
	positionMs: z.nullable(z.number()),
	/** Fastest playback that counts. */
	maxRate: z.number(),
	/** The session's evidence; null for recordings. */
	live: z.nullable(
		z.object({
			startsAt: timestamp,
			endsAt: timestamp,
			checkedInAt: z.nullable(timestamp),
			/** The session was moved to another time after the check-in, so the check-in does not count. */
			isMoved: z.boolean(),
			signedOutAt: z.nullable(timestamp),
			/** Spoken codes must be entered. */
			hasCodes: z.boolean(),
			/** Minutes from the platform's participant list; null until it is imported. */
			listedMinutes: z.nullable(z.number()),
			/** Number of proofs, out of three: check-in, codes, list. Two are needed. */
			proofs: z.number(),
		}),
	),
	/** The error that `completeAttendance` would return; null if the attendance can be completed. */
	missing: z.nullable(z.string()),
	/** Sentence that the member affirms by typing their name. */
	affirmation: z.string(),
	/** Numbers of the valid certificates. */
	certificates: z.array(z.string()),
	/** The evaluation form is offered. */
	mayEvaluate: z.boolean(),
})
export type Attendance = z.output<typeof attendance>

/** Returns the sentence that a member affirms. */
export const affirmationOf = (name: string) => `I, ${name}, took part in the whole of this programme.`

const UNKNOWN = [404, 'Attendance not found'] as const
const NOT_OFFERED = [409, 'This programme is not offered for attendance'] as const
const TIME = [409, 'Time does not add up. Reload the page to go on.'] as const
const REVIEW = [409, 'This attendance needs review. An admin of the club will decide.'] as const
const OVER = [409, 'This attendance is over. Reload the page.'] as const
/** Check-in opens this many minutes before a session. */
export const CHECK_IN_MINUTES = 10

const activityRef = { kind: activityKind, id: z.string('Choose a programme').check(z.maxLength(100)) }

/** Returns the member's attendance of an activity, or the offer to start one. */
export const findAttendance = contract('GET /api/attendance', {
	access: 'member',
	query: z.object(activityRef),
	response: z.object({
		/** Null if there is no offer for this member. For an open attendance, the offer to check in if still needed. */
		offer: z.nullable(
			z.object({
				title: z.string(),
				minutes: z.number(),
				mode: attendanceMode,
				/** Names of the jurisdictions that have accredited it. */
				accredited: z.array(z.string()),
				/** Sentence that says why it cannot be started now; null if it can. */
				refusal: z.nullable(z.string()),
			}),
		),
		attendance: z.nullable(attendance),
	}),
})
export type FoundAttendance = z.output<typeof findAttendance.response>

/** Opens an attendance, or returns the open one. For a session, this is the check-in. */
export const startAttendance = contract('POST /api/attendance', {
	access: 'member',
	body: z.object(activityRef),
	response: attendance,
	errors: {
		notOffered: NOT_OFFERED,
		already: [409, 'You have credit for this programme already'],
		early: [409, `Check-in opens ${CHECK_IN_MINUTES} minutes before the session`],
		closed: [409, 'Attendance for this session is closed'],
	},
})

export const getAttendance = contract('GET /api/attendance/:id', {
	access: 'member',
	response: attendance,
	errors: { unknown: UNKNOWN },
})

/** Any number. Numbers that are not plausible get the error `time`. */
const ms = z.number(TIME[1])

/**
 * Reports a part of the content that was played, every ten seconds and on a pause. A seek or a change of speed starts
 * a new part. If the response is lost, read the attendance: `sequence` and `positionMs` show which beats were counted.
 */
export const sendBeat = contract('POST /api/attendance/:id/beats', {
	access: 'member',
	body: z.object({
		/** Increases with each beat. */
		sequence: ms,
		from: ms,
		to: ms,
		/** Playback rate; 1 is real time. */
		rate: z._default(ms, 1),
		/** The window was visible. */
		isVisible: z._default(z.boolean(), true),
		/** The position was changed or the page was loaded before this beat, so it need not continue the last one. */
		isSeek: z._default(z.boolean(), false),
	}),
	/** If `prompt` is set and `sequence` is lower than sent, the beat was not counted: send it again after the code. */
	response: attendance,
	errors: { time: TIME, review: REVIEW, over: OVER },
})

/** Enters the code on the screen or a spoken code. */
export const enterCode = contract('POST /api/attendance/:id/codes', {
	access: 'member',
	body: z.object({
		code: z.string('Enter the code').check(z.trim(), z.minLength(1, 'Enter the code'), z.maxLength(40)),
	}),
	response: attendance,
	errors: {
		unknown: UNKNOWN,
		wrong: [400, 'That is not the code on the screen'],
		wrongSpoken: [400, 'That is not a code for this programme'],
		entered: [409, 'You have already entered this code'],
		none: [409, 'No code is needed right now'],
		review: REVIEW,
		over: OVER,
	},
})

/** Signs the member out of a session. */
export const signOutOfSession = contract('POST /api/attendance/:id/sign-out', {
	access: 'member',
	response: attendance,
	errors: { unknown: UNKNOWN, notCheckedIn: [409, 'You have not checked in to this session'], over: OVER },
})

const NAME = 'Type your name as in your profile'

/** Completes an attendance: stores its evidence, credits and certificates. */
export const completeAttendance = contract('POST /api/attendance/:id/complete', {
	access: 'member',
	body: z.object({
		name: z.string(NAME).check(oneLine, z.maxLength(100, NAME)),
	}),
	response: attendance,
	errors: {
		unknown: UNKNOWN,
		name: [400, NAME],
		/** Example: the server inserts the actual numbers. */
		missing: [409, 'Watch 6 more minutes and enter 1 more code to finish'],
		review: REVIEW,
		over: OVER,
		provider: [409, 'The club has not entered its name as a provider yet. Please tell an admin.'],
	},
})

/** Returns the frozen evidence of a completed attendance. */
export const getEvidence = contract('GET /api/attendance/:id/evidence', {
	access: 'account',
	response: z.object({ evidence: z.unknown(), hash: z.string(), completedOn: day }),
	errors: { unknown: UNKNOWN },
})

export const EVALUATION_QUESTIONS = [
	'The programme met its stated aims.',
	'The content was current and accurate.',
	'The teachers were prepared and clear.',
	'The written material was useful.',
	'The setting suited the programme.',
] as const
const SCORE = 'Choose an answer to each question'
const score = z.int(SCORE).check(z.gte(1, SCORE), z.lte(5, SCORE))

/** Submits the evaluation form, once. It is stored without the member. */
export const evaluateActivity = contract('POST /api/attendance/:id/evaluation', {
	access: 'member',
	body: z.object({
		scores: z.array(score, SCORE).check(z.length(EVALUATION_QUESTIONS.length, SCORE)),
		text: textBetween('Comment', 0, 2_000),
	}),
	errors: { unknown: UNKNOWN, not: [409, 'The form is not open for this programme'] },
})
