import * as z from 'zod/mini'
import { contract, timestamp } from '#src/lib/api/contract.ts'
import { day, textBetween } from '#src/lib/api/fields.ts'
import { oneLine } from '#src/lib/one-line.ts'

// What a member does to attend. Lengths are milliseconds unless named minutes.

export const ACTIVITY_KINDS = ['course', 'module', 'session', 'recording'] as const
export const activityKind = z.enum(ACTIVITY_KINDS, 'Choose a programme')

/** How an activity is attended: watched with codes of ours, with codes spoken in it, or as a session. */
export const attendanceMode = z.enum(['watch', 'spoken', 'live'])

/** `review`: an admin decides. `ended`: the programme got another length, and a new attendance can be opened. */
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
	/** What was watched, each part once; for `spoken` the time since the opening. */
	confirmedMs: z.number(),
	/** What must be watched to finish. */
	requiredMs: z.number(),
	codesEntered: z.number(),
	/** Codes that were entered, and the one that is asked for. How many follow is not told. */
	codesShown: z.number(),
	/** The player pauses until this code is entered: beats count no more. */
	prompt: z.nullable(z.object({ code: z.string() })),
	/** Of the last beat: the next has a higher one. */
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
			/** The session was moved to another time after the check-in, which does not count then. */
			isMoved: z.boolean(),
			signedOutAt: z.nullable(timestamp),
			/** Codes that are spoken are to be entered. */
			hasCodes: z.boolean(),
			/** Minutes by the platform's list of participants; null until it was imported. */
			listedMinutes: z.nullable(z.number()),
			/** Proofs out of three: check-in, codes, list. Two are needed. */
			proofs: z.number(),
		}),
	),
	/** What `completeAttendance` would refuse with; null if it can be completed. */
	missing: z.nullable(z.string()),
	/** What the member affirms by typing their name. */
	affirmation: z.string(),
	/** Numbers of the valid certificates. */
	certificates: z.array(z.string()),
	/** The evaluation form is offered. */
	mayEvaluate: z.boolean(),
})
export type Attendance = z.output<typeof attendance>

/** The parts of `I, {name}, took part in the whole of this programme.` around the name. */
export const affirmationOf = (name: string) => `I, ${name}, took part in the whole of this programme.`

const UNKNOWN = [404, 'Attendance not found'] as const
const NOT_OFFERED = [409, 'This programme is not offered for attendance'] as const
const TIME = [409, 'Time does not add up. Reload the page to go on.'] as const
const REVIEW = [409, 'This attendance needs review. An admin of the club will decide.'] as const
const OVER = [409, 'This attendance is over. Reload the page.'] as const
/** Check-in opens that long before a session, in minutes. */
export const CHECK_IN_MINUTES = 10

const activityRef = { kind: activityKind, id: z.string('Choose a programme').check(z.maxLength(100)) }

/** The member's attendance of an activity, or the offer to begin one. */
export const findAttendance = contract('GET /api/attendance', {
	access: 'member',
	query: z.object(activityRef),
	response: z.object({
		/** Null if it is not offered to this member. Of an open attendance: the check-in that it lacks. */
		offer: z.nullable(
			z.object({
				title: z.string(),
				minutes: z.number(),
				mode: attendanceMode,
				/** Names of the jurisdictions that have accredited it. */
				accredited: z.array(z.string()),
				/** Why it cannot be started now, in a sentence; null if it can. */
				refusal: z.nullable(z.string()),
			}),
		),
		attendance: z.nullable(attendance),
	}),
})
export type FoundAttendance = z.output<typeof findAttendance.response>

/** Opens an attendance, or returns the open one. For a session it is the check-in. */
export const startAttendance = contract('POST /api/attendance', {
	access: 'member',
	body: z.object(activityRef),
	response: attendance,
	errors: {
		notOffered: NOT_OFFERED,
		already: [409, 'You have credit for this programme already'],
		early: [409, `Check-in opens ${CHECK_IN_MINUTES} minutes before the session`],
		closed: [409, 'Attendance of this session is closed'],
	},
})

export const getAttendance = contract('GET /api/attendance/:id', {
	access: 'member',
	response: attendance,
	errors: { unknown: UNKNOWN },
})

/** Any number: those that cannot be true are refused as times that do not add up. */
const ms = z.number(TIME[1])

/**
 * Reports a part of the content that was played: every ten seconds, and at each pause, seek and change of speed. After
 * a lost answer read the attendance again, whose `sequence` and `positionMs` say what was counted.
 */
export const sendBeat = contract('POST /api/attendance/:id/beats', {
	access: 'member',
	body: z.object({
		/** Counts up with each beat. */
		sequence: ms,
		from: ms,
		to: ms,
		/** Speed of the player; 1 is real time. */
		rate: z._default(ms, 1),
		/** The window was visible. */
		isVisible: z._default(z.boolean(), true),
		/** The position was moved before it, or the page was loaded: it need not continue the last beat. */
		isSeek: z._default(z.boolean(), false),
	}),
	/** If `prompt` is set and `sequence` is lower than sent, the beat waits for the code: send it again after it. */
	response: attendance,
	errors: { time: TIME, review: REVIEW, over: OVER },
})

/** Enters the code on the screen, or one that was spoken. */
export const enterCode = contract('POST /api/attendance/:id/codes', {
	access: 'member',
	body: z.object({
		code: z.string('Enter the code').check(z.trim(), z.minLength(1, 'Enter the code'), z.maxLength(40)),
	}),
	response: attendance,
	errors: {
		unknown: UNKNOWN,
		wrong: [400, 'That is not the code on the screen'],
		wrongSpoken: [400, 'That is not a code of this programme'],
		entered: [409, 'You have entered this code already'],
		none: [409, 'No code is needed right now'],
		review: REVIEW,
		over: OVER,
	},
})

/** Tells the end of a session for this member. */
export const signOutOfSession = contract('POST /api/attendance/:id/sign-out', {
	access: 'member',
	response: attendance,
	errors: { unknown: UNKNOWN, notCheckedIn: [409, 'You have not checked in to this session'], over: OVER },
})

const NAME = 'Type your name as in your profile'

/** Finishes an attendance: evidence, credits and certificates are written. */
export const completeAttendance = contract('POST /api/attendance/:id/complete', {
	access: 'member',
	body: z.object({
		name: z.string(NAME).check(oneLine, z.maxLength(100, NAME)),
	}),
	response: attendance,
	errors: {
		unknown: UNKNOWN,
		name: [400, NAME],
		/** The answer says how much. */
		missing: [409, 'Watch 6 more minutes and enter 1 more code to finish'],
		review: REVIEW,
		over: OVER,
		provider: [409, 'The club has not entered its name as a provider yet. Please tell an admin.'],
	},
})

/** The evidence of a completed attendance, as it was frozen. */
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

/** Fills in the evaluation form, once. Stored without the member. */
export const evaluateActivity = contract('POST /api/attendance/:id/evaluation', {
	access: 'member',
	body: z.object({
		scores: z.array(score, SCORE).check(z.length(EVALUATION_QUESTIONS.length, SCORE)),
		text: textBetween('Comment', 0, 2_000),
	}),
	errors: { unknown: UNKNOWN, not: [409, 'The form is not open for this programme'] },
})
