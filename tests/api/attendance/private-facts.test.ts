import { expect, test } from 'vitest'
import { endpoints } from '#src/app/endpoints.ts'
import {
	decideAttendance,
	importParticipants,
	issueCertificates,
	reissueCertificate,
	revokeCertificate,
} from '#src/features/attendance/admin-contract.ts'
import { verifyCertificate } from '#src/features/attendance/certificates-contract.ts'
import { callApi, type Principal, visitor } from '#tests/support/api/api.ts'
import {
	accredit,
	addActivity,
	addAdmission,
	addSession,
	admin,
	attendanceIn,
	beat,
	complete,
	enter,
	member,
	other,
	START,
	setUpAttendance,
	start,
	wait,
} from '#tests/support/cle/attendance.ts'

setUpAttendance()

const BIRTHDAY = '1961-02-03'
const [NEW_YORK, CALIFORNIA] = ['NY-778899', 'CA-665544']
const isPrivate = (text: string) => [BIRTHDAY, NEW_YORK, CALIFORNIA].filter((fact) => text.includes(fact))
/** Files for an auditor or a board: they contain bar numbers but no birthdays. */
const LISTS = ['GET /api/admin/cle/records.csv', 'GET /api/admin/cle/uploads.csv']

/** Adds two admissions, a completed attendance and all records that depend on it to the member. */
async function attended() {
	await addAdmission(member.userId, 'US-NY', { barNumber: NEW_YORK, birthday: BIRTHDAY })
	await addAdmission(member.userId, 'US-CA', { barNumber: CALIFORNIA, birthday: null })
	const activity = await addActivity({ minutes: 60 })
	await accredit(activity.id, 'US-CA', { general: 100 })
	const { id, certificates: numbers } = await complete(member, activity)
	return { activity, id, numbers }
}

type Attended = Awaited<ReturnType<typeof attended>>
type Given = Record<string, string>

/** Returns the parameters to try for a path: one set per known id. */
function paramsOf(path: string, { activity, id, numbers }: Attended): Given[] {
	if (path.includes(':number')) return numbers.map((number) => ({ number }))
	if (!path.includes(':')) return [{}]
	return [id, activity.id, activity.refId, member.userId ?? ''].map((each) => ({
		...{ id: each, userId: each, jurisdiction: 'US-CA', courseId: each, moduleId: each, file: each, token: each },
	}))
}

test('no reply to anyone else contains a birthday or a bar number, except the files for auditors', async () => {
	const there = await attended()
	const query = {
		...{ jurisdiction: 'US-CA', activity: there.activity.id, day: '2027-03-09', from: '2027-03-01', to: '2027-03-31' },
		...{ q: 'Whitfield', search: 'Whitfield' },
	}
	const calls = endpoints
		.map(({ contract }) => contract)
		.filter(({ method }) => method === 'GET')
		.flatMap((contract) => paramsOf(contract.path, there).map((params) => ({ contract, params })))
		.flatMap((call) => [admin, other, visitor()].map((as) => ({ ...call, as })))
		.flatMap((call) => [query, {}].map((given: Given) => ({ ...call, query: given })))
	const told = new Set<string>()
	let answered = 0
	for (const { contract, ...call } of calls) {
		const reply = await callApi(contract, call)
		if (reply.status < 400) answered++
		if (isPrivate(reply.text).length > 0) told.add(`GET ${contract.path}`)
	}
	expect([...told].toSorted()).toEqual(LISTS)
	expect(answered).toBeGreaterThan(100)
	for (const { contract, params } of calls.filter((call) => LISTS.includes(`GET ${call.contract.path}`))) {
		expect((await callApi(contract, { as: admin, params, query })).text).not.toContain(BIRTHDAY)
		for (const as of [other, visitor()]) expect((await callApi(contract, { as, query })).status).toBeGreaterThan(400)
	}
})

test('no reply to an admin’s decision contains them either', async () => {
	const { id, numbers } = await attended()
	const body = { reason: 'Asked on the phone' }
	const session = await addSession(START, { spokenCodes: ['TORTS'] })
	const asAdmin = (params: Record<string, string>) => ({ as: admin as Principal, params, body })
	await revokeFirst(numbers)
	const rawBody = 'email,minutes\ndana@example.com,60\n'
	let state = attendanceIn(await start(member, await addActivity()))
	while (!state.prompt) {
		const from = state.positionMs ?? 0
		wait(10_000)
		state = attendanceIn(await beat(member, state, [from, from + 10_000]))
	}
	for (let turn = 0; turn < 5; turn++) await enter(member, state.id, state.prompt.code === '2222' ? '3333' : '2222')
	const replies = [
		await callApi(issueCertificates, asAdmin({ id })),
		await callApi(reissueCertificate, asAdmin({ number: numbers[1] ?? '' })),
		await callApi(importParticipants, { as: admin, params: { id: session.id }, rawBody }),
		await callApi(decideAttendance, { ...asAdmin({ id: state.id }), body: { ...body, isAccepted: true } }),
		await callApi(verifyCertificate, { body: { number: numbers[0] ?? '', lastName: 'Whitfield' } }),
	]
	for (const reply of replies) expect([reply.status, isPrivate(reply.text)]).toEqual([200, []])
})

async function revokeFirst([number = '']: readonly string[]): Promise<void> {
	const reply = await callApi(revokeCertificate, {
		as: admin,
		params: { number },
		body: { reason: 'Watched by another' },
	})
	expect([reply.status, isPrivate(reply.text)]).toEqual([200, []])
}
