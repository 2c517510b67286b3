import { readQuietly, saveQuietly } from '#src/lib/api/beacon.ts'
import type { BodyInput } from '#src/lib/api/contract.ts'
import { mutation, put, query } from '#src/lib/api/query.ts'
import { listCertificates } from './certificates-contract.ts'
import {
	type Attendance,
	completeAttendance,
	enterCode,
	evaluateActivity,
	type FoundAttendance,
	findAttendance,
	getAttendance,
	sendBeat,
	signOutOfSession,
	startAttendance,
} from './contract.ts'
import { listOffers } from './offers-contract.ts'

/** The activity of an attendance. */
export type ActivityRef = Pick<Attendance, 'kind' | 'refId'>

/** Refetch interval for state that depends on the time, in milliseconds. */
const REFETCH_MS = 30_000

/** Returns whether time alone changes the state: a session begins or ends, or minutes pass without a player. */
const changesWithTime = ({ offer, attendance }: FoundAttendance) =>
	attendance === null
		? offer?.mode === 'live' && offer.refusal !== null
		: attendance.state === 'open' && attendance.mode !== 'watch'

export const findAttendanceQuery = ({ kind, refId }: ActivityRef) =>
	query(
		findAttendance,
		{ query: { kind, id: refId } },
		{
			refetchInterval: (found) => (changesWithTime(found) ? REFETCH_MS : false),
		},
	)

/** Lists the offers of a course. If omitted, lists those of all sessions. */
export const listOffersQuery = (course?: string) => query(listOffers, { query: course === undefined ? {} : { course } })

export const listCertificatesQuery = query(listCertificates)

/** Shows the state that a call returned, without another request. */
export const putAttendance = (attendance: Attendance) =>
	put(findAttendanceQuery(attendance), (found) => ({ ...found, attendance }))

/** Reports playback in the background. */
export const reportBeat = (id: string, body: BodyInput<typeof sendBeat>, isLeaving: boolean) =>
	saveQuietly(sendBeat, { params: { id }, body }, isLeaving)

export const readAttendance = (id: string) => readQuietly(getAttendance, { params: { id } })

export const startAttendanceMutation = mutation(startAttendance, {
	input: ({ kind, refId }: ActivityRef) => ({ body: { kind, id: refId } }),
	fallback: 'Your attendance could not be started',
	follows: putAttendance,
	refreshesAfterFailure: [findAttendance],
})

export const enterCodeMutation = (id: string) =>
	mutation(enterCode, {
		input: (body: BodyInput<typeof enterCode>) => ({ params: { id }, body }),
		fallback: 'The code could not be checked',
		follows: putAttendance,
		refreshesAfterFailure: [findAttendance],
	})

export const signOutOfSessionMutation = (id: string) =>
	mutation(signOutOfSession, {
		input: () => ({ params: { id } }),
		fallback: 'You could not be signed out of the session',
		follows: putAttendance,
		refreshesAfterFailure: [findAttendance],
	})

export const completeAttendanceMutation = (id: string) =>
	mutation(completeAttendance, {
		input: (body: BodyInput<typeof completeAttendance>) => ({ params: { id }, body }),
		fallback: 'Your attendance could not be completed',
		follows: putAttendance,
		refreshes: [listCertificates],
		refreshesAfterFailure: [findAttendance],
	})

export const evaluateActivityMutation = (id: string) =>
	mutation(evaluateActivity, {
		input: (body: BodyInput<typeof evaluateActivity>) => ({ params: { id }, body }),
		fallback: 'Your answers could not be sent',
		done: 'Thank you for your answers',
		refreshes: [findAttendance],
	})
