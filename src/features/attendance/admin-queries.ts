import { mutation, query } from '#src/lib/api/query.ts'
import { list } from '#src/lib/api/query-list.ts'
import {
	type AttendanceRow,
	decideAttendance,
	getAttendanceDetail,
	importParticipants,
	issueCertificates,
	listAttendances,
	listIssuedCertificates,
	listUploads,
	markUpload,
	reissueCertificate,
	revokeCertificate,
	type Upload,
} from './admin-contract.ts'

export interface AttendanceFilters {
	state: AttendanceRow['state'] | ''
	/** Id of an activity; empty for all. */
	activity: string
}

export const listAttendancesQuery = ({ state, activity }: AttendanceFilters) =>
	list(listAttendances, { query: { ...(state && { state }), ...(activity && { activity }) } })
export const getAttendanceDetailQuery = (id: string) => query(getAttendanceDetail, { params: { id } })
export const listIssuedCertificatesQuery = (activity: string) =>
	list(listIssuedCertificates, { query: activity ? { activity } : {} })
export const listUploadsQuery = query(listUploads)

const ATTENDANCE_ENDPOINTS = [listAttendances, getAttendanceDetail]
const CERTIFICATE_ENDPOINTS = [listIssuedCertificates, getAttendanceDetail, listUploads]

export const decideAttendanceMutation = (id: string) =>
	mutation(decideAttendance, {
		input: (body: { isAccepted: boolean; reason: string }) => ({ params: { id }, body }),
		done: ({ state }) => (state === 'refused' ? 'Attendance refused' : 'Attendance accepted'),
		fallback: 'Failed to save the decision',
		refreshes: ATTENDANCE_ENDPOINTS,
		refreshesAfterFailure: ATTENDANCE_ENDPOINTS,
	})

export const issueCertificatesMutation = (id: string) =>
	mutation(issueCertificates, {
		input: (body: { reason: string }) => ({ params: { id }, body }),
		done: 'Certificate issued',
		fallback: 'Failed to issue the certificate',
		refreshes: CERTIFICATE_ENDPOINTS,
		refreshesAfterFailure: CERTIFICATE_ENDPOINTS,
	})

export const revokeCertificateMutation = (number: string) =>
	mutation(revokeCertificate, {
		input: (body: { reason: string }) => ({ params: { number }, body }),
		done: 'Certificate revoked',
		fallback: 'Failed to revoke the certificate',
		refreshes: CERTIFICATE_ENDPOINTS,
		refreshesAfterFailure: CERTIFICATE_ENDPOINTS,
	})

export const reissueCertificateMutation = (number: string) =>
	mutation(reissueCertificate, {
		input: (body: { reason: string }) => ({ params: { number }, body }),
		done: 'Certificate issued again',
		fallback: 'Failed to issue the certificate again',
		refreshes: CERTIFICATE_ENDPOINTS,
		refreshesAfterFailure: CERTIFICATE_ENDPOINTS,
	})

export const importParticipantsMutation = (id: string) =>
	mutation(importParticipants, {
		input: (bytes: Uint8Array<ArrayBuffer>) => ({ params: { id }, body: { type: 'text/csv', bytes } }),
		fallback: 'Failed to import the list',
		refreshes: ATTENDANCE_ENDPOINTS,
	})

export const markUploadMutation = mutation(markUpload, {
	input: ({ jurisdiction, activity, day, doneAt }: Upload) => ({
		body: { jurisdiction, activityId: activity.id, day, isDone: doneAt === null },
	}),
	done: (_, { doneAt }) => (doneAt === null ? 'Marked as done' : 'Marked as not done'),
	failed: ['Failed to save', 'Please try again'],
	refreshes: [listUploads],
	refreshesAfterFailure: [listUploads],
})
