import type { Browser, Page } from 'playwright/test'
import { demoAccounts, demoPassword } from '#src/app/seed/accounts.ts'
import type { AttendanceRow } from '#src/features/attendance/admin-contract.ts'
import type { Certificate } from '#src/features/attendance/certificates-contract.ts'
import type { Attendance } from '#src/features/attendance/contract.ts'
import type { Activity, Provider } from '#src/features/cle/admin-contract.ts'
import { CSRF_HEADER } from '#src/lib/api/csrf.ts'
import type { DuesClub } from '../dues/club.ts'
import { expect, open } from '../fixtures.ts'
import { send } from '../send.ts'

// A club with accredited activities, and attendances in each state.

const CODE = 'OAK7'

interface Source {
	kind: Activity['kind']
	refId: string
	title: string
}

/** Enters the provider that certificates name. */
export async function enterProvider(owner: Page): Promise<void> {
	const { version } = await send<Provider>(owner, 'GET', '/api/admin/cle/provider')
	await send(owner, 'PUT', '/api/admin/cle/provider', {
		...{ name: 'Second Chair', address: '1200 Main Street, Suite 4\nOakland, CA 94607', numbers: { 'US-CA': '17777' } },
		...{ signatory: 'Ruth Adeyemi', signatoryTitle: 'Director of Education', version },
	})
}

/** Creates a one-minute activity of a course with a spoken code, which `completeSpoken` can complete at once. */
export async function addCourseActivity(owner: Page, overrides: object = {}): Promise<Activity> {
	const sources = await send<Source[]>(owner, 'GET', '/api/admin/cle/sources')
	const course = sources.find(({ kind }) => kind === 'course')
	return send<Activity>(owner, 'POST', '/api/admin/cle/activities', {
		...{ kind: 'course', refId: course?.refId, title: course?.title, minutes: 1, format: 'recorded' },
		...{ spokenCodes: [CODE], ...overrides },
	})
}

/** Records accreditations of two boards, whose credits do not depend on the activity's length. */
export async function accredit(owner: Page, { id }: Activity): Promise<void> {
	const add = (body: object) => send(owner, 'POST', `/api/admin/cle/activities/${id}/accreditations`, body)
	const common = { formats: ['recorded', 'online'], validFrom: '2020-01-01' }
	await add({
		...{ ...common, jurisdiction: 'US-NY', number: 'C-2026-118', credits: { areas: 100, ethics: 50 } },
		...{ transitional: true, validTo: '2030-12-31' },
	})
	await add({ ...common, jurisdiction: 'US-CA', number: '17777', credits: { general: 125, ethics: 50 } })
}

/** Opens a separate browser, signed in as the demonstration member. */
export async function openMember(club: DuesClub, browser: Browser): Promise<Page> {
	const page = await club.open(browser)
	const { request } = page.context()
	const { csrfToken } = await (await request.get('/api/csrf-token')).json()
	await request.post('/api/login', {
		data: { email: demoAccounts.member.email, password: demoPassword },
		headers: { Origin: club.url, [CSRF_HEADER]: csrfToken },
	})
	return page
}

export async function admitMember(member: Page): Promise<void> {
	const add = (body: object) => send(member, 'POST', '/api/cle/admissions', body)
	await add({ jurisdiction: 'US-NY', barNumber: '4455667', admittedOn: '2015-06-17', birthday: '1980-03-12' })
	await add({ jurisdiction: 'US-CA', barNumber: '301122', admittedOn: '2018-03-15', groupNo: 2 })
}

/** Checks a certificate on the public page. */
export async function checkRecord(page: Page, number: string, lastName: string, says: string | RegExp): Promise<void> {
	await open(page, `/verify?number=${number}`)
	await page.getByLabel('Last name').fill(lastName)
	await page.getByRole('button', { name: 'Check the record' }).click()
	await expect(page.getByRole('main').getByText(says)).toBeVisible()
}

/** Starts an attendance. */
const attend = (member: Page, { kind, refId }: Activity) =>
	send<Attendance>(member, 'POST', '/api/attendance', { kind, id: refId })

/** Completes an attendance with the spoken code, as if its time had passed. @returns the member's certificates. */
export async function completeSpoken(club: DuesClub, member: Page, activity: Activity): Promise<Certificate[]> {
	const { id } = await attend(member, activity)
	await send(member, 'POST', `/api/attendance/${id}/codes`, { code: CODE })
	await club.execute('update attendances set opened_at = opened_at - 3600000 where id = ?', [id])
	const { name } = await send<{ name: string }>(member, 'GET', '/api/user')
	await send(member, 'POST', `/api/attendance/${id}/complete`, { name })
	return send<Certificate[]>(member, 'GET', '/api/certificates')
}

/** Starts an attendance and puts it into review, as after five wrong codes. */
async function failCodes(club: DuesClub, member: Page, activity: Activity): Promise<void> {
	const { id } = await attend(member, activity)
	await club.execute("update attendances set state = 'review', wrong_tries = 5 where id = ?", [id])
}

export interface FilledLedger {
	activity: string
	certificate: string
	/** Ids of attendances. */
	complete: string
	review: string
}

/** Fills a club with three activities: accredited and completed, waiting for a decision, and not started. */
export async function fillLedgerClub(club: DuesClub, owner: Page, browser: Browser): Promise<FilledLedger> {
	await enterProvider(owner)
	const activity = await addCourseActivity(owner)
	await accredit(owner, activity)
	const sources = await send<Source[]>(owner, 'GET', '/api/admin/cle/sources')
	const module = sources.find(({ kind }) => kind === 'module')
	const other = await addCourseActivity(owner, { ...module, minutes: 50, minutesByCategory: { ethics: 20, areas: 30 } })
	const session = sources.find(({ kind }) => kind === 'session')
	await addCourseActivity(owner, { ...session, minutes: 60, format: 'online', offered: false })
	const member = await openMember(club, browser)
	await admitMember(member)
	const certificates = await completeSpoken(club, member, activity)
	await failCodes(club, member, other)
	const rows = await send<AttendanceRow[]>(owner, 'GET', '/api/admin/cle/attendances')
	const idOf = (state: AttendanceRow['state']) => rows.find((row) => row.state === state)?.id ?? ''
	return {
		...{ activity: activity.id, complete: idOf('complete'), review: idOf('review') },
		certificate: certificates.find(({ jurisdiction }) => jurisdiction === 'US-NY')?.number ?? '',
	}
}
