import {
	type Certificate,
	getCertificateFile,
	listCertificates,
	verifyCertificate,
} from '#src/features/attendance/certificates-contract.ts'
import { callApi } from '#tests/support/api/api.ts'
import { accredit, addActivity, addAdmission, complete, member } from './attendance.ts'

export const certificatesOf = async (as = member) => (await callApi(listCertificates, { as })).json as Certificate[]

export const fileOf = (number: string, as = member) => callApi(getCertificateFile, { as, params: { number } })

export const verify = (number: string, lastName: string, clientAddress = '203.0.113.9') =>
	callApi(verifyCertificate, { body: { number, lastName }, clientAddress })

/** Completes a programme that is accredited in New York. */
export async function completeAccredited(overrides: Parameters<typeof addActivity>[0] = {}) {
	await addAdmission(member.userId, 'US-NY')
	const activity = await addActivity({ minutes: 50, ...overrides })
	await accredit(activity.id, 'US-NY', { ethics: 100 })
	const { id, certificates: numbers } = await complete(member, activity)
	const [number = ''] = numbers
	return { id, number, activity }
}
