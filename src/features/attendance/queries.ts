import { readQuietly, saveQuietly } from '#src/lib/api/beacon.ts'
import type { BodyInput } from '#src/lib/api/contract.ts'
import { mutation, put, query } from '#src/lib/api/query.ts'
import {
	type Attendance,
	completeAttendance,
	enterCode,
	evaluateActivity,
	findAttendance,
	getAttendance,
	listCertificates,
	sendBeat,
	signOutOfSession,
	startAttendance,
} from './contract.ts'
import { listOffers } from './offers-contract.ts'

/** What an attendance is of. */
export type ActivityRef = Pick<Attendance, 'kind' | 'refId'>

/** Interval at which a session that cannot be entered yet is looked at again, in milliseconds. */
const SOON_MS = 30_000

export const findAttendanceQuery = ({ kind, refId }: ActivityRef) =>
	query(
		findAttendance,
		{ query: { kind, id: refId } },
		{
			refetchInterval: ({ offer, attendance }) =>
				attendance === null && offer?.mode === 'live' && offer.refusal !== null ? SOON_MS : false,
		},
	)

/** Offers of a course; without one, of all sessions. */
export const listOffersQuery = (course?: string) => query(listOffers, { query: course === undefined ? {} : { course } })

export const listCertificatesQuery = query(listCertificates)

/** Shows the state that a call answered, without a request. */
export const putAttendance = (attendance: Attendance) =>
	put(findAttendanceQuery(attendance), (found) => ({ ...found, attendance }))

/** Reports in the background what was played. */
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

export const signOutMutation = (id: string) =>
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

export const evaluateMutation = (id: string) =>
	mutation(evaluateActivity, {
		input: (body: BodyInput<typeof evaluateActivity>) => ({ params: { id }, body }),
		fallback: 'Your answers could not be sent',
		done: 'Thank you for your answers',
		refreshes: [findAttendance],
	})
